"""How this game is written: boards and commands for records and programs, and back."""

from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.errors import OptionsError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell, Grid
from fogfield.games.alpha import seedfile
from fogfield.games.alpha.rules import AIMED, SIZES, Action, Options, Verb
from fogfield.games.alpha.shown import Shown, write_view

#: No seed file that is sent has more characters; the 201 numbers of the largest board take 600.
MOST_SEED = 8_000
_MOST_MINES = SIZES[-1] ** 2 - 1
_INDEX = (schema.whole(0, SIZES[-1] - 1, "row"), schema.whole(0, SIZES[-1] - 1, "column"))
_ROWS = schema.whole(SIZES[0], SIZES[-1], "rows of the board")
_COLS = schema.whole(SIZES[0], SIZES[-1], "columns of the board")
_MINES = schema.many(schema.row(*_INDEX), 1, _MOST_MINES, "where the mines are")
_ABOUT = {
    Verb.REVEAL: "Reveal a square.",
    Verb.MARK: "Mark a square as a mine.",
    Verb.GUESS: "Mark a square as one that may be a mine.",
    Verb.HELP: "Ask for help: a round in which nothing happens.",
    Verb.NOFOG: "See the mines, until the next command.",
    Verb.QUIT: "Give up.",
}

OPTIONS = schema.record("A board. Where the mines are is a secret.", rows=_ROWS, cols=_COLS, mines=_MINES)
PUBLIC = schema.record("The size of the board. How many mines there are is a secret, too.", rows=_ROWS, cols=_COLS)
ASKED = schema.wishes(
    "A board: its size, and how many mines are laid by chance, or where they are; or all of that as a seed file.",
    rows=(_ROWS, 8),
    cols=(_COLS, 8),
    mines=(
        schema.one_of(
            schema.whole(1, _MOST_MINES, "how many; fewer than squares"), _MINES, about="how many, or where they are"
        ),
        10,
    ),
    seed=(schema.text(MOST_SEED, "a seed file; if there is one, it says the rest"), ""),
)
ACTION = schema.one_of(
    *[schema.action(verb.value, *_INDEX if verb in AIMED else (), about=_ABOUT[verb]) for verb in Verb]
)


def write_options(options: Options) -> dict[str, Any]:
    """Write a board."""
    return {"rows": options.rows, "cols": options.cols, "mines": [list(cell) for cell in options.mines]}


def read_options(data: Any) -> Options:
    """Read a board."""
    schema.expect(OPTIONS, data, "options")
    return Options(data["rows"], data["cols"], tuple(Cell(*mine) for mine in data["mines"]))


def public_options(options: Options) -> dict[str, Any]:
    """Write what everybody may know of a board."""
    return {"rows": options.rows, "cols": options.cols}


def ask(data: Any, rng: Random) -> Options:
    """Read a board that somebody asks for; mines of which only the number is named are laid by chance."""
    found = schema.filled(ASKED, data, "options")
    if found["seed"]:
        return _seeded(found["seed"])
    rows, cols, mines = found["rows"], found["cols"], found["mines"]
    if type(mines) is list:
        return Options(rows, cols, tuple(Cell(*mine) for mine in mines))
    cells = list(Grid(rows, cols))
    return Options(rows, cols, tuple(sorted(rng.sample(cells, min(mines, len(cells))))))


def _seeded(text: str) -> Options:
    reading = seedfile.read(text)
    if reading.options is None:
        raise OptionsError(tuple(f"Seed File Malformed Error: {fault}" for fault in reading.faults))
    return reading.options


def write_action(action: Action) -> list[Any]:
    """Write a command: the verb, then the square if it has one."""
    return [action.verb.value, *(action.cell or ())]


def read_action(data: Any) -> Action:
    """Read a command."""
    schema.expect(ACTION, data, "action")
    name, *square = data
    return Action(Verb(name), Cell(*square) if square else None)


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
