"""Treasure Hunt over HTTP against a bare starlette handler that returns the same bytes: polls, moves, memory."""

import http.client
import selectors
import socket
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from bench import servers
from bench.report import Bar
from fogfield.core.grid import BESIDE, Grid
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import (
    GameState,
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
from fogfield.kits.explore.halves import HalfMap, HalfRules, random_half
from fogfield.kits.explore.land import Terrain as Ground

CONNECTIONS = (1, 50)
ROUNDS = 5
#: Six rounds of them stay below the most actions that a game may have.
REQUESTS = 1_500
_WHO = PlayerRegistration("Mira", "Feld", "feldm06")
_STEPS = {MoveCommand.UP: (0, -1), MoveCommand.DOWN: (0, 1), MoveCommand.LEFT: (-1, 0), MoveCommand.RIGHT: (1, 0)}


class Game:
    """A game with both half maps, and what is needed to poll it and to move in it."""

    def __init__(self, port: int, seed: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self.id = codec.read_game_id(self._ask("GET", "/games?enableDebugMode=true")).game_id
        self.ids = [self._register() for _ in range(2)]
        for _ in range(2):
            acting = next(one for one in self.ids if self._acts(one))
            self._post("halfmaps", PlayerHalfMap(acting, nodes(_half(seed).fields())))
        if not self._acts(self.ids[0]):
            self.ids.reverse()
        self.state_bytes = self._ask("GET", f"/games/{self.id}/states/{self.ids[0]}")
        #: Each changes his mind with every command, so nobody ever arrives anywhere.
        ways = [self._ways(one) for one in self.states]
        self.moves = [
            codec.write_request(PlayerMove(player, way[turn % len(way)]))
            for turn in range(2)
            for player, way in zip(self.ids, ways, strict=True)
        ]
        self._connection.close()

    def _ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        headers = {"Content-Type": "application/xml", "Accept": "application/xml"}
        self._connection.request(method, path, body, headers)
        return self._connection.getresponse().read()

    def _post(self, path: str, message: Any) -> Any:
        return codec.read_answer(self._ask("POST", f"/games/{self.id}/{path}", codec.write_request(message)))

    def _register(self) -> str:
        answer = self._post("players", _WHO)
        assert isinstance(answer, Okay)
        assert isinstance(answer.data, UniquePlayerIdentifier)
        return answer.data.player_id

    def _state(self, player_id: str) -> GameState:
        answer = codec.read_answer(self._ask("GET", f"/games/{self.id}/states/{player_id}"))
        assert isinstance(answer, Okay)
        assert isinstance(answer.data, GameState)
        return answer.data

    @property
    def states(self) -> list[GameState]:
        """How both see it."""
        return [self._state(one) for one in self.ids]

    def _acts(self, player_id: str) -> bool:
        me = next(one for one in self._state(player_id).players if one.player_id == player_id)
        return me.state is PlayerState.MUST_ACT

    @staticmethod
    def _ways(state: GameState) -> list[MoveCommand]:
        fields: dict[tuple[int, int], MapNode] = {(node.x, node.y): node for node in state.nodes}
        mine = (PositionState.ME, PositionState.BOTH)
        x, y = next(place for place, node in fields.items() if node.position in mine)
        beside = {move: fields.get((x + right, y + down)) for move, (right, down) in _STEPS.items()}
        return [move for move, node in beside.items() if node and node.terrain is not Terrain.WATER]


def _half(seed: int) -> HalfMap:
    """Draw a half map whose castle has more than one way out."""
    rng = Random(seed)
    while True:
        half = random_half(HalfRules(), rng)
        assert half is not None
        beside = Grid(half.land.rows, half.land.cols).near(half.forts[0], BESIDE)
        if sum(half.land.at(cell) is not Ground.WATER for cell in beside) > 1:
            return half


class _Peer:
    """One connection that sends the next request whenever an answer is there."""

    def __init__(self, port: int, requests: list[bytes]) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._sent = 0
        self._rest = b""

    def send(self) -> None:
        """Send the next request."""
        self.sock.sendall(self._requests[self._sent % len(self._requests)])
        self._sent += 1

    def answered(self) -> bool:
        """Read what has arrived; says whether that is a whole answer."""
        data = self.sock.recv(1 << 16)
        if not data:
            raise SystemExit("the server closed a connection in the middle of a benchmark")
        self._rest += data
        head, found, body = self._rest.partition(b"\r\n\r\n")
        if not found:
            return False
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        if len(body) < length:
            return False
        if not head.startswith(b"HTTP/1.1 200") or b"<state>Error" in body:
            raise SystemExit(f"an answer that is none: {self._rest[:300]!r}")
        self._rest = b""
        return True


def _request(method: str, path: str, body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/xml\r\nAccept: application/xml\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _run(server: servers.Server, peers: list[_Peer], wanted: int) -> tuple[float, float]:
    """Ask so often; gives answers per second and per CPU second."""
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            selector.register(peer.sock, selectors.EVENT_READ, peer)
            peer.send()
        began, cpu, answers, waiting = time.perf_counter(), server.cpu_s(), 0, len(peers)
        while waiting:
            for key, _ in selector.select():
                if key.data.answered():
                    answers += 1
                    waiting -= 1
                    if answers + waiting < wanted:
                        key.data.send()
                        waiting += 1
        return answers / (time.perf_counter() - began), answers / (server.cpu_s() - cpu)


def polls(loop: str, connections: int) -> dict[str, Any]:
    """Poll the state of games that stand still."""
    return _compare(loop, connections, "polls")


def moves(loop: str, connections: int) -> dict[str, Any]:
    """Move to and fro, both players in turn, on one connection for each game."""
    return _compare(loop, connections, "moves")


def _compare(loop: str, connections: int, what: str) -> dict[str, Any]:
    settings = ("log.level=warning", "treasurehunt.games=1000", "treasurehunt.most_actions=10000")
    with servers.fogfield(loop, "treasurehunt", *settings) as ours, tempfile.NamedTemporaryFile() as file:
        games = [Game(ours.port, seed) for seed in range(connections)]
        body = games[0].state_bytes if what == "polls" else codec.write_answer(Okay())
        Path(file.name).write_bytes(body)
        requests = [_requests(game, what) for game in games]
        with servers.web_reference(loop, file.name) as bare:
            mine = [_Peer(ours.port, one) for one in requests]
            theirs = [_Peer(bare.port, one) for one in requests]
            rounds = [(*_run(ours, mine, REQUESTS), *_run(bare, theirs, REQUESTS)) for _ in range(ROUNDS + 1)][1:]
            for peer in (*mine, *theirs):
                peer.sock.close()
    per_s, per_cpu, bare_s, bare_cpu = (statistics.median(one) for one in zip(*rounds, strict=True))
    return {
        "what": what,
        "loop": loop,
        "connections": connections,
        "bytes": len(body),
        "per s": per_s,
        "bare per s": bare_s,
        "per CPU s": per_cpu,
        "bare per CPU s": bare_cpu,
        "ratio": statistics.median(one[1] / one[3] for one in rounds),
    }


def _requests(game: Game, what: str) -> list[bytes]:
    if what == "polls":
        return [_request("GET", f"/games/{game.id}/states/{one}") for one in game.ids]
    return [_request("POST", f"/games/{game.id}/moves", move) for move in game.moves]


def memory(loop: str, games: int) -> dict[str, Any]:
    """Make many games with both maps, and see what each one takes."""
    settings = ("log.level=warning", f"treasurehunt.games={games + 100}")
    with servers.fogfield(loop, "treasurehunt", *settings) as ours:
        for seed in range(20):
            Game(ours.port, seed)
        before = ours.memory_bytes()
        for seed in range(games):
            Game(ours.port, seed)
        return {"loop": loop, "games": games, "KB per game": (ours.memory_bytes() - before) / games / 1024}


def bars(rows: list[dict[str, Any]]) -> list[Bar]:
    """Compare with what is promised: answers for a second of the server's CPU, against the bare handler."""
    return [
        Bar(
            f"{row['what']}, {row['connections']} connection(s), {row['loop']}: per CPU second / bare",
            row["ratio"],
            least=0.5,
        )
        for row in rows
    ]
