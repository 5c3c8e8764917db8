"""A desk without a server: a host with a clock that is turned by hand, and ids that can be read."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from fogfield import games
from fogfield.core.match import Match
from fogfield.core.table import Player, Table
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

    def player(self, name: str, told: Callable[[], None]) -> Player:
        return Player(told, name)

    def bot(self, kind: str, opponent: str) -> Player:
        self.bots.append(kind)
        return Player(lambda: None, "bot")

    def seat(self, players: Sequence[Player], options: Any, now: float, *, think_s: float) -> None:
        def begin(now: float) -> Match[Any, Any, Any, Any]:
            self.matches.append(Match(self._game, options, self._seed, now=now, think_s=think_s))
            return self.matches[-1]

        Table(players, begin, now)

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
