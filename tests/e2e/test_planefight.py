"""Whole games of planeFight: real clients in terminals, hosting, joining, or on the server; and bots in their place."""

import re

import pytest
from support.live import FOGFIELD, served
from support.terminal import Program

PLAY = (FOGFIELD, "play", "planefight")
BOARD = ("--rows", "5", "--columns", "5", "--planes", "1", "--first", "me")
UP, LEFT, DOWN, RIGHT = "\x1b[A", "\x1b[D", "\x1b[B", "\x1b[C"


def test_a_hosting_and_a_joining_player_play_a_game_by_keys() -> None:
    with Program(*PLAY, "--host", "--port", "0", "--name", "Ann", *BOARD) as ann:
        ann.shows("q or Ctrl-C leaves.")
        port = next(found[1] for line in ann.lines() if (found := re.search(r"port (\d+)$", line)))
        with Program(*PLAY, "--port", port, "--name", "Bo") as bo:
            ann.shows("Opponent: Bo")
            bo.shows("Opponent: Ann")
            bo.shows("Ann attacks first.")
            ann.type(UP * 2 + "\r")  # its head is then at (2,0)
            ann.shows("All planes are placed")
            ann.type("y")
            ann.shows("READY - waiting for Bo")
            bo.type(DOWN * 2 + "]]" + "\ry")  # and this one at (2,4), facing down
            for turn, aim, told in ((1, "", "Ann: (2,2) HIT."), (3, LEFT, "Ann: (1,2) void.")):
                ann.shows(f"Turn {turn}: YOUR TURN")
                ann.type(f"{aim}\r")
                bo.shows(told)
                bo.shows(f"Turn {turn + 1}: YOUR TURN")
                bo.type(f"{LEFT}\r")
            ann.shows("Turn 5: YOUR TURN")
            ann.type(f"{RIGHT}{DOWN}{DOWN}\r")
            ann.shows("YOU WON")
            bo.shows("YOU LOST")
            ann.shows("You won: you destroyed the only plane of Bo.")
            bo.shows("You lost: your only plane was destroyed.")
            for program in (ann, bo):
                program.shows("any key leaves")
                assert sum(line.count("━━━━") > 0 for line in program.lines()) >= 1
                program.type(" ")
                assert program.ended() == 0
                assert program.restored()
            assert "You won: you destroyed the only plane of Bo." in ann.lines()
            assert any("You lost" in line for line in bo.lines())


SMALL = tuple(
    part
    for setting in ("rows=5", "columns=5", "planes=1", "first=first-come", "opponent=pair")
    for part in ("--set", f"planefight.{setting}")
)


def test_two_real_clients_in_terminals_play_on_the_server() -> None:
    with served(*SMALL, name="planefight") as server:
        play = (*PLAY, "--port", str(server.port))
        with Program(*play, "--name", "Ann") as ann:
            ann.shows("not here yet")
            ann.type(UP * 2 + "\ry")  # its head is then at (2,0)
            with Program(*play, "--name", "Bo") as bo:
                ann.shows("READY - waiting for Bo")
                bo.shows("Opponent: Ann")
                bo.type(DOWN * 2 + "]]" + "\ry")  # and this one at (2,4), facing down
                ann.shows("Turn 1: YOUR TURN")
                ann.type("\r")
                bo.shows("Turn 2: YOUR TURN")
                bo.type(f"{UP}{UP}\r")
                bo.shows("YOU WON")
                ann.shows("You lost: your only plane was destroyed.")
                for program in (ann, bo):
                    program.type(" ")
                    assert program.ended() == 0
                    assert program.restored()


@pytest.mark.parametrize("modes", [(), ("--cross-border",), ("--completely-destroy",)])
def test_bots_in_both_roles_say_who_won_and_so_does_their_exit_status(modes: tuple[str, ...]) -> None:
    board = ("--rows", "8", "--columns", "8", "--planes", "2", *modes)
    with Program(*PLAY, "--host", "--port", "0", "--bot", "hunter", "--name", "Ann", *board, cols=120) as host:
        (port,) = re.findall(r"--port (\d+)$", "\n".join(host.shows("Waiting for somebody")), re.MULTILINE)
        with Program(*PLAY, "--port", port, "--bot", "random", "--name", "Bo") as guest:
            statuses = host.ended(), guest.ended()
            assert sorted(statuses) == [0, 1]
            winner = "Ann" if statuses[0] == 0 else "Bo"
            host.shows(f"{winner} has won")
            guest.shows(f"{winner} has won")


def test_a_bot_on_the_server_meets_the_level_that_it_asks_for() -> None:
    asks = ("127.0.0.1", "--bot", "random", "--against", "expert")
    with served(*SMALL, name="planefight") as server, Program(*PLAY, *asks, "--port", str(server.port)) as bot:
        assert bot.ended() in (0, 1)
        bot.shows("expert bot")
