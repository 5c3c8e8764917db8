"""The store fails in the middle of play, in every way it can: players are told, nothing is lost, and play goes on."""

import asyncio
import concurrent.futures
import contextlib
import itertools
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg
import pytest
from support import ledger
from support.databases import Postgres, postgres
from support.forked import Forge, Forked
from support.hunters import Hunt, unkept
from support.liveweb import Guest, two
from support.load import Captain, Flown, Flyer, Mined, Miner, Sailed, Tally
from support.peer import Peer, start
from support.pilot import Pilot
from support.sailor import Sailor
from support.wait import eventually

from fogfield.core.match import NOT_KEPT
from fogfield.games.jminesweeper.session import LOST
from fogfield.games.planefight.messages import Attack, Bare
from fogfield.games.treasurehunt.messages import Okay, PlayerState
from fogfield.store.archive import Kept
from fogfield.store.database import open_store

PROTOCOLS = ("battleship", "jminesweeper", "planefight", "treasurehunt")
MARK = b"\x06"
RIGHT = b"\x02"
#: What a server logs when a fault begins and when it ends.
CANNOT, WRITES = "the store cannot write", "the store writes again"


class Fault(NamedTuple):
    """A fault that can begin and end, and what the server says of it."""

    address: str
    begin: Callable[[], None]
    end: Callable[[], None]
    why: str


