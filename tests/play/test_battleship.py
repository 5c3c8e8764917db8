"""The Battleship client: line by line, on a full screen, with a bot; against good servers and all kinds of bad ones."""

import shlex
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from support.live import FOGFIELD, clean_environment, live
from support.terminal import Program

PLAY = (FOGFIELD, "play", "battleship")
WATER = "~" * 16
BEGIN = b"GAMEREADY\nINIT_GRID\n"


class Server:
    """A server of any manners: a function that gets the client's socket."""

    def __init__(self, behave: Callable[["Server"], None]) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.heard: list[bytes] = []
        self._behave = behave
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.sock, _ = self._listener.accept()
        self.sock.settimeout(20)
        with self.sock, self._listener, self.sock.makefile("rb") as self._lines:
            self._behave(self)

    def say(self, data: bytes) -> None:
        self.sock.sendall(data)

    def hear(self) -> bytes:
        self.heard.append(self._lines.readline())
        return self.heard[-1]

    def done(self) -> list[bytes]:
        self._thread.join(20)
        assert not self._thread.is_alive()
        return self.heard


Done: TypeAlias = "subprocess.CompletedProcess[str]"


def play(behave: Callable[[Server], None], typed: str, *options: str) -> tuple[Done, Server]:
    server = Server(behave)
    done = subprocess.run(
        [*PLAY, "--port", str(server.port), *options],
        input=typed, capture_output=True, text=True, timeout=30, check=False, env=clean_environment(),
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done, server


def begin_and_hear(server: Server) -> None:
    server.say(BEGIN)
    server.hear()


def whole_game(server: Server) -> None:
    server.say(BEGIN)
    server.hear()
    server.say(b"URBOARD=OO~~O~~~~~~~~~~~\nATTACK\n")
    server.hear()
    server.say(b"HIT\nOPPONENTBOARD=~~X~~~~~~~~~~~~~\nWAIT\nMISS\nURBOARD=OO~~O*~~~~~~~~~~\nATTACK\n")
    server.hear()
    server.say(b"MISS\nOPPONENTBOARD=~~X*~~~~~~~~~~~~\nUWON\n")
    server.hear()
    server.say(b"REMATCH_DENY\nEND\n")


def test_a_game_line_by_line() -> None:
    done, server = play(whole_game, "1 2 5\n3\n4\nExit\n")
    assert done.returncode == 0
    assert server.done() == [b"INIT_GRID=1 2 5\r\n", b"ATTACK=3\r\n", b"ATTACK=4\r\n", b"QUIT\r\n"]
    said = done.stdout
    order = [
        "Waiting for an opponent...", "Game is starting!", "Your board:", " 1 | O | O | ~ | ~ |", "HIT!",
        "Opponent's board:", " 1 | ~ | ~ | X | ~ |", "Waiting for opponent's move...", "Missed...",
        " 2 | O | * | ~ | ~ |", "YOU WIN!", "Rematch or Exit? Exit", "Rematch denied!", "Played 1, won 1.",
    ]  # fmt: skip
    places = [said.index(text) for text in order]
    assert places == sorted(places)
    assert "\x1b" not in said


def test_wrong_answers_are_not_sent_and_the_question_comes_again() -> None:
    done, server = play(whole_game, "1 2 3 4\n1 1 2\nx\n0 1 2\n1 2 5\n17\n3\n3\n4\nno\nEXIT\n")
    assert server.done() == [b"INIT_GRID=1 2 5\r\n", b"ATTACK=3\r\n", b"ATTACK=4\r\n", b"QUIT\r\n"]
    for sentence in (
        "3 boats are needed, not 4.", "There is a boat on 1 already", "Please enter numbers", "0 is not on the grid",
        "17 is not on the grid", "You already attacked this cell!", "Please type Rematch or Exit.",
    ):  # fmt: skip
        assert sentence in done.stdout


def test_boats_can_be_placed_one_by_one() -> None:
    done, server = play(whole_game, "1\n1\n2\n5\n3\n4\nexit\n")
    assert server.done() == [b"INIT_GRID=1 2 5\r\n", b"ATTACK=3\r\n", b"ATTACK=4\r\n", b"QUIT\r\n"]
    assert done.stdout.count("1 of 3 placed.") == 1
    assert "There is a boat on 1 already" in done.stdout
    assert "2 of 3 placed." in done.stdout


def hang_up_on_the_answer(server: Server) -> None:
    """Deny a rematch as the published server does: the answer is not read any more, so the end is a reset."""
    server.say(BEGIN)
    server.hear()
    server.say(b"ULOST\n")
    server.sock.recv(1, socket.MSG_PEEK)  # the answer is there
    server.say(b"REMATCH_DENY\n")


@pytest.mark.parametrize("answer", ["exit", "rematch"])
def test_a_server_that_hangs_up_after_it_denied_a_rematch_has_done_nothing_wrong(answer: str) -> None:
    done, _ = play(hang_up_on_the_answer, f"1 2 5\n{answer}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Rematch denied!\nPlayed 1, won 0.\n")


def test_a_bot_that_is_hung_up_on_after_its_last_game_has_done_well() -> None:
    done, _ = play(hang_up_on_the_answer, "", "--bot", "random")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_end_in_the_middle_says_why() -> None:
    done, _ = play(lambda server: server.say(BEGIN + b"END\n"), "")
    assert "The server ended the game: the opponent has left, or somebody took too long." in done.stdout
    done, _ = play(lambda server: server.say(b"END\n"), "")
    assert "nobody came to play" in done.stdout


def test_a_rematch_is_another_game_on_the_same_connection() -> None:
    def behave(server: Server) -> None:
        for _ in range(2):
            server.say(BEGIN)
            server.hear()
            server.say(b"URBOARD=OOO~~~~~~~~~~~~~\nWAIT\nHIT\nURBOARD=XXX~~~~~~~~~~~~~\nULOST\n")
            server.hear()
        server.say(b"REMATCH_DENY\nEND\n")

    done, server = play(behave, "1 2 3\nrematch\n4 5 6\nexit\n")
    assert server.done() == [b"INIT_GRID=1 2 3\r\n", b"REMATCH_OFFER\r\n", b"INIT_GRID=4 5 6\r\n", b"QUIT\r\n"]
    assert done.stdout.count("YOU LOST!") == 2
    assert "Played 2, won 0." in done.stdout


def reset(server: Server) -> None:
    server.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


GONE = "The server closed the connection."
NO_INPUT = "There is no more input, and the server waits for an answer."


@pytest.mark.parametrize(
    ("said", "error", "status"),
    [
        (b"", GONE, 0),
        (BEGIN, NO_INPUT, 1),
        (BEGIN + b"END\n", "", 0),
        (b"END\n", "", 0),
        (b"URBOARD\nURBOARD=\nOPPONENTBOARD=XX\nEND\n", "", 0),
        (b"URBOARD=" + b"\x1b[2J\xff" * 400 + b"\nEND\n", "", 0),
        (b"GAMEREADY\r\nWAIT\r\nEND\r\n", "", 0),
        (b"x" * 100_000 + b"\nEND\n", "", 0),
        (b"\n\n\nERROR\nERROR=1\nHIT\nMISS\nREMATCH_DENY\nEND\n", "", 0),
        (b"GAMEREADY\nHALF A LI", GONE, 0),
    ],
)
def test_whatever_a_server_does_ends_in_a_sentence(said: bytes, error: str, status: int) -> None:
    done, _ = play(lambda server: server.say(said), "")
    assert done.stderr.strip() == error
    assert done.returncode == status
    assert "\x1b" not in done.stdout


def test_an_unknown_word_is_said_and_the_game_goes_on() -> None:
    def behave(server: Server) -> None:
        server.say(b"HELLO\nwait\nGAMEREADY \n" + BEGIN)
        server.hear()
        server.say(b"END\n")

    done, server = play(behave, "1 2 3\n")
    assert done.stdout.count("Unexpected command from server...") == 3
    assert server.done() == [b"INIT_GRID=1 2 3\r\n"]
    assert done.returncode == 0


def test_an_error_and_a_question_again_are_answered_again() -> None:
    def behave(server: Server) -> None:
        server.say(BEGIN)
        server.hear()
        server.say(b"ERROR\nINIT_GRID\n")
        server.hear()
        server.say(b"URBOARD=OOO~~~~~~~~~~~~~\nATTACK\n")
        server.hear()
        server.say(b"ERROR\nATTACK\n")
        server.hear()
        server.say(b"END\n")

    done, server = play(behave, "1 2 3\n1 2 4\n5\n6\n")
    assert server.done() == [b"INIT_GRID=1 2 3\r\n", b"INIT_GRID=1 2 4\r\n", b"ATTACK=5\r\n", b"ATTACK=6\r\n"]
    assert "The server refused these boats." in done.stdout
    assert "You already attacked this cell!" in done.stdout


def test_a_reset_is_a_failure_in_a_sentence() -> None:
    def behave(server: Server) -> None:
        server.say(BEGIN)
        server.hear()
        reset(server)

    done, _ = play(behave, "1 2 3\n")
    assert done.returncode == 1
    assert "The connection to the server was lost (Connection reset by peer)." in done.stderr


def test_an_input_that_ends_while_the_server_waits_is_a_failure() -> None:
    done, server = play(begin_and_hear, "")
    assert done.returncode == 1
    assert done.stderr == "There is no more input, and the server waits for an answer.\n"
    assert server.done() == [b""]


def test_a_last_line_without_end_is_an_answer() -> None:
    def behave(server: Server) -> None:
        server.say(BEGIN)
        server.hear()
        server.say(b"END\n")

    assert play(behave, "1 2 3")[1].done() == [b"INIT_GRID=1 2 3\r\n"]


@pytest.mark.parametrize("typed", ["1 2 5\n3\n4\nexit\n", ""])
def test_a_script_may_be_a_file(typed: str, tmp_path: Path) -> None:
    """Files are not like pipes: the system will not say when something can be read, because it always can."""
    (tmp_path / "moves.txt").write_text(typed)
    server = Server(whole_game if typed else begin_and_hear)
    with (tmp_path / "moves.txt").open() as moves:
        done = subprocess.run(
            [*PLAY, "--port", str(server.port)], stdin=moves, capture_output=True, text=True, timeout=30, check=False
        )
    if typed:
        assert (done.returncode, done.stderr) == (0, "")
        assert len(server.done()) == 4
    else:
        assert done.stderr == "There is no more input, and the server waits for an answer.\n"


@pytest.mark.parametrize("stdin", ["</dev/null", "<&-"])
def test_without_an_input_it_ends_when_it_is_asked(stdin: str) -> None:
    server = Server(begin_and_hear)
    command = f"{shlex.join([*PLAY, '--port', str(server.port)])} {stdin}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert done.stderr == "There is no more input, and the server waits for an answer.\n"


def test_exit_leaves_at_any_question() -> None:
    done, server = play(begin_and_hear, "1 2\nexit\n1 2 3\n")
    assert server.done() == [b""]
    assert done.returncode == 0
    assert "Played 0, won 0." in done.stdout


def test_what_is_typed_before_it_is_asked_is_not_read_without_end() -> None:
    """`yes` types for ever; what was not read stays in its pipe."""
    let_go = threading.Event()
    server = Server(lambda server: (let_go.wait(20), None)[-1])
    typist = subprocess.Popen(["yes", "1"], stdout=subprocess.PIPE)
    client = subprocess.Popen(
        [*PLAY, "--port", str(server.port)], stdin=typist.stdout, stdout=subprocess.PIPE, text=True
    )
    try:
        assert client.stdout
        while "Waiting" not in client.stdout.readline():
            pass
        before = -1
        while (now := written(typist.pid)) != before:  # until nobody reads any more
            before = now
            time.sleep(0.3)
        assert now < 1_000_000
    finally:
        let_go.set()
        client.wait(20)
        typist.kill()
        typist.communicate()
        client.communicate()


def written(pid: int) -> int:
    """How many bytes a process has written so far."""
    return int(Path(f"/proc/{pid}/io").read_text().split("wchar:")[1].split()[0])


@pytest.mark.parametrize("bot", ["hunter", "random"])
def test_a_bot_leaves_a_game_that_nobody_can_win(bot: str) -> None:
    def behave(server: Server) -> None:
        server.say(BEGIN)
        server.hear()
        server.say(b"URBOARD=OOO~~~~~~~~~~~~~\nATTACK\n")
        board = ["~"] * 16
        while attack := server.hear():
            board[int(attack.partition(b"=")[2]) - 1] = "*"
            server.say(f"MISS\nOPPONENTBOARD={''.join(board)}\nWAIT\nMISS\nURBOARD=OOO*~~~~~~~~~~~~\nATTACK\n".encode())

    done, server = play(behave, "", "--bot", bot)
    assert done.returncode == 1
    assert done.stderr == "Every cell was attacked, and the server goes on asking: nobody can win there.\n"
    assert len(set(server.done())) == 18  # boats, every cell once, and the end


def test_nobody_there() -> None:
    done = subprocess.run([*PLAY, "--port", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nobody answers on 127.0.0.1 port 1" in done.stderr


def test_games_belong_to_bots() -> None:
    done = subprocess.run([*PLAY, "--games", "3"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--games belongs to --bot" in done.stderr


@pytest.mark.parametrize("bot", ["hunter", "random"])
def test_a_bot_plays_as_many_games_as_it_is_told(bot: str) -> None:
    with live("battleship", settings={"opponent": "bot"}) as server:
        done = subprocess.run(
            [*PLAY, "--port", str(server.port), "--bot", bot, "--games", "3"],
            capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Played 3, won " in done.stdout
    assert done.stdout.count("Game is starting!") == 3


def test_on_a_full_screen_cells_are_chosen_with_the_arrows_or_typed() -> None:
    server = Server(whole_game)
    with Program(*PLAY, "--port", str(server.port)) as program:
        lines = program.shows("Where are your 3 boats?")
        assert lines[0] == "Your board:             Opponent's board:"
        assert lines[3].startswith(" 1 |[~]| ~ | ~ | ~ |")
        program.type("\r\x1b[C\r")
        program.shows("2 of 3 placed")
        program.type("\r")
        program.shows("1 of 3 placed")
        program.type(" ")
        program.shows("2 of 3 placed")
        program.type("1\r")
        program.shows("There is a boat on 1 already")
        program.type("5 17\r")
        program.shows("17 is not on the grid")
        program.shows("2 of 3 placed")
        program.type("55\x7f\r")
        program.shows("Which cell do you attack?")
        assert program.lines()[3].startswith(" 1 | O | O | ~ | ~ |")
        program.type("x\r")
        program.shows("Please enter numbers from 1 to 16.")
        program.type("\x1b[C\r")
        program.shows("HIT!")
        program.until(lambda lines: "| ~ | ~ |[X]| ~ |" in lines[3])
        program.type("\r")
        program.shows("You already attacked this cell!")
        program.type("4\r")
        program.shows("YOU WIN!")
        program.type("eXiT\r")
        assert program.ended() == 0
        assert program.restored()
        program.shows("Rematch denied!")
        program.shows("Played 1, won 1.")
    assert server.done() == [b"INIT_GRID=1 2 5\r\n", b"ATTACK=3\r\n", b"ATTACK=4\r\n", b"QUIT\r\n"]


def test_the_cursor_goes_round_the_edges_and_colour_can_be_switched_off() -> None:
    for no_colour, coloured in (("1", False), ("", True)):
        server = Server(begin_and_hear)
        with Program(*PLAY, "--port", str(server.port), NO_COLOR=no_colour) as program:
            program.shows("Where are your 3 boats?")
            program.type("\x1b[A")
            program.until(lambda lines: lines[9].startswith(" 4 |[~]|"))
            program.type("\x1b[D")
            program.until(lambda lines: "| ~ |[~]|" in lines[7])
            program.type("\x1b[B\x1b[B")
            program.until(lambda lines: "| ~ |[~]|" in lines[3])
            assert (b"\x1b[0;34m" in program.output) == coloured
            program.type("\x04")
            assert program.ended() == 0
            assert program.restored()


@pytest.mark.parametrize(("keys", "status"), [("\x03", 130), ("\x04", 0), ("exit\r", 0)])
def test_the_player_can_go_at_any_moment(keys: str, status: int) -> None:
    server = Server(lambda server: (server.hear(), None)[-1])
    with Program(*PLAY, "--port", str(server.port)) as program:
        program.shows("Waiting for an opponent...")
        program.until(lambda lines: program.raw())
        program.type(keys)
        assert program.ended() == status
        assert program.restored()
        assert b"Traceback" not in program.output
    assert server.done() == [b""]


def test_a_server_that_goes_gives_the_terminal_back() -> None:
    server = Server(lambda server: server.say(BEGIN))
    with Program(*PLAY, "--port", str(server.port)) as program:
        assert program.ended() == 0
        assert program.restored()
        program.shows("The server closed the connection.")


@pytest.mark.parametrize(("cols", "rows"), [(60, 15), (44, 12), (38, 12), (80, 20)])
def test_a_small_terminal_shows_what_matters_now(cols: int, rows: int) -> None:
    server = Server(whole_game)
    with Program(*PLAY, "--port", str(server.port), cols=cols, rows=rows) as program:
        program.shows("Where are your 3 boats?")
        program.shows("Your board:")
        program.type("17\r")
        program.shows("17 is not on the grid")
        program.type("1 2 5\r")
        program.shows("Which cell do you attack?")
        program.shows("Opponent's board:")
        program.type("3\r")
        program.until(lambda lines: any("| X |" in line for line in lines))
        program.shows("Missed...")
        program.type("3\r")
        program.shows("You already attacked this cell!")
        program.type("4\r")
        program.shows("YOU WIN!")
        program.shows("Rematch or Exit?")
        program.type("exit\r")
        assert program.ended() == 0


def test_a_larger_terminal_shows_more() -> None:
    server = Server(begin_and_hear)
    with Program(*PLAY, "--port", str(server.port), cols=40, rows=12) as program:
        program.shows("Your board:")
        assert not any("Opponent's board:" in line for line in program.lines())
        program.resize(80, 24)
        program.process.send_signal(signal.SIGWINCH)
        program.shows("Opponent's board:")
        program.type("\x04")
        assert program.ended() == 0


@pytest.mark.parametrize(("cols", "rows"), [(19, 24), (40, 8), (10, 5), (2, 2)])
def test_a_terminal_that_is_too_small_says_so_and_takes_no_answers(cols: int, rows: int) -> None:
    server = Server(lambda server: (begin_and_hear(server), server.hear(), None)[-1])  # type: ignore[func-returns-value]
    with Program(*PLAY, "--port", str(server.port), cols=cols, rows=rows) as program:
        program.shows("too small:"[:cols])
        program.type("1 2 3\r")
        program.resize(80, 24)
        program.process.send_signal(signal.SIGWINCH)
        program.shows("0 of 3 placed")
        program.type("1 2 5\r")
        program.shows("Your boats are placed.")
        program.type("\x04")
        assert program.ended() == 0
    assert server.done()[0] == b"INIT_GRID=1 2 5\r\n"


def test_boats_stay_in_sight_while_the_other_places_his() -> None:
    server = Server(lambda server: (begin_and_hear(server), server.hear(), None)[-1])  # type: ignore[func-returns-value]
    with Program(*PLAY, "--port", str(server.port)) as program:
        program.shows("Where are your 3 boats?")
        program.type("+1 2 5\r")
        program.shows("Your boats are placed.")
        program.until(lambda lines: lines[3].startswith(" 1 | O | O | ~ | ~ |"))
        program.type("\x04")
        assert program.ended() == 0


def test_what_is_typed_too_early_stays_in_sight_until_it_is_asked_for() -> None:
    server = Server(whole_game)
    with Program(*PLAY, "--port", str(server.port)) as program:
        program.shows("Where are your 3 boats?")
        program.type("1 2 5\r3\r")
        program.shows("Which cell do you attack? 1 to 16: 3_")
        program.type("\r")
        program.shows("HIT!")
        program.type("4\r")
        program.shows("Rematch or Exit?")
        program.type("exit\r")
        assert program.ended() == 0
    assert server.done()[-1] == b"QUIT\r\n"


def test_letters_of_the_world_are_no_cells() -> None:
    server = Server(begin_and_hear)
    with Program(*PLAY, "--port", str(server.port)) as program:
        program.shows("Where are your 3 boats?")
        program.type("é漢\r")
        program.shows("Please enter numbers from 1 to 16.")
        program.type("\x04")
        assert program.ended() == 0


@pytest.mark.parametrize("terminal", ["dumb", ""])
def test_a_terminal_without_a_name_gets_plain_lines(terminal: str) -> None:
    server = Server(begin_and_hear)
    with Program(*PLAY, "--port", str(server.port), TERM=terminal) as program:
        program.shows("Where are your 3 boats?")
        assert b"\x1b" not in program.output
        program.type("\x04")
        assert program.ended() == 0


def test_line_by_line_on_a_terminal_has_colour_and_a_prompt() -> None:
    server = Server(whole_game)
    with Program(*PLAY, "--lines", "--port", str(server.port), rows=60) as program:
        program.shows("Where are your 3 boats? 3 cells from 1 to 16:")
        program.type("1 2 5\r")
        program.shows("Which cell do you attack?")
        program.type("3\r4\rexit\r")
        program.shows("Rematch denied!")
        assert program.ended() == 0
        assert b"\x1b[0;1;32mO" in program.output
