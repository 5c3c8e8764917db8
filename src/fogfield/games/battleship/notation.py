"""How this game is written in a record."""

from typing import Any

from fogfield.core.errors import RecordError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.battleship.rules import Action, Attack, Options, Place


def write_options(options: Options) -> Any:
    """Write the sizes."""
    return {"cells": options.cells, "boats": options.boats}


def read_options(data: Any) -> Options:
    """Read the sizes."""
    match data:
        case {"cells": cells, "boats": boats, **rest} if not rest and type(cells) is int and type(boats) is int:
            return Options(cells, boats)
    raise RecordError(f"battleship needs cells and boats, not {data!r}")


def write_action(action: Action) -> Any:
    """Write an action: a word, and its cells, counted from 0."""
    if isinstance(action, Place):
        return ["place", *(boat.col for boat in action.boats)]
    return ["attack", action.cell.col]


def read_action(data: Any) -> Action:
    """Read an action."""
    match data:
        case ["place", *cells] if all(type(cell) is int for cell in cells):
            return Place(tuple(Cell(0, cell) for cell in cells))
        case ["attack", cell] if type(cell) is int:
            return Attack(Cell(0, cell))
    raise RecordError(f"battleship has no action {data!r}")


NOTATION = Notation(write_options, read_options, write_action, read_action)
