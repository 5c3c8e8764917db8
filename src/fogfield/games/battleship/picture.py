"""A view for any terminal, and moves in words. Cells are counted from 1, as in the published client."""

from fogfield.core.record import Move
from fogfield.games.battleship import screen
from fogfield.games.battleship.rules import HIT, SEATS, Action, Attack
from fogfield.games.battleship.view import View
from fogfield.wire.picture import Drawing, Panel, Paper, Picture, sheet

_LEGEND = ("O boat", "X hit", "* miss", "~ water", "[ ] the last attack")


def draw(view: View, last: Move[Action] | None, paper: Paper) -> Drawing:
    """Draw both grids, without lines between their rows if those would not fit."""
    return Drawing(tuple(_panel(view, seat, last, paper) for seat in range(SEATS)), _LEGEND)


def _panel(view: View, seat: int, last: Move[Action] | None, paper: Paper) -> Panel:
    board = view.boards[seat]
    attacked = last.action.cell.col if last and last.seat != seat and isinstance(last.action, Attack) else None
    texts = screen.picture(board, colour=True, cursor=attacked)
    low = len(texts) > paper.rows
    if low:
        texts = screen.picture(board, colour=True, cursor=attacked, low=True)
    note = f"{board.count(HIT)}/{view.options.boats} hit" if view.placed[seat] else "placing"
    focus = None if attacked is None else screen.place(attacked, low=low)
    return Panel(sheet(texts), seat, note, focus)


def say(view: View, last: Move[Action]) -> str:
    """Say what was attacked, but never where boats were placed: that is for whoever sees them on the grid."""
    if not isinstance(last.action, Attack):
        return "places the boats"
    return f"attacks cell {last.action.cell.col + 1}: {'hit' if view.shots[-1].hit else 'miss'}"


PICTURE = Picture(draw, say)
