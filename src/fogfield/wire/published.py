"""How a game folder tells the house that it speaks a published protocol over TCP."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fogfield.wire.codec import Codec
from fogfield.wire.session import Host, Session


@dataclass(frozen=True, slots=True)
class Published:
    """A protocol: its port, and what one connection to our server needs."""

    port: int
    codec: Callable[[], Codec[Any, Any]]
    session: Callable[[Host], Session[Any, Any]]
    #: What to tell `fogfield` to play it from a terminal, for the table that `fogfield serve` prints.
    client: str
