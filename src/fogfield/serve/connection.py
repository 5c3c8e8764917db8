"""The TCP shell: bytes from a socket to a codec, its messages to a session, the answers back.

Backpressure goes all the way: while a peer does not read our answers, its next requests stay in its own socket. So a
connection holds at most `held_bytes` of input beside one unfinished message, and `unsent_bytes` plus one answer of
output, however fast the peer sends and however slowly it reads.

No answer leaves before what it tells of is on disk. When nothing can be stored, requests wait for a while; then the
session says so in the words of its protocol, if it has any.
"""

import asyncio
import contextlib
import select
import socket
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import structlog

from fogfield.core.errors import WireError
from fogfield.core.game import Seat
from fogfield.core.match import Chair
from fogfield.core.table import Player
from fogfield.serve.outbox import Outbox
from fogfield.store.journal import Health
from fogfield.wire.codec import Codec
from fogfield.wire.session import CLOSE, Session, Signal

if TYPE_CHECKING:
    from fogfield.serve.tcp import Listener

_log = structlog.get_logger()

#: How long the requests of one connection are answered before the others get their turn.
TURN_S = 0.002
#: From here on, handing uvloop the pieces of an answer is cheaper than copying them together.
LARGE_BYTES = 8_192
#: How long a closed connection may go on talking before it is dropped; what it says is not read any more.
#: Closing at once would turn unread input into a reset, and a reset can eat our last answer on its way.
LINGER_S = 2.0
#: A vanished peer is noticed after about so long, where the system lets us say so: by probes into its silence, or,
#: if something that we sent is on its way, by the lack of an acknowledgement.
_VANISHED_S = 120.0
#: What the system says of a socket whose peer sends no more; where it does not tell that alone, of a dead one.
_HANGUP = getattr(select, "POLLRDHUP", select.POLLHUP)
#: While nothing can be stored, a connection gets an answer not more often than this.
REST_S = 0.5
_KEEPALIVE = (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4))