# --- faults


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system that is soon full."""
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> None:
    with contextlib.suppress(OSError), (disk / "ballast").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(512))


@contextlib.contextmanager
def full_file(tmp_path: Path) -> Iterator[Fault]:
    with small_disk(tmp_path / "disk", "2m") as disk:
        address = str(disk / "fogfield.db")
        yield Fault(address, lambda: fill(disk), (disk / "ballast").unlink, "the disk is full")


@contextlib.contextmanager
def locked_file(tmp_path: Path) -> Iterator[Fault]:
    path = tmp_path / "fogfield.db"
    path.touch()
    other = sqlite3.connect(path, isolation_level=None, timeout=10)
    with contextlib.closing(other):
        yield Fault(
            str(path),
            lambda: void(other.execute("BEGIN EXCLUSIVE")),
            lambda: void(other.execute("ROLLBACK")),
            "the database is locked by another program",
        )


@contextlib.contextmanager
def missing_file(tmp_path: Path) -> Iterator[Fault]:
    here, away = tmp_path / "here", tmp_path / "away"
    here.mkdir()
    yield Fault(
        str(here / "fogfield.db"), lambda: void(here.rename(away)), lambda: void(away.rename(here)), "the database file"
    )


@contextlib.contextmanager
def full_tablespace(server: Postgres, tmp_path: Path) -> Iterator[Fault]:
    folder = Path(tempfile.mkdtemp(prefix="fogts"))  # where another user may go, too
    try:
        with small_disk(folder / "disk", "16m") as disk:
            folder.chmod(0o755)
            address = server.database(disk)
            yield Fault(address, lambda: fill(disk), (disk / "ballast").unlink, "the disk of the database is full")
            server.drop(address)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def locked_table(server: Postgres, tmp_path: Path) -> Iterator[Fault]:
    address = server.database()
    with asyncio.Runner() as runner:
        other = runner.run(asyncpg.connect(address))

        def lock() -> None:
            runner.run(other.execute("BEGIN"))
            runner.run(other.execute("LOCK TABLE moves IN ACCESS EXCLUSIVE MODE"))

        why = "the database is locked by another program"
        yield Fault(address, lock, lambda: void(runner.run(other.execute("ROLLBACK"))), why)
        runner.run(other.close())


@contextlib.contextmanager
def killed_server(server: Postgres, tmp_path: Path) -> Iterator[Fault]:
    yield Fault(server.database(), server.kill, server.start, "the database does not answer")


def void(value: object) -> None:
    """Forget it."""


FILES = {"full": full_file, "locked": locked_file, "gone": missing_file}
SERVERS = {"full": full_tablespace, "locked": locked_table, "gone": killed_server}


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(scope="module")
def forge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forge]:
    with Forge(tmp_path_factory.mktemp("servers")) as one:
        yield one


@pytest.fixture(params=[f"{kind}-{name}" for kind in ("sqlite", "postgresql") for name in FILES])
def fault(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fault]:
    kind, _, name = request.param.partition("-")
    if kind == "sqlite":
        with FILES[name](tmp_path) as found:
            yield found
    else:
        with SERVERS[name](request.getfixturevalue("server"), tmp_path) as found:
            yield found


# --- players


class Crowd:
    """Players of every protocol in a thread of their own, who play until their connections are gone."""

    def __init__(self, ports: dict[str, int]) -> None:
        self._ports = ports
        self._rng = Random(7)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._playing: list[concurrent.futures.Future[None]] = []
        self._sizes = itertools.product(range(10, 40), range(10, 40))
        self._boats = iter(self._rng.sample(list(itertools.permutations(range(1, 17), 3)), 3360))
        self._names = (f"Bo{number}" for number in itertools.count())
        self.tally = Tally()
        self.miners: list[Miner] = []
        self.captains: list[Captain] = []
        self.flyers: list[Flyer] = []
        self.hunts: list[Hunt] = []

    def join(self) -> None:
        """Let some more players come."""
        miners = [Miner(self.tally, self._rng, self._sizes) for _ in range(2)]
        captains = [Captain(self.tally, self._rng, self._boats) for _ in range(2)]
        flyers = [Flyer(self.tally, self._rng, self._names) for _ in range(2)]
        hunt = Hunt(self._rng, len(self.hunts))
        plays = [
            *(one.play(self._ports["jminesweeper"]) for one in miners),
            *(one.play(self._ports["battleship"]) for one in captains),
            *(one.play(self._ports["planefight"]) for one in flyers),
            hunt.play(self.tally, self._ports["treasurehunt"]),
        ]
        self.miners += miners
        self.captains += captains
        self.flyers += flyers
        self.hunts.append(hunt)
        self._playing += [asyncio.run_coroutine_threadsafe(play, self._loop) for play in plays]

    def leave(self) -> None:
        """Wait until everybody has noticed that the server is gone."""
        try:
            for one in self._playing:
                one.result(60)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class Scene:
    """One game of every protocol, in which somebody is to act, and what its players were told."""

    def __init__(self, ports: dict[str, int], stack: contextlib.ExitStack) -> None:
        self.ports = ports
        self.peer = stack.enter_context(Peer(ports["jminesweeper"]))
        self.mined = Mined(9, 9)
        self.mine(start(9, 9, 1))
        self.mine(MARK)
        sailors = [stack.enter_context(Sailor(ports["battleship"])) for _ in range(2)]
        self.sailed = [Sailed(boats) for boats in ((1, 2, 3), (4, 5, 6))]
        for sailor, log in zip(sailors, self.sailed, strict=True):
            log.told += sailor.lines(2)
            sailor.say("INIT_GRID=" + " ".join(map(str, log.boats)))
        for sailor, log in zip(sailors, self.sailed, strict=True):
            log.told += sailor.lines(2)
        self.first = next(seat for seat, log in enumerate(self.sailed) if log.told[-1] == "ATTACK")
        self.attacker, self.other = sailors[self.first], sailors[1 - self.first]
        self.pilots = [stack.enter_context(Pilot(ports["planefight"])) for _ in range(2)]
        self.flown = [Flown(name) for name in ("Ann", "Bea")]
        infos = [pilot.join(flown.name) for pilot, flown in zip(self.pilots, self.flown, strict=True)]
        self.flyer = self.pilots[0 if infos[1].server_first else 1]
        for pilot in self.pilots:
            pilot.say(Bare.READY)
        for pilot, flown in zip(self.pilots, self.flown, strict=True):
            flown.told += [message for message in pilot.hears(1) if message]
        self.hunter, self.waiting = stack.enter_context(two(ports["treasurehunt"]))

    def mine(self, packet: bytes) -> None:
        self.mined.sent.append(packet)
        self.mined.screens.append(self.peer.send(packet).screen())

    def is_told(self) -> None:
        """Whoever asks for something is told that it cannot be stored, in the words of his protocol."""
        self.peer.send(MARK, RIGHT)
        for _ in range(2):
            assert NOT_KEPT.text.encode() in self.peer.screen()
        assert self.peer.silent()
        assert self.attacker.say("ATTACK=9").lines(2) == ["ERROR", "ATTACK"]
        assert self.other.silent()
        self.flyer.say(Attack(0, 0))
        for pilot in self.pilots:
            assert pilot.rest() == []
        assert unkept(self.hunter.send_half())
        assert self.hunter.mine is PlayerState.MUST_ACT
        self.sends_newcomers_away()

    def sends_newcomers_away(self) -> None:
        with Sailor(self.ports["battleship"]) as sailor:
            assert sailor.rest() == ["END"]
        with Peer(self.ports["jminesweeper"]) as peer:
            assert LOST.encode() in peer.screen()
            assert peer.eof()
        with Pilot(self.ports["planefight"]) as pilot:
            assert pilot.rest() == []
        with Guest(self.ports["treasurehunt"]) as guest:
            assert b"StorageException" in guest.ask("GET", "/games")[1]

    def goes_on(self) -> None:
        """The same games take new moves."""
        self.mine(MARK)
        assert NOT_KEPT.text.encode() not in self.mined.screens[-1]
        self.sailed[self.first].attacks.append(9)
        self.attacker.say("ATTACK=9")
        self.sailed[self.first].told += self.attacker.lines(3)
        self.sailed[1 - self.first].told += self.other.lines(3)
        assert self.hunter.send_half() == Okay()
        assert self.waiting.mine is PlayerState.MUST_ACT

    def check_hunt(self, stored: list[Kept]) -> None:
        (kept,) = (one for one in stored if json.loads(one.extra)["code"] == self.hunter.game_id)
        assert len(kept.moves) == 1


def said(server: Forked, event: str, **fields: str) -> int:
    """Count how often a server has logged something."""
    lines = map(json.loads, server.log.splitlines())
    return sum(one["event"] == event and all(value in one[key] for key, value in fields.items()) for one in lines)


async def stored_in(address: str) -> list[Kept]:
    store = await open_store(address, create=False)
    try:
        return [kept async for kept in store.archive.every()]
    finally:
        await store.close()


def test_players_are_told_nothing_is_lost_and_play_goes_on(forge: Forge, fault: Fault) -> None:
    """The first fault ends; in the middle of the second one the server is killed, with all that it could not store."""
    server = forge.start(
        store__address=fault.address, store__patience_s="0.3", treasurehunt__think_s="600",
        planefight__rows="5", planefight__columns="5", planefight__planes="1",
        **{f"{name}__port": "0" for name in PROTOCOLS},
    )  # fmt: skip
    ports = server.ready()
    crowd = Crowd(ports)
    with contextlib.ExitStack() as stack:
        stack.callback(crowd.leave)
        stack.callback(server.kill)
        scene = Scene(ports, stack)
        crowd.join()
        assert eventually(lambda: crowd.tally.count >= 50)
        fault.begin()
        assert eventually(lambda: said(server, CANNOT, health="down") == 1), server.log
        assert said(server, CANNOT, why=fault.why), server.log
        scene.is_told()
        fault.end()
        assert eventually(lambda: said(server, WRITES) == 1), server.log
        scene.goes_on()
        told = crowd.tally.count
        crowd.join()
        assert eventually(lambda: crowd.tally.count >= told + 50)
        fault.begin()
        assert eventually(lambda: said(server, CANNOT, health="down") == 2), server.log
        assert server.alive
    fault.end()
    stored = asyncio.run(stored_in(fault.address))
    by_game = {name: [kept for kept in stored if kept.game == name] for name in PROTOCOLS}
    ledger.check_mined([scene.mined, *(game for one in crowd.miners for game in one.games)], by_game["jminesweeper"])
    ledger.check_sailed([*scene.sailed, *(game for one in crowd.captains for game in one.games)], by_game["battleship"])
    ledger.check_flown([*scene.flown, *(game for one in crowd.flyers for game in one.games)], by_game["planefight"])
    ledger.check_hunts(crowd.hunts, by_game["treasurehunt"])
    scene.check_hunt(by_game["treasurehunt"])
    assert not said(server, "fault"), server.log
