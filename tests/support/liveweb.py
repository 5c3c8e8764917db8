"""A real HTTP server inside this process, with any settings and limits, and scripted clients of AI Treasure Hunt."""

import asyncio
import contextlib
import http.client
import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from support.live import Ear, in_thread, look_after
from support.peer import Peer
from support.wait import eventually

from fogfield import games
from fogfield.bots import schools
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import (
    ClientMessage,
    Error,
    GameState,
    HalfMapNode,
    MapNode,
    MoveCommand,
    Okay,
    PlayerHalfMap,
    PlayerMove,
    PlayerRegistration,
    PlayerState,
    PositionState,
    Terrain,
    UniquePlayerIdentifier,
)
from fogfield.games.treasurehunt.state import nodes
from fogfield.kits.explore.halves import HalfRules, random_half
from fogfield.serve import house, http1, httpport, lobby, thinking, web
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.scribe import Journal
from fogfield.serve.settings import Limits
from fogfield.serve.web import WebService
from fogfield.wire.web import Web

XML = {"Content-Type": "application/xml", "Accept": "application/xml"}
MIRA, JON = PlayerRegistration("Mira", "Feld", "feldm06"), PlayerRegistration("Jon", "Berg", "bergj12")
OVER = (PlayerState.WON, PlayerState.LOST)
_STEPS = {MoveCommand.UP: (0, -1), MoveCommand.DOWN: (0, 1), MoveCommand.LEFT: (-1, 0), MoveCommand.RIGHT: (1, 0)}


class LogEar(logging.Handler):
    """Hears what libraries log."""

    def __init__(self, ear: Ear) -> None:
        super().__init__(logging.WARNING)
        self._ear = ear

    def emit(self, record: logging.LogRecord) -> None:
        self._ear.error("fault of a library", text=record.getMessage(), trace=str(record.exc_info))


@dataclass
class LiveWeb:
    """A service that runs in a thread of its own."""

    port: int
    service: WebService
    gate: Gate
    ear: Ear


@contextlib.contextmanager
def live_web(
    *,
    loop: str = "asyncio",
    limits: Limits | None = None,
    body_s: float = 10.0,
    seed: str | None = None,
    faults: bool = False,
    journal: Journal | None = None,
    **settings: Any,
) -> Iterator[LiveWeb]:
    """Serve AI Treasure Hunt on a free port; it must not have had a fault, unless the test is about faults."""
    ear = Ear()

    async def serve(ready: Callable[[LiveWeb], None], stop: threading.Event) -> None:
        published = games.published("treasurehunt")
        assert isinstance(published, Web)
        chosen = {key: one.default for key, one in published.settings.items()} | settings
        draw_seed = (lambda: seed) if seed is not None else (lambda: secrets.token_hex(16))
        home = House(games.game("treasurehunt"), chosen, schools("treasurehunt"), draw_seed, journal=journal)
        gate = Gate(limits or Limits())
        service = WebService("treasurehunt", home, replace(published, body_s=body_s), limits or Limits(), gate)
        (address,) = await service.listen("127.0.0.1", 0)
        ready(LiveWeb(int(address.rpartition(":")[2]), service, gate, ear))
        await look_after(service, stop)
        await asyncio.sleep(0.05)  # what is closed now is told soon
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        if left or gate.total:
            ear.error("fault: something was left behind", tasks=left, connections=gate.total)

    handler = LogEar(ear)
    logging.getLogger("uvicorn").addHandler(handler)
    try:
        with in_thread(serve, loop, ear, (web, httpport, http1, house, lobby, thinking), faults=faults) as server:
            yield server
    finally:
        logging.getLogger("uvicorn").removeHandler(handler)


# --- raw requests


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """Write a request as Spring's WebClient does."""
    named = {"Host": "localhost", **XML} | {name.replace("_", "-"): value for name, value in headers.items()}
    if body or method == "POST":
        named.setdefault("Content-Length", str(len(body)))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items() if value)]
    return "\r\n".join([*lines, "", ""]).encode() + body


def answer(peer: Peer, *, head: bool = False) -> tuple[int, dict[str, str], bytes]:
    """Read one answer: status, headers and body."""
    text = b""
    while not text.endswith(b"\r\n\r\n"):
        text += peer.exactly(1)
    first, *lines = text.decode("latin-1").rstrip().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, b"" if head else peer.exactly(int(headers.get("content-length", 0)))


# --- scripted clients


