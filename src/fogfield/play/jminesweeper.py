"""The JMinesweeper client: keys to packets, screens to the terminal. Works with every server of the protocol."""

import os
import socket
import sys
from collections.abc import Callable

from fogfield.games.jminesweeper.codec import ClientCodec
from fogfield.games.jminesweeper.messages import Command, Start
from fogfield.games.jminesweeper.reading import in_sight, printed
from fogfield.games.jminesweeper.session import MOVES
from fogfield.play.connect import connect
from fogfield.play.keys import Keys
from fogfield.play.link import Link, ServerFailed, ServerGone
from fogfield.play.terminal import Terminal
from fogfield.play.viewport import Viewport
from fogfield.wire.canvas import Canvas

#: The published keys, then those that other hands know.
KEYS = {
    "w": Command.MOVE_UP, "a": Command.MOVE_LEFT, "s": Command.MOVE_DOWN, "d": Command.MOVE_RIGHT,
    "space": Command.TOGGLE_BOMB_MARK, "enter": Command.REVEAL, "#": Command.TOGGLE_DEBUG_MODE,
    "up": Command.MOVE_UP, "left": Command.MOVE_LEFT, "down": Command.MOVE_DOWN, "right": Command.MOVE_RIGHT,
    "k": Command.MOVE_UP, "h": Command.MOVE_LEFT, "j": Command.MOVE_DOWN, "l": Command.MOVE_RIGHT,
}  # fmt: skip
QUIT_KEYS = ("x", "end of input")
NEW_GAME_KEY = "tab"


class Client:
    """One player at one terminal."""

    def __init__(self, sock: socket.socket, terminal: Terminal, start: Start) -> None:
        self._link = Link(sock, ClientCodec())
        self._terminal = terminal
        self._start = start
        self._keys = Keys()
        self._viewport = Viewport(colour=not os.environ.get("NO_COLOR"))
        self.canvas = Canvas()
        self.canvas.feed("Waiting for the server - x quits")
        #: Whether a screen has come.
        self.has_begun = False

    def run(self) -> None:
        """Play until the player quits; raises `ServerGone` if the server leaves first."""
        self._terminal.watch(self._link.sock)
        self._link.send(self._start)
        happened: dict[str, Callable[[], bool]] = {"keys": self._on_keys, "server": self._on_server}
        while True:
            self._show()
            for name in self._terminal.wait():
                if name in happened and not happened[name]():
                    return

    @property
    def was_cut_off(self) -> bool:
        """Whether only a part of a packet has arrived."""
        return self._link.held > 0

    def _on_keys(self) -> bool:
        data = self._terminal.read()
        if not data:
            return False
        for key in self._keys.feed(data):
            if key in QUIT_KEYS:
                self._link.send(Command.QUIT)
                return False
            if key == NEW_GAME_KEY:
                self._link.send(self._start)
            elif key in KEYS:
                self._link.send(KEYS[key])
                self._viewport.scroll(*MOVES.get(KEYS[key], (0, 0)))
        return True

    def _on_server(self) -> bool:
        for screen in in_sight(self._link.receive()):
            self.canvas = printed(self.canvas if self.has_begun else Canvas(), screen.content)
            self.has_begun = True
        return True

    def _show(self) -> None:
        afresh, self._terminal.resized = self._terminal.resized, False
        cols, rows = self._terminal.size()
        frame = self._viewport.frame(self.canvas, cols, rows)
        self._terminal.write(self._viewport.paint(frame, rows, afresh=afresh))


def play(host: str, port: int, start: Start) -> int:
    """Play on a server; gives the exit status."""
    sys.stdout.write(f"Connecting to {host}, port {port}/tcp ...\n")
    sys.stdout.flush()
    gone: ServerGone | None = None
    with connect(host, port) as sock:
        try:
            with Terminal() as terminal:
                client = Client(sock, terminal, start)
                client.run()
        except ServerGone as error:
            gone = error
    if not gone:
        return 0
    sys.stdout.write("\n".join(client.canvas.text()).rstrip() + "\n")
    sys.stdout.flush()
    sys.stderr.write(f"{gone}\n")
    return 1 if isinstance(gone, ServerFailed) or not client.has_begun or client.was_cut_off else 0
