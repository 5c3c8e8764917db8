"""Going on with what a dead server left."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from fogfield.store.archive import PAGE, Kept
from fogfield.store.database import Store
from fogfield.store.faults import StoreError, in_words


async def take_over(store: Store, but: Sequence[str] = ()) -> AsyncGenerator[Kept, None]:
    """Make every open match without a living owner ours, a page at a time, and give it with its moves.

    Matches of services that only another server has are left alone (`but`).
    `paused_at_s` says where its clock stood at the last sign of life of its server; nobody's time ran after that.
    """
    while True:
        with in_words("matches cannot be taken over"):
            claims = {one.match: one.seen for one in await store.journal.claim(PAGE, but)}
        if not claims:
            return
        try:
            found = await store.archive.read_all(list(claims))
        except StoreError:
            store.journal.unclaim(claims)
            raise
        for kept in found:
            yield replace(kept, paused_at_s=_paused_at_s(kept, claims[kept.match]))


def _paused_at_s(kept: Kept, seen: float | None) -> float:
    # Moves are signs of life, too, and the only ones of a match that has no owner.
    last = kept.moves[-1].at_s if kept.moves else 0.0
    if kept.began is None or seen is None:
        return last
    return max(last, seen - kept.began)
