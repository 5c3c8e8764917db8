"""A view for any terminal, and moves in words. Rows and columns are counted from 1, as players read them everywhere."""

from fogfield.core.counting import count
from fogfield.core.record import Move
from fogfield.games.classic import faces
from fogfield.games.classic.rules import Action, Chord, Fence, Reveal
from fogfield.games.classic.view import View
from fogfield.kits.mines.telling import named
from fogfield.wire.canvas import BLANK
from fogfield.wire.picture import Drawing, Line, Panel, Paper, Picture, sheet, with_attributes

_LEGEND = (
    "? closed", "1-8 mines around", "! flag", "~ in doubt", "B mine", "@ flagged mine", "/ wrong flag", "* hit",
    "[ ] last",
)  # fmt: skip
_BLUE, _GREEN, _RED, _PURPLE, _CYAN, _YELLOW, _PLAIN = (f"\x1b[{code}m" for code in (34, 32, 31, 35, 36, 33, 0))
_COLOURS = {
    "?": _PLAIN, ".": _PLAIN, "1": _BLUE, "2": _GREEN, "3": _RED, "4": _PURPLE, "5": _YELLOW, "6": _CYAN, "7": _PLAIN,
    "8": _PLAIN, "!": _RED, "~": _YELLOW, "B": _RED, "@": _GREEN, "/": _PURPLE, "*": _RED,
}  # fmt: skip
_CELLS = {ord(face): sheet([colour + face])[0][0] for face, colour in _COLOURS.items()}
#: With more columns than this there is no room for brackets.
_ROOMY = 60


def draw(view: View, last: Move[Action] | None, paper: Paper) -> Drawing:
    """Draw the board with the last cell in brackets, or reversed where there is no room for them."""
    roomy = view.columns <= _ROOMY
    lines = [_line(row, roomy) for row in view.faces]
    focus = None
    if last:
        row, col = last.action.cell
        focus = row, 2 * col + 1 if roomy else col
        with_attributes(lines[row], focus[1], "reverse")
        if roomy:
            with_attributes(lines[row], focus[1] - 1, "bold", sign="[")
            with_attributes(lines[row], focus[1] + 1, "bold", sign="]")
    counts = f"{count(view.mines, 'mine')}, {count(view.flags, 'flag')}"
    note = f"{view.columns}x{view.rows}, {counts}, start {view.start}"
    return Drawing((Panel(lines, note=note, focus=focus),), _LEGEND)


def say(view: View, last: Move[Action]) -> str:
    """Say what was revealed or marked."""
    row, col = last.action.cell
    face = view.faces[row][col : col + 1]
    where = named(last.action.cell)
    if isinstance(last.action, Chord):
        return f"opens all around {where}"
    if isinstance(last.action, Fence):
        return f"flags all around {where}"
    if isinstance(last.action, Reveal):
        found = {faces.EXPLODED: "a mine", faces.EMPTY: "no mine around"}
        return f"reveals {where}: {found.get(face) or face.decode()}"
    marks = {faces.FLAG: "flags", faces.FLAGGED_MINE: "flags", faces.QUESTION: "doubts"}
    return f"{marks.get(face, 'takes the mark from')} {where}"


def _line(row: bytes, roomy: bool) -> Line:
    cells = [_CELLS[face] for face in row]
    if not roomy:
        return cells
    line = [BLANK] * (2 * len(cells) + 1)
    line[1::2] = cells
    return line


PICTURE = Picture(draw, say)
