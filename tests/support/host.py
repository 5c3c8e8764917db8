"""A host whose matches all have one seed."""

from typing import Any

from fogfield import games
from fogfield.core.match import Match


class FixedHost:
    """Begins matches of a game, always with the same seed, and remembers them."""

    def __init__(self, name: str, seed: str) -> None:
        self._game = games.game(name)
        self._seed = seed
        self.matches: list[Match[Any, Any, Any, Any]] = []

    def open(self, options: Any, now: float) -> Match[Any, Any, Any, Any]:
        self.matches.append(Match(self._game, options, self._seed, now=now))
        return self.matches[-1]
