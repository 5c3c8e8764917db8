"""The real client in a pseudo-terminal, against our server and against servers as other people wrote them."""

import contextlib
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from typing import cast

import pytest
from support.live import FOGFIELD, Live, clean_environment, live
from support.terminal import Program

from fogfield.games.jminesweeper.messages import Start
from fogfield.play.jminesweeper import Client
from fogfield.play.link import ServerFailed
from fogfield.play.terminal import Terminal

PLAY = (FOGFIELD, "play", "jminesweeper")
SIZE = ("-c", "4", "-r", "3", "-l", "2")
KEYS = "Return reveal"


@pytest.fixture
def server() -> Iterator[Live]:
    with live("jminesweeper") as one:
        yield one


def client(server: Live, *arguments: str, cols: int = 80, rows: int = 24, **env: str) -> Program:
    command = (*PLAY, "--port", str(server.port), *(arguments or SIZE))
    return Program(*command, cols=cols, rows=rows, controlling=True, **env)


def cursor_at(row: int, col: int) -> Callable[[list[str]], bool]:
    return lambda lines: len(lines[row]) > 2 * col and lines[row][2 * col] == "["


def test_published_keys_in_both_cases_arrows_and_vi_keys_move(server: Live) -> None:
    with client(server) as program:
        program.until(cursor_at(0, 0))
        for right, left, down, up in (("d", "a", "s", "w"), ("D", "A", "S", "W"), ("l", "h", "j", "k")):
            for key, place in ((right, (0, 1)), (down, (1, 1)), (left, (1, 0)), (up, (0, 0))):
                program.type(key)
                assert program.until(cursor_at(*place))
        for key, place in (("\x1b[C", (0, 1)), ("\x1b[B", (1, 1)), ("\x1bOD", (1, 0)), ("\x1b[A", (0, 0))):
            program.type(key)
            program.until(cursor_at(*place))


