"""A client's connection: messages out, messages in, and a sentence when there is none any more."""

import socket
from typing import Generic, TypeVar

from fogfield.core.errors import WireError
from fogfield.wire.codec import Codec

In = TypeVar("In")
Out = TypeVar("Out")


class ServerGone(Exception):
    """The server ended the connection; the text says how, for the player."""


class ServerFailed(ServerGone):
    """It did so in a way that no server should."""


class Link(Generic[In, Out]):
    """One connection to a server, as a client of its protocol sees it."""

    def __init__(self, sock: socket.socket, codec: Codec[In, Out]) -> None:
        self.sock = sock
        self._codec = codec

    @property
    def held(self) -> int:
        """How many bytes have arrived of a message that is not whole."""
        return self._codec.held

    def send(self, message: Out) -> None:
        """Send a message."""
        try:
            self.sock.sendall(b"".join(self._codec.encode(message)))
        except TimeoutError:
            raise ServerFailed("The server does not read what is sent to it.") from None
        except OSError as error:
            raise ServerFailed(f"The connection to the server was lost ({error.strerror}).") from None

    def receive(self) -> list[In]:
        """Give the messages that have arrived; waits for some, and gives none if that takes long."""
        try:
            data = self.sock.recv(1 << 16)
        except TimeoutError:  # it has nothing to say for a while
            return []
        except OSError as error:
            raise ServerFailed(f"The connection to the server was lost ({error.strerror}).") from None
        if not data:
            raise ServerGone("The server closed the connection.")
        self._codec.receive(data)
        found = []
        try:
            while (message := self._codec.next()) is not None:
                found.append(message)
        except WireError as error:
            raise ServerFailed(f"This server cannot be understood: {error}.") from None
        return found
