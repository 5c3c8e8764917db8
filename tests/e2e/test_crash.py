"""The server is killed, without warning, two hundred times in the middle of play; nothing that was answered is lost."""

import asyncio
import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support import ledger
from support.forked import Forge, Forked
from support.hunters import Caller, Hunt
from support.liveweb import Guest, two
from support.load import Captain, Flyer, Miner, Tally
from support.wait import eventually

from fogfield.games.treasurehunt.messages import Okay, PlayerState
from fogfield.serve.house import GONE
from fogfield.store.archive import Kept, Status
from fogfield.store.database import open_store

PROTOCOLS = ("battleship", "jminesweeper", "planefight", "treasurehunt")
MINERS, CAPTAINS, FLYERS, HUNTS, CALLERS = 4, 6, 4, 2, 2
#: Four times, a database sees so many servers come and go; and some that do not live to serve.
DEATHS, EARLY_DEATHS = 50, 5
#: A server has told its players at most so much when it is killed, so much later.
MOST_TOLD, LATER_S = 150, 0.01


class Life:
    """One server after the other on one database, with players of every protocol."""

    def __init__(self, forge: Forge, folder: Path, seed: int) -> None:
        self.address = str(folder / "fogfield.db")
        self.rng = Random(seed)
        self.told = 0
        self.servers: list[Forked] = []
        self.finished: list[Hunt | Caller] = []
        self._forge = forge
        self._settings = {
            "store__address": self.address, "treasurehunt__most_actions": "40",
            "planefight__rows": "5", "planefight__columns": "5", "planefight__planes": "1",
            **{f"{name}__port": "0" for name in PROTOCOLS},
        }  # fmt: skip
        self._sizes = itertools.cycle(itertools.product(range(8, 40), range(8, 40)))
        self._boats = itertools.cycle(self.rng.sample(list(itertools.permutations(range(1, 17), 3)), 3360))
        self._names = (f"Bo{number}" for number in itertools.count())
        self._hunts: list[Hunt] = []
        self._callers: list[Caller] = []
        self._made = itertools.count()
        self._old: set[str] = set()

    def start(self) -> Forked:
        self.servers.append(self._forge.start(**self._settings))
        return self.servers[-1]

    async def die_early(self) -> None:
        """Let a server be killed while it starts and goes on with what the one before left."""
        server = self.start()
        await asyncio.sleep(self.rng.uniform(0, 0.1))
        server.kill()

    async def live_and_die(self) -> None:
        """Let a server be killed at a random moment, and compare what it said with what it has stored."""
        server, tally = self.start(), Tally()
        ports = await asyncio.to_thread(server.ready)
        miners = [Miner(tally, self.rng, self._sizes) for _ in range(MINERS)]
        captains = [Captain(tally, self.rng, self._boats) for _ in range(CAPTAINS)]
        flyers = [Flyer(tally, self.rng, self._names) for _ in range(FLYERS)]
        self._hunts += [Hunt(self.rng, next(self._made)) for _ in range(HUNTS - len(self._hunts))]
        self._callers += [Caller(self.rng) for _ in range(CALLERS - len(self._callers))]
        playing = asyncio.gather(
            *(one.play(ports["jminesweeper"]) for one in miners),
            *(one.play(ports["battleship"]) for one in captains),
            *(one.play(ports["planefight"]) for one in flyers),
            *(one.play(tally, ports["treasurehunt"]) for one in self._hunts),
            *(one.play(tally, ports["web"]) for one in self._callers),
        )
        await tally.reach(self.rng.randrange(MOST_TOLD))
        await asyncio.sleep(self.rng.uniform(0, LATER_S))
        server.kill()
        await playing
        stored = await self.stored()
        new = [kept for kept in stored if kept.match not in self._old]
        ledger.check_mined([game for one in miners for game in one.games], of(new, "jminesweeper"))
        ledger.check_sailed([game for one in captains for game in one.games], of(new, "battleship", "battleship"))
        ledger.check_flown([game for one in flyers for game in one.games], of(new, "planefight"))
        ledger.check_hunts(self._hunts, of(stored, "treasurehunt"))
        ledger.check_callers(self._callers, of(stored, "battleship", "web"))
        if tally.count:  # then everything before that is on disk, too
            check_old([kept for kept in stored if kept.match in self._old])
        self.told += tally.count
        self._old |= {kept.match for kept in stored}
        self.finished += [hunt for hunt in self._hunts if hunt.over]
        self._hunts = [hunt for hunt in self._hunts if not (hunt.over or hunt.spoilt)]
        self.finished += [caller for caller in self._callers if caller.outcome]
        self._callers = [caller for caller in self._callers if not caller.outcome]

    async def live_on(self) -> None:
        """Let those who came back and are left play to the end, on a server that lives."""
        server = self.start()
        ports = await asyncio.to_thread(server.ready)
        await asyncio.gather(
            *(one.play(Tally(), ports["treasurehunt"]) for one in self._hunts),
            *(one.play(Tally(), ports["web"]) for one in self._callers),
        )
        server.kill()
        stored = await self.stored()
        ledger.check_hunts(self._hunts, of(stored, "treasurehunt"))
        ledger.check_callers(self._callers, of(stored, "battleship", "web"))
        check_old([kept for kept in stored if kept.match in self._old])
        assert all(hunt.over for hunt in self._hunts)
        assert all(caller.outcome for caller in self._callers)
        self.finished += [*self._hunts, *self._callers]

    async def stored(self) -> list[Kept]:
        store = await open_store(self.address, create=False)
        try:
            return [kept async for kept in store.archive.every()]
        finally:
            await store.close()


