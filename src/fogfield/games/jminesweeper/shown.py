"""A view as a program or a browser gets it."""

from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from fogfield.core import plain
from fogfield.core.plain import Acting, Also, Ending, Looking, Natural
from fogfield.games.jminesweeper.rules import PLAYER, Options
from fogfield.games.jminesweeper.view import View


class Shown(NamedTuple):
    """The field as a viewer may see it."""

    options: Options
    seat: Looking
    to_act: Acting
    board: Annotated[
        tuple[Annotated[str, Also(pattern=r"^[?.1-8B!@/*]+$")], ...],
        "a text for each row, a character for each cell: `?` shut; `.` open, no bomb around; `1` to `8` open, so many "
        "bombs around; `!` marked; `B` bomb and `@` marked bomb, in debug mode and after the end; then also `*` the "
        "bomb that was hit, and `/` a mark where there is no bomb",
    ]
    bombs: Annotated[Natural, "how many there are"]
    marks: Annotated[Natural, "how many cells are marked"]
    debug: Annotated[bool, "whether the player is shown the bombs"]
    outcome: Ending


def write_view(view: View) -> Any:
    """Write a view."""
    return plain.write(
        Shown(
            options=view.options,
            seat=view.seat,
            to_act=frozenset() if view.outcome else frozenset((PLAYER,)),
            board=tuple(map(_text, view.faces)),
            bombs=view.bombs,
            marks=view.marks,
            debug=view.debug,
            outcome=view.outcome,
        )
    )


@lru_cache(maxsize=4096)
def _text(row: bytes) -> str:
    """Give a row as text; a row that stayed is the same object again, and nobody has to compare it."""
    return row.decode("ascii")
