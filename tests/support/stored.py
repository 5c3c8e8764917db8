"""Matches for the tests of the store."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from fogfield.store.database import Store, open_store
from fogfield.store.entries import Began, Ended, Entry, Made, Moved, Sat


def made(match: str, game: str = "toy", at: float = 1000.0, **more: Any) -> Made:
    return Made(match, game, "7", more.pop("seed", "fog"), "toy", at, **more)


def whole(match: str, *, moves: int = 3, at: float = 1000.0, game: str = "toy", end: bool = True) -> list[Entry]:
    """A match from its making to its end."""
    entries: list[Entry] = [
        made(match, game, at),
        Sat(match, 0, "web", "Ann", b"\x01" * 32),
        Sat(match, 1, "bot", "Bo", None, '{"kind":"random"}'),
        Began(match, at + 1, 30.0),
        *(Moved(match, number, number * 0.5, number % 2, "2") for number in range(moves)),
    ]
    if end:
        entries.append(Ended(match, moves * 0.5, '{"winners":[0],"reason":"reached the goal"}', at + 1 + moves * 0.5))
    return entries


@contextlib.asynccontextmanager
async def opened(address: str, **options: Any) -> AsyncIterator[Store]:
    """A store that is closed at the end."""
    store = await open_store(address, **{"serving": True, **options})
    try:
        yield store
    finally:
        await store.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    while not holds():  # noqa: ASYNC110 - many things change, and few of them tell
        await asyncio.sleep(0.01)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run the body of a test; one that hangs fails."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(bounded())
