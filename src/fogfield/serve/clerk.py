"""Hints and boards take long, and somebody waits: they are made in another process, one after the other.

Each has a limit, and can be given up. The event loop goes on meanwhile.
"""

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

import structlog

from fogfield import games, warm
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell
from fogfield.serve.thinking import IDLE_S, Aside, begin
from fogfield.serve.turns import Turns

_log = structlog.get_logger()

#: How often it is told how far something is.
TICK_S = 0.1
#: How long a process may take to start, beside the time for what it is to do.
START_S = 20.0
#: So many may wait, of all and of one address: no more than a browser asks for at once.
MOST_WAITING = 16
MOST_OF_ONE = 6


class Busy(FogfieldError):
    """Too many others wait."""


class TooLong(FogfieldError):
    """It took longer than it may."""


class Stopped(FogfieldError):
    """The server stops, so nothing is done any more."""

    def __init__(self) -> None:
        super().__init__("the server stops; ask again when it is back")


class Limit(NamedTuple):
    """How long a search may take, and what is said when that time is over."""

    search_s: float
    why: str


class Clerk:
    """A process that does one thing at a time for somebody who waits."""

    def __init__(
        self, limit_s: float, most: int = MOST_WAITING, most_of_one: int = MOST_OF_ONE, *, idle_s: float = IDLE_S
    ) -> None:
        self.limit_s = limit_s
        self._most = most
        self._most_of_one = most_of_one
        #: Who waits or is served, by party: one address counts as one.
        self._waiting: Counter[str] = Counter()
        self._turns = Turns()
        self._tries = multiprocessing.get_context("spawn").RawValue("q", 0)
        self._aside = Aside(_begin, self._tries, idle_s=idle_s)

    async def hint(self, party: str, game: str, view: Any, strength: str, near: Cell | None = None) -> Any:
        """Give a hint to whoever has this view, and looks there."""
        return await self._run(party, _hint, game, view, strength, near)

    async def make(
        self, party: str, game: str, options: Any, limit: Limit, called: Callable[[], None], told: Callable[[int], None]
    ) -> Any:
        """Complete options by a search with a limit; `called` hears of its turn, `told` of the search and its tries."""
        return await self._run(party, _make, game, options, limit, called=called, told=told)

    async def prove(self, party: str, game: str, options: Any) -> Any:
        """Give the proof of a board."""
        return await self._run(party, _prove, game, options)

    async def work(self, party: str, call: Callable[..., Any], *given: Any) -> Any:
        """Have something else worked out, by a function that any process can import."""
        return await self._run(party, call, *given)

    @property
    def waiting(self) -> int:
        """How many wait or are served."""
        return self._waiting.total()

    @property
    def stopped(self) -> bool:
        """Whether the server stops."""
        return self._aside.stopped

    def stop(self) -> None:
        """End the process; whoever waits is told that the server stops."""
        self._aside.stop()

    async def _run(
        self,
        party: str,
        call: Callable[..., Any],
        *arguments: Any,
        called: Callable[[], None] = lambda: None,
        told: Callable[[int], None] = lambda tries: None,
    ) -> Any:
        if self.waiting >= self._most:
            raise Busy("too many others wait for the same; try again in a little while")
        if self._waiting[party] >= self._most_of_one:
            raise Busy("your address waits for as many of these as one may; try again in a little while")
        self._waiting[party] += 1
        try:
            async with self._turns.turn(party):
                called()
                with self._aside.needed():
                    return await self._do(call, arguments, told)
        finally:
            self._waiting[party] -= 1
            self._waiting += Counter()  # those of whom nobody waits are forgotten

    async def _do(self, call: Callable[..., Any], arguments: tuple[Any, ...], told: Callable[[int], None]) -> Any:
        try:
            await self._ready()
            self._tries.value = 0
            told(0)
            return await self._result(self.limit_s, call, *arguments, told=told)
        except BrokenProcessPool:
            _log.warning("the process for hints and boards has died; another one is started for the next")
            self._aside.kill()
            raise FogfieldError("this was broken off; ask again") from None
        except (TooLong, asyncio.CancelledError):
            self._aside.kill()  # it would go on, and the next would wait for it
            raise

    async def _ready(self) -> None:
        """Have the process there; one that died while nobody needed it is replaced: nothing was asked of it yet."""
        try:
            await self._result(START_S, _be_there)
        except BrokenProcessPool:
            _log.warning("the process for hints and boards had died; another one is started")
            self._aside.kill()
            await self._result(START_S, _be_there)

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


def _begin(tries: Any) -> None:
    global _counted
    begin()
    _counted = tries


_is_compiled = False


def _be_there() -> None:
    """Be ready for work: with the compiled engine, as soon as somebody has had it compiled."""
    global _is_compiled
    _is_compiled = _is_compiled or warm.load()


def _hint(game: str, view: Any, strength: str, near: Cell | None) -> Any:
    advice = games.advice(game)
    assert advice is not None, "who asks has looked"
    return advice.give(view, strength, near)


def _make(game: str, options: Any, limit: Limit) -> Any:
    making = games.making(game)
    assert making is not None, "who asks has looked"
    until = time.monotonic() + limit.search_s

    def halt(tries: int) -> str:
        _counted.value = tries
        return limit.why if time.monotonic() >= until else ""

    return making.make(options, halt)


def _prove(game: str, options: Any) -> Any:
    making = games.making(game)
    assert making is not None, "who asks has looked"
    return making.prove(options)
