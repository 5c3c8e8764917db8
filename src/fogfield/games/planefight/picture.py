"""A view for any terminal, and moves in words. Places are written as the published program does: (x,y)."""

from fogfield.core.game import Seat
from fogfield.core.grid import Cell
from fogfield.core.record import Move
from fogfield.games.planefight import rules, screen
from fogfield.games.planefight.fleet import Answer, place
from fogfield.games.planefight.rules import SEATS, Action, Attack, Reply, Show, Surrender
from fogfield.games.planefight.view import View
from fogfield.wire.picture import Drawing, Panel, Paper, Picture

_ANSWERS = {Answer.VOID: "void", Answer.HIT: "hit", Answer.DESTROY: "destroyed"}
_LEGEND = ("o void", "X hit", "# head hit: destroyed", "( ) the last attack")


def draw(view: View, last: Move[Action] | None, paper: Paper) -> Drawing:
    """Draw both fields, each with what was shot at it."""
    return Drawing(tuple(_panel(view, seat, last, paper) for seat in range(SEATS)), _LEGEND)


def _panel(view: View, seat: Seat, last: Move[Action] | None, paper: Paper) -> Panel:
    options = view.options
    attacked = _attacked(view, last) if last and _attacker(last) != seat else None
    field = screen.Field(
        options, planes=view.fleets[seat] or (), marks=view.chart(SEATS - 1 - seat).marks, last=attacked
    )
    whole = screen.Window(0, 0, options.rows, options.cols)
    focus = None
    if attacked:
        down, right = screen.first_cell(options)
        focus = down + attacked.row, right + 2 * attacked.col + 1
    lines = screen.picture(field, whole, screen.BOXES if paper.boxes else screen.ASCII)
    note = f"{view.destroyed[seat]}/{options.planes} lost" if view.ready[seat] else "placing"
    return Panel(lines, seat, note, focus)


def _attacker(last: Move[Action]) -> Seat | None:
    if isinstance(last.action, Attack):
        return last.seat
    return SEATS - 1 - last.seat if isinstance(last.action, Reply) else None


def _attacked(view: View, last: Move[Action]) -> Cell | None:
    """Give the cell that the last move was about: attacked, or answered for."""
    if isinstance(last.action, Attack):
        return last.action.cell
    if isinstance(last.action, Reply):
        return view.chart(SEATS - 1 - last.seat).shots[-1].cell
    return None


def say(view: View, last: Move[Action]) -> str:
    """Say what was said aloud. A map that somebody hands in before the battle is decided is kept back."""
    match last.action:
        case Attack(cell, hasty):
            turn = " out of turn" if hasty else ""
            return f"attacks {place(cell)}{turn}{_answer(view, last.seat)}"
        case Reply(answer):
            return f"answers: {_ANSWERS[answer]}"
        case Surrender():
            return "surrenders"
        case Show() if view.decided:
            return "shows the map"
        case Show():
            return "does something that is still hidden"
    return "is ready"


def _answer(view: View, seat: Seat) -> str:
    """Give the answer to the attack that a seat has just made, if there is one already."""
    if view.attacks[seat] is not None:
        return ""
    answers = (event.said for event in reversed(view.story) if isinstance(event.said, rules.Reply))
    answer = next(answers, None)
    return f": {_ANSWERS[answer.answer]}" if answer else ""


PICTURE = Picture(draw, say)
