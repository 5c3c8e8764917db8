"""The part of a screen that fits a terminal: it follows the cursor and keeps the lines below the board in sight."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fogfield.wire.canvas import BEHIND, PLAIN, Canvas, Style, is_wide

LEAST_COLS = 20
LEAST_ROWS = 6
#: The lines below the last blank line of a screen, such as a status line, are kept in sight if they are so few.
MOST_FOOT = 4

Line = list[tuple[str, Style]]


@dataclass
class Frame:
    """What is to be shown: lines for the terminal's rows, and the cursor's place if it is in sight."""

    lines: list[Line]
    cursor: tuple[int, int] | None


@dataclass
class Viewport:
    """Remembers how far the board is scrolled."""

    top: int = 0
    left: int = 0
    colour: bool = True
    #: Whether the cursor is on the board; if it is not, `scroll` moves the view.
    follows: bool = True
    _last: tuple[int, int] = (0, 0)
    _moved: bool = False
    _before: list[str] = field(default_factory=list)

    def frame(self, canvas: Canvas, cols: int, rows: int) -> Frame:
        """Choose what to show in a terminal of this size."""
        if cols < LEAST_COLS or rows < LEAST_ROWS:
            return Frame([_plain(line[:cols]) for line in ("too small:", f"{LEAST_COLS}x{LEAST_ROWS} needed")], None)
        board, foot = _split(canvas.lines)
        foot = [line[at : at + cols] for line in foot for at in range(0, max(1, len(line)), cols)][: rows // 2]
        self.follows = canvas.row < len(board)
        if self.follows:
            self._last, self._moved = (canvas.row, canvas.col), False
        if len(board) + bool(foot) + len(foot) <= rows and max(map(len, board), default=0) <= cols:
            self.top = self.left = 0
            blank: list[Line] = [[]] if foot else []
            place = min(canvas.row, rows - 1), min(canvas.col, cols - 1)
            return Frame([*board, *blank, *foot], place if self._shows(canvas) else None)
        return self._scrolled(canvas, board, foot, cols, rows)

    def _shows(self, canvas: Canvas) -> bool:
        """Say whether the cursor is shown: a server that hides it shows the place by a colour, if there are colours."""
        return not (canvas.hides_cursor and self.colour)

    def scroll(self, down: int, right: int) -> None:
        """Move over a board that has no cursor any more, as after the end of a game."""
        if not self.follows:
            self._moved = True
            self.top += down
            self.left += right

    def _scrolled(self, canvas: Canvas, board: list[Line], foot: list[Line], cols: int, rows: int) -> Frame:
        height = rows - len(foot) - 1
        widest = max(map(len, board), default=0)
        if not self._moved:  # what was acted on last stays in sight
            self.top = _follow(self.top, self._last[0], height, margin=min(2, height // 4))
            self.left = _follow(self.left, self._last[1], cols, margin=min(4, cols // 4))
        self.top = max(0, min(self.top, len(board) - height))
        self.left = max(0, min(self.left, widest - cols))
        shown = [line[self.left : self.left + cols] for line in board[self.top : self.top + height]]
        lines_shown = f"{self.top + 1}-{self.top + len(shown)}", len(board)
        columns_shown = f"{self.left + 1}-{min(self.left + cols, widest)}", widest
        bar = _bar(lines_shown, columns_shown, cols)
        blank: list[Line] = [[] for _ in range(height - len(shown))]
        lines = [*shown, *blank, _plain(bar, "faint"), *foot]
        place = canvas.row - self.top, canvas.col - self.left
        return Frame(lines, place if self.follows and self._shows(canvas) else None)

    def paint(self, frame: Frame, rows: int, *, afresh: bool = False) -> str:
        """Give the output that brings a terminal to a frame, from the one before."""
        if afresh or len(self._before) != rows:
            self._before = []
        now = [self._text(line) for line in frame.lines[:rows]]
        now += [""] * (rows - len(now))
        before: Sequence[str | None] = self._before or [None] * rows
        out = ["\x1b[?25l"]
        for row, (old, new) in enumerate(zip(before, now, strict=True)):
            if old != new:  # erased before it is written: behind a full line some terminals erase its last column
                out.append(f"\x1b[{row + 1};1H\x1b[0m\x1b[K{new}\x1b[0m")
        self._before = now
        if frame.cursor:
            out.append(f"\x1b[{frame.cursor[0] + 1};{frame.cursor[1] + 1}H\x1b[?25h")
        return "".join(out)

    def _text(self, line: Line) -> str:
        out = []
        style = PLAIN
        for char, wanted in _whole(line):
            if not self.colour:
                wanted = Style(attributes=wanted.attributes)
            if wanted != style:
                out.append(wanted.sgr())
                style = wanted
            out.append(char)
        return "".join(out)


def _bar(lines: tuple[str, int], columns: tuple[str, int], cols: int) -> str:
    """Say which part is shown, in as many words as there is room for."""
    (line, all_lines), (column, all_columns) = lines, columns
    texts = (
        f"-- lines {line} of {all_lines}, columns {column} of {all_columns} --",
        f"-- lines {line} of {all_lines}, columns {column} of {all_columns}",
        f"lines {line}/{all_lines}, columns {column}/{all_columns}",
        f"{line}/{all_lines}, {column}/{all_columns}",
        f"{line}/{all_lines}",
    )
    return next((text for text in texts if len(text) <= cols), "")


def _whole(line: Line) -> Line:
    """Give a part of a line without halves of wide characters."""
    if line and line[0][0] == BEHIND:
        line = [(" ", line[0][1]), *line[1:]]
    if line and is_wide(line[-1][0]):
        line = [*line[:-1], (" ", line[-1][1])]
    return line


def _split(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """Part the board from the few lines below the last blank one."""
    for number in range(len(lines) - 1, max(-1, len(lines) - 2 - MOST_FOOT), -1):
        if all(char == " " for char, _ in lines[number]):
            return lines[:number], lines[number + 1 :]
    return lines, []


def _follow(start: int, place: int, length: int, margin: int) -> int:
    """Move a window so that a place lies inside it, not too near its ends."""
    return min(max(start, place - length + 1 + margin), place - margin)


def _plain(text: str, *attributes: str) -> Line:
    style = Style(attributes=frozenset(attributes))
    return [(char, style) for char in text]
