"""Export and import: a round trip is exact, whichever way it goes."""

import json
from pathlib import Path

import pytest
from support.databases import Postgres
from support.stored import made, opened, run, whole

from fogfield.store.database import Store, StoreError
from fogfield.store.entries import Sat
from fogfield.store.recovery import take_over
from fogfield.store.transfer import Imported, export, import_lines


async def fill(store: Store) -> None:
    entries = [
        *whole("a"), *whole("b", at=3.5, end=False), made("c", seed="\ud800\x00", after="a"),
        Sat("c", 0, "web", "N\N{LATIN SMALL LETTER E WITH ACUTE}\u202e", b"\x00\xff" * 16),
    ]  # fmt: skip
    for entry in entries:
        store.journal.write(entry)
    for number in range(300):
        store.journal.write(made(f"m{number}", at=0.1 + number))
    await store.journal.flush()


async def exported(store: Store) -> list[bytes]:
    return [line.encode() async for line in export(store)]


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_round_trip_is_exact(address: str, target: str, tmp_path: Path, pg: Postgres) -> None:
    async def work() -> None:
        other = str(tmp_path / "other.db") if target == "sqlite" else pg.database()
        async with opened(address) as store, opened(other, serving=False) as copy:
            await fill(store)
            lines = await exported(store)
            assert await import_lines(copy, lines) == Imported(new=303)
            assert await exported(copy) == lines
            assert await import_lines(copy, lines) == Imported(same=303)

    run(work)


def test_a_match_that_differs_is_named_and_stays_as_it_is(address: str) -> None:
    async def work() -> None:
        async with opened(address) as store:
            await fill(store)
            lines = await exported(store)
            changed = [line.replace(b"reached the goal", b"cheated").replace(b'"m7"', b'"n7"') for line in lines]
            assert await import_lines(store, changed) == Imported(new=1, same=301, different=["a"])
            kept = await store.archive.read("a")
            assert kept is not None
            assert "reached the goal" in str(kept.outcome)

    run(work)


def test_an_open_match_that_was_imported_is_gone_on_with(address: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(address) as store, opened(str(tmp_path / "other.db"), serving=False) as copy:
            for entry in whole("b", end=False):
                store.journal.write(entry)
            await store.journal.flush()
            await import_lines(copy, await exported(store))
        async with opened(str(tmp_path / "other.db")) as store:
            assert [(kept.match, kept.paused_at_s) async for kept in take_over(store)] == [("b", 1.0)]

    run(work)


HEAD = b'{"fogfield_export": 1}'


def changed(**parts: object) -> bytes:
    whole_one = {
        "match": "a", "game": "toy", "options": "7", "seed": "fog", "service": "toy", "made": 1.0, "extra": "{}",
        "after": None, "status": 1, "began": 2.0, "first_began": 2.0, "think_s": None, "end_s": None, "outcome": None,
        "ended": None, "seats": [["a", 0, "web", "Ann", None, "{}"]], "moves": [["a", 0, 0.5, 0, "2"]],
    }  # fmt: skip
    return json.dumps(whole_one | parts).encode()


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], "line 1: this is no export"),
        ([b'{"fogfield_export": 2}'], "line 1: this is no export"),
        ([b"PK\x03\x04\xff"], "line 1: not JSON"),
        ([HEAD, b"[" * 100_000], "line 2: not JSON"),
        ([HEAD, changed(), b"[]"], "line 3: Expected `object`"),
        ([HEAD, b'{"match": "a"}'], "line 2: Object missing required field"),
        ([HEAD, changed(more=1)], "line 2: it has something that no match has"),
        ([HEAD, changed(made="1")], "line 2: Expected `float`"),
        ([HEAD, changed(status=3)], "line 2: Invalid enum value 3"),
        ([HEAD, changed(status=2)], "line 2: match a must have an end if it is over"),
        ([HEAD, changed(began=None)], "line 2: match a is being played, but never began"),
        ([HEAD, changed(moves=[["b", 0, 0.5, 0, "2"]])], "line 2: a part of match a belongs to another"),
        ([HEAD, changed(moves=[["a", 1, 0.5, 0, "2"]])], "line 2: the moves of match a are not numbered from 0"),
        ([HEAD, changed(made=1.0).replace(b"1.0", b"1e999")], "line 2: a time of match a is no number"),
        ([HEAD, changed(options="{")], "line 2: Expecting property name"),
        ([HEAD, changed(seats=[["a", 0, "web", "A\0", None, "{}"]])], "line 2: a name has a character"),
        ([HEAD, changed(game="\ud800")], "line 2: a name has a character"),
    ],
)
def test_what_no_export_would_have_is_refused_with_its_line(tmp_path: Path, lines: list[bytes], fault: str) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "fogfield.db")) as store:
            with pytest.raises(StoreError, match=fault):
                await import_lines(store, lines)
            assert await store.archive.size() == 0

    run(work)
