"""A view as a program or a browser gets it."""

from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from fogfield.core import plain
from fogfield.core.plain import Acting, Also, Ending, Looking, Natural
from fogfield.games.classic.rules import PLAYER
from fogfield.games.classic.view import View


class Public(NamedTuple):
    """What everybody may know of the options."""

    columns: int
    rows: int
    mines: int
    start: str
    questions: bool


class Shown(NamedTuple):
    """The field as a viewer may see it."""

    options: Public
    seat: Looking
    to_act: Acting
    board: Annotated[
        tuple[Annotated[str, Also(pattern=r"^[?.1-8B!~@/*]+$")], ...],
        "a text for each row, a character for each cell: `?` closed; `.` open, no mine around; `1` to `8` open, so "
        "many mines around; `!` flag; `~` question mark; after the end also `B` mine, `@` flagged mine, `*` the mine "
        "that was hit, and `/` a flag where there is no mine",
    ]
    flags: Annotated[Natural, "how many cells are flagged"]
    actions: Annotated[Natural, "every reveal, chord, fence and mark; a first cell that the board itself opens is one"]
    name: Annotated[str, "the name of the board, from which it can be laid again: after the end"]
    effort: Annotated[Natural, "the fewest reveals that open the whole board (3BV): after the end"]
    outcome: Ending


def write_view(view: View) -> Any:
    """Write a view."""
    return plain.write(
        Shown(
            options=Public(view.columns, view.rows, view.mines, view.start, view.questions),
            seat=view.seat,
            to_act=frozenset() if view.outcome else frozenset((PLAYER,)),
            board=tuple(map(_text, view.faces)),
            flags=view.flags,
            actions=view.actions,
            name=view.board,
            effort=view.effort,
            outcome=view.outcome,
        )
    )


@lru_cache(maxsize=4096)
def _text(row: bytes) -> str:
    """Give a row as text; a row that stayed is the same object again, and nobody has to compare it."""
    return row.decode("ascii")
