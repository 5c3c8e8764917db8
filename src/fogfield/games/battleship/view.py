"""What a viewer may know, and what may be done knowing no more than that."""

from random import Random
from typing import NamedTuple

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.battleship import rules
from fogfield.games.battleship.rules import (
    BOAT,
    HIT,
    MISS,
    SEATS,
    WATER,
    Action,
    Attack,
    Options,
    Place,
    Shot,
    State,
)


class View(NamedTuple):
    """Both grids, a character for each cell, as somebody may see them. `seat` is his own, if he has one."""

    options: Options
    seat: Seat | None
    boards: tuple[str, ...]
    placed: tuple[bool, ...]
    shots: tuple[Shot, ...]
    to_act: frozenset[Seat]
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. Boats are seen by their owner and the referee; by everybody when they are hit or it is over."""
    outcome = rules.outcome(state)
    everything = outcome is not None or viewer is Watcher.REFEREE
    return View(
        options=state.options,
        seat=viewer if isinstance(viewer, int) else None,
        boards=tuple(
            [
                (grid if everything or viewer == seat else grid.replace(BOAT, WATER)) or WATER * state.options.cells
                for seat, grid in enumerate(state.grids)
            ]
        ),
        placed=tuple(map(bool, state.grids)),
        shots=state.shots,
        to_act=rules.to_act(state),
        outcome=outcome,
    )


def boats_on(board: str) -> frozenset[Cell]:
    """Give the boats that can be seen on a grid, hit or not."""
    return frozenset(Cell(0, place) for place, char in enumerate(board) if char in (BOAT, HIT))


def choose(view: View, rng: Random) -> Action | None:
    """Place or attack anywhere."""
    if view.seat not in view.to_act:
        return None
    assert view.seat is not None
    if not view.placed[view.seat]:
        return Place(tuple(Cell(0, place) for place in rng.sample(range(view.options.cells), view.options.boats)))
    return Attack(rng.choice(targets(view)))


def targets(view: View) -> list[Cell]:
    """Give the cells of the other grid that were not attacked yet."""
    assert view.seat is not None, "whoever only watches has no targets"
    other = view.boards[SEATS - 1 - view.seat]
    return [Cell(0, place) for place, char in enumerate(other) if char not in (HIT, MISS)]
