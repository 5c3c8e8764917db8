"""A match that is played here: the player at this terminal on one seat, and on the other a peer, or a bot.

The match is refereed in this process. A peer of the published protocol sits at it through its session, as it would in
our server; the player sees it through `view`, like anybody else.
"""

import contextlib
import math
import secrets
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from fogfield.bots import Rival
from fogfield.core.errors import WireError
from fogfield.core.game import AnyGame, Refusal, Seat
from fogfield.core.match import Chair, Match
from fogfield.core.outcome import ABANDONED
from fogfield.core.table import Player, Room
from fogfield.wire.codec import Codec
from fogfield.wire.session import CLOSE, Host, Session, Signal

#: A player at his own terminal has all the time he wants.
PATIENT = {"think_s": math.inf, "answer_s": math.inf, "idle_s": math.inf}
#: How long a peer may still send before its connection is closed.
_LINGER_S = 0.2


class Duel:
    """What a face needs to know: the match as the player sees it, and what he may do."""

    def __init__(self, game: AnyGame, name: str) -> None:
        self.player = Player(self._told)
        self.player.called = name
        #: The connection of the peer, if there is one.
        self.sock: socket.socket | None = None
        self.over = False
        #: Why it is over, if neither the match nor the player himself has ended it.
        self.failure = ""
        #: What the other is called, also when he is gone.
        self.opponent = ""
        self._left = False
        self._room = Room(game.seats, lambda table, now: Match(game, table.options, secrets.token_hex(16), now=now))

    @property
    def view(self) -> Any:
        """The match, as the player may see it; None before it begins."""
        return self.player.chair.view() if self.player.chair else None

    @property
    def wait_s(self) -> float | None:
        """How long to wait for something to happen before `go_on`; None if there is no limit."""
        return None

    def act(self, action: Any) -> tuple[Refusal, ...]:
        """Do something; gives the reasons if that is not possible."""
        assert self.player.chair is not None
        return self.player.chair.act(action, time.monotonic())

    def leave(self) -> None:
        """Get up, and close the connection; a match that is not over ends with that."""
        self._left = True
        self.player.leave(time.monotonic(), ABANDONED)

    def receive(self) -> None:
        """Take what the peer sent; to be called when its connection can be read."""

    def go_on(self) -> None:
        """Do what is due."""

    def _told(self) -> None:
        """Remember the opponent's name, which he takes with him when he leaves; a face looks for the rest."""
        self.opponent = next(iter(self.player.others), "") or self.opponent


