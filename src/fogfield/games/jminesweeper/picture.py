"""A view for any terminal, and moves in words. Rows and columns are counted as in a record, from 0."""

from fogfield.core.counting import count
from fogfield.core.record import Move
from fogfield.games.jminesweeper import faces, screen
from fogfield.games.jminesweeper.rules import LEVELS, Action, Reveal, ToggleDebug
from fogfield.games.jminesweeper.view import View
from fogfield.wire.canvas import BLANK
from fogfield.wire.picture import Drawing, Line, Panel, Paper, Picture, sheet, with_attributes

_LEGEND = ("? hidden", "1-8 bombs around", "! mark", "B bomb", "@ marked bomb", "/ wrong mark", "* hit", "[ ] last")
#: Every face in the colours of the screen.
_CELLS = {face[0]: sheet([(colour + face).decode()])[0][0] for face, colour in screen.COLOURS.items()}
_FOUND = {faces.EXPLODED: "a bomb", faces.EMPTY: "no bomb around"}
_MARKS = (faces.MARK, faces.MARKED_BOMB, faces.WRONG_MARK)


def draw(view: View, last: Move[Action] | None, paper: Paper) -> Drawing:
    """Draw the board with the last cell in brackets, or reversed where there is no room for them."""
    roomy = view.options.columns <= screen.ROOMY_COLUMNS
    lines = [_line(row, roomy) for row in view.faces]
    focus = None
    if last and not isinstance(last.action, ToggleDebug):
        row, col = last.action.cell
        focus = row, 2 * col + 1 if roomy else col
        with_attributes(lines[row], focus[1], "reverse")
        if roomy:
            with_attributes(lines[row], focus[1] - 1, "bold", sign="[")
            with_attributes(lines[row], focus[1] + 1, "bold", sign="]")
    return Drawing((Panel(lines, note=_note(view), focus=focus),), _LEGEND)


def say(view: View, last: Move[Action]) -> str:
    """Say what was revealed or marked."""
    if isinstance(last.action, ToggleDebug):
        return f"switches debug mode {'on' if view.debug else 'off'}"
    row, col = last.action.cell
    face = view.faces[row][col : col + 1]
    where = f"row {row}, column {col}"
    if isinstance(last.action, Reveal):
        return f"reveals {where}: {_FOUND.get(face) or face.decode()}"
    return f"marks {where}" if face in _MARKS else f"takes the mark from {where}"


def _line(row: bytes, roomy: bool) -> Line:
    cells = [_CELLS[face] for face in row]
    if not roomy:
        return cells
    line = [BLANK] * (2 * len(cells) + 1)
    line[1::2] = cells
    return line


def _note(view: View) -> str:
    options = view.options
    size = f"{options.columns}x{options.rows}, level {options.level} {LEVELS[options.level]}"
    counts = f"{count(view.bombs, 'bomb')}, {count(view.marks, 'mark')}"
    return f"{size}, {counts}{', debug' if view.debug else ''}"


PICTURE = Picture(draw, say)
