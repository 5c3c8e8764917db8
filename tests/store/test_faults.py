"""Faults: the journal keeps what it has, says why, and goes on by itself when the fault ends."""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import asyncpg
import pytest
from support import writer
from support.databases import Postgres
from support.stored import made, opened, run, until, whole

from fogfield.store.database import Store, StoreError, open_store
from fogfield.store.entries import Moved
from fogfield.store.journal import Health, Journal
from fogfield.store.recovery import take_over
from fogfield.store.sqlite import SqliteWriter


@contextlib.asynccontextmanager
async def suffering(store: Store, why: str) -> AsyncIterator[None]:
    """Write into a fault: it must be noticed, explained, given up by those who wait, and got over when it ends."""
    journal = store.journal
    seen: list[Health] = []
    end = journal.listen(lambda: seen.append(journal.health))
    durable = journal.durable
    ticket = journal.write(Moved("a", durable, 1000.0 + durable, 0, "1"))
    await until(lambda: journal.health is Health.DOWN and why in journal.why)
    assert seen == [Health.FAILING, Health.DOWN]
    with pytest.raises(StoreError, match=f"the store cannot write: .*{why}"):
        await journal.flush()
    assert (journal.durable, journal.waiting) == (durable, 1)
    assert journal.lag_s >= 0.3
    yield
    await until(lambda: journal.durable == ticket)
    await until(lambda: journal.health is Health.FINE)
    assert (journal.why, seen[-1], journal.lag_s) == ("", Health.FINE, 0.0)
    end()
    kept = await store.archive.read("a")
    assert kept is not None
    assert kept.moves[-1].number == durable


@contextlib.asynccontextmanager
async def playing(address: str, **options: float) -> AsyncIterator[Store]:
    async with opened(address, patience_s=0.3, **options) as store:
        for entry in whole("a", moves=2, end=False):
            store.journal.write(entry)
        await store.journal.flush()
        yield store


def test_a_locked_file(tmp_path: Path) -> None:
    async def work() -> None:
        address = str(tmp_path / "fogfield.db")
        async with playing(address) as store:
            other = sqlite3.connect(address, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            async with suffering(store, "locked by another program"):
                other.execute("ROLLBACK")
            other.close()

    run(work)


def test_a_locked_table(pg: Postgres) -> None:
    async def work() -> None:
        address = pg.database()
        async with playing(address) as store:
            other = await asyncpg.connect(address)
            lock = other.transaction()
            await lock.start()
            await other.execute("LOCK TABLE moves IN ACCESS EXCLUSIVE MODE")
            async with suffering(store, "locked by another program"):
                await lock.rollback()
            await other.close()

    run(work)


def test_a_file_that_is_gone_and_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        path = tmp_path / "fogfield.db"
        async with playing(str(path)) as store:
            path.rename(tmp_path / "elsewhere")
            async with suffering(store, "the database file was moved, deleted or replaced"):
                (tmp_path / "elsewhere").rename(path)

    run(work)


def test_a_file_that_another_one_took_the_place_of(tmp_path: Path) -> None:
    """Nothing is written there: the log of the old file would spoil the new one."""

    async def work() -> None:
        path = tmp_path / "fogfield.db"
        async with playing(str(path)) as store:
            path.rename(tmp_path / "old.db")
            shutil.copy(tmp_path / "old.db", path)
            before = path.read_bytes()
            async with suffering(store, "the database file was moved, deleted or replaced"):
                assert path.read_bytes() == before
                (tmp_path / "old.db").replace(path)

    run(work)


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_a_server_that_is_gone_and_comes_back(pg: Postgres, how: str) -> None:
    async def work() -> None:
        async with playing(pg.database()) as store:
            (pg.kill if how == "killed" else pg.pause)()
            end = pg.start if how == "killed" else pg.go_on
            try:
                async with suffering(store, "does not answer"):
                    end()
            finally:
                end()

    run(work)


def test_a_database_that_goes_while_nobody_plays_is_noticed(address: str, request: pytest.FixtureRequest) -> None:
    path, away = Path(address), Path(f"{address}.away")
    go: Callable[[], object] = partial(path.rename, away)
    come: Callable[[], object] = partial(away.rename, path)
    if address.startswith("postgresql"):
        pg: Postgres = request.getfixturevalue("pg")
        go, come = pg.kill, pg.start

    async def work() -> None:
        async with playing(address, lease_s=0.3) as store:
            go()
            await until(lambda: store.journal.health is Health.DOWN)
            come()
            await until(lambda: store.journal.health is Health.FINE)

    run(work)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of one megabyte."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a file system")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(tmp_path: Path) -> None:
    async def work() -> None:
        async with playing(str(tmp_path / "disk" / "fogfield.db")) as store:
            ballast = tmp_path / "disk" / "ballast"
            with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(1024))
            # What space the files of the database have left is used up first.
            number = 2
            while store.journal.health is Health.FINE:
                store.journal.write(Moved("a", number, 2.0, 0, f'"{"x" * 2000}"'))
                number += 1
                await until(lambda: store.journal.waiting == 0 or store.journal.health is not Health.FINE)
            await until(lambda: store.journal.health is Health.DOWN)
            assert store.journal.why == "the disk is full"
            waiting = store.journal.waiting
            assert waiting == 1
            ballast.unlink()
            await until(lambda: store.journal.waiting == 0 and store.journal.health is Health.FINE)
            kept = await store.archive.read("a")
            assert kept is not None
            assert [move.number for move in kept.moves] == list(range(number))

    with small_disk(tmp_path / "disk"):
        run(work)


