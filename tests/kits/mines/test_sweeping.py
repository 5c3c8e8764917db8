"""A sweeper follows a board as it opens, and notices when it is another one."""

import pickle

import pytest

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.sweeping import Sweeper


@pytest.mark.parametrize("level", ["simple", "odds", "expert"])
def test_a_sweeper_opens_what_is_safe_and_names_what_is_mined(level: str) -> None:
    sweeper = Sweeper(level)
    plan = sweeper.plan(Grid(1, 4), 1, {Cell(0, 0): 0})
    assert (plan.cell, plan.risk) == (Cell(0, 1), 0.0)
    plan = sweeper.plan(Grid(1, 4), 1, {Cell(0, 0): 0, Cell(0, 1): 1})
    assert plan.mines == {Cell(0, 2)}


def test_a_sweeper_that_sees_another_board_forgets_the_one_before() -> None:
    sweeper = Sweeper("odds")
    sweeper.plan(Grid(1, 3), 1, {Cell(0, 0): 1})
    assert sweeper.plan(Grid(1, 3), 1, {Cell(0, 2): 0}).cell == Cell(0, 1)
    assert sweeper.plan(Grid(2, 2), 1, {}).cell == Cell(0, 0)


def test_nothing_is_left_to_open_when_only_mines_are_closed() -> None:
    plan = Sweeper("expert").plan(Grid(1, 2), 1, {Cell(0, 0): 1})
    assert plan.cell is None
    assert plan.mines == {Cell(0, 1)}


def test_what_goes_to_another_process_is_small_and_plays_on_the_same() -> None:
    sweeper = Sweeper("expert")
    grid, shown = Grid(3, 5), {Cell(1, col): 1 for col in range(5)} | {Cell(2, col): 0 for col in range(5)}
    first = sweeper.plan(grid, 2, shown)
    sent = pickle.dumps(sweeper)
    assert len(sent) < 1000
    assert pickle.loads(sent).plan(grid, 2, shown) == first
