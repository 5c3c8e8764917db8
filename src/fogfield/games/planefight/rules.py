"""The rules: State, Action, refusals, apply, outcome. SPEC.md numbers them; the numbers stand behind `#`.

A seat takes part in one of two ways. Whoever places his fleet here (`Place`) has his shots answered by it. A program of
the published protocol keeps its fleet to itself (`Ready`), answers every attack (`Reply`) and shows its map when the
battle is decided (`Show`). What was said aloud, by either, is the `story`; a connection tells its peer the part
of the other.
"""

from collections import Counter
from enum import Enum
from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.game import NOT_SEATED, OVER, Refusal, Seat
from fogfield.core.grid import Cell, Grid
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.games.planefight.fleet import Answer, Fleet, Options, Plane, Shot, audit, place, wrong_with, yard
from fogfield.kits.fleet.arranging import fits

SEATS = 2
LEAST, MOST = 5, 127
#: Attacks out of turn are answered, as the published program does, which makes some by itself; but not without end.
MOST_HASTY = 10
#: Nobody needs more attacks than there are cells; so many more are answered, as the published program does.
MOST_REPEATED = 10

DESTROYED = "destroyed every plane"
SURRENDERED = "the other surrendered"
NOWHERE = "every cell was attacked, and the other's answers leave no place for its planes"

READY_ALREADY = Refusal("ready-already", "the planes are placed already")
NOT_STARTED = Refusal("not-started", "first both players get ready")
DECIDED = Refusal("decided", "the battle is decided")
OFF_BOARD = Refusal("off-board", "there is no such cell")
ONE_AT_A_TIME = Refusal("one-at-a-time", "the attack before has no answer yet")
NOT_YOUR_TURN = Refusal("not-your-turn", "it is the other player's turn")
TOO_HASTY = Refusal("too-hasty", "too many attacks were made out of turn")
TOO_MANY = Refusal("too-many", "every cell was attacked, and some of them too often")
NOT_ASKED = Refusal("not-asked", "nobody asked for an answer")
MAP_KNOWN = Refusal("map-known", "this map is known already")


class Place(NamedTuple):
    """Place the fleet, and be ready."""

    planes: tuple[Plane, ...]


class Ready(NamedTuple):
    """Be ready, with a fleet that nobody else knows."""


class Attack(NamedTuple):
    """Attack a cell of the other field.

    `hasty` lets a program of the published protocol attack out of turn: it may do so without knowing (#10).
    """

    cell: Cell
    hasty: bool = False


class Reply(NamedTuple):
    """Answer an attack."""

    answer: Answer


class Surrender(NamedTuple):
    """Surrender."""


class Show(NamedTuple):
    """Show the map."""

    planes: tuple[Plane, ...]


Action: TypeAlias = Place | Ready | Attack | Reply | Surrender | Show


class Event(NamedTuple):
    """Something that a seat said aloud."""

    seat: Seat
    said: Ready | Attack | Reply | Surrender | Show


class Phase(Enum):
    """How far a match is."""

    __hash__ = object.__hash__  # that of Enum is written in Python

    PLACING = "the fleets are being placed"
    FIGHTING = "the battle"
    SHOWING = "decided; the maps are being shown"
    OVER = "over"


class Side(NamedTuple):
    """One seat."""

    ready: bool = False
    #: It has placed its fleet here; if not, it answers attacks by itself.
    placed: bool = False
    #: Its fleet, if it was placed here or its map has arrived.
    fleet: Fleet | None = None
    shown: bool = False
    #: Its attack that has no answer yet.
    attacks: Cell | None = None
    #: The heads that it lost, and how often it said so: a program may count one head twice.
    lost: frozenset[Cell] = frozenset()
    destroyed: int = 0
    #: How many attacks it has made, on how many cells, and how many of them out of turn.
    made: int = 0
    tried: frozenset[Cell] = frozenset()
    hasty: int = 0


class State(NamedTuple):
    """The whole truth, as far as anybody has told it."""

    options: Options
    sides: tuple[Side, Side] = (Side(), Side())
    story: tuple[Event, ...] = ()
    #: The turn, counted from 1: one more than there were answers (#4).
    turn: int = 1
    #: Who has won, and why, while the maps are still to be shown.
    decided: Outcome | None = None
    ended: Outcome | None = None


