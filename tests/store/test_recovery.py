"""Owners: what a dead server left goes to a living one, and never to two."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from support.databases import Postgres
from support.stored import made, opened, run, until, whole

from fogfield.store.archive import Kept, Status
from fogfield.store.database import Store, StoreError, open_store
from fogfield.store.entries import Began, Moved
from fogfield.store.recovery import take_over


async def all_of(store: Store) -> list[Kept]:
    return [kept async for kept in take_over(store)]


async def claimed(store: Store) -> list[str]:
    """Claim all there is in small bites, so that several servers often want the same matches at the same time."""
    found: list[str] = []
    while claims := await store.journal.claim(5):
        found += [one.match for one in claims]
    return found


async def die(store: Store) -> None:
    """End a store as a crash does: nothing is released in the database."""
    journal = store.journal
    assert journal._task
    journal._task.cancel()
    await asyncio.wait({journal._task})
    journal._task = None
    await store.close()


def test_a_server_goes_on_with_what_the_last_one_left(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in (*whole("a"), *whole("b", at=1.0, end=False), made("c", at=2.0)):
                store.journal.write(entry)
        async with opened(address) as store:
            b, c = await all_of(store)
            assert (b.match, b.status, len(b.moves), len(b.seats)) == ("b", Status.PLAYING, 3, 2)
            assert (c.match, c.status, c.paused_at_s) == ("c", Status.WAITING, 0.0)
            assert await all_of(store) == []
            store.journal.write(Moved("b", 3, 2.0, 1, "1"))
            await store.journal.flush()
            kept = await store.archive.read("b")
            assert kept is not None
            assert len(kept.moves) == 4

    run(work)


def test_a_clock_stood_still_from_the_last_sign_of_life(address: str) -> None:
    async def work() -> None:
        began = time.time() - 100
        async with opened(address, lease_s=0.3) as store:
            store.journal.write(made("a", at=began))
            store.journal.write(Began("a", began, 30.0))
            await store.journal.flush()
            signs = store.journal.groups
            await until(lambda: store.journal.groups >= signs + 2)
            await die(store)
            died = time.time()
        await asyncio.sleep(0.4)
        async with opened(address) as store:
            (kept,) = await all_of(store)
            assert died - began - 0.3 <= kept.paused_at_s <= died - began

    run(work)


def test_a_move_is_a_sign_of_life_too(address: str) -> None:
    async def work() -> None:
        async with opened(address, lease_s=0.1) as store:
            for entry in (made("a"), Began("a", time.time(), None), Moved("a", 0, 500.0, 0, "1")):
                store.journal.write(entry)
        await asyncio.sleep(0.2)
        async with opened(address) as store:
            (kept,) = await all_of(store)
            assert kept.paused_at_s == 500.0

    run(work)


def test_a_claim_whose_answer_was_lost_is_made_up_for(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in whole("a", end=False):
                store.journal.write(entry)
        async with opened(address) as store:
            writer = store.journal._writer
            claim = writer.claim

            async def cut(*args: Any, **options: Any) -> None:
                await claim(*args, **options)
                raise ConnectionResetError

            monkeypatch.setattr(writer, "claim", cut)
            with pytest.raises(StoreError, match="does not answer"):
                await all_of(store)
            monkeypatch.setattr(writer, "claim", claim)
            store.journal.write(made("b"))
            assert [(kept.match, kept.paused_at_s) for kept in await all_of(store)] == [("a", 1.0)]
            assert await all_of(store) == []

    run(work)


def test_a_second_server_in_the_same_file_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        address = str(tmp_path / "fogfield.db")
        async with opened(address):
            with pytest.raises(StoreError, match=r"is in use by another server \(process \d+\); stop that one"):
                await open_store(address, serving=True)
        async with opened(address):
            pass

    run(work)


def test_two_servers_in_one_database_never_have_the_same_match(pg: Postgres) -> None:
    async def work() -> None:
        address = pg.database()
        async with opened(address) as first:
            for number in range(500):
                first.journal.write(made(f"m{number:04}", at=float(number)))
            await first.journal.flush()
            async with opened(address) as second:
                assert await all_of(second) == []
        async with opened(address) as one, opened(address) as two, opened(address) as three:
            found = await asyncio.gather(*(claimed(store) for store in (one, two, three)))
            assert sorted(match for part in found for match in part) == [f"m{number:04}" for number in range(500)]

    run(work)


def test_a_living_server_takes_over_when_the_lease_of_a_dead_one_is_over(pg: Postgres) -> None:
    async def work() -> None:
        address = pg.database()
        async with opened(address) as living:
            dead = await open_store(address, serving=True, lease_s=0.5)
            dead.journal.write(made("a"))
            await dead.journal.flush()
            await die(dead)
            assert await all_of(living) == []
            found: list[Kept] = []
            while not found:
                await asyncio.sleep(0.05)
                found = await all_of(living)
            assert [kept.match for kept in found] == ["a"]

    run(work)


def test_a_server_whose_matches_were_taken_writes_nothing_more_of_them_and_goes_on_with_new_ones(
    pg: Postgres,
) -> None:
    async def work() -> None:
        address = pg.database()
        async with opened(address) as slow, opened(address) as other:
            lost, called = [], []
            slow.journal.on_lost(lambda: lost.append(slow.journal.server))
            for entry in whole("a", end=False):
                slow.journal.write(entry)
            await slow.journal.flush()
            async with other.engine.begin() as connection:
                await connection.exec_driver_sql(f"UPDATE servers SET until=0 WHERE id='{slow.journal.server}'")
            assert [kept.match for kept in await all_of(other)] == ["a"]
            ticket = slow.journal.write(Moved("a", 3, 9.0, 1, "1"))
            slow.journal.when(ticket, lambda: called.append(ticket))
            with pytest.raises(StoreError, match="another server has taken over"):
                await slow.journal.flush()
            assert lost == [""]
            slow.journal.write(Moved("a", 4, 9.5, 1, "1"))
            slow.journal.write(made("b"))
            await slow.journal.flush()
            kept = await other.archive.read("a")
            assert kept is not None
            assert len(kept.moves) == 3
            assert called == []
            assert await other.archive.read("b")
            assert await all_of(other) == []

    run(work)


def test_matches_of_services_that_another_server_has_are_left_to_it(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in (*whole("match0000001", end=False), made("match0000002")._replace(service="web")):
                store.journal.write(entry)
            await store.journal.flush()
        async with opened(address) as store:
            assert [kept.match async for kept in take_over(store, ["web"])] == ["match0000001"]
            assert [kept.match async for kept in take_over(store, ["web", "toy"])] == []
            assert [kept.match async for kept in take_over(store)] == ["match0000002"]

    run(work)


def test_claims_that_could_not_be_read_are_given_again(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in whole("a", end=False):
                store.journal.write(entry)
        async with opened(address) as store:
            read_all = store.archive.read_all

            async def gone(matches: list[str]) -> list[Any]:
                raise StoreError("the store cannot be read")

            monkeypatch.setattr(store.archive, "read_all", gone)
            with pytest.raises(StoreError, match="cannot be read"):
                await all_of(store)
            monkeypatch.setattr(store.archive, "read_all", read_all)
            assert [kept.match for kept in await all_of(store)] == ["a"]

    run(work)
