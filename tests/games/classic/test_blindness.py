"""Whoever advises or plays knows what is shown, and nothing else: other hidden mines change no answer."""

import json
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from games.classic.contract import explore

from fogfield.core.advice import STRENGTHS
from fogfield.core.grid import Cell
from fogfield.games.classic import ADVICE, BELIEF, BOTS, GAME, rules
from fogfield.games.classic.faces import Sight
from fogfield.games.classic.rules import PLAYER, Options, Reveal, State
from fogfield.games.classic.view import View

#: So many other states are made of each.
TWINS = 3


def answers(view: View) -> list[Any]:
    """Hints of all strengths, what bots of all levels do, and what they believe."""
    hints = [json.dumps(ADVICE.give(view, strength)) for strength in STRENGTHS]
    actions = [school().against("").choose(view, Random(1)) for school in BOTS.values()]
    return [*hints, *actions, BELIEF(view)]


def played(options: Options, moves: int, rng: Random) -> State:
    """Play at random, with flags and all, without ending the game."""
    state = GAME.new(options, rng)
    cells = rng.sample(list(state.field.grid), len(state.field.grid))
    begun = (
        GAME.apply(state, PLAYER, Reveal(cell)) for cell in cells if not GAME.refusals(state, PLAYER, Reveal(cell))
    )
    state = next(one for one in begun if not GAME.outcome(one))
    for _ in range(moves):
        found = explore(state, rng)
        state = GAME.apply(state, *found) if found else state
    return state


def hiding(state: State, mines: int, rng: Random) -> State:
    """The same state with other mines and other seeds; the player is shown what he was shown."""
    seed = f"{rng.getrandbits(64):x}"
    options = replace(state.options, seed=seed if state.options.seed else "")
    if options.laid:
        options = replace(options, laid=tuple(state.field.cells(mines)))
    return state._replace(options=options, seed=seed, mines=mines, laid=True)


def lays(state: State) -> list[int]:
    """All ways to lay the mines that give the numbers that are shown."""
    field = state.field
    closed = [field.bit(cell) for cell in field.cells(field.all & ~state.opened)]
    numbers = [(field.around(field.bit(cell)), field.count(state.mines, cell)) for cell in field.cells(state.opened)]
    every = map(sum, combinations(closed, state.options.mines))
    return [mines for mines in every if all((mines & near).bit_count() == digit for near, digit in numbers)]


def garbage(state: State, rng: Random) -> int:
    """Any closed cells, however many, but one."""
    closed = list(state.field.cells(state.field.all & ~state.opened))
    return sum(map(state.field.bit, rng.sample(closed, rng.randrange(1, len(closed)))))


def check(state: State, twins: list[State]) -> None:
    view = GAME.view(state, PLAYER)
    told = answers(view)
    for twin in twins:
        assert twin.mines != state.mines
        seen = GAME.view(twin, PLAYER)
        assert seen == view
        assert answers(seen) == told


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_all_mines_that_give_the_same_numbers_get_the_same_hints_and_moves(seed: int) -> None:
    rng = Random(seed)
    state = played(Options(5, 5, rng.randint(3, 6), rng.choice(["unsafe", "safe"]), "fern"), 4 + seed % 3, rng)
    others = [mines for mines in lays(state) if mines != state.mines]
    twins = [hiding(state, mines, rng) for mines in rng.sample(others, min(TWINS, len(others)))]
    painted = [tuple(rules.paint(twin, 0, 4, Sight.FOG)) for twin in twins]
    check(state, [twin._replace(faces=rows) for twin, rows in zip(twins, painted, strict=True)])


def test_most_of_these_games_could_be_others() -> None:
    states = [played(Options(5, 5, 5, "safe", "fern"), 5, Random(seed)) for seed in range(12)]
    assert sum(len(lays(state)) > TWINS for state in states) > 8


@pytest.mark.parametrize("start", ["unsafe", "safe", "zero", "noguess"])
@pytest.mark.parametrize("seed", range(2))
def test_hidden_mines_that_contradict_all_that_is_shown_change_no_hint_and_no_move(start: str, seed: int) -> None:
    rng = Random(seed)
    options = Options(9, 9, 12, start, "fern")
    if start == "noguess":
        free = [Cell(row, col) for row in range(9) for col in range(9) if abs(row - 4) > 1 or abs(col - 4) > 1]
        options = replace(options, laid=tuple(sorted(rng.sample(free, 12))), first=Cell(4, 4))
    state = played(options, 8, rng)
    check(state, [hiding(state, garbage(state, rng), rng) for _ in range(TWINS)])
