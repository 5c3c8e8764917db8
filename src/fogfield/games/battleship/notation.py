"""How this game is written: options and actions for records and programs, and back."""

from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.battleship.rules import MOST_CELLS, Action, Attack, Options, Place
from fogfield.games.battleship.shown import Shown, write_view

_CELLS = schema.whole(2, MOST_CELLS, "cells of each grid")
_BOATS = schema.whole(1, MOST_CELLS - 1, "boats on each grid; fewer than cells")
_CELL = schema.whole(0, MOST_CELLS - 1, "a cell, counted from 0")

OPTIONS = schema.record(
    "The size of both grids, and how many boats of one cell lie on each.", cells=_CELLS, boats=_BOATS
)
ASKED = schema.wishes(OPTIONS["description"], cells=(_CELLS, Options().cells), boats=(_BOATS, Options().boats))
ACTION = schema.one_of(
    schema.action("place", rest=_CELL, most=MOST_CELLS - 1, about="Put all boats on the own grid."),
    schema.action("attack", _CELL, about="Attack a cell of the other grid."),
)


def write_options(options: Options) -> Any:
    """Write the sizes."""
    return options._asdict()


def read_options(data: Any) -> Options:
    """Read the sizes."""
    schema.expect(OPTIONS, data, "options")
    return Options(**data)


def ask(data: Any, rng: Random) -> Options:
    """Read the sizes that somebody asks for."""
    return Options(**schema.filled(ASKED, data, "options"))


def write_action(action: Action) -> Any:
    """Write an action: a word, and its cells, counted from 0."""
    if isinstance(action, Place):
        return ["place", *(boat.col for boat in action.boats)]
    return ["attack", action.cell.col]


def read_action(data: Any) -> Action:
    """Read an action."""
    schema.expect(ACTION, data, "action")
    word, *cells = data
    return Attack(Cell(0, *cells)) if word == "attack" else Place(tuple(Cell(0, cell) for cell in cells))


NOTATION = Notation(
    write_options=write_options,
    read_options=read_options,
    options_schema=OPTIONS,
    write_action=write_action,
    read_action=read_action,
    action_schema=ACTION,
    write_view=write_view,
    view_schema=plain.schema(Shown, options=OPTIONS),
    public_options=write_options,
    ask=ask,
    asked_schema=ASKED,
)
