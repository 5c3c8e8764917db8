"""Battleship against a bare server that echoes lines: whole games, rematch after rematch, many pairs at once."""

import selectors
import socket
import statistics
import time
from random import Random
from typing import Any

from bench import servers
from bench.report import Bar

PAIRS = (1, 50, 500)
ROUNDS = 5
#: Games, or as many lines to echo, in one round.
GAMES = 400
ECHOES = 10_000


class _Peer:
    """One connection, and what is missing of its last line."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def read(self) -> list[bytes]:
        """Give the lines that have arrived."""
        data = self.sock.recv(65_536)
        if not data:
            raise SystemExit("the server closed a connection in the middle of a benchmark")
        *lines, self._rest = (self._rest + data).split(b"\n")
        return lines


class Player(_Peer):
    """Plays by chance."""

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(port)
        self._rng = Random(seed)
        self._targets: list[int] = []

    def answer(self, line: bytes) -> bytes:
        """Give the answer to a line, if it wants one."""
        if line == b"INIT_GRID":
            self._targets = self._rng.sample(range(1, 17), 16)
            return b"INIT_GRID=%d %d %d\r\n" % tuple(self._rng.sample(range(1, 17), 3))
        if line == b"ATTACK":
            return b"ATTACK=%d\r\n" % self._targets.pop()
        return b"REMATCH_OFFER\r\n" if line in (b"UWON", b"ULOST") else b""


class _Echo(_Peer):
    """Sends a line whenever one comes back."""

    def answer(self, line: bytes) -> bytes:
        """Give the next line."""
        return b"OPPONENTBOARD=~~~~~~~~~~~~~~~~\n"


def games(loop: str, pairs: int) -> dict[str, Any]:
    """Let ours and the echo take turns; medians over the rounds."""
    settings = ("battleship.opponent=pair", "log.level=warning")
    with servers.fogfield(loop, "battleship", *settings) as ours, servers.reference(loop, "echo") as bare:
        players = [Player(ours.port, seed) for seed in range(2 * pairs)]
        echoes = [_Echo(bare.port) for _ in range(2 * pairs)]
        for echo in echoes:
            echo.sock.sendall(echo.answer(b""))
        rounds = []
        for number in range(ROUNDS + 1):
            lines, seconds, cpu = _run(ours, players, b"UWON", GAMES)
            bare_lines, bare_seconds, bare_cpu = _run(bare, echoes, b"OPPONENTBOARD=~~~~~~~~~~~~~~~~", ECHOES)
            if number:  # the first one warms up
                rounds.append(
                    (GAMES / seconds, lines / seconds, lines / cpu, bare_lines / bare_seconds, bare_lines / bare_cpu)
                )
        for peer in (*players, *echoes):
            peer.sock.close()
    per_s, lines_s, per_cpu, bare_lines_s, bare_per_cpu = (statistics.median(one) for one in zip(*rounds, strict=True))
    return {
        "loop": loop,
        "pairs": pairs,
        "games/s": per_s,
        "lines/s": lines_s,
        "bare lines/s": bare_lines_s,
        "lines/CPU s": per_cpu,
        "bare lines/CPU s": bare_per_cpu,
        "ratio": statistics.median(one[2] / one[4] for one in rounds),
    }


def _run(server: servers.Server, peers: list[Any], counted: bytes, wanted: int) -> tuple[int, float, float]:
    """Answer what comes until a line has come so often; gives all lines in both directions, seconds and CPU seconds."""
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            selector.register(peer.sock, selectors.EVENT_READ, peer)
        began, cpu = time.perf_counter(), server.cpu_s()
        lines = found = 0
        while found < wanted:
            for key, _ in selector.select():
                for line in key.data.read():
                    lines += 1
                    found += line == counted
                    if answer := key.data.answer(line):
                        lines += 1
                        key.data.sock.sendall(answer)
        return lines, time.perf_counter() - began, server.cpu_s() - cpu


def bars(rows: list[dict[str, Any]]) -> list[Bar]:
    """Compare with what is promised: lines that go through the server in a second of its CPU, against the echo."""
    return [
        Bar(f"{row['pairs']} pair(s), {row['loop']}: lines per CPU second / bare", row["ratio"], least=0.4)
        for row in rows
    ]
