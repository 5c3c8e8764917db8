"""The published vocabulary. On the wire cells are counted from 1, and a grid is 16 characters."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class ServerWord(Enum):
    """What the server says in one word."""

    __hash__ = object.__hash__  # that of Enum is written in Python, and every line is looked up

    GAMEREADY = "GAMEREADY"
    INIT_GRID = "INIT_GRID"
    ATTACK = "ATTACK"
    WAIT = "WAIT"
    HIT = "HIT"
    MISS = "MISS"
    ERROR = "ERROR"
    UWON = "UWON"
    ULOST = "ULOST"
    REMATCH_DENY = "REMATCH_DENY"
    END = "END"


class Grid(Enum):
    """Whose grid the server shows."""

    __hash__ = object.__hash__

    URBOARD = "URBOARD"
    OPPONENTBOARD = "OPPONENTBOARD"


@dataclass(frozen=True, slots=True)
class Board:
    """A grid, cell 1 first: `~` untouched, `O` own boat, `X` hit, `*` miss."""

    grid: Grid
    cells: str


class ClientWord(Enum):
    """What a client says in one word."""

    REMATCH_OFFER = "REMATCH_OFFER"
    QUIT = "QUIT"


@dataclass(frozen=True, slots=True)
class InitGrid:
    """The client's boats, cells counted from 1."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attack:
    """The client attacks a cell, counted from 1."""

    cell: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that is none of these."""

    text: str


ServerMessage: TypeAlias = ServerWord | Board | Unknown
ClientMessage: TypeAlias = ClientWord | InitGrid | Attack | Unknown
