import math
import weakref
from typing import Any

import pytest
from support.toy import BAD_STEP, NOT_YOUR_TURN, TOY, State

from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.game import OVER
from fogfield.core.match import LATE, TOO_LONG, Chair, Match, replay
from fogfield.core.outcome import ABANDONED, nobody, won
from fogfield.core.record import Move, Record

ToyMatch = Match[int, State, int, Any]


def begun(most: int = 3, **more: Any) -> ToyMatch:
    return Match(TOY, most, "seed", **more)


def test_options_with_faults_are_refused_with_every_reason() -> None:
    with pytest.raises(OptionsError, match="the most must be 3 or more; really") as caught:
        begun(most=2)
    assert caught.value.faults == ("the most must be 3 or more", "really")


def test_an_accepted_action_changes_the_state_and_is_recorded_with_its_time() -> None:
    match = begun(now=100.0)
    assert match.act(0, 1, 101.2346) == ()
    assert match.state.total == 1
    assert match.record.moves == [Move(1.235, 0, 1)]


def test_a_refused_action_changes_nothing_and_names_all_reasons() -> None:
    match = begun()
    before = match.state
    assert match.act(1, 7, 0.0) == (NOT_YOUR_TURN, BAD_STEP)
    assert match.state is before
    assert match.record.moves == []


def test_the_end_is_recorded_and_nobody_acts_after_it() -> None:
    match = begun(now=10.0)
    match.act(0, 2, 11.0)
    match.act(1, 1, 12.5)
    assert match.outcome == match.record.end == won(1, reason="reached the goal")
    assert match.record.end_s == 2.5
    assert match.act(0, 1, 13.0) == (OVER,)


def test_an_end_from_outside_is_in_the_state_and_happens_once() -> None:
    match = begun(now=10.0)
    match.close(ABANDONED, 14.0)
    match.close(won(0, reason="too late"), 15.0)
    assert match.outcome == ABANDONED == TOY.outcome(match.state)
    assert match.record.end_s == 4.0
    assert match.view(0) == (0, 3)


def test_no_match_is_longer_than_its_bound() -> None:
    match = begun(most=3)
    match._limit = 1
    assert match.act(0, 1, 0.0) == ()
    assert match.act(1, 1, 0.0) == (TOO_LONG,)


def test_listeners_hear_moves_and_the_end_but_no_refusals() -> None:
    match = begun()
    heard: list[tuple[int, bool]] = []
    stop = match.listen(lambda: heard.append((match.view(0)[0], match.outcome is not None)))
    match.act(0, 9, 0.0)
    match.act(0, 2, 0.0)
    match.act(1, 2, 0.0)
    assert heard == [(2, False), (4, True)]
    stop()  # also after the end, when nobody is told any more
    stop()
    assert len(heard) == 2


def test_a_listener_that_left_hears_no_more() -> None:
    match = begun()
    heard: list[int] = []
    stop = match.listen(lambda: heard.append(match.state.total))
    match.act(0, 1, 0.0)
    stop()
    match.act(1, 1, 0.0)
    assert heard == [1]


def test_a_finished_match_keeps_nobody_alive() -> None:
    class Listener:
        def __call__(self) -> None:
            pass

    match, listener = begun(), Listener()
    match.listen(listener)
    alive = weakref.ref(listener)
    del listener
    match.close(ABANDONED, 0.0)
    assert alive() is None


def test_a_listener_may_leave_while_it_is_told() -> None:
    match = begun()
    heard: list[str] = []

    def once() -> None:
        heard.append("first")
        stop()

    stop = match.listen(once)
    match.listen(lambda: heard.append("second"))
    match.act(0, 1, 0.0)
    match.act(1, 1, 0.0)
    assert heard == ["first", "second", "second"]


def test_every_action_gets_its_own_time_and_only_the_one_to_act_is_late() -> None:
    match = begun(most=9, now=10.0, think_s=5.0)
    assert match.deadline == 15.0
    assert match.late(14.9) == frozenset()
    assert match.late(15.0) == {0}
    match.act(0, 1, 12.0)
    assert match.deadline == 17.0
    assert match.late(17.0) == {1}


