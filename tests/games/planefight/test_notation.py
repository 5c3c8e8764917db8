from typing import Any

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.grid import Cell
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.notation import NOTATION
from fogfield.games.planefight.rules import Action, Attack, Place, Ready, Reply, Show, Surrender

PLANES = (Plane(Cell(0, 2), 0), Plane(Cell(9, 7), 3))


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Place(PLANES), ["place", [0, 2, 0], [9, 7, 3]]),
        (Show(()), ["show"]),
        (Ready(), ["ready"]),
        (Attack(Cell(3, 4)), ["attack", 3, 4]),
        (Attack(Cell(3, 4), hasty=True), ["hasty", 3, 4]),
        (Reply(Answer.DESTROY), ["reply", 2]),
        (Surrender(), ["surrender"]),
    ],
)
def test_actions_are_written_and_read_again(action: Action, written: Any) -> None:
    assert NOTATION.write_action(action) == written
    assert NOTATION.read_action(written) == action


def test_options_are_written_and_read_again() -> None:
    options = Options(5, 7, 1, cross_border=True)
    assert NOTATION.read_options(NOTATION.write_options(options)) == options


@pytest.mark.parametrize(
    "data",
    [
        None, [], ["place", [1, 2]], ["place", 3], ["show", [1, 2, "3"]], ["reply", 3], ["reply", True], ["reply", 1.0],
        ["attack", 1], ["attack", "1", 2], ["ready", 1], ["fly"], {"attack": [1, 2]},
        ["attack", 127, 0], ["place", [0, 0, 4]], ["show", [0, 65536, 0]], ["place", *[[0, 0, 0]] * 1613],
        ["show", *[[0, 0, 0]] * 1614],
    ],
)  # fmt: skip
def test_what_is_no_action_is_said_to_be_none(data: Any) -> None:
    with pytest.raises(RecordError):
        NOTATION.read_action(data)


@pytest.mark.parametrize(
    "change", [{"rows": "5"}, {"rows": True}, {"cross_border": 1}, {"wings": 2}, {"planes": None}, {"rows": 128}]
)
def test_options_of_another_form_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"^options"):
        NOTATION.read_options(Options()._asdict() | change)


def test_options_that_are_no_object_are_refused() -> None:
    with pytest.raises(RecordError):
        NOTATION.read_options([5, 5, 1])
