"""What a viewer may know, and what may be done knowing no more than that."""

from random import Random
from typing import NamedTuple

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell, Grid
from fogfield.core.outcome import Outcome
from fogfield.games.planefight import rules
from fogfield.games.planefight.fleet import Chart, Options, Plane, yard
from fogfield.games.planefight.rules import Action, Attack, Event, Phase, Place, State
from fogfield.kits.fleet.arranging import arrange


class View(NamedTuple):
    """A match as somebody may see it. `seat` is his own, if he has one."""

    options: Options
    seat: Seat | None
    phase: Phase
    ready: tuple[bool, ...]
    #: The planes of each seat, None where he may not see them or nobody has told them.
    fleets: tuple[tuple[Plane, ...] | None, ...]
    #: What was said aloud, in order.
    story: tuple[Event, ...]
    turn: int
    to_act: frozenset[Seat]
    #: The attack of each seat that has no answer yet.
    attacks: tuple[Cell | None, ...]
    #: How many planes each seat has lost.
    destroyed: tuple[int, ...]
    #: Who has won; the maps may still have to be shown, and `outcome` waits for them.
    decided: Outcome | None
    outcome: Outcome | None

    def chart(self, seat: Seat) -> Chart:
        """Give what a seat's attacks have found out about the other."""
        return Chart(rules.shots(self.story, seat))


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. A fleet is seen by its owner and the referee; by everybody when the battle is decided."""
    now = rules.phase(state)
    everything = viewer is Watcher.REFEREE or now in (Phase.SHOWING, Phase.OVER)
    first, second = state.sides
    return View(
        options=state.options,
        seat=viewer if isinstance(viewer, int) else None,
        phase=now,
        ready=(first.ready, second.ready),
        fleets=(
            first.fleet.planes if first.fleet and (everything or viewer == 0) else None,
            second.fleet.planes if second.fleet and (everything or viewer == 1) else None,
        ),
        story=state.story,
        turn=state.turn,
        to_act=rules.to_act(state),
        attacks=(first.attacks, second.attacks),
        destroyed=(first.destroyed, second.destroyed),
        decided=state.decided,
        outcome=state.ended,
    )


def targets(view: View) -> list[Cell]:
    """Give the cells of the other field that were not attacked yet; all of them if every one was."""
    assert view.seat is not None, "whoever only watches has no targets"
    marks = view.chart(view.seat).marks
    cells = list(Grid(view.options.rows, view.options.cols))
    return [cell for cell in cells if cell not in marks] or cells


def placement(options: Options, rng: Random) -> Place:
    """Place a fleet anywhere."""
    planes = arrange(yard(options), options.planes, rng)
    assert planes is not None, "no game begins with planes that cannot be placed"
    return Place(planes)


def choose(view: View, rng: Random) -> Action | None:
    """Place or attack anywhere."""
    if view.seat not in view.to_act or view.phase is Phase.SHOWING:
        return None
    assert view.seat is not None
    if view.phase is Phase.PLACING:
        return placement(view.options, rng)
    return Attack(rng.choice(targets(view)))
