"""The planes of planeFight, as a shape for tests of the fleet kit, and a defender who answers attacks on them."""

from collections.abc import Sequence

from fogfield.core.grid import Cell, Grid
from fogfield.kits.fleet.guessing import DESTROY, HIT, VOID
from fogfield.kits.fleet.yard import Piece, Yard

PLANE = (
    ((0, 0), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2), (2, 0), (3, -1), (3, 0), (3, 1)),
    ((0, 0), (-2, -1), (-1, -1), (0, -1), (1, -1), (2, -1), (0, -2), (-1, -3), (0, -3), (1, -3)),
    ((0, 0), (-1, 2), (-1, 1), (-1, 0), (-1, -1), (-1, -2), (-2, 0), (-3, 1), (-3, 0), (-3, -1)),
    ((0, 0), (2, 1), (1, 1), (0, 1), (-1, 1), (-2, 1), (0, 2), (1, 3), (0, 3), (-1, 3)),
)


def planes(rows: int = 10, cols: int = 10, *, wraps: bool = False) -> Yard:
    return Yard(Grid(rows, cols), PLANE, wraps=wraps)


def answer(yard: Yard, layout: Sequence[Piece], shots: Sequence[tuple[Cell, int]], cell: Cell, *, fades: bool) -> int:
    """Answer an attack as the rules say."""
    piece = yard.at(cell, layout)
    if piece is None:
        return VOID
    if piece.head == cell:
        return DESTROY
    return VOID if fades and (piece.head, DESTROY) in shots else HIT
