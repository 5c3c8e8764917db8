"""A host whose matches all have one seed."""

from typing import Any

from fogfield import games
from fogfield.core.match import Chair, Match


class FixedHost:
    """Begins matches of a game, always with the same seed, and remembers what it was asked for."""

    def __init__(self, name: str, seed: str) -> None:
        self._game = games.game(name)
        self._seed = seed
        self.matches: list[Match[Any, Any, Any, Any]] = []
        self.wakes: list[float | None] = []

    def open(self, options: Any, now: float) -> Chair[Any, Any, Any, Any]:
        self.matches.append(Match(self._game, options, self._seed, now=now))
        return Chair(self.matches[-1], 0)

    def wake(self) -> None:
        self.wakes.append(None)

    def wake_at(self, when: float) -> None:
        self.wakes.append(when)
