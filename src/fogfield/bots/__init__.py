"""The Bot contract, and bots that fit any game. A bot gets a view, so it cannot cheat."""

from random import Random
from typing import Any, Protocol, TypeVar

from fogfield.core.game import AnyGame

Action = TypeVar("Action", covariant=True)
View = TypeVar("View", contravariant=True)


class Bot(Protocol[View, Action]):
    """Chooses for one seat."""

    def choose(self, view: View, rng: Random) -> Action:
        """Choose an action, knowing what this seat knows."""


class RandomBot:
    """Takes any sensible action, as the game itself draws it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: Any, rng: Random) -> Any:
        """Choose without thinking."""
        return self._game.choose(view, rng)
