"""Reading what was written: lists of matches, and whole ones."""

import json
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fogfield.core.record import FORMAT
from fogfield.store.entries import Moved, Sat
from fogfield.store.faults import in_words
from fogfield.store.tables import MATCHES, MOVES, SEATS
from fogfield.store.writing import storable

#: The most rows of one list.
MOST = 1000
#: So many matches are read at a time.
PAGE = 200
_READING = "the store cannot be read"


class Status(IntEnum):
    """How far a match is."""

    WAITING = 0
    PLAYING = 1
    OVER = 2


class Cursor(NamedTuple):
    """Where a list was left: the match after which it goes on."""

    made: float
    match: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One match in a list. `began` is when it really began; `moves` counts them; `outcome` is JSON."""

    match: str
    game: str
    service: str
    status: Status
    made: float
    began: float | None
    ended: float | None
    moves: int
    seats: tuple[Sat, ...]
    outcome: str | None

    @property
    def cursor(self) -> Cursor:
        """Give the place of this match in a list."""
        return Cursor(self.made, self.match)


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that the store has of one match, as it was written.

    Times of moves count from `began`, which moves on with every pause; `first_began` is the true date. `paused_at_s` is
    only for a match that was taken over: the time on its own clock at the last sign of life of its server.
    """

    match: str
    game: str
    options: str
    seed: str
    service: str
    made: float
    extra: str
    after: str | None
    status: Status
    began: float | None
    first_began: float | None
    think_s: float | None
    end_s: float | None
    outcome: str | None
    ended: float | None
    seats: tuple[Sat, ...] = ()
    moves: tuple[Moved, ...] = ()
    paused_at_s: float = field(default=0.0, compare=False)

    def lines(self) -> Iterator[str]:
        """Give the lines of a record. No proofs and nothing of the service's own; but the seed, which is a secret."""
        about = {
            "id": self.match, "made": self.made, "began": self.first_began, "service": self.service,
            "think_s": self.think_s, "after": self.after,
            "seats": [{"seat": one.seat, "kind": one.kind, "name": one.name} for one in self.seats],
        }  # fmt: skip
        yield (
            f'{{"fogfield":{FORMAT},"game":{json.dumps(self.game)},"options":{self.options},'
            f'"seed":{json.dumps(self.seed)},"match":{json.dumps(about, separators=(",", ":"))}}}'
        )
        for move in self.moves:
            yield f'{{"at":{move.at_s!r},"seat":{move.seat},"do":{move.action}}}'
        if self.outcome is not None:
            yield f'{{"at":{self.end_s!r},"end":{self.outcome}}}'


