"""The contract of a picture: a view of a game as styled text for any terminal, and its last move in words.

A game folder makes one `Picture` and gives it the name `PICTURE`. Its functions get a view and the move that led to it,
and say no more than whoever has this view may know. Whatever has a colour has a sign of its own, too.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeAlias

from fogfield.core.game import Action, Seat, View
from fogfield.core.record import Move
from fogfield.wire.canvas import Canvas, Style

#: A character and its style for each column.
Line: TypeAlias = list[tuple[str, Style]]


class Paper(NamedTuple):
    """What is drawn on: how many lines would be seen at once, and whether there are characters for boxes."""

    rows: int = 1_000
    boxes: bool = True


class Panel(NamedTuple):
    """A board. `seat` is its owner, if it has one; `note` is said beside his name."""

    lines: list[Line]
    seat: Seat | None = None
    note: str = ""
    #: The line and the column that the last move touched, for a window that shows only a part.
    focus: tuple[int, int] | None = None


class Drawing(NamedTuple):
    """The boards of a view, to be put side by side, and what their signs mean."""

    panels: tuple[Panel, ...]
    legend: tuple[str, ...] = ()


class Picture(NamedTuple, Generic[View, Action]):
    """How a game is drawn and told."""

    #: Draw a view and, where it can be seen, the last move.
    draw: Callable[[View, Move[Action] | None, Paper], Drawing]
    #: Say what the last move was, as the rest of a sentence that begins with a name. The view is the one after it.
    say: Callable[[View, Move[Action]], str]


#: A picture whose types do not matter here, as in a registry.
AnyPicture: TypeAlias = Picture[Any, Any]


def sheet(texts: Iterable[str]) -> list[Line]:
    """Give lines of text with colours in escape sequences as styled lines."""
    canvas = Canvas()
    canvas.feed("\n".join(texts))
    return canvas.lines


def with_attributes(line: Line, place: int, *attributes: str, sign: str = "") -> None:
    """Add attributes to what stands at a place of a line, or put another sign there with them."""
    char, style = line[place]
    line[place] = sign or char, Style(style.ink, style.paper, style.attributes | set(attributes))
