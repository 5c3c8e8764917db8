"""Writing to a file of SQLite: one connection in one thread, one trip to that thread for a whole group.

A statement for every row would let go of the interpreter and fight for it again at every row, against an event loop
that is busy; so many rows go into one statement. aiosqlite would make a trip for every statement; readers use it.
"""

import asyncio
import contextlib
import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import quote

from fogfield.store.faults import Replaced, StoreError
from fogfield.store.writing import Claim, Row, Rows

Found = TypeVar("Found")

#: How long SQLite itself waits for a lock. Short: the journal tries again, and says why.
_BUSY_S = 0.1
#: Statements are made for so many rows at a time; few sizes, so that each is compiled once.
_SIZES = (128, 16, 1)

_MADE = (
    'INSERT INTO matches (id, game, options, seed, service, made, extra, "after", status, owner) VALUES ',
    "(?,?,?,?,?,?,?,?,0,?)",
    " ON CONFLICT DO NOTHING",
)
_SAT = (
    """INSERT INTO seats ("match", seat, kind, name, proof, extra)
        SELECT m.key, v.column2, v.column3, v.column4, v.column5, v.column6 FROM (VALUES """,
    "(?,?,?,?,?,?)",
    """) AS v CROSS JOIN matches AS m WHERE m.id=v.column1 ON CONFLICT ("match", seat) DO UPDATE
        SET kind=excluded.kind, name=excluded.name, proof=excluded.proof, extra=excluded.extra""",
)
_BEGAN = (
    """UPDATE matches SET began=v.column2, think_s=v.column3, first_began=coalesce(first_began, v.column4),
        status=max(status, 1) FROM (VALUES """,
    "(?,?,?,?)",
    ") AS v WHERE id=v.column1",
)
_MOVED = (
    """INSERT INTO moves ("match", number, at_s, seat, action)
        SELECT m.key, v.column2, v.column3, v.column4, v.column5 FROM (VALUES """,
    "(?,?,?,?,?)",
    ") AS v CROSS JOIN matches AS m WHERE m.id=v.column1 ON CONFLICT DO NOTHING",
)
_ENDED = (
    "UPDATE matches SET end_s=v.column2, outcome=v.column3, ended=v.column4, status=2, owner=NULL FROM (VALUES ",
    "(?,?,?,?)",
    ") AS v WHERE id=v.column1 AND status<2",
)
_EMPTY = 'DELETE FROM seats WHERE "match" IN (SELECT key FROM matches WHERE id=? AND status=0)'
_ALIVE = "SELECT 1 FROM servers WHERE id=? AND gone=0"
_RENEW = "UPDATE servers SET seen=?, until=? WHERE id=?"
_FREE = (
    "SELECT m.id, s.seen FROM matches m LEFT JOIN servers s ON s.id=m.owner"
    " WHERE m.status<2 AND (s.id IS NULL OR s.gone=1) AND m.service NOT IN (SELECT value FROM json_each(?))"
    " ORDER BY m.made, m.id LIMIT ?"
)
_OWNED = "SELECT id, NULL FROM matches WHERE owner=? AND status<2"
_SWEEP = "DELETE FROM servers WHERE gone=1 AND NOT EXISTS (SELECT 1 FROM matches WHERE owner=servers.id AND status<2)"


class FileLock:
    """One server for one file: a lock beside it, which the system takes away when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        lock = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(f"{lock} cannot be made: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            other = os.read(self._file, 20).decode("ascii", "replace").strip()
            self.release()
            who = f"process {other}" if other.isdigit() else "another process"
            raise StoreError(
                f"{path} is in use by another server ({who}); stop that one, or give this one another file"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let another server have the file."""
        os.close(self._file)


