"""Positions that no play reaches: how long the solver takes for whatever it is asked, up to the largest board."""

import itertools
import time
from collections.abc import Callable
from random import Random
from typing import Any

from bench.mines import get_ready
from fogfield.core.grid import Cell
from fogfield.kits.mines.advice import advise_on
from fogfield.kits.mines.field import Field
from fogfield.kits.mines.machine import machine
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.solver import NoSolution, Solver

Row = dict[str, Any]

#: Which of the safe cells are open.
OPEN: dict[str, Callable[[Cell, Random], bool]] = {
    "5 % at random": lambda cell, rng: rng.random() < 0.05,
    "20 % at random": lambda cell, rng: rng.random() < 0.2,
    "35 % at random": lambda cell, rng: rng.random() < 0.35,
    "60 % at random": lambda cell, rng: rng.random() < 0.6,
    "chessboard": lambda cell, rng: (cell.row + cell.col) % 2 == 0,
    "every second row": lambda cell, rng: cell.row % 2 == 0,
    "every third column": lambda cell, rng: cell.col % 3 == 0,
    "every second one of every second row": lambda cell, rng: cell.row % 2 == cell.col % 2 == 0,
    "every third diagonal": lambda cell, rng: (cell.row + cell.col) % 3 == 0,
    "a knight's move apart": lambda cell, rng: (cell.row + 2 * cell.col) % 5 == 0,
}
#: Columns and rows, how many of a hundred cells are mines, and what is open; on the largest board all densities.
CASES = [
    *itertools.product([(30, 16), (64, 64)], [10, 20, 40], OPEN, ["as it is"]),
    *itertools.product([(255, 255)], [5, 10, 20, 30, 40, 50, 60], OPEN, ["as it is", "stuck"]),
    *itertools.product([(255, 255)], [20, 40], OPEN, ["a number is wrong"]),
]


def ask(size: tuple[int, int], percent: int, opened: str, kind: str) -> Row:
    """Ask everything about a position: as it is, when nothing is safe any more, or when a number in it is wrong."""
    get_ready()
    position, mines, digits = _laid(size, percent, opened)
    if kind == "stuck":
        _open_what_is_safe(position, digits)
    elif kind == "a number is wrong":
        _spoil(position)
    machine().owner = None
    began = time.process_time()
    refuted, exact = 0, "refused"
    try:
        advice = advise_on(position)
        refuted = sum(cell in mines for cell in advice.proved.safe) + sum(
            cell not in mines for cell in advice.proved.mines
        )
        exact = "no" if advice.doubt else "yes"
    except NoSolution:
        pass
    return {
        "board": "{}x{}".format(*size), "mines, %": percent, "open": opened, "kind": kind,
        "seconds CPU": time.process_time() - began, "exact": exact,
        "refuted proofs": refuted if kind != "a number is wrong" else 0,
    }  # fmt: skip


def _laid(size: tuple[int, int], percent: int, opened: str) -> tuple[Position, set[Cell], list[list[int]]]:
    cols, rows = size
    rng = Random(f"{size} {percent} {opened}")
    field = Field.of(rows, cols)
    mines = set(rng.sample(list(field.grid), rows * cols * percent // 100))
    digits = field.cut(field.counts(sum(map(field.bit, mines)), 0, rows - 1), 0, rows - 1)
    is_open = OPEN[opened]
    shown = {cell: digits[cell.row][cell.col] for cell in field.grid if cell not in mines and is_open(cell, rng)}
    return Position(field.grid, len(mines), shown), mines, [list(line) for line in digits]


def _open_what_is_safe(position: Position, digits: list[list[int]]) -> None:
    solver = Solver(position.grid.rows, position.grid.cols, position.mines)
    solver.tell(position.shown.items())
    while safe := solver.safe():
        new = {cell: digits[cell.row][cell.col] for cell in safe}
        position.shown.update(new)
        solver.tell(new.items())


def _spoil(position: Position) -> None:
    """Make a number in the middle larger by one."""
    cell = sorted(position.shown)[len(position.shown) // 2]
    position.shown[cell] = min(8, position.shown[cell] + 1)
