"""planeFight: many tables at once against a bare server that echoes packets, and how long bots keep others waiting."""

import selectors
import socket
import statistics
import time
from random import Random
from typing import Any

from bench import servers
from bench.report import Bar
from fogfield.core.grid import Cell, Grid
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.fleet import Answer, Fleet, Options
from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Header, Message, Name
from fogfield.games.planefight.view import placement

TABLES = (1, 50, 500)
ROUNDS = 5
#: Attacks, or as many packets to echo, in one round.
ATTACKS = 4_000
ECHOES = 10_000
OPTIONS = Options()
_ATTACK = b"".join(Codec().encode(Attack(3, 4)))


class _Player:
    """Plays by chance, game after game, each on a connection of its own."""

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self._rng = Random(seed)
        self.attacks = self.packets = 0
        self._fleets = [Fleet(OPTIONS, placement(OPTIONS, self._rng).planes) for _ in range(4)]
        self.open()

    def open(self) -> None:
        """Come to the server, and join."""
        self.sock = socket.create_connection(("127.0.0.1", self._port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._codec = Codec()
        self._fleet = self._rng.choice(self._fleets)
        self._cells = self._rng.sample(list(Grid(OPTIONS.rows, OPTIONS.cols)), OPTIONS.rows * OPTIONS.cols)
        self._lost: frozenset[Cell] = frozenset()
        self._found = 0
        self._begins = self._over = False
        self.sock.sendall(self._bytes(Header(), Bare.JOIN))

    def _bytes(self, *messages: Message) -> bytes:
        self.packets += len(messages)
        return b"".join(piece for one in messages for piece in self._codec.encode(one))

    def read(self) -> bool:
        """Answer what has arrived; says whether the game is over."""
        data = self.sock.recv(65_536)
        if not data and not self._over:
            raise SystemExit("the server closed a connection in the middle of a benchmark")
        self._codec.receive(data)
        out = b""
        while message := self._codec.next():
            self.packets += 1
            out += self._answer(message)
        if out:
            self.sock.sendall(out)
        return self._over

    def _answer(self, message: Message) -> bytes:
        if isinstance(message, GameInfo):
            self._begins = not message.server_first
            return self._bytes(Name("bench"), Bare.READY)
        if message is Bare.READY:
            return self._attack() if self._begins else b""
        if isinstance(message, Attack):
            return self._attacked(Cell(message.y, message.x))
        if isinstance(message, AttackResult):
            self._found += message.res == Answer.DESTROY
            return self._map() if self._found == OPTIONS.planes else b""
        self._over |= isinstance(message, ExchangeMap)
        return b""

    def _attack(self) -> bytes:
        self.attacks += 1
        cell = self._cells.pop()
        return self._bytes(Attack(cell.col, cell.row))

    def _attacked(self, cell: Cell) -> bytes:
        answer = self._fleet.answer(cell, self._lost)
        if answer is Answer.DESTROY:
            self._lost |= {cell}
        result = self._bytes(AttackResult(answer))
        return result + (self._map() if len(self._lost) == OPTIONS.planes else self._attack())

    def _map(self) -> bytes:
        return self._bytes(ExchangeMap(tuple((head.col, head.row, turn) for head, turn in self._fleet.planes)))


class _Echo:
    """Sends a packet whenever one comes back."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.attacks = self.packets = 0
        self._rest = 0
        self.sock.sendall(_ATTACK)

    def read(self) -> bool:
        """Send as many packets as came back."""
        whole, self._rest = divmod(self._rest + len(self.sock.recv(65_536)), len(_ATTACK))
        self.attacks += whole
        self.packets += 2 * whole
        if whole:
            self.sock.sendall(_ATTACK * whole)
        return False


def games(loop: str, tables: int) -> dict[str, Any]:
    """Let ours and the echo take turns; medians over the rounds."""
    settings = ("planefight.opponent=pair", "log.level=warning")
    with servers.fogfield(loop, "planefight", *settings) as ours, servers.reference(loop, "packets") as bare:
        players = [_Player(ours.port, seed) for seed in range(2 * tables)]
        echoes = [_Echo(bare.port) for _ in range(2 * tables)]
        rounds = []
        for number in range(ROUNDS + 1):
            attacks_s, packets_s, per_cpu = _run(ours, players, ATTACKS)
            _, bare_s, bare_per_cpu = _run(bare, echoes, ECHOES)
            if number:  # the first one warms up
                rounds.append((attacks_s, packets_s, per_cpu, bare_s, bare_per_cpu))
        for sock in [player.sock for player in players] + [echo.sock for echo in echoes]:
            sock.close()
    attacks_s, packets_s, per_cpu, bare_s, bare_per_cpu = (statistics.median(one) for one in zip(*rounds, strict=True))
    return {
        "loop": loop,
        "tables": tables,
        "attacks/s": attacks_s,
        "packets/s": packets_s,
        "bare packets/s": bare_s,
        "packets/CPU s": per_cpu,
        "bare packets/CPU s": bare_per_cpu,
        "ratio": statistics.median(one[2] / one[4] for one in rounds),
    }


def _run(server: servers.Server, peers: list[Any], wanted: int) -> tuple[float, float, float]:
    """Answer what comes until there were so many attacks; gives attacks and packets per second, and per CPU second."""
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            selector.register(peer.sock, selectors.EVENT_READ, peer)
        before = sum(peer.attacks for peer in peers), sum(peer.packets for peer in peers)
        began, cpu = time.perf_counter(), server.cpu_s()
        made = 0
        while made < wanted:
            for key, _ in selector.select():
                peer, attacks = key.data, key.data.attacks
                if peer.read():
                    selector.unregister(peer.sock)
                    peer.sock.close()
                    peer.open()
                    selector.register(peer.sock, selectors.EVENT_READ, peer)
                made += peer.attacks - attacks
        seconds, cpu_s = time.perf_counter() - began, server.cpu_s() - cpu
        attacks, packets = (sum(one) for one in zip(*((peer.attacks, peer.packets) for peer in peers), strict=True))
        return (attacks - before[0]) / seconds, (packets - before[1]) / seconds, (packets - before[1]) / cpu_s


def pauses(loop: str, bot: str, mode: str) -> dict[str, Any]:
    """Play against a bot, and see how long somebody else waits for an answer meanwhile."""
    settings = [f"planefight.bot={bot}", "log.level=warning", *([f"planefight.{mode}=true"] if mode else [])]
    with servers.fogfield(loop, "planefight", "planefight.opponent=bot", *settings) as ours:
        player = _Player(ours.port, 1)
        bystander = socket.create_connection(("127.0.0.1", ours.port))
        bystander.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        bystander.sendall(b"".join(Codec().encode(Header())))
        while not bystander.recv(4096).endswith(b"\r\n\r\n"):
            pass
        waits, thoughts = [], []
        asked = began = time.perf_counter()
        with selectors.DefaultSelector() as selector:
            selector.register(player.sock, selectors.EVENT_READ)
            while True:
                sent = time.perf_counter()
                bystander.sendall(_ATTACK)  # before the start: answered void, by the session itself
                bystander.recv(64)
                waits.append(time.perf_counter() - sent)
                if selector.select(0.002):
                    attacks = player.attacks
                    if player.read():
                        break
                    if player.attacks > attacks:
                        thoughts.append(time.perf_counter() - asked)
                        asked = time.perf_counter()
        seconds = time.perf_counter() - began
        player.sock.close()
        bystander.close()
    waits.sort()
    return {
        "loop": loop,
        "bot": bot,
        "mode": mode or "default",
        "seconds": seconds,
        "first ms": thoughts[0] * 1000,
        "longest later ms": max(thoughts[2:]) * 1000,
        "median later ms": statistics.median(thoughts[2:]) * 1000,
        "bystander median ms": statistics.median(waits) * 1000,
        "bystander longest ms": waits[-1] * 1000,
    }


def bars(tables: dict[str, list[dict[str, Any]]]) -> list[Bar]:
    """Compare with what is promised."""
    found = []
    for row in tables["thinking"]:
        who = f"{row['bot']}, {row['mode']}, {row['loop']}"
        found.append(Bar(f"{who}: longest wait of a bystander, ms", row["bystander longest ms"], most=50.0))
        if row["bot"] == "expert":
            found.append(Bar(f"{who}: longest decision after the first, ms", row["longest later ms"], most=200.0))
    return found
