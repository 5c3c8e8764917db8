"""Matches as they may be shown: one scene for each, whoever looks at it. Views are the only door for secrets.

What a viewer is shown has a version, which is a digest of just that: it changes when what he may know changes, and
tells nothing of moves that are hidden from him.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fogfield.core.changes import changes
from fogfield.core.game import AnyGame, Seat, Viewer, Watcher
from fogfield.core.table import AnyMatch, Player, Table
from fogfield.serve.house import House, clean
from fogfield.serve.standin import StandIn
from fogfield.store.entries import Sat

_encoder = msgspec.json.Encoder()

#: Who looks on: a seat, or None for somebody beside the table.
Looker: TypeAlias = Seat | None
#: So many changes are kept for others who have seen the same before.
_MOST_CHANGES = 16


class Shown(NamedTuple):
    """What somebody may know of a match, as a JSON value and written."""

    version: str
    value: dict[str, Any]
    body: bytes


def shown(value: dict[str, Any]) -> Shown:
    """Write what somebody may know."""
    body = _encoder.encode(value)
    return Shown(blake2b(body, digest_size=8).hexdigest(), value, body)


def viewer(looker: Looker, *, over: bool) -> Viewer:
    """Say as whom somebody looks; after the end there are no secrets from those who watch."""
    if looker is not None:
        return looker
    return Watcher.REFEREE if over else Watcher.PUBLIC


class Scene:
    """One match, or the table at which it will begin. Listeners are told when something may have changed."""

    def __init__(self, house: House, table: Table, name: str) -> None:
        self.house = house
        self.table = table
        self.name = name
        self.match: AnyMatch | None = None
        #: When somebody asked for it last.
        self.used = 0.0
        self._stamp = 0
        #: The bots that play for others here, by seat.
        self._standins: dict[Seat, StandIn] = {}
        self._seats: list[dict[str, Any] | None] = [None] * house.game.seats
        self._next: str | None = None
        self._shown: dict[Looker, tuple[int, Shown]] = {}
        self._changes: dict[tuple[str, str], bytes] = {}
        self._listeners: dict[Callable[[], None], None] = {}
        self._unlisten: Callable[[], None] = lambda: None
        self.look()

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.house.game

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.match is not None and self.match.outcome is not None

    @property
    def gone(self) -> bool:
        """Whether everybody left before it began."""
        return self.match is None and not self.table.players

    @property
    def watched(self) -> int:
        """How many listen."""
        return len(self._listeners)

    @property
    def written(self) -> int:
        """The last line of the journal of which this may tell."""
        return max(self.house.written, self.match.written if self.match else 0)

    @property
    def next(self) -> str | None:
        """The match that was begun after this one at the same table."""
        return self._next

    @property
    def sat(self) -> tuple[Sat, ...]:
        """Who sat there, as the store would keep it."""
        found = [Sat(self.name, seat, one["kind"], one["name"]) for seat, one in enumerate(self._seats) if one]
        return tuple(found)

    def player(self, looker: Looker) -> Player | None:
        """Give who sits there now."""
        return next((one for one in self.table.players if one.seat == looker), None)

    @property
    def busy(self) -> bool:
        """Whether somebody looks on, or a bot plays for somebody."""
        return bool(self._listeners) or any(not one.gone for one in self._standins.values())

    def stand_in(self, seat: Seat, make: Callable[[Callable[[], None]], StandIn] | None) -> None:
        """Let a bot play a seat, instead of the one that did; without one, leave the seat to its player."""
        if before := self._standins.pop(seat, None):
            before.stop()
        if make:
            self._standins[seat] = make(self._changed)
        self._changed()

    def played_by_bot(self, looker: Looker) -> StandIn | None:
        """Give the bot that plays for somebody now."""
        found = self._standins.get(looker) if looker is not None else None
        return None if found is None or found.gone else found

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Be told when something may have changed; call what comes back to end that."""
        self._listeners[call] = None
        return lambda: self._listeners.pop(call, None)

    # --- changes

    def look(self) -> None:
        """See whether the table changed: who sits there, whether it has begun, whether they play another one."""
        table = self.table
        if self.match is None and table.match is not None and table.match.name == self.name:
            self.match = table.match
            self._unlisten = self.match.listen(self._changed)
            self._changed()
        if table.name != self.name:
            if self._next is None:
                self._next = table.name
                self._changed()
            return
        seats = [self._seat(seat) for seat in range(self.game.seats)]
        if seats != self._seats:
            self._seats = seats
            self._changed()

    def _seat(self, seat: Seat) -> dict[str, Any] | None:
        player = self.player(seat)
        if player:
            return {
                "kind": player.kind,
                "name": clean(player.called),
                "present": player.present(),
                "away_s": player.away(),
                "again": self.table.wants_again(player),
            }
        before = self._seats[seat]
        return {**before, "present": False, "away_s": None, "again": False} if before and self.match else None

    def _changed(self) -> None:
        self._stamp += 1
        for call in tuple(self._listeners):
            call()

    def close(self) -> None:
        """Let the match go."""
        self._unlisten()

    # --- what is shown

    def show(self, looker: Looker) -> Shown:
        """Give what somebody may know now; it is the same object as long as nothing of that changes."""
        stamp, before = self._shown.get(looker, (-1, None))
        if before is not None and stamp == self._stamp:
            return before
        found = shown(self._value(looker))
        if before is not None and before.version == found.version:
            found = before
        self._shown[looker] = (self._stamp, found)
        return found

    def change(self, before: Shown, after: Shown) -> bytes:
        """Give what changed, as a JSON Patch; it is worked out once for all who have seen the same."""
        key = (before.version, after.version)
        found = self._changes.get(key)
        if found is None:
            if len(self._changes) >= _MOST_CHANGES:
                self._changes.clear()
            found = self._changes[key] = _encoder.encode(changes(before.value, after.value))
        return found

    @property
    def facts(self) -> dict[str, Any]:
        """What everybody may know, without the board."""
        match = self.match
        outcome = match.outcome if match else None
        return {
            "id": self.name,
            "game": self.game.name,
            "status": "waiting" if match is None else "over" if outcome else "playing",
            "options": self.game.notation.public_options(match.record.options if match else self.table.options),
            "seats": self._seats,
            "outcome": outcome.as_json() if outcome else None,
        }

    def _value(self, looker: Looker) -> dict[str, Any]:
        match = self.match
        view = self.game.notation.write_view(match.view(viewer(looker, over=self.over))) if match else None
        bot = self.played_by_bot(looker)
        played = {"name": bot.name, "plan": [list(cell) for cell in bot.plan]} if bot else None
        return {**self.facts, "seat": looker, "next": self._next, "bot": played, "view": view}

    def left_s(self, looker: Looker, now: float) -> float | None:
        """Give the seconds that a seat has left for its action, to itself: a clock that is wound tells of a move."""
        clock = self.match.clocks.get(looker) if self.match and looker is not None else None
        return max(0.0, round(clock.deadline - now, 3)) if clock else None
