"""The benchmarks of the solver run; here as Python, on small boards."""

import pytest
from bench import mines, mines_exact, mines_positions

from fogfield.kits.mines import machine as machines


@pytest.fixture(autouse=True)
def _as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (mines, mines_exact, mines_positions):
        monkeypatch.setattr(module, "get_ready", lambda: None)
    monkeypatch.setattr(machines, "_current", [])


@pytest.mark.parametrize("opened", mines_positions.OPEN)
def test_any_position_is_answered_and_nothing_refuted(opened: str) -> None:
    for kind in ("as it is", "stuck"):
        row = mines_positions.ask((12, 9), 20, opened, kind)
        assert row["exact"] == "yes"
        assert row["refuted proofs"] == 0


def test_a_wrong_number_is_refused() -> None:
    assert mines_positions.ask((12, 9), 20, "60 % at random", "a number is wrong")["exact"] == "refused"


def test_games_of_jminesweeper_are_counted() -> None:
    row = mines.jminesweeper(1, 4)
    assert row["games"] == 4
    assert row["low"] < row["won, %"] <= 100


def test_the_positions_of_a_size_are_compared() -> None:
    row = mines_exact.compare(2, 2)
    assert row["positions"] == 18
    assert row["largest error"] <= 1e-12
    assert row["not exact or refused"] == 0
