"""The rules: State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`."""

from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.game import OVER, Refusal, Seat
from fogfield.core.grid import Cell, Grid
from fogfield.core.outcome import Outcome, won

SEATS = 2
MOST_CELLS = 255
SUNK = "sank every boat"

NOT_SEATED = Refusal("not-seated", "this game has two players")
PLACED_ALREADY = Refusal("placed-already", "the boats are placed already")
BOAT_TWICE = Refusal("boat-twice", "two boats cannot lie on one cell")
OFF_BOARD = Refusal("off-board", "there is no such cell")
NOT_PLACED = Refusal("not-placed", "first both players place their boats")
NOT_YOUR_TURN = Refusal("not-your-turn", "it is the other player's turn")
CELL_TWICE = Refusal("cell-twice", "this cell was attacked already")


class Options(NamedTuple):
    """The size of both grids, in cells, and how many boats of one cell lie on each."""

    cells: int = 16
    boats: int = 3


class Place(NamedTuple):
    """Put all boats on the grid."""

    boats: tuple[Cell, ...]


class Attack(NamedTuple):
    """Attack a cell of the other grid."""

    cell: Cell


Action: TypeAlias = Place | Attack


class Shot(NamedTuple):
    """An attack that was made."""

    seat: Seat
    cell: Cell
    hit: bool


class State(NamedTuple):
    """The whole truth."""

    options: Options
    #: The boats of each seat; None until they are placed.
    fleets: tuple[frozenset[Cell] | None, ...] = (None, None)
    shots: tuple[Shot, ...] = ()
    #: An end from outside, such as a player who left.
    ended: Outcome | None = None


def faults(options: Options) -> tuple[str, ...]:
    """Say everything that is wrong with the sizes (#1)."""
    found = []
    if not 2 <= options.cells <= MOST_CELLS:
        found.append(f"cells {options.cells} not in 2-{MOST_CELLS}")
    elif not 1 <= options.boats < options.cells:
        found.append(f"boats {options.boats} not in 1-{options.cells - 1}")
    return tuple(found)


def bound(options: Options) -> int:
    """Give the most moves: two placements, and every cell once."""
    return 2 + 2 * options.cells


def new(options: Options, rng: Random) -> State:
    """Begin with two empty grids; chance has no part in it."""
    return State(options)


def placed(state: State) -> bool:
    """Say whether both have placed their boats."""
    return None not in state.fleets


def turn(state: State) -> Seat:
    """Give who attacks next: the first seat begins, and every attack changes it, hit or miss (#3)."""
    return len(state.shots) % SEATS


def to_act(state: State) -> frozenset[Seat]:
    """Give who may act: everybody without boats, then the attacker."""
    if outcome(state):
        return frozenset()
    if not placed(state):
        return frozenset(seat for seat, fleet in enumerate(state.fleets) if fleet is None)
    return frozenset((turn(state),))


def refusals(state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Say all that is wrong with an action."""
    found = []
    if seat not in range(SEATS):
        return (NOT_SEATED,)
    if outcome(state):
        found.append(OVER)
    if isinstance(action, Place):
        return (*found, *_wrong_with_boats(state, seat, action.boats))
    if not placed(state):
        found.append(NOT_PLACED)
    elif seat != turn(state):
        found.append(NOT_YOUR_TURN)
    if action.cell not in Grid(1, state.options.cells):
        found.append(OFF_BOARD)
    elif any(shot.seat == seat and shot.cell == action.cell for shot in state.shots):
        found.append(CELL_TWICE)
    return tuple(found)


def _wrong_with_boats(state: State, seat: Seat, boats: tuple[Cell, ...]) -> list[Refusal]:
    """Say what is wrong with a placement (#2)."""
    found = []
    if state.fleets[seat] is not None:
        found.append(PLACED_ALREADY)
    if len(boats) != state.options.boats:
        found.append(Refusal("boat-count", f"{state.options.boats} boats are to be placed, not {len(boats)}"))
    if len(set(boats)) < len(boats):
        found.append(BOAT_TWICE)
    grid = Grid(1, state.options.cells)
    if any(boat not in grid for boat in boats):
        found.append(OFF_BOARD)
    return found


def apply(state: State, seat: Seat, action: Action) -> State:
    """Place the boats, or attack."""
    if isinstance(action, Place):
        fleets = (*state.fleets[:seat], frozenset(action.boats), *state.fleets[seat + 1 :])
        return state._replace(fleets=fleets)
    fleet = state.fleets[1 - seat]
    assert fleet is not None, "nobody attacks before both have placed"
    return state._replace(shots=(*state.shots, Shot(seat, action.cell, action.cell in fleet)))


def end(state: State, outcome: Outcome) -> State:
    """End it from outside."""
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Won by whoever has hit every boat of the other (#4)."""
    if state.ended:
        return state.ended
    if state.shots and state.shots[-1].hit:
        seat = state.shots[-1].seat
        if sum(shot.hit for shot in state.shots if shot.seat == seat) == state.options.boats:
            return won(seat, reason=SUNK)
    return None
