"""Boards by name: a short text that gives the same mines everywhere, once the first cell is known.

`30x16-99-safe-fern` has 30 columns, 16 rows, 99 mines, a first cell that is no mine, and the seed "fern".
"""

import hashlib
import re
from collections.abc import Callable, Collection
from itertools import combinations
from math import comb
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.engine import layout, playing, serving
from fogfield.kits.mines.field import Field, area
from fogfield.kits.mines.machine import Machine, machine

#: Start rules: the first cell may be a mine, is none, has none around it, or leads to the end without a guess.
STARTS = {"unsafe": playing.UNSAFE, "safe": playing.SAFE_START, "zero": playing.ZERO, "noguess": playing.ZERO}
#: Where an area opens for certain, this far from both sides of a corner is where most games are won; measured.
INWARDS = 3
#: The boards that have names: columns, rows, mines.
KINDS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
#: The kind and the start rule of the board of the day, unless others are asked for; the page takes the same.
DAILY = ("intermediate", "zero")
_NAME = re.compile(r"([1-9]\d{0,2})x([1-9]\d{0,2})-(\d{1,5})-([a-z]+)-([A-Za-z0-9.]{1,40})", re.ASCII)
#: No board without a guess is searched for with a larger share of mines; up to so many cells that share may be larger.
MOST_DENSE, SMALL, MOST_DENSE_SMALL = 0.3, 100, 0.4
#: Up to so many ways to lay the mines it is seen beforehand whether any leaves something to play, and each way is tried
#: about so often.
MOST_WAYS, TIMES_EACH = 5_000, 20
#: Boards that are laid at a time in the search for one without a guess, and the cells that these have together unless
#: it is one board; between two such times it can be stopped.
AT_A_TIME, CELLS_AT_A_TIME = 20, 2_000
#: Cells that may be laid in all before such a search gives up: some ten seconds, compiled.
MOST_WORK = 40_000_000


class BoardError(FogfieldError):
    """There is no such board."""


class NoBoard(FogfieldError):
    """No board without a guess was found."""


class Board(NamedTuple):
    """A board before its first cell: size, mines, start rule and seed."""

    cols: int
    rows: int
    mines: int
    start: str
    seed: str

    def __str__(self) -> str:
        return f"{self.cols}x{self.rows}-{self.mines}-{self.start}-{self.seed}"

    @property
    def grid(self) -> Grid:
        """Give its cells."""
        return Grid(self.rows, self.cols)

    def faults(self) -> tuple[str, ...]:
        """Say everything that is wrong with it."""
        found = []
        for name, value in (("columns", self.cols), ("rows", self.rows)):
            if not 1 <= value <= layout.MOST_SIDE:
                found.append(f"{name} {value} not in 1-{layout.MOST_SIDE}")
        if self.start not in STARTS:
            found.append(f"there is no start rule {self.start!r}; there are {', '.join(STARTS)}")
        if not re.fullmatch(r"[A-Za-z0-9.]{1,40}", self.seed):
            found.append("a seed has 1 to 40 letters, digits and dots")
        if not found:
            around = min(3, self.cols) * min(3, self.rows) if STARTS[self.start] == playing.ZERO else 1
            least = 1 if self.start == "noguess" else 0
            most = self.cols * self.rows - (1 if self.start == "unsafe" else around)
            if most < least:
                size = f"{self.cols}x{self.rows}"
                found.append(f"{size} is too small for a board without a guess: its first cell may open everything")
            elif self.mines > most or self.mines < 0:
                fit = count(self.mines, "mine does", "mines do")
                likely = min(most, _most_mines(self)) if self.start == "noguess" else most
                found.append(
                    f"{fit} not fit: from {least:,} to {max(least, likely):,} do"
                    if likely
                    else f"{fit} not fit: there is room for none"
                )
        return tuple(found)


def read(text: str) -> Board:
    """Read the name of a board."""
    match = _NAME.fullmatch(text)
    if not match:
        raise BoardError(f"{text!r} is no board; one is called 30x16-99-safe-fern: size, mines, start rule, seed")
    cols, rows, mines, start, seed = match.groups()
    board = Board(int(cols), int(rows), int(mines), start, seed)
    if faults := board.faults():
        raise BoardError(f"{text!r} is no board: {'; '.join(faults)}")
    return board


