"""A view for any terminal, and commands in words; apart from the screen, which the program imports at its start."""

from fogfield.core.record import Move
from fogfield.games.alpha import screen
from fogfield.games.alpha.rules import FLAG, GUESS, Action, Verb
from fogfield.games.alpha.view import View
from fogfield.wire.canvas import PLAIN, Style
from fogfield.wire.picture import Drawing, Line, Panel, Paper, Picture, with_attributes

_LEGEND = ("0-8 mines around", "F flag", "? guess", "< > mine", "[ ] the last square")
_BOLD = frozenset({"bold"})
_STYLES = {
    **dict(zip("12345678", (Style(ink=ink) for ink in ("94", "32", "91", "34", "35", "36", "33", "37")), strict=True)),
    FLAG: Style(ink="93", attributes=_BOLD),
    GUESS: Style(ink="95", attributes=_BOLD),
}
_MINE = Style(ink="91", attributes=_BOLD)
#: The lines of a block that come before its board.
_BEFORE = 3
_DEEDS = {Verb.HELP: "asks for help", Verb.NOFOG: "lifts the fog", Verb.QUIT: "quits"}


def draw(view: View, last: Move[Action] | None, paper: Paper) -> Drawing:
    """Draw the board with its numbers, and the last square in brackets, unless it shows a mine."""
    texts = screen.block(view).split("\n")[_BEFORE:][: len(view.squares) + 1]
    lines = [*(_row(view, row, text) for row, text in enumerate(texts[:-1])), [(char, PLAIN) for char in texts[-1]]]
    focus = None
    if last and last.action.cell:
        row, col = last.action.cell
        focus = row, _column(col)
        with_attributes(lines[row], focus[1], "reverse")
        if (row, col) not in view.mines:
            with_attributes(lines[row], focus[1] - 1, "bold", sign="[")
            with_attributes(lines[row], focus[1] + 1, "bold", sign="]")
    return Drawing((Panel(lines, note=f"rounds completed: {view.rounds}", focus=focus),), _LEGEND)


def _column(col: int) -> int:
    return 5 + 4 * col


def _row(view: View, row: int, text: str) -> Line:
    line: Line = [(char, PLAIN) for char in text]
    for col, char in enumerate(view.squares[row]):
        at = _column(col)
        line[at] = char, _STYLES.get(char, PLAIN)
        if (row, col) in view.mines:
            line[at - 1], line[at + 1] = ("<", _MINE), (">", _MINE)
    return line


def say(view: View, last: Move[Action]) -> str:
    """Say which command was given, and what a revealed square shows."""
    verb, cell = last.action
    if not cell:
        return _DEEDS[verb]
    where = f"row {cell.row}, column {cell.col}"
    if verb is Verb.REVEAL:
        shown = "a mine" if cell in view.mines else view.squares[cell.row][cell.col]
        return f"reveals {where}: {shown}"
    return f"marks {where}" if verb is Verb.MARK else f"guesses {where}"


PICTURE = Picture(draw, say)
