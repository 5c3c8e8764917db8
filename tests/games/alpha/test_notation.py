from random import Random
from typing import Any

import pytest
from games.alpha.contract import boards
from hypothesis import given

from fogfield.core.errors import RecordError
from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import Match
from fogfield.games.alpha.game import GAME
from fogfield.games.alpha.notation import NOTATION, read_action, read_options, write_action, write_options
from fogfield.games.alpha.rules import Action, Options, Verb, faults


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
    [
        None,
        [],
        ["reveal"],
        ["reveal", 1],
        ["reveal", 1, True],
        ["help", 1, 2],
        ["r", 1, 2],
        ["mark", 1, 2, 3],
        "quit",
        ["mark", 10, 0],
        ["guess", 0, -1],
    ],
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
        {"rows": 5, "cols": 5, "mines": []},
        {"rows": 11, "cols": 5, "mines": [[0, 0]]},
        {"rows": 5, "cols": 5, "mines": [[0, 10]]},
        {"rows": 5, "cols": 5, "mines": [[0, 0]] * 100},
    ],
)
def test_anything_else_is_no_board(data: Any) -> None:
    with pytest.raises(RecordError):
        read_options(data)


@given(boards(), boards())
def test_nobody_is_told_the_mines_nor_how_many_there_are(one: Options, other: Options) -> None:
    other = Options(one.rows, one.cols, tuple(mine for mine in other.mines if mine in Grid(one.rows, one.cols)))
    assert NOTATION.public_options(one) == NOTATION.public_options(other) == {"rows": one.rows, "cols": one.cols}


def test_mines_of_which_only_the_number_is_named_are_laid_by_chance() -> None:
    drawn = [NOTATION.ask({"rows": 5, "mines": 3}, Random(seed)) for seed in range(200)]
    assert {(one.rows, one.cols, len(one.mines)) for one in drawn} == {(5, 8, 3)}
    assert not any(map(faults, drawn))
    assert {mine for one in drawn for mine in one.mines} == set(Grid(5, 8))


def test_mines_may_be_named_and_too_many_are_a_fault() -> None:
    assert NOTATION.ask({"mines": [[7, 7], [0, 0]]}, Random(1)) == Options(8, 8, (Cell(7, 7), Cell(0, 0)))
    assert faults(NOTATION.ask({"rows": 5, "cols": 5, "mines": 99}, Random(1))) == (
        "25 mines on 5x5: from 1 to 24 are possible",
    )


def test_a_view_has_the_mines_when_they_are_no_secret_and_the_score_when_it_is_won() -> None:
    options = Options(5, 5, (Cell(1, 2),))
    match = Match(GAME, options, "dawn")

    def seen(viewer: Viewer) -> Any:
        shown = NOTATION.write_view(match.view(viewer))
        return shown["mines"], shown["score"]

    assert seen(0) == seen(Watcher.PUBLIC) == (None, None)
    assert seen(Watcher.REFEREE) == ([[1, 2]], None)
    match.act(0, Action(Verb.NOFOG), 0.0)
    assert (seen(0), seen(Watcher.PUBLIC)) == (([[1, 2]], None), (None, None))
    for cell in Grid(5, 5):
        match.act(0, Action(Verb.MARK if cell in options.mines else Verb.REVEAL, cell), 0.0)
    assert seen(0) == seen(Watcher.PUBLIC) == ([[1, 2]], "96.15")
    assert NOTATION.write_view(match.view(0))["board"] == ["01110", "01F10", "01110", "00000", "00000"]
