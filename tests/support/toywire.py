"""A toy protocol for the toy game: two peers at a table, one byte a message, a line of text for every answer.

S  sit down; the second to do so begins the game       1 2  a step       T  a tick in 0.05 s
F  raise an error in the session                        L   raise one at the end of the session, too
U  say goodbye with something that cannot be encoded
"""

from collections.abc import Sequence
from typing import Any

from support.toy import TOY

from fogfield.core.match import Chair, Match
from fogfield.wire.codec import Held
from fogfield.wire.published import Published
from fogfield.wire.session import CLOSE, Close, Host, Signal


class Fault(Exception):
    """A fault of ours."""


class ToyCodec(Held):
    def next(self) -> str | None:
        if not self.held:
            return None
        self._at += 1
        return chr(self._data[self._at - 1])

    def encode(self, message: str) -> tuple[bytes, ...]:
        return (message.encode(), b"\n")


class Tables:
    """Where peers find each other."""

    def __init__(self) -> None:
        self.waiting: ToySession | None = None
        self.published = Published(port=0, codec=ToyCodec, session=lambda host: ToySession(self, host), client="")


class ToySession:
    def __init__(self, tables: Tables, host: Host) -> None:
        self._tables = tables
        self.host = host
        self.chair: Chair[Any, Any, Any, Any] | None = None
        self._faulty = False
        self._farewell: Any = None

    def on(self, event: str | Signal, now: float) -> Sequence[str | Close]:
        if isinstance(event, Signal):
            return self._signal(event, now)
        if event in "FL":
            self._faulty = event == "L"
            raise Fault
        if event == "U":
            self._farewell = object()
            return ()
        if event == "S":
            self._sit(now)
            return ("seated",)
        if event == "T":
            self.host.wake_at(now + 9.0)
            self.host.wake_at(now + 0.05)
            return ()
        assert self.chair
        refusals = self.chair.act(int(event), now)
        return tuple(one.code for one in refusals) or ("done",)

    def _sit(self, now: float) -> None:
        other = self._tables.waiting
        if other is None:
            self._tables.waiting = self
            return
        self._tables.waiting = None
        match = Match(TOY, 1_000, "seed", now=now)
        for seat, session in enumerate((other, self)):
            session.chair = Chair(match, seat)
            session.chair.listen(session.host.wake)
            session.host.wake()

    def _signal(self, signal: Signal, now: float) -> Sequence[str | Close]:
        if signal is Signal.OPEN:
            return ()
        if self._faulty:
            raise Fault
        if signal is Signal.CHANGED:
            assert self.chair
            over = (f"over: {self.chair.outcome.reason}",) if self.chair.outcome else ()
            return (f"total {self.chair.view()[0]}", *over)
        if signal is Signal.TICK:
            return ("tick",)
        if self.chair:
            self.chair.leave(now)
        return (self._farewell or f"bye: {signal.name}", CLOSE)