def test_a_late_action_is_refused() -> None:
    match = begun(most=9, now=10.0, think_s=5.0)
    assert match.act(0, 1, 15.0) == (LATE,)
    assert match.record.moves == []


def test_a_match_without_limits_or_after_its_end_has_no_deadline() -> None:
    assert begun().deadline == math.inf
    match = begun(think_s=5.0)
    match.close(ABANDONED, 0.0)
    assert match.deadline == math.inf
    assert match.late(1e9) == frozenset()


def test_a_chair_acts_and_sees_for_its_own_seat_only() -> None:
    match = begun()
    chairs = [Chair(match, seat) for seat in range(2)]
    heard: list[int] = []
    stop = chairs[1].listen(lambda: heard.append(len(match.record.moves)))
    assert chairs[1].act(1, 0.0) == (NOT_YOUR_TURN,)
    assert chairs[0].act(1, 0.0) == ()
    assert chairs[0].view() == chairs[1].view() == (1, None)
    stop()
    chairs[1].leave(3.0, nobody("resigned"))
    assert chairs[0].outcome == nobody("resigned")
    assert match.record.end_s == 3.0
    assert heard == [1]


def test_replay_refuses_a_record_with_an_impossible_move() -> None:
    with pytest.raises(RecordError, match="move 1 is not possible: it is not your turn, a step is 1 or 2"):
        replay(TOY, Record("toy", 3, "seed", [Move(0.0, 1, 7)]))


def test_replay_refuses_a_record_that_lies_about_its_end() -> None:
    record = Record("toy", 3, "seed", [Move(0.0, 0, 2), Move(0.0, 1, 2)], end=won(0, reason="reached the goal"))
    with pytest.raises(RecordError, match="the record ends with"):
        replay(TOY, record)


def test_replay_refuses_another_game_and_impossible_options() -> None:
    with pytest.raises(RecordError, match="a record of chess, not of toy"):
        replay(TOY, Record("chess", 3, "seed"))
    with pytest.raises(RecordError, match="no match can begin like this: the most must be 3"):
        replay(TOY, Record("toy", 1, "seed"))


def test_replay_refuses_winners_without_a_seat() -> None:
    with pytest.raises(RecordError, match=r"the winners \[7\] had no seats"):
        replay(TOY, Record("toy", 3, "seed", end=won(7, reason="forged")))


def test_replay_keeps_an_end_from_outside() -> None:
    again = replay(TOY, Record("toy", 3, "seed", [], end=ABANDONED, end_s=7.5))
    assert (again.outcome, again.record.end_s) == (ABANDONED, 7.5)


def test_a_record_that_lost_its_last_line_still_replays() -> None:
    again = replay(TOY, Record("toy", 3, "seed", [Move(0.0, 0, 2), Move(1.0, 1, 2)]))
    assert again.outcome == won(1, reason="reached the goal")


def test_the_listener_of_a_seat_hears_what_others_do_and_any_other_hears_everything() -> None:
    match = Match(TOY, 9, "seed")
    heard: list[str] = []
    Chair(match, 0).listen(lambda: heard.append("first"))
    stop = Chair(match, 1).listen(lambda: heard.append("second"))
    match.listen(lambda: heard.append("watcher"))
    match.act(0, 1, 0.0)
    assert heard == ["second", "watcher"]
    match.act(1, 1, 0.0)
    assert heard[2:] == ["first", "watcher"]
    stop()
    stop()
    match.close(ABANDONED, 1.0)
    assert heard[4:] == ["first", "watcher"]


def test_a_chair_knows_whether_it_is_to_act_and_until_when() -> None:
    match = Match(TOY, 9, "seed", now=10.0, think_s=5.0)
    first, second = Chair(match, 0), Chair(match, 1)
    assert (first.to_act, second.to_act) == (True, False)
    assert (first.deadline, second.deadline) == (15.0, math.inf)
    first.act(1, 12.0)
    assert (first.to_act, second.to_act) == (False, True)
    assert (first.deadline, second.deadline) == (math.inf, 17.0)
    second.leave(13.0)
    assert (second.to_act, second.deadline) == (False, math.inf)
