from typing import Any

import pytest
from support.host import FixedHost

from fogfield.core.match import NOT_KEPT, replay
from fogfield.core.outcome import ABANDONED
from fogfield.games.jminesweeper import GAME
from fogfield.games.jminesweeper.messages import Command, ScreenContent, Start
from fogfield.games.jminesweeper.session import LOST, TABLE, Phase, ServerSession, Step
from fogfield.wire.canvas import Canvas
from fogfield.wire.session import CLOSE, Signal

MOVES = (Command.MOVE_LEFT, Command.MOVE_RIGHT, Command.MOVE_UP, Command.MOVE_DOWN)


class Player:
    """A session and what its client would see."""

    def __init__(self, seed: str = "fog") -> None:
        self.host = FixedHost("jminesweeper", seed)
        self.session = ServerSession(self.host)
        self.now = 0.0

    def sends(self, *events: Any) -> Canvas:
        canvas = Canvas()
        for event in events:
            self.now += 1
            (reply,) = self.session.on(event, self.now)
            assert isinstance(reply, ScreenContent)
            canvas.feed(reply.content.decode("ascii"))
        return canvas


def cursor(canvas: Canvas) -> tuple[int, int]:
    """Row and column of the cell under the cursor, on a roomy board."""
    return canvas.row, (canvas.col - 1) // 2


def test_cursor_starts_at_the_top_left_and_stops_at_every_edge() -> None:
    player = Player()
    assert cursor(player.sends(Start(3, 2, 1))) == (0, 0)
    assert cursor(player.sends(Command.MOVE_LEFT, Command.MOVE_UP)) == (0, 0)
    assert cursor(player.sends(*[Command.MOVE_RIGHT] * 5)) == (0, 2)
    assert cursor(player.sends(*[Command.MOVE_DOWN] * 5)) == (1, 2)
    assert cursor(player.sends(Command.MOVE_LEFT, Command.MOVE_UP)) == (0, 1)


def test_start_during_a_game_begins_a_new_one_and_abandons_the_old() -> None:
    player = Player()
    canvas = player.sends(Start(3, 2, 1), Command.MOVE_RIGHT, Command.TOGGLE_BOMB_MARK, Start(4, 4, 2))
    assert cursor(canvas) == (0, 0)
    assert "level 2 medium   bombs 4   marks 0" in canvas.text()
    assert [match.outcome for match in player.host.matches] == [ABANDONED, None]


def test_start_after_the_end_begins_a_new_game() -> None:
    player = Player()
    assert "GAME LOST" in player.sends(Start(1, 1, 1), Command.REVEAL).text()[2]
    assert "GAME" not in "".join(player.sends(Start(1, 1, 1)).text())


def test_after_the_end_everything_but_start_and_quit_shows_the_same_screen() -> None:
    player = Player()
    last = player.sends(Start(1, 1, 1), Command.REVEAL)
    for command in set(Command) - {Command.QUIT}:
        assert player.sends(command).lines == last.lines
    assert len(player.host.matches[0].record.moves) == 1


def test_before_start_every_packet_shows_that_there_is_no_game() -> None:
    for command in set(Command) - {Command.QUIT}:
        assert "No game yet" in "".join(Player().sends(command).text())


def test_a_start_that_is_not_valid_names_every_fault_and_keeps_the_old_game() -> None:
    player = Player()
    text = "\n".join(player.sends(Start(0, 0, 9)).text())
    assert "No game yet" in text
    assert "columns 0 not in 1-255; rows 0 not in 1-255; level 9 not in 1-3" in text
    before = player.sends(Start(3, 3, 1), Command.MOVE_RIGHT)
    refused = player.sends(Start(3, 3, 0))
    assert "START refused: level 0 not in 1-3" in refused.text()
    assert refused.lines[:4] == before.lines[:4]
    assert player.sends(Command.MOVE_LEFT).text()[:4] != before.text()[:4]
    assert len(player.host.matches) == 1


