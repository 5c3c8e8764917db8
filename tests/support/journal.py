"""A journal that does what a test says: when entries are on disk, and when it fails."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from fogfield.store.entries import Entry
from fogfield.store.journal import Health

Kind = TypeVar("Kind")


class FakeJournal:
    """Remembers everything. `prompt`: what is written is on disk at once.

    What a test does may be done from another thread than the server's: it is then done there, and waited for.
    """

    def __init__(self, *, prompt: bool = False) -> None:
        self.durable = 0
        self.health = Health.FINE
        self.why = ""
        self.entries: list[Entry] = []
        #: Called with everything that is written, in the middle of it.
        self.on_write: Callable[[Entry], None] = lambda entry: None
        self.prompt = prompt
        self._loop: asyncio.AbstractEventLoop | None = None
        self._calls: list[tuple[int, list[Callable[[], None]]]] = []
        self._listeners: list[Callable[[], None]] = []
        self._lost: list[Callable[[], None]] = []
        self._broken: list[Callable[[str], None]] = []

    # --- what the house needs

    def write(self, entry: Entry) -> int:
        self.entries.append(entry)
        if self.prompt and self.health is Health.FINE:
            self.durable = len(self.entries)
        self.on_write(entry)
        return len(self.entries)

    def when(self, ticket: int, call: Callable[[], None]) -> Callable[[], None]:
        cell = [call]
        self._calls.append((ticket, cell))
        if ticket <= self.durable:
            self._fire()
        return cell.clear

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        try:
            self._loop = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        return self._add(self._listeners, call)

    def on_lost(self, call: Callable[[], None]) -> Callable[[], None]:
        return self._add(self._lost, call)

    def on_broken(self, call: Callable[[str], None]) -> Callable[[], None]:
        return self._add(self._broken, call)

    @staticmethod
    def _add(calls: list[Any], call: Any) -> Callable[[], None]:
        calls.append(call)
        return lambda: calls.remove(call) if call in calls else None

    # --- what a test does

    def settle(self, upto: int | None = None) -> None:
        """Put entries on disk: all of them, or so many."""
        self._there(lambda: self._settle(upto))

    def turn(self, health: Health) -> None:
        """Let it be well, or ill; when it is well again, what waits is written if it is prompt."""
        self._there(lambda: self._turn(health))

    def lose(self) -> None:
        """Let another server take over everything."""
        self._there(self._lose)

    def break_off(self, match: str) -> None:
        """Let something of a match be impossible to write: nobody is told that it is on disk, and it is left behind."""
        self._there(lambda: self._break_off(match))

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The entries of one kind."""
        return [entry for entry in tuple(self.entries) if isinstance(entry, kind)]

    def _settle(self, upto: int | None) -> None:
        self.durable = len(self.entries) if upto is None else upto
        self._fire()

    def _fire(self) -> None:
        ready = [cell for ticket, cell in self._calls if ticket <= self.durable]
        self._calls = [(ticket, cell) for ticket, cell in self._calls if ticket > self.durable]
        for cell in ready:
            if cell:
                cell[0]()

    def _turn(self, health: Health) -> None:
        self.health = health
        if health is Health.FINE and self.prompt:
            self._settle(None)
        for call in tuple(self._listeners):
            call()

    def _lose(self) -> None:
        self.durable = len(self.entries)
        self._calls.clear()
        for call in tuple(self._lost):
            call()

    def _break_off(self, match: str) -> None:
        self.durable = len(self.entries)
        self._calls.clear()
        for call in tuple(self._broken):
            call(match)

    def _there(self, what: Callable[[], Any]) -> None:
        """Do something in the thread of the server."""
        try:
            here = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        if self._loop is None or here is self._loop or self._loop.is_closed():
            what()
            return
        done: Future[None] = Future()

        def do() -> None:
            try:
                what()
                done.set_result(None)
            except BaseException as error:
                done.set_exception(error)

        self._loop.call_soon_threadsafe(do)
        done.result(10)
