"""Taking turns: one at a time, and nobody waits for a second errand of somebody else before his own first one."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Whose turn it is. Parties come one after the other, however many errands one of them has."""

    def __init__(self) -> None:
        self._taken = False
        #: The party that was served last.
        self._last = ""
        #: Who waits, by party; the party that comes first is served next.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, party: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        if self._taken:
            await self._called(party)
        self._taken, self._last = True, party
        try:
            yield
        finally:
            self._pass_on()

    async def _called(self, party: str) -> None:
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(party, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was called, and cannot come any more
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        self._taken = False
        if line := self._waiting.pop(self._last, None):
            self._waiting[self._last] = line  # who was served goes to the end
        while self._waiting and not self._taken:
            party, line = next(iter(self._waiting.items()))
            called = line.popleft()
            if not line:
                del self._waiting[party]
            if not called.done():  # else it has gone away
                called.set_result(None)
                self._taken, self._last = True, party
