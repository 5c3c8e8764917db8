"""What a bot would have believed, worked out in a process of its own: whole positions, and curves over a match."""

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from fogfield import games
from fogfield.core.errors import FogfieldError
from fogfield.core.game import Seat
from fogfield.core.match import Match
from fogfield.core.record import Record

#: A curve has as many points as can be had in this time, in seconds.
CURVE_S = 3.0


class Unplayable(FogfieldError):
    """A match was played by older rules."""


def believe(name: str, record: Record[Any, Any], seat: Seat, move: int) -> bytes:
    """Give what a seat believed after so many moves, written as JSON."""
    found = games.belief(name)
    assert found is not None, "who asks has looked"
    (view,) = _views(name, record, seat, [move])
    return msgspec.json.encode({"seat": seat, "move": move, **found(view).as_json()})


def curves(name: str, record: Record[Any, Any], seat: Seat, moves: list[int]) -> list[list[dict[str, Any]] | None]:
    """Give the figures after each of these moves; None where there was no time, which is spread evenly."""
    found = games.belief(name)
    assert found is not None, "who asks has looked"
    views = _views(name, record, seat, moves)
    told: list[list[dict[str, Any]] | None] = [None] * len(views)
    until = time.monotonic() + CURVE_S
    for at in coarse_to_fine(len(views)):
        told[at] = [one._asdict() for one in found(views[at]).figures]
        if time.monotonic() > until:
            break
    return told


def _views(name: str, record: Record[Any, Any], seat: Seat, moves: Sequence[int]) -> list[Any]:
    """Give the views of a seat after these moves; at the end, where nothing is hidden, that of just before it."""
    game = games.game(name)
    state, views, wanted = Match(game, record.options, record.seed).state, {}, set(moves)
    if 0 in wanted:
        views[0] = game.view(state, seat)
    for number, move in enumerate(record.moves[: max(moves)], 1):
        before = state
        if refusals := game.refusals(state, move.seat, move.action):
            why = "; ".join(one.text for one in refusals)
            raise Unplayable(f"this match cannot be played again: move {number} is not possible: {why}")
        state = game.apply(state, move.seat, move.action)
        if number in wanted:
            views[number] = game.view(before if game.outcome(state) else state, seat)
    return [views[number] for number in moves]


def coarse_to_fine(count: int) -> list[int]:
    """Order numbers so that those at the beginning are spread evenly: 0, the last one, the middle, the quarters."""
    ends = (0, count - 1)
    return sorted(range(count), key=lambda at: (at not in ends, 0 if at in ends else -(at & -at), at))
