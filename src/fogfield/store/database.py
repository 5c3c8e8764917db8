"""Opening the store: find the database, bring its tables up to date, and keep others out."""

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import structlog
from sqlalchemy import URL, Connection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fogfield.store import migrate, postgres
from fogfield.store.address import Address, default_address, parse
from fogfield.store.archive import Archive
from fogfield.store.faults import StoreError, in_words
from fogfield.store.journal import Journal
from fogfield.store.sqlite import FileLock, SqliteWriter
from fogfield.store.tables import VERSION
from fogfield.store.writing import Writer

__all__ = ["Store", "StoreError", "default_address", "open_store"]

_log = structlog.get_logger()

#: How long a reader waits for a lock.
_READ_BUSY_S = 5.0
#: One upgrade at a time: the number of a lock of PostgreSQL, any that others do not use.
_UPGRADING = 0x666F67


class Store:
    """A database that is open. `notice` says what was done to its tables, if anything."""

    def __init__(
        self, engine: AsyncEngine, address: Address, notice: str, *, patience_s: float = 3.0, lease_s: float = 15.0
    ) -> None:
        self.engine = engine
        self.address = address
        self.notice = notice
        self.archive = Archive(engine)
        self.lease_s = lease_s
        #: Whether other servers may use it at the same time.
        self.shared = address.path is None
        self._patience_s = patience_s
        self._journal: Journal | None = None
        self._lock: FileLock | None = None

    @property
    def journal(self) -> Journal:
        """What writes; only a store that was opened for serving has it."""
        if self._journal is None:
            raise StoreError("this store was opened for reading")
        return self._journal

    async def damage(self) -> list[str]:
        """Let the database look for damage of its own; gives its words. PostgreSQL does that by other means."""
        if not self.address.path:
            return []
        with in_words("the store cannot be read"):
            async with self.engine.connect() as connection:
                found = (await connection.execute(text("PRAGMA integrity_check(20)"))).scalars().all()
        return [str(line) for line in found if line != "ok"]

    async def serve(self, journal: Journal, lock: FileLock | None) -> None:
        """Begin to write."""
        self._journal, self._lock = journal, lock
        await journal.start()

    async def close(self) -> None:
        """Write what waits, free our matches, let go of the database; in bounded time."""
        try:
            if self._journal:
                await self._journal.close(self._patience_s)
        finally:
            await _dispose(self.engine)
            if self._lock:
                self._lock.release()
                self._lock = None


async def open_store(
    address: str,
    *,
    server: str = "",
    create: bool = True,
    serving: bool = False,
    patience_s: float = 3.0,
    lease_s: float = 15.0,
    sync: bool = True,
) -> Store:
    """Open a store. With `serving` we may write; without, it can be read beside a running server.

    A database from an older version is migrated only by a server, and `notice` says so; without `create` one that does
    not exist is refused. `sync` off trades the last moments before a power cut for speed.
    """
    place = parse(address)
    async with contextlib.AsyncExitStack() as undo:
        lock = None
        if place.path:
            _prepare(place.path, create=create)
            if serving:
                lock = FileLock(place.path)
                undo.callback(lock.release)
        engine = _sqlite_engine(place.path, write=serving or create) if place.path else _postgres_engine(place.url)
        undo.push_async_callback(_dispose, engine)
        with in_words(f"the store {place} cannot be opened"):
            notice = await _bring_up_to_date(engine, place, create=create, serving=serving)
            store = Store(engine, place, notice, patience_s=patience_s, lease_s=lease_s)
            if serving:
                undo.pop_all()
                undo.push_async_callback(store.close)
                writer: Writer = (
                    SqliteWriter(place.path, sync=sync) if place.path else postgres.PostgresWriter(place.url, sync=sync)
                )
                await store.serve(Journal(writer, server, patience_s=patience_s, lease_s=lease_s), lock)
        undo.pop_all()
    return store


def _prepare(path: Path, *, create: bool) -> None:
    """See that there is a file; an empty one is an empty database."""
    try:
        if path.is_file():
            return
        if not create:
            raise StoreError(f"there is no database {path}; `fogfield serve` makes one")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
    except FileExistsError:
        raise StoreError(f"the database {path} cannot be made: {path.parent} is no folder") from None
    except OSError as error:
        raise StoreError(f"the database {path} cannot be made: {error.strerror}") from None
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a database")


def _sqlite_engine(path: Path, *, write: bool) -> AsyncEngine:
    """Make an engine for reading. Transactions begin by command, because the driver would leave out some."""
    query = {"mode": "rw", "uri": "true"}
    if not write and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        query["mode"] = "ro"
        if not path.with_name(f"{path.name}-wal").exists():  # no server has it open, and we cannot make its files
            query["immutable"] = "1"
    url = URL.create("sqlite+aiosqlite", database=f"file:{quote(str(path.absolute()))}", query=query)
    engine = create_async_engine(url, connect_args={"timeout": _READ_BUSY_S, "isolation_level": None})

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgres_engine(url: str) -> AsyncEngine:
    async def connect() -> Any:
        return await postgres.connect(url)

    with in_words("PostgreSQL cannot be used"):
        try:
            return create_async_engine("postgresql+asyncpg://", async_creator=connect, pool_pre_ping=True)
        except ImportError:
            raise StoreError(postgres.MISSING) from None


async def _dispose(engine: AsyncEngine) -> None:
    """Close the connections of readers; threads that are left would keep the process from ending."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(2.0):
            await engine.dispose()


async def _bring_up_to_date(engine: AsyncEngine, place: Address, *, create: bool, serving: bool) -> str:
    """Migrate if that is needed and allowed; gives a sentence if it was."""
    async with engine.connect() as connection:
        before = await connection.run_sync(migrate.version, str(place))
    if before == VERSION:
        return ""
    if before == 0 and not create:
        raise StoreError(f"there are no matches in {place} yet; `fogfield serve` makes the tables")
    if before and not serving:
        raise StoreError(
            f"{place} was written by an older Fogfield (version {before} of the tables, this program has {VERSION}); "
            "stop its server, make a copy, and run: fogfield db upgrade"
        )
    with FileLock(place.path) if place.path and not serving else contextlib.nullcontext():
        if place.path:  # this cannot be part of a transaction
            async with engine.connect() as connection:
                raw = await connection.get_raw_connection()
                await raw.driver_connection.execute("PRAGMA journal_mode=WAL")  # type: ignore[union-attr]
        async with engine.execution_options(writes=True).begin() as connection:
            await connection.run_sync(_migrate, place, before)
    if not before:
        return ""
    notice = f"the tables of {place} were migrated from version {before} to {VERSION}"
    _log.warning(notice)
    return notice


def _migrate(connection: Connection, place: Address, before: int) -> None:
    """Run in one transaction; another program may have done it a moment before."""
    if not place.path:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADING})"))
        if before:
            living = "SELECT count(*) FROM servers WHERE gone=0 AND until > extract(epoch FROM clock_timestamp())"
            if connection.execute(text(living)).scalar():
                raise StoreError(f"the tables of {place} must be migrated, but another server uses them; stop that one")
    if migrate.version(connection, str(place)) != VERSION:
        migrate.upgrade(connection)
