"""What somebody would believe who has a view and knows nothing else: how likely things are on each cell.

A game folder may have a function that makes a `Belief` of a view, and give it the name `BELIEF`. It says what a bot of
the house goes by, so it is shown after the end only: nobody should be played for by a page that he has open.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from fogfield.core.game import Seat
from fogfield.core.grid import Cell, Grid
from fogfield.core.schema import Schema

#: Chances are told to so many places.
PLACES = 4
_LEAST = 10.0**-PLACES


class Chances(NamedTuple):
    """How likely something is on each cell of a board, row by row; None where that is no question any more."""

    what: str
    #: Whose board it is, where each seat has one.
    seat: Seat | None
    cells: tuple[tuple[float | None, ...], ...]


class Figure(NamedTuple):
    """Something that changes from move to move, from 0 to 1, and how it is told."""

    name: str
    value: float
    text: str


class Belief(NamedTuple):
    """Everything that is believed at one moment; `doubt` says why it is not exact, if it is not."""

    maps: tuple[Chances, ...] = ()
    figures: tuple[Figure, ...] = ()
    doubt: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        return {
            "maps": [one._asdict() for one in self.maps],
            "figures": [one._asdict() for one in self.figures],
            "doubt": self.doubt,
        }


Believes: TypeAlias = Callable[[Any], Belief]


def spread(grid: Grid, chances: Mapping[Cell, float]) -> tuple[tuple[float | None, ...], ...]:
    """Lay chances out row by row; a cell without one is no question. 0 and 1 are told of what is certain alone."""
    found = {cell: _rounded(chance) for cell, chance in chances.items()}
    return tuple(tuple(found.get(Cell(row, col)) for col in range(grid.cols)) for row in range(grid.rows))


def _rounded(chance: float) -> float:
    if chance <= 0 or chance >= 1:
        return 0.0 if chance <= 0 else 1.0
    return min(1 - _LEAST, max(_LEAST, round(chance, PLACES)))


def in_all(weights: Mapping[int, float]) -> dict[int, float]:
    """Make chances of weights: exactly one of these has it."""
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()} if total > 0 else {}


def counted(number: int, of: int) -> str:
    """Tell a number of so many; nobody reads one of more than ten digits."""
    return f"{_told(number)} of {_told(of)}"


def _told(number: int) -> str:
    return f"{number:,}" if number < 10**10 else f"about 10^{len(str(number)) - 1}"


#: A chance; null where there is none to tell.
CHANCE: Schema = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_TEXT: Schema = {"type": "string"}


def _object(**parts: Schema) -> Schema:
    return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}


#: What `as_json` gives.
SCHEMA = _object(
    maps={
        "type": "array",
        "items": _object(
            what={**_TEXT, "description": "what may be on a cell"},
            seat={"type": ["integer", "null"], "minimum": 0, "description": "whose board it is, if each seat has one"},
            cells={
                "type": "array",
                "items": {"type": "array", "items": CHANCE},
                "description": "how likely that is, row by row; null where it is no question any more",
            },
        ),
    },
    figures={
        "type": "array",
        "items": _object(
            name=_TEXT,
            value={"type": "number", "minimum": 0, "maximum": 1},
            text={**_TEXT, "description": "the value for people"},
        ),
    },
    doubt={**_TEXT, "description": "why the chances are not exact; empty if they are"},
)