class SqliteWriter:
    """Writes to a file that exists already. It has the file to itself: any other server in it is dead."""

    def __init__(self, path: Path, *, sync: bool) -> None:
        self._path = path
        self._sync = sync
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    async def register(self, server: str, now: float, lease_s: float) -> None:
        """Enter a server."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_SWEEP)
            connection.execute(
                "INSERT INTO servers (id, started, seen, until, gone) VALUES (?,?,?,?,0) ON CONFLICT DO NOTHING",
                (server, now, now, now + lease_s),
            )

        await self._transaction(work)

    async def write(self, server: str, rows: Rows, seen: float | None, lease_s: float) -> bool:
        """Write rows, and renew the lease."""

        def work(connection: sqlite3.Connection) -> bool:
            if not connection.execute(_ALIVE, (server,)).fetchone():
                return False
            if seen is not None:
                connection.execute(_RENEW, (seen, seen + lease_s, server))
            _many(connection, _MADE, [(*row, server) for row in rows.made])
            _many(connection, _SAT, rows.sat)
            _many(connection, _BEGAN, rows.began)
            _many(connection, _MOVED, rows.moved)
            _many(connection, _ENDED, rows.ended)
            for match in rows.dropped:
                connection.execute(_EMPTY, (match,))
                connection.execute("DELETE FROM matches WHERE id=? AND status=0", (match,))
            return True

        return await self._transaction(work)

    async def claim(self, server: str, limit: int, *, again: bool, but: Sequence[str]) -> list[Claim] | None:
        """Take over matches without a living owner."""

        def work(connection: sqlite3.Connection) -> list[Claim] | None:
            if not connection.execute(_ALIVE, (server,)).fetchone():
                return None
            connection.execute("UPDATE servers SET gone=1 WHERE gone=0 AND id<>?", (server,))
            found = [Claim(*row) for row in connection.execute(_FREE, (json.dumps(but), limit)).fetchall()]
            connection.executemany("UPDATE matches SET owner=? WHERE id=?", [(server, one.match) for one in found])
            return found + [Claim(*row) for row in connection.execute(_OWNED, (server,))] if again else found

        return await self._transaction(work)

    async def release(self, server: str, now: float) -> None:
        """Say that a server is gone."""
        await self._transaction(
            lambda one: one.execute("UPDATE servers SET gone=1, seen=? WHERE id=? AND gone=0", (now, server))
        )

    async def close(self) -> None:
        """Close the connection and end the thread."""
        with contextlib.suppress(sqlite3.Error, RuntimeError):
            await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)
        self._thread.shutdown(wait=False)

    async def _transaction(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def _transact(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Run in the thread: begin, work, commit, and see that the file is still where it was."""
        connection = self._connection or self._open()
        try:
            connection.execute("BEGIN IMMEDIATE")
            found = work(connection)
            connection.execute("COMMIT")
            self._look_for_the_file()
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                self._drop()  # whatever it was, a new connection has no memory of it
            raise
        return found

    def _open(self) -> sqlite3.Connection:
        """Open the file, always the same one: a new one beside the log of the old one would be spoiled by that."""
        self._look_for_the_file()
        connection = connect(self._path, _BUSY_S)
        try:
            connection.execute(f"PRAGMA synchronous={'FULL' if self._sync else 'NORMAL'}")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA journal_size_limit=67108864")
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _look_for_the_file(self) -> None:
        """SQLite goes on writing to a file that was deleted; nobody would ever read that."""
        try:
            status = self._path.stat()
        except OSError:
            raise Replaced from None
        identity = (status.st_dev, status.st_ino)
        self._identity = self._identity or identity
        if identity != self._identity:
            raise Replaced

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            connection.close()


def connect(path: Path, busy_s: float) -> sqlite3.Connection:
    """Open a file that exists, for transactions that begin and end by command."""
    uri = f"file:{quote(str(path.absolute()))}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=busy_s, isolation_level=None, cached_statements=64)


def _many(connection: sqlite3.Connection, parts: tuple[str, str, str], rows: Sequence[Row]) -> None:
    """Run a statement for many rows at a time."""
    head, row, tail = parts
    at = 0
    for size in _SIZES:
        while len(rows) - at >= size:
            values: list[Any] = list(chain.from_iterable(rows[at : at + size]))
            connection.execute(head + ",".join([row] * size) + tail, values)
            at += size
