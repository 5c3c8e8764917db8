"""Writing to PostgreSQL: one connection, one transaction for a whole group, one statement for each kind of entry."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

from fogfield.store.faults import StoreError
from fogfield.store.writing import Claim, Row, Rows

MISSING = "PostgreSQL needs the package asyncpg; install it with: pip install 'fogfield[pg]'"
#: After so many seconds without an answer the connection is given up and a new one tried.
_ANSWER_S = 10.0
#: A reader waits longer for one answer: some of them are large.
_COMMAND_S = 60.0
#: How long PostgreSQL itself waits for a lock. Short: the journal tries again, and says why.
_LOCK_MS = "500"

_MADE = (
    "INSERT INTO matches (id, game, options, seed, service, made, extra, after, status, owner) SELECT v.*, 0, $9"
    " FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::text[])"
    " AS v ON CONFLICT DO NOTHING"
)
_SAT = (
    "INSERT INTO seats (match, seat, kind, name, proof, extra)"
    " SELECT matches.key, v.seat, v.kind, v.name, v.proof, v.extra"
    " FROM unnest($1::text[], $2::int4[], $3::text[], $4::text[], $5::bytea[], $6::text[])"
    " AS v(id, seat, kind, name, proof, extra) JOIN matches ON matches.id=v.id"
    " ON CONFLICT (match, seat) DO UPDATE SET kind=excluded.kind, name=excluded.name, proof=excluded.proof,"
    " extra=excluded.extra"
)
_BEGAN = (
    "UPDATE matches SET began=v.began, think_s=v.think_s, first_began=coalesce(first_began, v.first),"
    " status=greatest(status, 1)"
    " FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) AS v(id, began, think_s, first)"
    " WHERE matches.id=v.id"
)
_MOVED = (
    "INSERT INTO moves (match, number, at_s, seat, action)"
    " SELECT matches.key, v.number, v.at_s, v.seat, v.action"
    " FROM unnest($1::text[], $2::int4[], $3::float8[], $4::int4[], $5::text[])"
    " AS v(id, number, at_s, seat, action) JOIN matches ON matches.id=v.id ON CONFLICT DO NOTHING"
)
_ENDED = (
    "UPDATE matches SET end_s=v.end_s, outcome=v.outcome, ended=v.ended, status=2, owner=NULL"
    " FROM unnest($1::text[], $2::float8[], $3::text[], $4::float8[]) AS v(id, end_s, outcome, ended)"
    " WHERE matches.id=v.id AND status<2"
)
_DROPPED = (
    "WITH gone AS (DELETE FROM matches WHERE id=ANY($1::text[]) AND status=0 RETURNING key)"
    " DELETE FROM seats USING gone WHERE seats.match=gone.key"
)
#: The lock lasts until the commit: whoever wants to declare us dead waits for it, or comes first.
_ALIVE = "SELECT 1 FROM servers WHERE id=$1 AND gone=0 FOR SHARE"
_NOW = "extract(epoch FROM clock_timestamp())"
_RENEW = f"UPDATE servers SET seen=$2, until={_NOW}+$3 WHERE id=$1"  # noqa: S608
_REAP = f"UPDATE servers SET gone=1 WHERE gone=0 AND id<>$1 AND until<{_NOW}"  # noqa: S608
_OWNERLESS = "m.status<2 AND (s.id IS NULL OR s.gone=1)"
#: A row that another server took between our snapshot and our lock comes with its new owner, but joined as if it had
#: none. So rows are locked first, and judged by a second statement, whose snapshot is younger than the locks.
_LOCK = (
    "SELECT m.id FROM matches m LEFT JOIN servers s ON s.id=m.owner"  # noqa: S608
    f" WHERE {_OWNERLESS} AND m.service<>ALL($2::text[])"
    " ORDER BY m.made, m.id LIMIT $1 FOR UPDATE OF m SKIP LOCKED"
)
_CLAIM = (
    "WITH free AS (SELECT m.id, s.seen FROM matches m LEFT JOIN servers s ON s.id=m.owner"  # noqa: S608
    f" WHERE m.id=ANY($2::text[]) AND {_OWNERLESS})"
    " UPDATE matches SET owner=$1 FROM free WHERE matches.id=free.id RETURNING free.id, free.seen"
)
_OWNED = "SELECT id, NULL::float8 FROM matches WHERE owner=$1 AND status<2"
_SWEEP = "DELETE FROM servers s WHERE gone=1 AND NOT EXISTS (SELECT 1 FROM matches WHERE owner=s.id AND status<2)"


async def connect(url: str, *, sync: bool = True) -> Any:
    """Open a connection of asyncpg."""
    try:
        import asyncpg
    except ImportError:
        raise StoreError(MISSING) from None
    settings = {"lock_timeout": _LOCK_MS, "synchronous_commit": "on" if sync else "off", "application_name": "fogfield"}
    try:
        return await asyncpg.connect(url, timeout=_ANSWER_S, command_timeout=_COMMAND_S, server_settings=settings)
    except ValueError as error:
        raise StoreError(f"the address of the store cannot be used: {error}") from None


class PostgresWriter:
    """Writes to a PostgreSQL server, beside other servers that do."""

    def __init__(self, url: str, *, sync: bool) -> None:
        self._url = url
        self._sync = sync
        self._connection: Any = None

    async def register(self, server: str, now: float, lease_s: float) -> None:
        """Enter a server."""
        async with self._transaction() as connection:
            await connection.execute(_SWEEP)
            await connection.execute(
                f"INSERT INTO servers (id, started, seen, until, gone) VALUES ($1, $2, $2, {_NOW}+$3, 0)"  # noqa: S608
                " ON CONFLICT DO NOTHING",
                server, now, lease_s,
            )  # fmt: skip

    async def write(self, server: str, rows: Rows, seen: float | None, lease_s: float) -> bool:
        """Write rows, and renew the lease."""
        async with self._transaction() as connection:
            if not await connection.fetchval(_ALIVE, server):
                return False
            if seen is not None:
                await connection.execute(_RENEW, server, seen, lease_s)
            if rows.made:
                await connection.execute(_MADE, *_columns(rows.made), server)
            kinds: tuple[tuple[str, Sequence[Row]], ...] = (
                (_SAT, rows.sat), (_BEGAN, rows.began), (_MOVED, rows.moved), (_ENDED, rows.ended)
            )  # fmt: skip
            for statement, found in kinds:
                if found:
                    await connection.execute(statement, *_columns(found))
            if rows.dropped:
                await connection.execute(_DROPPED, rows.dropped)
        return True

    async def claim(self, server: str, limit: int, *, again: bool, but: Sequence[str]) -> list[Claim] | None:
        """Take over matches without a living owner."""
        async with self._transaction() as connection:
            if not await connection.fetchval(_ALIVE, server):
                return None
            await connection.execute(_REAP, server)
            found: list[Claim] = []
            while not found and (locked := await connection.fetch(_LOCK, limit, list(but))):
                found = [Claim(*row) for row in await connection.fetch(_CLAIM, server, [row[0] for row in locked])]
            if again:
                found += [Claim(*row) for row in await connection.fetch(_OWNED, server)]
        return found

    async def release(self, server: str, now: float) -> None:
        """Say that a server is gone."""
        async with self._transaction() as connection:
            await connection.execute("UPDATE servers SET gone=1, seen=$2 WHERE id=$1 AND gone=0", server, now)

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1.0)

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Any]:
        """Give a connection for one transaction; after anything that went wrong the next one gets a new connection."""
        try:
            async with asyncio.timeout(_ANSWER_S):
                connection = self._connection
                if connection is None or connection.is_closed():
                    connection = self._connection = await connect(self._url, sync=self._sync)
                async with connection.transaction():
                    yield connection
        except BaseException:
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            raise


def _columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
