"""One HTTP/1.1 connection: uvicorn's, with our limits. It is counted, and closed if it keeps us waiting for too long.

It may keep us waiting in three ways: with the head of a request that does not come or does not end, with a body (which
`httpport` reads, and limits), and with answers that it does not read.
"""

from typing import Any, Protocol, cast

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from fogfield.serve.gate import Gate
from fogfield.serve.settings import Limits
from fogfield.serve.tally import Traffic

_log = structlog.get_logger()

#: The mark of a request that costs too much to go on with when its peer sends no more, and so is probably gone.
COSTLY = "fogfield.costly"


class Keeper(Protocol):
    """Whom a connection belongs to."""

    name: str
    gate: Gate
    limits: Limits
    traffic: Traffic

    def refuse(self, limit: str) -> None:
        """Count a connection that was not let in."""


class Http1(H11Protocol):
    """A connection."""

    def __init__(self, *, keeper: Keeper, **rest: Any) -> None:
        super().__init__(**rest)
        self._keeper = keeper
        self._entered = ""
        self._eof = False
        #: Since when there is a head that is not complete, and answers that are not read.
        self._asking: float | None = None
        self._unread: float | None = None

    def connection_made(self, transport: Any) -> None:
        """Let it in, or close it at once."""
        address = (transport.get_extra_info("peername") or ("unknown",))[0]
        if limit := self._keeper.gate.enter(address):
            self._keeper.refuse(limit)
            transport.abort()
            return
        self._entered = address
        self._keeper.traffic.opened += 1
        self._asking = self.loop.time()
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it out."""
        if self._entered:
            self._keeper.gate.leave(self._entered)
            self._keeper.traffic.closed += 1
            super().connection_lost(exc)
            self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Take what came. From the first byte of a head its end is waited for."""
        super().data_received(data)
        if self.busy:
            self._asking = None
        elif self._asking is None:
            self._asking = self.loop.time()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Answer what was asked before, unless that is costly; who sends no more may still read."""
        self._eof = True
        return self.busy and not self.cycle.more_body and COSTLY not in self.cycle.scope

    def shutdown(self) -> None:
        """Close it, or do so after the answer that is being written."""
        try:
            super().shutdown()
        except h11.LocalProtocolError:  # the conversation has failed already
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Go on with the next request, if one may come."""
        super().on_response_complete()
        if self._eof and not self.busy:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; who was to get another answer gets this one, or none if that one has begun."""
        if self.busy:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    @property
    def busy(self) -> bool:
        """Whether a request is being answered, or its body comes."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is not None and not cycle.response_complete

    def check(self, now: float, head_s: float) -> None:
        """Close it if it keeps us waiting."""
        if self._asking is not None and now - self._asking > head_s:
            self._asking = None
            self.transport.close()
        if not self.transport.get_write_buffer_size():
            self._unread = None
        elif self._unread is None:
            self._unread = now
        elif now - self._unread > self._keeper.limits.stall_s:
            _log.info("dropped", protocol=self._keeper.name, peer=self._entered, limit="limits.stall_s")
            self.transport.abort()

    def resume_writing(self) -> None:
        """Note that it reads."""
        self._unread = None
        super().resume_writing()
