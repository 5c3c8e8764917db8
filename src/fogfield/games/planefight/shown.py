"""A view as a program or a browser gets it."""

from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypeAlias

from fogfield.core import plain
from fogfield.core.game import Seat
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.core.plain import EACH, Acting, Also, Ending, Looking, Natural
from fogfield.games.planefight import rules
from fogfield.games.planefight.fleet import Answer, Chart, Options, Shot, yard
from fogfield.games.planefight.rules import SEATS, Phase
from fogfield.games.planefight.view import View

#: The largest numbers that a map of the published protocol can have: of a row or column, and of a turn.
MOST_SHOWN, MOST_TURN = 0xFFFF, 0xFF

NOTHING, BODY, HEAD = ".", "P", "H"
#: What an attack leaves behind, by the number of its answer.
MARKS = "oxX"

_Index: TypeAlias = Annotated[int, Also(minimum=0, maximum=MOST_SHOWN)]
_Plane: TypeAlias = Annotated[
    tuple[_Index, _Index, Annotated[int, Also(minimum=0, maximum=MOST_TURN)]],
    "[row, column, turn] of a head; the nose points up (0), right (1), down (2) or left (3)",
]
_Shot: TypeAlias = Annotated[
    tuple[Natural, Natural, Annotated[int, Also(minimum=min(Answer), maximum=max(Answer))]],
    "[row, column, answer]; 0 void, 1 hit, 2 a head, and its plane destroyed",
]
_Row: TypeAlias = Annotated[str, Also(pattern="^[.PHoxX]+$")]


class Shown(NamedTuple):
    """Both fields as a viewer may see them."""

    options: Options
    seat: Looking
    to_act: Acting
    phase: Annotated[Phase, "how far it is: `showing` means that it is decided, and not all maps were shown yet"]
    turn: Annotated[Natural, "counted from 1; on odd turns the first seat attacks"]
    ready: Annotated[tuple[bool, ...], EACH, "whether each seat has placed its planes"]
    boards: Annotated[
        tuple[tuple[_Row, ...], ...],
        EACH,
        "the field of each seat, a text for each row, a character for each cell: `.` nothing, or nothing known; `P` "
        "plane; `H` its head; attacked: `o` void, `x` hit, `X` a head",
    ]
    fleets: Annotated[
        tuple[tuple[_Plane, ...] | None, ...], EACH, "the planes of each seat; null if the viewer may not know them"
    ]
    shots: Annotated[tuple[tuple[_Shot, ...], ...], EACH, "the attacks of each seat that were answered, in order"]
    attacks: Annotated[tuple[Cell | None, ...], EACH, "the attack of each seat that has no answer yet"]
    destroyed: Annotated[tuple[Natural, ...], EACH, "how many planes each seat has lost"]
    decided: Annotated[Outcome | None, "who has won, even if not all maps were shown yet"]
    outcome: Ending


def write_view(view: View) -> Any:
    """Write a view."""
    shots = [rules.shots(view.story, seat) for seat in range(SEATS)]
    fleets = [None if fleet is None else tuple([(*head, turn) for head, turn in fleet]) for fleet in view.fleets]
    written = plain.write(
        Shown(
            options=view.options,
            seat=view.seat,
            to_act=view.to_act,
            phase=view.phase,
            turn=view.turn,
            ready=view.ready,
            boards=tuple([_board(view, seat, shots[SEATS - 1 - seat]) for seat in range(SEATS)]),
            fleets=tuple(fleets),
            shots=((), ()),
            attacks=view.attacks,
            destroyed=view.destroyed,
            decided=view.decided,
            outcome=view.outcome,
        )
    )
    # There may be thousands of them, and all but the last were written before.
    return {**written, "shots": [[_shot(cell, int(answer)) for cell, answer in made] for made in shots]}


@lru_cache(maxsize=1 << 16)
def _shot(cell: Cell, answer: int) -> list[int]:
    return [*cell, answer]


def _board(view: View, seat: Seat, shots: tuple[Shot, ...]) -> tuple[str, ...]:
    """Draw the field of a seat: its planes as far as they are known, and over them what the other's attacks found."""
    rows, cols = view.options.rows, view.options.cols
    field = [[NOTHING] * cols for _ in range(rows)]
    for plane in view.fleets[seat] or ():
        for row, col in yard(view.options).cells(plane):
            field[row][col] = HEAD if (row, col) == plane.head else BODY
    for (row, col), answer in Chart(shots).marks.items():
        field[row][col] = MARKS[answer]
    return tuple(map("".join, field))
