from typing import Any

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.outcome import ABANDONED, Outcome, nobody, won


@pytest.mark.parametrize(
    "outcome",
    [won(0, reason="a"), won(0, 1, reason="b"), nobody("c"), ABANDONED, won(1, reason="d")._replace(faults=("a", "b"))],
)
def test_outcome_survives_its_json(outcome: Outcome) -> None:
    assert Outcome.from_json(outcome.as_json()) == outcome


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"winners": [True], "reason": "x"},
        {"winners": 1, "reason": "x"},
        *({"winners": [], "reason": "x", "faults": wrong} for wrong in ("no", [1], None)),
        {"winners": [], "reason": "x", "more": 1},
    ],
)
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(RecordError, match="winners and a reason"):
        Outcome.from_json(data)


def test_faults_are_written_only_if_there_are_any() -> None:
    assert won(0, reason="a").as_json() == {"winners": [0], "reason": "a"}
    assert Outcome(frozenset(), "a", ("lied",)).as_json() == {"winners": [], "reason": "a", "faults": ["lied"]}
