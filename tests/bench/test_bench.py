"""The benchmarks run, and judge by what they measured; their figures are not judged here."""

import pytest
from bench import alpha, battleship, jminesweeper, report, scripts
from bench.__main__ import suites

from fogfield.games.jminesweeper.codec import ServerCodec


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jminesweeper, "ROUNDS", 1)
    monkeypatch.setattr(jminesweeper, "REPLIES", {(20, 10): 200, (255, 255): 50})


@pytest.mark.parametrize("script", [scripts.walk, scripts.game])
def test_ours_and_the_reference_are_driven_alike(script: jminesweeper.Script) -> None:
    row = jminesweeper.against_reference((20, 10), 3, "asyncio", script, "moves")
    assert row["bytes"] > 200
    assert row["us/reply"] > 0
    assert row["bare us"] > 0
    assert row["ratio"] == pytest.approx(row["us/reply"] / row["bare us"])
    assert 0 < row["p50 ms"] <= row["p99 ms"]


def test_start_memory_and_openings_give_figures() -> None:
    assert jminesweeper.start_cost("asyncio")["start in replies"] > 1
    assert jminesweeper.memory((255, 255), 5, "asyncio")["KB/game"] > 50
    assert jminesweeper.openings(2)["mean cells"] > 32_000


def test_every_flood_has_as_many_answers_as_it_says() -> None:
    for flood, answers in jminesweeper.FLOODS.values():
        codec = ServerCodec()
        codec.receive(flood)
        assert len(list(iter(codec.next, None))) == answers


def test_a_missed_bar_is_said() -> None:
    row = {"board": "20x10", "requests": "moves", "connections": 50, "loop": "asyncio", "ratio": 2.1}
    other = {"board": "255x255", "requests": "moves", "connections": 1, "loop": "asyncio", "ratio": 1.4}
    bars = jminesweeper.bars([row, other], [{"loop": "asyncio", "start in replies": 101.0}])
    assert [bar.kept for bar in bars] == [False, False, True]
    assert report.Bar("x", 2.0, 2.0).kept


def test_the_command_line_game_is_measured_to_its_prompt_and_by_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alpha, "ROUNDS", 1)
    monkeypatch.setattr(alpha, "COMMANDS", 200)
    start = alpha.start()
    assert start["ratio"] == pytest.approx(start["ms"] / start["import argparse and a file, ms"])
    assert alpha.commands()["us"] > 0
    assert [bar.kept for bar in alpha.bars([{"ratio": 1.5}, {"ratio": 1.51}])] == [True, False]


def test_every_table_has_a_title_and_a_name_of_its_own() -> None:
    found = suites()
    names = [table for suite in found.values() for table in suite.cases]
    assert len(names) == len(set(names))
    assert not set(names) & set(found)
    for suite in found.values():
        assert suite.titles.keys() == suite.cases.keys()


def test_battleship_is_measured_against_an_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battleship, "ROUNDS", 1)
    monkeypatch.setattr(battleship, "GAMES", 5)
    monkeypatch.setattr(battleship, "ECHOES", 50)
    row = battleship.games("asyncio", 3)
    assert row["games/s"] > 0
    assert row["ratio"] == pytest.approx(row["lines/CPU s"] / row["bare lines/CPU s"])
    assert [bar.kept for bar in battleship.bars([row | {"ratio": 0.4}, row | {"ratio": 0.39}])] == [True, False]
