"""Bots that think long do it in another process: the event loop goes on, and so does everybody who is not waiting.

Not a thread: a thread that computes takes the interpreter from the loop for 5 ms at every turn, for every connection.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import structlog

from fogfield.bots import Rival

_log = structlog.get_logger()


#: How long the pool's own thread may take to notice that its process is gone; a few milliseconds are usual.
JOIN_S = 0.5
#: How often a thought is begun again because the process died.
TRIES = 4
#: How long a process stays that nobody needs, unless the settings say something else.
IDLE_S = 300.0


class Aside:
    """A process beside this one. It starts when it is needed, anew if somebody killed it, and ends when nobody does."""

    def __init__(self, begin: Callable[..., None], *told: Any, idle_s: float = IDLE_S) -> None:
        self._begin = begin
        self._told = told
        self._idle_s = idle_s
        self._pool: ProcessPoolExecutor | None = None
        #: How many need it now; when they are gone, the timer ends it after a while.
        self._users = 0
        self._timer: asyncio.TimerHandle | None = None
        #: From then on nothing is done here: a process would be started that nobody ends.
        self.stopped = False

    def open(self) -> ProcessPoolExecutor:
        """Give the process, which is started if there is none."""
        if self._pool is None:
            # Not a copy of this process, which has an event loop and connections.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=self._begin, initargs=self._told)
        return self._pool

    @contextlib.contextmanager
    def needed(self) -> Iterator[None]:
        """Let the process stay for as long as this lasts, and a while longer."""
        loop = asyncio.get_running_loop()
        self._users += 1
        self._keep()
        try:
            yield
        finally:
            self._users -= 1
            if self._pool and not self._users and not self.stopped:
                self._timer = loop.call_later(self._idle_s, self._rest)

    def _keep(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _rest(self) -> None:
        """End the process, which does nothing."""
        self._timer = None
        if self._pool:
            self._pool.shutdown(wait=False)
            self._pool = None

    def kill(self) -> None:
        """End the process, whatever it does; the next who needs one starts another."""
        self._keep()
        if self._pool:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None

    def stop(self) -> None:
        """End the process for good; whoever waits for it is cancelled."""
        self.stopped = True
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self.kill()
        if manager:  # if it went while the interpreter ends, that would be told with a traceback
            manager.join(JOIN_S)


class Thinkers(Aside):
    """A process to think in."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        super().__init__(begin, idle_s=idle_s)

    async def think(self, bot: Rival, view: Any, seed: int) -> tuple[Rival, Any]:
        """Let a bot choose; gives it back as it is then, with what it keeps in mind. What kills it is given up."""
        with self.needed():
            return await self._try(bot, view, seed)

    async def _try(self, bot: Rival, view: Any, seed: int) -> tuple[Rival, Any]:
        loop = asyncio.get_running_loop()
        for tries_left in reversed(range(TRIES)):
            pool = self.open()
            try:
                return await loop.run_in_executor(pool, _think, bot, view, seed)
            except BrokenProcessPool:
                if self.stopped:
                    raise asyncio.CancelledError from None
                if pool is self._pool:  # else somebody else has noticed before
                    _log.warning("the process in which bots think has died; another one is started")
                    self.kill()
                if not tries_left:
                    raise
        raise AssertionError


def begin() -> None:
    """Leave Ctrl-C to the server, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _think(bot: Rival, view: Any, seed: int) -> tuple[Rival, Any]:
    action = bot.choose(view, Random(seed))  # noqa: S311 (games must repeat)
    return bot, action
