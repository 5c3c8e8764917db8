"""A JMinesweeper server as somebody else may write it: plain screens, marks that look like bombs, gone at the end."""

import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Iterator

from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.jminesweeper import GAME
from fogfield.games.jminesweeper.rules import PLAYER, Options, Reveal, ToggleMark
from fogfield.games.jminesweeper.view import View

MOVES = {1: (0, -1), 2: (0, 1), 3: (-1, 0), 4: (1, 0)}


def screen(view: View, cursor: Cell) -> bytes:
    """Draw rows of `[?]`; the last screen has no escape sequences at all."""
    rows = ["".join(f"[{chr(face)}]" for face in row) for row in view.faces]
    if view.outcome:
        return "".join(f"{row}\n" for row in rows).encode() + (
            b"\nGAME WON" if view.outcome.winners else b"\nGAME LOST"
        )
    drawn = "".join(f"\x1b[{number};1H{row}" for number, row in enumerate(rows, 1))
    return f"\x1b[2J{drawn}\x1b[{cursor.row + 1};{3 * cursor.col + 2}H".replace("!", "B").encode()


class PlainGame:
    """One game, packet by packet."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.cursor = Cell(0, 0)
        self.over = False

    def answer(self, packet: bytes) -> bytes:
        """Give the screen after a packet."""
        if packet[0] == 7:
            columns, rows, level = packet[5:]
            self._match = Match(GAME, Options(columns, rows, level), self._seed)
        elif packet[0] in MOVES:
            down, right = MOVES[packet[0]]
            grid = self._match.state.field.grid
            self.cursor = grid.clamp(self.cursor.row + down, self.cursor.col + right)
        else:
            self._match.act(PLAYER, Reveal(self.cursor) if packet[0] == 5 else ToggleMark(self.cursor), 0.0)
        self.over = self._match.outcome is not None
        return screen(self._match.view(PLAYER), self.cursor)


def serve_plain(seed: str) -> Callable[[socket.socket], None]:
    """Play one game with whoever comes; a screen is sent in three pieces, and after the last one nothing."""

    def serve(sock: socket.socket) -> None:
        game = PlainGame(seed)
        packet = sock.recv(8, socket.MSG_WAITALL)
        while packet and packet[0] != 8:
            content = game.answer(packet)
            for piece in (b"\x09", struct.pack(">I", len(content)), content):
                sock.sendall(piece)
            if game.over:
                return
            packet = sock.recv(1)

    return serve


@contextlib.contextmanager
def one_connection(serve: Callable[[socket.socket], None]) -> Iterator[int]:
    """Listen for one connection and let a function have it; gives the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)

        def run() -> None:
            with contextlib.suppress(OSError), listener.accept()[0] as sock:
                sock.settimeout(20)
                serve(sock)

        thread = threading.Thread(target=run)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(20)
        assert not thread.is_alive()
