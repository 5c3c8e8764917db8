"""The rules: State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`."""

from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.game import NOT_SEATED, OVER, Refusal, Seat
from fogfield.core.grid import Cell, Grid
from fogfield.core.outcome import Outcome, nobody, won

SEATS = 2
MOST_CELLS = 255
SUNK = "sank every boat"

#: A cell, as it is published.
WATER = "~"
BOAT = "O"
HIT = "X"
MISS = "*"

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
    #: The grid of each seat, a character for each cell: boats, and what was shot at it. Empty until boats are placed.
    grids: tuple[str, ...] = ("", "")
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
    return all(state.grids)


def turn(state: State) -> Seat:
    """Give who attacks next: the first seat begins, and every attack changes it, hit or miss (#3)."""
    return len(state.shots) % SEATS


def to_act(state: State) -> frozenset[Seat]:
    """Give who may act: everybody without boats, then the attacker."""
    if outcome(state):
        return frozenset()
    if not placed(state):
        return frozenset(seat for seat, grid in enumerate(state.grids) if not grid)
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
    row, col = action.cell
    if row or not 0 <= col < state.options.cells:
        found.append(OFF_BOARD)
    elif state.grids[1 - seat][col : col + 1] in (HIT, MISS):
        found.append(CELL_TWICE)
    return tuple(found)


def _wrong_with_boats(state: State, seat: Seat, boats: tuple[Cell, ...]) -> list[Refusal]:
    """Say what is wrong with a placement (#2)."""
    found = []
    if state.grids[seat]:
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
        boats = {boat.col for boat in action.boats}
        grid = "".join(BOAT if col in boats else WATER for col in range(state.options.cells))
        return state._replace(grids=_with(state.grids, seat, grid))
    other, col = 1 - seat, action.cell.col
    hit = state.grids[other][col] == BOAT
    grid = put(state.grids[other], col, HIT if hit else MISS)
    return state._replace(grids=_with(state.grids, other, grid), shots=(*state.shots, Shot(seat, action.cell, hit)))


def put(grid: str, col: int, char: str) -> str:
    """Change one cell of a grid."""
    return grid[:col] + char + grid[col + 1 :]


def _with(grids: tuple[str, ...], seat: Seat, grid: str) -> tuple[str, ...]:
    return (grid, grids[1]) if seat == 0 else (grids[0], grid)


def end(state: State, outcome: Outcome) -> State:
    """End it from outside; before all boats are placed nobody wins by that (#13)."""
    if outcome.winners and not all(state.grids):
        outcome = nobody(f"{outcome.reason}, before the battle")
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Won by whoever has hit every boat of the other (#4)."""
    if state.ended:
        return state.ended
    if state.shots:
        last = state.shots[-1]
        if last.hit and BOAT not in state.grids[1 - last.seat]:
            return won(last.seat, reason=SUNK)
    return None
