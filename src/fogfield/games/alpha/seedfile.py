"""Seed files: tokens to a board, with every fault named by its token, line and column; and a board to a file."""

from typing import NamedTuple

from fogfield.core.grid import Cell
from fogfield.games.alpha.rules import NO_SUCH_SIZE, SIZES, Options, wrong_count
from fogfield.games.alpha.scan import Place, integer, places, words

#: More of a file than this is not looked at. The 201 numbers of the largest board take 600 characters.
LIMIT_BYTES = 1 << 24
_SHOWN_CHARACTERS = 24
#: Three numbers, two for each mine of the largest board, and one more to see whether anything follows.
_MOST_WORDS = 3 + 2 * 99 + 1


class Fault(NamedTuple):
    """What is wrong, and with which token; without one the file ended too early, at `line` and `column`."""

    text: str
    token: str | None
    line: int
    column: int
    #: The sentence that the published program says; most faults are free to name themselves.
    published: str | None = None

    def __str__(self) -> str:
        return self.published or f"{self.text} (line {self.line}, column {self.column})"


class Reading(NamedTuple):
    """What a seed file holds: a board if it has no faults. Notes are about what the rules allow and few would mean."""

    options: Options | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()


def read(text: str) -> Reading:
    """Read a seed file: rows, cols, the number of mines, then so many pairs; what follows is ignored (#3)."""
    reader = _Reader(text)
    rows, cols = reader.number("the number of rows"), reader.number("the number of columns")
    for size, what in ((rows, "rows"), (cols, "columns")):
        if size and size.value not in SIZES:
            reader.blame(size, f"{size.value} {what}: from {SIZES[0]} to {SIZES[-1]} are possible", NO_SUCH_SIZE)
    if not rows or not cols or reader.faults:
        return reader.result()
    count = reader.number("the number of mines")
    if count and (wrong := wrong_count(count.value, rows.value, cols.value)):
        reader.blame(count, wrong)
    if not count or reader.faults:
        return reader.result()
    mines = [cell for number in range(1, count.value + 1) if (cell := reader.mine(number, rows.value, cols.value))]
    reader.note_rest()
    return reader.result(Options(rows.value, cols.value, tuple(sorted(set(mines)))))


def write(options: Options) -> str:
    """Write a board as a seed file."""
    lines = [f"{options.rows} {options.cols}", f"{len(options.mines)}"]
    lines += [f"{row} {col}" for row, col in options.mines]
    return "\n".join(lines) + "\n"


class _Number(NamedTuple):
    value: int
    #: Which word of the file it is.
    number: int


class _Reader:
    """Takes numbers from a text and remembers what is wrong with them."""

    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []
        self._text = text
        self._words = words(text, _MOST_WORDS)
        self._places: list[Place] = []  # looked up if something is wrong
        self._next = 0
        self._mines: set[Cell] = set()

    def number(self, what: str) -> _Number | None:
        """Take a number; None if the next word is none. That the file ends too early is said once."""
        here = _Number(0, self._next)
        self._next += 1
        if here.number >= len(self._words):
            if here.number == len(self._words):
                self.blame(here, f"the file ends before {what}")
            return None
        value = integer(self._words[here.number])
        if value is None:
            self.blame(here, f"{what} is {shown(self._word(here))}, which is not an integer")
            return None
        return here._replace(value=value)

    def mine(self, number: int, rows: int, cols: int) -> Cell | None:
        """Take the place of a mine."""
        row, col = self.number(f"the row of mine {number}"), self.number(f"the column of mine {number}")
        good = True
        for index, what, length in ((row, "row", rows), (col, "column", cols)):
            if index and not 0 <= index.value < length:
                good = False
                self.blame(index, f"the {what} of mine {number} is {index.value}: from 0 to {length - 1} are possible")
        if not (row and col and good):
            return None
        cell = Cell(row.value, col.value)
        if cell in self._mines:
            text = f"mine {number} is at {cell.row} {cell.col}, where a mine is already; both count as one"
            self.notes.append(self._fault(row, text))
        self._mines.add(cell)
        return cell

    def blame(self, what: _Number, text: str, published: str | None = None) -> None:
        """Remember a fault."""
        self.faults.append(self._fault(what, text, published))

    def note_rest(self) -> None:
        """Look whether anything follows the last mine."""
        if self._next < len(self._words):
            rest = _Number(0, self._next)
            text = f"{shown(self._word(rest))} follows the last mine; it and the rest of the file are ignored"
            self.notes.append(self._fault(rest, text))

    def result(self, options: Options | None = None) -> Reading:
        """Give the board, if nothing is wrong."""
        return Reading(None if self.faults else options, tuple(self.faults), tuple(self.notes))

    def _fault(self, what: _Number, text: str, published: str | None = None) -> Fault:
        return Fault(text, *self._place(what), published)

    def _word(self, what: _Number) -> str:
        return self._place(what).word or ""

    def _place(self, what: _Number) -> Place:
        if not self._places:
            self._places = places(self._text, _MOST_WORDS)
        return self._places[what.number]


def shown(token: str) -> str:
    """Give a token in quotes as something that can be printed on one line, and is not too long for it."""
    cut = token[:_SHOWN_CHARACTERS]
    plain = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut)
    return f'"{plain}{"..." if len(token) > len(cut) else ""}"'
