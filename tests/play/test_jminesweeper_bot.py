"""A bot at the wire: against our server, another's, and peers that are none."""

import socket
import struct
import subprocess
import time
from collections.abc import Callable

import pytest
from support.live import FOGFIELD, clean_environment, live
from support.plain import one_connection, serve_plain
from support.terminal import Program

from fogfield.games.jminesweeper.messages import Start
from fogfield.play import jminesweeper_bot
from fogfield.play.jminesweeper_bot import play

BOT = (FOGFIELD, "play", "jminesweeper")


def run(port: int, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [*BOT, "--port", str(port), *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("bot", ["simple", "odds", "expert"])
def test_a_bot_wins_on_our_server_and_says_so(bot: str) -> None:
    with live("jminesweeper", seed="easy 3") as server:
        done = run(server.port, "-c", "12", "-r", "10", "-l", "1", "--bot", bot)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{bot} bot, 12x10, difficulty 1: won: all 6 bombs marked" in done.stdout


@pytest.mark.parametrize("difficulty", ["2", "3"])
def test_on_a_hard_board_it_says_how_far_it_got(difficulty: str) -> None:
    with live("jminesweeper", seed="fog") as server:
        done = run(server.port, "-c", "30", "-r", "30", "-l", difficulty, "--bot", "expert")
    assert (done.returncode, done.stderr) == (1, "")
    assert "safe cells open (" in done.stdout
    assert "bombs marked" in done.stdout


def test_without_a_size_it_plays_the_published_one() -> None:
    with live("jminesweeper", seed="easy 3") as server:
        assert "20x10, difficulty 1" in run(server.port, "--bot", "odds").stdout


@pytest.mark.parametrize("bot", ["simple", "odds", "expert"])
def test_a_bot_wins_on_a_server_with_plain_screens_that_is_gone_after_the_last(
    bot: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with one_connection(serve_plain("easy 3")) as port:
        assert play("127.0.0.1", port, Start(12, 10, 1), bot, None, full_screen=False) == 0
    assert "won" in capsys.readouterr().out


def screens(*contents: bytes) -> Callable[[socket.socket], None]:
    def serve(sock: socket.socket) -> None:
        sock.recv(8)
        sock.sendall(b"".join(struct.pack(">BI", 9, len(one)) + one for one in contents))
        while sock.recv(100):
            pass

    return serve


def leaving(*, gently: bool) -> Callable[[socket.socket], None]:
    """Answer only the first of several packets, with the end, and leave."""

    def serve(sock: socket.socket) -> None:
        for content in (b"\x1b[2J\x1b[H???\n???\n???", b"\x1b[2J\x1b[H1??\n???\n??1", b"GAME LOST"):
            sock.recv(8)
            sock.sendall(struct.pack(">BI", 9, len(content)) + content)
        if gently:
            sock.shutdown(socket.SHUT_WR)
            silent(sock)

    return serve


@pytest.mark.parametrize("gently", [True, False])
def test_a_server_that_leaves_after_the_end_without_answering_the_rest_has_ended_the_game(
    gently: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with one_connection(leaving(gently=gently)) as port:
        assert play("127.0.0.1", port, Start(3, 3, 1), "odds", None, full_screen=False) == 1
    assert "lost: 2 of 8 safe cells open" in capsys.readouterr().out


def silent(sock: socket.socket) -> None:
    while sock.recv(100):
        pass


def dripping(sock: socket.socket) -> None:
    """Send a screen that never becomes whole, a byte at a time."""
    sock.sendall(struct.pack(">BI", 9, 1000))
    sock.settimeout(0.01)
    while True:
        sock.sendall(b"?")
        try:
            if not sock.recv(100):
                return
        except TimeoutError:
            continue


def saying(data: bytes) -> Callable[[socket.socket], None]:
    """Say something after START, and leave."""

    def serve(sock: socket.socket) -> None:
        sock.recv(8, socket.MSG_WAITALL)
        sock.sendall(data)

    return serve


def flood(sock: socket.socket) -> None:
    """Answer everything with many screens, all of them the same."""
    screen = b"\x1b[2J\x1b[H???\n???\n???"
    while sock.recv(100):
        sock.sendall(100 * (struct.pack(">BI", 9, len(screen)) + screen))


@pytest.mark.parametrize(
    ("serve", "sentence"),
    [
        (silent, "The server did not answer within"),
        (dripping, "The server did not answer within"),
        (saying(struct.pack(">BI", 9, 1000) + b"[?]"), "The server closed the connection."),
        (flood, "nothing changes on the screen"),
        (screens(b"*** Server not implemented yet. ***"), "it says: *** Server not implemented yet. ***"),
        (screens(b"\xff\xfe\x00\x1b[999;999H\x1b]0;x"), "shows no board"),
        (saying(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "This server cannot be understood"),
        (saying(b"\x09\xff\xff\xff\xff"), "This server cannot be understood"),
        (saying(b""), "The server closed the connection."),
    ],
    ids=["silent", "dripping", "cut", "flood", "stub", "garbage", "http", "huge", "closing"],
)
def test_a_peer_that_plays_no_game_is_left_with_a_sentence(
    serve: Callable[[socket.socket], None],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jminesweeper_bot, "ANSWER_S", 0.5)
    began = time.monotonic()
    with one_connection(serve) as port:
        assert play("127.0.0.1", port, Start(3, 3, 1), "odds", None, full_screen=False) == 3
    said = capsys.readouterr().out
    assert sentence in said
    assert "stuck" in said
    assert time.monotonic() - began < 15


def test_nobody_there_is_one_sentence_and_status_3() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    done = run(port, "--bot", "odds")
    assert done.returncode == 3
    assert "nobody answers" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pace_without_a_bot_is_refused() -> None:
    done = run(1, "--pace", "1")
    assert done.returncode == 2
    assert "--pace belongs to --bot" in done.stderr


def test_on_a_terminal_the_screens_are_shown_and_the_last_one_stays() -> None:
    size = ("-c", "12", "-r", "10", "-l", "1", "--bot", "odds", "--pace", "0.02")
    with live("jminesweeper", seed="easy 3") as server, Program(*BOT, "--port", str(server.port), *size) as program:
        program.shows("w a s d move")
        assert program.ended() == 0
        assert b"GAME WON" in program.output
        program.shows("won: all 6 bombs marked")
        assert program.restored()


def test_a_watcher_may_leave() -> None:
    size = ("-c", "12", "-r", "10", "-l", "1", "--bot", "odds", "--pace", "60")
    with live("jminesweeper", seed="easy 3") as server, Program(*BOT, "--port", str(server.port), *size) as program:
        program.shows("w a s d move")
        program.type("q")
        assert program.ended() == 3
        assert program.restored()
        program.shows("not finished")
