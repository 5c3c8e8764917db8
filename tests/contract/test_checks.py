"""The checks themselves: they pass a good game and catch planted faults."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from support import toy
from support.contract import Contract, check_end, check_fog, check_replay, check_turns, contract
from support.toy import TOY, State

from fogfield.core.game import AnyGame, Watcher
from fogfield.core.outcome import Outcome


def twin(first: State, played: Any, rng: Random) -> State | None:
    return replace(first, goal=first.goal + 1)


def explore(state: State, rng: Random) -> tuple[int, int] | None:
    return (state.turn, 1) if state.total + 1 < state.goal else None


THE = Contract(st.integers(3, 30), lambda state: (0, 1, Watcher.PUBLIC), twin, explore)


def test_a_good_game_passes_every_check() -> None:
    for seed in range(20):
        assert check_fog(TOY, THE, 20, seed, 10)
        check_replay(TOY, 20, seed, 10)
        check_end(TOY, 20, seed)
        check_turns(TOY, 20, seed, 5)


def leaks_at_once(state: State, viewer: Any) -> tuple[int, int | None]:
    return state.total, state.goal if state.total == 0 else None


def leaks_later(state: State, viewer: Any) -> tuple[int, int | None]:
    return state.total, state.goal if state.total > 1 and viewer == 1 else None


def leaks_in_a_refusal(state: State, seat: int, action: int) -> Any:
    return () if state.goal % 2 else toy.refusals(state, seat, action) or (toy.BAD_STEP,)


def never_ends(state: State) -> Outcome | None:
    return None


def anybody(state: State, seat: int, action: int) -> Any:
    return ()


FAULTS: list[tuple[dict[str, Any], Callable[[AnyGame], object]]] = [
    ({"view": leaks_at_once}, lambda game: check_fog(game, THE, 20, 1, 0)),
    ({"view": leaks_later}, lambda game: check_fog(game, THE, 20, 1, 8)),
    ({"refusals": leaks_in_a_refusal}, lambda game: [check_fog(game, THE, 20, seed, 8) for seed in range(4)]),
    ({"outcome": never_ends}, lambda game: check_end(game, 20, 1)),
    ({"end": lambda state, outcome: state}, lambda game: check_end(game, 20, 1)),
    ({"choose": lambda view, rng: 1}, lambda game: check_end(game, 20, 1)),
    ({"choose": lambda view, rng: 7}, lambda game: check_end(game, 20, 1)),
    ({"refusals": anybody}, lambda game: check_turns(game, 20, 1, 3)),
    (
        {"notation": toy.NOTATION._replace(write_view=lambda view: Random().random())},
        lambda game: check_fog(game, THE, 20, 1, 0),
    ),
    ({"new": lambda most, rng: State(goal=Random().randint(3, 10**9))}, lambda game: check_replay(game, 9, 1, 2)),
]


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=lambda one: "+".join(one) if isinstance(one, dict) else "")
def test_a_planted_fault_is_caught(fault: dict[str, Any], check: Callable[[AnyGame], object]) -> None:
    with pytest.raises(AssertionError):
        check(TOY._replace(**fault))


def test_a_game_without_a_contract_is_named() -> None:
    with pytest.raises(LookupError, match=r"the game 'chess' has no tests/games/chess/contract\.py"):
        contract("chess")
