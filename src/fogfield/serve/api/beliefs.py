"""What a bot of the house would have believed in a match that is over, from the view of one seat alone.

It is worked out in a process of its own, which plays the match again: one question after the other, within a time; and
kept for the next who asks.
"""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

import msgspec

from fogfield import games
from fogfield.core import belief
from fogfield.core.errors import FogfieldError
from fogfield.core.game import Seat
from fogfield.core.schema import Schema
from fogfield.serve import believing
from fogfield.serve.api.films import Film
from fogfield.serve.api.problems import AGAIN_S, Problem, nowhere
from fogfield.serve.clerk import Clerk
from fogfield.serve.gate import party_of
from fogfield.serve.thinking import IDLE_S

#: No position may take longer, and no curve.
MOST_S = 15.0
#: A curve has about so many points.
POINTS = 60
#: So many answers are kept, with so many bytes together.
MOST_KEPT = 500
MOST_KEPT_BYTES = 8_000_000

#: A match, a seat and a move; without a move, the curves of the whole match.
_Key: TypeAlias = tuple[str, Seat, int | None]


class _Errand:
    """Something that is worked out, and how many wait for it."""

    def __init__(self, task: asyncio.Task[bytes]) -> None:
        self.task = task
        self.waiters = 0


class Beliefs:
    """Says what was believed, and remembers what it said."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._clerk = Clerk(MOST_S, idle_s=idle_s)
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._errands: dict[_Key, _Errand] = {}

    def stop(self) -> None:
        """End the process."""
        self._clerk.stop()

    async def at(self, name: str, film: Film, seat: Seat, move: int, address: str) -> bytes:
        """Give what was believed after so many moves, as JSON."""

        async def work() -> bytes:
            game, record = film.game.name, film.record
            found: bytes = await self._clerk.work(party_of(address), believing.believe, game, record, seat, move)
            return found

        return await self._once((name, seat, move), film, work)

    async def curves(self, name: str, film: Film, seat: Seat, address: str) -> bytes:
        """Give the figures of what was believed over a match, as JSON."""

        async def work() -> bytes:
            step = max(1, math.ceil(film.last / POINTS))
            moves = [*range(0, film.last, step), film.last]
            game, record = film.game.name, film.record
            told = await self._clerk.work(party_of(address), believing.curves, game, record, seat, moves)
            return msgspec.json.encode({"seat": seat, **_as_curves(moves, told)})

        return await self._once((name, seat, None), film, work)

    async def _once(self, key: _Key, film: Film, work: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """Work something out, unless somebody has asked for it before."""
        if games.belief(film.game.name) is None:
            raise nowhere(f"no bot says what it believes in {film.game.name}")
        if key not in self._kept:
            try:
                self._keep(key, await self._together(key, work))
            except Problem:
                raise
            except believing.Unplayable as error:
                raise Problem(409, str(error)) from None
            except FogfieldError as error:
                raise Problem(503, str(error), headers=(("retry-after", str(AGAIN_S)),)) from None
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _together(self, key: _Key, work: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """Work something out once for all who wait for it; when the last of them is gone, it is given up."""
        if key not in self._errands:
            self._errands[key] = _Errand(asyncio.create_task(work()))
        errand = self._errands[key]
        errand.waiters += 1
        try:
            return await asyncio.shield(errand.task)
        finally:
            errand.waiters -= 1
            if not errand.waiters:
                del self._errands[key]
                errand.task.cancel()

    def _keep(self, key: _Key, found: bytes) -> None:
        self._kept[key] = found
        while len(self._kept) > 1 and (
            len(self._kept) > MOST_KEPT or sum(map(len, self._kept.values())) > MOST_KEPT_BYTES
        ):
            self._kept.popitem(last=False)


def _as_curves(moves: list[int], told: list[list[dict[str, Any]] | None]) -> dict[str, Any]:
    """Put figures of the same name together; null where a moment has none."""
    known = [
        (move, {one["name"]: one for one in found})
        for move, found in zip(moves, told, strict=True)
        if found is not None
    ]
    names = dict.fromkeys(name for _, figures in known for name in figures)
    return {
        "moves": [move for move, _ in known],
        "figures": [
            {
                "name": name,
                "values": [figures[name]["value"] if name in figures else None for _, figures in known],
                "texts": [figures[name]["text"] if name in figures else "" for _, figures in known],
            }
            for name in names
        ],
    }


_SEEN_BY: Schema = {"type": "integer", "minimum": 0, "description": "through whose eyes"}
_AFTER: Schema = {"type": "integer", "minimum": 0, "description": "after how many moves"}
_TEXT: Schema = {"type": "string"}


def _object(**parts: Schema) -> Schema:
    return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}


#: What is answered, for the description of the API.
SCHEMAS: dict[str, Schema] = {
    "Belief": _object(seat=_SEEN_BY, move=_AFTER, **belief.SCHEMA["properties"]),
    "Curves": _object(
        seat=_SEEN_BY,
        moves={"type": "array", "items": _AFTER, "description": "about 60 moments, spread evenly"},
        figures={
            "type": "array",
            "items": _object(
                name=_TEXT,
                values={"type": "array", "items": belief.CHANCE, "description": "one for each moment"},
                texts={"type": "array", "items": _TEXT, "description": "the same for people"},
            ),
        },
    ),
}