def faults(options: Options) -> tuple[str, ...]:
    """Say everything that is wrong with the settings of a game (#1)."""
    found = [
        f"{name} {size} not in {LEAST}-{MOST}"
        for name, size in (("rows", options.rows), ("columns", options.cols))
        if not LEAST <= size <= MOST
    ]
    if options.planes < 1:
        found.append(f"planes {options.planes} not 1 or more")
    elif not found and not fits(yard(options), options.planes):
        found.append(f"{options.planes} planes do not fit on {options.rows}x{options.cols}")
    return tuple(found)


def bound(options: Options) -> int:
    """Give the most moves: every cell once, with its answer, and some for the rest."""
    return 4 * options.rows * options.cols + 64


def new(options: Options, rng: Random) -> State:
    """Begin with empty fields; chance has no part in it."""
    return State(options)


def phase(state: State) -> Phase:
    """Say how far it is."""
    if state.ended:
        return Phase.OVER
    if state.decided:
        return Phase.SHOWING
    return Phase.FIGHTING if state.sides[0].ready and state.sides[1].ready else Phase.PLACING


def whose_turn(state: State) -> Seat:
    """Give who is to attack: the first seat on odd turns (#4)."""
    return (state.turn - 1) % SEATS


_NOBODY: frozenset[Seat] = frozenset()
_ONE = (frozenset((0,)), frozenset((1,)))
_BOTH = _ONE[0] | _ONE[1]


def to_act(state: State) -> frozenset[Seat]:
    """Give who is awaited: to get ready, to answer, to attack, to show a map."""
    now = phase(state)
    if now is Phase.FIGHTING:
        first, second = state.sides
        if first.attacks is None:
            return _ONE[0] if second.attacks is not None else _ONE[whose_turn(state)]
        return _ONE[1] if second.attacks is None else _BOTH
    if now is Phase.PLACING:
        return frozenset(seat for seat, side in enumerate(state.sides) if not side.ready)
    if now is Phase.SHOWING:
        return frozenset(seat for seat, side in enumerate(state.sides) if not side.shown)
    return _NOBODY


# --- what may be done


