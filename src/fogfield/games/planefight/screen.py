"""A field as a picture: two characters for each cell, the second of which is the cell itself.

The first one is room for what joins a cell with the one to its left: the line of a plane, or a bracket of the cursor.
Every kind of mark has its own sign, so that nobody needs colours to read it.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from fogfield.core.grid import Cell, Grid
from fogfield.games.planefight.fleet import SHAPE, Answer, Options, Plane, yard
from fogfield.wire.canvas import PLAIN, Style

Line: TypeAlias = list[tuple[str, Style]]

#: How many columns stand before the first cell: three digits and the frame.
BEFORE = 4
#: And how many are there beside the cells: those, one that closes the last bracket, and the frame.
BESIDE = BEFORE + 2


class Note(Enum):
    """What a player thinks of a cell of the other field."""

    __hash__ = object.__hash__  # that of Enum is written in Python

    PLANE = "?"
    EMPTY = "/"
    HEAD = "H"


class Window(NamedTuple):
    """The part of a field that is shown."""

    top: int
    left: int
    rows: int
    cols: int

    def shows(self, cell: Cell) -> bool:
        """Say whether a cell is in it."""
        return 0 <= cell.row - self.top < self.rows and 0 <= cell.col - self.left < self.cols


class Field(NamedTuple):
    """What is to be drawn."""

    options: Options
    planes: Sequence[Plane] = ()
    #: Planes that a player only supposes.
    guesses: Sequence[Plane] = ()
    #: The plane that would be put where the cursor is.
    ghost: Plane | None = None
    marks: Mapping[Cell, Answer] = {}
    notes: Mapping[Cell, Note] = {}
    cursor: Cell | None = None
    #: The last attack.
    last: Cell | None = None


class Pens(NamedTuple):
    """The characters of a terminal. Lines are indexed by where they lead: up 1, right 2, down 4, left 8."""

    heads: str
    thick: str
    thin: str
    dot: str
    #: Left, right, top and bottom of the frame: the corners are those of `thin`.
    frame: str
    #: The same where the field goes on outside of the window.
    beyond: str


BOXES = Pens(
    heads="▲►▼◄", thick=" ┃━┗┃┃┏┣━┛━┻┓┫┳╋", thin=" │─└││┌├─┘─┴┐┤┬┼", dot="·", frame="││──", beyond="┆┆┄┄"
)  # fmt: skip
ASCII = Pens(heads="^>v<", thick=" |-+||++-+-+++++", thin=" |-+||++-+-+++++", dot=".", frame="||--", beyond="::..")

_BOLD = frozenset({"bold"})
_FAINT = Style(attributes=frozenset({"faint"}))
_PLANE = Style(ink="36", attributes=_BOLD)
_LOST = Style(ink="31")
_GUESS = Style(ink="33")
_GHOST = Style(ink="32", attributes=_BOLD)
_MISFIT = Style(ink="31", attributes=_BOLD)
_NOTE = Style(ink="33", attributes=_BOLD)
_CURSOR = Style(ink="33", attributes=frozenset({"bold", "reverse"}))
_LAST = Style(ink="33", attributes=_BOLD)
#: What shots look like: the sign, and its colours.
MARKS = {
    Answer.VOID: ("o", Style(ink="32")),
    Answer.HIT: ("X", Style(ink="97", paper="41", attributes=_BOLD)),
    Answer.DESTROY: ("#", Style(ink="97", paper="45", attributes=_BOLD)),
}
NOTES = {note: (note.value, _NOTE) for note in Note}

_AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1))


class _Stroke(NamedTuple):
    """A piece of a plane in one cell."""

    sign: str
    style: Style
    #: What joins it with the cells on its left and on its right.
    left: str = " "
    right: str = " "


def height(options: Options, rows: int) -> int:
    """Give how many lines so many rows of a field take."""
    return rows + 2 + _head_lines(options)


def first_cell(options: Options) -> tuple[int, int]:
    """Give the line and the column of a picture at which its first cell begins."""
    return _head_lines(options) + 1, BEFORE


def window(options: Options, lines: int, columns: int, before: Window | None, place: Cell | None) -> Window:
    """Choose what is shown in so much room: as before, but moved so that a place is in it."""
    rows = max(1, min(options.rows, lines - 2 - _head_lines(options)))
    cols = max(1, min(options.cols, (columns - BESIDE) // 2))
    top, left = (before.top, before.left) if before else (0, 0)
    if place:
        top, left = _follow(top, place.row, rows), _follow(left, place.col, cols)
    return Window(max(0, min(top, options.rows - rows)), max(0, min(left, options.cols - cols)), rows, cols)


def _follow(start: int, place: int, length: int) -> int:
    margin = min(2, (length - 1) // 2)
    return min(max(start, place - length + 1 + margin), place - margin)


def picture(field: Field, shown: Window, pens: Pens = BOXES) -> list[Line]:
    """Draw what is in a window of a field, with its frame and its coordinates."""
    strokes = _strokes(field, pens)
    left = pens.frame[0] if shown.left == 0 else pens.beyond[0]
    right = pens.frame[1] if shown.left + shown.cols == field.options.cols else pens.beyond[1]
    lines = [*_numbers(field.options, shown), _edge(field.options, shown, pens, top=True)]
    for row in range(shown.top, shown.top + shown.rows):
        inner = _row(field, strokes, row, shown, pens)
        lines.append([*_text(f"{row:3}{left}", _FAINT), *inner, (right, _FAINT)])
    return [*lines, _edge(field.options, shown, pens, top=False)]


def _head_lines(options: Options) -> int:
    return 1 if options.cols <= 10 else 2


def _numbers(options: Options, shown: Window) -> Iterator[Line]:
    """Give the numbers of the columns: tens above, where they change or the window begins, last digits below."""
    columns = range(shown.left, shown.left + shown.cols)
    if _head_lines(options) == 2:
        tens = [" "] * (2 * shown.cols + BESIDE)
        for col in columns:
            if col % 10 == 0 or (col == shown.left and col % 10 < 8):
                at = BEFORE + 2 * (col - shown.left) + 2 - len(str(col))
                tens[at : at + len(str(col))] = str(col)
        yield _text("".join(tens), _FAINT)
    yield _text(" " * BEFORE + "".join(f" {col % 10}" for col in columns) + "  ", _FAINT)


def _edge(options: Options, shown: Window, pens: Pens, *, top: bool) -> Line:
    whole = shown.top == 0 if top else shown.top + shown.rows == options.rows
    line = (pens.frame if whole else pens.beyond)[2 if top else 3]
    corners = (6, 12) if top else (3, 9)
    return _text(f"   {pens.thin[corners[0]]}{line * (2 * shown.cols + 1)}{pens.thin[corners[1]]}", _FAINT)


def _row(field: Field, strokes: Mapping[Cell, _Stroke], row: int, shown: Window, pens: Pens) -> Line:
    """Draw the cells of a row, each after what joins it with the one before, and what comes behind the last."""
    line: Line = []
    cell = before = None
    for col in range(shown.left, shown.left + shown.cols):
        before, cell = cell, Cell(row, col)
        line += [_joint(field, strokes, before, cell), _cell(field, strokes, cell, pens)]
    return [*line, _joint(field, strokes, cell, None)]


def _cell(field: Field, strokes: Mapping[Cell, _Stroke], cell: Cell, pens: Pens) -> tuple[str, Style]:
    stroke = strokes.get(cell)
    if cell in field.marks:
        sign, style = MARKS[field.marks[cell]]
    elif cell in field.notes:
        sign, style = NOTES[field.notes[cell]]
    elif stroke:
        sign, style = stroke.sign, stroke.style
    else:
        sign, style = pens.dot, _FAINT
    if cell == field.cursor:
        style = Style(style.ink, style.paper, (style.attributes | {"bold"}) - {"faint"})
    return sign, style


def _joint(field: Field, strokes: Mapping[Cell, _Stroke], before: Cell | None, cell: Cell | None) -> tuple[str, Style]:
    """Give what stands between two cells: a bracket of the cursor or of the last attack, or the line of a plane."""
    for place, brackets, style in ((field.cursor, "[]", _CURSOR), (field.last, "()", _LAST)):
        if place is not None and place in (before, cell):
            return brackets[place == before], style
    if cell is not None:
        stroke = strokes.get(cell)
        return (stroke.left, stroke.style) if stroke else (" ", PLAIN)
    stroke = strokes.get(before) if before else None
    return (stroke.right, stroke.style) if stroke else (" ", PLAIN)


# --- planes


def _strokes(field: Field, pens: Pens) -> dict[Cell, _Stroke]:
    """Draw all planes, in pieces. The ghost lies above the others, so that it is seen where it does not fit."""
    options = field.options
    found: dict[Cell, _Stroke] = {}
    for plane in field.guesses:
        found |= _plane(options, plane, pens.thin, pens.heads, _GUESS)
    for plane in field.planes:
        lost = field.marks.get(plane.head) is Answer.DESTROY
        found |= _plane(options, plane, pens.thick, pens.heads, _LOST if lost else _PLANE)
    ghost = field.ghost
    if ghost and not lies(options, ghost):
        found |= {cell: _Stroke("x", _MISFIT) for cell in _inside(options, ghost)}
    elif ghost and yard(options).overlap([*field.planes, ghost]):
        found |= {cell: _Stroke("x", _MISFIT) for cell in yard(options).cells(ghost)}
    elif ghost:
        found |= _plane(options, ghost, pens.thin, pens.heads, _GHOST)
    return found


def lies(options: Options, plane: Plane) -> bool:
    """Say whether a plane can lie there at all, if nothing else is in its way."""
    return bool(yard(options).cells(plane))


def _inside(options: Options, plane: Plane) -> Iterator[Cell]:
    """Give the cells of a plane that are on the field."""
    grid = Grid(options.rows, options.cols)
    for down, right in SHAPE[plane.turn]:
        cell = Cell(plane.head.row + down, plane.head.col + right)
        if cell in grid:
            yield cell


def _plane(options: Options, plane: Plane, lines: str, heads: str, style: Style) -> dict[Cell, _Stroke]:
    """Draw a plane: lines to those of its cells that lie beside each other, and a head that shows where it flies."""
    cells = yard(options).cells(plane)
    found = {}
    for cell in cells:
        leads = [_beside(options, cell, step) in cells for step in _AROUND]
        sign = heads[plane.turn] if cell == plane.head else lines[sum(lead << bit for bit, lead in enumerate(leads))]
        found[cell] = _Stroke(sign, style, lines[10] if leads[3] else " ", lines[10] if leads[1] else " ")
    return found


def _beside(options: Options, cell: Cell, step: tuple[int, int]) -> Cell:
    row, col = cell.row + step[0], cell.col + step[1]
    return Cell(row % options.rows, col % options.cols) if options.cross_border else Cell(row, col)


def _text(text: str, style: Style = PLAIN) -> Line:
    return [(char, style) for char in text]
