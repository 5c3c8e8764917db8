"""What the picture of every game must keep: it shows no more than the view, in any terminal, colours or not."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.contract import NAMES, contract, explored_match, random_match
from support.records import played

from fogfield import games
from fogfield.core.game import Watcher
from fogfield.core.match import Match
from fogfield.core.record import Move
from fogfield.wire.picture import Paper

seeds = st.integers(0, 2**32)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 25))
def test_neither_picture_nor_words_tell_what_a_viewer_must_not_know(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    the, game, picture = contract(name), games.game(name), games.picture(name)
    options = data.draw(the.options)
    original = explored_match(game, the, options, seed, moves)
    real = Match(game, options, str(seed)).state
    twin = the.twin(real, original, Random(seed))
    if twin is None:
        return
    actions = [move.action for move in original.record.moves]
    twin, others = twin if type(twin) is tuple else (twin, actions)
    for move, other in zip(original.record.moves, others, strict=True):
        real = game.apply(real, move.seat, move.action)
        twin = game.apply(twin, move.seat, other)
        for viewer in the.fogged(real):
            seen = [
                (picture.draw(game.view(state, viewer), last, Paper()), picture.say(game.view(state, viewer), last))
                for state, last in ((real, move), (twin, Move(move.at_s, move.seat, other)))
            ]
            assert seen[0] == seen[1], f"{viewer} can tell the twins apart"


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)
@given(data=st.data(), seed=seeds, explored=st.booleans())
def test_every_position_can_be_drawn_and_told_for_every_viewer(
    name: str, data: st.DataObject, seed: int, explored: bool
) -> None:
    the, game, picture = contract(name), games.game(name), games.picture(name)
    options = data.draw(the.options)
    most = min(20, game.bound(options))
    match = explored_match(game, the, options, seed, most) if explored else random_match(game, options, seed, most)
    state = Match(game, options, str(seed)).state
    for last in (None, *match.record.moves):
        state = game.apply(state, last.seat, last.action) if last else state
        for viewer in (*Watcher, *range(game.seats)):
            view = game.view(state, viewer)
            check_drawing(picture.draw(view, last, Paper(boxes=False)), game.seats)
            if last:
                assert picture.say(view, last)
                assert picture.say(view, last).isprintable()


def check_drawing(drawing: Any, seats: int) -> None:
    """In ASCII every sign is one, every place exists, and boards that stand side by side have owners."""
    assert len(drawing.panels) in (1, seats)
    for panel in drawing.panels:
        assert all(len(char) == 1 and char.isascii() and char.isprintable() for line in panel.lines for char, _ in line)
        assert len(drawing.panels) == 1 or panel.seat in range(seats)
        assert panel.note.isprintable()
        if panel.focus:
            row, col = panel.focus
            assert 0 <= col < len(panel.lines[row])
    assert all(item.isascii() for item in drawing.legend)


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_explains_every_sign_of_a_random_match(name: str) -> None:
    picture = games.picture(name)
    match = played(name)
    drawing = picture.draw(match.view(Watcher.REFEREE), match.record.moves[-1], Paper(boxes=False))
    legend = " ".join(drawing.legend)
    frame = set(" 0123456789|+-.:^>v<")
    signs = {char for panel in drawing.panels for line in panel.lines for char, _ in line}
    assert {sign for sign in signs - frame if sign not in legend} == set()


def test_a_picture_of_a_game_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        games.picture("chess")
