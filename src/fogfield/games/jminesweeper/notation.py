"""How this game is written in a record."""

from typing import Any

from fogfield.core.errors import RecordError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.jminesweeper.rules import Action, Options, Reveal, ToggleDebug, ToggleMark


def write_options(options: Options) -> Any:
    """Write what START named."""
    return {"columns": options.columns, "rows": options.rows, "level": options.level}


def read_options(data: Any) -> Options:
    """Read what START named."""
    match data:
        case {"columns": columns, "rows": rows, "level": level, **rest} if not rest and _ints(columns, rows, level):
            return Options(columns, rows, level)
    raise RecordError(f"jminesweeper needs columns, rows and level, not {data!r}")


def write_action(action: Action) -> Any:
    """Write an action: a word, and the cell if it has one."""
    match action:
        case Reveal(cell):
            return ["reveal", *cell]
        case ToggleMark(cell):
            return ["mark", *cell]
        case ToggleDebug():
            return ["debug"]


def read_action(data: Any) -> Action:
    """Read an action."""
    match data:
        case ["reveal", row, col] if _ints(row, col):
            return Reveal(Cell(row, col))
        case ["mark", row, col] if _ints(row, col):
            return ToggleMark(Cell(row, col))
        case ["debug"]:
            return ToggleDebug()
    raise RecordError(f"jminesweeper has no action {data!r}")


def _ints(*values: Any) -> bool:
    return all(type(value) is int for value in values)  # True is no number here


NOTATION = Notation(write_options, read_options, write_action, read_action)
