from random import Random

import pytest

from fogfield.core.game import NOT_SEATED, OVER, Watcher
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import Match
from fogfield.core.outcome import ABANDONED, won
from fogfield.games import planefight
from fogfield.games.planefight import rules
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.rules import (
    DESTROYED,
    SURRENDERED,
    Action,
    Attack,
    Event,
    Phase,
    Place,
    Ready,
    Reply,
    Show,
    State,
    Surrender,
)
from fogfield.games.planefight.view import view

SMALL = Options(5, 5, 1)
ANN, BO = (Plane(Cell(0, 2), 0),), (Plane(Cell(4, 2), 2),)
HEAD, TAIL, EMPTY = Cell(4, 2), Cell(1, 1), Cell(0, 0)


def play(*moves: tuple[int, Action], options: Options = SMALL) -> State:
    state = rules.new(options, Random(0))
    for seat, action in moves:
        assert rules.refusals(state, seat, action) == (), (seat, action)
        state = rules.apply(state, seat, action)
    return state


def codes(state: State, seat: int, action: Action) -> set[str]:
    return {refusal.code for refusal in rules.refusals(state, seat, action)}


PLACED = ((0, Place(ANN)), (1, Place(BO)))
KEPT = ((0, Ready()), (1, Ready()))


@pytest.mark.parametrize(
    ("options", "faults"),
    [
        (Options(), ()),
        (Options(127, 127, 25), ()),
        (Options(5, 5, 1, cross_border=True), ()),
        (Options(4, 128, 3), ("rows 4 not in 5-127", "columns 128 not in 5-127")),
        (Options(10, 10, 0), ("planes 0 not 1 or more",)),
        (Options(5, 5, 2), ("2 planes do not fit on 5x5",)),
        (Options(10, 10, 11), ("11 planes do not fit on 10x10",)),
    ],
)
def test_impossible_settings_are_refused_with_the_reasons(options: Options, faults: tuple[str, ...]) -> None:
    assert rules.faults(options) == faults


def test_both_get_ready_and_then_the_first_seat_attacks_and_they_alternate() -> None:
    state = play((1, Place(BO)))
    assert rules.phase(state) is Phase.PLACING
    assert rules.to_act(state) == {0}
    state = play(*PLACED)
    assert rules.phase(state) is Phase.FIGHTING
    assert rules.to_act(state) == {0}
    state = rules.apply(state, 0, Attack(TAIL))
    assert state.turn == 2
    assert rules.to_act(state) == {1}
    assert codes(state, 0, Attack(EMPTY)) == {"not-your-turn"}
    state = rules.apply(state, 1, Attack(EMPTY))
    assert rules.to_act(state) == {0}


def test_a_placed_fleet_answers_and_its_story_reads_like_that_of_a_program() -> None:
    state = play(*PLACED, (0, Attack(TAIL)), (1, Attack(EMPTY)), (0, Attack(HEAD)))
    assert [event for event in state.story if event.seat == 1] == [
        Event(1, Ready()),
        Event(1, Reply(Answer.HIT)),
        Event(1, Attack(EMPTY)),
        Event(1, Reply(Answer.DESTROY)),
        Event(1, Show(BO)),
    ]
    assert rules.outcome(state) == won(0, reason=DESTROYED)


def test_a_kept_fleet_is_asked_and_its_owner_is_to_act_until_he_answers() -> None:
    state = play(*KEPT, (0, Attack(TAIL)))
    assert rules.to_act(state) == {1}
    assert codes(state, 0, Attack(EMPTY)) == {"one-at-a-time"}
    assert codes(state, 0, Reply(Answer.HIT)) == {"not-asked"}
    state = rules.apply(state, 1, Reply(Answer.HIT))
    assert codes(state, 1, Reply(Answer.HIT)) == {"not-asked"}
    assert rules.to_act(state) == {1}


