"""How this game is written: options and actions for records and programs, and back."""

from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.errors import OptionsError
from fogfield.core.game import Notation
from fogfield.core.grid import Cell
from fogfield.games.planefight.fleet import SHAPE, Answer, Options, Plane, yard
from fogfield.games.planefight.rules import (
    LEAST,
    MOST,
    Action,
    Attack,
    Place,
    Ready,
    Reply,
    Show,
    Surrender,
)
from fogfield.games.planefight.shown import MOST_SHOWN, MOST_TURN, Shown, write_view
from fogfield.kits.fleet.arranging import boxed

#: Planes do not overlap.
_MOST_PLANES = MOST * MOST // len(SHAPE[0])
#: What may be asked for is smaller, and no crowd: whether that fits at all may take long to find out.
_MOST_ASKED, _MOST_PLANES_ASKED = 40, 80

_CROSS = schema.switch("a plane that goes over an edge comes in at the opposite one")
_COMPLETE = schema.switch("the rest of a plane whose head was hit counts as void")
_TURN = "where its nose points: 0 up, 1 right, 2 down, 3 left"
_PLACE = (schema.whole(0, MOST - 1, "row"), schema.whole(0, MOST - 1, "column"))
_PLANE = schema.row(*_PLACE, schema.whole(0, len(SHAPE) - 1, _TURN), about="a plane: row and column of its head, turn")
#: A program that keeps its fleet to itself may show anything at the end, as far as the protocol can say it.
_SHOWN = schema.row(
    schema.whole(0, MOST_SHOWN, "row"),
    schema.whole(0, MOST_SHOWN, "column"),
    schema.whole(0, MOST_TURN, _TURN),
    about="a plane: row and column of its head, turn",
)

OPTIONS = schema.record(
    "The battlefield of both players, and the two modes.",
    rows=schema.whole(LEAST, MOST, "rows of the field"),
    cols=schema.whole(LEAST, MOST, "columns of the field"),
    planes=schema.whole(1, _MOST_PLANES, "planes of each player"),
    cross_border=_CROSS,
    completely_destroy=_COMPLETE,
)
ASKED = schema.wishes(
    OPTIONS["description"],
    rows=(schema.whole(LEAST, _MOST_ASKED, "rows of the field"), Options().rows),
    cols=(schema.whole(LEAST, _MOST_ASKED, "columns of the field"), Options().cols),
    planes=(
        schema.whole(1, _MOST_PLANES_ASKED, "planes of each player; there must be room for 4x5 cells each"),
        Options().planes,
    ),
    cross_border=(_CROSS, Options().cross_border),
    completely_destroy=(_COMPLETE, Options().completely_destroy),
)
ACTION = schema.one_of(
    schema.action("place", rest=_PLANE, most=_MOST_PLANES, about="Place the fleet; attacks on it are answered by it."),
    schema.action("ready", about="Be ready, with a fleet that nobody else knows."),
    schema.action("attack", *_PLACE, about="Attack a cell of the other field."),
    schema.action("hasty", *_PLACE, about="Attack out of turn, as a program of the published protocol may do."),
    schema.action(
        "reply",
        schema.whole(min(Answer), max(Answer), "0 void, 1 hit, 2 destroyed"),
        about="Answer an attack, for who keeps his fleet to himself.",
    ),
    schema.action("surrender", about="Surrender."),
    schema.action("show", rest=_SHOWN, most=_MOST_PLANES + 1, about="Show the map, for who kept it to himself."),
)


def write_options(options: Options) -> Any:
    """Write the battlefield and the modes."""
    return options._asdict()


def read_options(data: Any) -> Options:
    """Read the battlefield and the modes."""
    schema.expect(OPTIONS, data, "options")
    return Options(**data)


def ask(data: Any, rng: Random) -> Options:
    """Read the battlefield and the modes that somebody asks for."""
    options = Options(**schema.filled(ASKED, data, "options"))
    most = boxed(yard(options))
    if options.planes > most:
        raise OptionsError((f"planes {options.planes} not in 1-{most}: each needs room for 4x5 cells here",))
    return options


def write_action(action: Action) -> Any:
    """Write an action: a word, and what belongs to it, rows before columns, counted from 0."""
    if isinstance(action, (Place, Show)):
        return [type(action).__name__.lower(), *([*plane.head, plane.turn] for plane in action.planes)]
    if isinstance(action, Attack):
        return ["hasty" if action.hasty else "attack", *action.cell]
    if isinstance(action, Reply):
        return ["reply", int(action.answer)]
    return [type(action).__name__.lower()]


def read_action(data: Any) -> Action:
    """Read an action."""
    schema.expect(ACTION, data, "action")
    match data:
        case ["ready"]:
            return Ready()
        case ["surrender"]:
            return Surrender()
        case ["reply", number]:
            return Reply(Answer(number))
        case ["place", *planes]:
            return Place(_planes(planes))
        case ["show", *planes]:
            return Show(_planes(planes))
    word, row, col = data
    return Attack(Cell(row, col), hasty=word == "hasty")


def _planes(data: list[Any]) -> tuple[Plane, ...]:
    return tuple(Plane(Cell(row, col), turn) for row, col, turn in data)


NOTATION = Notation(
    write_options=write_options,
    read_options=read_options,
    options_schema=OPTIONS,
    write_action=write_action,
    read_action=read_action,
    action_schema=ACTION,
    write_view=write_view,
    view_schema=plain.schema(Shown, options=OPTIONS),
    public_options=write_options,
    ask=ask,
    asked_schema=ASKED,
)
