"""The published vocabulary: ten packets, with the names and numbers of the document's table."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias


class PacketType(IntEnum):
    """The type byte of a packet."""

    MOVE_LEFT = 1
    MOVE_RIGHT = 2
    MOVE_UP = 3
    MOVE_DOWN = 4
    REVEAL = 5
    TOGGLE_BOMB_MARK = 6
    START = 7
    QUIT = 8
    SCREEN_CONTENT = 9
    TOGGLE_DEBUG_MODE = 10


class Command(IntEnum):
    """A packet that is its type byte and nothing else."""

    MOVE_LEFT = PacketType.MOVE_LEFT
    MOVE_RIGHT = PacketType.MOVE_RIGHT
    MOVE_UP = PacketType.MOVE_UP
    MOVE_DOWN = PacketType.MOVE_DOWN
    REVEAL = PacketType.REVEAL
    TOGGLE_BOMB_MARK = PacketType.TOGGLE_BOMB_MARK
    QUIT = PacketType.QUIT
    TOGGLE_DEBUG_MODE = PacketType.TOGGLE_DEBUG_MODE


@dataclass(frozen=True, slots=True)
class Start:
    """Packet 7: begin a new game. The values are as they stood in the packet; the rules judge them."""

    columns: int
    rows: int
    level: int


@dataclass(frozen=True, slots=True, eq=False)
class ScreenContent:
    """Packet 9: what the client prints. In pieces, so that a large one that stayed the same is not copied."""

    pieces: tuple[bytes, ...]

    @property
    def content(self) -> bytes:
        """The whole payload."""
        return b"".join(self.pieces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScreenContent) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


ClientMessage: TypeAlias = Command | Start
ServerMessage: TypeAlias = ScreenContent
