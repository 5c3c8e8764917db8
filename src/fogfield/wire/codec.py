"""The codec contract: bytes in, messages out, and back. A codec never waits and never trusts.

The shell hands over whatever arrived (`receive`) and takes out messages until there is no whole one left
(`next` gives None). Every length that a peer names has a limit before anything is allocated for it; what
breaks the form raises `WireError`, and the codec is not to be used after that.
"""

from typing import Protocol, TypeVar

In = TypeVar("In", covariant=True)
Out = TypeVar("Out", contravariant=True)


class Codec(Protocol[In, Out]):
    """One side of one connection."""

    def receive(self, data: bytes | memoryview) -> None:
        """Take bytes as they came, in any cut."""

    def next(self) -> In | None:
        """Give the next whole message, or None until more bytes arrive."""

    def encode(self, message: Out) -> tuple[bytes, ...]:
        """Give the bytes of a message that we send, in pieces that the shell writes as one."""

    @property
    def held(self) -> int:
        """How many bytes wait for the rest of their message, or to be taken out."""


class Held:
    """The base of a codec: the bytes that no message has used up yet."""

    __slots__ = ("_at", "_data")

    def __init__(self) -> None:
        self._data = bytearray()
        self._at = 0

    def receive(self, data: bytes | memoryview) -> None:
        """Add what arrived and forget what was used."""
        if self._at:
            del self._data[: self._at]
            self._at = 0
        self._data += data

    @property
    def held(self) -> int:
        """How many bytes wait."""
        return len(self._data) - self._at
