"""`fogfield serve` as a user starts it: addresses, logs, and a clean stop."""

import contextlib
import json
import os
import pty
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.live import FOGFIELD, announced, clean_environment, served
from support.peer import Peer, start

SERVE = f"{shlex.quote(FOGFIELD)} serve --only jminesweeper"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_signal_stops_it_cleanly_with_players_connected(number: signal.Signals, loop: str) -> None:
    with served("--set", f"loop={loop}") as server:
        with Peer(server.port) as playing, Peer(server.port) as silent, Peer(server.port, receive_buffer=4096) as deaf:
            playing.send(start(9, 9, 1)).screen()
            deaf.send(start(255, 255, 1), b"\x02" * 500)
            began = time.monotonic()
            server.process.send_signal(number)
            assert playing.eof()
            assert silent.eof()
            assert server.process.wait(60) == 0
            assert time.monotonic() - began < 2.0
        _, errors = server.process.communicate()
        assert "Traceback" not in errors
        assert [json.loads(line)["event"] for line in errors.splitlines()][-1] == "stopped"


def test_the_table_names_every_address_and_how_to_play() -> None:
    with served() as server:
        assert "jminesweeper" in server.printed
        assert f"fogfield play jminesweeper --port {server.port}" in server.printed


def test_logs_are_json_lines_when_nobody_watches() -> None:
    with served("--set", "log.level=debug") as server:
        with Peer(server.port) as peer:
            peer.send(start(1, 1, 1), "05").screen()
            peer.send("ff")
        server.process.send_signal(signal.SIGTERM)
        _, errors = server.process.communicate(timeout=60)
    lines = [json.loads(line) for line in errors.splitlines()]
    assert {"serving", "connected", "match ended", "closed", "left", "stopping", "stopped"} <= {
        line["event"] for line in lines
    }
    (ended,) = (line for line in lines if line["event"] == "match ended")
    assert (ended["game"], ended["reason"], ended["winners"]) == ("jminesweeper", "hit a bomb", [])
    (closed,) = (line for line in lines if line["event"] == "closed")
    assert closed["error"] == "packet type 255 is not one that a client may send"


@pytest.mark.parametrize("no_colour", [True, False])
def test_logs_are_readable_on_a_terminal(no_colour: bool) -> None:
    ours, theirs = pty.openpty()
    environment = clean_environment(**({"NO_COLOR": "1"} if no_colour else {}))
    process = subprocess.Popen(
        [FOGFIELD, "serve", "--only", "jminesweeper", "--port", "jminesweeper=0"],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment,
    )  # fmt: skip
    os.close(theirs)
    text = ""
    try:
        while "protocols" not in text:
            text += os.read(ours, 4096).decode()
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        os.close(ours)
    assert re.search(r"\d\d:\d\d:\d\d", text)
    assert ("\x1b[" in text.partition("Ctrl-C")[2]) != no_colour


