"""Many games, their intervals, and the same games from both machines."""

import itertools
from functools import partial

import pytest

from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.machine import machine
from fogfield.kits.mines.measuring import Tally, play
from fogfield.kits.mines.solver import LEVELS

BOARD = Board(9, 9, 10, "safe", "fern")


def ticks() -> "itertools.count[float]":
    return itertools.count(0.0, 1.0)


def total(level: str, games: int, *, lives: bool = False) -> Tally:
    found = Tally()
    for one in play(BOARD, Cell(0, 0), level, range(games), partial(next, ticks()), lives=lives):
        found += one
    return found


@pytest.mark.parametrize(("level", "least"), [("simple", 20), ("odds", 50), ("expert", 51)])
def test_a_level_wins_as_many_games_as_it_should(level: str, least: int) -> None:
    found = total(level, 60)
    assert found.games == 60
    assert found.wins >= least
    assert found.refuted == 0


def test_a_machine_that_was_warmed_up_plays_the_same_games() -> None:
    before = total("expert", 5)
    machine().warm_up()
    assert total("expert", 5) == before


def test_levels_are_told_from_the_weakest_on() -> None:
    assert list(LEVELS) == ["simple", "odds", "expert"]


def test_with_lives_every_board_is_opened() -> None:
    found = total("odds", 20, lives=True)
    assert found.wins == 20
    assert found.hits > 0


def test_the_clock_is_asked_around_every_choice() -> None:
    found = total("odds", 5)
    assert found.worst_call_s == 1.0
    assert found.spent_s >= 5


def test_an_interval_holds_the_rate_and_is_wide_for_few_games() -> None:
    assert Tally().interval() == (0.0, 1.0)
    low, high = Tally(games=100, wins=50).interval()
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = Tally(games=3, wins=3).interval()
    assert low == pytest.approx(0.4385, abs=1e-3)
    assert high == 1.0


def test_tallies_add_up_and_keep_the_longest_choice() -> None:
    both = Tally(1, 1, 2, 0, 0, 0.5, 0.2) + Tally(2, 0, 5, 2, 0, 0.5, 0.1)
    assert both == Tally(3, 1, 7, 2, 0, 1.0, 0.2)
    with pytest.raises(TypeError):
        Tally() + 1
