"""The odds of the solver against brute force, for every position of small boards.

A position is a set of open cells, what they show, and the number of mines: every one that some way to lay mines leads
to is asked, for all numbers of mines. Positions that differ by turning or mirroring the board are asked once.
"""

import itertools
import time
from typing import Any

import numpy as np

from bench.mines import get_ready
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.engine import layout, serving
from fogfield.kits.mines.machine import machine

Row = dict[str, Any]
Array = Any


def _symmetries(grid: Grid) -> list[list[int]]:
    """Give where each cell goes when the board is turned or mirrored onto itself."""
    rows, cols = grid.rows, grid.cols
    places = {cell: place for place, cell in enumerate(grid)}
    found = []
    for across, down, turned in itertools.product((False, True), repeat=3):
        if turned and rows != cols:
            continue
        moved = []
        for row, col in grid:
            there = (rows - 1 - row if down else row, cols - 1 - col if across else col)
            moved.append(places[Cell(*(there[::-1] if turned else there))])
        found.append(moved)
    return found


def open_sets(grid: Grid) -> list[int]:
    """Give all sets of open cells as bits, one of those that are the same by symmetry."""
    symmetries = _symmetries(grid)
    found = []
    for chosen in range(1 << len(grid)):
        cells = [place for place in range(len(grid)) if chosen >> place & 1]
        if all(sum(1 << moved[place] for place in cells) >= chosen for moved in symmetries):
            found.append(chosen)
    return found


class Checker:
    """Compares every position of one size."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.cells = list(grid)
        self.places = {cell: place for place, cell in enumerate(grid)}
        self.padded = [(cell.row + 1) * (grid.cols + 2) + cell.col + 1 for cell in grid]
        laid = np.arange(1 << len(grid), dtype=np.int64)
        self.mines = ((laid[:, None] >> np.arange(len(grid))) & 1).astype(np.int8)
        self.counts = self.mines.sum(axis=1)
        self.digits = np.stack([self._around(cell) for cell in grid], axis=1)
        self.laid = laid
        self.positions, self.worst, self.missed, self.unproved = 0, 0.0, 0, 0

    def _around(self, cell: Cell) -> Array:
        return sum(self.mines[:, self.places[near]] for near in self.grid.near(cell)) + np.zeros(
            len(self.mines), np.int8
        )

    def check(self, open_set: int) -> None:
        """Ask about every position with these open cells."""
        fits = np.flatnonzero((self.laid & open_set) == 0)
        opened = np.array([place for place in range(len(self.cells)) if open_set >> place & 1], np.int64)
        closed = np.array([place for place in range(len(self.cells)) if not open_set >> place & 1], np.int64)
        key = self.counts[fits].astype(np.int64)
        for place in opened:
            key = key * 9 + self.digits[fits, place]
        order = np.argsort(key, kind="stable")
        fits, key = fits[order], key[order]
        starts = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
        ways = np.diff(np.r_[starts, len(key)])
        sums = np.add.reduceat(self.mines[fits][:, closed].astype(np.int64), starts, axis=0) if len(closed) else None
        laid = fits[starts]
        shown = (np.array(self.padded)[opened] << 4) | self.digits[laid][:, opened].astype(np.int64)
        told = [
            self._ask(mines, codes) for mines, codes in zip(self.counts[laid].tolist(), shown.tolist(), strict=True)
        ]
        if sums is not None:
            at = np.array(self.padded)[closed]
            states, risks = (np.array(plane)[:, at] for plane in zip(*told, strict=True))
            self._compare(states, risks, sums, ways[:, None])

    def _ask(self, mines: int, shown: list[int]) -> tuple[list[int], list[float]]:
        """Let the engine work out the risks of a position; gives what it knows of each cell, and the risks."""
        found = machine()
        m = found.m
        found.set_board(self.grid.rows, self.grid.cols, mines)
        m[layout.LEVEL] = 0
        found.run(serving.CLEAR)
        found.write(layout.INPUT, shown)
        m[layout.INPUTS] = len(shown)
        found.run(serving.TELL)
        found.run(serving.RISKS)
        self.positions += 1
        self.missed += int(m[layout.BROKEN] != 0 or m[layout.LEFTOUT] != 0 or m[layout.AVERAGED] != 0)
        size = self.padded[-1] + 1
        return found.ints(layout.STATE, size), found.floats(layout.RISK, size)

    def _compare(self, states: Array, risks: Array, sums: Array, ways: Array) -> None:
        """Compare what was told of each closed cell of each position with in how many ways it is a mine."""
        safe, mine = states == layout.SAFE, states == layout.MINE
        told = np.where(safe, 0.0, np.where(mine, 1.0, risks))
        self.worst = max(self.worst, float(np.abs(told - sums / ways).max()))
        self.unproved += int((((sums == 0) | (sums == ways)) & ~safe & ~mine).sum())


def compare(rows: int, cols: int) -> Row:
    """Compare every position of a size."""
    get_ready()
    machine().owner = None
    began = time.process_time()
    checker = Checker(Grid(rows, cols))
    for open_set in open_sets(checker.grid):
        checker.check(open_set)
    return {
        "board": f"{cols}x{rows}", "positions": checker.positions, "largest error": checker.worst,
        "not exact or refused": checker.missed, "certain, but not proved": checker.unproved,
        "seconds CPU": time.process_time() - began,
    }  # fmt: skip


#: Every size up to 4x4; those that are wider than high are the same by turning.
SIZES = [(rows, cols) for rows in range(1, 5) for cols in range(1, rows + 1)]


if __name__ == "__main__":
    for one in SIZES:
        print(compare(*one), flush=True)
