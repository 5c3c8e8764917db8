"""What a bot would have believed, worked out in a process of its own: whole positions, and curves over a match."""

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from fogfield import games

#: A curve has as many points as can be had in this time, in seconds.
CURVE_S = 3.0


def believe(game: str, view: Any, where: dict[str, int]) -> bytes:
    """Give what is believed by who has this view, written as JSON, with where in the match that is."""
    found = games.belief(game)
    assert found is not None, "who asks has looked"
    return msgspec.json.encode({**where, **found(view).as_json()})


def curves(game: str, views: Sequence[Any]) -> list[list[dict[str, Any]] | None]:
    """Give the figures of each view; None for those that there was no time for, which are spread evenly."""
    found = games.belief(game)
    assert found is not None, "who asks has looked"
    told: list[list[dict[str, Any]] | None] = [None] * len(views)
    until = time.monotonic() + CURVE_S
    for at in coarse_to_fine(len(views)):
        told[at] = [one._asdict() for one in found(views[at]).figures]
        if time.monotonic() > until:
            break
    return told


def coarse_to_fine(count: int) -> list[int]:
    """Order numbers so that those at the beginning are spread evenly: 0, the last one, the middle, the quarters."""
    ends = (0, count - 1)
    return sorted(range(count), key=lambda at: (at not in ends, 0 if at in ends else -(at & -at), at))
