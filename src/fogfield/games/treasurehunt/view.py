"""What a viewer may know, and what may be done knowing no more than that."""

import hashlib
from random import Random
from typing import NamedTuple

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.treasurehunt import rules
from fogfield.games.treasurehunt.presets import Options, half_rules
from fogfield.games.treasurehunt.rules import SEATS, Action, Move, SendHalf, Side, State
from fogfield.kits.explore.halves import random_half
from fogfield.kits.explore.land import Direction, Land, Terrain


class Going(NamedTuple):
    """A step that has begun, and the commands that were sent for it."""

    direction: Direction
    sent: int


class Half(NamedTuple):
    """A half that is there, and the field of the whole map at which it begins."""

    corner: Cell
    land: Land


class Known(NamedTuple):
    """What a viewer knows of one seat. All fields are those of the whole map."""

    half: Half | None = None
    #: Where its figure is said to be; the truth if `View.real`, or if it is the viewer's own.
    figure: Cell | None = None
    fort: Cell | None = None
    #: Its treasure, if it was revealed and still lies there.
    treasure: Cell | None = None
    collected: bool = False
    going: Going | None = None
    seen: frozenset[Cell] = frozenset()
    #: Where its figure was, since positions are real.
    trail: tuple[Cell, ...] = ()
    #: How many fields of the trail it entered while it was looking for its treasure, once it has that.
    searched: int = 0


class View(NamedTuple):
    """A game as somebody may see it. `seat` is his own, if he has one."""

    options: Options
    seat: Seat | None
    sides: tuple[Known, Known]
    #: The whole map, once both halves are there. Before that nobody may know how they will be joined.
    land: Land | None
    actions: int
    #: Whether the figures are where they are said to be.
    real: bool
    to_act: frozenset[Seat]
    outcome: Outcome | None

    @property
    def own(self) -> Known:
        """What the viewer knows of his own seat."""
        assert self.seat is not None, "whoever only watches has no seat"
        return self.sides[self.seat]

    @property
    def other(self) -> Known:
        """What the viewer knows of the other seat."""
        assert self.seat is not None, "whoever only watches has no opponent"
        return self.sides[SEATS - 1 - self.seat]


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. A seat sees the same after the end as before; the public then sees everything."""
    first, second = (_known(state, seat, viewer) for seat in range(SEATS))
    return View(
        options=state.options,
        seat=viewer if isinstance(viewer, int) else None,
        sides=(first, second),
        land=state.land,
        actions=state.actions,
        real=rules.revealed(state),
        to_act=rules.to_act(state),
        outcome=state.ended,
    )


def _known(state: State, seat: Seat, viewer: Viewer) -> Known:
    side = state.sides[seat]
    everything = viewer is Watcher.REFEREE or (viewer is Watcher.PUBLIC and state.ended is not None)
    told = Known(half=Half(rules.corner(state, seat), side.half) if side.half else None, collected=side.collected)
    if side.half is None:
        return told._replace(figure=None if everything else _figure(state, seat, viewer))
    if everything or viewer == seat:
        told = told._replace(
            figure=side.figure,
            fort=side.fort,
            treasure=side.treasure if not side.collected and (everything or side.treasure in side.seen) else None,
            going=Going(side.heading, side.sent) if side.heading else None,
            seen=side.seen,
        )
    else:
        told = told._replace(figure=_figure(state, seat, viewer), fort=_fort(side, state, viewer))
    return told._replace(trail=side.trail, searched=side.searched)


def _fort(side: Side, state: State, viewer: Viewer) -> Cell | None:
    """Give the other's fort to whoever has revealed it (#10)."""
    return side.fort if isinstance(viewer, int) and side.fort in state.sides[viewer].seen else None


def _figure(state: State, seat: Seat, viewer: Viewer) -> Cell | None:
    """Say where the other is: the truth late in the game, before that any field, the same in one state (#11).

    The public is told nothing at first. Seat and actions make the number, so that two looks at one state agree.
    """
    if rules.revealed(state):
        return state.sides[seat].figure
    halves = [(one, side.half) for one, side in enumerate(state.sides) if side.half]
    if not halves or viewer is Watcher.PUBLIC:
        return None
    digest = hashlib.sha256(f"{state.luck.fog}/{state.actions}/{seat}".encode()).digest()
    which, place = divmod(int.from_bytes(digest) % sum(len(half.text) for _, half in halves), len(halves[0][1].text))
    owner, half = halves[which]
    corner, cell = rules.corner(state, owner), half.cell(place)
    return Cell(corner.row + cell.row, corner.col + cell.col)


def choose(view: View, rng: Random) -> Action | None:
    """Send any half map; move anywhere."""
    if view.seat not in view.to_act:
        return None
    if view.own.half is None:
        half = random_half(half_rules(view.options), rng)
        assert half is not None, "options without a half map are refused"
        return SendHalf(half.fields())
    # Who goes on as he began gets somewhere; now and then he turns.
    if view.own.going and rng.random() < 0.9:
        return Move(view.own.going.direction)
    return Move(rng.choice(directions(view)))


def directions(view: View) -> list[Direction]:
    """Give where the own figure may go."""
    land, figure = view.land, view.own.figure
    assert land is not None, "nobody moves without a map"
    assert figure is not None, "nobody moves without a figure"
    ways = ((direction, direction.from_cell(figure)) for direction in Direction)
    return [direction for direction, cell in ways if land.has(cell) and land.at(cell) is not Terrain.WATER]
