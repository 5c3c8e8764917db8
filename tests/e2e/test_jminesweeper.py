"""Whole games: the real client in a terminal against the real server, and fifty players at once."""

import shlex
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.live import FOGFIELD, Process, clean_environment, served
from support.missing import missing, need
from support.peer import Peer, start
from support.terminal import Program

ROOT = Path(__file__).parent.parent.parent
LEFT, RIGHT, UP, DOWN, REVEAL, MARK, DEBUG = (bytes((kind,)) for kind in (1, 2, 3, 4, 5, 6, 10))


@pytest.fixture(scope="module")
def server() -> Iterator[Process]:
    with served() as one:
        yield one


def bombs(lines: list[str], rows: int) -> list[tuple[int, int]]:
    """Where debug mode shows bombs, on a roomy board."""
    return [
        (row, col // 2)
        for row, line in enumerate(lines[:rows])
        for col, char in enumerate(line)
        if char in "B@" and col % 2
    ]


def keys(here: tuple[int, int], there: tuple[int, int]) -> str:
    """The key presses that move the cursor."""
    down, right = there[0] - here[0], there[1] - here[1]
    return "s" * down + "w" * -down + "d" * right + "a" * -right


def test_a_whole_game_with_the_real_client_is_won_and_the_next_one_lost(server: Process) -> None:
    size = ("-c", "20", "-r", "10", "-l", "1")
    with Program(FOGFIELD, "play", "jminesweeper", "--port", str(server.port), *size) as program:
        lines = program.shows("bombs 10   marks 0")
        assert lines[0] == "[?]" + "? " * 18 + "?"
        program.type("#")
        hidden = bombs(program.shows("marks 0   debug"), 10)
        assert len(hidden) == 10
        program.type("#")
        program.until(lambda lines: not any("marks 0   debug" in line for line in lines))
        here = (0, 0)
        for number, bomb in enumerate(hidden, 1):
            program.type(keys(here, bomb) + " ")
            here = bomb
            if number < len(hidden):
                program.shows(f"marks {number}")
        lines = program.shows("GAME WON")
        assert sum(line.count("@") for line in lines[:10]) == 10
        assert not any("?" in line for line in lines)

        program.type("\t#")
        bomb = bombs(program.shows("marks 0   debug"), 10)[0]
        program.type(keys((0, 0), bomb) + "\r")
        lines = program.shows("GAME LOST")
        assert lines[bomb[0]][2 * bomb[1] + 1] == "*"
        assert sum(line.count("B") for line in lines[:10]) == 9
        program.type("wasd \r#")
        program.type("x")
        assert program.ended() == 0
        assert program.restored()


class Player(threading.Thread):
    """Plays games of a size that nobody else plays, and checks that every screen is of that size."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__()
        self._port = port
        self.columns, self.rows = 3 + number % 10, 2 + number // 10
        self._rng = Random(number)
        self.results: list[str] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            with Peer(self._port) as peer:
                for _ in range(5):
                    self.results.append(self._game(peer))
                assert peer.send("08").eof()
        except BaseException as error:
            self.error = error

    def _ask(self, peer: Peer, packet: bytes) -> list[str]:
        lines = peer.send(packet).sees()
        assert all(sum(char not in " []" for char in line) == self.columns for line in lines[: self.rows]), (
            "a screen of somebody else's game"
        )
        assert lines[self.rows] == ""
        return lines

    def _game(self, peer: Peer) -> str:
        lines = self._ask(peer, start(self.columns, self.rows, 2))
        hidden = bombs(self._ask(peer, DEBUG), self.rows)
        self._ask(peer, DEBUG)
        to_lose = self._rng.random() < 0.3
        row = col = 0
        for there in hidden:
            for packet, count in (
                (DOWN, there[0] - row),
                (UP, row - there[0]),
                (RIGHT, there[1] - col),
                (LEFT, col - there[1]),
            ):
                for _ in range(count):
                    self._ask(peer, packet)
            row, col = there
            lines = self._ask(peer, REVEAL if to_lose else MARK)
        return lines[self.rows + 1].split("   ")[0]


def test_fifty_connections_play_whole_games_at_once_and_see_only_their_own(server: Process) -> None:
    players = [Player(server.port, number) for number in range(50)]
    assert len({(player.columns, player.rows) for player in players}) == 50
    for player in players:
        player.start()
    for player in players:
        player.join(60)
    assert [player.error for player in players if player.error] == []
    results = [result for player in players for result in player.results]
    assert len(results) == 250
    assert set(results) == {"GAME WON", "GAME LOST"}


# --- as a person would, in tmux


class Tmux:
    """A session of a real terminal multiplexer, with a shell in it."""

    def __init__(self, folder: Path) -> None:
        self._tmux = ("tmux", "-S", str(folder / "tmux.sock"), "-f", "/dev/null")
        self._run("new-session", "-d", "-x", "80", "-y", "24", "env", "PS1=shell$ ", "bash", "--norc", "-i")

    def _run(self, *arguments: str) -> str:
        environment = clean_environment()
        environment.pop("TMUX", None)
        done = subprocess.run([*self._tmux, *arguments], capture_output=True, text=True, check=True, env=environment)
        return done.stdout

    def type(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def shows(self, text: str) -> str:
        end = time.monotonic() + 20
        while text not in (screen := self._run("capture-pane", "-p")):
            assert time.monotonic() < end, f"waited in vain for {text!r}; the screen shows:\n{screen}"
            time.sleep(0.05)
        return screen

    def close(self) -> None:
        self._run("kill-server")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    need("tmux")
    session = Tmux(tmp_path)
    yield session
    session.close()


def test_the_client_in_tmux_with_ctrl_z_and_fg(server: Process, tmux: Tmux) -> None:
    tmux.type(f"{shlex.quote(FOGFIELD)} play jminesweeper -c 5 -r 3 -l 1 --port {server.port}", "Enter")
    assert "[?]? ? ? ?" in tmux.shows("marks 0")
    tmux.type("Right", "Down")
    tmux.shows(" ?[?]? ? ?")
    tmux.type("C-z")
    tmux.shows("Stopped")
    tmux.type("stty -a | grep -o ' icanon\\| echo ' | wc -l", "Enter")
    tmux.shows("\n2\n")
    tmux.type("bg", "Enter")
    tmux.type("echo still here", "Enter")
    tmux.shows("\nstill here")
    tmux.type("fg", "Enter")
    tmux.shows(" ?[?]? ? ?")
    tmux.type("Left", "Space")
    tmux.shows("marks 1")
    tmux.type("x")
    tmux.type("echo done=$?", "Enter")
    tmux.shows("done=0")


def test_a_stopped_client_can_be_ended_from_the_shell(server: Process, tmux: Tmux) -> None:
    tmux.type(f"{shlex.quote(FOGFIELD)} play jminesweeper -c 5 -r 3 -l 1 --port {server.port}", "Enter")
    tmux.shows("marks 0")
    tmux.type("C-z")
    tmux.shows("Stopped")
    tmux.type("kill %1; wait; clear; jobs; echo none=$?", "Enter")
    screen = tmux.shows("none=0")
    assert "Stopped" not in screen
    assert "Traceback" not in screen


def test_the_published_scripts_start_server_and_client(tmux: Tmux, tmp_path: Path) -> None:
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", 9999)) == 0:
            missing("needs port 9999, which another program has now")
    client = shlex.quote(str(ROOT / "run_client.sh"))
    with subprocess.Popen(
        [str(ROOT / "run_server.sh")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(),
    ) as server:
        assert server.stdout
        try:
            line = ""
            for line in server.stdout:
                if "127.0.0.1:9999" in line:
                    break
            assert "jminesweeper" in line
            tmux.type(f"cd {shlex.quote(str(tmp_path))} && {client}", "Enter")
            screen = tmux.shows("level 1 easy   bombs 10   marks 0")
            assert screen.count("?") == 200
            tmux.type("x")
            tmux.type(f"{client} --help | grep -c -e --rows", "Enter")
            tmux.shows("\n1\n")
        finally:
            server.terminate()
        assert server.wait(60) == 0
