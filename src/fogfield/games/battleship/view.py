"""What a viewer may know, and what may be done knowing no more than that."""

from random import Random
from typing import NamedTuple

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.battleship import rules
from fogfield.games.battleship.rules import SEATS, Action, Attack, Options, Place, Shot, State

#: A cell, as it is published.
WATER = "~"
BOAT = "O"
HIT = "X"
MISS = "*"


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
    boards = tuple(
        board(
            state.options.cells,
            fleet if fleet and (outcome or viewer is Watcher.REFEREE or viewer == seat) else frozenset(),
            [shot for shot in state.shots if shot.seat != seat],
        )
        for seat, fleet in enumerate(state.fleets)
    )
    return View(
        options=state.options,
        seat=viewer if isinstance(viewer, int) else None,
        boards=boards,
        placed=tuple(fleet is not None for fleet in state.fleets),
        shots=state.shots,
        to_act=rules.to_act(state),
        outcome=outcome,
    )


def board(cells: int, boats: frozenset[Cell], shots: list[Shot]) -> str:
    """Draw a grid: its boats, as far as they are known, and what was shot at it."""
    drawn = [BOAT if Cell(0, place) in boats else WATER for place in range(cells)]
    for shot in shots:
        drawn[shot.cell.col] = HIT if shot.hit else MISS
    return "".join(drawn)


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
