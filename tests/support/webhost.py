"""A desk without a server: a host with a clock that is turned by hand, and ids that can be read."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from fogfield import games
from fogfield.core.match import Match
from fogfield.core.outcome import Outcome
from fogfield.core.table import Player, Room, Table
from fogfield.wire.http import Request, Response
from fogfield.wire.web import Web


class FixedWebHost:
    """Begins matches with the same seed, and remembers when it is to be woken."""

    def __init__(self, name: str, seed: str = "fog", **settings: Any) -> None:
        published = games.published(name)
        assert isinstance(published, Web)
        self.settings: Mapping[str, Any] = {key: one.default for key, one in published.settings.items()} | settings
        self._game = games.game(name)
        self._seed = seed
        self._ids = 0
        self._rng = Random(seed)
        self.room = Room(self._game.seats, self._begin)
        self.matches: list[Match[Any, Any, Any, Any]] = []
        self.bots: list[str] = []
        self.due = float("inf")
        self.desk = published.desk(self)
        self.now = 0.0

    def draw_id(self) -> str:
        self._ids += 1
        return f"00000000-0000-4000-8000-{self._ids:012d}"

    def draw_word(self, letters: str, length: int) -> str:
        return "".join(self._rng.choice(letters) for _ in range(length))

    @property
    def written(self) -> int:
        return 0

    def player(self, name: str, *, proof: bytes, about: Mapping[str, Any]) -> Player:
        return Player(lambda: None, name, kind=self._game.name, proof=proof, about=about)

    def bot(self, kind: str, opponent: str) -> Player:
        self.bots.append(kind)
        return Player(lambda: None, "bot")

    def table(self, options: Any, *, think_s: float, about: Mapping[str, Any]) -> Table:
        return self.room.table(options, think_s=think_s, public=False, about=about)

    def find(self, code: str) -> Table | None:
        return next((one for one in self.room.waiting if one.about.get("code") == code), None)

    def take_down(self, table: Table, outcome: Outcome, now: float) -> None:
        for player in table.players:
            player.leave(now, outcome)
        self.room.waiting.pop(table, None)

    def _begin(self, table: Table, now: float) -> Match[Any, Any, Any, Any]:
        think_s = math.inf if table.think_s is None else table.think_s
        self.matches.append(Match(self._game, table.options, self._seed, now=now, think_s=think_s))
        return self.matches[-1]

    def wake_at(self, when: float) -> None:
        self.due = when

    def later(self, seconds: float) -> None:
        """Let time go by, with an alarm at every moment that the desk has asked for."""
        end = self.now + seconds
        while self.due <= end:
            self.now, self.due = self.due, float("inf")
            self.desk.tick(self.now)
        self.now = end

    def ask(
        self, method: str, path: str, body: bytes = b"", query: str = "", headers: Mapping[str, str] | None = None
    ) -> Response:
        found = {"content-type": "application/xml", "accept": "application/xml"} | dict(headers or {})
        return self.desk.answer(Request(method, path, query, found, body), self.now)
