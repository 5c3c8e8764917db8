"""Boards and commands as a record keeps them."""

from typing import Any

from fogfield.core.errors import RecordError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.alpha.rules import AIMED, Action, Options, Verb


def write_options(options: Options) -> dict[str, Any]:
    """Write a board."""
    return {"rows": options.rows, "cols": options.cols, "mines": [list(cell) for cell in options.mines]}


def read_options(data: Any) -> Options:
    """Read a board."""
    match data:
        case {"rows": int(rows), "cols": int(cols), "mines": list(mines), **rest} if not rest:
            if type(rows) is int and type(cols) is int:
                return Options(rows, cols, tuple(_cell(mine) for mine in mines))
    raise RecordError(f"a board needs rows, cols and mines, not {data!r}")


def write_action(action: Action) -> list[Any]:
    """Write a command: the verb, then the square if it has one."""
    return [action.verb.value, *(action.cell or ())]


def read_action(data: Any) -> Action:
    """Read a command."""
    match data:
        case [str(name), *square] if name in _VERBS and (_VERBS[name] in AIMED) == bool(square):
            return Action(_VERBS[name], _cell(square) if square else None)
    raise RecordError(f"{data!r} is no command")


def _cell(data: Any) -> Cell:
    if isinstance(data, list) and len(data) == 2 and all(type(index) is int for index in data):
        return Cell(*data)
    raise RecordError(f"a square has two integers, not {data!r}")


_VERBS = {verb.value: verb for verb in Verb}

NOTATION = Notation(write_options, read_options, write_action, read_action)
