"""A toy game for the tests of core: two seats take turns adding 1 or 2; who reaches the goal wins.

Its one secret is the goal, which nobody but the referee sees before the end.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from fogfield.core import plain, schema
from fogfield.core.errors import RecordError
from fogfield.core.game import Game, Notation, Refusal, Seat, Viewer, Watcher
from fogfield.core.outcome import Outcome, won

NOT_YOUR_TURN = Refusal("not-your-turn", "it is not your turn")
BAD_STEP = Refusal("bad-step", "a step is 1 or 2")


@dataclass(frozen=True)
class State:
    goal: int
    total: int = 0
    turn: Seat = 0
    ended: Outcome | None = None


def refusals(state: State, seat: Seat, action: int) -> tuple[Refusal, ...]:
    found = []
    if seat != state.turn:
        found.append(NOT_YOUR_TURN)
    if action not in (1, 2):
        found.append(BAD_STEP)
    return tuple(found)


def apply(state: State, seat: Seat, action: int) -> State:
    return replace(state, total=state.total + action, turn=1 - seat)


def end(state: State, outcome: Outcome) -> State:
    return replace(state, ended=outcome)


def outcome(state: State) -> Outcome | None:
    if state.ended:
        return state.ended
    return won(1 - state.turn, reason="reached the goal") if state.total >= state.goal else None


def view(state: State, viewer: Viewer) -> tuple[int, int | None]:
    return state.total, state.goal if viewer is Watcher.REFEREE or outcome(state) else None


def choose(view: tuple[int, int | None], rng: Random) -> int | None:
    return None if view[1] is not None else rng.choice((1, 2))


NUMBER = schema.whole(-(10**9), 10**9)
ASKED = schema.wishes(most=(NUMBER, 20))


def read_int(data: Any) -> int:
    if type(data) is not int:
        raise RecordError(f"{data!r} is no number")
    return data


NOTATION: Notation[int, int, tuple[int, int | None]] = Notation(
    write_options=lambda options: options,
    read_options=read_int,
    options_schema=NUMBER,
    write_action=lambda action: action,
    read_action=read_int,
    action_schema=NUMBER,
    write_view=plain.write,
    view_schema=plain.schema(tuple[int, int | None]),
    public_options=lambda options: options,
    ask=lambda data, rng: int(schema.filled(ASKED, data, "options")["most"]),
    asked_schema=ASKED,
)


TOY: Game[int, State, int, tuple[int, int | None]] = Game(
    name="toy",
    seats=2,
    faults=lambda most: () if most >= 3 else ("the most must be 3 or more", "really"),
    new=lambda most, rng: State(goal=Random(rng.random()).randint(3, most)),
    to_act=lambda state: frozenset() if outcome(state) else frozenset((state.turn,)),
    refusals=refusals,
    apply=apply,
    end=end,
    outcome=outcome,
    view=view,
    choose=choose,
    bound=lambda most: most,
    notation=NOTATION,
)
