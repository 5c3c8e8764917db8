"""Hints and boards take long, and somebody waits: they are made in another process, one after the other.

Each has a limit, and can be given up. The event loop goes on meanwhile.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import structlog

from fogfield import games
from fogfield.core.errors import FogfieldError
from fogfield.serve.thinking import Aside, begin

_log = structlog.get_logger()

#: How often it is told how far something is.
TICK_S = 0.1
#: How long a process may take to start, beside the time for what it is to do.
START_S = 20.0


class Busy(FogfieldError):
    """Too many others wait."""


class TooLong(FogfieldError):
    """It took longer than it may."""


class Stopped(FogfieldError):
    """The server stops, so nothing is done any more."""

    def __init__(self) -> None:
        super().__init__("the server stops; ask again when it is back")


class Clerk:
    """A process that does one thing at a time for somebody who waits."""

    def __init__(self, limit_s: float, most: int, prepare: Callable[[], object] | None = None) -> None:
        self.limit_s = limit_s
        self._most = most
        self._waiting = 0
        self._turn = asyncio.Lock()
        self._tries = multiprocessing.get_context("spawn").RawValue("q", 0)
        self._aside = Aside(_begin, self._tries, prepare)

    async def hint(self, game: str, view: Any, strength: str) -> Any:
        """Give a hint to whoever has this view."""
        return await self._run(_hint, game, view, strength)

    async def make(self, game: str, options: Any, search_s: float, told: Callable[[int], None]) -> Any:
        """Complete options by a search of so many seconds at most; `told` hears how many were tried."""
        return await self._run(_make, game, options, search_s, told=told)

    async def prove(self, game: str, options: Any) -> Any:
        """Give the proof of a board."""
        return await self._run(_prove, game, options)

    async def work(self, call: Callable[..., Any], *given: Any) -> Any:
        """Have something else worked out, by a function that any process can import."""
        return await self._run(call, *given)

    @property
    def stopped(self) -> bool:
        """Whether the server stops."""
        return self._aside.stopped

    def stop(self) -> None:
        """End the process; whoever waits is told that the server stops."""
        self._aside.stop()

    async def _run(
        self, call: Callable[..., Any], *arguments: Any, told: Callable[[int], None] = lambda tries: None
    ) -> Any:
        if self._waiting >= self._most:
            raise Busy("too many others wait for the same; try again in a little while")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._do(call, arguments, told)
        finally:
            self._waiting -= 1

    async def _do(self, call: Callable[..., Any], arguments: tuple[Any, ...], told: Callable[[int], None]) -> Any:
        try:
            await self._result(START_S, _nothing)
            self._tries.value = 0
            return await self._result(self.limit_s, call, *arguments, told=told)
        except BrokenProcessPool:
            _log.warning("the process for hints and boards has died; another one is started for the next")
            self._aside.kill()
            raise FogfieldError("this was broken off; ask again") from None
        except (TooLong, asyncio.CancelledError):
            self._aside.kill()  # it would go on, and the next would wait for it
            raise

    async def _result(
        self,
        within_s: float,
        call: Callable[..., Any],
        *arguments: Any,
        told: Callable[[int], None] = lambda tries: None,
    ) -> Any:
        if self._aside.stopped:
            raise Stopped
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._aside.open(), call, *arguments)
        work.add_done_callback(lambda one: one.cancelled() or one.exception())  # nobody may be left to hear of it
        until = loop.time() + within_s
        while not work.done():
            if loop.time() >= until:
                raise TooLong(f"this takes longer than {within_s:g} seconds, so it was given up")
            await asyncio.wait((work,), timeout=TICK_S)
            if self._aside.stopped:  # its process was killed, so there is no result but an error
                raise Stopped
            told(self._tries.value)
        return work.result()


_counted: Any = None


def _begin(tries: Any, prepare: Callable[[], object] | None) -> None:
    global _counted
    begin()
    _counted = tries
    if prepare:
        prepare()


def _nothing() -> None:
    """Be there."""


def _hint(game: str, view: Any, strength: str) -> Any:
    advice = games.advice(game)
    assert advice is not None, "who asks has looked"
    return advice.give(view, strength)


def _make(game: str, options: Any, search_s: float) -> Any:
    making = games.making(game)
    assert making is not None, "who asks has looked"
    until = time.monotonic() + search_s

    def go_on(tries: int) -> bool:
        _counted.value = tries
        return time.monotonic() < until

    return making.make(options, go_on)


def _prove(game: str, options: Any) -> Any:
    making = games.making(game)
    assert making is not None, "who asks has looked"
    return making.prove(options)
