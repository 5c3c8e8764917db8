"""The rules: State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`.

Whoever breaks a rule loses the game (#13). That is for the host to say: an action against the rules is refused here as
in any other game, with every reason, and `Forfeit` is the action by which the host lets that seat lose.
"""

from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.game import NOT_SEATED, OVER, Refusal, Seat
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, won
from fogfield.games.treasurehunt.presets import Options, half_rules
from fogfield.kits.explore.halves import Field, broken_rules
from fogfield.kits.explore.land import Direction, Land, Terrain, join, seen_from, step_cost

SEATS = 2
CAPTURED = "took the castle"
TOO_LONG = "the other was to act when the game had lasted too long"

NOT_YOUR_TURN = Refusal("not-your-turn", "it is the other player's turn")
HALF_TWICE = Refusal("half-twice", "the half map was sent already")
NO_MAP = Refusal("no-map", "first both players send their half maps")
INTO_WATER = Refusal("into-water", "nobody can swim")
OFF_MAP = Refusal("off-map", "the figure would leave the map")

#: Numbers that stand for chance are drawn from so many.
LUCK = 1 << 64


class SendHalf(NamedTuple):
    """Send a half map, right or wrong."""

    fields: tuple[Field, ...]


class Move(NamedTuple):
    """Send one command to move."""

    direction: Direction


class Forfeit(NamedTuple):
    """Lose, because a rule was broken or the time is over; `why` is what the other has won by."""

    why: str


Action: TypeAlias = SendHalf | Move | Forfeit


class Luck(NamedTuple):
    """All chance of a game. Nobody may see it; what it means shows when the maps are there."""

    starter: Seat = 0
    #: The halves lie side by side, not one below the other.
    wide: bool = False
    #: Whose half is on the left, or on top.
    first: Seat = 0
    #: For each seat, where among the fields that are possible its treasure lies, and which fort is taken.
    treasures: tuple[int, int] = (0, 0)
    forts: tuple[int, int] = (0, 0)
    #: From this the false positions come.
    fog: int = 0


class Side(NamedTuple):
    """One seat. All fields are those of the whole map."""

    half: Land | None = None
    fort: Cell = Cell(0, 0)
    figure: Cell = Cell(0, 0)
    treasure: Cell = Cell(0, 0)
    #: The step that has begun, and the commands sent for it.
    heading: Direction | None = None
    sent: int = 0
    #: What the figure has revealed. The fort, where it begins, is known without that.
    seen: frozenset[Cell] = frozenset()
    collected: bool = False
    #: Where the figure was since the other is told its real position; a field is not repeated while it stays there.
    trail: tuple[Cell, ...] = ()
    #: The fields of the trail at the end of which it picked up its treasure; of no meaning before.
    searched: int = 0


class State(NamedTuple):
    """The whole truth."""

    options: Options
    luck: Luck = Luck()
    sides: tuple[Side, Side] = (Side(), Side())
    #: The whole map, once both halves are there.
    land: Land | None = None
    actions: int = 0
    #: The end, by a move or from outside.
    ended: Outcome | None = None


def bound(options: Options) -> int:
    """Give the most moves: every action that there may be, and a forfeit."""
    return options.most_actions + 1


def new(options: Options, rng: Random) -> State:
    """Draw who starts, how the halves will be joined, and numbers for the rest (#3, #4, #5)."""
    starter, wide, first = rng.randrange(SEATS), rng.random() < 0.5, rng.randrange(SEATS)
    one, two, three, four, fog = (rng.randrange(LUCK) for _ in range(5))
    return State(options, Luck(starter, wide, first, (one, two), (three, four), fog))


def turn(state: State) -> Seat:
    """Give who is to act: every action changes it (#3)."""
    return (state.luck.starter + state.actions) % SEATS


_NOBODY: frozenset[Seat] = frozenset()
_ONE = (frozenset((0,)), frozenset((1,)))


def to_act(state: State) -> frozenset[Seat]:
    """Give who is to act, while it goes on."""
    return _NOBODY if state.ended else _ONE[turn(state)]


def corner(state: State, seat: Seat) -> Cell:
    """Give where the half of a seat begins on the whole map (#4)."""
    if state.luck.first == seat:
        return Cell(0, 0)
    return Cell(0, state.options.cols) if state.luck.wide else Cell(state.options.rows, 0)


