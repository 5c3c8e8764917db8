"""The rules: Options, State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`."""

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from fogfield.core.counting import count
from fogfield.core.game import NOT_SEATED, OVER, Refusal, Seat
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.kits.mines.field import Field

if TYPE_CHECKING:
    from random import Random

PLAYER: Seat = 0
SIZES = range(5, 11)
#: More rounds than this no recorded match has. The command-line game itself has no limit.
MOST_ROUNDS = 10_000

HIDDEN = " "
FLAG = "F"
GUESS = "?"

NO_SUCH_SIZE = "Cannot create a mine field with that many rows and/or columns!"


class Options(NamedTuple):
    """What a seed file says: the size, and where the mines are, row by row."""

    rows: int
    cols: int
    mines: tuple[Cell, ...]


class Verb(Enum):
    """What a player can do in a round."""

    REVEAL = "reveal"
    MARK = "mark"
    GUESS = "guess"
    HELP = "help"
    NOFOG = "nofog"
    QUIT = "quit"


#: The verbs that name a square.
AIMED = frozenset((Verb.REVEAL, Verb.MARK, Verb.GUESS))


class Action(NamedTuple):
    """One command; those that need a square have one."""

    verb: Verb
    cell: Cell | None = None


class State(NamedTuple):
    """The whole truth. `squares` and `solution` hold a character for each square, row after row."""

    rows: int
    cols: int
    #: What the board looks like when it is won: a flag on every mine, a digit everywhere else.
    solution: str
    squares: str
    rounds: int = 0
    #: The fog is lifted for the display that follows the last command.
    lifted: bool = False
    #: The end, if it cannot be seen on the board: a mine was revealed, the player quit or left.
    ended: Outcome | None = None


LOST = nobody("revealed a mine")
QUIT = nobody("quit")
WON = won(PLAYER, reason="marked every mine and revealed the rest")


def wrong_count(mines: int, rows: int, cols: int) -> str:
    """Say that there are too few or too many mines for a board, if there are."""
    most = rows * cols - 1
    return "" if 1 <= mines <= most else f"{count(mines, 'mine')} on {rows}x{cols}: from 1 to {most} are possible"


def faults(options: Options) -> tuple[str, ...]:
    """Say everything that is wrong with a board (#3)."""
    rows, cols, mines = options
    if rows not in SIZES or cols not in SIZES:
        return (NO_SUCH_SIZE,)
    found = []
    if wrong := wrong_count(len(mines), rows, cols):
        found.append(wrong)
    if len(set(mines)) < len(mines):
        found.append("a mine is named twice")
    field = Field.of(rows, cols)
    found += [f"the mine {row} {col} is not on the board" for row, col in mines if (row, col) not in field.grid]
    return tuple(found)


def bound(options: Options) -> int:
    """Give the most moves that a recorded match may have."""
    return MOST_ROUNDS


def new(options: Options, rng: "Random | None" = None) -> State:
    """Lay the mines where the seed file says; chance has no part in it."""
    rows, cols, named = options
    field = Field.of(rows, cols)
    mines = sum(map(field.bit, set(named)))
    digits = [str(field.count(mines, cell)) for cell in field.grid]
    for row, col in named:
        digits[row * cols + col] = FLAG
    return State(rows, cols, solution="".join(digits), squares=HIDDEN * (rows * cols))


def to_act(state: State) -> frozenset[Seat]:
    """Give the player, until the end."""
    return frozenset() if outcome(state) else frozenset((PLAYER,))


def refusals(state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Say all that is wrong with an action; of two wrong indices only the row is named (#9)."""
    found = []
    if seat != PLAYER:
        found.append(NOT_SEATED)
    if outcome(state):
        found.append(OVER)
    verb, cell = action
    if (verb in AIMED) != (cell is not None):
        found.append(Refusal("no-such-command", f"{verb.value} takes {'a' if verb in AIMED else 'no'} square"))
    elif cell:
        for index, length in zip(cell, (state.rows, state.cols), strict=True):
            if not 0 <= index < length:
                found.append(Refusal("off-board", f"Index {index} out of bounds for length {length}"))
                break
    return tuple(found)


def apply(state: State, seat: Seat, action: Action) -> State:
    """Play a round: any square may be revealed, marked or guessed at any time (#7); all but quitting counts (#8)."""
    verb, cell = action
    if verb is Verb.QUIT:
        return state._replace(ended=QUIT)
    state = state._replace(rounds=state.rounds + 1, lifted=verb is Verb.NOFOG)
    if not cell:
        return state
    place = cell.row * state.cols + cell.col
    truth = state.solution[place]
    if verb is Verb.REVEAL and truth == FLAG:
        return state._replace(ended=LOST)
    shown = {Verb.REVEAL: truth, Verb.MARK: FLAG, Verb.GUESS: GUESS}[verb]
    return state._replace(squares=state.squares[:place] + shown + state.squares[place + 1 :])


def end(state: State, outcome: Outcome) -> State:
    """End it from outside."""
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Lost by a revealed mine; won when every mine is marked and every other square revealed (#10)."""
    return state.ended or (WON if state.squares == state.solution else None)


def score(rows: int, cols: int, rounds: int) -> str:
    """Give the score with two digits: rounded half up on the shortest decimal form of the quotient, as Java does (#11).

    78.125 becomes 78.13; formatting the binary fraction itself would give 78.12.
    """
    from decimal import ROUND_HALF_UP, Decimal  # only a winner needs it

    return str(Decimal(repr(100.0 * rows * cols / rounds)).quantize(Decimal("0.01"), ROUND_HALF_UP))
