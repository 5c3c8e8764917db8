"""Treasure Hunt for the contract tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from support.contract import Contract

from fogfield.core.game import Viewer, Watcher
from fogfield.core.match import Match
from fogfield.games.treasurehunt.presets import PRESETS, Options
from fogfield.games.treasurehunt.rules import (
    LUCK,
    Action,
    SendHalf,
    State,
    apply,
    outcome,
    refusals,
    revealed,
    to_act,
)
from fogfield.games.treasurehunt.view import choose, view

small = Options(3, 4, 1, 4, 1, most_water_long=2, most_water_short=1, most_actions=60, hidden_actions=6)
options = st.one_of(
    st.sampled_from([*PRESETS.values(), small]),
    st.builds(
        lambda most, hidden: Options(most_actions=most, hidden_actions=hidden), st.integers(4, 90), st.integers(2, 30)
    ),
)


def fogged(state: State) -> Sequence[Viewer]:
    """Secrets are both treasures, and the castle of the second seat; the first seat and the public look for them."""
    return () if outcome(state) else (0, Watcher.PUBLIC)


def twin(first: State, played: Match[Any, State, Action, Any], rng: Random) -> tuple[State, list[Action]] | None:
    """Hide the treasures elsewhere, and move the second seat's castle as long as nobody knows where its figure is."""
    actions = [move.action for move in played.record.moves]
    seats = [move.seat for move in played.record.moves]
    for _ in range(20):
        luck = first.luck._replace(treasures=(rng.randrange(LUCK), rng.randrange(LUCK)))
        others = [
            _other_fort(action, rng) if seat == 1 and isinstance(action, SendHalf) and rng.random() < 0.7 else action
            for seat, action in zip(seats, actions, strict=True)
        ]
        if actions and _nobody_can_tell(first, first._replace(luck=luck), seats, actions, others):
            return first._replace(luck=luck), others
    return None


def _other_fort(action: SendHalf, rng: Random) -> SendHalf:
    forts = [field for field in action.fields if field.fort]
    grass = [field.cell for field in action.fields if field.terrain == "."]
    places = rng.sample(grass, len(forts))
    return SendHalf(tuple(field._replace(fort=field.cell in places) for field in action.fields))


def _nobody_can_tell(real: State, twin: State, seats: list[int], actions: list[Action], others: list[Action]) -> bool:
    """Say whether the same things became known in both, by the rules of what is told to whom."""
    for seat, action, other in zip(seats, actions, others, strict=True):
        if refusals(twin, seat, other):
            return False
        real, twin = apply(real, seat, action), apply(twin, seat, other)
        if _told(real) != _told(twin):
            return False
    return True


def _told(state: State) -> object:
    own, other = state.sides
    return (
        outcome(state), own.figure, own.seen, own.collected, other.collected,
        own.treasure in own.seen and own.treasure,
        other.fort in own.seen and other.fort,
        revealed(state) and other.figure,
    )  # fmt: skip


def explore(state: State, rng: Random) -> tuple[int, Action] | None:
    """Act without ending the game."""
    if outcome(state):
        return None
    (seat,) = to_act(state)
    for _ in range(20):
        action = choose(view(state, seat), rng)
        assert action is not None
        if not outcome(apply(state, seat, action)):
            return seat, action
    return None


CONTRACT = Contract(options=options, fogged=fogged, twin=twin, explore=explore)
