"""The contract of what is spoken over HTTP: a desk answers requests, one after the other, and knows no sockets."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:  # a desk meets only the tables that its host puts up
    from fogfield.core.table import Table

#: The weight of what is not wanted at all.
_NOTHING = re.compile(r"q\s*=\s*0(\.0*)?")


class Request(NamedTuple):
    """A whole request. The names of headers are in lower case; `query` is without its question mark."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = {}
    body: bytes = b""


class Response(NamedTuple):
    """A whole answer. It may be sent when the line `written` of the journal is on disk, of which it tells."""

    status: int
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    written: int = 0


class Desk(Protocol):
    """One published protocol over HTTP."""

    def answer(self, request: Request, now: float) -> Response:
        """Answer a request."""

    def unkept(self, request: Request) -> Response:
        """Say that what was asked for cannot be stored."""

    def go_on(self, table: "Table", at_s: float, now: float) -> None:
        """Go on with a table of a server that is gone, and was there for so many seconds."""

    def forget(self, table: str) -> None:
        """Know nothing more of a table of this name: it does not go on here."""

    def pause(self, seconds: float) -> None:
        """Let so many seconds not have passed: nobody could act in that time."""

    def tick(self, now: float) -> None:
        """Do what is due; asked for with `wake_at`."""


def accepts(accept: str, kind: str) -> bool:
    """Say whether an Accept header takes a kind of content; no header takes everything. The most exact word counts."""
    wanted: dict[str, bool] = {}
    for part in accept.split(","):
        name, _, parameters = part.partition(";")
        if name.strip():
            weights = (one.strip().lower() for one in parameters.split(";"))
            wanted[name.strip().lower()] = not any(_NOTHING.fullmatch(one) for one in weights)
    whole, _, _ = kind.partition("/")
    return next((wanted[name] for name in (kind, f"{whole}/*", "*/*") if name in wanted), not wanted)
