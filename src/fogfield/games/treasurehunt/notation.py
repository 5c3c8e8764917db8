"""How this game is written in a record."""

from typing import Any

from fogfield.core.errors import RecordError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import Action, Forfeit, Move, SendHalf
from fogfield.kits.explore.halves import Field
from fogfield.kits.explore.land import Direction, Terrain

_TERRAINS = {terrain.value for terrain in Terrain}
_DIRECTIONS = {direction.name.lower(): direction for direction in Direction}


def write_options(options: Options) -> Any:
    """Write the rules of half maps and the length of a game."""
    return options._asdict()


def read_options(data: Any) -> Options:
    """Read the rules of half maps and the length of a game."""
    kinds = dict.fromkeys(Options._fields, int)
    if type(data) is dict and {key: type(value) for key, value in data.items()} == kinds:
        return Options(**data)
    raise RecordError(f"treasurehunt needs {', '.join(Options._fields)}, not {str(data)[:100]}")


def write_action(action: Action) -> Any:
    """Write an action: a word, and what belongs to it. A field is row, column, terrain, and 1 if a fort is there."""
    if isinstance(action, SendHalf):
        return ["half", *([*field.cell, field.terrain.value, int(field.fort)] for field in action.fields)]
    if isinstance(action, Forfeit):
        return ["forfeit", action.why]
    return ["move", action.direction.name.lower()]


def read_action(data: Any) -> Action:
    """Read an action."""
    match data:
        case ["move", str(name)] if name in _DIRECTIONS:
            return Move(_DIRECTIONS[name])
        case ["forfeit", str(why)]:
            return Forfeit(why)
        case ["half", *fields]:
            return SendHalf(tuple(map(_field, fields)))
    raise RecordError(f"treasurehunt has no action {str(data)[:100]}")


def _field(data: Any) -> Field:
    match data:
        case [row, col, str(char), fort] if all(type(one) is int for one in (row, col, fort)):
            if char in _TERRAINS and fort in (0, 1):
                return Field(Cell(row, col), Terrain(char), bool(fort))
    raise RecordError(f"a field is [row, column, terrain, fort], not {str(data)[:100]}")


NOTATION = Notation(write_options, read_options, write_action, read_action)
