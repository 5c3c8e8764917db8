"""Players of every protocol, many at a time on one event loop. Each remembers exactly what it said and was told.

A player plays until its connection is gone, however that happens; what it remembers is then compared with what was
stored (`support.ledger`).
"""

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from random import Random

from support.peer import start

from fogfield.core.grid import Cell
from fogfield.core.match import NOT_KEPT
from fogfield.games.jminesweeper.session import LOST
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.fleet import Answer, Fleet
from fogfield.games.planefight.fleet import Options as PlaneOptions
from fogfield.games.planefight.messages import (
    Attack,
    AttackResult,
    Bare,
    ExchangeMap,
    GameInfo,
    Header,
    Message,
    Name,
)
from fogfield.games.planefight.view import placement

#: What says that the server is gone.
GONE = (OSError, EOFError, asyncio.IncompleteReadError)


@contextlib.asynccontextmanager
async def connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that is closed at the end, whatever happened to it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(*GONE):
            await writer.wait_closed()


class Tally:
    """Counts what everybody was told; somebody may wait for a number."""

    def __init__(self) -> None:
        self.count = 0
        self._wanted = 0
        self._reached = asyncio.Event()

    def add(self) -> None:
        self.count += 1
        if self.count >= self._wanted:
            self._reached.set()

    async def reach(self, wanted: int) -> None:
        self._wanted = wanted
        if self.count < wanted:
            self._reached.clear()
            await self._reached.wait()


# --- JMinesweeper


@dataclass
class Mined:
    """One game: packets that were sent, and screens that came back, one for each."""

    columns: int
    rows: int
    sent: list[bytes] = field(default_factory=list)
    screens: list[bytes] = field(default_factory=list)


