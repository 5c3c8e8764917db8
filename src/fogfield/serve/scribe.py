"""Writes matches into the journal of the store."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from fogfield.core.outcome import Outcome
from fogfield.core.record import Move
from fogfield.store.entries import Ended, Entry, Moved
from fogfield.store.journal import Health

_encoder = msgspec.json.Encoder()


class Journal(Protocol):
    """What the house needs of the store's journal."""

    durable: int

    @property
    def health(self) -> Health:
        """How well it works."""

    @property
    def why(self) -> str:
        """What is wrong with it, as a sentence."""

    def write(self, entry: Entry) -> int:
        """Write an entry soon; gives its number."""

    def when(self, ticket: int, call: Callable[[], None]) -> Callable[[], None]:
        """Have a function called when an entry is on disk; gives a way to cancel that."""

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have a function called when its health changes; gives a way to end that."""

    def on_lost(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have a function called when another server took over our matches; gives a way to end that."""

    def on_broken(self, call: Callable[[str], None]) -> Callable[[], None]:
        """Have a function called when something of a match can never be written; gives a way to end that."""


async def on_disk(journal: Journal, ticket: int) -> bool:
    """Wait until a line of the journal is on disk; says no if that cannot be hoped for."""
    return await _until(journal, ticket, (Health.DOWN,))


async def settled(journal: Journal) -> bool:
    """Wait while it is not known whether anything can be stored; says whether it can."""
    if journal.health is Health.FAILING:
        await _until(journal, 0, (Health.DOWN, Health.FINE))
    return journal.health is Health.FINE


async def _until(journal: Journal, ticket: int, healths: tuple[Health, ...]) -> bool:
    """Wait for a line, or for a state of health. A line 0 is not waited for."""
    if ticket and ticket <= journal.durable:
        return True
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def end(found: bool) -> None:
        if not done.done():
            done.set_result(found)

    def look() -> None:
        if journal.health in healths:
            end(False)

    def broken(_: str) -> None:
        if ticket <= journal.durable:  # nobody was told that it is on disk, so it is not
            end(False)

    cancels = [journal.listen(look)]
    if ticket:
        cancels.append(journal.when(ticket, lambda: end(True)))
        cancels.append(journal.on_lost(lambda: end(False)))
        cancels.append(journal.on_broken(broken))
    look()
    try:
        return await done
    finally:
        for cancel in cancels:
            cancel()


class MatchScribe:
    """Writes one match: a `core.match.Scribe`."""

    __slots__ = ("_journal", "_match", "_wall", "_write_action")

    def __init__(
        self, journal: Journal, match: str, write_action: Callable[[Any], Any], wall: Callable[[], float]
    ) -> None:
        self._journal = journal
        self._match = match
        self._write_action = write_action
        self._wall = wall

    @property
    def ready(self) -> bool:
        """Whether what happens now can be written."""
        return self._journal.health is Health.FINE

    def moved(self, number: int, move: Move[Any]) -> int:
        """Write a move."""
        action = as_json(self._write_action(move.action))
        return self._journal.write(Moved(self._match, number, move.at_s, move.seat, action))

    def ended(self, outcome: Outcome, at_s: float) -> int:
        """Write the end."""
        return self._journal.write(Ended(self._match, at_s, as_json(outcome.as_json()), self._wall()))


def as_json(value: Any) -> str:
    """Write a value as JSON."""
    return _encoder.encode(value).decode()
