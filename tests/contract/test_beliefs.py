"""What a game says of a bot's belief: chances that fit the board, add up, and never exclude what is true."""

import json
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.contract import NAMES, contract, explored_match
from support.records import OPTIONS

from fogfield import games
from fogfield.core.belief import SCHEMA, Belief, Chances, counted
from fogfield.core.grid import Cell
from fogfield.core.match import Match

BELIEVING = [name for name in NAMES if games.belief(name)]
seeds = st.integers(0, 2**32)


def believed(name: str, view: Any) -> Belief:
    """Ask a game what is believed by whoever has this view."""
    believe = games.belief(name)
    assert believe is not None
    return believe(view)


def total(chances: Chances) -> float:
    """Add the chances of all cells."""
    return sum(chance for row in chances.cells for chance in row if chance is not None)


def test_every_game_of_the_house_says_what_its_bots_believe() -> None:
    assert list(NAMES) == BELIEVING


@pytest.mark.parametrize("name", BELIEVING)
@settings(max_examples=6)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 20))
def test_every_position_has_a_belief_and_whoever_cannot_tell_twins_apart_believes_the_same(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    the, game = contract(name), games.game(name)
    options = data.draw(the.options)
    original = explored_match(game, the, options, seed, moves)
    real = Match(game, options, str(seed)).state
    twin = the.twin(real, original, Random(seed))
    actions = [move.action for move in original.record.moves]
    twin, others = (None, actions) if twin is None else twin if type(twin) is tuple else (twin, actions)
    for move, other in zip(original.record.moves, others, strict=True):
        real = game.apply(real, move.seat, move.action)
        twin = game.apply(twin, move.seat, other) if twin is not None else None
    for seat in range(game.seats):
        found = believed(name, game.view(real, seat))
        jsonschema_rs.validate(SCHEMA, json.loads(json.dumps(found.as_json())))
        if twin is not None and seat in the.fogged(real):
            assert believed(name, game.view(twin, seat)) == found


def walked(name: str, seed: int, moves: int) -> Any:
    """Play on with a usual size, and give the state."""
    game = games.game(name)
    return explored_match(game, contract(name), OPTIONS[name], seed, moves).state


@pytest.mark.parametrize("seed", range(6))
def test_battleship_as_many_boats_are_believed_as_are_left(seed: int) -> None:
    state = walked("battleship", seed, 14)
    (chances,) = believed("battleship", games.game("battleship").view(state, 0)).maps
    assert chances.seat == 1
    assert total(chances) == pytest.approx(state.grids[1].count("O"), abs=0.01)
    assert all(chances.cells[0][cell] for cell, char in enumerate(state.grids[1]) if char == "O")


@pytest.mark.parametrize("seed", range(3))
def test_planefight_as_many_heads_are_believed_as_are_left_and_none_is_excluded(seed: int) -> None:
    state = walked("planefight", seed, 24)
    found = believed("planefight", games.game("planefight").view(state, 1))
    heads, planes = found.maps
    left = OPTIONS["planefight"].planes - state.sides[0].destroyed
    assert total(heads) == pytest.approx(left, abs=0.02)
    assert found.doubt == ""
    for plane in state.sides[0].fleet.planes:
        chance = heads.cells[plane.head.row][plane.head.col]
        assert chance is None or chance > 0
    assert total(planes) > total(heads)
    assert found.figures[0].text.endswith("of 66,816")


@pytest.mark.parametrize("name", ["classic", "jminesweeper"])
@pytest.mark.parametrize("seed", range(3))
def test_as_many_mines_are_believed_as_there_are_and_none_is_excluded(name: str, seed: int) -> None:
    game = games.game(name)
    state = walked(name, seed, 12)
    (chances,) = believed(name, game.view(state, 0)).maps
    mines = list(state.field.cells(state.bombs if name == "jminesweeper" else state.mines))
    assert total(chances) == pytest.approx(len(mines) or OPTIONS[name].mines, abs=0.05)
    assert all(chances.cells[cell.row][cell.col] for cell in mines)


@pytest.mark.parametrize("seed", range(3))
def test_alpha_a_mine_is_never_excluded_though_nobody_says_how_many_there_are(seed: int) -> None:
    state = walked("alpha", seed, 12)
    found = believed("alpha", games.game("alpha").view(state, 0))
    assert all(found.maps[0].cells[row][col] for row, col in OPTIONS["alpha"].mines)
    assert found.doubt.startswith("not exact")


@pytest.mark.parametrize("seed", range(4))
def test_treasurehunt_there_is_one_treasure_and_one_castle_and_both_are_where_they_may_be(seed: int) -> None:
    state = walked("treasurehunt", seed, 60)
    view = games.game("treasurehunt").view(state, 0)
    found = {one.what: one for one in believed("treasurehunt", view).maps}
    assert ("the treasure" in found) is not state.sides[0].collected
    wanted = {"the treasure": state.sides[0].treasure, "the other castle": state.sides[1].fort}
    for what, chances in found.items():
        cell = wanted[what]
        assert isinstance(cell, Cell)
        assert total(chances) == pytest.approx(1.0, abs=0.02)
        assert chances.cells[cell.row][cell.col]


def test_large_numbers_are_told_by_their_digits() -> None:
    assert counted(1_204, 66_816) == "1,204 of 66,816"
    assert counted(7, 10**20) == "7 of about 10^20"
