"""A view as a program or a browser gets it."""

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple, TypeAlias

from fogfield.core import plain
from fogfield.core.grid import Cell
from fogfield.core.plain import EACH, Acting, Also, Ending, Looking, Natural
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.view import Known, View
from fogfield.kits.explore.land import Direction, Land

SEEN, UNSEEN = "+", "-"

_Rows: TypeAlias = tuple[Annotated[str, Also(pattern=r"^[~.\^]+$")], ...]
_TERRAIN = "a text for each row, a character for each field: `~` water, `.` grass, `^` mountain"


class Half(NamedTuple):
    """A half map, and the field of the whole map at which it begins."""

    corner: Cell
    map: Annotated[_Rows, _TERRAIN]


class Step(NamedTuple):
    """A step that has begun, and the commands that were sent for it."""

    direction: Direction
    sent: Natural


class Side(NamedTuple):
    """What the viewer knows of a seat. All fields are those of the whole map."""

    half: Annotated[Half | None, "its half map; null before it was sent"]
    figure: Annotated[Cell | None, "where its figure is said to be: the truth for the own one, or if `real`"]
    castle: Annotated[Cell | None, "null as long as the viewer does not know it"]
    treasure: Annotated[Cell | None, "null as long as it was not found, and after it was picked up"]
    collected: Annotated[bool, "whether it has its treasure"]
    going: Annotated[Step | None, "the step that has begun; null between steps, and for the other seat"]
    seen: Annotated[
        tuple[Annotated[str, Also(pattern=r"^[+\-]+$")], ...],
        "a text for each row of the whole map, a character for each field: `+` its figure has revealed it, `-` it has "
        "not; empty where the viewer does not know that",
    ]
    trail: Annotated[tuple[Cell, ...], "where its figure was, since positions are real"]
    searched: Annotated[Natural, "how many fields of the trail it entered before it had its treasure, once it has that"]


class Shown(NamedTuple):
    """The map as a viewer may see it."""

    options: Options
    seat: Looking
    to_act: Acting
    map: Annotated[_Rows | None, f"the whole map, {_TERRAIN}; null before both halves are there"]
    sides: Annotated[tuple[Side, ...], EACH, "what the viewer knows of each seat"]
    actions: Annotated[Natural, "how many were made"]
    real: Annotated[bool, "whether the figures are where they are said to be"]
    outcome: Ending


def write_view(view: View) -> Any:
    """Write a view."""
    return plain.write(
        Shown(
            options=view.options,
            seat=view.seat,
            to_act=view.to_act,
            map=_rows(view.land) if view.land else None,
            sides=tuple([_side(side, view.land) for side in view.sides]),
            actions=view.actions,
            real=view.real,
            outcome=view.outcome,
        )
    )


def _side(known: Known, land: Land | None) -> Side:
    half, going = known.half, known.going
    return Side(
        half=Half(half.corner, _rows(half.land)) if half else None,
        figure=known.figure,
        castle=known.fort,
        treasure=known.treasure,
        collected=known.collected,
        going=Step(going.direction, going.sent) if going else None,
        seen=_seen(known.seen, land) if land and known.seen else (),
        trail=known.trail,
        searched=known.searched,
    )


def _rows(land: Land) -> tuple[str, ...]:
    return tuple([land.text[start : start + land.cols] for start in range(0, len(land.text), land.cols)])


def _seen(seen: Collection[Cell], land: Land) -> tuple[str, ...]:
    return tuple(
        ["".join([SEEN if (row, col) in seen else UNSEEN for col in range(land.cols)]) for row in range(land.rows)]
    )
