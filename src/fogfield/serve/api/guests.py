"""Those who play through the API: each has a name, a seat and a token, and is there as long as he is heard of."""

import contextlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from fogfield.core.outcome import ABANDONED, Outcome, nobody, won
from fogfield.core.proof import prove, proves
from fogfield.core.table import Player, Table
from fogfield.serve.api.problems import Problem
from fogfield.serve.gate import party_of
from fogfield.serve.house import clean

if TYPE_CHECKING:
    from fogfield.serve.api.terminals import Terminal

KIND = "web"
LEFT = "the other left"
LATE = "the other ran out of time"
#: Who has no socket open and was not heard of for so long is away.
_AWAY_S = 5.0
#: Bytes of a token; more than anybody can try.
_TOKEN_BYTES = 24
#: No token is longer.
MOST_TOKEN = 64


class Guest:
    """Somebody who plays through the API."""

    __slots__ = ("_grace_s", "_now", "address", "player", "seen", "sockets", "terminal")

    def __init__(self, proof: bytes, name: str, address: str, grace_s: float, now: Callable[[], float]) -> None:
        self.player = Player(lambda: None, address, self.present, kind=KIND, proof=proof)
        self.player.called = clean(name)
        self.player.away = self.away
        self.address = address
        #: When he was heard of last, and how many sockets he has open.
        self.seen = now()
        self.sockets = 0
        #: What he reads and types at, in a game of lines (`terminals.py`).
        self.terminal: Terminal | None = None
        self._grace_s = grace_s
        self._now = now

    def present(self) -> bool:
        """Say whether he is there."""
        return self.sockets > 0 or self._now() - self.seen <= self._grace_s

    def away(self) -> float | None:
        """Give how long he may be away before he has left; None while he is heard of."""
        here = self.sockets > 0 or self._now() - self.seen <= min(_AWAY_S, self._grace_s)
        return None if here else self._grace_s

    @contextlib.contextmanager
    def here(self) -> Iterator[None]:
        """Count as present: somebody listens, and will be told."""
        self.sockets += 1
        try:
            yield
        finally:
            self.sockets -= 1
            self.seen = self._now()

    def leave(self, now: float) -> None:
        """Get up; in the middle of a match the others have won."""
        self.player.leave(now, self._outcome(LEFT))

    def be_late(self, now: float) -> None:
        """Lose because the time is over; he stays at the table."""
        if self.player.chair:
            self.player.chair.leave(now, self._outcome(LATE))

    def _outcome(self, why: str) -> Outcome:
        table = self.player.table
        others = [one.seat for one in table.players if one is not self.player] if table else []
        if others:
            return won(*others, reason=why)
        return ABANDONED if why == LEFT else nobody("out of time")


class Guests:
    """All of them."""

    def __init__(
        self, settings: Mapping[str, Any], now: Callable[[], float], told: Callable[[Table], None] = lambda table: None
    ) -> None:
        self._settings = settings
        self._now = now
        self._told = told
        self._guests: dict[Player, Guest] = {}
        self._here: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._guests)

    def new(self, name: str, address: str) -> tuple[Guest, str]:
        """Make somebody who comes, and his token; raises `Problem` if there are too many."""
        if len(self._guests) >= self._settings["seats"]:
            raise Problem(503, "all seats of this server are taken; try again later", headers=(("retry-after", "30"),))
        if self._here[party_of(address)] >= self._settings["seats_per_address"]:
            raise Problem(
                429, "your address has as many seats as one may have; leave one", headers=(("retry-after", "30"),)
            )
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        return self._keep(Guest(prove(token), name, address, self._settings["grace_s"], self._now)), token

    def returning(self, proof: bytes, name: str) -> Guest:
        """Make somebody who was here before a restart; from now on he may take his time to come back."""
        return self._keep(Guest(proof, name, "", self._settings["grace_s"], self._now))

    def _keep(self, guest: Guest) -> Guest:
        self._guests[guest.player] = guest
        guest.player.told = partial(self._tell, guest.player)
        self._here[party_of(guest.address)] += 1
        return guest

    def _tell(self, player: Player) -> None:
        if player.table:
            self._told(player.table)

    def of(self, player: Player | None) -> Guest | None:
        """Give who this player is."""
        return self._guests.get(player) if player else None

    def find(self, table: Table, token: str) -> Guest | None:
        """Give who at this table has this token. Every seat is looked at, whoever's it is."""
        found = None
        for player in table.players:
            if player.kind == KIND and player.proof is not None and proves(token, player.proof):
                found = self._guests.get(player)
        return found

    def forget(self, guest: Guest) -> None:
        """Know nothing of somebody any more."""
        if self._guests.pop(guest.player, None):
            who = party_of(guest.address)
            self._here[who] -= 1
            if not self._here[who]:
                del self._here[who]

    def forget_all(self) -> None:
        """Know nobody any more."""
        self._guests.clear()
        self._here.clear()

    def wait_anew(self) -> None:
        """Give everybody the full time to be heard of again: nothing could be done meanwhile."""
        now = self._now()
        for guest in self._guests.values():
            guest.seen = max(guest.seen, now)

    def check(self, now: float) -> None:
        """Let those go who have not been heard of, and those lose whose time is over."""
        for player, guest in tuple(self._guests.items()):
            chair = player.chair
            if player.table is None:
                self.forget(guest)
            elif not guest.present():
                guest.leave(now)
                self.forget(guest)
            elif chair is not None and chair.outcome is None and now >= chair.deadline:
                guest.be_late(now)
