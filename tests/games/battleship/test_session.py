"""The server's side: what the recordings in golden/ do not show. Time, leaving, bots' pace, and the record."""

from typing import Any

import pytest
from support.host import FixedHost, hosts

from fogfield.core.outcome import ABANDONED, won
from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientMessage,
    ClientWord,
    Grid,
    InitGrid,
    ServerWord,
    Unknown,
)
from fogfield.games.battleship.session import EARLY_LINES, TABLE, Phase, ServerSession
from fogfield.wire.session import CLOSE, Signal

END = [ServerWord.END, CLOSE]


class Pair:
    """Two sessions at a table, and a clock."""

    def __init__(self) -> None:
        self.hosts: list[FixedHost] = hosts("battleship", "fog")
        self.sessions = [ServerSession(host) for host in self.hosts]
        self.told: list[list[Any]] = [[], []]
        self.now = 100.0

    def open(self) -> "Pair":
        return self.on(0, Signal.OPEN).on(1, Signal.OPEN)

    def on(self, seat: int, event: ClientMessage | Signal) -> "Pair":
        self.told[seat] += self.sessions[seat].on(event, self.now)
        while woken := [one for one in (0, 1) if self.hosts[one].woken()]:
            for one in woken:
                self.told[one] += self.sessions[one].on(Signal.CHANGED, self.now)
        return self

    def say(self, *messages: tuple[int, ClientMessage]) -> "Pair":
        for seat, message in messages:
            self.on(seat, message)
        return self

    def take(self, seat: int) -> list[Any]:
        told, self.told[seat] = self.told[seat], []
        return told

    def placed(self) -> "Pair":
        self.open().say((0, InitGrid((1, 2, 3))), (1, InitGrid((1, 2, 3))))
        self.told = [[], []]
        return self

    def finished(self) -> "Pair":
        """The first has won."""
        self.placed()
        for mine, other in ((1, 16), (2, 15)):
            self.say((0, Attack(mine)), (1, Attack(other)))
        self.say((0, Attack(3)))
        self.told = [[], []]
        return self

    def wait(self, seat: int, seconds: float) -> "Pair":
        """Let time pass, until the session is woken at the moment that it asked for."""
        self.now += seconds
        return self.on(seat, Signal.TICK)

    @property
    def outcome(self) -> Any:
        return self.hosts[0].matches[-1].outcome


def test_nothing_is_said_to_one_who_waits() -> None:
    pair = Pair().on(0, Signal.OPEN)
    assert pair.take(0) == []
    pair.on(1, Signal.OPEN)
    assert pair.take(0) == pair.take(1) == [ServerWord.GAMEREADY, ServerWord.INIT_GRID]


def test_a_first_attack_that_comes_before_the_other_is_told_that_it_begins_is_told_after_that() -> None:
    """The first seat places last, and its attack is here already."""
    pair = Pair().open().say((1, InitGrid((1, 2, 3))))
    pair.told = [[], []]
    pair.sessions[0].on(InitGrid((4, 5, 6)), pair.now)
    pair.sessions[0].on(Attack(2), pair.now)
    assert pair.sessions[1].on(Signal.CHANGED, pair.now) == [
        Board(Grid.URBOARD, "OOO~~~~~~~~~~~~~"),
        ServerWord.WAIT,
        ServerWord.HIT,
        Board(Grid.URBOARD, "OXO~~~~~~~~~~~~~"),
        ServerWord.ATTACK,
    ]


def test_a_grid_on_the_wire_holds_boats_only_for_their_owner() -> None:
    pair = Pair().placed().say((0, Attack(2)))
    assert pair.take(0) == [ServerWord.HIT, Board(Grid.OPPONENTBOARD, "~X~~~~~~~~~~~~~~"), ServerWord.WAIT]
    assert pair.take(1) == [ServerWord.HIT, Board(Grid.URBOARD, "OXO~~~~~~~~~~~~~"), ServerWord.ATTACK]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_does_not_place_in_time_ends_it_for_both(seat: int) -> None:
    pair = Pair().open().say((1 - seat, InitGrid((1, 2, 3))))
    pair.told = [[], []]
    pair.wait(seat, 599.0)
    assert pair.take(seat) == []
    assert pair.hosts[seat].wakes[-1] == 700.0
    pair.wait(seat, 1.0)
    assert pair.take(seat) == pair.take(1 - seat) == END
    assert pair.outcome == ABANDONED


