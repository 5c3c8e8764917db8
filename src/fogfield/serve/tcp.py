"""The TCP shell: bytes from a socket to a codec, its messages to a session, the answers back.

Backpressure goes all the way: while a peer does not read our answers, its next requests stay in its own
socket. So a connection never holds more than `held_bytes` of input and `unsent_bytes` plus one answer of
output, however fast the peer sends and however slowly it reads.
"""

import asyncio
import contextlib
import socket
from collections.abc import Sequence
from typing import Any, cast

import structlog

from fogfield.core.errors import WireError
from fogfield.serve.gate import Gate
from fogfield.serve.host import House
from fogfield.serve.settings import Limits
from fogfield.wire.codec import Codec
from fogfield.wire.published import Published
from fogfield.wire.session import CLOSE, Session, Signal

_log = structlog.get_logger()

#: Requests of one connection that are answered before the others get their turn.
TURN = 16
#: Below this, copying the pieces of an answer together is cheaper than handing the system a list of them.
SMALL_BYTES = 8_192
#: How long a closed connection may go on talking before it is dropped; what it says is not read any more.
#: Closing at once would turn unread input into a reset, and a reset can eat our last answer on its way.
LINGER_S = 2.0
#: A vanished peer is noticed after about 60 + 4 * 15 seconds of silence.
_KEEPALIVE = ((socket.TCP_KEEPIDLE, 60), (socket.TCP_KEEPINTVL, 15), (socket.TCP_KEEPCNT, 4))


