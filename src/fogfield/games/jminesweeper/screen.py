"""View -> the bytes of a screen: ASCII and ANSI, for a client that prints them and adds nothing of its own.

What the published client forces on every screen (SPEC.md, "Screens"): it begins with its own clear and home, it
ends with colours off, it holds no character outside ASCII, and it stays small, because that client reads a
screen with a single call and dies when it gets only a part.
"""

import re
from functools import lru_cache
from itertools import compress, count
from operator import is_not

from fogfield.core.grid import Cell
from fogfield.games.jminesweeper import faces
from fogfield.games.jminesweeper.rules import LEVELS, Options
from fogfield.games.jminesweeper.view import View
from fogfield.wire import ansi

#: Colour is dropped from a game whose screen would grow larger: one loopback segment is 65,483 bytes.
BUDGET_BYTES = 60_000
#: Up to so many columns a cell is two characters wide, which fits 80 columns and leaves room for the cursor's brackets.
ROOMY_COLUMNS = 39

#: What each face is painted with.
COLOURS = {
    b"1": ansi.sgr(94),
    b"2": ansi.sgr(32),
    b"3": ansi.sgr(91),
    b"4": ansi.sgr(34),
    b"5": ansi.sgr(35),
    b"6": ansi.sgr(36),
    b"7": ansi.sgr(33),
    b"8": ansi.sgr(37),
    faces.EMPTY: ansi.sgr(90),
    faces.HIDDEN: ansi.RESET,
    faces.MARK: ansi.sgr(1, 93),
    faces.BOMB: ansi.sgr(1, 91),
    faces.MARKED_BOMB: ansi.sgr(1, 92),
    faces.WRONG_MARK: ansi.sgr(1, 95),
    faces.EXPLODED: ansi.sgr(97, 41),
}
_RUN = re.compile(rb"(\S)(?: ?\1)*")
_WON = b"\x1b[1;92mGAME WON\x1b[0m"
_LOST = b"\x1b[1;91mGAME LOST\x1b[0m"
# The four published characters are for cells alone: no B, ? or . stands in these lines.
_KEYS = b"w a s d move   Return reveal   Space mark   Tab new game   # debug   x quit"
_LEGEND = b"* hit   @ marked bomb   / wrong mark   Tab new game   x quit"
_BEGIN = ansi.WRAP_OFF + ansi.CLEAR + ansi.SHOW_CURSOR
_END = ansi.RESET + ansi.WRAP_ON


class Screen:
    """The screen of one game. It remembers its rows and draws again only those that changed."""

    __slots__ = ("_board", "_colour", "_faces", "_roomy", "_rows", "_status", "_status_of")

    def __init__(self, options: Options) -> None:
        self._roomy = options.columns <= ROOMY_COLUMNS
        self._colour = options.columns * options.rows < BUDGET_BYTES
        self._faces: tuple[bytes, ...] = ()
        self._rows: list[bytes] = []
        self._board = b""
        self._status = b""
        self._status_of: tuple[View, str] | None = None

    def draw(self, view: View, cursor: Cell, note: str = "") -> tuple[bytes, ...]:
        """Give the whole screen, in pieces; `note` is a sentence for the player."""
        if view.faces is not self._faces:
            self._draw_board(view)
        if self._status_of is None or self._status_of[0] is not view or self._status_of[1] != note:
            self._status_of = (view, note)
            self._status = _status(view, note)
        return (self._board, self._status, _cursor(view, cursor))

    def _draw_board(self, view: View) -> None:
        before, self._faces = self._faces, view.faces
        if not before:
            before, self._rows = (b"",) * len(view.faces), [b""] * len(view.faces)
        for row in compress(count(), map(is_not, before, view.faces)):
            self._rows[row] = ansi.at(row, 0) + _row(view.faces[row], self._roomy, self._colour)
        if self._colour and sum(map(len, self._rows)) > BUDGET_BYTES - 1_000:  # the rest of a screen is less
            self._colour = False
            self._rows = [ansi.at(row, 0) + _row(line, self._roomy, False) for row, line in enumerate(view.faces)]
        self._board = b"".join((_BEGIN, *self._rows, ansi.RESET))


def no_game(note: str = "") -> bytes:
    """Give the screen of a connection that has not started a game."""
    lines = [
        b"JMinesweeper",
        b"",
        b"No game yet - START one with 1 to 255 columns and rows and level 1, 2 or 3",
    ]
    if note:
        lines += [b"", _ascii(note)]
    return _BEGIN + b"\r\n".join(lines) + b"\r\n" + _END


@lru_cache(maxsize=256)  # the rows of a fresh board are all the same
def _row(line: bytes, roomy: bool, colour: bool) -> bytes:
    if roomy:
        spaced = bytearray(b" " * (2 * len(line) + 1))
        spaced[1::2] = line
        line = bytes(spaced)
    return _RUN.sub(_coloured, line) if colour else line


def _coloured(run: re.Match[bytes]) -> bytes:
    # The ground of an exploded bomb must not run on into the next cell.
    return COLOURS[run[1]] + run[0] + (ansi.RESET if run[1] == faces.EXPLODED else b"")


def _status(view: View, note: str) -> bytes:
    options = view.options
    figures = b"level %d %b   bombs %d   marks %d" % (
        options.level, LEVELS[options.level].encode(), view.bombs, view.marks,
    )  # fmt: skip
    if view.outcome:
        figures = (_WON if view.outcome.winners else _LOST) + b"   " + figures
    if view.debug:
        figures += b"   debug"
    help_line = _ascii(note) or (_LEGEND if view.outcome else _KEYS)
    return b"".join((ansi.at(options.rows + 1, 0), figures, ansi.at(options.rows + 2, 0), help_line))


def _cursor(view: View, cursor: Cell) -> bytes:
    """Leave the terminal's cursor on the cell (a roomy board brackets it too), or below the text at the end."""
    if view.outcome:
        return _END + ansi.at(view.options.rows + 3, 0)
    row = cursor.row + 1
    if view.options.columns > ROOMY_COLUMNS:
        return b"%b\x1b[%d;%dH" % (_END, row, cursor.col + 1)
    col = 2 * cursor.col + 1
    return b"\x1b[%d;%dH\x1b[1m[\x1b[%d;%dH]%b\x1b[%d;%dH" % (row, col, row, col + 2, _END, row, col + 1)


def _ascii(note: str) -> bytes:
    return note.encode("ascii", "replace").replace(b"?", b"-")
