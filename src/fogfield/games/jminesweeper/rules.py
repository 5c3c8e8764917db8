"""The rules: State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.game import NOT_SEATED, OVER, Refusal, Seat
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.games.jminesweeper import faces
from fogfield.games.jminesweeper.faces import Sight
from fogfield.kits.mines.field import Field, opening, repainted, scatter

PLAYER: Seat = 0
SIZES = range(1, 256)
LEVELS = {1: "easy", 2: "medium", 3: "hard"}
BOMBS_PERCENT = {1: 5, 2: 25, 3: 45}

OFF_BOARD = Refusal("off-board", "there is no such cell")
OPEN_ALREADY = Refusal("open-already", "this cell is open already")
MARKED = Refusal("marked", "a marked cell is not revealed; take the mark away first")


@dataclass(frozen=True, slots=True)
class Options:
    """What START names."""

    columns: int
    rows: int
    level: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Open a cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class ToggleMark:
    """Mark a cell as a bomb, or take the mark away."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class ToggleDebug:
    """Show the hidden bombs, or hide them again. The board itself does not change."""


Action: TypeAlias = Reveal | ToggleMark | ToggleDebug


class State(NamedTuple):
    """The whole truth. `bombs`, `opened`, `marks` and `hit` are bit sets on `field`.

    A named tuple because every move makes two: that is a third of the time of a frozen dataclass.
    """

    options: Options
    field: Field
    bombs: int
    opened: int
    marks: int
    hit: int
    debug: bool
    #: An end from outside, such as a player who left.
    ended: Outcome | None
    #: What the player sees, a row of characters each. Kept here so that a move paints only the rows it touched.
    faces: tuple[bytes, ...]


def faults(options: Options) -> tuple[str, ...]:
    """Say everything that is wrong with what START named."""
    found = []
    for name, value in (("columns", options.columns), ("rows", options.rows)):
        if value not in SIZES:
            found.append(f"{name} {value} not in 1-255")
    if options.level not in LEVELS:
        found.append(f"level {options.level} not in 1-3")
    return tuple(found)


def bombs_for(options: Options) -> int:
    """Give the number of bombs: the level's share of all cells, rounded up (#4)."""
    return (options.columns * options.rows * BOMBS_PERCENT[options.level] + 99) // 100


def bound(options: Options) -> int:
    """Give the most moves that one game may have: room to change one's mind, but no endless record."""
    return 2_000 + 2 * options.columns * options.rows


def new(options: Options, rng: Random) -> State:
    """Hide the bombs; the first cell may be one (#5)."""
    field = Field.of(options.rows, options.columns)
    bombs = scatter(field, bombs_for(options), rng)
    hidden = (faces.HIDDEN * options.columns,) * options.rows
    return State(options, field, bombs, opened=0, marks=0, hit=0, debug=False, ended=None, faces=hidden)


def to_act(state: State) -> frozenset[Seat]:
    """Give the player, until the end."""
    return frozenset() if outcome(state) else frozenset((PLAYER,))


def refusals(state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Say all that is wrong with an action."""
    found = []
    if seat != PLAYER:
        found.append(NOT_SEATED)
    if outcome(state):
        found.append(OVER)
    if isinstance(action, ToggleDebug):
        return tuple(found)
    if action.cell not in state.field.grid:
        return (*found, OFF_BOARD)
    bit = state.field.bit(action.cell)
    if state.opened & bit:
        found.append(OPEN_ALREADY)
    if state.marks & bit and isinstance(action, Reveal):
        found.append(MARKED)
    return tuple(found)


def apply(state: State, seat: Seat, action: Action) -> State:
    """Give the state after an action without refusals."""
    if isinstance(action, ToggleDebug):
        return _painted(state._replace(debug=not state.debug), state.field.all)
    bit = state.field.bit(action.cell)
    if isinstance(action, ToggleMark):
        after = state._replace(marks=state.marks ^ bit)
        touched = state.field.all if outcome(after) else bit
    elif state.bombs & bit:
        after, touched = state._replace(hit=bit), state.field.all
    else:
        touched = _opens(state, action.cell)
        after = state._replace(opened=state.opened | touched)
    return _painted(after, touched)


def end(state: State, outcome: Outcome) -> State:
    """End it from outside. Nothing is painted: usually nobody is left to look."""
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Lost with a revealed bomb; won when the marks are exactly the bombs, however much is open (#8, #9)."""
    if state.ended:
        return state.ended
    if state.hit:
        return nobody("hit a bomb")
    if state.marks == state.bombs:
        return won(PLAYER, reason="marked every bomb")
    return None


def _opens(state: State, cell: Cell) -> int:
    """Give what a reveal without a bomb opens: the cell, or the whole empty area with its border of digits."""
    if state.field.count(state.bombs, cell):
        return state.field.bit(cell)
    return opening(state.field, state.bombs, cell, closed_to=state.opened | state.marks)


def _painted(state: State, touched: int) -> State:
    """Paint anew from the first row of these cells to the last."""
    first, last = state.field.span(touched)
    new = paint(state, first, last, sight_of(state))
    return state._replace(faces=repainted(state.faces, first, new))


def sight_of(state: State) -> Sight:
    """Give how much the player sees: everything after the end (#10), hidden bombs in debug mode (#12)."""
    if outcome(state):
        return Sight.TRUTH
    return Sight.DEBUG if state.debug else Sight.FOG


def paint(state: State, first: int, last: int, sight: Sight) -> list[bytes]:
    """Give the characters from one row to another."""
    bits = {"bombs": state.bombs, "opened": state.opened, "marks": state.marks, "hit": state.hit}
    return faces.paint(state.field, (first, last), sight, **bits)