class Miner:
    """Plays one game after the other; no two have the same size, so that each is known by its own."""

    def __init__(self, tally: Tally, rng: Random, sizes: Iterator[tuple[int, int]]) -> None:
        self._tally = tally
        self._rng = rng
        self._sizes = sizes
        self.games: list[Mined] = []

    async def play(self, port: int) -> None:
        with contextlib.suppress(*GONE):
            while True:
                async with connected(port) as (reader, writer):
                    await self._game(reader, writer)

    async def _game(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        game = Mined(*next(self._sizes))
        self.games.append(game)
        while True:
            burst = self._burst() if game.screens else [start(game.columns, game.rows, 1)]
            game.sent += burst
            writer.write(b"".join(burst))
            for _ in burst:
                _, length = struct.unpack(">BI", await reader.readexactly(5))
                self._take(game, await reader.readexactly(length))
            if game.screens and b"GAME" in game.screens[-1]:
                return

    def _burst(self) -> list[bytes]:
        """Give mostly marks, which never end a game; several at once, as fast as the server can."""
        return [bytes([self._rng.choice((1, 2, 2, 3, 4, 4, 5, 6, 6, 6))]) for _ in range(self._rng.randint(1, 5))]

    def _take(self, game: Mined, screen: bytes) -> None:
        if NOT_KEPT.text.encode() in screen:
            del game.sent[len(game.screens)]  # it says itself that nothing was done
        elif LOST.encode() not in screen:  # after which the connection is closed
            game.screens.append(screen)
            self._tally.add()


# --- Battleship


@dataclass
class Sailed:
    """One game: the boats, the attacks that were made, and every line that was told."""

    boats: tuple[int, ...]
    attacks: list[int] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


class Captain:
    """Plays one game after the other, by rematch; no two games have the same boats in the same order."""

    def __init__(self, tally: Tally, rng: Random, boats: Iterator[tuple[int, ...]]) -> None:
        self._tally = tally
        self._rng = rng
        self._boats = boats
        self._targets: list[int] = []
        self._refused = False
        self.games: list[Sailed] = []

    async def play(self, port: int) -> None:
        with contextlib.suppress(*GONE):
            async with connected(port) as (reader, writer):
                while (line := await reader.readline()).endswith(b"\n"):
                    if answer := self._answer(line.decode("ascii").rstrip("\n")):
                        writer.write(answer.encode() + b"\r\n")

    def _answer(self, line: str) -> str:
        if line == "GAMEREADY":
            self.games.append(Sailed(next(self._boats)))
            self._targets = self._rng.sample(range(1, 17), 16)
        if line == "END":
            return ""
        game = self.games[-1]
        if line == "ERROR":  # nothing was done, and the question is asked again
            self._refused = True
            return ""
        if not self._refused:
            game.told.append(line)
            self._tally.add()
        if line == "INIT_GRID":
            self._refused = False
            return "INIT_GRID=" + " ".join(map(str, game.boats))
        if line == "ATTACK":
            if self._refused:
                self._targets.insert(0, game.attacks.pop())
            self._refused = False
            game.attacks.append(self._targets.pop())
            return f"ATTACK={game.attacks[-1]}"
        return "REMATCH_OFFER" if line in ("UWON", "ULOST") else ""


# --- planeFight


@dataclass
class Flown:
    """One game: the name it was played by, what was said, and what was told of the other's part of the story."""

    name: str
    said: list[Message] = field(default_factory=list)
    told: list[Message] = field(default_factory=list)


class Flyer:
    """Plays one game after the other; no two by the same name."""

    def __init__(self, tally: Tally, rng: Random, names: Iterator[str]) -> None:
        self._tally = tally
        self._rng = rng
        self._names = names
        self.games: list[Flown] = []

    async def play(self, port: int) -> None:
        with contextlib.suppress(*GONE):
            while True:
                async with connected(port) as (reader, writer):
                    self.games.append(Flown(next(self._names)))
                    await _Flight(self.games[-1], self._tally, self._rng, reader, writer).fly()


class _Flight:
    """One game of planeFight, from the header to the map of the other."""

    def __init__(
        self, game: Flown, tally: Tally, rng: Random, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._game = game
        self._tally = tally
        self._rng = rng
        self._reader = reader
        self._writer = writer
        self._codec = Codec()
        self._lost: set[Cell] = set()
        self._found = 0

    async def _hear(self) -> Message:
        while (message := self._codec.next()) is None:
            piece = await self._reader.read(65_536)
            if not piece:
                raise EOFError
            self._codec.receive(piece)
        return message

    def _say(self, *messages: Message) -> None:
        self._game.said += messages
        self._writer.write(b"".join(piece for one in messages for piece in self._codec.encode(one)))

    async def fly(self) -> None:
        assert isinstance(await self._hear(), Header)
        self._say(Header(), Bare.JOIN)
        info = await self._hear()
        if info is Bare.GIVE_UP:  # the game could not be stored
            return
        assert isinstance(info, GameInfo), info
        options = PlaneOptions(info.h, info.w, info.n, info.cross_border, info.completely_destroy)
        self._fleet = Fleet(options, placement(options, self._rng).planes)
        cells = [Cell(row, col) for row in range(info.h) for col in range(info.w)]
        self._cells = self._rng.sample(cells, len(cells))
        self._map = ExchangeMap(tuple((head.col, head.row, turn) for head, turn in self._fleet.planes))
        self._say(Name(self._game.name), Bare.READY)
        while True:
            message = await self._hear()
            if isinstance(message, Name):
                continue
            self._game.told.append(message)
            self._tally.add()
            if isinstance(message, ExchangeMap) or message is Bare.GIVE_UP:
                return
            self._answer(message, server_first=info.server_first)

    def _answer(self, message: Message, *, server_first: bool) -> None:
        planes = len(self._fleet.planes)
        if message is Bare.READY:
            if not server_first:
                self._attack()
        elif isinstance(message, Attack):
            cell = Cell(message.y, message.x)
            answer = self._fleet.answer(cell, frozenset(self._lost))
            self._say(AttackResult(answer))
            if answer is Answer.DESTROY:
                self._lost.add(cell)
            if len(self._lost) == planes:
                self._say(self._map)
            else:
                self._attack()
        else:
            assert isinstance(message, AttackResult), message
            self._found += message.res == Answer.DESTROY
            if self._found == planes:
                self._say(self._map)

    def _attack(self) -> None:
        cell = self._cells.pop()
        self._say(Attack(cell.col, cell.row))