def test_space_marks_return_reveals_hash_debugs_tab_starts_anew_on_the_same_connection(server: Live) -> None:
    with client(server) as program:
        program.shows("marks 0")
        program.type(" ")
        program.shows("marks 1")
        program.type("#")
        program.shows("marks 1   debug")
        assert sum(line.count("B") + line.count("@") for line in program.lines()[:3]) == 3
        program.type("\t")
        program.shows("marks 0")
        program.type("#")
        lines = program.until(lambda lines: any("B" in line for line in lines[:3]))
        row, col = next((row, line.index("B")) for row, line in enumerate(lines[:3]) if "B" in line)
        program.type("s" * row + "d" * (col // 2) + "\r")
        program.shows("GAME LOST")
        program.type("\t")
        program.until(lambda lines: not any("GAME" in line for line in lines))
        assert server.gate.total == 1


@pytest.mark.parametrize("key", ["x", "X", "\x04"])
def test_quitting_restores_the_terminal_and_exits_with_0(server: Live, key: str) -> None:
    with client(server) as program:
        program.shows(KEYS)
        assert program.raw()
        program.type(key)
        assert program.ended() == 0
        assert program.restored()


def test_a_terminal_that_does_not_control_us_is_as_good(server: Live) -> None:
    with Program(*PLAY, "--port", str(server.port), *SIZE, controlling=False) as program:
        program.shows(KEYS)
        program.type("d")
        program.until(cursor_at(0, 1))
        program.type("x")
        assert program.ended() == 0
        assert program.restored()


@pytest.mark.parametrize("controlling", [True, False])
def test_a_terminal_that_is_closed_ends_it(server: Live, controlling: bool) -> None:
    program = Program(*PLAY, "--port", str(server.port), *SIZE, controlling=controlling)
    program.shows(KEYS)
    program.hang_up()
    assert program.process.wait(60) in (0, 129)


def test_ctrl_c_restores_the_terminal(server: Live) -> None:
    with client(server) as program:
        program.shows(KEYS)
        program.type("\x03")
        assert program.ended() == 130
        assert program.restored()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_restores_the_terminal(server: Live, number: signal.Signals) -> None:
    with client(server) as program:
        program.shows(KEYS)
        program.process.send_signal(number)
        assert program.ended() == 128 + number
        assert program.restored()
        assert b"Traceback" not in program.output


def test_a_server_that_leaves_in_the_middle_ends_it_with_a_sentence_and_the_last_screen() -> None:
    with live("jminesweeper") as server:
        program = client(server)
        program.shows(KEYS)
    with program:
        assert program.ended() == 0
        lines = program.lines()
        assert any("[?]? ? ?" in line for line in lines)
        assert any("The server closed the connection." in line for line in lines)
        assert program.restored()


def test_a_large_board_scrolls_in_a_small_terminal_and_follows_its_cursor(server: Live) -> None:
    with client(server, "-c", "255", "-r", "255", "-l", "1", cols=80, rows=20) as program:
        program.shows("-- lines 1-17 of 255, columns 1-80 of 255 --")
        program.type("d" * 100)
        program.until(lambda lines: "columns 1-80" not in lines[17] and "columns" in lines[17])
        program.type("s" * 300)
        lines = program.shows("lines 239-255 of 255")
        assert lines[-1].startswith("w a s d move")
        assert set("".join(lines[:17])) == {"?"}
        program.until(lambda _: program.screen.cursor.y == 16, "the cursor in the last row of the board")


def test_after_the_end_the_same_keys_scroll_the_board(server: Live) -> None:
    with client(server, "-c", "1", "-r", "60", "-l", "3", rows=14) as program:
        program.shows("-- lines 1-11 of 60")
        program.type("#")
        lines = program.shows("marks 0   debug")
        program.type("s" * next(row for row, line in enumerate(lines) if "B" in line) + "\r")
        program.shows("GAME LOST")
        program.type("s" * 5)
        assert program.shows("-- lines 6-16 of 60")
        program.type("w" * 9)
        program.shows("-- lines 1-11 of 60")


def test_lines_below_the_board_wrap_in_a_narrow_terminal(server: Live) -> None:
    with client(server, cols=40, rows=12) as program:
        lines = program.shows("debug   x quit")
        assert lines[0] == "[?]? ? ?"
        assert "marks 0" in lines[4]
        assert not any("-- lines" in line for line in lines)


def test_resizing_the_window_redraws(server: Live) -> None:
    with client(server, "-c", "30", "-r", "30", "-l", "1") as program:
        program.shows("-- lines 1-21 of 30, columns 1-61 of 61 --")
        program.resize(100, 40)
        assert program.until(lambda lines: not any("-- lines" in line for line in lines) and "? ?" in lines[29])
        program.resize(15, 4)
        program.shows("too small")
        program.resize(80, 24)
        program.shows("-- lines")


def test_no_color_is_respected_and_loses_nothing(server: Live) -> None:
    with client(server, NO_COLOR="1") as program:
        program.shows(KEYS)
        program.type("#")
        program.shows("marks 0   debug")
        program.type("x")
        assert program.ended() == 0
        assert b"91m" not in program.output
    with client(server) as program:
        program.shows(KEYS)
        program.type("#")
        program.shows("marks 0   debug")
        assert b"91m" in program.output


def test_only_what_is_missing_is_asked_for_with_its_range_and_again_after_a_bad_answer(server: Live) -> None:
    with client(server, "-c", "4") as program:
        program.shows("Difficulty (1 = easy, 2 = medium, 3 = hard):")
        program.type("4\n")
        program.shows("Please enter a number from 1 to 3.")
        program.until(lambda lines: "\n".join(lines).count("Difficulty") == 2)
        program.type(" 2 \n")
        program.shows("Rows of the playing field (1 to 255):")
        program.type("many\n")
        program.shows("Please enter a number from 1 to 255.")
        program.until(lambda lines: "\n".join(lines).count("Rows of") == 2)
        program.type("3\n")
        program.shows("level 2 medium")
        assert not any("Columns of" in line for line in program.lines())


def test_no_answer_is_a_sentence(server: Live) -> None:
    with client(server, "-c", "4") as program:
        program.shows("Difficulty")
        program.type("\x04")
        assert program.ended() == 1
        program.shows("no answer was given")
    with client(server, "-c", "4") as program:
        program.shows("Difficulty")
        program.type("\x03")
        assert program.ended() == 130
        assert b"Traceback" not in program.output


@pytest.mark.parametrize("option", ["-c", "--columns", "-columns"])
def test_columns_has_three_spellings(server: Live, option: str) -> None:
    with client(server, option, "6", "-r", "2", "--level", "3", "127.0.0.1") as program:
        program.until(lambda lines: lines[0] == "[?]? ? ? ? ?")
        assert "level 3 hard   bombs 6" in program.lines()[3]


def run(*arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PLAY, *arguments], capture_output=True, text=True, timeout=30, check=False,
        stdin=subprocess.DEVNULL, env=clean_environment(**env),
    )  # fmt: skip


def test_without_a_terminal_it_says_so() -> None:
    done = run(*SIZE)
    assert done.returncode == 1
    assert "standard input is not a terminal" in done.stderr
    assert done.stdout == ""


def test_a_terminal_that_can_do_nothing_is_named(server: Live) -> None:
    with client(server, TERM="dumb") as program:
        assert program.ended() == 1
        program.shows("needs an ANSI terminal")


@pytest.mark.parametrize("arguments", [("-c", "0"), ("-r", "256"), ("-l", "4"), ("-c", "x"), ("--port", "0")])
def test_options_out_of_range_are_refused_with_the_range(arguments: tuple[str, str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "is not" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("option", ["-h", "--help", "-help"])
def test_help_explains_options_and_keys_on_standard_output(option: str) -> None:
    done = run(option)
    assert done.returncode == 0
    for text in ("--rows", "--columns", "--level", "--port", "Examples:", "w a s d", "RETURN", "TAB"):
        assert text in done.stdout


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("127.0.0.1", "nobody answers on 127.0.0.1 port"),
        ("no.such.host.invalid", "there is no host called 'no.such.host.invalid'; check the spelling"),
        ("no.such.host.invalid:77", "a port is an option of its own: no.such.host.invalid --port 77"),
        ("a" * 300, "cannot be"),
    ],
)
def test_a_server_that_cannot_be_reached_is_a_sentence(host: str, sentence: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = str(unused.getsockname()[1])
        with Program(*PLAY, "--port", port, *SIZE, host, cols=400) as program:
            assert program.ended() == 1
            program.shows(sentence)
            assert b"Traceback" not in program.output


def test_a_stop_that_nobody_announced_is_survived(server: Live) -> None:
    with client(server) as program:
        program.shows(KEYS)
        program.process.send_signal(signal.SIGSTOP)
        program.cook()
        assert not program.raw()
        program.process.send_signal(signal.SIGCONT)
        program.until(lambda _: program.raw(), "the terminal to be taken again")
        program.type("d")
        program.until(cursor_at(0, 1))


# --- servers as other people wrote them


def foreign(serve: Callable[[socket.socket], None]) -> tuple[int, threading.Thread]:
    """Run a server that takes one connection."""
    listener = socket.create_server(("127.0.0.1", 0))

    def run() -> None:
        with listener:
            sock, _ = listener.accept()
            with sock:
                serve(sock)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return listener.getsockname()[1], thread


def split_screen(sock: socket.socket, screen: bytes) -> None:
    """Send a screen as some servers do: type, length and payload in three writes, and the payload in pieces."""
    sock.sendall(b"\x09")
    sock.sendall(len(screen).to_bytes(4))
    for at in range(0, len(screen), 7):
        sock.sendall(screen[at : at + 7])


def test_bracketed_screens_in_split_replies_and_an_end_without_a_clear() -> None:
    def serve(sock: socket.socket) -> None:
        assert sock.recv(8, socket.MSG_WAITALL) == b"\x07\x00\x00\x00\x03\x04\x03\x02"
        split_screen(sock, b"\x1b[2J\x1b[1;1H[?][?]\x1b[2;1H[?][?]\x1b[1;2H")
        assert sock.recv(1) == b"\x06"
        split_screen(sock, b"[B][1]\n[1][1]\n\nGAME WON")

    port, thread = foreign(serve)
    with Program(*PLAY, "--port", str(port), *SIZE) as program:
        program.until(lambda lines: lines[:2] == ["[?][?]", "[?][?]"])
        assert (program.screen.cursor.y, program.screen.cursor.x) == (0, 1)
        program.type(" ")
        assert program.ended() == 0
        lines = program.lines()
        assert "GAME WON" in lines
        assert "The server closed the connection." in lines
        assert program.restored()
    thread.join(5)


@pytest.mark.parametrize("before", [b"", b"\x09\x00\x00\x00\x01?"])
@pytest.mark.parametrize("part", [b"", b"\x09\x00\x00\x01\x00abc"])
def test_no_screen_or_half_a_one_is_no_game(before: bytes, part: bytes) -> None:
    def serve(sock: socket.socket) -> None:
        sock.recv(8, socket.MSG_WAITALL)
        sock.sendall(before + part)
        if before:
            sock.recv(1)

    port, thread = foreign(serve)
    with Program(*PLAY, "--port", str(port), *SIZE) as program:
        if before:
            program.until(lambda lines: lines[0] == "?")
            program.type("d")
        assert program.ended() == (0 if before and not part else 1)
        program.shows("The server closed the connection.")
    thread.join(5)


def test_a_screen_before_the_first_request_and_an_end_at_once() -> None:
    def serve(sock: socket.socket) -> None:
        sock.sendall(b"\x09\x00\x00\x00\x23*** Server not implemented yet. ***")
        sock.recv(8)

    port, thread = foreign(serve)
    with Program(*PLAY, "--port", str(port), *SIZE) as program:
        assert program.ended() == 0
        program.shows("*** Server not implemented yet. ***")
        assert program.restored()
    thread.join(5)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"\x4d\x00", "This server cannot be understood: the server sent a packet of type 77"),
        (b"\x09\xff\xff\xff\xff", "announced a screen of 4294967295 bytes"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "cannot be understood"),
    ],
)
def test_a_server_of_another_kind_ends_it_with_a_sentence(answer: bytes, sentence: str) -> None:
    done = threading.Event()

    def serve(sock: socket.socket) -> None:
        sock.recv(8)
        sock.sendall(answer)
        done.wait(10)

    port, _ = foreign(serve)
    with Program(*PLAY, "--port", str(port), *SIZE, cols=120) as program:
        assert program.ended() == 1
        program.shows(sentence)
        assert program.restored()
        assert b"Traceback" not in program.output
    done.set()


