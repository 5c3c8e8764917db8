"""What the server counts while it works: plain numbers, so that counting costs next to nothing.

Everything runs on one event loop, so nothing needs a lock. `serve/metrics.py` reads the numbers when it is asked.
"""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from fogfield.core.outcome import Outcome

#: An ASGI application; its libraries do not agree on how its three arguments are called.
Asgi: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]

#: The upper ends, in seconds, of the classes into which times are sorted; what is longer has a class of its own.
BOUNDS_S = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
#: How a match can end: whether somebody won, and whether it ended by its rules or from outside.
ENDS = {
    (True, False): "won",
    (False, False): "lost",
    (True, True): "forfeited",
    (False, True): "abandoned",
}
#: The mark of a request that takes long on purpose, as one that waits for news; its time is not counted.
UNHURRIED = "fogfield.unhurried"


class Timings:
    """Times, sorted into classes."""

    __slots__ = ("counts", "total_s")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.total_s = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.total_s += seconds


class Traffic:
    """What one protocol counts."""

    __slots__ = ("answers", "closed", "faults", "opened", "received", "refused", "sent")

    def __init__(self) -> None:
        #: Connections that were let in, those of them that are gone, and those that were not let in, by limit.
        self.opened = self.closed = 0
        self.refused: Counter[str] = Counter()
        #: Messages, or requests and answers.
        self.received = self.sent = 0
        #: From the arrival of a request until its answer is written, the wait for the store included.
        self.answers = Timings()
        #: Exceptions that nobody expected.
        self.faults = 0


class Plays:
    """What one game counts, whichever way its players came in."""

    __slots__ = ("_open", "begun", "ended", "faults", "resumed", "seats", "thinking")

    def __init__(self) -> None:
        #: Matches that began here, and those that were gone on with after a restart.
        self.begun = self.resumed = 0
        #: The seats of open matches, by how they are played: counted as they come and go, for there may be thousands.
        self.seats: Counter[str] = Counter()
        self._open: dict[str, tuple[str, ...]] = {}
        #: Matches that ended, by one of the words of `ENDS`.
        self.ended: Counter[str] = Counter(dict.fromkeys(ENDS.values(), 0))
        #: How long bots thought, the wait for the process to think in included.
        self.thinking = Timings()
        #: Exceptions of bots.
        self.faults = 0

    def open(self, match: str, kinds: tuple[str, ...]) -> None:
        """Count the seats of a match, by how they are played."""
        self._open[match] = kinds
        self.seats.update(kinds)

    def end(self, match: str, outcome: Outcome, *, from_outside: bool) -> None:
        """Count the end of a match. What games and players say about it is no word for a label, so it is left out."""
        self.ended[ENDS[bool(outcome.winners), from_outside]] += 1
        self.seats.subtract(self._open.pop(match, ()))

    def disown(self, match: str) -> None:
        """Forget an open match: another server counts it now."""
        self.seats.subtract(self._open.pop(match, ()))


class Running:
    """What the process counts."""

    __slots__ = ("delays", "faults")

    def __init__(self) -> None:
        #: How much later than it should the event loop came back to us.
        self.delays = Timings()
        #: Exceptions that only the event loop noticed.
        self.faults = 0


class Counted:
    """An ASGI application whose requests, answers and WebSocket messages are counted."""

    def __init__(self, app: Asgi, traffic: Traffic) -> None:
        self._app = app
        self._traffic = traffic

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, and count."""
        traffic, clock = self._traffic, asyncio.get_running_loop().time
        asked: float | None = None

        async def counted_receive() -> Any:
            nonlocal asked
            message = await receive()
            if message["type"] == "websocket.receive" or (asked is None and _whole(message, "http.request")):
                traffic.received += 1
                asked = clock()
            return message

        async def counted_send(message: Any) -> None:
            await send(message)
            if message["type"] == "websocket.send":
                traffic.sent += 1
            elif _whole(message, "http.response.body"):
                traffic.sent += 1
                if asked is not None and UNHURRIED not in scope:
                    traffic.answers.add(clock() - asked)

        try:
            await self._app(scope, counted_receive, counted_send)
        except Exception:
            traffic.faults += 1
            raise


def _whole(message: Any, kind: str) -> bool:
    """Say whether it is the last piece of a request or an answer."""
    return bool(message["type"] == kind and not message.get("more_body", False))
