"""Reaching a server, and saying in a sentence why it cannot be reached."""

import socket

from fogfield.core.errors import FogfieldError

TIMEOUT_S = 10.0


class NoServer(FogfieldError):
    """The server cannot be reached."""


def connect(host: str, port: int) -> socket.socket:
    """Open a connection. Whoever does not read for so long has failed, too."""
    try:
        sock = socket.create_connection((host, port), TIMEOUT_S)
    except socket.gaierror:
        name, colon, number = host.rpartition(":")
        if colon and number.isdecimal() and ":" not in name:
            hint = f"a port is an option of its own: {name} --port {number}"
        else:
            hint = "check the spelling, or give its address"
        raise NoServer(f"there is no host called {host!r}; {hint}") from None
    except (UnicodeError, OverflowError):
        raise NoServer(f"{host!r} cannot be the name of a host") from None
    except ConnectionRefusedError:
        raise NoServer(
            f"nobody answers on {host} port {port}. "
            "Start a server there ('make run' or 'fogfield serve'), or name another one"
        ) from None
    except TimeoutError:
        raise NoServer(f"{host} port {port} did not answer within {TIMEOUT_S:.0f} s") from None
    except OSError as error:
        raise NoServer(f"{host} port {port} cannot be reached: {error.strerror or error}") from None
    set_up(sock)
    return sock


def set_up(sock: socket.socket) -> None:
    """Have every packet sent at once, and a peer noticed that vanished without a word, after about two minutes."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
        if hasattr(socket, option):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
