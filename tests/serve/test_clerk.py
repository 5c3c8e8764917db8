"""The process that works for those who wait."""

import asyncio
import os
from pathlib import Path

import pytest

from fogfield import warm
from fogfield.kits.mines.machine import machine
from fogfield.serve import clerk
from fogfield.serve.clerk import Clerk


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