class Connection(asyncio.BufferedProtocol):
    """One peer, and the host of its session."""

    __slots__ = (
        "_asked", "_chair", "_closing", "_codec", "_dropping", "_eof", "_gave_up", "_listener", "_outbox", "_player",
        "_reads", "_rests_until", "_session", "_session_over", "_shut_later", "_signals", "_stalled", "_tick",
        "_traffic", "_transport", "_turn_booked", "address", "heard",
    )  # fmt: skip

    def __init__(self, listener: "Listener") -> None:
        self._listener = listener
        self._traffic = listener.traffic
        self._codec: Codec[Any, Any] = listener.published.codec()
        self._session: Session[Any, Any] = listener.published.session(self)
        self._session_over = False
        self._chair: Chair[Any, Any, Any, Any] | None = None
        self._player: Player | None = None
        journal = listener.house.journal
        self._outbox = Outbox(journal, self._write, self._answers_left) if journal else None
        self._shut_later = self._gave_up = False
        self._rests_until = 0.0
        self._transport: asyncio.Transport | None = None
        self._eof = self._closing = self._turn_booked = False
        self._reads = True
        self._stalled: float | None = None
        self._signals: list[Signal] = []
        self._tick: asyncio.TimerHandle | None = None
        self._dropping: asyncio.TimerHandle | None = None
        self.address = ""
        self.heard = self._asked = listener.loop.time()

    # --- what the session may ask for

    def open(self, options: Any, now: float) -> Chair[Any, Any, Any, Any]:
        """Begin a match."""
        self._chair = self._listener.house.open(options, now, self._listener.name)
        return self._chair

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the protocol."""
        return self._listener.house.settings

    def seek(self, options: Any, now: float, *, seat: Seat | None = None, bot: str = "") -> Player:
        """Find an opponent; the peer is known by its address."""
        self._player = Player(self.wake, self.address, self._present, kind=self._listener.name)
        self._listener.house.seek(self._player, options, now, seat, bot)
        return self._player

    def wake(self) -> None:
        """Tell the session soon that its match moved."""
        self._book(Signal.CHANGED)

    def wake_at(self, when: float) -> None:
        """Tell the session when it is time."""
        if self._tick:
            self._tick.cancel()
        self._tick = self._listener.loop.call_at(when, self._book, Signal.TICK)

    # --- what asyncio tells us

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the peer in, or close at once: no protocol here has a word for "full"."""
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername") or ("unknown",)
        listener = self._listener
        if limit := listener.gate.enter(peer[0]):
            listener.refuse(limit)
            self._closing = self._session_over = True
            self._transport.abort()
            return
        self.address = peer[0]
        listener.connections.add(self)
        self._traffic.opened += 1
        self._transport.set_write_buffer_limits(high=listener.limits.unsent_bytes)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        unanswered_ms = int(max(_VANISHED_S, listener.limits.stall_s) * 1000)
        for option, value in (*_KEEPALIVE, ("TCP_USER_TIMEOUT", unanswered_ms)):
            if hasattr(socket, option):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        _log.debug("connected", protocol=listener.name, peer=self.address)
        self._book(Signal.OPEN)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the peer."""
        self._closing = True
        self._transport = None
        if self._outbox:
            self._outbox.discard()
        for timer in (self._tick, self._dropping):
            if timer:
                timer.cancel()
        if self.address:
            self._listener.forget(self)
            error = str(exc) if exc else None
            _log.debug("left", protocol=self._listener.name, peer=self.address, error=error)
            self._farewell(Signal.EOF)  # it may have vanished; an answer has nowhere to go

    def get_buffer(self, sizehint: int) -> memoryview:
        """Lend the loop a place for what arrives; it is emptied before anybody else gets it."""
        return self._listener.inbox

    def buffer_updated(self, nbytes: int) -> None:
        """Take what arrived."""
        if self._closing:
            return
        listener = self._listener
        self.heard = self._asked = listener.loop.time()
        self._codec.receive(listener.inbox[:nbytes])
        self._take_turn(self.heard)

    def eof_received(self) -> bool:
        """Finish the answers that are due, then close."""
        self._eof = True
        if not self._closing:
            self._take_turn(self._listener.loop.time())
        return self._shut_later or not self._closing

    def pause_writing(self) -> None:
        """Stop answering: the peer does not read."""
        self._stalled = self._listener.loop.time()

    def resume_writing(self) -> None:
        """Go on answering; not at once, asyncio is in the middle of its own writing."""
        self._stalled = None
        self._asked = self._listener.loop.time()  # that it waited for itself is not our time
        self._book_turn()

    # --- what we do

    def _present(self) -> bool:
        """Look whether the peer is still there; that it left may be known to the system before we are told."""
        if self._closing or self._eof or not self._transport:
            return False
        look = select.poll()
        look.register(self._transport.get_extra_info("socket").fileno(), _HANGUP)
        return not look.poll(0)

    def _take_turn(self, now: float) -> None:
        """Answer some of what waits; the rest waits for another turn, or for a peer that reads."""
        loop = self._listener.loop
        until = now + TURN_S
        try:
            while self._may_answer(now):
                event = self._next_event()
                if event is None:
                    self._all_answered(now)
                    return
                asked = None if type(event) is Signal else self._asked
                has_left = self._answer(event, self._session.on(event, now), asked)
                now = loop.time()
                if asked is not None:
                    self._traffic.received += 1
                    if has_left:
                        self._traffic.answers.add(now - asked)
                if now > until:
                    self._book_turn()
                    break
        except WireError as error:
            _log.info("closed", protocol=self._listener.name, peer=self.address, error=str(error))
            self.close(Signal.EOF)
        except Exception:
            self._fault()
            self.close(Signal.EOF)
        if not self._closing:
            self._reading(False)

    def _may_answer(self, now: float) -> bool:
        """Say whether the next request may be answered: the peer reads, and what follows from it can be stored."""
        if self._stalled is not None or self._closing or now < self._rests_until:
            return False
        full = self._outbox and self._outbox.held_bytes > self._listener.limits.unsent_bytes
        return not full and self._listener.health is not Health.FAILING

    def _next_event(self) -> Any:
        """Give what happened next. While nothing can be stored, a request is answered with that, and rarely."""
        if self._listener.health is Health.FINE:
            return self._signals.pop(0) if self._signals else self._codec.next()
        if Signal.OPEN in self._signals or (Signal.CHANGED in self._signals and self._news_is_unstored()):
            self._give_up()
            return None
        if Signal.CHANGED in self._signals:
            self._signals.remove(Signal.CHANGED)
            return Signal.CHANGED
        event = self._codec.next()  # what time brings has to wait, too
        if event is None:
            return None
        self._traffic.received += 1
        self._rests_until = self._listener.loop.time() + REST_S
        self._listener.loop.call_at(self._rests_until, self._book_turn)
        return Signal.UNKEPT

    @property
    def _current(self) -> Chair[Any, Any, Any, Any] | None:
        return self._player.chair if self._player else self._chair

    def _news_is_unstored(self) -> bool:
        chair, journal = self._current, self._listener.house.journal
        return chair is not None and journal is not None and chair.written > journal.durable

    def store_changed(self) -> None:
        """Go on, or give up what cannot be stored."""
        if self._listener.health is Health.DOWN and self._outbox:
            self._give_up()
        self._book_turn()

    def _give_up(self) -> None:
        """Say that nothing can be stored, and close. What the peer does not know yet it must not hear any more."""
        self._gave_up = True
        if self._outbox is not None:
            self._outbox.discard()
        if self._shut_later:
            self._shut()
        else:
            self.close(Signal.LOST)

    def _answers_left(self, asked: Sequence[float]) -> None:
        """Go on after answers that had to wait since these moments."""
        now = self._listener.loop.time()
        for moment in asked:
            self._traffic.answers.add(now - moment)
        if self._shut_later and not self._outbox:
            self._shut()
        elif not self._reads:
            self._book_turn()

    def _book(self, what: Signal) -> None:
        """Have the session told of something; never at once, its own answer may still be on the way."""
        if not self._closing and what not in self._signals:
            self._signals.append(what)
            self._book_turn()

    def _book_turn(self) -> None:
        if not self._turn_booked:
            self._turn_booked = True
            self._listener.loop.call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._turn_booked = False
        if not self._closing:
            self._take_turn(self._listener.loop.time())

    def _all_answered(self, now: float) -> None:
        if self._eof:
            self.close(Signal.EOF)
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

    def _answer(self, event: Any, replies: Sequence[Any], asked: float | None) -> bool:
        has_left = self._send(replies, asked, news=event is not Signal.UNKEPT)
        if replies and replies[-1] is CLOSE:
            self._session_over = True
            self._shut()
        return has_left

    def _send(self, replies: Sequence[Any], asked: float | None = None, *, news: bool = True) -> bool:
        """Send the answers to one event in one write; says whether that is done. `news` has to be stored before."""
        pieces: tuple[bytes, ...] = ()
        for reply in replies:
            if reply is not CLOSE:
                pieces += self._codec.encode(reply)
                self._traffic.sent += 1
        if not pieces:
            return False
        if self._outbox is None or self._gave_up:
            self._write(pieces)
            return True
        chair = self._current if news else None
        has_left = self._outbox.send(pieces, chair.written if chair else 0, asked)
        if self._outbox and self._listener.health is Health.DOWN:
            self._give_up()
        return has_left

    def _write(self, pieces: tuple[bytes, ...]) -> None:
        if self._transport and not self._transport.is_closing():
            # asyncio copies the pieces in any case up to Python 3.11, and forgets its own limits after that.
            if self._listener.takes_pieces and sum(map(len, pieces)) >= LARGE_BYTES:
                self._transport.writelines(pieces)
            else:
                self._transport.write(b"".join(pieces))

    def close(self, why: Signal) -> None:
        """Let the session say goodbye, in the words of its protocol, and close."""
        if not self._closing:
            try:
                self._send(self._farewell(why))
            except Exception:
                self._fault()
            self._shut()

    def _farewell(self, why: Signal) -> Sequence[Any]:
        """Tell the session, once, that it is over."""
        if self._session_over:
            return ()
        self._session_over = True
        try:
            return self._session.on(why, self._listener.loop.time())
        except Exception:
            self._fault()
            return ()

    def _shut(self) -> None:
        """Send what is unsent, say that nothing follows, and give the peer a moment to stop talking."""
        self._closing = True
        self._shut_later = bool(self._outbox)
        if not self._transport or self._shut_later:
            return
        if self._eof:
            self._transport.close()
        else:
            with contextlib.suppress(OSError):  # it may be reset already, and we not told yet
                self._transport.write_eof()
            self._reading(True)
        unsent = self._transport.get_write_buffer_size()
        wait_s = self._listener.limits.stall_s if unsent else LINGER_S
        self._dropping = self._listener.loop.call_later(wait_s, self.drop)

    def plays(self, match: str) -> bool:
        """Say whether a match is the one of this connection."""
        return self._current is not None and self._current.match == match

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
        elif not self._closing and not self._listener.published.keeps_time and now - self.heard > limits.idle_s:
            _log.info("closed", protocol=self._listener.name, peer=self.address, limit="limits.idle_s")
            self.close(Signal.IDLE)

    def _fault(self) -> None:
        """Report a fault of ours: this connection cannot go on, the others must."""
        self._traffic.faults += 1
        _log.exception("fault", protocol=self._listener.name, peer=self.address)