class Archive:
    """Reads; every call is a transaction of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(
        self,
        *,
        game: str | None = None,
        status: Status | None = None,
        player: str | None = None,
        service: str | None = None,
        before: Cursor | None = None,
        limit: int = 50,
    ) -> list[Listed]:
        """List matches, the newest first; `before` goes on after the last one of another list."""
        m = MATCHES.c
        game, service, player = (text and storable(text) for text in (game, service, player))
        count = select(func.max(MOVES.c.number) + 1).where(MOVES.c.match == m.key).scalar_subquery()
        query = select(m.key, m.id, m.game, m.service, m.status, m.made, m.first_began, m.ended, count, m.outcome)
        if game is not None:
            query = query.where(m.game == game)
        if status is not None:
            query = query.where(m.status == int(status))
        if service is not None:
            query = query.where(m.service == service)
        if player is not None:
            query = query.where(select(1).where(SEATS.c.match == m.key, SEATS.c.name == player).exists())
        if before is not None:
            before = Cursor(before.made, storable(before.match))
            query = query.where((m.made < before.made) | and_(m.made == before.made, m.id < before.match))
        query = query.order_by(m.made.desc(), m.id.desc()).limit(max(0, min(limit, MOST)))
        with in_words(_READING):
            async with self._engine.connect() as connection:
                rows = (await connection.execute(query)).all()
                seats = await _seats(connection, {row[0]: row[1] for row in rows})
        return [
            Listed(id_, game, service, Status(status), made, began, ended, moves or 0, seats.get(id_, ()), outcome)
            for _, id_, game, service, status, made, began, ended, moves, outcome in rows
        ]

    async def read(self, match: str) -> Kept | None:
        """Read everything of one match."""
        found = await self.read_all([match])
        return found[0] if found else None

    async def read_all(self, matches: list[str]) -> list[Kept]:
        """Read everything of some matches, in the order of their making; those that are not there are left out."""
        wanted = [match for match in matches if storable(match) == match]
        with in_words(_READING):
            async with self._engine.connect() as connection:
                return await kept(connection, select(MATCHES).where(MATCHES.c.id.in_(wanted)))

    async def every(self) -> AsyncGenerator[Kept, None]:
        """Read everything of every match, in the order of their making, page by page, as it is at this moment."""
        m = MATCHES.c
        with in_words(_READING):
            async with self._engine.connect() as connection:
                if connection.dialect.name == "postgresql":
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                page = await kept(connection, select(MATCHES).limit(PAGE))
                while page:
                    for one in page:
                        yield one
                    made, last = page[-1].made, page[-1].match
                    rest = (m.made > made) | and_(m.made == made, m.id > last)
                    page = await kept(connection, select(MATCHES).where(rest).limit(PAGE))

    async def count(self) -> dict[str, dict[Status, int]]:
        """Count the open matches, by game and status."""
        m = MATCHES.c
        query = select(m.game, m.status, func.count()).where(m.status < int(Status.OVER)).group_by(m.game, m.status)
        counted: dict[str, dict[Status, int]] = {}
        with in_words(_READING):
            async with self._engine.connect() as connection:
                for game, status, number in await connection.execute(query):
                    counted.setdefault(game, {})[Status(status)] = number
        return counted

    async def size(self) -> int:
        """Count the matches."""
        with in_words(_READING):
            async with self._engine.connect() as connection:
                return int((await connection.execute(select(func.count()).select_from(MATCHES))).scalar_one())


async def kept(connection: AsyncConnection, matches: Select[Any]) -> list[Kept]:
    """Read whole matches with three queries, however many they are; in the order of their making."""
    rows = (await connection.execute(matches.order_by(MATCHES.c.made, MATCHES.c.id))).mappings().all()
    ids = {row["key"]: row["id"] for row in rows}
    seats = await _seats(connection, ids)
    query = select(MOVES).where(MOVES.c.match.in_(ids)).order_by(MOVES.c.match, MOVES.c.number)
    moves = _together(Moved, await connection.execute(query), ids) if ids else {}
    return [
        Kept(
            match=row["id"], seed=json.loads(row["seed"]), status=Status(row["status"]),
            seats=seats.get(row["id"], ()), moves=moves.get(row["id"], ()),
            **{key: row[key] for key in _AS_THEY_ARE},
        )
        for row in rows
    ]  # fmt: skip


_AS_THEY_ARE = (
    "game", "options", "service", "made", "extra", "after",
    "began", "first_began", "think_s", "end_s", "outcome", "ended",
)  # fmt: skip


async def _seats(connection: AsyncConnection, ids: dict[int, str]) -> dict[str, tuple[Sat, ...]]:
    query = select(SEATS).where(SEATS.c.match.in_(ids)).order_by(SEATS.c.match, SEATS.c.seat)
    return _together(Sat, await connection.execute(query), ids) if ids else {}


def _together(kind: Any, rows: Iterable[Row[Any]], ids: dict[int, str]) -> dict[str, tuple[Any, ...]]:
    """Put the rows of each match together, with its id for its key; they come sorted."""
    return {
        ids[key]: tuple(kind(ids[key], *row[1:]) for row in group) for key, group in groupby(rows, lambda row: row[0])
    }
