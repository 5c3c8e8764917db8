"""Reading: lists with filters, whole matches, records that replay."""

from support.stored import made, opened, run, whole
from support.toy import TOY

from fogfield.core import record
from fogfield.core.match import replay
from fogfield.store.archive import Status
from fogfield.store.entries import Sat


def test_lists_are_filtered_and_the_newest_comes_first(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            entries = [*whole("a", at=1.0), *whole("b", at=3.0, game="other"), *whole("c", at=2.0, end=False)]
            for entry in (*entries, made("d", at=4.0), Sat("d", 0, "web", "Cy")):
                store.journal.write(entry)
            await store.journal.flush()

            async def found(**wanted: object) -> str:
                return "".join(one.match for one in await store.archive.find(**wanted))  # type: ignore[arg-type]

            assert await found() == "dbca"
            assert await found(game="toy") == "dca"
            assert await found(status=Status.OVER) == "ba"
            assert await found(status=Status.PLAYING) == "c"
            assert await found(status=Status.WAITING) == "d"
            assert await found(player="Ann") == "bca"
            assert await found(player="Ann", game="toy", status=Status.OVER) == "a"
            assert await found(player="Eve") == await found(player="\0") == await found(game="\ud800") == ""
            assert await store.archive.read("\0") is await store.archive.read("\ud800") is None
            assert await found(service="web") == ""
            assert await found(limit=2) == "db"
            assert await found(limit=0) == await found(limit=-1) == ""
            assert await store.archive.count() == {"toy": {Status.WAITING: 1, Status.PLAYING: 1}}
            assert await store.archive.size() == 4

    run(work)


def test_a_list_goes_on_where_another_ended_even_among_equals(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for number in range(10):
                store.journal.write(made(f"m{number}", at=1000.0 + number // 5))
            await store.journal.flush()
            pages, before = [], None
            while page := await store.archive.find(before=before, limit=3):
                pages.append([one.match for one in page])
                before = page[-1].cursor
            assert [len(page) for page in pages] == [3, 3, 3, 1]
            assert [match for page in pages for match in page] == [f"m{number}" for number in range(9, -1, -1)]

    run(work)


def test_what_a_list_says_of_a_match(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for entry in whole("a"):
                store.journal.write(entry)
            await store.journal.flush()
            (one,) = await store.archive.find()
            assert (one.made, one.began, one.ended, one.moves) == (1000.0, 1001.0, 1002.5, 3)
            assert [(seat.seat, seat.name) for seat in one.seats] == [(0, "Ann"), (1, "Bo")]
            assert one.outcome == '{"winners":[0],"reason":"reached the goal"}'

    run(work)


def test_the_record_of_a_match_replays_and_tells_no_proof(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            goal_of_five = [*whole("a", moves=4)]
            for entry in goal_of_five:
                store.journal.write(entry)
            await store.journal.flush()
            kept = await store.archive.read("a")
            assert kept is not None
            lines = list(kept.lines())
            assert "AQEB" not in "".join(lines)
            assert "random" not in "".join(lines)
            read = record.read(lines, TOY)
            assert read.about is not None
            assert read.about["id"] == "a"
            assert read.about["began"] == 1001.0
            assert [seat["name"] for seat in read.about["seats"]] == ["Ann", "Bo"]
            assert list(record.write(read, TOY)) == lines
            read.end = None
            assert len(replay(TOY, read).record.moves) == 4

    run(work)


def test_every_match_is_read_page_by_page_as_of_one_moment(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            for number in range(450):
                for entry in whole(f"m{number:04}", at=1000.0 + number // 7, moves=1):
                    store.journal.write(entry)
            await store.journal.flush()
            seen: list[str] = []
            async for kept in store.archive.every():
                if not seen:
                    store.journal.write(made("later", at=9999.0))
                    await store.journal.flush()
                seen.append(kept.match)
            assert seen == [f"m{number:04}" for number in range(450)]

    run(work)
