"""Patterns that players know by name: what they prove is found, and nothing else is."""

import itertools

import pytest

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.solver import Solver

# Digits are open; `s` is safe and `x` a mine, and both must be found; `?` is closed and nothing is known of it.
PATTERNS: dict[str, tuple[int | None, list[str]]] = {
    "1-1 at a wall": (None, ["??s??", "11111"]),
    "1-1+": (None, ["??s?", "11s?"]),
    "1-2": (None, ["??x??", "12221"]),
    "1-2+": (None, ["??x?", "13x?"]),
    "1-2C": (None, ["?s??x??", "?1123??"]),
    "1-2C+": (None, ["??s??x", "11113x"]),
    "1-2-1": (None, ["sxsxs", "11211"]),
    "1-2-2-1": (None, ["ssxxss", "012210"]),
    "1-2-1 around a mine": (None, ["sxsxs", "s232s", "s1x1s"]),
    "2-2-2 in a corner": (None, ["xx", "x3"]),
    "2-1 where two walls meet": (None, ["?s??", "s211", "?1??", "?1??"]),
    "H1: a hole behind a 1-1": (None, ["??s", "11s", "00s"]),
    "H2: a hole behind a 1-2": (None, ["??s?", "12??", "01??"]),
    "H3: a one between two holes": (None, ["s?s", "111", "s?s"]),
    "T1: two ones at the tip of a triangle": (None, ["1?s", "?1s", "sss"]),
    "T2: ones around a triangle": (None, ["x1ss", "1s11", "s1x1"]),
    "a chain of ones with two ways through": (None, ["??s??s??", "11111111"]),
    "a chain of ones that ends at a wall": (None, ["xssxssx", "1111111"]),
    "all mines are found, so the rest is safe": (1, ["1xs", "11s", "sss"]),
    "as many mines are left as there are cells": (5, ["3x", "xx", "xx"]),
    "the last mine touches both numbers": (1, ["1ss", "sxs", "ss1"]),
    "the last mine lies between two numbers": (1, ["s1s", "???", "s1s"]),
    "each of two numbers has its own mine": (2, ["1?sss", "??s??", "sss?1"]),
}


def forced(grid: Grid, mines: int | None, digits: dict[Cell, int]) -> tuple[set[Cell], set[Cell]]:
    """What is the same in every way to lay mines, found by trying all of them: the safe cells, and the mines."""
    closed = [cell for cell in grid if cell not in digits]
    always, never = set(closed), set(closed)
    for laid in itertools.product((False, True), repeat=len(closed)):
        chosen = {cell for cell, mine in zip(closed, laid, strict=True) if mine}
        if mines is not None and len(chosen) != mines:
            continue
        if all(sum(near in chosen for near in grid.near(cell)) == digit for cell, digit in digits.items()):
            always &= chosen
            never -= chosen
    return never, always


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_found(name: str) -> None:
    mines, rows = PATTERNS[name]
    at = {Cell(row, col): char for row, line in enumerate(rows) for col, char in enumerate(line)}
    grid = Grid(len(rows), len(rows[0]))
    digits = {cell: int(char) for cell, char in at.items() if char.isdecimal()}
    solver = Solver(grid.rows, grid.cols, mines)
    solver.tell(digits.items())
    safe, mined = set(solver.proved().safe), set(solver.proved().mines)
    assert (safe, mined) == forced(grid, mines, digits)
    assert {cell for cell, char in at.items() if char == "s"} == safe
    assert {cell for cell, char in at.items() if char == "x"} == mined
