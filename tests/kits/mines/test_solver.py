"""The solver against brute force, published patterns and boards that cannot be."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import brute_force, picture, random_board, shown

from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.solver import MINE, NoSolution, Solver


def check(grid: Grid, mines: int, numbers: dict[Cell, int]) -> None:
    """What the solver says is what brute force says, proofs and odds."""
    ways, found = brute_force(grid, mines, numbers)
    solver = Solver(grid.rows, grid.cols, mines)
    solver.tell(numbers.items())
    odds = solver.odds()
    assert odds.doubt == ""
    assert odds.risks.keys() == found.keys()
    for cell, risk in odds.risks.items():
        assert abs(risk - found[cell] / ways) <= 1e-12
    proved = solver.proved()
    assert all(found[cell] == 0 for cell in proved.safe)
    assert all(found[cell] == ways for cell in proved.mines)
    choice = solver.choose("odds")
    if choice is None:
        assert mines == len(found)
    elif numbers:
        assert choice.risk == pytest.approx(min(found.values()) / ways, abs=1e-12)


@given(st.integers(0, 2**32))
def test_odds_are_those_of_brute_force_on_random_boards(seed: int) -> None:
    grid, mines, numbers = random_board(Random(seed), most_side=5, most_mines=6)
    check(grid, len(mines), numbers)


@given(st.integers(0, 2**32))
def test_odds_are_those_of_brute_force_on_six_by_six(seed: int) -> None:
    rng = Random(seed)
    grid = Grid(6, 6)
    mines = frozenset(rng.sample(list(grid), 5))
    safe = [cell for cell in grid if cell not in mines]
    check(grid, 5, shown(grid, mines, rng.sample(safe, rng.randint(12, 31))))


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)])
def test_odds_are_those_of_brute_force_on_every_board_and_every_set_of_open_cells(rows: int, cols: int) -> None:
    grid = Grid(rows, cols)
    rng = Random(rows * 10 + cols)
    for count in range(len(grid)):
        for mines in itertools.combinations(grid, count):
            safe = [cell for cell in grid if cell not in mines]
            for size in range(len(safe) + 1):
                numbers = shown(grid, frozenset(mines), rng.sample(safe, size))
                check(grid, count, numbers)


PATTERNS = {
    "1-1": ("000\n11?\n???\n???", "", ""),
}


def test_a_one_beside_a_one_at_the_wall_makes_the_third_cell_safe() -> None:
    grid, numbers = picture("???? 1111 0000".replace(" ", "\n"))
    solver = Solver(grid.rows, grid.cols, 2)
    solver.tell(numbers.items())
    assert Cell(0, 2) in solver.proved().safe or Cell(0, 1) in solver.proved().safe


def test_a_mine_that_was_hit_counts() -> None:
    solver = Solver(1, 3, 1)
    solver.tell([(Cell(0, 0), MINE)])
    assert set(solver.proved().safe) == {Cell(0, 1), Cell(0, 2)}


def test_an_impossible_board_is_refused_with_a_sentence() -> None:
    solver = Solver(1, 3, 1)
    solver.tell([(Cell(0, 0), 1), (Cell(0, 2), 0)])
    with pytest.raises(NoSolution, match="impossible"):
        solver.proved()


@pytest.mark.parametrize(("rows", "cols", "mines"), [(0, 1, 0), (256, 1, 0), (2, 2, 5), (2, 2, -1)])
def test_a_board_that_does_not_exist_is_refused(rows: int, cols: int, mines: int) -> None:
    with pytest.raises(FogfieldError):
        Solver(rows, cols, mines)