def test_who_does_not_attack_in_time_has_lost_and_both_are_told_end() -> None:
    pair = Pair().placed().say((0, Attack(9)))
    pair.told = [[], []]
    pair.wait(1, 600.0)
    assert pair.take(0) == pair.take(1) == END
    assert pair.outcome == won(0, reason="the other ran out of time")


def test_who_waits_for_the_other_has_all_the_time() -> None:
    pair = Pair().placed().wait(1, 5_000.0)
    assert pair.take(1) == []


def test_a_wrong_answer_does_not_give_the_time_again() -> None:
    pair = Pair().placed().wait(0, 500.0).say((0, Attack(99)))
    assert pair.take(0) == [ServerWord.ERROR, ServerWord.ATTACK]
    pair.wait(0, 100.0)
    assert pair.take(0) == pair.take(1) == END


def test_an_answer_that_comes_after_the_time_is_no_answer() -> None:
    pair = Pair().placed()
    pair.now += 600.0
    pair.say((0, Attack(1)))
    assert pair.take(0) == pair.take(1) == END
    assert pair.outcome == won(1, reason="the other ran out of time")


def test_a_rematch_has_clocks_of_its_own() -> None:
    pair = Pair().finished()
    pair.now += 500.0
    pair.say((0, ClientWord.REMATCH_OFFER), (1, ClientWord.REMATCH_OFFER)).wait(0, 500.0)
    assert pair.take(0) == [ServerWord.GAMEREADY, ServerWord.INIT_GRID]
    pair.wait(0, 100.0)
    assert pair.take(0) == END


def test_who_does_not_answer_to_the_result_refuses_the_rematch() -> None:
    pair = Pair().finished().say((1, ClientWord.REMATCH_OFFER)).wait(0, 600.0)
    assert pair.take(0) == [ServerWord.REMATCH_DENY, *END]
    assert pair.take(1) == [ServerWord.REMATCH_DENY, *END]


def test_who_waits_for_an_opponent_too_long_is_sent_away_and_never_paired() -> None:
    pair = Pair().on(0, Signal.OPEN).wait(0, 600.0)
    assert pair.take(0) == END
    pair.on(1, Signal.OPEN)
    assert pair.take(1) == []


@pytest.mark.parametrize("signal", [Signal.IDLE, Signal.STOP])
def test_an_end_from_outside_is_said_to_both_and_is_nobodys_defeat(signal: Signal) -> None:
    pair = Pair().placed().on(0, signal)
    assert pair.take(0) == pair.take(1) == END
    assert pair.outcome == ABANDONED


def test_who_leaves_in_the_middle_has_lost() -> None:
    pair = Pair().placed().on(1, Signal.EOF)
    assert pair.take(1) == [CLOSE]
    assert pair.take(0) == END
    assert pair.outcome == won(0, reason="the other left")


def test_a_last_attack_is_told_before_its_sender_is_gone_and_there_is_no_result() -> None:
    pair = Pair().placed()
    pair.sessions[0].on(Attack(1), pair.now)
    pair.sessions[0].on(Signal.EOF, pair.now)
    assert pair.sessions[1].on(Signal.CHANGED, pair.now) == [
        ServerWord.HIT,
        Board(Grid.URBOARD, "XOO~~~~~~~~~~~~~"),
        *END,
    ]


def test_who_answered_in_time_and_then_does_not_is_late_by_his_last_question() -> None:
    """One alarm serves many questions: it is set again when it rings for one that was answered."""
    pair = Pair().placed()
    pair.now += 300.0
    pair.say((0, Attack(9)), (1, Attack(9)))
    pair.told = [[], []]
    pair.wait(0, 300.0)
    assert pair.take(0) == []
    assert pair.hosts[0].wakes[-1] == 1_000.0
    pair.wait(0, 300.0)
    assert pair.take(0) == pair.take(1) == END


@pytest.mark.parametrize("offers", [True, False])
def test_who_only_stops_sending_after_the_end_is_told_that_it_is_over(offers: bool) -> None:
    pair = Pair().finished()
    if offers:
        pair.say((0, ClientWord.REMATCH_OFFER))
    pair.on(0, Signal.EOF)
    assert pair.take(0) == pair.take(1) == [ServerWord.REMATCH_DENY, *END]


