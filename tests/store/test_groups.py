"""What belongs together is written together."""

from pathlib import Path
from typing import Any

import pytest
from support.stored import opened, run, whole

from fogfield.store import journal
from fogfield.store.writing import Rows


@pytest.mark.parametrize("size", range(1, 9))
def test_the_end_that_follows_from_a_move_is_on_disk_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """Else a crash between the two would leave a match that its moves have decided, and that is still open."""
    monkeypatch.setattr(journal, "GROUP", size)
    groups: list[Rows] = []

    async def work() -> None:
        async with opened(str(tmp_path / "fogfield.db")) as store:
            write = store.journal._writer.write

            async def spied(server: str, rows: Rows, *more: Any) -> bool:
                groups.append(rows)
                return await write(server, rows, *more)

            monkeypatch.setattr(store.journal._writer, "write", spied)
            for entry in whole("a", moves=2):
                store.journal.write(entry)
            await store.journal.flush()

    run(work)
    (ending,) = (rows for rows in groups if rows.ended)
    assert [move.number for move in ending.moved][-1:] == [1]
    assert len(groups) > 1 or size >= 7
