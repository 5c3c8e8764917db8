"""What every game under games/ must keep: fog, replay, an end."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.contract import NAMES, check_end, check_fog, check_replay, check_turns, contract

from fogfield import games
from fogfield.bots import schools
from fogfield.core.match import Match

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=35)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 40))
def test_fog_hides_what_a_viewer_must_not_know(name: str, data: st.DataObject, seed: int, moves: int) -> None:
    the = contract(name)
    check_fog(games.game(name), the, data.draw(the.options), seed, moves)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_most_long_matches_have_a_twin_so_that_the_fog_is_really_tested(name: str) -> None:
    the, game = contract(name), games.game(name)
    with_twin = sum(check_fog(game, the, one, seed, 1 + seed % 20) for seed, one in enumerate(_examples(name, 60)))
    assert with_twin >= 20


def _examples(name: str, count: int) -> list[object]:
    """Draw options that do not depend on hypothesis' own search."""
    found: list[object] = []

    @settings(max_examples=count, database=None, derandomize=True)
    @given(contract(name).options)
    def collect(one: object) -> None:
        found.append(one)

    collect()
    return found


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=35)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 60))
def test_record_replays_to_the_same_state_views_and_outcome(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    check_replay(games.game(name), data.draw(contract(name).options), seed, moves)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(data=st.data(), seed=seeds)
def test_random_play_ends_within_the_bound_with_an_outcome(name: str, data: st.DataObject, seed: int) -> None:
    check_end(games.game(name), data.draw(contract(name).options), seed)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 20))
def test_nobody_acts_out_of_turn(name: str, data: st.DataObject, seed: int, moves: int) -> None:
    check_turns(games.game(name), data.draw(contract(name).options), seed, moves)


@pytest.mark.parametrize("name", NAMES)
def test_game_says_its_own_name_and_has_a_spec(name: str) -> None:
    game = games.game(name)
    assert game.name == name
    assert game.seats >= 1
    assert Path(games.__path__[0], name, "SPEC.md").read_text("utf-8").startswith("# ")


def test_a_game_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        games.game("chess")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_bots_play_whole_matches_of_their_game_and_learn_from_them(name: str) -> None:
    game = games.game(name)
    for school in (make() for make in schools(name).values()):
        rng = Random(1)
        rivals = [school.against(str(seat)) for seat in range(game.seats)]
        for seed, options in enumerate(_examples(name, 2)):
            match = Match(game, options, str(seed))
            while not match.outcome:
                seat = min(game.to_act(match.state))
                assert match.act(seat, rivals[seat].choose(match.view(seat), rng), 0.0) == ()
            for seat, rival in enumerate(rivals):
                rival.over(match.view(seat), rng)