def test_who_leaves_after_the_end_changes_nothing() -> None:
    pair = Pair().finished()
    ended = pair.outcome
    pair.on(1, Signal.EOF)
    assert pair.outcome == ended
    assert pair.take(0) == [ServerWord.REMATCH_DENY, *END]


def test_a_win_is_told_before_the_loser_is_gone() -> None:
    """The last attack and the goodbye of the other come at once: first things first."""
    pair = Pair().placed()
    for mine, other in ((1, 16), (2, 15)):
        pair.say((0, Attack(mine)), (1, Attack(other)))
    pair.told = [[], []]
    pair.sessions[0].on(Attack(3), pair.now)
    pair.sessions[0].on(Signal.EOF, pair.now)
    assert pair.sessions[1].on(Signal.CHANGED, pair.now) == [
        ServerWord.HIT,
        Board(Grid.URBOARD, "XXX~~~~~~~~~~~~~"),
        ServerWord.ULOST,
        ServerWord.REMATCH_DENY,
        *END,
    ]


def test_early_lines_are_kept_up_to_a_limit() -> None:
    pair = Pair().placed()
    for _ in range(EARLY_LINES):
        pair.on(1, Unknown("early"))
    assert pair.take(1) == []
    pair.on(1, Unknown("one too many"))
    assert pair.take(0) == pair.take(1) == END


def test_early_lines_count_again_once_they_are_answered() -> None:
    pair = Pair().placed()
    for number in range(12):
        pair.on(1, Attack(16 - number))
    for number in range(12):
        pair.on(0, Attack(5 + number)) if number < 11 else None
    assert CLOSE not in pair.take(1)


def test_nothing_is_answered_after_the_end() -> None:
    pair = Pair().finished().say((0, ClientWord.QUIT))
    pair.told = [[], []]
    pair.on(0, ClientWord.REMATCH_OFFER).on(0, Signal.TICK).on(0, Signal.EOF)
    assert pair.take(0) == []


def test_every_rematch_is_a_match_of_its_own_with_its_record() -> None:
    pair = Pair().finished().say((0, ClientWord.REMATCH_OFFER), (1, ClientWord.REMATCH_OFFER))
    assert pair.take(0) == pair.take(1) == [ServerWord.GAMEREADY, ServerWord.INIT_GRID]
    pair.say((0, InitGrid((4, 5, 6))), (1, InitGrid((7, 8, 9))), (0, Attack(16)))
    first, second = pair.hosts[0].matches
    assert first.outcome == won(0, reason="sank every boat")
    assert len(second.record.moves) == 3
    assert second.record.moves[2].seat == 0


def test_the_table_says_something_for_every_phase() -> None:
    assert set(TABLE) == set(Phase)


def test_a_session_without_a_connection_yet_knows_nobody() -> None:
    session = ServerSession(FixedHost("battleship", "fog"))
    assert session.on(Signal.CHANGED, 0.0) == []
    assert session.on(Signal.EOF, 0.0) == (CLOSE,)


# --- a store that does not work


def test_who_is_asked_is_asked_again_when_his_answer_cannot_be_stored() -> None:
    pair = Pair().open()
    pair.told = [[], []]
    assert pair.on(0, Signal.UNKEPT).take(0) == [ServerWord.ERROR, ServerWord.INIT_GRID]
    pair = Pair().placed()
    assert pair.on(0, Signal.UNKEPT).take(0) == [ServerWord.ERROR, ServerWord.ATTACK]
    assert pair.take(1) == []
    assert pair.say((0, Attack(1))).take(0)[0] is ServerWord.HIT


@pytest.mark.parametrize("signal", [Signal.UNKEPT, Signal.LOST])
def test_who_is_not_asked_is_sent_away_and_it_is_nobodys_fault(signal: Signal) -> None:
    pair = Pair().placed()
    assert pair.on(1, signal).take(1) == END
    assert pair.take(0) == END
    assert pair.hosts[0].matches[0].outcome == ABANDONED
    waiting = Pair().on(0, Signal.OPEN)
    assert waiting.on(0, signal).take(0) == END
    assert not waiting.hosts[0].room.waiting
    assert Pair().finished().on(0, signal).take(0)[-2:] == END


def test_who_is_sent_away_is_not_asked_again() -> None:
    """He may not even know yet that it was his turn."""
    assert Pair().placed().on(0, Signal.LOST).take(0) == END
