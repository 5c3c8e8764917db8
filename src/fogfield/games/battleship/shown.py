"""A view as a program or a browser gets it."""

from typing import Annotated, Any, NamedTuple

from fogfield.core import plain
from fogfield.core.plain import EACH, Acting, Also, Ending, Looking, Natural
from fogfield.games.battleship.rules import SEATS, Options
from fogfield.games.battleship.view import View


class Shown(NamedTuple):
    """Both grids as a viewer may see them."""

    options: Options
    seat: Looking
    to_act: Acting
    placed: Annotated[tuple[bool, ...], EACH, "whether each seat has placed its boats"]
    boards: Annotated[
        tuple[Annotated[str, Also(pattern="^[~OX*]+$")], ...],
        EACH,
        "the grid of each seat, a character for each cell: `~` water, or nothing known; `O` boat; `X` boat that was "
        "hit; `*` miss",
    ]
    shots: Annotated[
        tuple[tuple[Natural, ...], ...],
        EACH,
        "the cells that each seat has attacked, in order; the first seat begins, and they take turns",
    ]
    outcome: Ending


def write_view(view: View) -> Any:
    """Write a view."""
    return plain.write(
        Shown(
            options=view.options,
            seat=view.seat,
            to_act=view.to_act,
            placed=view.placed,
            boards=view.boards,
            shots=tuple([tuple([shot.cell.col for shot in view.shots[seat::SEATS]]) for seat in range(SEATS)]),
            outcome=view.outcome,
        )
    )
