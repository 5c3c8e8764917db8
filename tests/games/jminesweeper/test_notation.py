from typing import Any

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.grid import Cell
from fogfield.games.jminesweeper.notation import NOTATION
from fogfield.games.jminesweeper.rules import Action, Options, Reveal, ToggleDebug, ToggleMark


@pytest.mark.parametrize("action", [Reveal(Cell(1, 2)), ToggleMark(Cell(0, 254)), ToggleDebug()])
def test_actions_come_back(action: Action) -> None:
    assert NOTATION.read_action(NOTATION.write_action(action)) == action


def test_options_come_back() -> None:
    assert NOTATION.read_options(NOTATION.write_options(Options(20, 10, 1))) == Options(20, 10, 1)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        ["reveal"],
        ["reveal", 1, "2"],
        ["mark", True, 0],
        ["debug", 1],
        ["burn", 1, 2],
        {"a": 1},
        ["reveal", 255, 0],
        ["mark", 0, -1],
    ],
)
def test_other_actions_are_refused(data: Any) -> None:
    with pytest.raises(RecordError, match=r"^action"):
        NOTATION.read_action(data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"columns": 1, "rows": 1},
        {"columns": "1", "rows": 1, "level": 1},
        {"columns": True, "rows": 1, "level": 1},
        {"columns": 1, "rows": 1, "level": 1, "lives": 3},
        {"columns": 256, "rows": 1, "level": 1},
        {"columns": 1, "rows": 0, "level": 1},
        {"columns": 1, "rows": 1, "level": 4},
    ],
)
def test_other_options_are_refused(data: Any) -> None:
    with pytest.raises(RecordError, match=r"^options"):
        NOTATION.read_options(data)
