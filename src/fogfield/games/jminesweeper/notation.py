"""How this game is written: options and actions for records and programs, and back."""

from dataclasses import asdict
from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.jminesweeper.rules import LEVELS, SIZES, Action, Options, Reveal, ToggleDebug, ToggleMark
from fogfield.games.jminesweeper.shown import Shown, write_view

_SIZES = {
    "columns": schema.whole(SIZES[0], SIZES[-1], "columns of the field"),
    "rows": schema.whole(SIZES[0], SIZES[-1], "rows of the field"),
    "level": schema.whole(min(LEVELS), max(LEVELS), "1 easy, 2 medium, 3 hard: 5, 25 or 45 % of the cells are bombs"),
}
_DEFAULTS = {"columns": 20, "rows": 10, "level": 1}
_PLACE = (schema.whole(0, SIZES[-1] - 1, "row"), schema.whole(0, SIZES[-1] - 1, "column"))

OPTIONS = schema.record("The size of the field, and how many bombs it has.", **_SIZES)
ASKED = schema.wishes(OPTIONS["description"], **{name: (part, _DEFAULTS[name]) for name, part in _SIZES.items()})
ACTION = schema.one_of(
    schema.action("reveal", *_PLACE, about="Open a cell."),
    schema.action("mark", *_PLACE, about="Mark a cell as a bomb, or take the mark away."),
    schema.action("debug", about="Show the hidden bombs, or hide them again."),
)


def write_options(options: Options) -> Any:
    """Write what START named."""
    return asdict(options)


def read_options(data: Any) -> Options:
    """Read what START named."""
    schema.expect(OPTIONS, data, "options")
    return Options(**data)


def ask(data: Any, rng: Random) -> Options:
    """Read the size and the level that somebody asks for."""
    return Options(**schema.filled(ASKED, data, "options"))


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
    schema.expect(ACTION, data, "action")
    word, *place = data
    if word == "debug":
        return ToggleDebug()
    return Reveal(Cell(*place)) if word == "reveal" else ToggleMark(Cell(*place))


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