class PeerDuel(Duel):
    """Against a peer, of whichever side of the wire. It is the host of the peer's session."""

    def __init__(
        self,
        game: AnyGame,
        name: str,
        sock: socket.socket,
        codec: Codec[Any, Any],
        session: Callable[[Host], Session[Any, Any]],
        *,
        settings: Mapping[str, Any] | None = None,
        seat: Seat = 0,
    ) -> None:
        super().__init__(game, name)
        self.settings = {**PATIENT, **(settings or {})}
        self.sock = sock
        self.session: Any = session(self)
        self._codec = codec
        self._seat = seat
        self._woken = False
        self._alarm = math.inf
        self._answer(Signal.OPEN)

    # --- what the session may ask for

    def open(self, options: Any, now: float) -> Chair[Any, Any, Any, Any]:
        """Nobody plays alone here."""
        raise NotImplementedError

    def seek(self, options: Any, now: float, *, seat: Seat | None = None, bot: str = "") -> Player:
        """Let the peer sit down, and the player with it."""
        peer = Player(self.wake)
        self._room.enter(peer, options, now, self._seat if seat is None else seat)
        self._room.enter(self.player, options, now)
        return peer

    def wake(self) -> None:
        """Tell the session soon that something changed."""
        self._woken = True

    def wake_at(self, when: float) -> None:
        """Tell the session when it is time."""
        self._alarm = when

    # --- what a face may ask for

    def act(self, action: Any) -> tuple[Refusal, ...]:
        """Do something, and tell the peer."""
        refusals = super().act(action)
        self.go_on()
        return refusals

    @property
    def wait_s(self) -> float | None:
        """Until the session is to be told the time."""
        if self.over or self._alarm == math.inf:
            return None
        return max(0.0, self._alarm - time.monotonic())

    def leave(self) -> None:
        """Get up. The peer hears what is still to be said before the connection is closed."""
        super().leave()
        self._woken = True
        self.go_on()
        if not self.over:
            self._answer(Signal.STOP)
        self._end("")

    def receive(self) -> None:
        """Read what there is."""
        assert self.sock is not None
        try:
            data = self.sock.recv(1 << 16)
        except TimeoutError:
            return
        except OSError as error:
            self._end(f"The connection was lost ({error.strerror or error}).")
            return
        if not data:
            self._end("The connection was closed by the other side.")
            return
        self._codec.receive(data)
        try:
            while not self.over and (message := self._codec.next()) is not None:
                self._answer(message)
        except WireError as error:
            self._end(f"The other side cannot be understood: {error}.")
        self.go_on()

    def go_on(self) -> None:
        """Tell the session what it wanted to be told."""
        while self._woken and not self.over:
            self._woken = False
            self._answer(Signal.CHANGED)
        if time.monotonic() >= self._alarm and not self.over:
            self._alarm = math.inf
            self._answer(Signal.TICK)

    def _answer(self, event: Any) -> None:
        replies = self.session.on(event, time.monotonic())
        if not self._send(replies):
            self._end("The other side does not read what is sent to it.")
        if replies and replies[-1] is CLOSE:
            self._end(self.session.failure)

    def _send(self, replies: Sequence[Any]) -> bool:
        """Send messages; says whether the peer took them. One that is gone may have left something to be read."""
        data = b"".join(piece for reply in replies if reply is not CLOSE for piece in self._codec.encode(reply))
        assert self.sock is not None
        try:
            if data:
                self.sock.sendall(data)
        except TimeoutError:
            return False
        except OSError:
            pass
        return True

    def _end(self, why: str) -> None:
        """Close the connection. If the match is not over, it ends with that."""
        if self.over:
            return
        self.over = True
        why = self.session.failure or why
        self._send(self.session.on(Signal.EOF, time.monotonic()))  # such as the answer to an attack that waits
        view = self.view
        if not self._left and not (view and view.decided):  # a battle that is decided needs no connection any more
            self.failure = why or f"The game has ended: {view.outcome.reason}."
        assert self.sock is not None
        _close(self.sock)


class BotDuel(Duel):
    """Against a bot, without a network."""

    def __init__(self, game: AnyGame, name: str, bot: Rival, called: str, options: Any, *, seat: Seat = 0) -> None:
        super().__init__(game, name)
        self._bot = bot
        self._rng = Random(secrets.randbits(64))  # noqa: S311 (a game)
        self._seat = Player(lambda: None)
        self._seat.called = called
        self._room.enter(self._seat, options, 0.0, seat)
        self._room.enter(self.player, options, 0.0)

    @property
    def thinks(self) -> bool:
        """Whether it is the bot's turn."""
        assert self._seat.chair is not None
        return self._seat.chair.to_act

    @property
    def wait_s(self) -> float | None:
        """Not at all while the bot has to think."""
        return 0.0 if self.thinks else None

    def act(self, action: Any) -> tuple[Refusal, ...]:
        """Do something. The bot's answer comes with `go_on`, so that a face can draw before it thinks."""
        refusals = super().act(action)
        self._look()
        return refusals

    def leave(self) -> None:
        """Get up."""
        super().leave()
        self._look()

    def go_on(self) -> None:
        """Let the bot act."""
        if self.thinks:
            chair = self._seat.chair
            assert chair is not None
            refusals = chair.act(self._bot.choose(chair.view(), self._rng), time.monotonic())
            assert not refusals, f"a bot chose what it may not do: {refusals}"
            self._look()

    def _look(self) -> None:
        """See whether that was the end."""
        assert self._seat.chair is not None
        self.over = self._seat.chair.outcome is not None


def _close(sock: socket.socket) -> None:
    """Close a connection so that what was sent still arrives: unread input would turn it into a reset."""
    end = time.monotonic() + _LINGER_S
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_WR)
        while (left_s := end - time.monotonic()) > 0:
            sock.settimeout(left_s)
            if not sock.recv(1 << 16):
                break
    sock.close()
