"""The session contract: one conversation, as a table, without a socket.

A session gets what happened (a message of its codec, or a `Signal`) and the time, and answers with what is
to be sent, in order. `CLOSE` as the last answer ends the connection after everything before it is out.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Protocol, TypeVar

from fogfield.core.match import Match

In = TypeVar("In", contravariant=True)
Out = TypeVar("Out", covariant=True)


class Signal(Enum):
    """What can happen beside a message."""

    EOF = "the peer sends no more"
    CHANGED = "the match moved without us"
    TICK = "time has passed"


class Close(Enum):
    """The wish to end the connection."""

    CLOSE = "close"


CLOSE = Close.CLOSE


class Session(Protocol[In, Out]):
    """One conversation."""

    def on(self, event: In | Signal, now: float) -> Sequence[Out | Close]:
        """Answer what happened."""


class Host(Protocol):
    """What a session may ask of the house that it runs in."""

    def open(self, options: Any, now: float) -> Match[Any, Any, Any, Any]:
        """Begin a match; raises `OptionsError` with every reason if that is not possible."""
