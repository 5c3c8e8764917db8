"""The contract of what is spoken over HTTP: a desk answers requests, one after the other, and knows no sockets."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Request(NamedTuple):
    """A whole request. The names of headers are in lower case; `query` is without its question mark."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = {}
    body: bytes = b""


class Response(NamedTuple):
    """A whole answer."""

    status: int
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


class Desk(Protocol):
    """One published protocol over HTTP."""

    def answer(self, request: Request, now: float) -> Response:
        """Answer a request."""

    def tick(self, now: float) -> None:
        """Do what is due; asked for with `wake_at`."""

    def stop(self, now: float) -> None:
        """End everything: the server stops."""


def accepts(accept: str, kind: str) -> bool:
    """Say whether an Accept header takes a kind of content; no header takes everything."""
    wanted = [part.partition(";") for part in accept.split(",") if part.strip()]
    whole, _, _ = kind.partition("/")
    for name, _, parameters in wanted:
        refused = "q=0" in parameters.replace(" ", "").split(";") or "q=0.0" in parameters.replace(" ", "").split(";")
        if name.strip().lower() in (kind, f"{whole}/*", "*/*") and not refused:
            return True
    return not wanted
