"""The process that works for those who wait."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from fogfield import warm
from fogfield.core.errors import FogfieldError
from fogfield.kits.mines.machine import machine
from fogfield.serve import clerk
from fogfield.serve.api.service import ApiService
from fogfield.serve.clerk import Clerk
from fogfield.serve.gate import Gate
from fogfield.serve.service import Houses
from fogfield.serve.settings import Limits, Settings


def kind_of_memory() -> str:
    """Say what the engine of this process works on: lists as Python, arrays when compiled."""
    return type(machine().m).__name__


def test_a_clerk_uses_the_compiled_engine_as_soon_as_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def load() -> bool:
        asked.append(1)
        return len(asked) == 2

    monkeypatch.setattr(clerk, "_is_compiled", False)
    monkeypatch.setattr(warm, "load", load)
    for _ in range(4):
        clerk._be_there()
    assert len(asked) == 2  # it was not ready, then it was, and then it is not loaded again


def test_a_clerk_for_whom_there_is_no_work_goes_home_and_comes_back_when_there_is() -> None:
    async def inside() -> tuple[int, int]:
        found = Clerk(20.0, idle_s=0.05)
        try:
            first = await found.work("here", os.getpid)
            for _ in range(1_000):
                if found._aside._pool is None:
                    break
                await asyncio.sleep(0.01)
            assert found._aside._pool is None
            return first, await found.work("here", os.getpid)
        finally:
            found.stop()

    first, second = asyncio.run(inside())
    assert first != second


def die() -> None:
    """End this process as if somebody had killed it."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_clerk_that_was_dead_before_he_was_asked_is_replaced_and_nobody_hears_of_it() -> None:
    async def inside() -> tuple[int, int]:
        found = Clerk(20.0)
        try:
            first = await found.work("here", os.getpid)
            (process,) = found._aside._pool._processes.values()  # type: ignore[union-attr]
            process.kill()
            process.join()
            return first, await found.work("here", os.getpid)
        finally:
            found.stop()

    first, second = asyncio.run(inside())
    assert first != second


def test_a_clerk_who_dies_of_a_question_is_not_asked_it_again() -> None:
    async def inside() -> None:
        found = Clerk(20.0)
        try:
            with pytest.raises(FogfieldError, match="this was broken off; ask again"):
                await found.work("here", die)
        finally:
            found.stop()

    asyncio.run(inside())


def test_the_setting_reaches_every_process_of_the_server() -> None:
    async def inside() -> set[float]:
        settings = Settings(limits=Limits(helpers_idle_s=7.0))
        houses = Houses(settings)
        api = ApiService(houses, settings, Gate(settings.limits))
        helping, beliefs = api.routes.helping, api.routes.after.beliefs
        shop = helping.workshop
        clerks = (shop._clerk, shop._quick, shop._prover, helping.hints._clerk, beliefs._clerk)
        return {houses["planefight"].lobby._thinkers._idle_s, *(one._aside._idle_s for one in clerks)}

    assert asyncio.run(inside()) == {7.0}


def test_without_a_compiled_engine_a_clerk_works_with_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FOGFIELD_CACHE", str(tmp_path))

    async def inside() -> tuple[int, str]:
        found = Clerk(20.0)
        try:
            return await found.work("here", os.getpid), await found.work("here", kind_of_memory)
        finally:
            found.stop()

    pid, kind = asyncio.run(inside())
    assert pid != os.getpid()
    assert kind == "list"
