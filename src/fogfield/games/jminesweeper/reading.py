"""Screens -> what stands on them: ours, and plain ones of other servers, such as rows of `[?]`.

Where the board lies is learnt from the first screen of a game, on which every cell is closed. So a reader needs to know
nothing of a server but the four published characters.
"""

import re
from itertools import pairwise
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell
from fogfield.games.jminesweeper import faces
from fogfield.wire.canvas import Canvas

#: Cells are no farther apart than this.
MOST_STEP = 8
_CLOSED, _EMPTY = faces.HIDDEN.decode(), faces.EMPTY.decode()
_DIGITS = {_EMPTY: 0, **{str(digit): digit for digit in range(9)}}
_WON = re.compile(r"\bgame won\b|\byou (?:have )?(?:won|win)\b", re.IGNORECASE)
_LOST = re.compile(r"\bgame (?:lost|over)\b|\byou (?:have )?(?:lost|lose)\b", re.IGNORECASE)
#: As our own status line says it. Elsewhere the same word may mean those that are left.
_BOMBS = re.compile(r"\bbombs (\d{1,5})   marks \d")


class Unreadable(FogfieldError):
    """A screen is not one of a game that was asked for."""


class Layout(NamedTuple):
    """Where the cells of a board stand on a screen: the first one, and how many columns they are apart."""

    top: int
    left: int
    step: int
    rows: int
    cols: int

    def cell(self, line: int, column: int) -> Cell | None:
        """Give the cell that stands at a place, if one does."""
        row, (col, beside) = line - self.top, divmod(column - self.left, self.step)
        inside = 0 <= row < self.rows and 0 <= col < self.cols and not beside
        return Cell(row, col) if inside else None


class Look(NamedTuple):
    """What a screen shows: digits of open cells, closed cells that are marked, the cursor, and whether it is over."""

    shown: dict[Cell, int]
    marked: frozenset[Cell]
    cursor: Cell | None
    #: "won", "lost", or nothing while the game goes on.
    ending: str
    #: How many bombs there are, if the screen says so.
    bombs: int | None


def printed(canvas: Canvas, content: bytes) -> Canvas:
    """Print a screen. The last one of some servers has no clear of its own: it replaces what was there all the same."""
    text = content.decode("utf-8", "replace")
    if "\x1b[2J" not in text:
        canvas = Canvas()
    canvas.feed(text)
    return canvas


def learn(canvas: Canvas, rows: int, cols: int) -> Layout:
    """Find the board on the first screen of a game."""
    if found := _board(canvas, rows, cols):
        return found
    if rows != cols and _board(canvas, cols, rows):
        drawn, asked = f"{count(cols, 'row')} of {count(rows, 'cell')}", f"{count(rows, 'row')} of {cols}"
        raise Unreadable(f"the server draws {drawn}, where {asked} were asked for")
    text = " ".join(" ".join(canvas.text()).split())
    said = f"; it says: {text[:120]}" if text else ""
    wanted = f"{count(rows, 'row')} with {count(cols, 'closed cell')}"
    raise Unreadable(f"the first screen shows no board of {wanted}{said}")


def _board(canvas: Canvas, rows: int, cols: int) -> Layout | None:
    places = [tuple(at for at, (char, _) in enumerate(line) if char == _CLOSED) for line in canvas.lines]
    for top in range(len(places) - rows + 1):
        first = places[top]
        if len(first) != cols or places[top : top + rows] != [first] * rows:
            continue
        steps = {right - left for left, right in pairwise(first)} or {1}
        if len(steps) == 1 and max(steps) <= MOST_STEP:
            return Layout(top, first[0], steps.pop(), rows, cols)
    return None


def read(canvas: Canvas, layout: Layout) -> Look:
    """Read a screen of the same game."""
    text = "\n".join(canvas.text())
    ending = "won" if _WON.search(text) else "lost" if _LOST.search(text) else ""
    bombs = _BOMBS.search(text)
    shown, marked = {}, []
    for row in range(layout.rows):
        line = canvas.lines[layout.top + row] if layout.top + row < len(canvas.lines) else []
        faces_of_row = line[layout.left : layout.left + layout.cols * layout.step : layout.step]
        if not ending and (len(faces_of_row) < layout.cols or any(char == " " for char, _ in faces_of_row)):
            raise Unreadable(f"row {row + 1} of the board is missing on the screen, or a part of it")
        for col, (char, _) in enumerate(faces_of_row):
            if (digit := _DIGITS.get(char)) is not None:
                shown[Cell(row, col)] = digit
            elif char != _CLOSED:
                marked.append(Cell(row, col))
    cursor = layout.cell(canvas.row, canvas.col)
    return Look(shown, frozenset(marked), cursor, ending, int(bombs[1]) if bombs else None)
