"""Hints: when nothing is left to open, they say what wins."""

import pytest

from fogfield.core.match import Match
from fogfield.games.jminesweeper import GAME
from fogfield.games.jminesweeper.advice import ADVICE
from fogfield.games.jminesweeper.rules import PLAYER, Options, Reveal


@pytest.mark.parametrize("strength", ["any", "cell", "odds"])
def test_who_has_only_bombs_left_is_told_to_mark_them(strength: str) -> None:
    match = Match(GAME, Options(6, 5, 1), "fern")
    for cell in match.state.field.grid:
        if not match.state.bombs & match.state.field.bit(cell):
            match.act(PLAYER, Reveal(cell), 0.0)
    assert "mark all of them" in ADVICE.give(match.view(PLAYER), strength)["text"]
