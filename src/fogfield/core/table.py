"""Players who meet: they sit down at tables, wait there for each other, and play, match after match.

No clock and no socket: whoever sits there has a function that is called when something changed for him, and looks.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from fogfield.core.game import Seat
from fogfield.core.match import Chair, Match
from fogfield.core.outcome import ABANDONED, Outcome

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]


class Player:
    """Somebody at a table. `told` is called after every change, and must not raise.

    `present` says whether he is still there: somebody may have left, and the news of it be on its way.
    """

    __slots__ = (
        "_table",
        "about",
        "alone",
        "away",
        "called",
        "chair",
        "kind",
        "name",
        "present",
        "proof",
        "seat",
        "told",
    )

    def __init__(
        self,
        told: Callable[[], None],
        name: str = "",
        present: Callable[[], bool] = lambda: True,
        *,
        kind: str = "",
        proof: bytes | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.told = told
        self.present = present
        #: How long he may be away before he has left; None while he is heard of.
        self.away: Callable[[], float | None] = lambda: None
        #: Who it is, for those who remember players; a name, or an address.
        self.name = name
        #: How he plays: the name of a protocol, or of whatever else he plays with.
        self.kind = kind
        #: What the secret is compared with by which he proves who he is; None if he needs none.
        self.proof = proof
        #: What is to be remembered of him.
        self.about: Mapping[str, Any] = about or {}
        #: What he wants to be called by the others at his table.
        self.called = ""
        #: Where he sits.
        self.seat: Seat = 0
        #: The seat at the present match; None while he waits for the others.
        self.chair: Chair[Any, Any, Any, Any] | None = None
        #: Somebody at his table got up: there will be no other match.
        self.alone = False
        self._table: Table | None = None

    def tell(self) -> None:
        """Let him look."""
        self.told()

    def call(self, name: str) -> None:
        """Let the others know what he wants to be called."""
        if name != self.called:
            self.called = name
            if self._table:
                self._table.renamed(self)

    @property
    def table(self) -> "Table | None":
        """Where he sits, unless he got up."""
        return self._table

    @property
    def others(self) -> tuple[str, ...]:
        """What the others at his table want to be called."""
        return tuple(one.called for one in self._table.players if one is not self) if self._table else ()

    def again(self, now: float) -> None:
        """Wish for another match; it begins when everybody at the table does."""
        if self._table:
            self._table.again(self, now)

    def leave(self, now: float, outcome: Outcome = ABANDONED) -> None:
        """Get up. A match that is not over ends with that."""
        if self._table:
            table, self._table = self._table, None
            table.leave(self, now, outcome)


class Table:
    """Seats, which are the same in every match; a match begins as soon as they are taken."""

    __slots__ = (
        "_begin", "_changed", "_seats", "_willing", "about", "kept", "match", "name", "options", "public", "seed",
        "stays", "think_s",
    )  # fmt: skip

    def __init__(
        self,
        seats: int,
        options: Any,
        begin: "Callable[[Table, float], AnyMatch]",
        changed: "Callable[[Table, Player | None], None]" = lambda table, player: None,
        *,
        name: str = "",
        seed: str = "",
        public: bool = True,
        kept: bool = False,
        stays: bool = False,
        think_s: float | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.options = options
        #: What the match is called that is played here, or will be; and where its chance comes from.
        self.name = name
        self.seed = seed
        #: Whether it is written down from the beginning, and those who wait here are still here after a restart.
        self.kept = kept
        #: Whether it stays when nobody sits here, until it is taken down.
        self.stays = stays
        #: Whether anybody may sit down here.
        self.public = public
        #: The time for each action; None if it is as always.
        self.think_s = think_s
        #: What is to be remembered of it.
        self.about: Mapping[str, Any] = about or {}
        self.match: AnyMatch | None = None
        self._seats: list[Player | None] = [None] * seats
        self._begin = begin
        self._changed = changed
        self._willing: set[Player] = set()

    @property
    def players(self) -> list[Player]:
        """Who sits here, in the order of their seats."""
        return [one for one in self._seats if one]

    @property
    def free(self) -> list[Seat]:
        """The seats that nobody has taken yet; none as soon as there has been a match."""
        return [] if self.match else [seat for seat, one in enumerate(self._seats) if one is None]

    def sit(self, player: Player, now: float, seat: Seat | None = None) -> None:
        """Take a seat: the one that is wished for if it is free, else the first one that is."""
        self._take(player, seat)
        self._changed(self, player)
        if not self.free:
            self._deal(now)
        else:
            self._tell(player)

    def _take(self, player: Player, seat: Seat | None) -> None:
        free = self.free
        player.seat = seat if seat in free and seat is not None else free[0]
        player._table = self
        self._seats[player.seat] = player

    def go_on(self, players: Mapping[Seat, Player], match: AnyMatch | None) -> None:
        """Sit down all at once, at a match that was begun elsewhere, or to wait."""
        for seat, player in players.items():
            self._take(player, seat)
        if match:
            self._play(match)

    def renamed(self, player: Player) -> None:
        """Tell the others that somebody wants to be called otherwise."""
        self._changed(self, player)
        self._tell(player)

    def again(self, player: Player, now: float) -> None:
        """Note that a player wants another match."""
        if player.chair is None or player.chair.outcome is None or player.alone:
            return
        self._willing.add(player)
        if len(self._willing) == len(self._seats):
            self._willing.clear()
            self._deal(now)
        else:
            self._tell(player)

    def wants_again(self, player: Player) -> bool:
        """Say whether somebody wishes for another match and waits for the others."""
        return player in self._willing

    def leave(self, player: Player, now: float, outcome: Outcome) -> None:
        """Let a player go, and tell the others."""
        self._seats[player.seat] = None
        if player.chair:
            for other in self.players:
                other.alone = True
            player.chair.leave(now, outcome)
        self._changed(self, None)
        self._tell(None)

    def _deal(self, now: float) -> None:
        self._play(self._begin(self, now))
        self._tell(None)

    def _play(self, match: AnyMatch) -> None:
        self.match, self.name = match, match.name
        for player in self.players:
            player.chair = Chair(match, player.seat)
            player.chair.listen(player.tell)

    def _tell(self, but: Player | None) -> None:
        for player in self.players:
            if player is not but:
                player.told()


class Room:
    """The tables of one game at which somebody waits."""

    def __init__(
        self,
        seats: int,
        begin: Callable[[Table, float], AnyMatch],
        changed: Callable[[Table, Player | None], None] = lambda table, player: None,
    ) -> None:
        self.seats = seats
        self._begin = begin
        self._changed = changed
        self.waiting: dict[Table, None] = {}

    def table(self, options: Any, **more: Any) -> Table:
        """Put up a table."""
        table = Table(self.seats, options, self._begin, self._look, **more)
        self.waiting[table] = None
        return table

    def go_on(self, players: Mapping[Seat, Player], match: AnyMatch | None, options: Any, **more: Any) -> Table:
        """Put up a table for players who have sat at one before: to wait, or to go on with a match."""
        table = self.table(options, **more)
        table.go_on(players, match)
        if match:
            del self.waiting[table]
        return table

    def find(self, player: Player, options: Any, think_s: float | None = None) -> Table | None:
        """Find a table at which others wait who are still there and want the same."""
        for table in self.waiting:
            same = table.public and table.options == options and table.think_s == think_s
            if same and table.players and all(one.present() for one in (player, *table.players)):
                return table
        return None

    def enter(self, player: Player, options: Any, now: float, seat: Seat = 0) -> Table:
        """Sit down where somebody waits who wants the same, or wait at a table of one's own.

        The first who waits gets the seat that is wished for him, the others what is free.
        """
        table = self.find(player, options)
        if table:
            table.sit(player, now)
        else:
            table = self.table(options)
            table.sit(player, now, seat)
        return table

    def waits(self, table: Table) -> bool:
        """Say whether somebody still waits at a table."""
        return table in self.waiting

    def _look(self, table: Table, player: Player | None) -> None:
        """Take down a table at which nobody waits any more."""
        left = not table.players and not table.stays
        if table in self.waiting and (left or not table.free):
            del self.waiting[table]
        self._changed(table, player)
