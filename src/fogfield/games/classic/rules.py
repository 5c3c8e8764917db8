"""The rules: State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.game import NOT_SEATED, OVER, Refusal, Seat
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.games.classic import faces
from fogfield.games.classic.faces import Sight
from fogfield.kits.mines import boards
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.field import Field, area, repainted

PLAYER: Seat = 0
LOST = "hit a mine"
WON = "opened every safe cell"

OFF_BOARD = Refusal("off-board", "there is no such cell")
OPEN_ALREADY = Refusal("open-already", "this cell is open already")
FLAGGED = Refusal("flagged", "a flagged cell is not opened; take the flag away first")
NO_CHORD = Refusal("no-chord", "as many flags as its digit must touch an open cell before its other neighbours open")
CLOSED = Refusal("closed", "this cell is closed; a chord is made on an open one")
ALL_OPEN = Refusal("all-open", "nothing around it is left to open")
NOTHING_LEFT = Refusal("nothing-left", "all closed cells around it have a flag")
NO_FENCE = Refusal("no-fence", "only as many closed cells as an open digit says are flagged together")


@dataclass(frozen=True, slots=True)
class Options:
    """Which board: size, mines, start rule; a seed if it is a certain one; whether there are question marks.

    A board without a guess is made before it is played: it brings its mines with it, and the cell that opens first.
    """

    columns: int
    rows: int
    mines: int
    start: str = "safe"
    seed: str = ""
    questions: bool = False
    #: Only with the start rule "noguess": where the mines are, and the first cell.
    laid: tuple[Cell, ...] = ()
    first: Cell | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Open a cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Chord:
    """Open all cells around an open one that have no flag."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Fence:
    """Flag all closed cells around an open one, if there are as many as its digit: they can be nothing but mines."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Mark:
    """Go round the marks of a cell: none, a flag, a question mark if there are any."""

    cell: Cell


Action: TypeAlias = Reveal | Chord | Fence | Mark


class State(NamedTuple):
    """The whole truth. `mines`, `opened`, `flags` and `doubts` are bit sets on `field`."""

    options: Options
    field: Field
    seed: str
    #: The mines, once the first cell is open; before that 0, unless they were laid beforehand.
    mines: int
    laid: bool
    opened: int
    flags: int
    doubts: int
    #: How often the player acted.
    actions: int
    #: An end from outside, such as a player who left.
    ended: Outcome | None
    #: What the player sees, a row of characters each. Kept here so that a move paints only the rows it touched.
    faces: tuple[bytes, ...]


def faults(options: Options) -> tuple[str, ...]:
    """Say everything that is wrong with options."""
    found = list(size_faults(options))
    if found:
        return tuple(found)
    if options.start != "noguess":
        if options.laid or options.first:
            found.append("only a board without a guess brings its mines with it")
        return tuple(found)
    grid = Field.of(options.rows, options.columns).grid
    if (
        options.first is None
        or options.first not in grid
        or len(set(options.laid)) != options.mines
        or len(options.laid) != options.mines
        or not all(c in grid for c in options.laid)
    ):
        found.append("a board without a guess brings its first cell and all its mines with it")
    elif set(options.laid) & {options.first, *grid.near(options.first)}:
        found.append("the first cell of a board without a guess touches no mine")
    elif boards.opens_all(grid, options.laid, options.first):
        found.append("the first cell of this board opens everything, so there is nothing to play")
    return tuple(found)


def size_faults(options: Options) -> tuple[str, ...]:
    """Say what is wrong with the board, wherever its mines are."""
    return board_asked(options, options.seed or "any").faults()


def board_asked(options: Options, seed: str) -> Board:
    """Give the board of options."""
    return Board(options.columns, options.rows, options.mines, options.start, seed)


def middle(options: Options) -> Cell:
    """Give the cell from which a board without a guess is made (#4)."""
    return Cell(options.rows // 2, options.columns // 2)


def bound(options: Options) -> int:
    """Give the most moves that one game may have: room to change one's mind, but no endless record."""
    return 2_000 + 4 * options.columns * options.rows


def new(options: Options, rng: Random) -> State:
    """Begin; where the mines are is decided by the first cell and the seed (#3), but without a guess before (#4)."""
    field = Field.of(options.rows, options.columns)
    hidden = (faces.HIDDEN * options.columns,) * options.rows
    seed = options.seed or f"{rng.getrandbits(64):x}"
    mines = sum(map(field.bit, options.laid))
    state = State(options, field, seed, mines, bool(options.first), 0, 0, 0, actions=0, ended=None, faces=hidden)
    if options.first is None:
        return state
    return _open(state._replace(actions=1), field.bit(options.first))


def board_of(state: State) -> str:
    """Give the name of the board, from which it can be laid again."""
    return str(board_asked(state.options, state.seed))


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
    if action.cell not in state.field.grid:
        return (*found, OFF_BOARD)
    bit = state.field.bit(action.cell)
    if isinstance(action, Chord):
        if not _chord(state, action.cell):
            found.append(_why_no_chord(state, bit))
        return tuple(found)
    if isinstance(action, Fence):
        if not _fence(state, action.cell):
            found.append(NO_FENCE)
        return tuple(found)
    if state.opened & bit:
        found.append(OPEN_ALREADY)
    if state.flags & bit and isinstance(action, Reveal):
        found.append(FLAGGED)
    return tuple(found)


def _why_no_chord(state: State, bit: int) -> Refusal:
    around = state.field.around(bit) & ~state.opened
    if not state.opened & bit:
        return CLOSED
    if not around:
        return ALL_OPEN
    return NO_CHORD if around & ~state.flags else NOTHING_LEFT


def _chord(state: State, cell: Cell) -> int:
    """Give the cells that a chord opens (#6); none if it is not possible."""
    field = state.field
    bit = field.bit(cell)
    around = field.around(bit) & ~state.opened
    if not state.opened & bit or (around & state.flags).bit_count() != field.count(state.mines, cell):
        return 0
    return around & ~state.flags


def _fence(state: State, cell: Cell) -> int:
    """Give the cells that are flagged together (#6); none if that is not possible, or done."""
    field = state.field
    bit = field.bit(cell)
    around = field.around(bit) & ~state.opened
    if not state.opened & bit or around.bit_count() != field.count(state.mines, cell):
        return 0
    return around & ~state.flags


def apply(state: State, seat: Seat, action: Action) -> State:
    """Give the state after an action without refusals."""
    bit = state.field.bit(action.cell)
    state = state._replace(actions=state.actions + 1)
    if isinstance(action, Mark):
        return _painted(_marked(state, bit), bit)
    if isinstance(action, Chord):
        return _open(state, _chord(state, action.cell))
    if isinstance(action, Fence):
        cells = _fence(state, action.cell)
        return _painted(state._replace(flags=state.flags | cells, doubts=state.doubts & ~cells), cells)
    if not state.laid:
        mines = boards.lay(board_asked(state.options, state.seed), action.cell)
        state = state._replace(laid=True, mines=sum(map(state.field.bit, mines)))
    return _open(state, bit)


def _marked(state: State, bit: int) -> State:
    """Go on to the next mark (#5)."""
    if state.flags & bit:
        return state._replace(flags=state.flags ^ bit, doubts=state.doubts | (bit if state.options.questions else 0))
    if state.doubts & bit:
        return state._replace(doubts=state.doubts ^ bit)
    return state._replace(flags=state.flags | bit)


def _open(state: State, cells: int) -> State:
    """Open cells and the empty areas that they belong to; flags stay closed."""
    opens = area(state.field, state.mines, cells, closed_to=state.opened | state.flags)
    after = state._replace(opened=state.opened | opens, doubts=state.doubts & ~opens)
    return _painted(after, state.field.all if outcome(after) else opens)


def end(state: State, outcome: Outcome) -> State:
    """End it from outside. Nothing is painted: usually nobody is left to look."""
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Lost with an open mine, won with every other cell open (#7)."""
    if state.ended:
        return state.ended
    if state.opened & state.mines:
        return nobody(LOST)
    if state.laid and state.opened | state.mines == state.field.all:
        return won(PLAYER, reason=WON)
    return None


def _painted(state: State, touched: int) -> State:
    """Paint anew from the first row of these cells to the last."""
    first, last = state.field.span(touched)
    new = paint(state, first, last, Sight.TRUTH if outcome(state) else Sight.FOG)
    return state._replace(faces=repainted(state.faces, first, new))


def paint(state: State, first: int, last: int, sight: Sight) -> list[bytes]:
    """Give the characters from one row to another."""
    bits = {"mines": state.mines, "opened": state.opened, "flags": state.flags, "questions": state.doubts}
    return faces.paint(state.field, (first, last), sight, **bits)


def effort(state: State) -> int:
    """Count the fewest reveals that open the whole board without flags (3BV): areas, and digits beside none (#8)."""
    return _effort(state.field, state.mines)


@lru_cache(maxsize=64)  # a replay of a large board shows it with every move
def _effort(field: Field, mines: int) -> int:
    empty = field.all & ~field.around(mines)
    digits = field.all & ~mines & ~field.around(empty)
    areas, left = 0, empty
    while left:
        areas += 1
        left &= ~area(field, mines, left & -left, closed_to=0)
    return areas + digits.bit_count()
