"""Watchers: many live sockets on many matches that move, and what a player notices of them."""

import asyncio
import base64
import contextlib
import heapq
import multiprocessing
import secrets
import selectors
import socket
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from bench import servers
from bench.battleship import Player
from bench.report import Bar, quantile
from fogfield.store.archive import Status
from fogfield.store.database import open_store

PAIRS = 500
WATCHERS = 1_000
#: Every match makes about so many moves a second.
PACE = 1.0
SECONDS = 20.0
WARM_S = 6.0


def watched(loop: str, kind: str) -> dict[str, Any]:
    """Let matches go on at their pace, first alone, then with watchers; and one match alone on the server."""
    from bench.store import database

    names = ("battleship", "web")
    settings = (
        "battleship.opponent=pair", "log.level=warning", "web.rate=100000", f"web.watchers={WATCHERS}",
        f"limits.connections={4 * PAIRS + 2 * WATCHERS}", f"limits.connections_per_address={4 * PAIRS + 2 * WATCHERS}",
    )  # fmt: skip
    with database(kind) as address, servers.several(loop, names, *settings, f"store.address={address}") as server:
        battleship, web = (server.ports[name] for name in names)
        one = _Games(battleship, 1)
        alone = one.play(SECONDS)
        one.close()
        games = _Games(battleship, PAIRS)
        games.play(WARM_S)
        free = games.play(SECONDS)
        with _watchers(web, asyncio.run(_names(address))) as told:
            games.play(WARM_S)
            told()
            seen = games.play(SECONDS)
            changes = told()
        games.close()
    return {
        "loop": loop,
        "store": kind,
        "matches": PAIRS,
        "watchers": WATCHERS,
        "changes/s": changes / SECONDS,
        "p50 ms": quantile(seen, 0.5),
        "p99 ms": quantile(seen, 0.99),
        "p99 ms, nobody watches": quantile(free, 0.99),
        "p99 ms, one match alone": quantile(alone, 0.99),
        "ratio": quantile(seen, 0.99) / quantile(free, 0.99),
    }


class _Games:
    """Games at their pace: whoever is asked for an attack makes it when its time has come."""

    def __init__(self, port: int, pairs: int) -> None:
        self._players = [Player(port, seed) for seed in range(2 * pairs)]
        self._due: list[tuple[float, int, bytes]] = []
        self._sent: dict[int, float] = {}
        self._waits: list[float] = []
        self._rng = Random(1)

    def play(self, seconds: float) -> list[float]:
        """Play for a while; gives the wait for the answer to every attack, in ms."""
        self._waits = []
        until = time.perf_counter() + seconds
        with selectors.DefaultSelector() as selector:
            for number, player in enumerate(self._players):
                selector.register(player.sock, selectors.EVENT_READ, number)
            while (now := time.perf_counter()) < until:
                while self._due and self._due[0][0] <= now:
                    self._say(*heapq.heappop(self._due)[1:])
                next_s = (self._due[0][0] if self._due else until) - time.perf_counter()
                for key, _ in selector.select(max(0.0, next_s)):
                    self._hear(key.data)
        return self._waits

    def _say(self, number: int, answer: bytes) -> None:
        if answer.startswith(b"ATTACK"):
            self._sent[number] = time.perf_counter()
        self._players[number].sock.sendall(answer)

    def _hear(self, number: int) -> None:
        for line in self._players[number].read():
            if line in (b"HIT", b"MISS") and number in self._sent:
                self._waits.append(1000 * (time.perf_counter() - self._sent.pop(number)))
            if answer := self._players[number].answer(line):
                pause_s = self._rng.uniform(0.5, 1.5) / PACE if answer.startswith(b"ATTACK") else 0.0
                heapq.heappush(self._due, (time.perf_counter() + pause_s, number, answer))

    def close(self) -> None:
        """Leave."""
        for player in self._players:
            player.sock.close()


async def _names(address: str) -> list[str]:
    """Give the names of the matches that are being played."""
    store = await open_store(address)
    found = await store.archive.find(game="battleship", status=Status.PLAYING, limit=PAIRS)
    await store.close()
    if not found:
        raise SystemExit("no match can be watched")
    return [one.match for one in found]


@contextlib.contextmanager
def _watchers(port: int, matches: list[str]) -> Iterator[Any]:
    """Watch from another process; what is given tells how many changes came since it was asked last."""
    ours, theirs = multiprocessing.Pipe()
    names = [matches[number % len(matches)] for number in range(WATCHERS)]
    process = multiprocessing.get_context("spawn").Process(target=_watch, args=(port, names, theirs), daemon=True)
    process.start()
    ours.recv()

    def told() -> int:
        ours.send("how many?")
        found: int = ours.recv()
        return found

    try:
        yield told
    finally:
        process.kill()
        process.join()


def _watch(port: int, names: list[str], pipe: Connection) -> None:
    """Open a socket for each name, and read."""
    count = 0
    with selectors.DefaultSelector() as selector:
        for name in names:
            sock = socket.create_connection(("127.0.0.1", port))
            key = base64.b64encode(secrets.token_bytes(16)).decode()
            lines = (
                f"GET /api/matches/{name}/live HTTP/1.1", "Host: localhost", "Upgrade: websocket",
                "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", "",
            )  # fmt: skip
            sock.sendall("\r\n".join(lines).encode())
            if b"101" not in sock.recv(65_536):
                raise SystemExit(f"{name} cannot be watched")
            selector.register(sock, selectors.EVENT_READ)
        selector.register(pipe.fileno(), selectors.EVENT_READ)
        pipe.send("ready")
        while True:
            for ready, _ in selector.select():
                if isinstance(ready.fileobj, socket.socket):
                    data = ready.fileobj.recv(65_536)
                    count += data.count(b'"type":"change"')
                    if not data:
                        selector.unregister(ready.fileobj)
                else:
                    pipe.recv()
                    pipe.send(count)
                    count = 0


def bars(rows: list[dict[str, Any]]) -> list[Bar]:
    """Compare with what is promised."""
    return [
        Bar(
            f"{row['watchers']} watchers, {row['store']}, {row['loop']}: p99 of a move / without", row["ratio"], most=10
        )
        for row in rows
    ]