def of(stored: list[Kept], game: str, service: str = "") -> list[Kept]:
    return [kept for kept in stored if kept.game == game and service in ("", kept.service)]


def check_old(stored: list[Kept]) -> None:
    """Whoever was connected to a server that died is gone, and his match is over; hunters come back."""
    for kept in stored:
        if kept.service not in ("treasurehunt", "web"):
            assert kept.status is Status.OVER, kept
            assert kept.outcome is not None


@pytest.fixture(scope="module")
def forge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forge]:
    with Forge(tmp_path_factory.mktemp("servers")) as one:
        yield one


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_was_answered_is_lost_when_the_server_is_killed(forge: Forge, tmp_path: Path, seed: int) -> None:
    life = Life(forge, tmp_path, seed)
    for number in range(DEATHS):
        asyncio.run(life.live_and_die())
        if number % (DEATHS // EARLY_DEATHS) == 0:
            asyncio.run(life.die_early())
    asyncio.run(life.live_on())
    assert life.told > DEATHS * MOST_TOLD / 4
    assert {type(one) for one in life.finished} == {Hunt, Caller}
    reasons = [json.loads(kept.outcome)["reason"] for kept in asyncio.run(life.stored()) if kept.outcome]
    assert GONE.reason in reasons
    for server in life.servers:
        for line in map(json.loads, server.log.splitlines()):
            assert line["level"] == "info" or line["event"] == "the store cannot write", line  # a disk may be slow


def test_nobodys_time_runs_out_while_there_is_no_server(forge: Forge, tmp_path: Path) -> None:
    settings = {"store__address": str(tmp_path / "fogfield.db"), "only": "treasurehunt", "treasurehunt__port": "0"}
    think_s = 4.0
    server = forge.start(**settings, treasurehunt__think_s=str(think_s))
    with two(server.ready()["treasurehunt"]) as (first, second):
        first.send_half()
        assert second.mine is PlayerState.MUST_ACT
        server.kill()
        time.sleep(think_s + 1)  # time that must not count has to pass first
        port = forge.start(**settings, treasurehunt__think_s="600").ready()["treasurehunt"]
        with Guest(port, second.game_id) as back, Guest(port, first.game_id) as waiting:
            back.player_id, waiting.player_id = second.player_id, first.player_id
            assert back.mine is PlayerState.MUST_ACT
            assert back.send_half() == Okay()
            assert eventually(lambda: PlayerState.LOST in (back.mine, waiting.mine), within_s=60)
