"""Minefields for tests: random boards, and brute force over all ways to lay the mines."""

from collections.abc import Mapping
from itertools import combinations
from random import Random

from fogfield.core.grid import Cell, Grid


def digit(grid: Grid, mines: frozenset[Cell], cell: Cell) -> int:
    return sum(near in mines for near in grid.near(cell))


def shown(grid: Grid, mines: frozenset[Cell], cells: "set[Cell] | list[Cell]") -> dict[Cell, int]:
    return {cell: digit(grid, mines, cell) for cell in cells}


def random_board(rng: Random, most_side: int, most_mines: int) -> tuple[Grid, frozenset[Cell], dict[Cell, int]]:
    """A random board of which any of its safe cells are open."""
    grid = Grid(rng.randint(1, most_side), rng.randint(1, most_side))
    cells = list(grid)
    mines = frozenset(rng.sample(cells, rng.randint(0, min(most_mines, len(cells) - 1))))
    safe = [cell for cell in cells if cell not in mines]
    return grid, mines, shown(grid, mines, rng.sample(safe, rng.randint(0, len(safe))))


def brute_force(grid: Grid, count: int, numbers: Mapping[Cell, int]) -> tuple[int, dict[Cell, int]]:
    """The number of ways to lay the mines, and in how many of them each closed cell is one."""
    closed = [cell for cell in grid if cell not in numbers]
    bits = {cell: 1 << place for place, cell in enumerate(closed)}
    conditions = [(sum(bits.get(near, 0) for near in grid.near(cell)), digit) for cell, digit in numbers.items()]
    ways, found = 0, dict.fromkeys(closed, 0)
    for chosen in combinations(closed, count):
        mask = sum(bits[cell] for cell in chosen)
        if all((mask & around).bit_count() == digit for around, digit in conditions):
            ways += 1
            for cell in chosen:
                found[cell] += 1
    return ways, found
