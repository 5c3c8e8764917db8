"""How this game is written in a record."""

from typing import Any

from fogfield.core.errors import RecordError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.rules import Action, Attack, Place, Ready, Reply, Show, Surrender

_NUMBERS = ("rows", "cols", "planes")
_MODES = ("cross_border", "completely_destroy")
#: No map of a record has more planes than this; each has ten cells.
_MOST_PLANES = 127 * 127


def write_options(options: Options) -> Any:
    """Write the battlefield and the modes."""
    return options._asdict()


def read_options(data: Any) -> Options:
    """Read the battlefield and the modes."""
    kinds = dict.fromkeys(_NUMBERS, int) | dict.fromkeys(_MODES, bool)
    if type(data) is dict and {key: type(value) for key, value in data.items()} == kinds:
        return Options(**data)
    raise RecordError(f"planefight needs {', '.join(_NUMBERS + _MODES)}, not {str(data)[:100]}")


def write_action(action: Action) -> Any:
    """Write an action: a word, and what belongs to it, rows before columns, counted from 0."""
    if isinstance(action, (Place, Show)):
        return [type(action).__name__.lower(), *([*plane.head, plane.turn] for plane in action.planes)]
    if isinstance(action, Attack):
        return ["hasty" if action.hasty else "attack", *action.cell]
    if isinstance(action, Reply):
        return ["reply", int(action.answer)]
    return [type(action).__name__.lower()]


def read_action(data: Any) -> Action:
    """Read an action."""
    match data:
        case ["attack", row, col] if _whole(row, col):
            return Attack(Cell(row, col))
        case ["hasty", row, col] if _whole(row, col):
            return Attack(Cell(row, col), hasty=True)
        case ["reply", number] if _whole(number) and number in set(Answer):
            return Reply(Answer(number))
        case ["ready"]:
            return Ready()
        case ["surrender"]:
            return Surrender()
        case ["place", *planes]:
            return Place(_planes(planes))
        case ["show", *planes]:
            return Show(_planes(planes))
    raise RecordError(f"planefight has no action {str(data)[:100]}")


def _planes(data: list[Any]) -> tuple[Plane, ...]:
    found = []
    for one in data[:_MOST_PLANES]:
        match one:
            case [row, col, turn] if _whole(row, col, turn):
                found.append(Plane(Cell(row, col), turn))
            case _:
                raise RecordError(f"a plane is [row, column, turn], not {str(one)[:100]}")
    return tuple(found)


def _whole(*values: Any) -> bool:
    return all(type(value) is int for value in values)


NOTATION = Notation(write_options, read_options, write_action, read_action)
