"""Bots that think in another process: it is there when it is needed, and gone when the server is."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.live import live, served
from support.pilot import Pilot
from support.thinker import Thinker
from support.wait import eventually

from fogfield.games.planefight.messages import Bare
from fogfield.serve.thinking import Thinkers


@contextlib.contextmanager
def thinkers(idle_s: float = 300.0) -> Iterator[Thinkers]:
    found = Thinkers(idle_s)
    try:
        yield found
    finally:
        found.stop()


async def chosen(here: Thinkers, bot: Thinker, view: object, seed: int) -> Any:
    """What a bot chooses there."""
    return (await here.think(bot, view, seed))[1]


def alive(pid: int) -> bool:
    """Say whether a process runs; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children(pid: int) -> set[int]:
    """Give the processes below a process."""
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        found |= {int(one) for one in (task / "children").read_text().split()}
    return found.union(*(children(one) for one in found))


def test_a_thought_is_thought_elsewhere_with_the_same_chance_and_the_loop_goes_on() -> None:
    async def inside() -> None:
        with thinkers() as here:
            thought = asyncio.ensure_future(chosen(here, Thinker(0.3), "view", 7))
            turns = 0
            while not thought.done():
                turns += 1
                await asyncio.sleep(0.01)
            pid, view, number = await thought
            assert pid != os.getpid()
            assert (view, number) == ("view", Random(7).random())
            assert turns > 5
            assert (await chosen(here, Thinker(), "again", 7))[0] == pid

    asyncio.run(inside())


def test_a_process_that_nobody_needs_ends_and_the_next_thought_starts_another() -> None:
    async def inside() -> None:
        with thinkers(idle_s=0.1) as here:
            first, *_ = await chosen(here, Thinker(), None, 1)
            assert await seen(lambda: not alive(first))
            second, view, _ = await chosen(here, Thinker(), "again", 1)
            assert (view, second == first) == ("again", False)

    asyncio.run(inside())


def test_a_process_stays_as_long_as_one_of_its_thoughts_lasts() -> None:
    async def inside() -> None:
        with thinkers() as here:
            with here.needed():
                with here.needed():
                    here.open()
                assert here._timer is None
            assert here._timer is not None

    asyncio.run(inside())


def test_who_comes_in_time_finds_the_process_there() -> None:
    async def inside() -> None:
        with thinkers(idle_s=60.0) as here:
            first, *_ = await chosen(here, Thinker(), None, 1)
            timer = here._timer
            assert timer is not None
            second, *_ = await chosen(here, Thinker(), None, 1)
            assert (second, timer.cancelled()) == (first, True)

    asyncio.run(inside())


async def seen(so: Callable[[], bool]) -> bool:
    """Wait until something is so; the loop runs on."""
    for _ in range(1_000):
        if so():
            return True
        await asyncio.sleep(0.01)
    return so()


def test_a_process_that_dies_is_replaced_and_the_thought_thought_again(tmp_path: Path) -> None:
    async def inside() -> None:
        with thinkers() as here:
            before, *_ = await chosen(here, Thinker(), None, 1)
            after, view, _ = await chosen(here, Thinker(dies=str(tmp_path / "died")), "view", 1)
            assert view == "view"
            assert after != before

    asyncio.run(inside())


def test_what_always_kills_it_is_given_up() -> None:
    async def inside() -> None:
        with thinkers() as here, pytest.raises(Exception, match="terminated abruptly"):
            await chosen(here, Thinker(dies="always"), None, 1)

    asyncio.run(inside())


def test_stopping_cancels_the_thought_and_ends_the_process() -> None:
    async def inside() -> int:
        here = Thinkers()
        pid: int = (await chosen(here, Thinker(), None, 1))[0]
        thought = asyncio.ensure_future(chosen(here, Thinker(60.0), None, 1))
        await asyncio.sleep(0)
        here.stop()
        with pytest.raises(asyncio.CancelledError):
            await thought
        return pid

    pid = asyncio.run(inside())
    assert eventually(lambda: not alive(pid))


def test_a_server_that_stops_in_the_middle_of_a_thought_stops() -> None:
    settings = {"opponent": "bot", "bot": "expert", "first": "last-come"}
    with live("planefight", settings=settings) as server, Pilot(server.port) as pilot:
        pilot.join("Ann")
        pilot.say(Bare.READY)
        assert pilot.event() == Bare.READY
    assert not server.ear.faults()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_is_left_when_the_server_is_gone(number: signal.Signals) -> None:
    with served(
        "--set", "planefight.opponent=bot", "--set", "planefight.first=first-come", name="planefight"
    ) as server:
        process = server.process
        with Pilot(server.port) as pilot:
            pilot.join("Ann")
            pilot.say(Bare.READY)
            assert pilot.event() == Bare.READY
            below = children(process.pid)
            assert below
            process.send_signal(number)
            process.wait(60)
        assert eventually(lambda: not any(map(alive, below)))


def test_many_thoughts_survive_the_death_of_the_process_together(tmp_path: Path) -> None:
    async def inside() -> None:
        with thinkers() as here:
            first, *_ = await chosen(here, Thinker(), None, 1)
            thoughts = [asyncio.ensure_future(chosen(here, Thinker(0.05), number, 1)) for number in range(10)]
            await asyncio.sleep(0)
            os.kill(first, signal.SIGKILL)
            found = [view for _, view, _ in await asyncio.gather(*thoughts)]
            assert found == list(range(10))

    asyncio.run(inside())
