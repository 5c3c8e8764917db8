"""Writing: durable means on disk, many share one commit, and what is written twice is there once."""

import asyncio
from pathlib import Path

import pytest
from support.stored import made, opened, run, whole

from fogfield.store.archive import Status
from fogfield.store.database import StoreError
from fogfield.store.entries import Began, Dropped, Ended, Moved, Sat
from fogfield.store.journal import Health, Journal
from fogfield.store.writing import sort


def test_what_is_durable_can_be_read_by_another(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            tickets = [store.journal.write(entry) for entry in whole("match0000001")]
            assert tickets == list(range(1, 9))
            assert store.journal.waiting == 8
            await store.journal.flush()
            assert (store.journal.durable, store.journal.waiting, store.journal.lag_s) == (8, 0, 0.0)
            async with opened(address, serving=False) as other:
                kept = await other.archive.read("match0000001")
            assert kept is not None
            assert [move.action for move in kept.moves] == ["2", "2", "2"]
            assert [seat.name for seat in kept.seats] == ["Ann", "Bo"]
            assert kept.seats[0].proof == b"\x01" * 32
            assert (kept.status, kept.end_s, kept.think_s) == (Status.OVER, 1.5, 30.0)

    run(work)


def test_many_matches_share_one_commit(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for number in range(100):
                for entry in whole(f"match{number:07}"):
                    store.journal.write(entry)
            await store.journal.flush()
            assert store.journal.groups == 1
            assert len(await store.archive.find(limit=200)) == 100

    run(work)


def test_a_call_comes_after_its_ticket_is_durable_and_in_order(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            journal, called = store.journal, []
            journal.write(made("match0000001"))
            for number in range(5):
                ticket = journal.write(Moved("match0000001", number, 1.0, 0, "1"))
                journal.when(ticket, lambda ticket=ticket: called.append((ticket, journal.durable >= ticket)))  # type: ignore[misc]
            journal.when(3, lambda: called.append((0, True)))()  # ended before it came to it
            assert called == []
            await journal.flush()
            await asyncio.sleep(0)
            assert called == [(ticket, True) for ticket in range(2, 7)]
            journal.when(1, lambda: called.append((1, True)))
            assert len(called) == 5
            await asyncio.sleep(0)
            assert called[-1] == (1, True)

    run(work)


def test_the_last_one_who_sat_down_counts(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            store.journal.write(made("match0000001"))
            for name in ("Ann", "Bo", "Cy"):
                store.journal.write(Sat("match0000001", 0, "web", name))
            await store.journal.flush()
            store.journal.write(Sat("match0000001", 0, "bot", "Di"))
            await store.journal.flush()
            kept = await store.archive.read("match0000001")
            assert kept is not None
            assert [(seat.kind, seat.name) for seat in kept.seats] == [("bot", "Di")]

    run(work)


def test_a_pause_moves_the_beginning_but_the_true_date_stays(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in (
                made("match0000001"),
                Began("match0000001", 1001.0, None),
                Began("match0000001", 1005.0, 9.0),
            ):
                store.journal.write(entry)
            await store.journal.flush()
            store.journal.write(Began("match0000001", 2000.0, 9.0))
            await store.journal.flush()
            kept = await store.archive.read("match0000001")
            assert kept is not None
            assert (kept.began, kept.first_began, kept.think_s) == (2000.0, 1001.0, 9.0)

    run(work)


def test_a_match_that_nobody_came_to_is_forgotten_but_not_one_that_began(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            empty = (made("match0000001"), Sat("match0000001", 0, "web", "Ann"), Dropped("match0000001"))
            for entry in (*empty, *whole("match0000002", end=False), Dropped("match0000002")):
                store.journal.write(entry)
            await store.journal.flush()
            assert await store.archive.read("match0000001") is None
            assert await store.archive.find(player="Ann") == await store.archive.find()
            assert [one.match for one in await store.archive.find()] == ["match0000002"]

    run(work)


def test_a_group_that_is_written_twice_is_there_once(address: str) -> None:
    """As after a commit whose answer was lost."""

    async def work() -> None:
        async with opened(address) as store:
            journal = store.journal
            rows = sort(whole("match0000001"))
            for _ in range(2):
                assert await journal._writer.write(journal.server, rows, None, 15.0)
            kept = await store.archive.read("match0000001")
            assert kept is not None
            assert (len(kept.moves), len(kept.seats), kept.status) == (3, 2, Status.OVER)

    run(work)


def test_nothing_is_written_of_a_match_that_is_not_ours(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            store.journal.write(Moved("stranger0001", 0, 1.0, 0, "1"))
            store.journal.write(made("match0000001"))
            await store.journal.flush()
            assert await store.archive.read("stranger0001") is None
            assert store.journal.durable == 2

    run(work)


def test_names_with_any_character_can_be_written_and_any_seed_is_kept(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            store.journal.write(made("match0000001", seed="\ud800\n\x00"))
            store.journal.write(Sat("match0000001", 0, "web", "A\x00n\ud800n\u202e\N{SNOWMAN}"))
            await store.journal.flush()
            kept = await store.archive.read("match0000001")
            assert kept is not None
            assert kept.seed == "\ud800\n\x00"
            assert kept.seats[0].name == "A\ufffdn?n\u202e\N{SNOWMAN}"

    run(work)


def test_a_move_that_can_never_be_written_ends_its_match_and_no_other(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            journal = store.journal
            broken: list[str] = []
            called: list[int] = []
            journal.on_broken(broken.append)
            for name in ("match0000001", "match0000002", "match0000003"):
                for entry in whole(name, moves=2, end=False):
                    journal.write(entry)
            bad = journal.write(Moved("match0000002", 2, 5.0, 0, "\ud800"))
            journal.when(bad, lambda: called.append(bad))
            journal.write(Moved("match0000002", 3, 6.0, 1, "1"))
            journal.write(Moved("match0000003", 2, 7.0, 0, "1"))
            await journal.flush()
            assert broken == ["match0000002"]
            assert called == []
            first, second, third = [await store.archive.read(f"match000000{number}") for number in (1, 2, 3)]
            assert first
            assert second
            assert third
            assert (first.status, len(first.moves)) == (Status.PLAYING, 2)
            assert (third.status, len(third.moves)) == (Status.PLAYING, 3)
            assert (second.status, len(second.moves), second.end_s) == (Status.OVER, 2, 5.0)
            assert "abandoned" in str(second.outcome)
            assert journal.health is Health.FINE

    run(work)


@pytest.mark.parametrize("entry", [made("\ud800"), Began("\ud800", 1.0, None), Ended("\ud800", 1.0, "{}", 2.0)])
def test_nothing_that_is_written_can_stop_the_journal(address: str, entry: Began) -> None:
    async def work() -> None:
        async with opened(address) as store:
            store.journal._ours.add("\ud800")
            store.journal.write(entry)
            store.journal.write(made("match0000001"))
            await store.journal.flush()
            assert [one.match for one in await store.archive.find()] == ["match0000001"]
            assert store.journal._ours == {"match0000001"}

    run(work)


def test_a_listener_that_fails_does_not_stop_the_journal(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(address) as store:
            heard = []

            def fail() -> None:
                heard.append(store.journal.health)
                raise ValueError("a fault of the listener")

            end = store.journal.listen(fail)
            with monkeypatch.context() as patch:
                patch.setattr("fogfield.store.journal._log.exception", lambda *_: None)
                store.journal._fail("a test")
                store.journal._recover()
            end()
            end()
            store.journal._fail("a test")
            assert heard == [Health.FAILING, Health.FINE]
            store.journal.write(made("match0000001"))
            await store.journal.flush()

    run(work)


def test_a_journal_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "fogfield.db")) as store:
            monkeypatch.setattr("fogfield.store.journal._log.error", lambda *_, **__: None)
            monkeypatch.setattr("fogfield.store.journal.sort", None)
            store.journal.write(made("a"))
            with pytest.raises(StoreError, match="a fault of Fogfield"):
                await store.journal.flush()
            assert store.journal.waiting == 1

    run(work)


def test_closing_writes_what_waits(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in whole("match0000001"):
                store.journal.write(entry)
        async with opened(address, serving=False) as store:
            assert len(await store.archive.find()) == 1

    run(work)


def test_a_store_for_reading_has_no_journal(address: str) -> None:
    async def work() -> None:
        async with opened(address):
            pass
        async with opened(address, serving=False) as store:
            with pytest.raises(StoreError, match="opened for reading"):
                assert isinstance(store.journal, Journal)

    run(work)


def test_nothing_is_kept_of_those_who_gave_up_waiting(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            ticket = store.journal.write(made("match0000001"))
            ends = [store.journal.when(ticket, lambda: None) for _ in range(100)]
            for end in ends:
                end()
                end()
            assert store.journal._calls == {}

    run(work)
