"""A match that is written down as it is played, stands still, breaks off and goes on."""

import math
from typing import Any

import pytest
from support.toy import BAD_STEP, NOT_YOUR_TURN, TOY, State

from fogfield.core.game import OVER
from fogfield.core.match import LATE, NOT_KEPT, Chair, Match, resume
from fogfield.core.outcome import ABANDONED, Outcome, nobody, won
from fogfield.core.record import Move, Record

GONE = nobody("gone")


class Scribe:
    """Remembers what it was told to write."""

    def __init__(self) -> None:
        self.ready = True
        self.lines: list[Any] = []

    def moved(self, number: int, move: Move[Any]) -> int:
        return self._write((number, move))

    def ended(self, outcome: Outcome, at_s: float) -> int:
        return self._write((outcome, at_s))

    def _write(self, line: Any) -> int:
        self.lines.append(line)
        return 40 + len(self.lines)


def written(**more: Any) -> tuple[Match[int, State, int, Any], Scribe]:
    match, scribe = Match(TOY, 3, "seed", now=100.0, **more), Scribe()
    match.write_with(scribe, 40)
    return match, scribe


def test_every_move_and_the_end_are_written_and_the_last_line_is_known() -> None:
    match, scribe = written()
    assert match.written == Chair(match, 0).written == 40
    match.act(0, 2, 101.5)
    assert match.written == 41
    match.act(1, 1, 102.0)
    won_by_last = won(1, reason="reached the goal")
    assert scribe.lines == [(0, Move(1.5, 0, 2)), (1, Move(2.0, 1, 1)), (won_by_last, 2.0)]
    assert (match.written, match.moves) == (43, 2)
    assert match.record.moves == [], "they are written, and need not be kept"


def test_listeners_hear_of_a_move_after_it_was_written() -> None:
    match, _ = written()
    heard: list[int] = []
    match.listen(lambda: heard.append(match.written))
    match.act(0, 2, 101.0)
    match.act(1, 2, 102.0)
    assert heard == [41, 43]


def test_refused_actions_are_not_written() -> None:
    match, scribe = written()
    assert match.act(1, 7, 101.0) == (NOT_YOUR_TURN, BAD_STEP)
    assert scribe.lines == []
    assert match.written == 40


def test_nothing_happens_while_nothing_can_be_written_and_nobody_is_late() -> None:
    match, scribe = written(think_s=5.0)
    scribe.ready = False
    before = match.state
    assert match.act(0, 1, 200.0) == match.act(1, 9, 200.0) == (NOT_KEPT,)
    assert match.state is before
    assert scribe.lines == []
    scribe.ready = True
    assert match.act(0, 1, 200.0) == (LATE,)


def test_an_end_from_outside_happens_whether_it_can_be_written_now_or_not() -> None:
    match, scribe = written()
    scribe.ready = False
    match.close(ABANDONED, 103.0)
    assert scribe.lines == [(ABANDONED, 3.0)]
    assert match.act(0, 1, 104.0) == (OVER,)


def test_a_match_that_is_disowned_ends_and_that_is_not_written() -> None:
    match, scribe = written()
    heard: list[Outcome | None] = []
    match.listen(lambda: heard.append(match.outcome))
    match.disown(GONE, 101.0)
    assert heard == [GONE]
    assert scribe.lines == []
    match.close(ABANDONED, 102.0)
    assert match.outcome == GONE


def test_a_pause_moves_every_clock_and_every_later_time_and_nothing_else() -> None:
    match, scribe = written(think_s=5.0)
    match.act(0, 1, 103.0)
    assert match.deadline == 108.0
    match.pause(60.0)
    assert match.deadline == 168.0
    assert match.act(1, 1, 167.9) == ()
    assert [move.at_s for _, move in scribe.lines[:2]] == [3.0, 7.9]


# --- going on


def broken_off(*moves: tuple[float, int, int]) -> Record[int, int]:
    return Record("toy", 3, "seed", [Move(*move) for move in moves])


def test_a_match_goes_on_with_exactly_the_time_that_was_left() -> None:
    match = resume(TOY, broken_off((2.0, 0, 1)), at_s=5.5, now=1_000.0, think_s=10.0, name="again")
    assert (match.name, match.moves, match.state.total) == ("again", 1, 1)
    assert Chair(match, 1).deadline == 1_006.5  # three and a half of ten seconds are gone
    scribe = Scribe()
    match.write_with(scribe, 7)
    assert match.act(1, 1, 1_006.4) == ()
    assert scribe.lines[0] == (1, Move(11.9, 1, 1))


def test_moves_that_were_in_time_are_not_judged_again() -> None:
    match = resume(TOY, broken_off((9.999, 0, 1), (20.0, 1, 1)), at_s=20.0, now=50.0, think_s=10.0)
    assert match.moves == 2
    assert match.act(0, 1, 59.9) == ()


def test_a_match_that_never_moved_goes_on_from_its_beginning() -> None:
    match = resume(TOY, broken_off(), at_s=0.0, now=50.0)
    assert (match.began, match.moves, match.deadline) == (50.0, 0, math.inf)


@pytest.mark.parametrize("think_s", [math.inf, 10.0])
def test_a_match_whose_moves_have_decided_it_is_over(think_s: float) -> None:
    match = resume(TOY, broken_off((1.0, 0, 2), (2.0, 1, 1)), at_s=9.0, now=50.0, think_s=think_s)
    assert match.outcome == won(1, reason="reached the goal")
    assert (match.record.end_s, match.deadline) == (2.0, math.inf)
    assert match.act(0, 1, 51.0) == (OVER,)
