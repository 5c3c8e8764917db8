"""The published vocabulary; the names are those of the protocol's document. Both sides use the same."""

from enum import Enum
from typing import NamedTuple, TypeAlias

#: What we announce; peers of another major or minor version are refused, as the published program does.
VERSION = (0, 3, 0)
PROTOCOL = "Zjl37's planeFight protocol"


class Header(NamedTuple):
    """The request header: what both sides send first."""

    version: tuple[int, int, int] = VERSION
    fields: tuple[tuple[str, str], ...] = ()

    def field(self, name: str) -> str:
        """Give a field by its name; empty if it is not there."""
        return next((text for key, text in self.fields if key.lower() == name.lower()), "")


class Bare(Enum):
    """The packets without a body."""

    __hash__ = object.__hash__  # that of Enum is written in Python

    JOIN = 0x6A6F696E
    GIVE_UP = 0x67767570
    READY = 0x61727264
    SURRENDER = 0x69737264


class GameInfo(NamedTuple):
    """The game to play; `gid` is of no use yet."""

    w: int
    h: int
    n: int
    cross_border: bool = False
    completely_destroy: bool = False
    server_first: bool = False
    gid: int = 0


class Name(NamedTuple):
    """What a player is called."""

    playername: str


class Attack(NamedTuple):
    """An attack at column x, row y."""

    x: int
    y: int


class AttackResult(NamedTuple):
    """The answer: 0 void, 1 hit, 2 destroy."""

    res: int


class ExchangeMap(NamedTuple):
    """The map: (x, y, d) for every plane."""

    planes: tuple[tuple[int, int, int], ...]


Message: TypeAlias = Header | Bare | GameInfo | Name | Attack | AttackResult | ExchangeMap
