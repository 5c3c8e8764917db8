"""How this game is written in a record."""

from typing import Any

from fogfield.core.errors import RecordError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.classic.rules import Action, Chord, Mark, Options, Reveal

_WORDS: dict[str, type[Reveal] | type[Chord] | type[Mark]] = {"reveal": Reveal, "chord": Chord, "mark": Mark}


def write_options(options: Options) -> Any:
    """Write which board it is; one without a guess with its mines."""
    data: dict[str, Any] = {
        "columns": options.columns, "rows": options.rows, "mines": options.mines, "start": options.start,
        "seed": options.seed, "questions": options.questions,
    }  # fmt: skip
    if options.first is not None:
        data |= {"first": list(options.first), "laid": [list(cell) for cell in sorted(options.laid)]}
    return data


def read_options(data: Any) -> Options:
    """Read which board it is."""
    match data:
        case {
            "columns": int(columns), "rows": int(rows), "mines": int(mines), "start": str(start), "seed": str(seed),
            "questions": bool(questions), **rest,
        }:  # fmt: skip
            laid, first = frozenset[Cell](), None
            if rest.keys() == {"first", "laid"} and type(rest["laid"]) is list:
                laid, first = frozenset(map(_cell, rest["laid"])), _cell(rest["first"])
            options = Options(columns, rows, mines, start, seed, questions, laid, first)
            if write_options(options) == data and bool not in map(type, (columns, rows, mines)):
                return options
    raise RecordError(f"classic needs columns, rows, mines, start, seed and questions, not {str(data)[:200]}")


def write_action(action: Action) -> Any:
    """Write an action: a word, and the cell."""
    word = next(word for word, kind in _WORDS.items() if isinstance(action, kind))
    return [word, *action.cell]


def read_action(data: Any) -> Action:
    """Read an action."""
    match data:
        case [str(word), row, col] if word in _WORDS:
            return _WORDS[word](_cell([row, col]))
    raise RecordError(f"classic has no action {str(data)[:200]}")


def _cell(data: Any) -> Cell:
    match data:
        case [row, col] if type(row) is int and type(col) is int:
            return Cell(row, col)
    raise RecordError(f"a cell is a row and a column, not {str(data)[:200]}")


NOTATION = Notation(write_options, read_options, write_action, read_action)