def revealed(state: State) -> bool:
    """Say whether each is told where the other really is (#11)."""
    return state.actions >= state.options.hidden_actions


# --- what may be done


def refusals(state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Say all that is wrong with an action."""
    if seat not in range(SEATS):
        return (NOT_SEATED,)
    if state.ended:
        return (OVER,)
    if isinstance(action, Forfeit):
        return ()
    found = [] if seat == turn(state) else [NOT_YOUR_TURN]
    if isinstance(action, SendHalf):
        if state.sides[seat].half:
            found.append(HALF_TWICE)
        broken = broken_rules(half_rules(state.options), action.fields)
        return (*found, *(Refusal(one.code, one.text) for one in broken))
    if state.land is None:
        return (*found, NO_MAP)
    goal = action.direction.from_cell(state.sides[seat].figure)
    if not state.land.has(goal):
        found.append(OFF_MAP)
    elif state.land.at(goal) is Terrain.WATER:
        found.append(INTO_WATER)
    return tuple(found)


# --- what it does


def apply(state: State, seat: Seat, action: Action) -> State:
    """Do it."""
    if isinstance(action, Forfeit):
        return end(state, won(1 - seat, reason=action.why))
    if isinstance(action, SendHalf):
        return _count(_send_half(state, seat, action.fields))
    return _count(_move(state, seat, action.direction))


def _send_half(state: State, seat: Seat, fields: tuple[Field, ...]) -> State:
    """Put a half at its place, its figure on the fort, and its treasure on grass elsewhere (#4, #5)."""
    options, shift = state.options, corner(state, seat)
    in_order = sorted(fields)
    half = Land(options.rows, options.cols, "".join(field.terrain for field in in_order))
    forts = [field.cell for field in in_order if field.fort]
    fort = _drawn(forts, state.luck.forts[seat])
    treasure = _drawn([cell for cell in half.cells(Terrain.GRASS) if cell != fort], state.luck.treasures[seat])
    fort, treasure = (Cell(cell.row + shift.row, cell.col + shift.col) for cell in (fort, treasure))
    side = Side(half=half, fort=fort, figure=fort, treasure=treasure)
    state = _with(state, seat, side)
    first, second = (state.sides[one].half for one in (state.luck.first, 1 - state.luck.first))
    return state._replace(land=join(first, second, wide=state.luck.wide)) if first and second else state


def _drawn(cells: list[Cell], luck: int) -> Cell:
    """Choose by a number that was drawn before anybody chose anything."""
    return cells[luck * len(cells) // LUCK]


def _move(state: State, seat: Seat, direction: Direction) -> State:
    """Count a command; the last one of a step moves the figure (#7). Another direction begins anew (#8)."""
    side, land = state.sides[seat], state.land
    assert land is not None, "nobody moves without a map"
    goal = direction.from_cell(side.figure)
    sent = side.sent + 1 if direction is side.heading else 1
    if sent < step_cost(land, side.figure, goal):
        return _with(state, seat, side._replace(heading=direction, sent=sent))
    side = side._replace(heading=None, sent=0, figure=goal, seen=side.seen | seen_from(land, goal))
    if revealed(state):
        side = side._replace(trail=(*side.trail, goal))
    if goal == side.treasure and not side.collected:
        side = side._replace(collected=True, searched=len(side.trail))
    state = _with(state, seat, side)
    if side.collected and goal == state.sides[1 - seat].fort:
        return end(state, won(seat, reason=CAPTURED))
    return state


def _count(state: State) -> State:
    """Count an action. After the last one whoever is now to act has lost (#12)."""
    before, state = revealed(state), state._replace(actions=state.actions + 1)
    if not before and revealed(state):
        first, second = (side._replace(trail=(side.figure,)) for side in state.sides)
        state = state._replace(sides=(first, second))
    if state.actions >= state.options.most_actions and not state.ended:
        return end(state, won(1 - turn(state), reason=TOO_LONG))
    return state


def _with(state: State, seat: Seat, side: Side) -> State:
    return state._replace(sides=(side, state.sides[1]) if seat == 0 else (state.sides[0], side))


def end(state: State, outcome: Outcome) -> State:
    """End it from outside."""
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Say how it ended."""
    return state.ended