def test_quit_closes_without_a_screen_in_every_phase() -> None:
    for before in ((), (Start(2, 2, 1),), (Start(1, 1, 1), Command.REVEAL)):
        player = Player()
        if before:
            player.sends(*before)
        assert player.session.on(Command.QUIT, 9.0) == (CLOSE,)


def test_a_vanished_player_abandons_his_game() -> None:
    player = Player()
    player.sends(Start(3, 3, 1))
    assert player.session.on(Signal.EOF, 5.0) == (CLOSE,)
    assert player.host.matches[0].outcome == ABANDONED


def test_why_nothing_happened_is_said_in_the_screen() -> None:
    player = Player()
    player.sends(Start(3, 3, 2), Command.TOGGLE_BOMB_MARK)
    assert "a marked cell is not revealed; take the mark away first" in player.sends(Command.REVEAL).text()
    assert not any("marked" in line for line in player.sends(Command.MOVE_DOWN).text())


def test_the_record_has_the_cells_and_times_and_replays() -> None:
    player = Player()
    player.sends(Start(3, 3, 1), Command.MOVE_RIGHT, Command.TOGGLE_BOMB_MARK, Command.MOVE_DOWN, Command.REVEAL)
    match = player.host.matches[0]
    written = [(move.at_s, GAME.notation.write_action(move.action)) for move in match.record.moves]
    assert written == [(2.0, ["mark", 0, 1]), (4.0, ["reveal", 1, 1])]
    assert replay(GAME, match.record).state == match.state


def test_table_has_a_step_for_every_packet_in_every_phase() -> None:
    clients = set(range(1, 11)) - {9}
    for phase in Phase:
        assert set(TABLE[phase]) == clients
        assert TABLE[phase][7] is Step.BEGIN
        assert TABLE[phase][8] is Step.LEAVE


@pytest.mark.parametrize("signal", [Signal.TICK, Signal.CHANGED])
def test_other_signals_say_nothing(signal: Signal) -> None:
    assert Player().session.on(signal, 1.0) == ()


@pytest.mark.parametrize("signal", [Signal.EOF, Signal.IDLE, Signal.STOP])
def test_the_end_of_a_connection_is_silent_and_may_be_told_twice(signal: Signal) -> None:
    player = Player()
    player.sends(Start(3, 3, 1))
    assert player.session.on(signal, 5.0) == (CLOSE,)
    assert player.session.on(Signal.EOF, 6.0) == (CLOSE,)
    assert player.host.matches[0].record.end_s == 4.0


# --- a store that does not work


def test_a_packet_that_cannot_be_stored_is_answered_with_the_same_board_and_a_sentence() -> None:
    player = Player()
    before = player.sends(Start(9, 9, 1), Command.MOVE_RIGHT, Command.TOGGLE_BOMB_MARK)
    told = player.sends(Signal.UNKEPT)
    assert told.text()[:9] == before.text()[:9]
    assert cursor(told) == cursor(before)
    assert any(NOT_KEPT.text in line for line in told.text())
    after = player.sends(Command.MOVE_RIGHT)
    assert not any(NOT_KEPT.text in line for line in after.text())
    assert player.host.matches[0].moves == 1


def test_without_a_game_the_sentence_is_told_too() -> None:
    assert any(NOT_KEPT.text in line for line in Player().sends(Signal.UNKEPT).text())


def test_who_is_sent_away_sees_nothing_of_a_board_that_was_not_stored() -> None:
    player = Player()
    player.sends(Start(9, 9, 1), Command.TOGGLE_BOMB_MARK)
    screen, close = player.session.on(Signal.LOST, 9.0)
    assert close is CLOSE
    assert isinstance(screen, ScreenContent)
    canvas = Canvas()
    canvas.feed(screen.content.decode("ascii"))
    assert any(LOST in line for line in canvas.text())
    assert not any("marks" in line for line in canvas.text())
    assert player.host.matches[0].outcome == ABANDONED
