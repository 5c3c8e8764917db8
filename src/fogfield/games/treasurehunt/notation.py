"""How this game is written: options and actions for records and programs, and back."""

from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.treasurehunt.presets import MOST_ACTIONS, MOST_SIDE, PRESETS, Options
from fogfield.games.treasurehunt.rules import Action, Forfeit, Move, SendHalf
from fogfield.games.treasurehunt.shown import Shown, write_view
from fogfield.kits.explore.halves import Field
from fogfield.kits.explore.land import Direction, Terrain

_DIRECTIONS = {direction.name.lower(): direction for direction in Direction}
_MOST_FIELDS = MOST_SIDE * MOST_SIDE
#: All broken rules together say less than this.
_MOST_WHY = 4_000

_SIDE = schema.whole(2, MOST_SIDE)
_COUNT = schema.whole(0, 10_000)
_LASTS = schema.whole(2, MOST_ACTIONS, "actions of both players after which whoever is to act has lost")
_HIDDEN = schema.whole(2, MOST_ACTIONS, "actions before each is told where the other really is")
_LIMITS = {"rows": _SIDE, "cols": _SIDE, "most_actions": _LASTS, "hidden_actions": _HIDDEN}
_INDEX = (schema.whole(0, MOST_SIDE - 1, "row"), schema.whole(0, MOST_SIDE - 1, "column"))
_FIELD = schema.row(
    *_INDEX,
    schema.one_word([terrain.value for terrain in Terrain], "`~` water, `.` grass, `^` mountain"),
    schema.whole(0, 1, "1 if a castle stands there"),
    about="a field: row, column, terrain, castle",
)

OPTIONS = schema.record(
    "What a half map must keep, and how long a game may be. Counts of fields, and of actions.",
    **{name: _LIMITS.get(name, _COUNT) for name in Options._fields},
)
ASKED = schema.wishes(
    "The rules of a term, and how long a game may be.",
    rules=(schema.one_word(list(PRESETS), "the term: what a half map must keep"), next(iter(PRESETS))),
    most_actions=(_LASTS, Options().most_actions),
    hidden_actions=(_HIDDEN, Options().hidden_actions),
)
ACTION = schema.one_of(
    schema.action("half", rest=_FIELD, most=_MOST_FIELDS, about="Send all fields of a half map."),
    schema.action("move", schema.one_word(list(_DIRECTIONS)), about="Send one command to move."),
    schema.action("forfeit", schema.text(_MOST_WHY, "what the other has won by"), about="Lose."),
)


def write_options(options: Options) -> Any:
    """Write the rules of half maps and the length of a game."""
    return options._asdict()


def read_options(data: Any) -> Options:
    """Read the rules of half maps and the length of a game."""
    schema.expect(OPTIONS, data, "options")
    return Options(**data)


def ask(data: Any, rng: Random) -> Options:
    """Read the term and the length that somebody asks for; with rules of his own he could keep us busy for long."""
    found = schema.filled(ASKED, data, "options")
    return PRESETS[found.pop("rules")]._replace(**found)


def write_action(action: Action) -> Any:
    """Write an action: a word, and what belongs to it. A field is row, column, terrain, and 1 if a fort is there."""
    if isinstance(action, SendHalf):
        return ["half", *([*field.cell, field.terrain.value, int(field.fort)] for field in action.fields)]
    if isinstance(action, Forfeit):
        return ["forfeit", action.why]
    return ["move", action.direction.name.lower()]


def read_action(data: Any) -> Action:
    """Read an action."""
    schema.expect(ACTION, data, "action")
    word, *parts = data
    if word == "half":
        return SendHalf(tuple(Field(Cell(row, col), Terrain(char), bool(fort)) for row, col, char, fort in parts))
    return Move(_DIRECTIONS[parts[0]]) if word == "move" else Forfeit(*parts)


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
