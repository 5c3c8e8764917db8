"""Duels without a terminal: two that play against each other, or one against a script."""

import select
import socket
import time
from collections.abc import Callable
from typing import Any

from fogfield.games.planefight import GAME
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.fleet import Options
from fogfield.games.planefight.messages import Header, Message
from fogfield.games.planefight.session import ClientSession, ServerSession
from fogfield.play.duel import Duel, PeerDuel

TIMEOUT_S = 60.0
SMALL = Options(rows=5, cols=5, planes=1)


def settings(options: Options) -> dict[str, Any]:
    return {
        "rows": options.rows,
        "columns": options.cols,
        "planes": options.planes,
        "cross_border": options.cross_border,
        "completely_destroy": options.completely_destroy,
    }


def sockets() -> tuple[socket.socket, socket.socket]:
    first, second = socket.socketpair()
    first.settimeout(TIMEOUT_S)
    second.settimeout(TIMEOUT_S)
    return first, second


def hosting(sock: socket.socket, options: Options = SMALL, seat: int = 1, name: str = "Ann") -> PeerDuel:
    """The duel of a player who hosts; the peer has this seat."""
    return PeerDuel(GAME, name, sock, Codec(), ServerSession, settings=settings(options), seat=seat)


def joining(sock: socket.socket, name: str = "Bo", bot: str = "") -> PeerDuel:
    """The duel of a player who joins."""
    return PeerDuel(GAME, name, sock, Codec(), lambda host: ClientSession(host, bot=bot))


def run(until: Callable[[], Any], *duels: Duel) -> None:
    """Let duels receive what comes and do what is due, until something is true."""
    end = time.monotonic() + TIMEOUT_S
    while not until():
        assert time.monotonic() < end, "waited in vain"
        open_ones = [(duel, duel.sock) for duel in duels if not duel.over and duel.sock]
        waits = [duel.wait_s for duel, _ in open_ones if duel.wait_s is not None]
        readable = select.select([sock for _, sock in open_ones], [], [], min([*waits, 0.2]))[0]
        for duel, sock in open_ones:
            if sock in readable:
                duel.receive()
            if not duel.over:
                duel.go_on()


class Script:
    """The other side of the wire, packet by packet."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._codec = Codec()
        self.heard: list[Message] = []

    def say(self, *messages: Message) -> None:
        for message in messages:
            self.sock.sendall(b"".join(self._codec.encode(message)))

    def greet(self, *messages: Message) -> None:
        self.say(Header(), *messages)

    def listen(self) -> list[Message]:
        """Give everything that has arrived by now."""
        while select.select([self.sock], [], [], 0)[0] and (data := self.sock.recv(1 << 16)):
            self._codec.receive(data)
        while (message := self._codec.next()) is not None:
            self.heard.append(message)
        return self.heard
