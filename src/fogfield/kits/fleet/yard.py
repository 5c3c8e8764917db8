"""A yard: a grid on which pieces of one shape are laid without overlapping, turned in any of the ways it can be turned.

Sets of cells are whole numbers here, with one bit for each cell, row by row: two pieces overlap if `a & b`.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from fogfield.core.grid import Cell, Grid

#: A shape in each of its turns: the steps (down, right) from the head to every cell that it covers, the head too.
Shape: TypeAlias = Sequence[Sequence[tuple[int, int]]]


class Piece(NamedTuple):
    """One piece: where its head is, and how it is turned."""

    head: Cell
    turn: int


class Yard:
    """A grid, a shape, and whether a piece that goes over an edge comes in at the opposite one (`wraps`)."""

    def __init__(self, grid: Grid, shape: Shape, *, wraps: bool = False) -> None:
        self.grid = grid
        self.shape = shape
        self.wraps = wraps

    def cells(self, piece: Piece) -> tuple[Cell, ...]:
        """Give the cells that a piece covers, in the order of the shape; none if it cannot lie there."""
        if piece.head not in self.grid or not 0 <= piece.turn < len(self.shape):
            return ()
        rows, cols = self.grid.rows, self.grid.cols
        found = []
        for down, right in self.shape[piece.turn]:
            row, col = piece.head.row + down, piece.head.col + right
            if self.wraps:
                row, col = row % rows, col % cols
            elif not (0 <= row < rows and 0 <= col < cols):
                return ()
            found.append(Cell(row, col))
        return tuple(found) if len(set(found)) == len(found) else ()

    def mask(self, piece: Piece) -> int:
        """Give the cells that a piece covers as a number; 0 if it cannot lie there."""
        return self.mask_of(self.cells(piece))

    def mask_of(self, cells: Iterable[Cell]) -> int:
        """Give a set of cells as a number."""
        mask = 0
        for row, col in cells:
            mask |= 1 << (row * self.grid.cols + col)
        return mask

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece that can lie here, by row, column and turn of its head."""
        turns = range(len(self.shape))
        return tuple(
            piece for head in self.grid for piece in (Piece(head, turn) for turn in turns) if self.cells(piece)
        )

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The cells of each of `pieces`."""
        return tuple(map(self.mask, self.pieces))

    def at(self, cell: Cell, pieces: Iterable[Piece]) -> Piece | None:
        """Give the piece that covers a cell."""
        return next((piece for piece in pieces if cell in self.cells(piece)), None)

    def overlap(self, pieces: Sequence[Piece]) -> bool:
        """Say whether two of these pieces cover the same cell."""
        taken = 0
        for mask in map(self.mask, pieces):
            if taken & mask:
                return True
            taken |= mask
        return False
