"""The bots of JMinesweeper win by what they see."""

from random import Random

import pytest

from fogfield import games
from fogfield.core.match import Match
from fogfield.games.jminesweeper import BOTS, GAME
from fogfield.games.jminesweeper.rules import PLAYER, Options, ToggleDebug, ToggleMark
from fogfield.kits.mines.solver import LEVELS


def played(level: str, options: Options, seed: int, *, debug: bool = False) -> Match:  # type: ignore[type-arg]
    match = Match(GAME, options, str(seed))
    bot = BOTS[level]().against("nobody")
    if debug:
        match.act(PLAYER, ToggleDebug(), 0.0)
    while match.outcome is None:
        action = bot.choose(match.view(PLAYER), Random(1))
        assert action is not None
        assert match.act(PLAYER, action, 0.0) == ()
    assert bot.choose(match.view(PLAYER), Random(1)) is None
    bot.over(match.view(PLAYER), Random(1))
    return match


def test_the_best_bot_is_named_first() -> None:
    assert list(games.bots("jminesweeper")) == list(reversed(LEVELS))


@pytest.mark.parametrize(("level", "least"), [("expert", 8), ("odds", 8), ("simple", 5)])
def test_a_bot_marks_every_bomb_of_an_easy_board(level: str, least: int) -> None:
    wins = sum(bool(played(level, Options(12, 10, 1), seed).outcome.winners) for seed in range(10))  # type: ignore[union-attr]
    assert wins >= least


def test_bombs_that_debug_mode_shows_are_not_used() -> None:
    plain, debug = (played("odds", Options(9, 9, 2), 3, debug=debug).record.moves for debug in (False, True))
    assert [move.action for move in plain] == [move.action for move in debug[1:]]


def test_a_wrong_mark_is_taken_away_where_a_cell_is_safe() -> None:
    match = Match(GAME, Options(9, 9, 1), "5")
    bot = BOTS["expert"]().against("nobody")
    wrong = next(cell for cell in match.state.field.grid if not match.state.bombs & match.state.field.bit(cell))
    match.act(PLAYER, ToggleMark(wrong), 0.0)
    while match.outcome is None:
        action = bot.choose(match.view(PLAYER), Random(1))
        assert action is not None
        assert match.act(PLAYER, action, 0.0) == ()
    assert match.outcome.winners == {PLAYER}


def test_the_expert_marks_what_is_possible_instead_of_guessing() -> None:
    """At 25 % bombs about one game in eight is won by revealing alone; marks are free, and each way can be tried."""
    wins = sum(bool(played("expert", Options(7, 7, 2), seed).outcome.winners) for seed in range(8))  # type: ignore[union-attr]
    plain = sum(bool(played("odds", Options(7, 7, 2), seed).outcome.winners) for seed in range(8))  # type: ignore[union-attr]
    assert wins > plain
