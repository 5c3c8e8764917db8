"""How a game folder tells the house that it speaks a published protocol over TCP."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fogfield.wire.codec import Codec
from fogfield.wire.session import Host, Session


@dataclass(frozen=True, slots=True)
class Seconds:
    """A setting that is a time."""

    default: float
    meaning: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting that is one of a few words, the first unless another is chosen."""

    words: tuple[str, ...]
    meaning: str

    @property
    def default(self) -> str:
        """The first."""
        return self.words[0]


@dataclass(frozen=True, slots=True)
class Whole:
    """A setting that is a whole number."""

    default: int
    least: int
    most: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is on or off."""

    default: bool
    meaning: str


Setting: TypeAlias = Seconds | Choice | Whole | Switch

#: The settings of every protocol for which an opponent has to be found.
OPPONENT: Mapping[str, Setting] = {
    "opponent": Choice(
        ("pair-then-bot", "pair", "bot"),
        "who plays against somebody who comes: the next who comes, a bot at once, or a bot if nobody comes for a while",
    ),
    "opponent_after_s": Seconds(10.0, "how long that while is"),
}
#: The setting of a protocol whose first seat begins: who gets it.
FIRST = Choice(("random", "first-come", "last-come"), "who begins: either, whoever came first, or whoever came last")


@dataclass(frozen=True, slots=True)
class Published:
    """A protocol: its port, and what one connection to our server needs."""

    port: int
    codec: Callable[[], Codec[Any, Any]]
    session: Callable[[Host], Session[Any, Any]]
    #: What to tell `fogfield` to play it from a terminal, for the table that `fogfield serve` prints.
    client: str
    #: Its sessions end themselves when a peer takes too long; silence alone is no reason to close a connection.
    keeps_time: bool = False
    #: What the keeper of a server may choose, beside the port: `<game>.<name>` in the settings.
    settings: Mapping[str, Setting] = field(default_factory=dict)
    #: The options of every match under these settings, where it is the server that chooses them.
    options: Callable[[Mapping[str, Any]], Any] | None = None
