"""A view for any terminal, and moves in words. Both seats have the same signs, whoever looks."""

from fogfield.core.game import Seat
from fogfield.core.record import Move as Recorded
from fogfield.games.treasurehunt import screen
from fogfield.games.treasurehunt.rules import SEATS, Action, Forfeit, SendHalf
from fogfield.games.treasurehunt.screen import Cast
from fogfield.games.treasurehunt.view import Known, View
from fogfield.wire.picture import Drawing, Panel, Paper, Picture, sheet, with_attributes

_LEGEND = (
    f"{screen.FIRST} {screen.SECOND} the figures",
    f"{screen.BOTH} both",
    f"{screen.FORT} castle of the first",
    f"{screen.ENEMY_FORT} of the second",
    f"{screen.TREASURE} treasure",
    f"{screen.SEEN} seen by the first",
    f"{screen.SEEN_BY_SECOND} by the second",
    f"{screen.SEEN_BY_BOTH} by both",
    ". grass",
    "^ mountain",
    "~ water",
)


def draw(view: View, last: Recorded[Action] | None, paper: Paper) -> Drawing:
    """Draw the map; the figure of whoever made the last move is underlined, where it is to be seen."""
    first, second = (_on_map(side) for side in view.sides)
    lines = sheet(screen.picture(view, colour=True, cast=Cast(first, second, (screen.FIRST, screen.SECOND))))
    figure = (first, second)[last.seat].figure if last else None
    focus = screen.place(figure) if figure else None
    if focus:
        with_attributes(lines[focus[0]], focus[1], "underline")
    return Drawing((Panel(lines, note=_note(view), focus=focus),), _LEGEND)


def _on_map(side: Known) -> Known:
    """Leave out a figure that has no half map yet: it is said to be somewhere, and is nowhere."""
    return side if side.half else side._replace(figure=None)


def _note(view: View) -> str:
    told = [f"action {view.actions} of {view.options.most_actions}"]
    told += [f"player {seat + 1} has the treasure" for seat, side in enumerate(view.sides) if side.collected]
    if view.seat is not None and not view.real:
        told.append(f"the {screen.SECOND if view.seat == 0 else screen.FIRST} is a guess")
    return ", ".join(told)


def say(view: View, last: Recorded[Action]) -> str:
    """Say what was done; where a figure goes is said only to its own seat, as the other is not told."""
    if isinstance(last.action, SendHalf):
        return "sends a half map"
    if isinstance(last.action, Forfeit):
        return f"loses, and so the other has won: {last.action.why}"
    if view.seat != last.seat:
        return "moves"
    return f"moves {last.action.direction.name.lower()}{_arrival(view, last.seat)}"


def _arrival(view: View, seat: Seat) -> str:
    side = view.sides[seat]
    if side.going:
        return f", command {side.going.sent} of this step"
    assert side.figure is not None, "who moves has a figure, and sees it"
    if view.outcome and seat in view.outcome.winners and side.figure == view.sides[SEATS - 1 - seat].fort:
        return " and takes the castle"
    return f" and reaches row {side.figure.row}, column {side.figure.col}"


PICTURE = Picture(draw, say)
