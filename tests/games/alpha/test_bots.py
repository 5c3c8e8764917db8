"""The bots of Minesweeper Alpha play by the output alone, so they may lose; but they waste no round."""

from random import Random

import pytest

from fogfield import games
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.alpha.rules import PLAYER, Options
from fogfield.kits.mines.solver import LEVELS

GAME = games.game("alpha")
BOTS = games.bots("alpha")


def board(seed: int) -> Options:
    cells = [Cell(row, col) for row in range(8) for col in range(8)]
    return Options(8, 8, tuple(sorted(Random(seed).sample(cells, 6))))


def test_the_best_bot_is_named_first() -> None:
    assert list(BOTS) == list(reversed(LEVELS))


@pytest.mark.parametrize(("level", "least"), [("expert", 4), ("odds", 4), ("simple", 2)])
def test_a_bot_wins_some_boards_and_with_the_best_score(level: str, least: int) -> None:
    wins = 0
    for seed in range(15):
        match = Match(GAME, board(seed), str(seed))
        bot = BOTS[level]().against("nobody")
        while match.outcome is None:
            assert match.act(PLAYER, bot.choose(match.view(PLAYER), Random(1)), 0.0) == ()
        assert match.state.rounds <= 64
        wins += bool(match.outcome.winners)
        if match.outcome.winners:
            assert match.state.rounds == 64
        assert bot.choose(match.view(PLAYER), Random(1)) is None
        bot.over(match.view(PLAYER), Random(1))
    assert wins >= least
