"""The simulator of Treasure Hunt runs, and judges by what it measured."""

import math

import pytest
from bench import hunt
from rich.progress import Progress

from fogfield.games.treasurehunt import bots


def test_bots_are_measured_on_random_maps_and_on_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "TRIES", 2)
    with Progress(disable=True) as progress:
        pool = hunt.designed(2, 1, progress)
        rows = [hunt.measure("expert", "nearest", maps, 8, progress, 1, False) for maps in ([], pool)]
        again = hunt.measure("expert", "nearest", [], 8, progress, 1, False)
        weak = hunt.measure("dummy", "dummy", [], 4, progress, 1, True)
    assert [row["map"] for row in rows] == ["random", "own"]
    for row in rows:
        assert 0 <= row["won, %"] <= 100
        assert 0 < row["treasure"] < row["moves"] <= 159
        assert 0 < row["think, ms"] <= row["longest, ms"]
        assert row["longest CPU, ms"] > 0
    assert {key: again[key] for key in ("won, %", "moves")} == {key: rows[0][key] for key in ("won, %", "moves")}
    assert math.isnan(weak["moves"]) or weak["moves"] <= 159


def test_a_missed_bar_is_said() -> None:
    row = {"bot": "expert", "map": "own", "against": "nearest", "won, %": 92.9, "moves": 50.0, "longest CPU, ms": 251.0}
    assert [bar.kept for bar in hunt.bars([row, row | {"bot": "lookout"}])] == [False, True, False]