class Connection(asyncio.BufferedProtocol):
    """One peer."""

    __slots__ = (
        "_closing", "_codec", "_eof", "_listener", "_reads", "_session", "_session_over", "_stalled",
        "_transport", "_turn_booked", "address", "heard",
    )  # fmt: skip

    def __init__(self, listener: "Listener") -> None:
        self._listener = listener
        self._codec: Codec[Any, Any] = listener.published.codec()
        self._session: Session[Any, Any] = listener.published.session(listener.house)
        self._transport: asyncio.Transport | None = None
        self._session_over = False
        self._eof = False
        self._closing = False
        self._turn_booked = False
        self._reads = True
        self._stalled: float | None = None
        self.address = ""
        self.heard = listener.loop.time()

    # --- what asyncio tells us

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the peer in, or close at once: no protocol here has a word for "full"."""
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername") or ("?",)
        listener = self._listener
        if limit := listener.gate.enter(peer[0]):
            _log.warning("connection refused", protocol=listener.name, peer=peer[0], limit=limit)
            self._closing = True
            self._transport.abort()
            return
        self.address = peer[0]
        listener.connections.add(self)
        self._transport.set_write_buffer_limits(high=listener.limits.unsent_bytes)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _KEEPALIVE:
            sock.setsockopt(socket.IPPROTO_TCP, option, value)
        _log.debug("connected", protocol=listener.name, peer=self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the peer."""
        if self.address:
            listener = self._listener
            listener.forget(self)
            _log.debug("left", protocol=listener.name, peer=self.address, error=str(exc) if exc else None)
            self._closing = True
            self._end_session()  # it may have vanished; an answer has nowhere to go
        self._transport = None

    def get_buffer(self, sizehint: int) -> memoryview:
        """Lend the loop a place for what arrives; it is emptied before anybody else gets it."""
        return self._listener.inbox

    def buffer_updated(self, nbytes: int) -> None:
        """Take what arrived."""
        if self._closing:
            return
        listener = self._listener
        self.heard = listener.loop.time()
        self._codec.receive(bytes(listener.inbox[:nbytes]))
        self._take_turn()

    def eof_received(self) -> bool:
        """Finish the answers that are due, then close."""
        self._eof = True
        if not self._closing:
            self._take_turn()
        return not self._closing

    def pause_writing(self) -> None:
        """Stop answering: the peer does not read."""
        self._stalled = self._listener.loop.time()

    def resume_writing(self) -> None:
        """Go on answering."""
        self._stalled = None
        if not self._closing:
            self._take_turn()

    # --- what we do

    def _take_turn(self) -> None:
        """Answer some of the requests that are held; the rest waits for another turn, or for a reading peer."""
        try:
            for _ in range(TURN):
                if self._stalled is not None or self._closing:
                    break
                message = self._codec.next()
                if message is None:
                    self._all_answered()
                    return
                self._answer(self._session.on(message, self.heard))
            else:
                if not self._turn_booked:
                    self._turn_booked = True
                    self._listener.loop.call_soon(self._next_turn)
            self._reading(False)
        except WireError as error:
            _log.info("closed", protocol=self._listener.name, peer=self.address, error=str(error))
            self.close()
        except Exception:
            # A fault of ours: this connection cannot go on, the others must.
            _log.exception("fault", protocol=self._listener.name, peer=self.address)
            self.close()

    def _next_turn(self) -> None:
        self._turn_booked = False
        if not self._closing:
            self._take_turn()

    def _all_answered(self) -> None:
        if self._eof:
            self._answer(self._end_session())
            self.close()
        elif not self._reads:
            self._reading(True)

    def _reading(self, wanted: bool) -> None:
        """Take the peer's bytes, or leave them in its socket."""
        if self._transport and self._reads != wanted:
            self._reads = wanted
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _answer(self, replies: Sequence[Any]) -> None:
        """Send the answers to one request in one write."""
        pieces: tuple[bytes, ...] = ()
        for reply in replies:
            if reply is not CLOSE:
                pieces += self._codec.encode(reply)
        if pieces and self._transport:
            if sum(map(len, pieces)) < SMALL_BYTES:
                self._transport.write(b"".join(pieces))
            else:
                self._transport.writelines(pieces)
        if replies and replies[-1] is CLOSE:
            self._session_over = True
            self.close()

    def _end_session(self) -> Sequence[Any]:
        """Tell the session, once, that its peer is gone."""
        if self._session_over:
            return ()
        self._session_over = True
        return self._session.on(Signal.EOF, self.heard)

    def close(self) -> None:
        """Send what is unsent, say that nothing follows, and give the peer a moment to stop talking."""
        if self._closing or not self._transport:
            return
        self._closing = True
        self._end_session()
        if self._eof:
            self._transport.close()
        else:
            self._transport.write_eof()
            self._reading(True)
        unsent = self._transport.get_write_buffer_size()
        wait_s = self._listener.limits.stall_s if unsent else LINGER_S
        self._listener.loop.call_later(wait_s, self.drop)

    def drop(self) -> None:
        """End it now, sent or not."""
        if self._transport:
            self._transport.abort()

    def check(self, now: float) -> None:
        """Close a connection that was silent, or did not read, for too long."""
        limits = self._listener.limits
        if self._stalled is not None and now - self._stalled > limits.stall_s:
            _log.info("dropped", protocol=self._listener.name, peer=self.address, limit="limits.stall_s")
            self.drop()
        elif not self._closing and now - self.heard > limits.idle_s:
            _log.info("closed", protocol=self._listener.name, peer=self.address, limit="limits.idle_s")
            self.close()


class Listener:
    """One protocol on one port, with its connections."""

    def __init__(self, name: str, house: House, published: Published, limits: Limits, gate: Gate) -> None:
        self.name = name
        self.published = published
        self.limits = limits
        self.gate = gate
        self.house = house
        self.loop = asyncio.get_running_loop()
        self.inbox = memoryview(bytearray(limits.held_bytes))
        self.connections: set[Connection] = set()
        self._empty = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""
        self._server = await self.loop.create_server(
            lambda: Connection(self), host, port, backlog=4_096, reuse_address=True
        )
        return [_address(sock.getsockname()) for sock in self._server.sockets]

    def check(self, now: float) -> None:
        """Look after the connections; called now and then."""
        for connection in tuple(self.connections):
            connection.check(now)

    async def stop(self, grace_s: float) -> None:
        """Take no more connections, close those that are here, and drop what is not gone in time."""
        if self._server:
            self._server.close()
        for connection in tuple(self.connections):
            connection.close()
        if self.connections:
            self._empty.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), grace_s)
        for connection in tuple(self.connections):
            connection.drop()

    def forget(self, connection: Connection) -> None:
        """Count a connection out."""
        self.connections.discard(connection)
        self.gate.leave(connection.address)
        if not self.connections:
            self._empty.set()


def _address(name: tuple[Any, ...]) -> str:
    return f"[{name[0]}]:{name[1]}" if ":" in name[0] else f"{name[0]}:{name[1]}"
