"""Hosts for sessions without a server."""

import math
from collections.abc import Mapping
from typing import Any

from fogfield import games
from fogfield.core.match import Chair, Match
from fogfield.core.table import Player, Room, Table


class FixedHost:
    """Begins matches of a game, always with the same seed, and remembers what it was asked for.

    Hosts that share a `room` find each other's sessions as opponents.
    """

    def __init__(
        self, name: str, seed: str, room: Room | None = None, settings: Mapping[str, Any] | None = None
    ) -> None:
        self._game = games.game(name)
        self._seed = seed
        self.room = room or Room(self._game.seats, self._begin)
        published = games.published(name)
        found = published.settings if published else {}
        self.settings: Mapping[str, Any] = {key: one.default for key, one in found.items()} | dict(settings or {})
        self.matches: list[Match[Any, Any, Any, Any]] = []
        self.wakes: list[float | None] = []
        self.player: Player | None = None
        self.wished = ""

    def open(self, options: Any, now: float) -> Chair[Any, Any, Any, Any]:
        return Chair(self._match(options, now), 0)

    def seek(self, options: Any, now: float, *, seat: int | None = None, bot: str = "") -> Player:
        self.player = Player(self.wake)
        self.wished = bot
        self.room.enter(self.player, options, now, seat or 0)
        return self.player

    def wake(self) -> None:
        self.wakes.append(None)

    def wake_at(self, when: float) -> None:
        self.wakes.append(when)

    def woken(self) -> bool:
        """Say whether `wake` was called since the last time this was asked."""
        found = None in self.wakes
        self.wakes = [one for one in self.wakes[-8:] if one is not None]
        return found

    def _begin(self, table: Table, now: float) -> Match[Any, Any, Any, Any]:
        return self._match(table.options, now)

    def _match(self, options: Any, now: float) -> Match[Any, Any, Any, Any]:
        think_s = self.settings.get("think_s", math.inf)
        self.matches.append(Match(self._game, options, self._seed, now=now, think_s=think_s))
        return self.matches[-1]


def hosts(name: str, seed: str, settings: Mapping[str, Any] | None = None) -> list[FixedHost]:
    """Make a host for each seat of a game; their sessions meet."""
    first = FixedHost(name, seed, None, settings)
    return [first, *(FixedHost(name, seed, first.room, settings) for _ in range(games.game(name).seats - 1))]
