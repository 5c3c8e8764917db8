from typing import Any

import pytest
from games.alpha.contract import boards
from hypothesis import given

from fogfield.core.errors import RecordError
from fogfield.core.grid import Cell
from fogfield.games.alpha.notation import read_action, read_options, write_action, write_options
from fogfield.games.alpha.rules import Action, Options, Verb


@given(boards())
def test_a_board_is_written_and_read_again(options: Options) -> None:
    assert read_options(write_options(options)) == options


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Action(Verb.REVEAL, Cell(0, 4)), ["reveal", 0, 4]),
        (Action(Verb.GUESS, Cell(9, 0)), ["guess", 9, 0]),
        (Action(Verb.NOFOG), ["nofog"]),
        (Action(Verb.QUIT), ["quit"]),
    ],
)
def test_a_command_is_written_as_its_words(action: Action, data: list[Any]) -> None:
    assert write_action(action) == data
    assert read_action(data) == action


@pytest.mark.parametrize(
    "data",
    [None, [], ["reveal"], ["reveal", 1], ["reveal", 1, True], ["help", 1, 2], ["r", 1, 2], ["mark", 1, 2, 3], "quit"],
)
def test_anything_else_is_no_command(data: Any) -> None:
    with pytest.raises(RecordError):
        read_action(data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"rows": 5, "cols": 5},
        {"rows": 5, "cols": 5, "mines": [[0, 0]], "more": 1},
        {"rows": True, "cols": 5, "mines": [[0, 0]]},
        {"rows": 5, "cols": 5, "mines": [[0, 0, 0]]},
        {"rows": 5, "cols": 5, "mines": [0]},
    ],
)
def test_anything_else_is_no_board(data: Any) -> None:
    with pytest.raises(RecordError):
        read_options(data)
