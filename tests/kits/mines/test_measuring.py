"""Many games, their intervals, and the same games from both machines."""

import itertools
from functools import partial

import pytest

from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.engine.serving import serve
from fogfield.kits.mines.machine import Machine, machine
from fogfield.kits.mines.measuring import Played, Portions, Tallies, Tally, play
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


def test_speed_and_the_longest_choice_are_told_of_one_engine_and_all_else_of_every_game() -> None:
    assert Tallies().timed.games_per_s is None
    found = Tallies()
    found.add(Played(Tally(games=4, wins=1, spent_s=2.0, worst_call_s=0.5), 3.0, compiled=False))
    assert found.timed == found.total == found.python
    assert found.timed.games_per_s == 2.0
    found.add(Played(Tally(games=100, wins=40, spent_s=0.5, worst_call_s=0.01), 1.0, compiled=True))
    assert (found.total.games, found.total.wins) == (104, 41)
    assert (found.timed.games_per_s, found.timed.worst_call_s) == (200.0, 0.01)


def test_games_are_played_by_the_machine_that_is_named() -> None:
    asked = []

    def door(ints: list[int], floats: list[float], command: int) -> int:
        asked.append(command)
        return serve(ints, floats, command)

    named = Machine(door=door)
    (one,) = play(BOARD, Cell(0, 0), "odds", range(1), partial(next, ticks()), by=named)
    assert one.games == 1
    assert asked
    assert named.is_compiled  # by whatever is not the engine's own Python
    assert not machine().is_compiled


def test_an_interval_holds_the_rate_and_is_wide_for_few_games() -> None:
    assert Tally().interval() == (0.0, 1.0)
    low, high = Tally(games=100, wins=50).interval()
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = Tally(games=3, wins=3).interval()
    assert low == pytest.approx(0.4385, abs=1e-3)
    assert high == 1.0


@pytest.mark.parametrize("games", [1, 2, 3, 10, 99, 12_345, 10**8])
def test_an_interval_holds_the_rate_whatever_floats_round(games: int) -> None:
    for wins in {0, 1, games // 3, games - 1, games}:
        low, high = Tally(games=games, wins=wins).interval()
        assert 0.0 <= low <= wins / games <= high <= 1.0


def test_tallies_add_up_and_keep_the_longest_choice() -> None:
    both = Tally(1, 1, 2, 0, 0, 0.5, 0.2) + Tally(2, 0, 5, 2, 0, 0.5, 0.1)
    assert both == Tally(3, 1, 7, 2, 0, 1.0, 0.2)
    with pytest.raises(TypeError):
        Tally() + 1


@pytest.mark.parametrize(("game_s", "fitting"), [(0.001, 500), (0.1, 5), (2.0, 1), (0.0, 4096)])
def test_portions_grow_until_they_last_as_long_as_they_should(game_s: float, fitting: int) -> None:
    portions = Portions(100_000, 0.5)
    sizes = []
    for _ in range(7):
        numbers = portions.take()
        sizes.append(len(numbers))
        portions.took(len(numbers), game_s * len(numbers))
    assert sizes[0] == 1
    assert sizes[1] <= 4
    assert sizes[-1] == pytest.approx(fitting, abs=1)


def test_portions_shrink_when_games_take_longer_than_before() -> None:
    portions = Portions(1_000, 0.5)
    portions.took(100, 0.25)
    assert len(portions.take()) == 200
    portions.took(200, 2.0)
    assert len(portions.take()) == 50


@pytest.mark.parametrize("games", [1, 2, 7, 1_000])
def test_portions_hand_out_every_game_once(games: int) -> None:
    portions, played = Portions(games, 0.5), list[int]()
    while numbers := portions.take():
        played += numbers
        portions.took(len(numbers), 0.01 * len(numbers))
    assert played == list(range(games))
