"""A client's requests over HTTP, and a sentence when one fails."""

import contextlib
import http.client
import select
import socket
import threading
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from fogfield.core.errors import FogfieldError

#: For a whole answer, however slowly it comes.
TIMEOUT_S = 10.0
MOST_BYTES = 1 << 20
#: Statuses from here on are a server's own trouble.
_TROUBLE = 500
_HEADERS = {"Content-Type": "application/xml", "Accept": "application/xml"}
#: What happens when a server has closed the connection.
_CLOSED = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)


class WebFault(FogfieldError):
    """A request got no answer that can be used."""


class NoAnswer(WebFault):
    """It got none, or the server is in trouble: another one may get an answer."""


class Base(NamedTuple):
    """Where a server is."""

    secure: bool
    host: str
    port: int
    path: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' * self.secure}://{host}:{self.port}{self.path}"


def base(address: str, usual_port: int) -> Base:
    """Read the address of a server: `http://localhost:18235`, with or without what can be guessed."""
    unknown = WebFault(f"{address!r} is no address of a server; try http://localhost:{usual_port}")
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
    except ValueError:
        raise unknown from None
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise WebFault(f"{address!r} has a port that is none")
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.hostname.isprintable():
        raise unknown
    path = quote(parts.path.rstrip("/").removesuffix("/games"), safe="/%")
    secure = parts.scheme == "https"
    return Base(secure, parts.hostname, port or (443 if secure else usual_port), path)


class Web:
    """Requests to one server, over a connection that is kept as long as the server does."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """Ask for something; gives the answer. A connection that the server closed meanwhile is opened again.

        What changes something (POST) is sent only once: the server may have read it before it closed the connection.
        """
        if self._dropped():
            self.close()
        again = self._connection is not None and method == "GET"
        try:
            try:
                return self._ask(method, self._base.path + path, body)
            except _CLOSED:
                self.close()
                if not again:
                    raise
            return self._ask(method, self._base.path + path, body)
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            self.close()
            raise self._why(error) from None
        except WebFault:
            self.close()
            raise

    def _dropped(self) -> bool:
        """Say whether the server has closed the connection: between two questions nothing else can arrive."""
        sock = self._connection and self._connection.sock
        return bool(sock and select.select([sock], [], [], 0)[0])

    def _ask(self, method: str, path: str, body: bytes | None) -> bytes:
        if self._connection is None:
            kind = http.client.HTTPSConnection if self._base.secure else http.client.HTTPConnection
            self._connection = kind(self._base.host, self._base.port, timeout=TIMEOUT_S)
        if self._connection.sock is None:
            self._connection.connect()
        late = threading.Event()
        watch = threading.Timer(TIMEOUT_S, _cut, (self._connection.sock, late))
        watch.daemon = True
        watch.start()
        try:
            return self._answer(self._connection, method, path, body)
        except (OSError, http.client.HTTPException, WebFault):
            if late.is_set():
                raise TimeoutError from None
            raise
        finally:
            watch.cancel()

    def _answer(self, connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None) -> bytes:
        connection.request(method, path, body, _HEADERS)
        response = connection.getresponse()
        data = response.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise WebFault(f"{self._base} answered with more than {MOST_BYTES} bytes")
        if response.length:
            raise NoAnswer(f"{self._base} closed the connection in the middle of its answer")
        if response.status != 200:
            text = data[:200].decode("utf-8", "replace").strip().partition("\n")[0]
            why = f": {text}" if text and "<" not in text and text.isprintable() else ""
            reason = f" ({response.reason})" if response.reason and response.reason.isprintable() else ""
            fault = NoAnswer if response.status >= _TROUBLE else WebFault
            raise fault(f"{self._base} answered with status {response.status}{reason}{why}")
        return data

    def _why(self, error: Exception) -> WebFault:
        if isinstance(error, ConnectionRefusedError):
            return NoAnswer(f"nobody answers at {self._base}. Start a server there ('make run' or 'fogfield serve')")
        if isinstance(error, _CLOSED):
            return NoAnswer(f"{self._base} closed the connection without an answer")
        if isinstance(error, socket.gaierror | UnicodeError):
            return WebFault(f"there is no host called {self._base.host!r}; check the spelling")
        if isinstance(error, TimeoutError):
            return NoAnswer(f"{self._base} did not answer within {TIMEOUT_S:g} s")
        if isinstance(error, http.client.HTTPException):
            return WebFault(f"{self._base} does not speak HTTP as we know it ({type(error).__name__})")
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return WebFault(f"{self._base} cannot be asked: {reason}")

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.close()
            self._connection = None


def _cut(sock: socket.socket, late: threading.Event) -> None:
    """End a conversation that takes too long."""
    late.set()
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
