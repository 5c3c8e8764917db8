"""The Bot contract, and bots that fit any game. A bot gets a view, so it cannot cheat."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol, TypeVar

from fogfield import games
from fogfield.core.game import AnyGame

Action = TypeVar("Action", covariant=True)
View = TypeVar("View", contravariant=True)


class Bot(Protocol[View, Action]):
    """Chooses for one seat."""

    def choose(self, view: View, rng: Random) -> Action:
        """Choose an action, knowing what this seat knows; asked only when it is to act."""


class Rival(Bot[Any, Any], Protocol):
    """A bot that plays match after match against the same opponent."""

    def over(self, view: Any, rng: Random) -> None:
        """Look at a match that is over, and learn from it."""


class School(Protocol):
    """The bots of one kind in one process, and what they know together. A game folder names its own in `BOTS`."""

    #: Its bots think so long that others would notice. They are sent to another process to choose, and come back with
    #: what they keep in mind; so a bot is small when it is pickled, and shares nothing with others.
    slow: bool

    def against(self, opponent: str) -> Rival:
        """Send a bot against somebody, known by name or address."""


class RandomBot:
    """Takes any sensible action, as the game itself draws it, and learns nothing."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: Any, rng: Random) -> Any:
        """Choose without thinking."""
        return self._game.choose(view, rng)

    def over(self, view: Any, rng: Random) -> None:
        """Forget it."""


class RandomBots:
    """Bots that play a game by chance."""

    slow = False

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def against(self, opponent: str) -> RandomBot:
        """Send one."""
        return RandomBot(self._game)


def schools(name: str) -> dict[str, Callable[[], School]]:
    """Give the bots that can play a game, by name: its own, the best first, and then chance."""
    return {**games.bots(name), "random": partial(RandomBots, games.game(name))}
