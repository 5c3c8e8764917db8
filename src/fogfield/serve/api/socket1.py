"""The server's end of a WebSocket: uvicorn's, with our limits. It was counted in when it was still HTTP."""

from typing import Any

import structlog
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fogfield.serve.http1 import Keeper

_log = structlog.get_logger()

#: More messages than this are not kept for us to read; a peer that sends so many at once floods us.
MOST_QUEUED = 32


class Socket1(WebSocketsSansIOProtocol):
    """A connection on which messages are sent both ways."""

    def __init__(self, *, keeper: Keeper, **rest: Any) -> None:
        super().__init__(**rest)
        self._keeper = keeper
        self._entered = ""
        self._unread: float | None = None

    def connection_made(self, transport: Any) -> None:
        """Take it over from HTTP."""
        self._entered = (transport.get_extra_info("peername") or ("unknown",))[0]
        transport.set_write_buffer_limits(high=self._keeper.limits.unsent_bytes)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it out."""
        self._keeper.gate.leave(self._entered)
        self._keeper.traffic.closed += 1
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Keep a message until it is read, unless too many are kept."""
        if self.queue.qsize() < MOST_QUEUED:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            self.frames = []
            self.conn.fail(1008, "too many messages at once")
            self.handle_parser_exception()

    def pause_writing(self) -> None:
        """Read nothing from a peer that does not read: each of its pings would be answered."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on reading."""
        self._unread = None
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """Give the next message, and read on if the peer reads, too."""
        message = await super().receive()
        if not self.writable.is_set() and not self.disconnected:
            self.transport.pause_reading()
        return message

    async def send(self, message: Any) -> None:
        """Send a message, unless it was closed meanwhile for what the peer did.

        An answer instead of a socket ends the handshake, too, which uvicorn does not note.
        """
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def check(self, now: float, head_s: float) -> None:
        """Drop it if it does not read."""
        if not self.transport.get_write_buffer_size():
            self._unread = None
        elif self._unread is None:
            self._unread = now
        elif now - self._unread > self._keeper.limits.stall_s:
            _log.info("dropped", protocol=self._keeper.name, peer=self._entered, limit="limits.stall_s")
            self.transport.abort()
