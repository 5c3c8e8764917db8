"""Cells and the rectangle they lie in. Inside the house a place is always `Cell(row, col)`, counted from 0."""

from collections.abc import Iterator
from typing import NamedTuple


class Cell(NamedTuple):
    """One place of a grid. Codecs alone know about (x, y), 1..16 or bytes."""

    row: int
    col: int


def steps_between(one: Cell, other: Cell) -> int:
    """Give how many steps to cells that touch lead from one to the other."""
    return max(abs(one.row - other.row), abs(one.col - other.col))


#: Steps to the four cells that share a side: up, down, left, right.
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
#: Steps to the eight cells that touch.
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Grid:
    """A rectangle of cells."""

    __slots__ = ("cols", "rows")

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.rows, self.cols) == (other.rows, other.cols)

    def __hash__(self) -> int:
        return hash((self.rows, self.cols))

    def __repr__(self) -> str:
        return f"Grid({self.rows}, {self.cols})"

    def __len__(self) -> int:
        return self.rows * self.cols

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def __iter__(self) -> Iterator[Cell]:
        return (Cell(row, col) for row in range(self.rows) for col in range(self.cols))

    def clamp(self, row: int, col: int) -> Cell:
        """Give the nearest cell inside."""
        row = 0 if row < 0 else row if row < self.rows else self.rows - 1
        col = 0 if col < 0 else col if col < self.cols else self.cols - 1
        return Cell(row, col)

    def near(self, cell: Cell, steps: tuple[tuple[int, int], ...] = AROUND) -> Iterator[Cell]:
        """Give the cells inside that lie the given steps away from a cell."""
        for down, right in steps:
            row, col = cell.row + down, cell.col + right
            if 0 <= row < self.rows and 0 <= col < self.cols:
                yield Cell(row, col)