class Guest:
    """One client, with a connection that it keeps."""

    def __init__(self, port: int, game_id: str = "", seed: int = 1) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.rng = Random(seed)
        self.game_id = game_id
        self.player_id = ""

    def __enter__(self) -> "Guest":
        return self

    def __exit__(self, *rest: object) -> None:
        self.http.close()

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        self.http.request(method, path, body, XML if headers is None else dict(headers))
        response = self.http.getresponse()
        return response.status, response.read()

    def create(self, query: str = "") -> "Guest":
        status, body = self.ask("GET", f"/games{query}")
        assert status == 200
        self.game_id = codec.read_game_id(body).game_id
        return self

    def post(self, where: str, message: ClientMessage) -> Okay | Error:
        status, body = self.ask("POST", f"/games/{self.game_id}/{where}", codec.write_request(message))
        assert status == 200, body
        return codec.read_answer(body)

    def register(self, who: PlayerRegistration = MIRA) -> "Guest":
        answer = self.post("players", who)
        assert isinstance(answer, Okay), answer
        assert isinstance(answer.data, UniquePlayerIdentifier)
        self.player_id = answer.data.player_id
        return self

    def poll(self) -> Okay | Error:
        status, body = self.ask("GET", f"/games/{self.game_id}/states/{self.player_id}")
        assert status == 200
        return codec.read_answer(body)

    def state(self) -> GameState:
        """The state of the game, with the player himself first."""
        answer = self.poll()
        assert isinstance(answer, Okay), answer
        assert isinstance(answer.data, GameState)
        mine = sorted(answer.data.players, key=lambda one: one.player_id != self.player_id)
        return answer.data._replace(players=tuple(mine))

    @property
    def mine(self) -> PlayerState:
        return self.state().players[0].state

    def send_half(self, half: tuple[HalfMapNode, ...] | None = None) -> Okay | Error:
        return self.post("halfmaps", PlayerHalfMap(self.player_id, half or half_map(self.rng)))

    def move(self, direction: MoveCommand) -> Okay | Error:
        return self.post("moves", PlayerMove(self.player_id, direction))

    def walk(self, state: GameState, *terrains: Terrain) -> MoveCommand | None:
        """A way to such terrain, or off the map without any."""
        return next(iter(self.ways(state.nodes, *terrains)), None)

    def ways(self, nodes: tuple[MapNode, ...], *terrains: Terrain) -> list[MoveCommand]:
        return ways(nodes, *terrains)

    def play(self, most: int = 400) -> PlayerState:
        """Play by the rules, anywhere, to the end; after so many moves, into the water."""
        sent = 0
        direction: MoveCommand | None = None
        while True:
            state = self.state()
            mine = state.players[0].state
            if mine in OVER:
                return mine
            if mine is PlayerState.MUST_WAIT:
                assert eventually(lambda: self.mine is not PlayerState.MUST_WAIT, within_s=60)
                continue
            if sent == 0:
                assert self.send_half() == Okay()
            elif sent > most:
                self.send_half()  # for the second time
            else:
                ways = self.ways(state.nodes, Terrain.GRASS, Terrain.MOUNTAIN)
                if direction not in ways or self.rng.random() < 0.2:
                    direction = self.rng.choice(ways)
                self.move(direction)
            sent += 1


def ways(nodes: tuple[MapNode, ...], *terrains: Terrain) -> list[MoveCommand]:
    """The ways to such terrain, or off the map without any."""
    fields = {(node.x, node.y): node for node in nodes}
    here = (PositionState.ME, PositionState.BOTH)
    x, y = next(place for place, node in fields.items() if node.position in here)
    found = []
    for direction, (right, down) in _STEPS.items():
        node = fields.get((x + right, y + down))
        if node.terrain in terrains if node else not terrains:
            found.append(direction)
    return found


def half_map(rng: Random, rules: HalfRules | None = None) -> tuple[HalfMapNode, ...]:
    found = random_half(rules or HalfRules(), rng)
    assert found is not None
    return nodes(found.fields())


@contextlib.contextmanager
def two(port: int, query: str = "") -> Iterator[tuple[Guest, Guest]]:
    """Two clients in one game, the one who is to act first."""
    with Guest(port, seed=1) as first, Guest(port, seed=2) as second:
        first.create(query).register(MIRA)
        second.game_id = first.game_id
        second.register(JON)
        yield (first, second) if first.mine is PlayerState.MUST_ACT else (second, first)
