"""What the two databases have in common when they write: rows, and who may write them."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from fogfield.store.entries import Began, Dropped, Ended, Entry, Made, Moved, Sat

Row = tuple[Any, ...]


class Rows(NamedTuple):
    """Entries, sorted by what happens to them in the database: from left to right, and in each list in order."""

    made: list[Row]
    sat: list[Row]
    began: list[Row]
    moved: list[Moved]
    ended: list[Ended]
    dropped: list[str]


class Claim(NamedTuple):
    """An open match that became ours, with the last sign of life of the server that had it."""

    match: str
    seen: float | None


class Writer(Protocol):
    """The one who writes: one transaction for each call, all of it or nothing.

    Every call but `register` proves in its own transaction that the server is still there; if it is not, somebody took
    its matches, nothing is written and the answer is False or None. After an error the same call may be tried again.
    """

    async def register(self, server: str, now: float, lease_s: float) -> None:
        """Enter a server; the rows of those that are gone and own nothing are swept out."""

    async def write(self, server: str, rows: Rows, seen: float | None, lease_s: float) -> bool:
        """Write rows; with `seen` also renew the lease."""

    async def claim(self, server: str, limit: int, *, again: bool, but: Sequence[str]) -> list[Claim] | None:
        """Take over open matches that have no living owner, so many at a time, but not those of some services.

        `again` also gives all that we have.
        """

    async def release(self, server: str, now: float) -> None:
        """Say that a server is gone and its matches are free."""

    async def close(self) -> None:
        """Let go of the connection, in whatever state it is."""


def sort(entries: Iterable[Entry]) -> Rows:
    """Sort entries into rows. Where only the last one counts, only the last one is left."""
    made: list[Row] = []
    sat: dict[tuple[str, int], Row] = {}
    began: dict[str, Row] = {}
    moved: list[Moved] = []
    ended: dict[str, Ended] = {}
    dropped: list[str] = []
    for entry in entries:
        match entry:
            case Moved():
                moved.append(entry)
            case Made(id_, game, options, seed, service, at, extra, after):
                # A seed may be any text, and a database does not take every character: JSON is plain ASCII.
                made.append((id_, game, options, json.dumps(seed), service, at, extra, after))
            case Sat(id_, seat, kind, name, proof, extra):
                sat[id_, seat] = (id_, seat, kind, storable(name), proof, extra)
            case Began(id_, at, think_s):
                began[id_] = (id_, at, think_s, began[id_][3] if id_ in began else at)
            case Ended():
                ended.setdefault(entry.match, entry)
            case Dropped():
                dropped.append(entry.match)
    return Rows(made, list(sat.values()), list(began.values()), moved, list(ended.values()), dropped)


def storable(name: str) -> str:
    """Replace what no database takes in a text; they come from strangers."""
    return name.replace("\0", "\ufffd").encode("utf-8", "replace").decode() if not name.isprintable() else name
