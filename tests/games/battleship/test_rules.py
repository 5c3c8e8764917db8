"""Rules and view, by the numbers of SPEC.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.game import NOT_SEATED, OVER, Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match, replay
from fogfield.core.outcome import ABANDONED, Outcome, nobody, won
from fogfield.core.record import Move, Record
from fogfield.games.battleship import GAME
from fogfield.games.battleship.rules import (
    BOAT_TWICE,
    CELL_TWICE,
    NOT_PLACED,
    NOT_YOUR_TURN,
    OFF_BOARD,
    PLACED_ALREADY,
    SUNK,
    Action,
    Attack,
    Options,
    Place,
    State,
    apply,
    end,
    faults,
    outcome,
    refusals,
    to_act,
)
from fogfield.games.battleship.view import boats_on, targets, view


def place(*cells: int) -> Place:
    return Place(tuple(Cell(0, cell) for cell in cells))


def attack(cell: int) -> Attack:
    return Attack(Cell(0, cell))


def act(state: State, *moves: tuple[int, Action]) -> State:
    for seat, action in moves:
        assert refusals(state, seat, action) == ()
        state = apply(state, seat, action)
    return state


def shots(state: State, *cells: int) -> State:
    """Attack in turns, the first seat first."""
    for cell in cells:
        (seat,) = to_act(state)
        state = act(state, (seat, attack(cell)))
    return state


READY = act(State(Options()), (1, place(2, 3, 5)), (0, place(0, 1, 4)))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(1, 1), "cells 1 not in 2-255"),
        (Options(256, 3), "cells 256 not in 2-255"),
        (Options(16, 0), "boats 0 not in 1-15"),
        (Options(16, 16), "boats 16 not in 1-15"),
    ],
)
def test_1_sizes_that_cannot_be_played_are_named(options: Options, sentence: str) -> None:
    assert faults(options) == (sentence,)


@pytest.mark.parametrize("options", [Options(), Options(2, 1), Options(255, 254), Options(255, 1)])
def test_1_sizes_that_can(options: Options) -> None:
    assert faults(options) == ()


def test_2_both_place_in_any_order_and_once() -> None:
    start = State(Options())
    assert to_act(start) == {0, 1}
    one = act(start, (1, place(2, 3, 5)))
    assert to_act(one) == {0}
    assert refusals(one, 1, place(7, 8, 9)) == (PLACED_ALREADY,)
    assert refusals(one, 0, attack(1)) == (NOT_PLACED,)
    assert to_act(READY) == {0}


@pytest.mark.parametrize(
    ("boats", "codes"),
    [
        ((0, 1), ["boat-count"]),
        ((0, 1, 2, 3), ["boat-count"]),
        ((), ["boat-count"]),
        ((5, 5, 6), ["boat-twice"]),
        ((0, 1, 16), ["off-board"]),
        ((-1, 0, 1), ["off-board"]),
        ((7, 7, 20, 20), ["boat-count", "boat-twice", "off-board"]),
    ],
)
def test_2_everything_that_is_wrong_with_a_placement_is_said(boats: tuple[int, ...], codes: list[str]) -> None:
    assert [one.code for one in refusals(State(Options()), 0, place(*boats))] == codes


def test_3_the_first_seat_begins_and_every_attack_changes_the_turn() -> None:
    assert refusals(READY, 1, attack(0)) == (NOT_YOUR_TURN,)
    hit = shots(READY, 2)
    assert hit.shots[-1].hit
    assert to_act(hit) == {1}
    assert to_act(shots(hit, 9)) == {0}


def test_3_a_cell_is_attacked_once_by_each() -> None:
    state = shots(READY, 2, 9)
    assert refusals(state, 0, attack(2)) == (CELL_TWICE,)
    assert refusals(state, 0, attack(9)) == ()
    assert refusals(state, 0, attack(16)) == (OFF_BOARD,)
    assert refusals(state, 0, Attack(Cell(1, 0))) == (OFF_BOARD,)
    assert refusals(state, 1, attack(9)) == (NOT_YOUR_TURN, CELL_TWICE)


def test_4_the_third_hit_wins_and_then_nobody_acts() -> None:
    state = shots(READY, 2, 9, 3, 10, 5)
    assert outcome(state) == won(0, reason=SUNK)
    assert to_act(state) == frozenset()
    assert refusals(state, 1, attack(0))[0] == OVER
    lost = shots(READY, 15, 0, 14, 1, 13, 4)
    assert outcome(lost) == won(1, reason=SUNK)


def test_nobody_else_acts() -> None:
    assert refusals(READY, 2, attack(0)) == (NOT_SEATED,)
    assert refusals(READY, -1, place(0, 1, 2)) == (NOT_SEATED,)


def test_an_end_from_outside_is_an_end() -> None:
    assert outcome(end(READY, ABANDONED)) == ABANDONED
    assert to_act(end(State(Options()), ABANDONED)) == frozenset()


def test_5_boats_are_seen_by_their_owner_until_the_end() -> None:
    state = shots(READY, 2, 9)
    own, other, public = view(state, 0), view(state, 1), view(state, Watcher.PUBLIC)
    assert own.boards == ("OO~~O~~~~*~~~~~~", "~~X~~~~~~~~~~~~~")
    assert other.boards == ("~~~~~~~~~*~~~~~~", "~~XO~O~~~~~~~~~~")
    assert public.boards == ("~~~~~~~~~*~~~~~~", "~~X~~~~~~~~~~~~~")
    assert view(state, Watcher.REFEREE).boards == ("OO~~O~~~~*~~~~~~", "~~XO~O~~~~~~~~~~")
    assert (own.seat, public.seat) == (0, None)
    for viewer in (0, 1, *Watcher):
        assert view(end(state, ABANDONED), viewer).boards == ("OO~~O~~~~*~~~~~~", "~~XO~O~~~~~~~~~~")


@given(st.data())
def test_a_game_is_as_long_as_it_takes_and_the_winner_has_every_boat(data: st.DataObject) -> None:
    state = READY
    while not outcome(state):
        (seat,) = to_act(state)
        cell = data.draw(st.sampled_from(targets(view(state, seat))))
        state = act(state, (seat, Attack(cell)))
    ended = outcome(state)
    assert isinstance(ended, Outcome)
    (winner,) = ended.winners
    assert sum(shot.hit for shot in state.shots if shot.seat == winner) == 3
    assert sum(shot.hit for shot in state.shots if shot.seat != winner) < 3
    assert boats_on(view(state, winner).boards[1 - winner]) == boats_on(state.grids[1 - winner])


def test_refusals_have_codes_of_their_own() -> None:
    codes = [
        one.code for one in (NOT_SEATED, PLACED_ALREADY, BOAT_TWICE, OFF_BOARD, NOT_PLACED, NOT_YOUR_TURN, CELL_TWICE)
    ]
    assert len(set(codes)) == len(codes)


def test_nobody_wins_by_an_end_from_outside_before_all_boats_are_placed() -> None:
    left = won(1, reason="the other left")
    match = Match(GAME, Options(), "fog")
    assert match.act(0, place(0, 1, 2), 1.0) == ()
    match.close(left, 2.0)
    assert match.outcome == match.record.end == nobody("the other left, before the battle")
    match = Match(GAME, Options(), "fog")
    for seat in (0, 1):
        assert match.act(seat, place(0, 1, 2), 1.0) == ()
    match.close(left, 2.0)
    assert match.outcome == match.record.end == left


def test_a_record_from_before_that_rule_can_still_be_played_again() -> None:
    moves: list[Move[Action]] = [Move(1.0, 0, place(0, 1, 2))]
    record = Record("battleship", Options(), "fog", moves, end=won(1, reason="the other left"))
    assert replay(GAME, record).outcome == nobody("the other left, before the battle")
