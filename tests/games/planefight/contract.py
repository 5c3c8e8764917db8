"""planeFight for the contract tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from support.contract import Contract, Wire

from fogfield.core.game import Viewer, Watcher
from fogfield.core.match import Match
from fogfield.games.planefight.codec import MOST_BODY_BYTES, MOST_NAME_BYTES, Codec
from fogfield.games.planefight.fleet import Answer, Fleet, Options
from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Header, Name
from fogfield.games.planefight.rules import (
    Action,
    Phase,
    Place,
    Ready,
    Reply,
    Show,
    State,
    apply,
    outcome,
    phase,
    refusals,
    shots,
    to_act,
)
from fogfield.games.planefight.view import choose, placement, view
from fogfield.wire.session import CLOSE, Signal

options = st.builds(Options, st.integers(5, 9), st.integers(5, 9), st.just(1), st.booleans(), st.booleans())


def fogged(state: State) -> Sequence[Viewer]:
    """The second seat's planes are the secret, until the battle is decided."""
    return (0, Watcher.PUBLIC) if phase(state) in (Phase.PLACING, Phase.FIGHTING) else ()


def twin(first: State, played: Match[Any, State, Action, Any], rng: Random) -> tuple[State, list[Action]] | None:
    """Give the second seat another fleet that would have answered the same, or another map that is not shown yet."""
    moves = played.record.moves
    secrets = [move.action for move in moves if move.seat == 1 and isinstance(move.action, (Place, Show))]
    for _ in range(200) if secrets else ():
        other = placement(first.options, rng).planes
        if sorted(other) == sorted(secrets[0].planes) or not _agrees(played.state, other):
            continue
        actions = [
            type(move.action)(other) if move.seat == 1 and isinstance(move.action, (Place, Show)) else move.action
            for move in moves
        ]
        return first, actions
    return None


def _agrees(state: State, planes: Any) -> bool:
    """Whether a fleet that is placed here would have given the same answers; a program of its own may say anything."""
    if not state.sides[1].placed:
        return True
    fleet = Fleet(state.options, planes)
    return all(fleet.answer(shot.cell, frozenset()) is shot.answer for shot in shots(state.story, 0))


def explore(state: State, rng: Random) -> tuple[int, Action] | None:
    """Take part in either way, and do anything that decides nothing."""
    seat = rng.choice(sorted(to_act(state)))
    for _ in range(30):
        kept = Ready(), Reply(rng.choice((Answer.VOID, Answer.HIT))), Show(placement(state.options, rng).planes)
        actions: list[Action] = [one for one in kept if not refusals(state, seat, one)]
        if (sensible := choose(view(state, seat), rng)) and not refusals(state, seat, sensible):
            actions.append(sensible)
        action = rng.choice(actions)
        after = apply(state, seat, action)
        if not outcome(after) and not after.decided:
            return seat, action
    return None


def answered(event: Any, replies: Sequence[Any]) -> bool:
    """We greet once, invite whoever joins, and close last."""
    kinds = [type(one) for one in replies]
    if event is Signal.OPEN:
        return kinds == [Header]
    if Header in kinds or (GameInfo in kinds and event is not Bare.JOIN) or kinds.count(GameInfo) > 1:
        return False
    if CLOSE in replies:
        return replies.index(CLOSE) == len(replies) - 1 and set(replies[:-1]) <= {
            AttackResult(0),
            Bare.GIVE_UP,
            ExchangeMap(()),
        }
    if event in (Signal.EOF, Signal.IDLE, Signal.STOP):
        return False
    return GameInfo not in kinds or kinds == [GameInfo, Name] or kinds == [GameInfo, Name, Bare]


names = st.text(max_size=MOST_NAME_BYTES).filter(lambda text: len(text.encode("utf-8", "replace")) <= MOST_NAME_BYTES)
numbers = st.integers(0, 0xFFFF)
near = st.integers(0, 10)
planes = st.tuples(near, near, st.integers(0, 4))
messages = st.one_of(
    st.sampled_from([Bare.JOIN, Bare.READY, Bare.JOIN, Bare.READY, Bare.SURRENDER, Bare.GIVE_UP]),
    st.builds(Attack, near, near),
    st.builds(AttackResult, st.integers(0, 2)),
    st.builds(Attack, numbers, numbers),
    st.builds(AttackResult, st.integers(0, 255)),
    st.builds(Name, names.filter(lambda text: text.isprintable())),
    st.lists(planes, max_size=4).map(lambda some: ExchangeMap(tuple(some))),
    st.builds(
        GameInfo, numbers, numbers, numbers, st.booleans(), st.booleans(), st.booleans(), st.integers(0, 0xFFFFFFFF)
    ),
)
WIRE = Wire(Codec, Codec, messages, limit_bytes=MOST_BODY_BYTES + 8, opening=(Header(),))

CONTRACT = Contract(options=options, fogged=fogged, twin=twin, explore=explore, wires=(WIRE, WIRE), answered=answered)
