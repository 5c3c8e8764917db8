"""Matches that are over, move by move: the views that somebody had or would have had, for replays.

A film is played from its record. States are kept now and then, so that a scene in the middle is found soon, and playing
gives way to others: a long match must not keep a server waiting.
"""

import asyncio
import math
import time
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec

from fogfield.core.changes import changes
from fogfield.core.game import AnyGame, Viewer
from fogfield.core.match import Match
from fogfield.core.outcome import Outcome
from fogfield.core.record import Move, Record
from fogfield.serve.api.problems import Problem
from fogfield.store.archive import Kept
from fogfield.store.entries import Sat

#: So many films are kept, with so many moves together, and of each about so many states.
MOST_FILMS = 64
MOST_MOVES = 100_000
MOST_STATES = 100
LEAST_MOVES = 32
#: After so long somebody else gets his turn.
TURN_S = 0.002
#: So many moves are read in that time.
AT_ONCE = 200


class Film:
    """One match that is over. Its scenes are numbered by the moves before them; the last one is the end."""

    def __init__(self, game: AnyGame, record: Record[Any, Any]) -> None:
        self.game = game
        self.record = record
        self._step = max(LEAST_MOVES, math.ceil(len(record.moves) / MOST_STATES))
        self._states: dict[int, Any] = {0: Match(game, record.options, record.seed).state}
        self._rested = 0.0

    @property
    def last(self) -> int:
        """The number of the last scene."""
        return len(self.record.moves)

    async def state(self, number: int) -> Any:
        """Give the state after so many moves."""
        state = await self._played(number)
        return self._end(state) if number == self.last else state

    async def _played(self, number: int) -> Any:
        """Give the state after so many moves, whatever else ended the match."""
        at = number - number % self._step
        while at not in self._states:
            at -= self._step
        state = self._states[at]
        for move in self.record.moves[at:number]:
            state = self._after(state, move, at := at + 1)
            await self._rest()
        return state

    def _after(self, state: Any, move: Move[Any], number: int) -> Any:
        if refusals := self.game.refusals(state, move.seat, move.action):  # it was played by older rules
            why = "; ".join(one.text for one in refusals)
            raise Problem(409, f"this match cannot be played again: move {number} is not possible: {why}")
        state = self.game.apply(state, move.seat, move.action)
        if number % self._step == 0:
            self._states.setdefault(number, state)
        return state

    def _end(self, state: Any) -> Any:
        """Give the last state; a match may have been ended from outside."""
        end = self.record.end
        return state if end is None or self.game.outcome(state) else self.game.end(state, end)

    async def _rest(self) -> None:
        now = time.monotonic()
        if now - self._rested > TURN_S:
            await asyncio.sleep(0)
            self._rested = time.monotonic()

    async def view(self, number: int, viewer: Viewer) -> Any:
        """Give what somebody might know after so many moves, as JSON."""
        return self._write(await self.state(number), viewer)

    def _write(self, state: Any, viewer: Viewer) -> Any:
        return self.game.notation.write_view(self.game.view(state, viewer))

    async def scenes(self, first: int, count: int, viewer: Viewer) -> dict[str, Any]:
        """Give a view, and then the changes to so many more."""
        state = await self.state(first)
        begin = before = self._write(state, viewer)
        patches = []
        for number in range(first + 1, min(first + count, self.last + 1)):
            state = self._after(state, self.record.moves[number - 1], number)
            if number == self.last:
                state = self._end(state)
            after = self._write(state, viewer)
            patches.append(changes(before, after))
            before = after
            await self._rest()
        return {"from": first, "last": self.last, "view": begin, "patches": patches}


class Past(NamedTuple):
    """A match that is over: who sat there, and how it went. It never changes."""

    film: Film
    seats: tuple[Sat, ...]


class Pasts:
    """Those that were asked for last, by their names."""

    def __init__(self) -> None:
        self._pasts: OrderedDict[str, Past] = OrderedDict()

    def get(self, name: str) -> Past | None:
        """Give one that is here."""
        if name in self._pasts:
            self._pasts.move_to_end(name)
        return self._pasts.get(name)

    def keep(self, name: str, past: Past) -> Past:
        """Keep one for the next who asks; long ones leave less room for others."""
        self._pasts[name] = past
        while len(self._pasts) > 1 and (
            len(self._pasts) > MOST_FILMS or sum(one.film.last for one in self._pasts.values()) > MOST_MOVES
        ):
            self._pasts.popitem(last=False)
        return past


async def record_of(kept: Kept, game: AnyGame) -> Record[Any, Any]:
    """Read the record of a match from the store, giving way to others now and then."""
    notation, decode = game.notation, msgspec.json.decode
    moves: list[Move[Any]] = []
    for one in kept.moves:
        moves.append(Move(one.at_s, one.seat, notation.read_action(decode(one.action))))
        if len(moves) % AT_ONCE == 0:
            await asyncio.sleep(0)
    end = Outcome.from_json(decode(kept.outcome)) if kept.outcome is not None else None
    return Record(kept.game, notation.read_options(decode(kept.options)), kept.seed, moves, end, kept.end_s or 0.0)