def best_first(grid: Grid, start: str) -> Cell:
    """Give the first cell with which most games are won: a corner, or a place near it if an area opens for certain."""
    if STARTS[start] != playing.ZERO:
        return Cell(0, 0)
    return Cell(min(INWARDS, (grid.rows - 1) // 2), min(INWARDS, (grid.cols - 1) // 2))


def daily(kind: str, start: str, year: int, month: int, day: int) -> Board:
    """Give the board of a day."""
    return Board(*KINDS[kind], start, f"{year:04}.{month:02}.{day:02}")


def lay(board: Board, first: Cell) -> frozenset[Cell]:
    """Give the mines of a board whose first cell is known; not for boards without a guess, which are searched for."""
    free = _free(board, first)
    state = [0] * (layout.SEED_B + 1)
    state[layout.SEED_A], state[layout.SEED_B] = seeds(board.seed)
    for k in range(board.mines):
        other = k + ((playing.draw(state) << 30) ^ playing.draw(state)) % (len(free) - k)
        free[k], free[other] = free[other], free[k]
    return frozenset(free[: board.mines])


def _free(board: Board, first: Cell) -> list[Cell]:
    """Give the cells that may hold a mine, row by row."""
    rule = STARTS[board.start]
    kept = {first} if rule != playing.UNSAFE else set()
    if rule == playing.ZERO:
        kept.update(board.grid.near(first))
    return [cell for cell in board.grid if cell not in kept]


def seeds(seed: str) -> tuple[int, int]:
    """Give the two numbers with which the engine's random numbers begin."""
    digest = hashlib.sha256(f"board {seed}".encode()).digest()
    return int.from_bytes(digest[:4]) | 1, int.from_bytes(digest[4:8])


def prepare(found: Machine, board: Board, first: Cell) -> None:
    """Tell the engine which boards to lay."""
    m = found.m
    found.owner = None
    found.set_board(board.rows, board.cols, board.mines)
    m[layout.START], m[layout.LIVES], m[layout.LEVEL] = STARTS[board.start], 0, 0
    m[layout.FIRST] = (first.row + 1) * (board.cols + 2) + first.col + 1
    m[layout.SEED_A], m[layout.SEED_B] = seeds(board.seed)


def hopeless(board: Board, first: Cell | None = None) -> str:
    """Say why no board without a guess is searched for, from this first cell or from any; nothing if one is."""
    if not board.mines:
        return "without mines the first cell opens everything, so there is nothing to play"
    if first is not None and _always_opens_all(board, first):
        return (
            f"on {board.cols}x{board.rows} with {count(board.mines, 'mine')} this first cell opens everything that"
            " is safe, wherever the mines lie, so there is nothing to play"
        )
    if board.mines > _most_mines(board):
        if _is_line(board):
            return (
                "on a board that is one cell wide nothing tells what lies behind the two mines that are found first, so"
                f" {board.mines} mines always lead to a guess there"
            )
        share = 100 * _densest(board)
        return f"with more than {share:.0f} % mines a board without a guess is hardly ever found at this size"
    return ""


def _most_mines(board: Board) -> int:
    """Give the most mines with which a board without a guess is searched for.

    On a line an area ends at a mine on each side, and what lies behind these only the number of mines can tell.
    """
    return 2 if _is_line(board) else int(_densest(board) * board.cols * board.rows)


def _is_line(board: Board) -> bool:
    return min(board.cols, board.rows) == 1


def _densest(board: Board) -> float:
    """Give the largest share of mines with which a board without a guess is searched for."""
    return MOST_DENSE_SMALL if board.cols * board.rows <= SMALL else MOST_DENSE


def _always_opens_all(board: Board, first: Cell) -> bool:
    """Say whether a first cell opens everything that is safe, however the mines are laid."""
    if not _ways(board, first):
        return False
    return all(opens_all(board.grid, mines, first) for mines in combinations(_free(board, first), board.mines))


def _ways(board: Board, first: Cell) -> int:
    """Give in how many ways the mines can be laid if these are few, else 0."""
    if board.cols * board.rows > MOST_WAYS:
        return 0
    ways = comb(len(_free(board, first)), board.mines)
    return ways if ways <= MOST_WAYS else 0


def without_guess(
    board: Board, first: Cell, halt: Callable[[int], str] = lambda tries: ""
) -> tuple[frozenset[Cell], int]:
    """Search for a board that proofs alone solve from its first cell; gives its mines, and how many were tried.

    A board of which the first cell opens everything is none: there would be nothing left to play.
    `halt` is asked between tries, with their number; if it says why the search must end, or too many were tried,
    `NoBoard` tells so. Where nothing can be found it does at once.
    """
    if why := hopeless(board, first):
        raise NoBoard(why)
    found = machine()
    prepare(found, board, first)
    tries, size, ways = 0, len(board.grid), _ways(board, first)
    most = MOST_WORK // size
    if every_way := 0 < TIMES_EACH * ways <= most:
        most = TIMES_EACH * ways
    found.m[layout.TRIES] = at_a_time = max(1, min(AT_A_TIME, CELLS_AT_A_TIME // size))
    while tries < most:
        took = found.run(serving.NO_GUESS)
        tries += took or at_a_time
        why = halt(tries)  # also told of the last one, so that whoever counts has them all
        if took and not opens_all(board.grid, mines := _truth(found, board), first):
            return mines, tries
        if why:
            raise NoBoard(f"{why}: {_in_vain(board, tries)}")
    if not every_way:
        raise NoBoard(_in_vain(board, tries))
    raise NoBoard(
        f"however {count(board.mines, 'mine')} may lie on {board.cols}x{board.rows}, this first cell opens everything"
        " or leads to a guess; with another first cell or another size there may be a board"
    )


def _in_vain(board: Board, tries: int) -> str:
    """Say that so many boards were tried, and what would help."""
    percent = 100 * board.mines / len(board.grid)
    return (
        f"of {count(tries, 'board')} of {board.cols}x{board.rows} with {count(board.mines, 'mine')} ({percent:.0f} %)"
        " none could be solved without a guess; fewer mines or a smaller board make it likelier"
    )


def opens_all(grid: Grid, mines: Collection[Cell], first: Cell) -> bool:
    """Say whether a cell opens everything that is safe."""
    field = Field.of(grid.rows, grid.cols)
    mined = sum(map(field.bit, mines))
    return area(field, mined, field.bit(first), closed_to=0) | mined == field.all


def _truth(found: Machine, board: Board) -> frozenset[Cell]:
    stride = board.cols + 2
    truth = found.ints(layout.TRUTH, stride * (board.rows + 2))
    return frozenset(Cell(place // stride - 1, place % stride - 1) for place, mine in enumerate(truth) if mine)
