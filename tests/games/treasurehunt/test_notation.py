from typing import Any

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.grid import Cell
from fogfield.games.treasurehunt.notation import read_action, read_options, write_action, write_options
from fogfield.games.treasurehunt.presets import PRESETS, Options
from fogfield.games.treasurehunt.rules import Forfeit, Move, SendHalf
from fogfield.kits.explore.halves import Field
from fogfield.kits.explore.land import Direction, Terrain


@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
def test_options_are_written_and_read_again(options: Options) -> None:
    assert read_options(write_options(options)) == options


def test_actions_are_written_and_read_again() -> None:
    half = SendHalf((Field(Cell(0, 3), Terrain.GRASS, fort=True), Field(Cell(49, 0), Terrain.WATER)))
    for action, data in (
        (half, ["half", [0, 3, ".", 1], [49, 0, "~", 0]]),
        (Move(Direction.LEFT), ["move", "left"]),
        (Forfeit("was late"), ["forfeit", "was late"]),
    ):
        assert write_action(action) == data
        assert read_action(data) == action


@pytest.mark.parametrize(
    "data",
    [
        None, [], ["move"],
        ["move", "north"], ["move", 1], ["forfeit"], ["forfeit", 1], ["half", 1], ["half", [0, 0, "."]],
        ["half", [0, 0, "x", 0]], ["half", [0, 0, ".", 2]], ["half", [True, 0, ".", 0]], ["half", [0, 0, ".", True]],
        ["half", [-1, 0, ".", 0]], ["half", [0, 50, ".", 0]], ["half", *[[0, 0, ".", 0]] * 2501],
        ["forfeit", "x" * 4001],
    ],
)  # fmt: skip
def test_anything_else_is_no_action(data: Any) -> None:
    with pytest.raises(RecordError):
        read_action(data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {**Options()._asdict(), "rows": True},
        {**Options()._asdict(), "more": 1},
        {**Options()._asdict(), "cols": 51},
    ],
)
def test_anything_else_is_no_options(data: Any) -> None:
    with pytest.raises(RecordError):
        read_options(data)
