"""A minefield as bit sets, as chess programs keep their boards: one integer for all cells of one kind.

Row after row lies in one integer, with one spare bit behind each row, so that a shift by one never walks
from the end of a row into the next. The mines of a 255x255 field are one integer of 8 KB; union and difference are one
operation on it, "all neighbours of" a handful. Digits are counted only for rows that somebody looks at.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from fogfield.core.grid import Cell, Grid

if TYPE_CHECKING:  # a field alone needs no chance
    from random import Random


class Field:
    """The shape of a minefield, and what can be said of bit sets on it. Make one with `Field.of`."""

    __slots__ = ("all", "cols", "grid", "rows", "stride")

    def __init__(self, rows: int, cols: int) -> None:
        self.grid = Grid(rows, cols)
        self.rows = rows
        self.cols = cols
        self.stride = cols + 1
        self.all = int(("0" + "1" * cols) * rows, 2)

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rows: int, cols: int) -> "Field":
        """Give the field of this shape; shapes in use are shared."""
        return Field(rows, cols)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and self.grid == other.grid

    def __hash__(self) -> int:
        return hash(self.grid)

    def bit(self, cell: Cell) -> int:
        """Give the set that holds this cell alone."""
        return 1 << (cell[0] * self.stride + cell[1])

    def cells(self, cells: int) -> Iterator[Cell]:
        """Give the cells of a set, row by row."""
        for place, char in enumerate(reversed(f"{cells:b}")):
            if char == "1":
                yield Cell(*divmod(place, self.stride))

    def around(self, cells: int) -> int:
        """Give these cells and all that touch them, corners included."""
        wide = cells | cells << 1 | cells >> 1
        return (wide | wide << self.stride | wide >> self.stride) & self.all

    def beside(self, cells: int) -> int:
        """Give these cells and all that share a side with them."""
        return (cells | cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride) & self.all

    def count(self, mines: int, cell: Cell) -> int:
        """Count the mines in the eight cells around one."""
        return (mines & self.around(self.bit(cell)) & ~self.bit(cell)).bit_count()

    def spread(self, cells: int, first: int, last: int) -> int:
        """Give some rows of a set as an integer with a byte, 0 or 1, for each of their bits, the spare ones included.

        Arithmetic on such integers works on all cells at once: no byte can overflow into its neighbour.
        """
        width = (last - first + 1) * self.stride
        shifted = cells >> first * self.stride if first >= 0 else cells << -first * self.stride
        bits = shifted & ((1 << width) - 1)
        return int.from_bytes(f"{bits:0{width}b}".encode().translate(_DIGITS)) if bits else 0

    def counts(self, mines: int, first: int, last: int) -> int:
        """Count the mines around every cell of some rows: an integer with a byte for each, as in `spread`.

        The bytes of the spare bits mean nothing.
        """
        row = 8 * self.stride
        wide = self.spread(mines, first - 1, last + 1)
        three = wide + (wide << 8) + (wide >> 8)
        around = three + (three >> row) + (three >> 2 * row) - (wide >> row)
        return around & ((1 << (last - first + 1) * row) - 1)

    def cut(self, codes: int, first: int, last: int) -> list[bytes]:
        """Cut an integer as from `spread` into rows of bytes, without the spare ones."""
        board = codes.to_bytes((last - first + 1) * self.stride, "little")
        return [board[start : start + self.cols] for start in range(0, len(board), self.stride)]

    def span(self, cells: int) -> tuple[int, int]:
        """Give the first and the last row that a set touches; it must not be empty."""
        return ((cells & -cells).bit_length() - 1) // self.stride, (cells.bit_length() - 1) // self.stride


def repainted(rows: tuple[bytes, ...], first: int, new: Iterable[bytes]) -> tuple[bytes, ...]:
    """Put rows in their places from one row on; a row that looks as before stays the same object."""
    painted = list(rows)
    for row, line in enumerate(new, first):
        if line != painted[row]:
            painted[row] = line
    return tuple(painted)


#: Turns the text of a number in base 2 into bytes 0 and 1.
_DIGITS = bytes(int(code == ord("1")) for code in range(256))


def scatter(field: Field, count: int, rng: "Random") -> int:
    """Choose exactly `count` cells, every such choice being equally likely.

    A biased coin is thrown for all cells at once, then the difference to `count` is mended one random cell at
    a time. Given how many cells the coins took, every set of that size is equally likely, and mending keeps it
    so. For 29,262 of 65,025 cells this is more than ten times as fast as `random.sample`.
    """
    total = len(field.grid)
    bar = round(256 * count / total)
    coin = bytes([49] * bar + [48] * (256 - bar))
    cells = bytearray(rng.randbytes(total).translate(coin))
    missing = count - cells.count(b"1")
    while missing:
        place = rng.randrange(total)
        if missing > 0 and cells[place] == 48:
            cells[place] = 49
            missing -= 1
        elif missing < 0 and cells[place] == 49:
            cells[place] = 48
            missing += 1
    cols = field.cols
    rows = (b"0" + cells[start : start + cols][::-1] for start in range(total - cols, -1, -cols))
    return int(b"".join(rows), 2)


def opening(field: Field, mines: int, start: Cell, closed_to: int) -> int:
    """Give what opens when a cell without mines around it is revealed.

    From such a cell it goes on to the four cells beside it. A cell that touches a mine is opened and not walked
    through; the cells of `closed_to` are neither. The published rule describes a depth-first walk; the set that
    it reaches does not depend on the order, so all directions are walked at once here.
    """
    empty = field.all & ~field.around(mines) & ~closed_to
    stride = field.stride
    reached = field.bit(start)
    further = 0
    while further != reached:
        further = reached
        reached = (further | further << 1 | further >> 1 | further << stride | further >> stride) & empty
    return field.beside(reached) & ~closed_to


def area(field: Field, mines: int, start: int, closed_to: int) -> int:
    """Give what opens together in the game that everyone knows: from a cell without mines around, all eight."""
    empty = field.all & ~field.around(mines) & ~closed_to
    reached = start & empty
    further = 0
    while further != reached:
        further = reached
        reached = field.around(further) & empty
    return (field.around(reached) | start) & ~closed_to
