from typing import Any

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.grid import Cell
from fogfield.games.battleship.notation import read_action, read_options, write_action, write_options
from fogfield.games.battleship.rules import Attack, Options, Place


def test_options_and_actions_are_written_and_read_again() -> None:
    assert write_options(Options(20, 4)) == {"cells": 20, "boats": 4}
    assert read_options({"cells": 20, "boats": 4}) == Options(20, 4)
    placing = Place((Cell(0, 3), Cell(0, 15)))
    assert write_action(placing) == ["place", 3, 15]
    assert read_action(["place", 3, 15]) == placing
    assert write_action(Attack(Cell(0, 7))) == ["attack", 7]
    assert read_action(["attack", 7]) == Attack(Cell(0, 7))


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        ["attack"],
        ["attack", True],
        ["attack", 1, 2],
        ["place", "1"],
        ["sink"],
        ["attack", 255],
        ["attack", -1],
        ["place", *range(255)],
    ],
)
def test_anything_else_is_no_action(data: Any) -> None:
    with pytest.raises(RecordError):
        read_action(data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"cells": 16},
        {"cells": True, "boats": 3},
        {"cells": 16, "boats": 3, "x": 1},
        {"cells": 256, "boats": 3},
        {"cells": 16, "boats": 0},
    ],
)
def test_anything_else_is_no_options(data: Any) -> None:
    with pytest.raises(RecordError):
        read_options(data)
