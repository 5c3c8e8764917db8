"""What every game under games/ must keep: fog, replay, an end."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.contract import NAMES, contract, random_match

from fogfield import games
from fogfield.core import record
from fogfield.core.game import Watcher
from fogfield.core.match import replay

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=60)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 40))
def test_fog_hides_what_a_viewer_must_not_know(name: str, data: st.DataObject, seed: int, moves: int) -> None:
    game, the = games.game(name), contract(name)
    played = random_match(game, data.draw(the.options), seed, moves)
    first = random_match(game, played.record.options, seed, 0).state
    twin = the.twin(first, played, Random(seed))
    if twin is None:
        return
    assert twin != first
    real = first
    for move in played.record.moves:
        assert game.refusals(real, move.seat, move.action) == game.refusals(twin, move.seat, move.action)
        real, twin = (
            game.apply(real, move.seat, move.action),
            game.apply(twin, move.seat, move.action),
        )
        assert game.outcome(real) == game.outcome(twin)
        for viewer in the.fogged(real):
            assert game.view(real, viewer) == game.view(twin, viewer)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=60)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 60))
def test_record_replays_to_the_same_state_views_and_outcome(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    game = games.game(name)
    played = random_match(game, data.draw(contract(name).options), seed, moves)
    lines = list(record.write(played.record, game))
    again = replay(game, record.read(lines, game))
    assert again.state == played.state
    assert again.outcome == played.outcome
    for viewer in (*range(game.seats), *Watcher):
        assert again.view(viewer) == played.view(viewer)
    assert list(record.write(again.record, game)) == lines


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data(), seed=seeds)
def test_random_play_ends_within_the_bound_with_an_outcome(name: str, data: st.DataObject, seed: int) -> None:
    game = games.game(name)
    options = data.draw(contract(name).options)
    assert game.faults(options) == ()
    played = random_match(game, options, seed, game.bound(options))
    assert played.outcome is not None
    assert played.outcome.winners <= set(range(game.seats))
    assert game.to_act(played.state) == frozenset()
    for seat in range(game.seats):
        assert not game.choices(played.view(seat))


@pytest.mark.parametrize("name", NAMES)
def test_game_says_its_own_name_and_has_a_spec(name: str) -> None:
    game = games.game(name)
    assert game.name == name
    assert game.seats >= 1
    assert Path(games.__path__[0], name, "SPEC.md").read_text("utf-8").startswith("# ")
