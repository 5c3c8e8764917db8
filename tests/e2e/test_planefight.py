"""A whole game of planeFight: two real clients in terminals, one of which hosts."""

import re

from support.live import FOGFIELD
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
            ann.shows("All planes stand")
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
            ann.shows("You won: the only plane of Bo destroyed.")
            bo.shows("You lost: the only plane of yours destroyed.")
            for program in (ann, bo):
                program.shows("any key leaves")
                assert sum(line.count("━━━━") > 0 for line in program.lines()) >= 1
                program.type(" ")
                assert program.ended() == 0
                assert program.restored()
            assert "You won: the only plane of Bo destroyed." in ann.lines()
            assert any("You lost" in line for line in bo.lines())
