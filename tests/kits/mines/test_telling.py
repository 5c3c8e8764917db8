"""Chances in words: what is not certain never looks certain."""

import pytest

from fogfield.kits.mines import hinting
from fogfield.kits.mines.advice import advise_on
from fogfield.kits.mines.believing import believe
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


def test_a_small_risk_is_told_as_small_and_not_as_none() -> None:
    solver = Solver(50, 50, 1)
    vast = Position(solver.grid, 1, {})
    assert believe(vast.grid, 1, {}).figures[0].text == "below 1 %"
    assert "below 0.1 % risk" in hinting.hint(vast, "cell")["text"]
    assert "the lowest risk is below 0.1 %" in hinting.hint(vast, "odds")["text"]
    assert "below 0.1 % risk" in advise_on(vast).told()
