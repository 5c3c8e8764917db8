"""Players who meet: they wait for each other in a room, sit down at a table, and play there, match after match.

No clock and no socket: whoever sits there has a function that is called when something changed for him, and looks.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from fogfield.core.game import Seat
from fogfield.core.match import Chair, Match
from fogfield.core.outcome import ABANDONED, Outcome

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]


class Player:
    """Somebody who waits for a table, or sits at one. `told` is called after every change, and must not raise.

    `present` says whether he is still there: somebody may have left, and the news of it be on its way.
    """

    __slots__ = ("_room", "_table", "alone", "called", "chair", "name", "present", "seat", "told")

    def __init__(self, told: Callable[[], None], name: str = "", present: Callable[[], bool] = lambda: True) -> None:
        self.told = told
        self.present = present
        #: Who it is, for those who remember players; a name, or an address.
        self.name = name
        #: What he wants to be called by the others at his table.
        self.called = ""
        #: Where he sits, or will sit when the others are there.
        self.seat: Seat = 0
        #: The seat at the present match; None while he waits for the others.
        self.chair: Chair[Any, Any, Any, Any] | None = None
        #: Somebody at his table got up: there will be no other match.
        self.alone = False
        self._room: Room | None = None
        self._table: Table | None = None

    def call(self, name: str) -> None:
        """Let the others know what he wants to be called."""
        self.called = name
        for other in self._table.players if self._table else ():
            if other is not self:
                other.told()

    @property
    def others(self) -> tuple[str, ...]:
        """What the others at his table want to be called."""
        return tuple(one.called for one in self._table.players if one is not self) if self._table else ()

    def again(self, now: float) -> None:
        """Wish for another match; it begins when everybody at the table does."""
        if self._table:
            self._table.again(self, now)

    def leave(self, now: float, outcome: Outcome = ABANDONED) -> None:
        """Get up, or stop waiting. A match that is not over ends with that."""
        if self._room:
            self._room.forget(self)
            self._room = None
        if self._table:
            table, self._table = self._table, None
            table.leave(self, now, outcome)


class Table:
    """Players at a table, in the order of their seats, which are the same in every match."""

    __slots__ = ("_begin", "_willing", "players")

    def __init__(self, players: Sequence[Player], begin: Callable[[float], AnyMatch], now: float) -> None:
        self.players = list(players)
        self._begin = begin
        self._willing: set[Player] = set()
        for seat, player in enumerate(players):
            player._room, player._table, player.seat = None, self, seat
        self._deal(now)

    def again(self, player: Player, now: float) -> None:
        """Note that a player wants another match."""
        if player.chair is None or player.chair.outcome is None or player.alone:
            return
        self._willing.add(player)
        if len(self._willing) == len(self.players):
            self._willing.clear()
            self._deal(now)

    def leave(self, player: Player, now: float, outcome: Outcome) -> None:
        """Let a player go, and tell the others."""
        assert player.chair is not None, "who sits at a table has a chair"
        self.players.remove(player)
        for other in self.players:
            other.alone = True
        player.chair.leave(now, outcome)
        for other in self.players:
            other.told()

    def _deal(self, now: float) -> None:
        match = self._begin(now)
        for seat, player in enumerate(self.players):
            player.chair = Chair(match, seat)
            player.chair.listen(player.told)
        for player in self.players:
            player.told()


class Room:
    """Where players of one game wait for each other, those with the same options for the same table."""

    def __init__(
        self,
        seats: int,
        begin: Callable[[Any, float], AnyMatch],
        waits_no_more: Callable[[Player], None] = lambda player: None,
    ) -> None:
        self._seats = seats
        self._begin = begin
        self._waits_no_more = waits_no_more
        self._waiting: dict[Any, list[Player]] = {}

    def enter(self, player: Player, options: Any, now: float, seat: Seat = 0) -> None:
        """Wait for others; as soon as there are enough who are still there, they sit down.

        The first who waits gets the seat that is wished for him, the others what is free.
        """
        here = [one for one in self._waiting.get(options, ()) if one.present()]
        player.seat = self._free(here)[0] if here else seat
        here += [player] if player.present() else []
        self._waiting[options] = here
        player._room = self
        if len(here) == self._seats:
            self._sit_down(here, options, now)

    def fill(self, player: Player, others: Callable[[], Player], options: Any, now: float) -> None:
        """Let somebody sit down who waits, with others on every seat that is free."""
        here = [player]
        for seat in self._free(here):
            other = others()
            other.seat = seat
            here.append(other)
        self._sit_down(here, options, now)

    def _free(self, here: Sequence[Player]) -> list[Seat]:
        return [seat for seat in range(self._seats) if all(one.seat != seat for one in here)]

    def _sit_down(self, players: Sequence[Player], options: Any, now: float) -> None:
        for player in tuple(players):
            self.forget(player)
        in_order = sorted(players, key=lambda player: player.seat)
        Table(in_order, lambda now: self._begin(options, now), now)

    def forget(self, player: Player) -> None:
        """Let somebody go who waits, or has waited."""
        self._waiting = {
            options: left
            for options, here in self._waiting.items()
            if (left := [one for one in here if one is not player])
        }
        self._waits_no_more(player)

    def waits(self, player: Player) -> bool:
        """Say whether a player is still waiting."""
        return any(player in here for here in self._waiting.values())