def test_a_foreign_alphabet_on_an_ascii_terminal_is_no_trouble() -> None:
    def serve(sock: socket.socket) -> None:
        sock.recv(8)
        split_screen(sock, "caf\u00e9 \u6f22".encode())

    port, _ = foreign(serve)
    with Program(*PLAY, "--port", str(port), *SIZE, PYTHONIOENCODING="ascii") as program:
        assert program.ended() == 0
        program.shows("caf? ?")
        assert b"Traceback" not in program.output


def test_a_server_that_does_not_read_ends_it_with_a_sentence() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(0.1)
        player = Client(ours, cast("Terminal", None), Start(3, 3, 1))
        with contextlib.suppress(TimeoutError):
            while True:
                ours.send(b"\x07" * 65_536)
        with pytest.raises(ServerFailed, match="does not read"):
            player._link.send(Start(3, 3, 1))


def test_a_hostile_screen_cannot_reach_the_terminal() -> None:
    done = threading.Event()

    def serve(sock: socket.socket) -> None:
        sock.recv(8)
        split_screen(sock, b"\x1b]52;c;cm0gLXJm\x07\x1b[6n\x1b]0;owned\x07\x1b[2Jplain \xff text")
        done.wait(10)

    port, _ = foreign(serve)
    with Program(*PLAY, "--port", str(port), *SIZE) as program:
        program.shows("plain")
        assert b"\x1b]" not in program.output
        assert b"\x1b[6n" not in program.output
    done.set()