def test_a_busy_port_is_a_sentence_and_exit_status_1() -> None:
    with socket.socket() as taken, contextlib.ExitStack() as stack:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with contextlib.suppress(OSError):  # somebody else may have it, which is as good
            stack.enter_context(socket.create_server(("127.0.0.1", port + 1)))
        done = subprocess.run(
            [FOGFIELD, "serve", "--only", "jminesweeper", "--port", f"jminesweeper={port}"],
            capture_output=True, text=True, timeout=60, check=False, env=clean_environment(),
        )  # fmt: skip
    assert done.returncode == 1
    assert f"fogfield: port {port} on 127.0.0.1 is already in use" in done.stderr
    advised = re.search(r"--port jminesweeper=(\d+)", done.stderr)
    assert advised
    assert int(advised[1]) not in (port, port + 1)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--host", "no.such.host.invalid"], "cannot be served on no.such.host.invalid"),
        (["--host", "203.0.113.1"], "cannot be served on 203.0.113.1"),
        (["--host", "a" * 70], "cannot be the name of a host"),
        (["--host", "a..b"], "cannot be the name of a host"),
        (["--only", "chess"], "--only: only must be one or more of battleship, jminesweeper"),
        (["--port", "jminesweeper=70000"], "--port jminesweeper: jminesweeper.port must be a whole number"),
        (["--config", "/no/such/file.toml"], "/no/such/file.toml: cannot be read (No such file or directory)"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(arguments: list[str], sentence: str) -> None:
    done = subprocess.run(
        [FOGFIELD, "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env=clean_environment(),
    )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_the_loop_is_the_one_that_was_asked_for(loop: str) -> None:
    with served("--set", f"loop={loop}") as server:
        server.process.send_signal(signal.SIGTERM)
        _, errors = server.process.communicate(timeout=60)
    assert json.loads(errors.splitlines()[0])["loop"] == loop


def test_a_loop_that_is_not_installed_is_named(tmp_path: Path) -> None:
    (tmp_path / "uvloop.py").write_text("raise ImportError")
    command = [FOGFIELD, "serve", "--only", "jminesweeper", "--port", "jminesweeper=0", "--set", "loop=uvloop"]
    environment = clean_environment(PYTHONPATH=str(tmp_path))
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False, env=environment)
    assert done.returncode == 1
    assert "uvloop is not installed: pip install 'fogfield[fast]'" in done.stderr


@pytest.mark.parametrize(
    "redirection", ["", ">&-", "<&-", "2>&-", ">/dev/full", "2>/dev/full", "| true", "2>&1 | true"]
)
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_it_serves_and_stops_whatever_became_of_its_streams(redirection: str, loop: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    command = f"exec {SERVE} --port jminesweeper={port} --set loop={loop} --set log.level=debug"
    command = f"{{ {command}; }} {redirection}" if "|" in redirection else f"{command} {redirection}"
    shell = subprocess.Popen(
        ["bash", "-c", f"set -o pipefail; {command}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=clean_environment(), start_new_session=True,
    )  # fmt: skip
    try:
        for _ in range(500):
            try:
                with Peer(port) as peer:
                    assert peer.send(start(1, 1, 1)).sees()[0] == "[?]"
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        else:
            pytest.fail("it does not serve")
        os.killpg(shell.pid, signal.SIGTERM)
        _, errors = shell.communicate(timeout=60)
    finally:
        shell.kill()
        shell.communicate()
    assert "Traceback" not in errors
    if "|" not in redirection:  # of a pipeline the shell itself is ended too
        assert shell.returncode == 0


def test_few_open_files_mean_few_connections_and_few_words() -> None:
    command = f"ulimit -n 90; exec {SERVE} --port jminesweeper=0 --set loop=asyncio"
    process = subprocess.Popen(
        ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment()
    )
    peers: list[Peer] = []
    try:
        _, port = announced(process, "jminesweeper")
        peers = [Peer(port) for _ in range(150)]
        served = 0
        for peer in peers:
            try:
                served += bool(peer.send(start(1, 1, 1)).sock.recv(1))
            except ConnectionError:
                continue
        assert served == 40
        peers[0].exactly(4)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    finally:
        for peer in peers:
            peer.sock.close()
        process.kill()
        process.communicate()
    assert process.returncode == 0
    assert "few open files allowed" in errors
    assert errors.count("\n") < 20
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("name", "wanted", "told"),
    [
        ("web", True, ["listens", "compiles"]),
        ("web", False, ["listens"]),
        ("jminesweeper", True, ["listens"]),  # nothing there asks the solver
    ],
)
def test_a_server_has_the_engine_compiled_when_it_listens_and_only_if_somebody_may_ask_it(
    name: str, wanted: bool, told: list[str]
) -> None:
    code = (
        "import os, signal\n"
        "from fogfield import warm\n"
        "from fogfield.serve import app\n"
        "from fogfield.serve.settings import Settings, Storing\n"
        "warm.compile_elsewhere = lambda: print('compiles', flush=True)\n"
        f"settings = Settings(only=({name!r},), chosen={{'{name}.port': 0}}, store=Storing('off'), log_level='error',\n"
        f"                    compile_solver={wanted})\n"
        "def announce(served):\n"
        "    print('listens', flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "app.run(settings, announce)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False, env=clean_environment()
    )
    assert (done.stdout.split(), done.returncode) == (told, 0), done.stderr
