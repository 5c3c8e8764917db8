"""A client's requests over HTTP, and a sentence when one fails."""

import http.client
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from fogfield.core.errors import FogfieldError

TIMEOUT_S = 10.0
MOST_BYTES = 1 << 20


class WebFault(FogfieldError):
    """A request got no answer that can be used."""


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
    parts = urlsplit(address if "://" in address else f"http://{address}")
    try:
        port = parts.port
    except ValueError:
        raise WebFault(f"{address!r} has a port that is none") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise WebFault(f"{address!r} is no address of a server; try http://localhost:{usual_port}")
    path = parts.path.rstrip("/").removesuffix("/games")
    return Base(parts.scheme == "https", parts.hostname, port or (443 if parts.scheme == "https" else usual_port), path)


class Web:
    """Requests to one server, over a connection that is kept as long as the server does."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """Ask for something; gives the answer. A connection that the server closed meanwhile is opened again."""
        headers = {"Content-Type": "application/xml", "Accept": "application/xml"}
        kept = self._connection is not None
        try:
            return self._ask(method, self._base.path + path, body, headers)
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            self.close()
            if not kept:
                raise WebFault(f"{self._base} closed the connection without an answer") from None
            return self._ask_once_more(method, self._base.path + path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._why(error) from None

    def _ask_once_more(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        try:
            return self._ask(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._why(error) from None

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        if self._connection is None:
            kind = http.client.HTTPSConnection if self._base.secure else http.client.HTTPConnection
            self._connection = kind(self._base.host, self._base.port, timeout=TIMEOUT_S)
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        data = response.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            self.close()
            raise WebFault(f"{self._base} answered with more than {MOST_BYTES} bytes")
        if response.status != 200:
            self.close()
            text = data[:200].decode("utf-8", "replace").strip().partition("\n")[0]
            why = f": {text}" if text and "<" not in text and text.isprintable() else ""
            raise WebFault(f"{self._base} answered with status {response.status} ({response.reason}){why}")
        return data

    def _why(self, error: Exception) -> WebFault:
        if isinstance(error, ConnectionRefusedError):
            return WebFault(f"nobody answers at {self._base}. Start a server there ('make run' or 'fogfield serve')")
        if isinstance(error, socket.gaierror):
            return WebFault(f"there is no host called {self._base.host!r}; check the spelling")
        if isinstance(error, TimeoutError):
            return WebFault(f"{self._base} did not answer within {TIMEOUT_S:.0f} s")
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return WebFault(f"{self._base} cannot be asked: {reason}")

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.close()
            self._connection = None
