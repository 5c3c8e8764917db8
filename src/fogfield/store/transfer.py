"""The whole database as JSON lines, and back: for backups, and for the way from SQLite to PostgreSQL.

The first line says what this is; each other line is one match with everything in it, proofs included.
"""

import json
import math
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import insert, select

from fogfield.store.archive import Kept, Status, kept
from fogfield.store.database import Store
from fogfield.store.faults import StoreError, in_words
from fogfield.store.tables import MATCHES, MOVES, SEATS
from fogfield.store.writing import storable

FORMAT = 1
_HEAD = {"fogfield_export": FORMAT}
#: The longest line that is read: a match of a game with very many moves.
LONGEST_BYTES = 64 << 20
#: So many matches are compared and written in one transaction.
_GROUP = 100
#: What a line has that no column of `matches` keeps.
_ELSEWHERE = ("match", "seed", "seats", "moves")


@dataclass(slots=True)
class Imported:
    """What became of the lines: matches that are new here, those that were here already, and those that differ."""

    new: int = 0
    same: int = 0
    different: list[str] = field(default_factory=list)


async def export(store: Store) -> AsyncGenerator[str, None]:
    """Give every match as a line, without line ends."""
    yield json.dumps(_HEAD)
    async for one in store.archive.every():
        yield _encode(one)


async def import_lines(store: Store, lines: Iterable[bytes]) -> Imported:
    """Add the matches of an export. One that is here already is compared, and never changed.

    Open matches have no owner then: the next server that looks for such goes on with them.
    """
    done = Imported()
    numbered = enumerate(lines, 1)
    if [_decode(line, number) for number, line in islice(numbered, 1)] != [_HEAD]:
        raise StoreError(f"line 1: this is no export of Fogfield's; it would begin with {json.dumps(_HEAD)}")
    while group := [_read(line, number) for number, line in islice(numbered, _GROUP)]:
        with in_words(f"after {done.new} matches nothing more could be imported"):
            await _add(store, group, done)
    return done


async def _add(store: Store, group: list[Kept], done: Imported) -> None:
    """Write a group, in one transaction."""
    async with store.engine.execution_options(writes=True).begin() as connection:
        wanted = select(MATCHES).where(MATCHES.c.id.in_([one.match for one in group]))
        here = {one.match: one for one in await kept(connection, wanted)}
        new: dict[str, Kept] = {}
        for one in group:
            before = here.get(one.match) or new.get(one.match)
            if before is None:
                new[one.match] = one
            elif before == one:
                done.same += 1
            else:
                done.different.append(one.match)
        if new:
            await connection.execute(insert(MATCHES), [_row(one) for one in new.values()])
            found = await connection.execute(select(MATCHES.c.id, MATCHES.c.key).where(MATCHES.c.id.in_(new)))
            keys = {id_: key for id_, key in found}  # noqa: C416 - a row is no pair to a type checker
            seats = [{**seat._asdict(), "match": keys[seat.match]} for one in new.values() for seat in one.seats]
            moves = [{**move._asdict(), "match": keys[move.match]} for one in new.values() for move in one.moves]
            for table, rows in ((SEATS, seats), (MOVES, moves)):
                if rows:
                    await connection.execute(insert(table), rows)
    done.new += len(new)


def _plain(one: Kept) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(one)
    del data["paused_at_s"]  # that is not written anywhere
    return data


def _encode(one: Kept) -> str:
    return json.dumps(_plain(one), separators=(",", ":"))


def _row(one: Kept) -> dict[str, Any]:
    row = {key: value for key, value in _plain(one).items() if key not in _ELSEWHERE}
    return {**row, "id": one.match, "seed": json.dumps(one.seed)}


def _decode(line: bytes, number: int) -> Any:
    if len(line) > LONGEST_BYTES:
        raise StoreError(f"line {number}: longer than {LONGEST_BYTES >> 20} MiB")
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise StoreError(f"line {number}: not JSON ({error})") from None


def _read(line: bytes, number: int) -> Kept:
    """Read a match; what an export would not have written is refused."""
    data = _decode(line, number)
    try:
        one = msgspec.convert(data, Kept)
        if json.loads(_encode(one)) != data:
            raise StoreError("it has something that no match has")
        _check(one)
    except (msgspec.ValidationError, StoreError, ValueError) as error:
        raise StoreError(f"line {number}: {error}") from None
    return one


def _check(one: Kept) -> None:
    """See that the parts belong together, and that any database takes them."""
    if {*(seat.match for seat in one.seats), *(move.match for move in one.moves)} - {one.match}:
        raise StoreError(f"a part of match {one.match} belongs to another")
    if [move.number for move in one.moves] != list(range(len(one.moves))):
        raise StoreError(f"the moves of match {one.match} are not numbered from 0 without a gap")
    if (one.status is Status.OVER) != (None not in (one.outcome, one.end_s, one.ended)):
        raise StoreError(f"match {one.match} must have an end if it is over, and only then")
    if one.status is Status.PLAYING and one.began is None:
        raise StoreError(f"match {one.match} is being played, but never began")
    times = (
        one.made,
        one.began,
        one.first_began,
        one.think_s,
        one.end_s,
        one.ended,
        *(move.at_s for move in one.moves),
    )
    if not all(time is None or math.isfinite(time) for time in times):
        raise StoreError(f"a time of match {one.match} is no number")
    for text in (one.options, one.extra, one.outcome, *(seat.extra for seat in one.seats)):
        if text is not None:
            json.loads(text)
    names = (one.match, one.game, one.service, one.after or "", *(f"{seat.kind}{seat.name}" for seat in one.seats))
    if any(storable(name) != name for name in names):
        raise StoreError("a name has a character that cannot be kept")
