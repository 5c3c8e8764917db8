"""The two halves of a battlefield: a `Fleet` answers shots, a `Chart` keeps what is known of the other side.

A player whose program keeps its fleet for itself is believed until the maps are shown; then `audit` says where he lied.
SPEC.md numbers the rules; the numbers stand behind `#`.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from fogfield.core.grid import Cell, Grid
from fogfield.kits.fleet.yard import Piece, Yard

#: A plane: its head, and where its nose points: 0 up, 1 right, 2 down, 3 left.
Plane: TypeAlias = Piece

_UP = ((0, 0), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2), (2, 0), (3, -1), (3, 0), (3, 1))


def _quarter_turn(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    return tuple((right, -down) for down, right in steps)


#: The ten cells of a plane, head, wing, fuselage and tail, with its nose up, right, down, left (#2).
SHAPE = (
    _UP,
    _quarter_turn(_UP),
    _quarter_turn(_quarter_turn(_UP)),
    _quarter_turn(_quarter_turn(_quarter_turn(_UP))),
)


class Answer(IntEnum):
    """What an attack did, as it is published."""

    VOID = 0
    HIT = 1
    DESTROY = 2


class Options(NamedTuple):
    """The battlefield of both players, and the two modes. The first seat begins."""

    rows: int = 10
    cols: int = 10
    planes: int = 3
    cross_border: bool = False
    completely_destroy: bool = False


class Shot(NamedTuple):
    """An attack and its answer."""

    cell: Cell
    answer: Answer


@lru_cache(maxsize=32)
def _yard(rows: int, cols: int, wraps: bool) -> Yard:
    return Yard(Grid(rows, cols), SHAPE, wraps=wraps)


def yard(options: Options) -> Yard:
    """Give the field on which planes are laid."""
    return _yard(options.rows, options.cols, options.cross_border)


class Fleet:
    """The planes of one player, as he placed them; it answers shots."""

    __slots__ = ("_complete", "_owner", "planes")

    def __init__(self, options: Options, planes: Iterable[Plane]) -> None:
        field = yard(options)
        self.planes = tuple(sorted(planes))
        self._complete = options.completely_destroy
        self._owner = {cell: plane.head for plane in self.planes for cell in field.cells(plane)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fleet) and (self.planes, self._complete) == (other.planes, other._complete)

    def __hash__(self) -> int:
        return hash(self.planes)

    def __repr__(self) -> str:
        return f"Fleet({self.planes!r})"

    def answer(self, cell: Cell, lost: frozenset[Cell]) -> Answer:
        """Answer an attack, given the heads that were hit before it (#5, #6)."""
        head = self._owner.get(cell)
        if head is None:
            return Answer.VOID
        if head in lost:
            return Answer.VOID if self._complete else Answer.HIT
        return Answer.DESTROY if cell == head else Answer.HIT


class Chart:
    """What one player knows of the other's field: the answers that he got."""

    __slots__ = ("marks", "shots")

    def __init__(self, shots: Iterable[Shot] = ()) -> None:
        self.shots = tuple(shots)
        #: The first answer of every cell that was attacked; a later one says less.
        self.marks: dict[Cell, Answer] = {}
        for shot in self.shots:
            self.marks.setdefault(shot.cell, shot.answer)

    @property
    def heads(self) -> frozenset[Cell]:
        """The heads that were found."""
        return frozenset(cell for cell, answer in self.marks.items() if answer is Answer.DESTROY)


def wrong_with(options: Options, planes: Sequence[Plane]) -> list[str]:
    """Say everything that is wrong with a placement (#3)."""
    found = []
    field = yard(options)
    if len(planes) != options.planes:
        found.append(f"{options.planes} planes are to be placed, not {len(planes)}")
    found += [f"no plane can have its head at {place(plane.head)}, {_FACING.get(plane.turn, 'turned like this')}"
              for plane in planes if not field.cells(plane)]  # fmt: skip
    if field.overlap(planes):
        found.append("two planes overlap")
    return found


_FACING = {0: "facing up", 1: "facing right", 2: "facing down", 3: "facing left"}


def place(cell: Cell) -> str:
    """Write a cell as the published program shows it: (x,y)."""
    return f"({cell.col},{cell.row})"


def audit(options: Options, planes: Sequence[Plane], shots: Sequence[Shot]) -> tuple[str, ...]:
    """Say where a shown map is not allowed, or is not what the answers before said (#9)."""
    if not planes:
        return ("no map was shown",)
    found = wrong_with(options, planes)
    field = yard(options)
    if field.overlap(planes) or any(not field.cells(plane) for plane in planes):
        return tuple(found)  # such a map says nothing that could be compared
    fleet = Fleet(options, planes)
    lost: frozenset[Cell] = frozenset()
    for number, shot in enumerate(shots, 1):
        right = fleet.answer(shot.cell, lost)
        again = shot.cell in lost and shot.answer is Answer.DESTROY  # it answers so, and is not to blame for that
        if right is not shot.answer and not again:
            found.append(
                f"attack {number} at {place(shot.cell)} was answered {shot.answer.name.lower()}, "
                f"but by the map it is {right.name.lower()}"
            )
        if right is Answer.DESTROY:
            lost |= {shot.cell}
    return tuple(found)
