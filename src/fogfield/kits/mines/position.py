"""A board as text, pasted from anywhere: what is open, what is closed, and how many mines there are.

The first line is `mines 99`. Then a line for each row, a character for each cell: `0` to `8` for an open cell (`.` is
0, too), `*` for a mine that is known because it was hit, `?` or `#` for a closed cell, `!` or `F` for one with a
flag, which is not believed. Blanks between characters do not count, nor do lines that are empty or begin with `;`, nor
what an editor leaves unseen: a byte order mark, and any ends of lines.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.engine.layout import MOST_SIDE
from fogfield.kits.mines.solver import MINE

_CLOSED = "?#!F"
#: The byte order mark with which some editors begin a text.
_MARK = "\ufeff"


class PositionError(FogfieldError):
    """A text is no board."""


class Position(NamedTuple):
    """A board of which a part is open."""

    grid: Grid
    mines: int
    #: What open cells show, and MINE for a mine that is known.
    shown: dict[Cell, int]


def read(text: str) -> Position:
    """Read a board."""
    lines = [(number, line.strip()) for number, line in enumerate(text.removeprefix(_MARK).splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(";")]
    if not lines:
        raise PositionError("there is no board; it begins with a line like 'mines 99'")
    number, head = lines[0]
    words = head.split()
    if len(words) != 2 or words[0] != "mines" or not re.fullmatch("[0-9]{1,5}", words[1]):
        raise PositionError(f"line {number}: a board begins with a line like 'mines 99', not {head[:40]!r}")
    if len(lines) == 1:
        raise PositionError(f"the rows are missing: below {head!r} comes a line for each row, such as '?1.'")
    shown: dict[Cell, int] = {}
    cols = 0
    for row, (number, line) in enumerate(lines[1:]):
        chars = "".join(line.split())
        cols = cols or len(chars)
        if len(chars) != cols:
            raise PositionError(f"line {number} has {count(len(chars), 'cell')}, and the one above has {cols}")
        for col, char in enumerate(chars):
            if char not in _CLOSED:
                shown[Cell(row, col)] = _shown(char, number)
    rows, mines = len(lines) - 1, int(words[1])
    if not (1 <= rows <= MOST_SIDE and 1 <= cols <= MOST_SIDE):
        raise PositionError(f"a board of {cols}x{rows} is too small or too large: from 1x1 to 255x255 are possible")
    if mines > rows * cols:
        raise PositionError(f"{count(mines, 'mine does', 'mines do')} not fit on a board of {cols}x{rows}")
    return Position(Grid(rows, cols), mines, shown)


def _shown(char: str, number: int) -> int:
    if char == "*":
        return MINE
    if char == ".":
        return 0
    if char in "012345678":
        return int(char)
    raise PositionError(
        f"line {number}: {char!r} is no cell; there are 0-8 . * for open ones and ? # ! F for closed ones"
    )


def digits(rows: Iterable[Iterable[str]]) -> dict[Cell, int]:
    """Give what is open in the rows of a view, with a character for each cell: a digit, or `.` for 0, if it is open."""
    return {
        Cell(row, col): 0 if char == "." else int(char)
        for row, line in enumerate(rows)
        for col, char in enumerate(line)
        if char in ".012345678"
    }


def write(position: Position) -> str:
    """Write a board as it can be read."""
    grid, mines, shown = position
    char = {cell: "*" if digit == MINE else str(digit) for cell, digit in shown.items()}
    rows = ("".join(char.get(Cell(row, col), "?") for col in range(grid.cols)) for row in range(grid.rows))
    return f"mines {mines}\n" + "".join(f"{row}\n" for row in rows)
