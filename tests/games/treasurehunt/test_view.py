from random import Random

import pytest
from games.treasurehunt.scene import L, R, U, begun, fields, luck_of, play, walk

from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import ABANDONED
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import Luck, Move, SendHalf, State, end, refusals, turn
from fogfield.games.treasurehunt.view import Going, Known, choose, view

VIEWERS = (0, 1, *Watcher)


def test_at_first_nobody_knows_anything() -> None:
    for viewer in VIEWERS:
        assert view(State(Options()), viewer).sides == (Known(), Known())


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_is_told_how_halves_are_joined_before_that_can_be_seen(viewer: int | Watcher) -> None:
    """The first place is the same in both forms."""
    views = [view(play(State(Options(), Luck(wide=wide)), SendHalf(fields())), viewer) for wide in (False, True)]
    assert views[0] == views[1]
    assert views[0].land is None


def test_a_half_is_seen_at_its_final_place_and_only_its_owner_sees_castle_and_figure() -> None:
    state = play(State(Options(), Luck(wide=True, first=1, fog=5)), SendHalf(fields()))
    own, other = view(state, 0), view(state, 1)
    assert own.own.half == other.other.half
    assert own.own.half is not None
    assert own.own.half.corner == Cell(0, 10)
    assert (own.own.fort, own.own.figure) == (Cell(4, 14), Cell(4, 14))
    assert other.other.fort is None
    assert other.other.figure is not None
    assert other.other.figure.col >= 10
    assert own.other.half is None


def test_the_position_of_the_other_is_false_for_sixteen_actions_and_then_true() -> None:
    state, told = begun(Luck(fog=99)), []
    while state.actions < 16:
        seen = view(state, 0)
        assert seen == view(state, 0)
        assert not seen.real
        assert seen.other.trail == ()
        assert view(state, Watcher.PUBLIC).sides[1].figure is None
        told.append(seen.other.figure)
        state = play(state, Move((L, R)[state.actions % 2]))
    assert len(set(told)) > 8
    seen = view(state, 0)
    assert seen.real
    assert seen.other.figure == state.sides[1].figure
    assert seen.other.trail == (state.sides[1].figure,)
    assert view(state, Watcher.PUBLIC).sides[1].figure == state.sides[1].figure


def test_false_positions_are_anywhere_and_not_the_same_for_both() -> None:
    state = begun()
    views = [view(state._replace(luck=Luck(fog=fog)), seat) for fog in range(400) for seat in (0, 1)]
    found = {seen.other.figure for seen in views}
    assert len(found) == 100
    assert any(
        view(begun(Luck(fog=fog)), 0).other.figure != view(begun(Luck(fog=fog)), 1).other.figure for fog in (1, 2)
    )


def test_the_trail_begins_where_positions_become_true() -> None:
    state = walk(begun(options=Options(hidden_actions=4)), "UUUUU")
    assert state.sides[0].trail == (Cell(4, 4), Cell(3, 4), Cell(2, 4))
    assert view(state, 1).other.trail == state.sides[0].trail


def test_treasure_and_castle_are_seen_once_revealed_and_by_nobody_else() -> None:
    state = begun(Luck(treasures=(luck_of(Cell(3, 5)), luck_of(Cell(0, 0)))))
    assert view(state, 0).own.treasure is None
    state = walk(state, "UUUUU")
    assert view(state, 0).own.treasure == Cell(3, 5)
    assert view(state, 1).other.treasure is None
    assert view(state, Watcher.PUBLIC).sides[0].treasure is None
    referee = view(state, Watcher.REFEREE)
    assert (referee.sides[0].treasure, referee.sides[1].treasure) == (Cell(3, 5), Cell(5, 0))
    state = walk(state, "DDDRR")
    assert view(state, 0).own.treasure is None
    assert view(state, 0).own.collected
    assert view(state, 1).other.collected


def test_the_castle_of_the_other_stays_known() -> None:
    way = "LL" + "DD" + "DD" + "DDD" + "DDD" + "DD" + "RR"
    state = walk(begun(), way)
    assert view(state, 0).other.fort == Cell(9, 4)
    assert view(walk(state, "LLLL"), 0).other.fort == Cell(9, 4)
    assert view(state, Watcher.PUBLIC).sides[1].fort is None
    assert view(state, 1).other.fort is None


def test_the_step_that_has_begun_and_what_was_seen_are_known_to_the_own_seat_only() -> None:
    state = walk(begun(), "UUU")
    assert view(state, 0).own.going == Going(U, 1)
    assert view(state, 0).own.seen == {Cell(3, 4)}
    assert view(state, 1).other.going is None
    assert view(state, 1).other.seen == frozenset()


def test_after_the_end_a_seat_sees_what_it_saw_and_the_public_everything() -> None:
    state = walk(begun(), "UUUUU")
    over = end(state, ABANDONED)
    assert view(over, 0) == view(state, 0)._replace(outcome=ABANDONED, to_act=frozenset())
    assert view(over, Watcher.PUBLIC) == view(over, Watcher.REFEREE)


def test_whatever_is_chosen_is_allowed() -> None:
    for seed in range(5):
        rng, state = Random(seed), State(Options(), Luck(wide=seed % 2 == 0))
        while not state.ended:
            assert choose(view(state, 1 - turn(state)), rng) is None
            action = choose(view(state, turn(state)), rng)
            assert action is not None
            assert refusals(state, turn(state), action) == ()
            state = play(state, action)


def test_who_only_watches_has_no_own_side() -> None:
    with pytest.raises(AssertionError):
        _ = view(begun(), Watcher.PUBLIC).own
    with pytest.raises(AssertionError):
        _ = view(begun(), Watcher.PUBLIC).other
