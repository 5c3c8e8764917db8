from typing import Any

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.outcome import ABANDONED, Outcome, nobody, won


@pytest.mark.parametrize("outcome", [won(0, reason="a"), won(0, 1, reason="b"), nobody("c"), ABANDONED])
def test_outcome_survives_its_json(outcome: Outcome) -> None:
    assert Outcome.from_json(outcome.as_json()) == outcome


@pytest.mark.parametrize("data", [None, [], {}, {"winners": [True], "reason": "x"}, {"winners": 1, "reason": "x"}])
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(RecordError, match="winners and a reason"):
        Outcome.from_json(data)
