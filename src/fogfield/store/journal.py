"""The journal: what happens is written down before anybody is told, and many matches share one commit.

One task takes everything that waits, writes it in one transaction and only then says that it is durable. When the
database fails, the journal keeps what it has, says why and tries again until the fault ends. It writes only for matches
that are ours: made here, or taken over.
"""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import ParamSpec, TypeVar

import structlog

from fogfield.core.outcome import Outcome
from fogfield.store.entries import Began, Dropped, Ended, Entry, Made, Sat
from fogfield.store.faults import GONE, StoreError, explain
from fogfield.store.writing import Claim, Rows, Writer, sort, storable

_log = structlog.get_logger()
_P = ParamSpec("_P")
_T = TypeVar("_T")

#: The most entries of one transaction.
GROUP = 2000
#: Pauses between two tries, growing from the first to the second.
PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0
#: A database that has not answered for so long is said to fail, though it may still answer.
_SLOW_S = 1.0
_CUT = "the referee could not write this match down"


class Health(Enum):
    """How writing goes."""

    FINE = "fine"
    FAILING = "failing"  # a write failed a moment ago, and is tried again
    DOWN = "down"  # that has lasted longer than anybody should wait


class Journal:
    """Writes entries. `durable` says how far: every ticket up to this one is on disk.

    `waiting` and `lag_s` say how much is not, and for how long; `groups` counts transactions. Memory is bounded by the
    caller, who takes no moves while `health` is not FINE.
    """

    def __init__(self, writer: Writer, server: str, *, patience_s: float, lease_s: float) -> None:
        self._writer = writer
        self._name = storable(server) or "server"
        self._patience_s = patience_s
        self._lease_s = lease_s
        self.server = ""
        self.durable = 0
        self.health = Health.FINE
        self.why = ""
        self.groups = 0
        self._last = 0
        self._waiting: list[Entry] = []
        self._ours: set[str] = set()
        self._calls: dict[int, list[list[Callable[[], None]]]] = {}
        self._listeners: list[Callable[[], None]] = []
        self._lost: list[Callable[[], None]] = []
        self._broken: list[Callable[[str], None]] = []
        self._losses = 0
        self._unsure = False  # whether a claim may have been answered into the void
        self._commits: list[Callable[[float], None]] = []
        self._since = 0.0  # since when the oldest entry waits
        self._waits_since = 0.0  # the same, of those that are not yet being written
        self._failing_since = 0.0
        self._renew_at = 0.0
        self._busy = asyncio.Lock()
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Enter this server in the database and begin to write; raises what the database says if it cannot."""
        await self._register()
        self._task = asyncio.create_task(self._run(), name="journal")
        self._task.add_done_callback(self._ended)

    def write(self, entry: Entry) -> int:
        """Have something written down; gives its ticket."""
        if not self._waiting:
            self._waits_since = time.monotonic()
            self._wake.set()
        self._waiting.append(entry)
        self._last += 1
        return self._last

    def when(self, ticket: int, call: Callable[[], None]) -> Callable[[], None]:
        """Have something called soon after a ticket is durable; call what comes back to end that.

        It is never called for what could not be written down: when our matches were lost, or this entry is broken.
        """
        cell = [call]
        if ticket <= self.durable:
            asyncio.get_running_loop().call_soon(_fire, cell)
            return cell.clear
        cells = self._calls.setdefault(ticket, [])
        cells.append(cell)

        def cancel() -> None:
            cell.clear()
            if any(one is cell for one in cells):  # nothing is kept of those who gave up waiting
                cells[:] = [one for one in cells if one is not cell]
            if not cells and self._calls.get(ticket) is cells:
                del self._calls[ticket]

        return cancel

    async def flush(self) -> None:
        """Wait until everything written so far is durable; raises StoreError when that is down, or all was lost."""
        ticket, losses = self._last, self._losses
        changed = asyncio.Event()
        ends = [self.when(ticket, changed.set), self.listen(changed.set), self.on_lost(changed.set)]
        try:
            while self.durable < ticket:
                if self.health is Health.DOWN:
                    raise StoreError(f"the store cannot write: {self.why}")
                await changed.wait()
                changed.clear()
        finally:
            for end in ends:
                end()
        if self._losses != losses:
            raise StoreError("another server has taken over the matches of this one")

    @property
    def waiting(self) -> int:
        """How many entries are not durable."""
        return self._last - self.durable

    @property
    def lag_s(self) -> float:
        """How long the oldest entry has been waiting."""
        return time.monotonic() - (self._since or self._waits_since) if self.waiting else 0.0

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Be told when `health` changes; call what comes back to end that."""
        return _add(self._listeners, call)

    def on_lost(self, call: Callable[[], None]) -> Callable[[], None]:
        """Be told that another server has taken over every match of ours: none of them may go on here."""
        return _add(self._lost, call)

    def on_broken(self, call: Callable[[str], None]) -> Callable[[], None]:
        """Be told of a match of which something can never be written: in the store it ends here, or never was."""
        return _add(self._broken, call)

    def on_commit(self, call: Callable[[float], None]) -> Callable[[], None]:
        """Be told how many seconds each transaction took."""
        return _add(self._commits, call)

    async def claim(self, limit: int, but: Sequence[str] = ()) -> list[Claim]:
        """Take over open matches without a living owner, so many at most, but not those of some services."""
        async with self._busy:
            if not self.server:
                return []  # nobody yet
            again, self._unsure = self._unsure, True
            with self._watch():
                found = await self._writer.claim(self.server, limit, again=again, but=but)
            self._unsure = False
            self._recover()
            if found is None:
                self._lose()
                return []
        new = [one for one in found if one.match not in self._ours]
        self._ours.update(one.match for one in new)
        return new

    def unclaim(self, matches: Iterable[str]) -> None:
        """Let go of matches that were claimed and could not be read; the next claim gives them again."""
        self._ours.difference_update(matches)
        self._unsure = True

    async def close(self, within_s: float) -> None:
        """Write what waits, free our matches and let go of the database; all of it in bounded time."""
        self._closing = True
        self._wake.set()
        if self._task:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within_s):
                    await asyncio.wait({self._task})
            if not self._task.done():
                _log.error("the store closes with entries that were not written", waiting=self.waiting, why=self.why)
                self._task.cancel()
                await asyncio.wait({self._task}, timeout=1.0)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1.0):
                    await self._writer.release(self.server, time.time())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await self._writer.close()

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._something_to_do()
            size = GROUP
            while size < len(self._waiting) and isinstance(self._waiting[size], Ended):
                size += 1  # the end that follows from a move is on disk with it, or neither is
            entries = self._waiting[:size]
            del self._waiting[:size]
            self._since, self._waits_since = self._waits_since if entries else 0.0, time.monotonic()
            async with self._busy:
                try:
                    await self._write(entries)
                except _Lost:
                    self._lose()
            self._since = 0.0

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Say so if the task failed, which it never should."""
        if not task.cancelled() and (error := task.exception()):
            _log.error("the journal failed", exc_info=error)
            self._change(Health.DOWN, "a fault of Fogfield; restart the server")

    async def _something_to_do(self) -> None:
        """Wait for an entry, for the moment to renew the lease, or for the end."""
        if not self._waiting and not self._closing:
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, self._renew_at - time.monotonic())):
                    await self._wake.wait()

    async def _write(self, entries: list[Entry]) -> None:
        """Write entries; if one of them can never be written, at least the others."""
        try:
            await self._commit(sort(self._of_ours(entries)))
        except _Hopeless as error:
            if len(entries) == 1:
                await self._break(entries[0], error)
            else:
                middle = len(entries) // 2
                await self._write(entries[:middle])
                await self._write(entries[middle:])
            return
        self.durable += len(entries)
        for ticket in range(self.durable - len(entries) + 1, self.durable + 1) if self._calls else ():
            for cell in self._calls.pop(ticket, ()):
                asyncio.get_running_loop().call_soon(_fire, cell)

    async def _commit(self, rows: Rows) -> None:
        """Write rows in one transaction, however often that must be tried; without rows it is a sign of life."""
        pause = PAUSE_S
        while True:
            now = time.monotonic()
            seen = time.time() if now >= self._renew_at else None
            try:
                with self._watch():
                    if not self.server:
                        await self._register()
                    alive = await self._writer.write(self.server, rows, seen, self._lease_s)
            except Exception as error:
                fault = explain(error)
                if fault.hopeless and any(rows):
                    raise _Hopeless(fault.why) from error
                if fault.odd and self.health is Health.FINE:
                    _log.exception("an error that the store does not know")
                self._fail(fault.why)
            else:
                break
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
        if not alive:
            raise _Lost
        if seen is not None:
            self._renew_at = now + self._lease_s / 3
        self.groups += 1
        _tell(self._commits, time.monotonic() - now)
        self._ours.difference_update(one.match for one in rows.ended)
        self._ours.difference_update(rows.dropped)
        self._recover()

    async def _register(self) -> None:
        server = f"{self._name}-{secrets.token_hex(6)}"
        await self._writer.register(server, time.time(), self._lease_s)
        self.server = server
        self._renew_at = time.monotonic() + self._lease_s / 3

    def _of_ours(self, entries: list[Entry]) -> list[Entry]:
        """Leave out what belongs to matches that are not ours, or no longer."""
        ours = self._ours
        kept = []
        for entry in entries:
            if entry.match in ours:
                kept.append(entry)
            elif type(entry) is Made:
                ours.add(entry.match)
                kept.append(entry)
            else:
                _log.debug("nothing is written of a match that is not ours", match=entry.match)
        return kept

    async def _break(self, entry: Entry, error: Exception) -> None:
        """Go on without an entry. A match of which a move is missing cannot go on: it ends where the store has it."""
        _log.error("an entry can never be written", match=entry.match, kind=type(entry).__name__, why=str(error))
        self.durable += 1
        cells = self._calls.pop(self.durable, [])
        if isinstance(entry, Sat):  # the seat stays as it was
            for cell in cells:
                asyncio.get_running_loop().call_soon(_fire, cell)
            return
        self._ours.discard(entry.match)
        cut: Entry = Dropped(entry.match)
        if not isinstance(entry, Made | Began | Dropped):
            outcome = Outcome(frozenset(), "abandoned", (_CUT,))
            cut = Ended(entry.match, entry.at_s, json.dumps(outcome.as_json(), separators=(",", ":")), time.time())
        with contextlib.suppress(_Hopeless):
            await self._commit(sort([cut]))
        _tell(self._broken, entry.match)

    def _lose(self) -> None:
        """Another server has our matches: forget them, and everything that was still to be written of them."""
        _log.error("another server has taken over the matches of this one", server=self.server, waiting=self.waiting)
        self._losses += 1
        self.server = ""
        self._ours.clear()
        self._calls.clear()
        self._waiting.clear()
        self.durable = self._last
        _tell(self._lost)
        self._wake.set()  # to be entered again, for new matches

    @contextlib.contextmanager
    def _watch(self) -> Iterator[None]:
        """Say so if the database does not answer while we wait for it."""
        loop = asyncio.get_running_loop()

        def slow() -> None:
            self._fail(GONE)
            handles.append(loop.call_later(_SLOW_S / 4, slow))

        handles = [loop.call_later(_SLOW_S, slow)]
        try:
            yield
        finally:
            handles[-1].cancel()

    def _fail(self, why: str) -> None:
        if self.health is Health.FINE:
            self._failing_since = time.monotonic()
        lasted = time.monotonic() - self._failing_since
        self._change(Health.DOWN if lasted >= self._patience_s else Health.FAILING, why)

    def _recover(self) -> None:
        if self.health is not Health.FINE:
            self._change(Health.FINE, "")

    def _change(self, health: Health, why: str) -> None:
        changed = health is not self.health
        self.health, self.why = health, why
        if changed:
            if health is Health.FINE:
                lasted = round(time.monotonic() - self._failing_since, 3)
                _log.info("the store writes again", after_s=lasted, waiting=self.waiting)
            else:
                _log.warning("the store cannot write", health=health.value, why=why, waiting=self.waiting)
            _tell(self._listeners)


class _Lost(Exception):
    """Our server is no longer in the database."""


class _Hopeless(Exception):
    """There is something that no try can write."""


def _fire(cell: list[Callable[[], None]]) -> None:
    if cell:
        cell[0]()


def _tell(listeners: list[Callable[_P, None]], *args: _P.args, **kwargs: _P.kwargs) -> None:
    """Call them all; what one of them does wrong must not stop the journal."""
    for call in tuple(listeners):
        try:
            call(*args, **kwargs)
        except Exception:
            _log.exception("a listener of the journal failed")


def _add(listeners: list[_T], call: _T) -> Callable[[], None]:
    listeners.append(call)
    return lambda: listeners.remove(call) if call in listeners else None
