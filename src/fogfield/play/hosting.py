"""Being the server of a single game: one connection is taken, and then nobody listens any more."""

import errno
import socket

from fogfield.core.errors import FogfieldError
from fogfield.play.connect import TIMEOUT_S, set_up


class CannotHost(FogfieldError):
    """The port cannot be listened on."""


def listen(port: int) -> socket.socket:
    """Listen on every IPv4 address of this machine."""
    try:
        return socket.create_server(("", port), backlog=1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < 65_535 else port - 1
            why = f"it is already in use. Stop the program that has it, or choose another one: --port {other}"
        elif error.errno == errno.EACCES:
            why = "it needs more rights than you have; choose one above 1023"
        else:
            why = error.strerror or str(error)
        raise CannotHost(f"nobody could join on port {port}: {why}") from None


def accept(listener: socket.socket) -> socket.socket:
    """Take the one connection, and stop listening. Whoever does not read for so long has failed."""
    try:
        sock, _ = listener.accept()
    except OSError as error:
        raise CannotHost(f"nobody could join: {error.strerror or error}") from None
    finally:
        listener.close()
    sock.settimeout(TIMEOUT_S)
    set_up(sock)
    return sock


def address() -> str:
    """Give the address by which others in the network reach this machine; without a network, its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has; nothing is sent by this
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found


def invitation(command: str, listener: socket.socket, usual: int) -> str:
    """Give what a friend types to join."""
    port = listener.getsockname()[1]
    return f"{command} {address()}" + (f" --port {port}" if port != usual else "")
