"""Minesweeper Alpha: a command-line game whose output is specified to the byte. See SPEC.md."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Load what a folder offers when somebody asks for it: the command-line game does not, and starts the sooner."""
    if name == "GAME":
        from fogfield.games.alpha.game import GAME

        return GAME
    if name == "PICTURE":
        from fogfield.games.alpha.picture import PICTURE

        return PICTURE
    if name == "CONSOLE":
        from fogfield.games.alpha.console import Console

        return Console
    if name == "BOTS":
        from fogfield.games.alpha.bots import BOTS

        return BOTS
    if name == "BELIEF":
        from fogfield.games.alpha.bots import believe

        return believe
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