def test_the_last_plane_decides_and_the_maps_end_it() -> None:
    state = play(*KEPT, (0, Attack(HEAD)), (1, Reply(Answer.DESTROY)))
    assert rules.phase(state) is Phase.SHOWING
    assert rules.to_act(state) == {0, 1}
    assert rules.outcome(state) is None
    assert codes(state, 0, Attack(EMPTY)) == {"decided"}
    assert codes(state, 1, Surrender()) == {"decided"}
    state = rules.apply(state, 1, Show(BO))
    assert rules.to_act(state) == {0}
    state = rules.apply(state, 0, Show(ANN))
    assert rules.outcome(state) == won(0, reason=DESTROYED)
    assert rules.refusals(state, 0, Attack(EMPTY)) == (OVER,)


def test_whoever_surrenders_has_lost_and_shows_his_map_first() -> None:
    state = play(*PLACED, (1, Surrender()))
    assert [event.said for event in state.story[2:]] == [Show(BO), Surrender(), Show(ANN)]
    assert rules.outcome(state) == won(0, reason=SURRENDERED)


def test_a_map_that_comes_before_the_end_is_kept_back_and_no_other_is_taken() -> None:
    state = play(*KEPT, (1, Show(BO)))
    assert codes(state, 1, Show(ANN)) == {"map-known"}
    assert len(state.story) == 2
    assert view(state, 0).fleets == view(state, Watcher.PUBLIC).fleets == (None, None)
    assert view(state, 1).fleets == view(state, Watcher.REFEREE).fleets == (None, BO)
    state = rules.apply(state, 1, Surrender())
    assert state.story[2:] == (Event(1, Show(BO)), Event(1, Surrender()))
    assert view(state, 0).fleets == (None, BO)


def test_an_attack_that_waits_when_the_battle_is_decided_can_still_be_answered_but_changes_nothing() -> None:
    state = play(*KEPT, (0, Attack(HEAD)), (1, Surrender()), (1, Reply(Answer.DESTROY)))
    assert state.decided == won(0, reason=SURRENDERED)
    assert state.sides[1].destroyed == 0


def test_hasty_attacks_are_answered_and_counted_but_not_without_end() -> None:
    state = play(*KEPT)
    for _ in range(rules.MOST_HASTY):
        state = rules.apply(state, 1, Attack(EMPTY, hasty=True))  # out of turn, and the first seat loses that turn
        state = rules.apply(state, 0, Reply(Answer.VOID))
        assert rules.whose_turn(state) == 1
        state = rules.apply(state, 1, Attack(EMPTY, hasty=True))
        state = rules.apply(state, 0, Reply(Answer.VOID))
    assert state.turn == 1 + 2 * rules.MOST_HASTY
    assert codes(state, 1, Attack(EMPTY, hasty=True)) == {"too-hasty"}
    assert codes(state, 0, Attack(EMPTY)) == set()


def test_both_may_have_an_attack_that_waits() -> None:
    state = play(*KEPT, (0, Attack(TAIL)), (1, Attack(EMPTY, hasty=True)))
    assert rules.to_act(state) == {0, 1}
    state = rules.apply(state, 0, Reply(Answer.VOID))
    state = rules.apply(state, 1, Reply(Answer.HIT))
    assert rules.shots(state.story, 0) == ((TAIL, Answer.HIT),)
    assert rules.shots(state.story, 1) == ((EMPTY, Answer.VOID),)
    assert rules.whose_turn(state) == 0


