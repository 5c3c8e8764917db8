"""Chances in words: what is not certain never looks certain. Counts: one is no plural."""

import pytest

from fogfield.games.alpha.rules import wrong_count
from fogfield.kits.mines import hinting
from fogfield.kits.mines.advice import advise, advise_on
from fogfield.kits.mines.believing import believe
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.solver import Solver
from fogfield.kits.mines.telling import percent


@pytest.mark.parametrize(
    ("chance", "digits", "told"),
    [
        (0.0, 0, "0 %"),
        (0.004, 0, "below 1 %"),
        (0.01, 0, "1 %"),
        (0.5, 0, "50 %"),
        (0.996, 0, "above 99 %"),
        (1.0, 0, "100 %"),
        (0.0, 1, "0.0 %"),
        (0.0004, 1, "below 0.1 %"),
        (0.001, 1, "0.1 %"),
        (0.125, 1, "12.5 %"),
        (0.9999, 1, "above 99.9 %"),
        (1.0, 1, "100.0 %"),
    ],
)
def test_only_what_is_certain_is_told_as_0_or_100(chance: float, digits: int, told: str) -> None:
    assert percent(chance, digits) == told


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (advise("mines 1\n1?").told(), "0 cells are certainly safe, 1 certainly a mine."),
        (advise("mines 1\n1??").told(), "1 cell is certainly safe, 1 certainly a mine."),
        (advise(f"mines 2\n1{'?' * 3}1").step, "0 mines are left, and with all numbers that fixes 1 cell"),
        (Board(1, 1, 1, "safe", "fern").faults(), "1 mine does not fit: there is room for none"),
        (Board(2, 1, 2, "safe", "fern").faults(), "2 mines do not fit: from 0 to 1 do"),
        (Board(4, 4, 9, "noguess", "fern").faults(), "9 mines do not fit: from 1 to 6 do"),
        (
            Board(3, 3, 1, "noguess", "fern").faults(),
            "3x3 is too small for a board without a guess: its first cell may open",
        ),
        (wrong_count(1, 1, 1), "1 mine on 1x1"),
    ],
)
def test_sentences_of_one_mine_or_one_cell_are_in_the_singular(told: object, sentence: str) -> None:
    assert sentence in str(told)


def test_a_small_risk_is_told_as_small_and_not_as_none() -> None:
    solver = Solver(50, 50, 1)
    vast = Position(solver.grid, 1, {})
    assert believe(vast.grid, 1, {}).figures[0].text == "below 1 %"
    assert "below 0.1 % risk" in hinting.hint(vast, "cell")["text"]
    assert "the lowest risk is below 0.1 %" in hinting.hint(vast, "odds")["text"]
    assert "below 0.1 % risk" in advise_on(vast).told()
