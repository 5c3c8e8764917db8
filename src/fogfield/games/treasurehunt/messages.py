"""The published vocabulary; the names are those of the course's message library, version 5.1.6."""

from enum import Enum
from typing import NamedTuple, TypeAlias

#: What the library writes as name and message of an error when there is none.
NO_ERROR = "No error information available. Potentially, everything worked just fine."


class Terrain(Enum):
    """What a field is."""

    WATER = "Water"
    GRASS = "Grass"
    MOUNTAIN = "Mountain"


class MoveCommand(Enum):
    """Where to go."""

    UP = "Up"
    LEFT = "Left"
    RIGHT = "Right"
    DOWN = "Down"


class PlayerState(Enum):
    """What a player has to do, or how it ended for him."""

    WON = "Won"
    LOST = "Lost"
    MUST_ACT = "MustAct"
    MUST_WAIT = "MustWait"


class PositionState(Enum):
    """Who is on a field."""

    NOBODY = "NoPlayerPresent"
    ENEMY = "EnemyPlayerPosition"
    ME = "MyPlayerPosition"
    BOTH = "BothPlayerPosition"


class TreasureState(Enum):
    """Whether the own treasure lies on a field."""

    UNKNOWN = "NoOrUnknownTreasureState"
    MINE = "MyTreasureIsPresent"


class FortState(Enum):
    """Whose castle is on a field."""

    UNKNOWN = "NoOrUnknownFortState"
    MINE = "MyFortPresent"
    ENEMY = "EnemyFortPresent"


class UniqueGameIdentifier(NamedTuple):
    """A new game."""

    game_id: str


class UniquePlayerIdentifier(NamedTuple):
    """The answer to a registration: the id by which a player acts, and which nobody else may know."""

    player_id: str


class PlayerRegistration(NamedTuple):
    """Somebody wants to play."""

    first_name: str
    last_name: str
    account: str


class HalfMapNode(NamedTuple):
    """A field of a half map."""

    x: int
    y: int
    fort: bool
    terrain: Terrain


class PlayerHalfMap(NamedTuple):
    """A half map."""

    player_id: str
    nodes: tuple[HalfMapNode, ...]


class PlayerMove(NamedTuple):
    """A command to move; None if it is none of the four."""

    player_id: str
    move: MoveCommand | None


class Participant(NamedTuple):
    """A player, as a state of the game shows him. The enemy's id is not his real one."""

    player_id: str
    first_name: str
    last_name: str
    account: str
    state: PlayerState
    collected: bool


class MapNode(NamedTuple):
    """A field of the whole map, as one player may know it."""

    x: int
    y: int
    terrain: Terrain
    position: PositionState = PositionState.NOBODY
    treasure: TreasureState = TreasureState.UNKNOWN
    fort: FortState = FortState.UNKNOWN


class GameState(NamedTuple):
    """A game, as one player may know it; `state_id` changes when it does."""

    players: tuple[Participant, ...]
    nodes: tuple[MapNode, ...]
    state_id: str


class Okay(NamedTuple):
    """The answer that everything went well."""

    data: UniquePlayerIdentifier | GameState | None = None


class Error(NamedTuple):
    """The answer that something is against the rules."""

    name: str
    message: str


#: What a client sends, and what a server answers.
ClientMessage: TypeAlias = PlayerRegistration | PlayerHalfMap | PlayerMove
ServerMessage: TypeAlias = UniqueGameIdentifier | Okay | Error
