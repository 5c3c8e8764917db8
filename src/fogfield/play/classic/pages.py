"""What a player of classic minesweeper sees: a screen full of lines. Nothing here reads or writes."""

import re
from typing import NamedTuple, TypeAlias

from fogfield.core.grid import Cell
from fogfield.play.classic.drawing import GREY, Board, Drawn, Marks
from fogfield.play.styled import ends, fit, flow, paragraph, styled
from fogfield.play.viewport import Line
from fogfield.wire.canvas import BLANK, PLAIN, Style

LEAST_COLS, LEAST_ROWS = 34, 10

BOLD = Style(attributes=frozenset({"bold"}))
FAINT = Style(ink=GREY)
GOOD = Style(ink="92", attributes=frozenset({"bold"}))
BAD = Style(ink="91", attributes=frozenset({"bold"}))
WARNING = Style(ink="93", attributes=frozenset({"bold"}))
HINT = Style(ink="96")

KEYS = (
    "Enter open", "f flag", "H help", "q quit", "n new", "? safe cell?", "! show one", "% odds", "c chord", "r again",
)  # fmt: skip
END_KEYS = ("n new game", "H help", "q quit", "r same board again")
PROOF_KEY = "p proof"
PROOF_KEYS = ("right left step", "q back", "] [ next that is not trivial", "Home End")
BOT_KEYS = ("Space pause", "n new game", "q quit", "H help")
PAUSED_KEYS = ("Space go on", *BOT_KEYS[1:])
MORE = "... Tab shows all of it"
WAIT_KEYS = ("Escape cancel", "q quit")
#: What parts a line that may be too long; and what is cut off in the middle is at least so long.
_GAPS = re.compile(r"( {2,}|, )")
_LEAST_CUT = 12

#: What is said below the board: paragraphs, each with its style.
Message: TypeAlias = tuple[tuple[str, Style], ...]


class Scene(NamedTuple):
    """What is to be shown."""

    title: str
    status: str
    name: str
    note: str
    faces: tuple[bytes, ...]
    cursor: Cell
    marks: Marks = Marks()
    message: Message = ()
    keys: tuple[str, ...] = KEYS


class Page(NamedTuple):
    """A screen, the terminal's cursor on it, and where the board is."""

    lines: list[Line]
    cursor: tuple[int, int] | None = None
    drawn: Drawn | None = None
    top: int = 0
    left: int = 0

    def cell(self, row: int, col: int) -> Cell | None:
        """Give the cell at a place of the screen."""
        return self.drawn.cell(row - self.top, col - self.left) if self.drawn else None


def keys(*, over: bool, proof: bool) -> tuple[str, ...]:
    """Give what keys do; a board that has no proof shows none."""
    return (*(END_KEYS if over else KEYS), *((PROOF_KEY,) if proof else ()))


def too_small(cols: int, rows: int, question: str = "") -> Page | None:
    """Say so if a terminal is too small; a question that waits for an answer is asked on any."""
    if cols >= LEAST_COLS and rows >= LEAST_ROWS:
        return None
    if question:
        asked = paragraph(question, cols, WARNING)
        fits = len(asked) <= rows and max(map(len, asked)) <= cols
        return Page(asked if fits else [styled("y/n?"[:cols], WARNING)])
    return Page([styled("too small:"[:cols]), styled(f"{LEAST_COLS}x{LEAST_ROWS} needed"[:cols])][:rows])


def page(scene: Scene, board: Board, cols: int, rows: int) -> Page:
    """Fill a screen: what is played and how far it is, the board, what is to be said, the keys."""
    head = [
        _head(scene.title, scene.status, cols, BOLD),
        _head(scene.name, scene.note, cols, FAINT),
    ]
    foot = _foot(scene, cols, rows)
    room = rows - len(head) - len(foot)
    drawn = board.draw(scene.faces, scene.cursor, scene.marks, cols, room)
    left = max(0, (cols - max(map(len, drawn.lines))) // 2)
    above = max(0, (room - len(drawn.lines)) // 3)
    body: list[Line] = [*([] for _ in range(above)), *([*[BLANK] * left, *line] for line in drawn.lines)]
    body += [[] for _ in range(room - len(body))]
    top = len(head) + above
    cursor = top + drawn.cursor[0], left + drawn.cursor[1]
    return Page([fit(line, cols) for line in (*head, *body, *foot)], cursor, drawn, top, left)


def _head(left: str, right: str, cols: int, style: Style) -> Line:
    """Put as much to both ends of a line as has room; the right one goes before."""
    right = whole(right, cols - 2)
    left = whole(left, cols - len(right) - 3)
    return ends(styled(f" {left}", style), styled(f"{right} ", style), cols)


def whole(text: str, columns: int) -> str:
    """Leave out the last parts of a text if they have no room. None is cut: `first 9,16` would be another cell."""
    kept, *rest = _GAPS.split(text)
    if len(kept) > columns:
        return f"{kept[: columns - 3]}..." if columns >= _LEAST_CUT else ""
    for gap, part in zip(rest[::2], rest[1::2], strict=True):
        if len(kept) + len(gap) + len(part) > columns:
            break
        kept += gap + part
    return kept


def _foot(scene: Scene, cols: int, rows: int) -> list[Line]:
    """Say what is to be said, then name the keys: always in as many lines, so that the board stays where it is."""
    height = 2 if rows < 16 else 3 if rows < 22 else 4 if rows < 30 else 6
    said = [line for text, style in scene.message for line in paragraph(text, cols - 2, style)]
    if len(said) > height:
        said = [*said[: height - 1], styled(MORE, FAINT)]
    keys = [styled(text, FAINT) for text in flow(scene.keys, cols - 2)][: max(0, height - max(1, len(said)))]
    blank: list[Line] = [[] for _ in range(height - len(said) - len(keys))]
    return [[*styled(" "), *line] for line in (*said, *blank, *keys)]


def clock(seconds: float) -> str:
    """Write a time that runs."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def sentence(text: str) -> str:
    """Make a sentence of what begins in lower case."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def plain(*texts: str) -> Message:
    """Give texts without a style."""
    return tuple((text, PLAIN) for text in texts)
