"""How this game is written: options and actions for records and programs, and back."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.errors import OptionsError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.classic.rules import Action, Chord, Fence, Mark, Options, Reveal, board_asked, middle, size_faults
from fogfield.games.classic.shown import Public, Shown, write_view
from fogfield.kits.mines.boards import hopeless

_SIDE = 255
_PLACE = (schema.whole(0, _SIDE - 1, "row"), schema.whole(0, _SIDE - 1, "column"))
_CELL = schema.row(*_PLACE)
_SIZES = {
    "columns": schema.whole(1, _SIDE, "columns of the field"),
    "rows": schema.whole(1, _SIDE, "rows of the field"),
    "mines": schema.whole(0, _SIDE * _SIDE, "how many mines there are"),
}
_START = schema.one_word(["unsafe", "safe", "zero"], "the first cell may be a mine, is none, or touches none either")
_NO_GUESS = schema.one_word(["noguess"], "the board can be solved from its first cell by proofs alone")
_MORE = {
    "seed": schema.text(40, "letters, digits, dots: the same mines after the same first cell; none: a board by chance"),
    "questions": schema.switch("whether there are question marks"),
}
_DEFAULTS = {"columns": 9, "rows": 9, "mines": 10, "start": "safe", "seed": "", "questions": False}
_LAID = {"first": _CELL, "laid": schema.many(_CELL, 0, _SIDE * _SIDE, "where the mines are")}
_ABOUT = "Which board: its size, its mines, and what is promised of the first cell."

OPTIONS = schema.one_of(
    schema.record(_ABOUT, **_SIZES, start=_START, **_MORE),
    schema.record("A board without a guess, with its mines.", **_SIZES, start=_NO_GUESS, **_MORE, **_LAID),
)
_STARTS = schema.one_word(
    ["unsafe", "safe", "zero", "noguess"],
    "the first cell may be a mine, is none, touches none either, or leads to the end by proofs alone",
)
_ASKED = {**_SIZES, "start": _STARTS, **_MORE}
ASKED = schema.wishes(_ABOUT, **{name: (part, _DEFAULTS[name]) for name, part in _ASKED.items()})
ACTION = schema.one_of(
    schema.action("reveal", *_PLACE, about="Open a cell."),
    schema.action("chord", *_PLACE, about="Open all cells around an open one that have no flag."),
    schema.action("fence", *_PLACE, about="Flag all closed cells around an open one that has as many as its digit."),
    schema.action(
        "mark", *_PLACE, about="Go round the marks of a cell: none, a flag, a question mark if there are any."
    ),
)
PUBLIC = schema.record(_ABOUT, **_SIZES, start=_STARTS, questions=_MORE["questions"])
_KINDS: dict[str, Callable[[Cell], Action]] = {"reveal": Reveal, "chord": Chord, "fence": Fence, "mark": Mark}


def write_options(options: Options) -> Any:
    """Write which board it is; one without a guess with its mines."""
    data: dict[str, Any] = {name: getattr(options, name) for name in _DEFAULTS}
    if options.first is not None:
        data |= {"first": list(options.first), "laid": [list(cell) for cell in options.laid]}
    return data


def read_options(data: Any) -> Options:
    """Read which board it is."""
    schema.expect(OPTIONS, data, "options")
    if "first" not in data:
        return Options(**data)
    laid, first = tuple(Cell(*cell) for cell in data["laid"]), Cell(*data["first"])
    return Options(**{**data, "laid": laid, "first": first})


def public_options(options: Options) -> Any:
    """Write what everybody may know: the seed would tell where the mines are."""
    return plain.write(Public(options.columns, options.rows, options.mines, options.start, options.questions))


def ask(data: Any, rng: Random) -> Options:
    """Read the board that somebody asks for. One without a guess has no mines before it is made (`making.py`)."""
    options = Options(**schema.filled(ASKED, data, "options"))
    if options.start != "noguess":
        return options
    options = replace(options, seed=options.seed or f"{rng.getrandbits(64):x}")
    if faults := size_faults(options):
        raise OptionsError(faults)
    if why := hopeless(board_asked(options, options.seed), middle(options)):
        raise OptionsError((why,))
    return options


def write_action(action: Action) -> Any:
    """Write an action: a word, and the cell."""
    return [next(word for word, kind in _KINDS.items() if kind is type(action)), *action.cell]


def read_action(data: Any) -> Action:
    """Read an action."""
    schema.expect(ACTION, data, "action")
    word, *place = data
    return _KINDS[word](Cell(*place))


NOTATION = Notation(
    write_options=write_options,
    read_options=read_options,
    options_schema=OPTIONS,
    write_action=write_action,
    read_action=read_action,
    action_schema=ACTION,
    write_view=write_view,
    view_schema=plain.schema(Shown, options=PUBLIC),
    public_options=public_options,
    ask=ask,
    asked_schema=ASKED,
)
