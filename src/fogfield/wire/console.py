"""A game that is a program with lines of text: what a seat enters, and what is said to it."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

#: Where a text belongs.
OUTPUT, ERROR = "output", "error"


class Said(NamedTuple):
    """Some characters that the program says, exactly these, and on which of its streams."""

    stream: str
    text: str


class Console(Protocol):
    """One run of the program, at a seat that somebody has. A game folder names its own in `CONSOLE`."""

    @property
    def exit_status(self) -> int | None:
        """The status with which it has ended; None while it goes on."""

    def begin(self) -> Sequence[Said]:
        """Give what it says at first."""

    def enter(self, text: str, now: float) -> Sequence[Said]:
        """Take what was typed, one or more whole lines, and give what it says to that."""


class MakesConsole(Protocol):
    """Begins a run at a chair."""

    def __call__(self, chair: Any) -> Console:
        """Make a console."""
