"""The odds are those of brute force, for every position of small boards: any cells are open, any number of mines."""

import pytest
from bench.mines_exact import Checker, open_sets

from fogfield.core.grid import Grid
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.engine import layout


@pytest.mark.parametrize(
    ("rows", "cols", "positions"), [(1, 4, 38), (2, 2, 18), (3, 2, 150), (4, 2, 942), (3, 3, 2119)]
)
def test_odds_are_those_of_brute_force_in_every_position(
    rows: int, cols: int, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "_current", [])
    checker = Checker(Grid(rows, cols))
    for open_set in open_sets(checker.grid):
        checker.check(open_set)
    assert checker.positions == positions
    assert checker.missed == 0
    assert checker.worst <= 1e-12


def test_a_board_is_asked_once_whichever_way_it_is_turned() -> None:
    assert open_sets(Grid(2, 2)) == [0b0000, 0b0001, 0b0011, 0b0110, 0b0111, 0b1111]
    assert len(open_sets(Grid(1, 2))) == 3


def test_a_wrong_risk_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = machines.Machine()
    right = found.run

    def wrong(command: int) -> int:
        told = right(command)
        for place in range(layout.RISK, layout.RISK + 50):
            found.f[place] += 1e-9
        return told

    monkeypatch.setattr(found, "run", wrong)
    monkeypatch.setattr(machines, "_current", [found])
    checker = Checker(Grid(1, 4))
    checker.check(0b0001)
    assert checker.worst > 1e-12
