"""A peer with a real socket that sends what it likes and reads whole screens."""

import socket
import struct
from types import TracebackType
from typing import Self

from fogfield.wire.canvas import Canvas

TIMEOUT_S = 60.0


class Peer:
    """One connection to a JMinesweeper server."""

    def __init__(self, port: int, *, receive_buffer: int | None = None) -> None:
        self.sock = socket.socket()
        self.sock.settimeout(TIMEOUT_S)
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            self.sock.connect(("127.0.0.1", port))
        except OSError:
            self.sock.close()
            raise
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.sock.close()

    def send(self, *data: bytes | str) -> Self:
        """Send bytes, or hex digits."""
        self.sock.sendall(b"".join(bytes.fromhex(one) if isinstance(one, str) else one for one in data))
        return self

    def finish(self) -> Self:
        """Send no more, but go on reading."""
        self.sock.shutdown(socket.SHUT_WR)
        return self

    def exactly(self, count: int) -> bytes:
        """Read so many bytes."""
        data = b""
        while len(data) < count:
            piece = self.sock.recv(count - len(data))
            assert piece, f"the server closed after {len(data)} of {count} bytes"
            data += piece
        return data

    def screen(self) -> bytes:
        """Read one screen."""
        kind, length = struct.unpack(">BI", self.exactly(5))
        assert kind == 9
        return self.exactly(length)

    def sees(self) -> list[str]:
        """Read one screen as its lines of text."""
        canvas = Canvas()
        canvas.feed(self.screen().decode("ascii"))
        return canvas.text()

    def eof(self) -> bool:
        """Say whether the server closed in an orderly way, with nothing more to read."""
        return self.sock.recv(1) == b""

    def silent(self, seconds: float = 0.15) -> bool:
        """Say whether the server neither sends nor closes for a while."""
        self.sock.settimeout(seconds)
        try:
            self.sock.recv(1)
        except TimeoutError:
            return True
        finally:
            self.sock.settimeout(TIMEOUT_S)
        return False


def start(columns: int, rows: int, level: int) -> bytes:
    """Give a START packet."""
    return bytes((7, 0, 0, 0, 3, columns, rows, level))