def test_a_database_with_no_room_for_another_page(tmp_path: Path) -> None:
    """The same where nothing can be mounted, as far as it goes: SQLite is told that its file may not grow."""

    async def work() -> None:
        async with playing(str(tmp_path / "fogfield.db")) as store:
            held: Journal = store.journal
            thread = held._writer
            assert isinstance(thread, SqliteWriter)
            why: list[str] = []
            held.listen(lambda: why.append(held.why))
            await thread._transaction(lambda one: one.execute("PRAGMA max_page_count=1"))
            held.write(Moved("a", 2, 2.0, 0, f'"{"x" * 20000}"'))
            await until(lambda: held.waiting == 0)
            assert why == ["the disk is full", ""]

    run(work)


@pytest.mark.parametrize("fault", ["locked", "gone"])
def test_closing_does_not_wait_for_ever(tmp_path: Path, fault: str) -> None:
    async def work() -> None:
        path = tmp_path / "fogfield.db"
        other = None
        store = await open_store(str(path), serving=True, patience_s=0.3)
        if fault == "locked":
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
        else:
            path.unlink()
        store.journal.write(made("a"))
        async with asyncio.timeout(10):
            await store.close()
        if other:
            other.close()

    run(work)


def moves_in(address: str) -> dict[str, int]:
    """Take over what the killed one left; gives how many moves each match has, which must have no gap."""
    found = {}

    async def work() -> None:
        async with opened(address) as store:
            async for kept in take_over(store):
                assert [move.number for move in kept.moves] == list(range(len(kept.moves)))
                found[kept.match] = len(kept.moves)

    run(work)
    return found


@pytest.mark.parametrize("number", range(10))
def test_what_was_durable_survives_being_killed_at_any_moment(address: str, number: int) -> None:
    process = subprocess.Popen([sys.executable, writer.__file__, address, "0"], stdout=subprocess.PIPE, bufsize=0)
    assert process.stdout
    durable: dict[str, int] = {}
    lines = iter(process.stdout.readline, b"")
    until_line = random.randrange(1, 400)
    for count, line in enumerate(lines):
        match, last = line.decode().split()
        durable[match] = int(last)
        if count == until_line:
            time.sleep(random.random() * 0.02)
            process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert process.returncode == -signal.SIGKILL
    time.sleep(0.6 if address.startswith("postgresql") else 0)  # a lease of half a second
    found = moves_in(address)
    assert len(durable) == 20
    assert all(last < found[match] for match, last in durable.items())
