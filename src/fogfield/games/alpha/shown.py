"""A view as a program or a browser gets it."""

from typing import Annotated, Any, NamedTuple

from fogfield.core import plain
from fogfield.core.grid import Cell
from fogfield.core.plain import Acting, Also, Ending, Looking, Natural
from fogfield.games.alpha.rules import PLAYER, WON, score
from fogfield.games.alpha.view import View


class Size(NamedTuple):
    """The size of the board."""

    rows: int
    cols: int


class Shown(NamedTuple):
    """The board as a viewer may see it."""

    options: Size
    seat: Looking
    to_act: Acting
    board: Annotated[
        tuple[Annotated[str, Also(pattern="^[ F?0-8]+$")], ...],
        "a text for each row, a character for each square: a blank if it is hidden; `F` marked; `?` guessed; `0` to "
        "`8` revealed, so many mines around",
    ]
    mines: Annotated[frozenset[Cell] | None, "where they are, once that is no secret; null before"]
    rounds: Annotated[Natural, "how many were played"]
    score: Annotated[str | None, "that of a winner, with two digits behind the point; null if nobody has won"]
    outcome: Ending


def write_view(view: View) -> Any:
    """Write a view. A board without mines does not exist, so where none are shown they are a secret."""
    size = Size(len(view.squares), len(view.squares[0]))
    return plain.write(
        Shown(
            options=size,
            seat=view.seat,
            to_act=frozenset() if view.outcome else frozenset((PLAYER,)),
            board=view.squares,
            mines=view.mines or None,
            rounds=view.rounds,
            score=score(*size, view.rounds) if view.outcome == WON else None,
            outcome=view.outcome,
        )
    )
