"""The session contract: one conversation, as a table, without a socket.

A session gets what happened (a message of its codec, or a `Signal`) and the time, and answers with what is
to be sent, in order. `CLOSE` as the last answer ends the connection after everything before it is out.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:  # a session meets only the chairs that its host makes
    from fogfield.core.match import Chair
    from fogfield.core.table import Player

In = TypeVar("In", contravariant=True)
Out = TypeVar("Out", covariant=True)


class Signal(Enum):
    """What can happen beside a message. After EOF, IDLE, STOP and LOST it is closed, whatever is answered."""

    OPEN = "the connection is there, and the peer may be waiting for the first word"
    EOF = "the peer sends no more"
    IDLE = "the peer was silent for too long"
    STOP = "the server stops"
    CHANGED = "somebody else moved, or came, or left (asked for with `Host.wake`)"
    UNKEPT = "nothing can be stored at the moment; what the peer asked for was not done"
    LOST = "what the peer would be told next could not be stored: it must not hear of it, and the conversation ends"
    TICK = "the moment has come (asked for with `Host.wake_at`)"


class Close(Enum):
    """The wish to end the connection."""

    CLOSE = "close"


CLOSE = Close.CLOSE


class Session(Protocol[In, Out]):
    """One conversation."""

    def on(self, event: In | Signal, now: float) -> Sequence[Out | Close]:
        """Answer what happened."""


class Host(Protocol):
    """What a session may ask of the house that it runs in; every connection has its own."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of its protocol, by the names that `Published` gives them."""

    def open(self, options: Any, now: float) -> "Chair[Any, Any, Any, Any]":
        """Begin a match and take its first seat; raises `OptionsError` with every reason if that is not possible."""

    def seek(self, options: Any, now: float, *, seat: int | None = None, bot: str = "") -> "Player":
        """Wait for an opponent; `wake` is called when one is there, and after every change from then on.

        A seat may be asked for where the protocol says who sits where. `bot` names the kind of bot that is wished for
        instead of somebody else; a name that nobody knows says nothing.
        """

    def wake(self) -> None:
        """Have the session told `CHANGED`, soon and once, however often this is called: a listener for a `Chair`."""

    def wake_at(self, when: float) -> None:
        """Have the session told `TICK` at a moment; a new one replaces the one before."""