def refusals(state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
    """Say all that is wrong with an action."""
    if seat not in range(SEATS):
        return (NOT_SEATED,)
    now = phase(state)
    if now is Phase.OVER:
        return (OVER,)
    if isinstance(action, Attack):
        return _wrong_with_attack(state, seat, action, now)
    if isinstance(action, Reply):
        asked = state.sides[1 - seat].attacks is not None
        return () if asked and not state.sides[seat].placed else (NOT_ASKED,)
    if isinstance(action, (Place, Ready)):
        found = [READY_ALREADY] if state.sides[seat].ready else []
        if isinstance(action, Place):
            found += [Refusal("placement", text) for text in wrong_with(state.options, action.planes)]
        return tuple(found)
    if now is Phase.PLACING:
        return (NOT_STARTED,)
    if isinstance(action, Show):
        return (MAP_KNOWN,) if state.sides[seat].fleet else ()
    return (DECIDED,) if now is Phase.SHOWING else ()


def _wrong_with_attack(state: State, seat: Seat, attack: Attack, now: Phase) -> tuple[Refusal, ...]:
    found = []
    side = state.sides[seat]
    if now is not Phase.FIGHTING:
        found.append(NOT_STARTED if now is Phase.PLACING else DECIDED)
    elif side.attacks is not None:
        found.append(ONE_AT_A_TIME)
    elif seat != whose_turn(state) and not attack.hasty:
        found.append(NOT_YOUR_TURN)
    elif seat != whose_turn(state) and side.hasty >= MOST_HASTY:
        found.append(TOO_HASTY)
    elif side.made >= state.options.rows * state.options.cols + MOST_REPEATED:
        found.append(TOO_MANY)
    if attack.cell not in Grid(state.options.rows, state.options.cols):
        found.append(OFF_BOARD)
    return tuple(found)


# --- what it does


def apply(state: State, seat: Seat, action: Action) -> State:
    """Do it."""
    if isinstance(action, Attack):
        return _attack(state, seat, action)
    if isinstance(action, Reply):
        return _reply(state, seat, action.answer)
    if isinstance(action, Place):
        fleet = Fleet(state.options, action.planes)
        return _say(_with(state, seat, ready=True, placed=True, fleet=fleet), seat, Ready())
    if isinstance(action, Ready):
        return _say(_with(state, seat, ready=True), seat, action)
    if isinstance(action, Surrender):
        return _decide(state, won(1 - seat, reason=SURRENDERED), seat)
    return _settle(_show(state, seat, action))


def _attack(state: State, seat: Seat, attack: Attack) -> State:
    side, other = state.sides[seat], state.sides[1 - seat]
    state = _with(
        state,
        seat,
        attacks=attack.cell,
        made=side.made + 1,
        tried=side.tried | {attack.cell},
        hasty=side.hasty + (seat != whose_turn(state)),
    )
    state = _say(state, seat, Attack(attack.cell))
    if other.placed:
        assert other.fleet is not None
        return _reply(state, 1 - seat, other.fleet.answer(attack.cell, other.lost))
    return state


def _reply(state: State, seat: Seat, answer: Answer) -> State:
    """Answer the other's attack. The last plane decides the battle; after that answers change nothing (#7)."""
    cell = state.sides[1 - seat].attacks
    assert cell is not None, "nobody replies who was not asked"
    state = _say(_with(state, 1 - seat, attacks=None), seat, Reply(answer))._replace(turn=state.turn + 1)
    if answer is Answer.DESTROY and not state.decided:
        side = state.sides[seat]
        state = _with(state, seat, lost=side.lost | {cell}, destroyed=side.destroyed + 1)
        if state.sides[seat].destroyed >= state.options.planes:
            return _decide(state, won(1 - seat, reason=DESTROYED), seat)
    if not state.decided and len(state.sides[1 - seat].tried) == state.options.rows * state.options.cols:
        return _decide(state, won(1 - seat, reason=NOWHERE), seat)
    return state


def _decide(state: State, outcome: Outcome, loser: Seat) -> State:
    """Decide the battle. Maps that are known are shown, the loser's first, and before his surrender (#8)."""
    state = _show_known(state._replace(decided=outcome), loser)
    if outcome.reason == SURRENDERED:
        state = _say(state, loser, Surrender())
    return _settle(_show_known(state, 1 - loser))


def _show_known(state: State, seat: Seat) -> State:
    fleet = state.sides[seat].fleet
    return _say(_with(state, seat, shown=True), seat, Show(fleet.planes)) if fleet else state


def _show(state: State, seat: Seat, show: Show) -> State:
    """Take a map. Before the battle is decided it is kept back."""
    state = _with(state, seat, fleet=Fleet(state.options, show.planes))
    return _show_known(state, seat) if state.decided else state


def _settle(state: State) -> State:
    """End it when both maps are there, and say what the maps tell of the answers (#9)."""
    if state.decided and all(side.shown for side in state.sides):
        return state._replace(ended=state.decided._replace(faults=found_out(state)))
    return state


def found_out(state: State) -> tuple[str, ...]:
    """Give every fault of a player who answered for himself, and of nobody else."""
    found: list[str] = []
    for seat, side in enumerate(state.sides):
        for cell, times in _counted_again(shots(state.story, seat)).items():
            found.append(f"player {seat + 1}: the head at {place(cell)} was attacked and counted {times} times")
        if side.fleet and not side.placed:
            texts = audit(state.options, side.fleet.planes, shots(state.story, 1 - seat))
            found += [f"player {seat + 1}: {text}" for text in texts]
    return tuple(found)


def _counted_again(made: tuple[Shot, ...]) -> dict[Cell, int]:
    """Give the heads that were attacked again and counted again, as the published program does it, and how often."""
    counted = Counter(shot.cell for shot in made if shot.answer is Answer.DESTROY)
    return {cell: times for cell, times in counted.items() if times > 1}


def shots(story: tuple[Event, ...], seat: Seat) -> tuple[Shot, ...]:
    """Give the attacks of a seat that were answered."""
    cells = [event.said.cell for event in story if event.seat == seat and isinstance(event.said, Attack)]
    answers = [event.said.answer for event in story if event.seat != seat and isinstance(event.said, Reply)]
    return tuple(map(Shot, cells, answers))


def _say(state: State, seat: Seat, said: Ready | Attack | Reply | Surrender | Show) -> State:
    return state._replace(story=(*state.story, Event(seat, said)))


def _with(state: State, seat: Seat, **changes: object) -> State:
    side = state.sides[seat]._replace(**changes)  # type: ignore[arg-type]  # mypy knows no keywords by name here
    return state._replace(sides=(side, state.sides[1]) if seat == 0 else (state.sides[0], side))


def end(state: State, outcome: Outcome) -> State:
    """End it from outside; before the battle nobody wins by that (#16)."""
    if outcome.winners and not all(side.ready for side in state.sides):
        outcome = nobody(f"{outcome.reason}, before the battle")
    return state._replace(ended=outcome)


def outcome(state: State) -> Outcome | None:
    """Say how it ended, once both maps were shown."""
    return state.ended
