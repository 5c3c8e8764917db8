"""Screens -> what stands on them: ours, and plain ones of other servers, such as rows of `[?]`.

Where the board lies is learnt from the first screen of a game, on which every cell is closed. So a reader needs to know
nothing of a server but the four published characters.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell
from fogfield.games.jminesweeper import faces
from fogfield.games.jminesweeper.messages import ScreenContent
from fogfield.wire.canvas import Canvas

#: Cells are no farther apart than this.
MOST_STEP = 8
#: Nor are rows: between them there may be lines of a frame.
MOST_DOWN = 3
#: A screen is cleared, or it is said where something is drawn.
_CLEAR = b"\x1b[2J"
_BEGINS = re.compile(rb"\x1b(?:8|\[(?:2J|[\d;]*[A-Hdfu`]))")
_CLOSED, _EMPTY = faces.HIDDEN.decode(), faces.EMPTY.decode()
_DIGITS = {_EMPTY: 0, **{str(digit): digit for digit in range(9)}}
#: A number behind the word counts games: that is a score.
_NO_SCORE = r"\b(?![ :=]*\d)"
_WON = re.compile(rf"\bgame won{_NO_SCORE}|\byou (?:have )?(?:won|win){_NO_SCORE}", re.IGNORECASE)
_LOST = re.compile(rf"\bgame (?:lost|over){_NO_SCORE}|\byou (?:have )?(?:lost|lose){_NO_SCORE}", re.IGNORECASE)
#: As our own status line says it. Elsewhere the same word may mean those that are left.
_BOMBS = re.compile(r"\bbombs (\d{1,5})   marks \d")


class Unreadable(FogfieldError):
    """A screen is not one of a game that was asked for."""


class Layout(NamedTuple):
    """Where the cells of a board stand on a screen: the first one, and how many lines and columns they are apart."""

    top: int
    left: int
    down: int
    step: int
    rows: int
    cols: int

    def cell(self, line: int, column: int) -> Cell | None:
        """Give the cell that stands at a place, if one does."""
        (row, below), (col, beside) = divmod(line - self.top, self.down), divmod(column - self.left, self.step)
        inside = 0 <= row < self.rows and 0 <= col < self.cols and not below and not beside
        return Cell(row, col) if inside else None


class Look(NamedTuple):
    """What a screen shows: digits of open cells, closed cells that are marked, the cursor, and whether it is over."""

    shown: dict[Cell, int]
    #: What is neither open nor closed: marked by the player, or a bomb after the end.
    marked: frozenset[Cell]
    cursor: Cell | None
    #: "won", "lost", or nothing while the game goes on.
    ending: str
    #: How many bombs there are, if the screen says so.
    bombs: int | None


def printed(canvas: Canvas, content: bytes) -> Canvas:
    """Print a screen.

    The last one of some servers neither clears nor says where it begins: it replaces what was there all the same.
    """
    if not _BEGINS.search(content):
        canvas = Canvas()
    canvas.feed(content.decode("utf-8", "replace"))
    return canvas


def in_sight(screens: Iterable[ScreenContent]) -> list[ScreenContent]:
    """Give those of several screens that have to be printed: none before one that replaces all."""
    found: list[ScreenContent] = []
    for screen in screens:
        if _CLEAR in screen.content or not _BEGINS.search(screen.content):
            found = []
        found.append(screen)
    return found


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
    for down in range(1, MOST_DOWN + 1 if rows > 1 else 2):
        for top in range(len(places) - down * (rows - 1)):
            first = places[top]
            if len(first) != cols or places[top : top + down * (rows - 1) + 1 : down] != [first] * rows:
                continue
            steps = {right - left for left, right in pairwise(first)} or {1}
            if len(steps) == 1 and max(steps) <= MOST_STEP:
                return Layout(top, first[0], down, steps.pop(), rows, cols)
    return None


def read(canvas: Canvas, layout: Layout) -> Look:
    """Read a screen of the same game."""
    text = "\n".join(canvas.text())
    ending = "won" if _WON.search(text) else "lost" if _LOST.search(text) else ""
    bombs = _BOMBS.search(text)
    shown, marked = {}, []
    for row in range(layout.rows):
        at = layout.top + row * layout.down
        line = canvas.lines[at] if at < len(canvas.lines) else []
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
