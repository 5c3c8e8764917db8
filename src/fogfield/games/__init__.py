"""One folder is one game; a folder never imports another. This page finds them."""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a single game is loaded through this page, too, and should bring no more than itself
    from collections.abc import Callable, Mapping

    from fogfield.core.advice import AnyAdvice, AnyMaking
    from fogfield.core.belief import Believes
    from fogfield.core.game import AnyGame
    from fogfield.wire.console import MakesConsole
    from fogfield.wire.picture import AnyPicture
    from fogfield.wire.published import Published
    from fogfield.wire.web import Web


@cache
def names() -> tuple[str, ...]:
    """Give the names of all games, which are the names of their folders."""
    import pkgutil

    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def game(name: str) -> "AnyGame":
    """Load a game by its name."""
    found: AnyGame = _folder(name).GAME
    return found


def published(name: str) -> "Published | Web | None":
    """Load the published protocol of a game; None if it has none that is spoken over a network."""
    found: Published | Web | None = getattr(_folder(name), "PUBLISHED", None)
    return found


def bots(name: str) -> "Mapping[str, Callable[[], Any]]":
    """Load the bots that a game has of its own, the best first: each makes a `fogfield.bots.School`."""
    found: Mapping[str, Callable[[], Any]] = getattr(_folder(name), "BOTS", {})
    return found


def picture(name: str) -> "AnyPicture":
    """Load how a game is drawn in a terminal, and told in words."""
    found: AnyPicture = _folder(name).PICTURE
    return found


def console(name: str) -> "MakesConsole | None":
    """Load the program that a game is, if it is one with lines of text."""
    found: MakesConsole | None = getattr(_folder(name), "CONSOLE", None)
    return found


def advice(name: str) -> "AnyAdvice | None":
    """Load what gives hints to who plays a game; None if nothing does."""
    found: AnyAdvice | None = getattr(_folder(name), "ADVICE", None)
    return found


def making(name: str) -> "AnyMaking | None":
    """Load what makes the boards of a game that take a search; None if it has none."""
    found: AnyMaking | None = getattr(_folder(name), "MAKING", None)
    return found


def belief(name: str) -> "Believes | None":
    """Load what a bot believes who has a view of a game; None if the game does not say."""
    found: Believes | None = getattr(_folder(name), "BELIEF", None)
    return found


def _folder(name: str) -> Any:
    import importlib

    if name not in names():
        raise KeyError(name)
    return importlib.import_module(f"{__name__}.{name}")
