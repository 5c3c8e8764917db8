"""A board as lines, as much of it as there is room for; and back from a place on the screen to a cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from fogfield.core.grid import Cell, Grid
from fogfield.games.classic import faces as signs
from fogfield.play.viewport import Line
from fogfield.wire.canvas import BLANK, Style

#: How wide a cell is: alone, with a gap for brackets, and with room for a risk in percent.
TIGHT, ROOMY, WIDE = 1, 2, 3

_BOLD = frozenset({"bold"})
#: A grey that no palette turns into the colour of the ground, as some do with "bright black".
GREY = "38;5;245"
CURSOR = Style(attributes=frozenset({"bold", "reverse"}))
FRAME = Style(ink=GREY)
ARGUMENT = Style(ink="93", attributes=frozenset({"bold", "underline"}))
SAFE = Style(ink="30", paper="42", attributes=_BOLD)
MINE = Style(ink="97", paper="45", attributes=_BOLD)

#: What each face of the game looks like here: with characters for boxes and without, and its style.
LOOKS = {
    "?": ("■", "#", Style(ink=GREY)), ".": ("·", ".", Style(ink=GREY)), "1": ("1", "1", Style(ink="94")),
    "2": ("2", "2", Style(ink="32")), "3": ("3", "3", Style(ink="91")), "4": ("4", "4", Style(ink="34")),
    "5": ("5", "5", Style(ink="35")), "6": ("6", "6", Style(ink="36")), "7": ("7", "7", Style(ink="33")),
    "8": ("8", "8", Style(ink="37")), "!": ("F", "F", Style(ink="93", attributes=_BOLD)),
    "~": ("?", "?", Style(ink="96", attributes=_BOLD)), "B": ("*", "*", Style(ink="91", attributes=_BOLD)),
    "@": ("F", "F", Style(ink="92", attributes=_BOLD)), "/": ("/", "/", Style(ink="95", attributes=_BOLD)),
    "*": ("X", "X", Style(ink="97", paper="41", attributes=_BOLD)),
}  # fmt: skip
#: The marks that a player has set himself, beside which a risk is shown: a flag, a question mark.
OWN = signs.FLAG + signs.QUESTION
#: The ground of a risk up to so much; from green over yellow to red.
HEAT = ((0.0, "48;5;28"), (0.08, "48;5;64"), (0.15, "48;5;100"), (0.25, "48;5;136"), (0.4, "48;5;130"),
        (0.6, "48;5;124"), (1.0, "48;5;88"))  # fmt: skip


class Marks(NamedTuple):
    """What is pointed at on a board: numbers of an argument, cells that it proves, or the risk of every cell."""

    numbers: frozenset[Cell] = frozenset()
    safe: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    risks: Mapping[Cell, float] | None = None

    def __bool__(self) -> bool:
        return bool(self.numbers or self.safe or self.mines or self.risks)


class Drawn(NamedTuple):
    """The lines of a board, where the cursor is on them, and what they show, for the mouse."""

    lines: list[Line]
    cursor: tuple[int, int]
    framed: bool
    width: int
    top: int
    left: int
    rows: int
    cols: int

    def cell(self, line: int, column: int) -> Cell | None:
        """Give the cell at a place of these lines."""
        row = line - self.framed
        col = (column - self.framed - (self.width > TIGHT)) // self.width if column >= self.framed else -1
        if self.width > TIGHT and column == self.framed:
            col = 0  # the gap before the first cell belongs to it
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return Cell(self.top + row, self.left + col) if inside else None


@dataclass
class Board:
    """Draws a board into the room that it is given, and remembers how far it is scrolled."""

    grid: Grid
    boxes: bool = True
    top: int = 0
    left: int = 0
    _looks: dict[int, tuple[str, Style]] = field(default_factory=dict)
    _pointed: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        self._looks = {
            ord(face): (fine if self.boxes else plain, style) for face, (fine, plain, style) in LOOKS.items()
        }

    def draw(self, faces: tuple[bytes, ...], cursor: Cell, marks: Marks, cols: int, rows: int) -> Drawn:
        """Draw the part around the cursor that fits, with a frame where the whole board does."""
        width = self._width(marks, cols, rows)
        high, wide = rows, max(1, (cols - (width > TIGHT)) // width)
        framed = self._fits(width, cols, rows, frame=True)
        whole = self._fits(width, cols, rows, frame=False)
        if not whole:
            high -= 1  # for the line that says which part it is
        high, wide = min(high, self.grid.rows), min(wide, self.grid.cols)
        pointed = marks.numbers | marks.safe | marks.mines
        if pointed != self._pointed:  # once, so that one can look elsewhere then
            self._pointed = pointed
            for cell in sorted(pointed):
                self.top = _follow(self.top, cell.row, high, self.grid.rows)
                self.left = _follow(self.left, cell.col, wide, self.grid.cols)
        self.top = _follow(self.top, cursor.row, high, self.grid.rows, _margin(high))
        self.left = _follow(self.left, cursor.col, wide, self.grid.cols, _margin(wide))
        lines = [
            self._line(faces[row], row, range(self.left, self.left + wide), width, cursor, marks)
            for row in range(self.top, self.top + high)
        ]
        line, column = cursor.row - self.top, (cursor.col - self.left) * width + (width > TIGHT)
        if framed:
            lines = self._framed(lines)
            line, column = line + 1, column + 1
        elif not whole:
            lines.append([(char, FRAME) for char in self._bar(high, wide, cols)])
        return Drawn(lines, (line, column), framed, width, self.top, self.left, high, wide)

    def _width(self, marks: Marks, cols: int, rows: int) -> int:
        if marks.risks is not None:
            return WIDE
        tight = self._fits(TIGHT, cols, rows, frame=False) and not self._fits(ROOMY, cols, rows, frame=False)
        return TIGHT if tight and not marks else ROOMY

    def _fits(self, width: int, cols: int, rows: int, *, frame: bool) -> bool:
        wide = self.grid.cols * width + (width > TIGHT)
        return wide + 2 * frame <= cols and self.grid.rows + 2 * frame <= rows

    def _bar(self, high: int, wide: int, room: int) -> str:
        """Say which part of the board is shown, in long or in short."""
        rows, cols = f"{self.top + 1}-{self.top + high}", f"{self.left + 1}-{self.left + wide}"
        long = f"-- rows {rows} of {self.grid.rows}, columns {cols} of {self.grid.cols} --"
        return long if len(long) <= room else f"-- rows {rows}, columns {cols} --"[:room]

    def _framed(self, lines: list[Line]) -> list[Line]:
        corners, across, down = ("┌┐└┘", "─", "│") if self.boxes else ("++++", "-", "|")
        bar = across * len(lines[0])
        above, below = ([(char, FRAME) for char in f"{corners[at]}{bar}{corners[at + 1]}"] for at in (0, 2))
        return [above, *([(down, FRAME), *line, (down, FRAME)] for line in lines), below]

    def _line(self, faces: bytes, row: int, cols: range, width: int, cursor: Cell, marks: Marks) -> Line:
        line: Line = []
        for col in cols:
            cell = Cell(row, col)
            sign, style = self._sign(faces[col], cell, width, marks)
            if width == TIGHT:
                line.append((sign, CURSOR if cell == cursor else style))
                continue
            before = Cell(row, col - 1)
            own = self._own(faces[col - 1], before, marks) if col > cols[0] else None
            line.append(_gap(cell, before, cursor, marks, own))
            line += [(char, style) for char in sign.rjust(width - 1)]
        if width > TIGHT:
            last = Cell(row, cols[-1])
            line.append(_gap(Cell(row, -1), last, cursor, marks, self._own(faces[last.col], last, marks)))
        return line

    def _own(self, face: int, cell: Cell, marks: Marks) -> tuple[str, Style] | None:
        """Give the player's own mark of a cell, if its place is taken by a risk."""
        return self._looks[face] if face in OWN and marks.risks is not None and cell in marks.risks else None

    def _sign(self, face: int, cell: Cell, width: int, marks: Marks) -> tuple[str, Style]:
        sign, style = self._looks[face]
        if marks.risks is not None and (risk := marks.risks.get(cell)) is not None:
            attributes = _BOLD | {"underline"} if face in OWN else _BOLD
            return percent(risk), Style("97", next(paper for most, paper in HEAT if risk <= most), attributes)
        if cell in marks.safe:
            return "+", SAFE
        if cell in marks.mines:
            return "M", MINE
        return (sign, ARGUMENT) if cell in marks.numbers else (sign, style)


def percent(risk: float) -> str:
    """Write a risk with two characters: what is certain is not a number."""
    return {0.0: "ok", 1.0: "**"}.get(risk) or f"{min(99, max(1, round(100 * risk))):02}"


def _gap(
    right: Cell, left: Cell, cursor: Cell, marks: Marks, own: tuple[str, Style] | None = None
) -> tuple[str, Style]:
    """Give what stands between two cells: brackets of the cursor, the left one's own mark, or those of an argument."""
    if cursor == left:
        return "]", CURSOR
    if own:
        return own
    if cursor == right:
        return "[", CURSOR
    if right in marks.numbers:
        return " " if left in marks.numbers else "(", ARGUMENT  # one pair around all that stand side by side
    return (")", ARGUMENT) if left in marks.numbers else BLANK


def _margin(length: int) -> int:
    """Say how far from the ends of a window the cursor stays."""
    return min(2, max(0, (length - 1) // 4))


def _follow(start: int, place: int, length: int, whole: int, margin: int = 0) -> int:
    """Move a window so that a place lies inside it, not too near its ends, and nothing beyond the board."""
    start = min(max(start, place - length + 1 + margin), place - margin)
    return max(0, min(start, whole - length))
