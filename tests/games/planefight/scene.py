"""A session with its peer on one side, and a player of ours on the other, without sockets."""

from collections.abc import Callable
from typing import Any

from support.host import FixedHost

from fogfield.core.table import Player
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.messages import Header, Message
from fogfield.games.planefight.rules import Action
from fogfield.games.planefight.session import Conversation
from fogfield.games.planefight.view import View
from fogfield.wire.session import CLOSE, Signal

HEADER = Header(fields=(("User-Agent", "somebody 1.0"),))


class Beside(FixedHost):
    """Seats a player of ours beside whoever comes."""

    def __init__(self, called: str, peer_seat: int, **settings: Any) -> None:
        super().__init__("planefight", "fog", None, settings)
        self.ours = Player(lambda: None)
        self.ours.called = called
        self._peer_seat = peer_seat

    def seek(self, options: Any, now: float, *, seat: int | None = None, bot: str = "") -> Player:
        peer = super().seek(options, now, seat=self._peer_seat if seat is None else seat, bot=bot)
        self.room.enter(self.ours, options, now)
        return peer


class Scene:
    """What a peer says, what it is told, and what our player does."""

    def __init__(self, session: Callable[[Beside], Conversation], called: str = "Ann", seat: int = 0, **settings: Any):
        self.host = Beside(called, 1 - seat, **settings)
        self.session = session(self.host)
        self.codec = Codec()
        self.now = 0.0
        self.closed = False
        self.greeting = self.tell(Signal.OPEN)

    def tell(self, *events: Message | Signal) -> list[Any]:
        """Let things happen; gives what the peer is told."""
        told: list[Any] = []
        for event in events:
            told += self.session.on(event, self.now)
        while self.host.woken():
            told += self.session.on(Signal.CHANGED, self.now)
        self.closed |= CLOSE in told
        return told

    def feed(self, *data: bytes) -> bytes:
        """Let bytes come from the peer; gives those that it is told."""
        told: list[Any] = []
        for piece in data:
            self.codec.receive(piece)
            while message := self.codec.next():
                told += self.tell(message)
        return self.sent(told)

    def sent(self, told: list[Any]) -> bytes:
        return b"".join(piece for one in told if one is not CLOSE for piece in self.codec.encode(one))

    def later(self, seconds: float) -> list[Any]:
        """Let time go by, and the alarm ring if it is set for then."""
        self.now += seconds
        due = [when for when in self.host.wakes if when is not None and when <= self.now]
        self.host.wakes = [when for when in self.host.wakes if when not in due]
        return self.tell(Signal.TICK) if due else []

    def act(self, action: Action) -> list[Any]:
        """Let our player act; gives what the peer is told of it."""
        assert self.host.ours.chair is not None
        assert self.host.ours.chair.act(action, self.now) == ()
        return self.tell()

    @property
    def view(self) -> View:
        """What our player sees."""
        assert self.host.ours.chair is not None
        view: View = self.host.ours.chair.view()
        return view