def test_a_head_counts_once_against_a_placed_fleet_and_as_often_as_a_program_says() -> None:
    planes = (Plane(Cell(0, 2), 0), Plane(Cell(0, 7), 0))
    options = Options(5, 10, 2)
    placed = play((0, Place(planes)), (1, Place(planes)), options=options)
    for _ in range(2):
        placed = rules.apply(rules.apply(placed, 0, Attack(Cell(0, 2))), 1, Attack(Cell(4, 4)))
    assert placed.sides[1].destroyed == 1
    assert rules.shots(placed.story, 0)[1].answer is Answer.HIT
    kept = play(*KEPT, options=options)
    for _ in range(2):
        kept = rules.apply(rules.apply(kept, 0, Attack(Cell(0, 2), hasty=True)), 1, Reply(Answer.DESTROY))
    assert kept.decided == won(0, reason=DESTROYED)
    kept = rules.apply(rules.apply(kept, 0, Show(planes)), 1, Show(planes))
    assert kept.ended is not None
    assert kept.ended.faults == ("player 1: the head at (2,0) was attacked and counted 2 times",)


def test_who_attacks_more_often_than_there_are_cells_is_refused_at_last() -> None:
    state = play(*KEPT)
    for _ in range(len(Grid(5, 5)) + rules.MOST_REPEATED):
        for seat in (0, 1):
            state = rules.apply(rules.apply(state, seat, Attack(EMPTY)), 1 - seat, Reply(Answer.VOID))
    assert codes(state, 0, Attack(EMPTY)) == {"too-many"}
    assert 4 * len(Grid(5, 5)) + 4 * rules.MOST_REPEATED + 10 < rules.bound(SMALL)


def test_when_every_cell_was_attacked_in_vain_the_other_has_lied_and_lost() -> None:
    state = play(*KEPT)
    for cell in Grid(5, 5):
        assert state.decided is None
        state = rules.apply(rules.apply(state, 0, Attack(cell)), 1, Reply(Answer.VOID))
        if state.decided is None:
            state = rules.apply(rules.apply(state, 1, Attack(EMPTY)), 0, Reply(Answer.VOID))
    assert state.decided == won(0, reason=rules.NOWHERE)


def test_lies_are_found_out_and_change_no_result() -> None:
    lied = (0, Attack(HEAD)), (1, Reply(Answer.VOID)), (1, Attack(EMPTY)), (0, Reply(Answer.VOID))
    state = play(*KEPT, *lied, (1, Surrender()), (1, Show(BO)), (0, Show(())))
    assert rules.outcome(state) == won(0, reason=SURRENDERED)._replace(
        faults=(
            "player 1: no map was shown",
            "player 2: attack 1 at (2,4) was answered void, but by the map it is destroy",
        )
    )


@pytest.mark.parametrize(
    ("moves", "seat", "action", "found"),
    [
        ((), 2, Ready(), {NOT_SEATED.code}),
        ((), -1, Surrender(), {NOT_SEATED.code}),
        ((), 0, Place(()), {"placement"}),
        (((0, Ready()),), 0, Ready(), {"ready-already"}),
        (((0, Place(ANN)),), 0, Place(()), {"ready-already", "placement"}),
        (((0, Ready()),), 0, Attack(EMPTY), {"not-started"}),
        (((0, Ready()),), 0, Attack(Cell(5, 0)), {"not-started", "off-board"}),
        (((0, Ready()),), 0, Surrender(), {"not-started"}),
        (((0, Ready()),), 0, Show(ANN), {"not-started"}),
        (((0, Ready()),), 1, Reply(Answer.VOID), {"not-asked"}),
        (PLACED, 0, Show(ANN), {"map-known"}),
        (KEPT, 1, Attack(Cell(-1, 7)), {"not-your-turn", "off-board"}),
    ],
)
def test_what_is_not_possible_is_refused_with_every_reason(
    moves: tuple[tuple[int, Action], ...], seat: int, action: Action, found: set[str]
) -> None:
    assert codes(play(*moves), seat, action) == found


def test_an_end_from_outside_is_the_outcome() -> None:
    match = Match(planefight.GAME, SMALL, "seed")
    match.act(0, Place(ANN), 0.0)
    match.close(ABANDONED, 1.0)
    assert match.view(1).outcome == ABANDONED
    assert match.view(1).fleets == (ANN, None)
