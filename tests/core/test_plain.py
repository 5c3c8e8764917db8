from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Annotated, Any, NamedTuple

import pytest
from support.shapes import valid

from fogfield.core import plain
from fogfield.core.grid import Cell
from fogfield.core.outcome import ABANDONED, Outcome, won
from fogfield.core.plain import Also, Natural


class Wind(Enum):
    NORTH = (0, 1)
    SOUTH = (0, -1)


class Mood(StrEnum):
    GOOD = "good"
    SOUR = "~"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True)
class Boat:
    """A boat.

    It floats.
    """

    head: Cell
    winds: frozenset[Wind]


class Sea(NamedTuple):
    """All there is
    to see."""

    boats: tuple[Boat, ...]
    mood: Mood
    size: Size
    rows: Annotated[tuple[Annotated[str, Also(pattern="^[ab]+$")], ...], "a text for each row"]
    pair: tuple[int, str]
    depth: Natural | None
    over: Outcome | None
    calm: bool = True


SEA = Sea((Boat(Cell(1, 2), frozenset(Wind)),), Mood.SOUR, Size.LARGE, ("ab", "ba"), (-3, "x"), None, ABANDONED)
WRITTEN = {
    "boats": [{"head": [1, 2], "winds": ["north", "south"]}],
    "mood": "sour",
    "size": 2,
    "rows": ["ab", "ba"],
    "pair": [-3, "x"],
    "depth": None,
    "over": {"winners": [], "reason": "abandoned"},
    "calm": True,
}


def test_values_are_written_as_plain_json() -> None:
    assert plain.write(SEA) == WRITTEN
    assert plain.write(Mood.GOOD) == "good"
    assert plain.write(frozenset((Cell(1, 0), Cell(0, 9)))) == [[0, 9], [1, 0]]
    assert plain.write(won(1, reason="luck")) == {"winners": [1], "reason": "luck"}


@pytest.mark.parametrize("value", [b"raw", 1.5, 2**60, -(2**53), [1], {"a": 1}, {1}, object()])
def test_what_has_no_plain_form_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError, match="no plain form"):
        plain.write(value)
    with pytest.raises(TypeError, match="no plain form"):
        plain.write((value,))


@pytest.mark.parametrize(
    "kind", [bytes, float, object, tuple[bytes, ...], frozenset[float], int | bytes, dict[str, int]]
)
def test_a_type_without_a_plain_form_has_no_schema(kind: Any) -> None:
    with pytest.raises(TypeError, match="no plain form"):
        plain.schema(kind)


def test_a_schema_follows_from_the_hints_with_what_classes_say_of_themselves() -> None:
    schema = plain.schema(Sea)
    assert valid(schema, WRITTEN)
    assert schema["description"] == "All there is to see."
    assert schema["properties"]["boats"]["items"]["description"] == "A boat."
    assert schema["properties"]["rows"]["description"] == "a text for each row"
    assert schema["required"] == list(Sea._fields)


@pytest.mark.parametrize(
    "change",
    [
        {"boats": None}, {"boats": [{"head": [1, 2]}]}, {"boats": [{"head": [1], "winds": []}]},
        {"boats": [{"head": [1, -2], "winds": []}]}, {"boats": [{"head": [1, 2], "winds": ["north", "north"]}]},
        {"mood": "~"}, {"size": 3}, {"rows": ["abc"]}, {"pair": [1]}, {"pair": [1, "x", 2]}, {"depth": -1},
        {"depth": "1"},
        {"over": {"winners": []}}, {"over": {"winners": [], "reason": "", "more": 1}}, {"calm": 1}, {"more": 1},
    ],
)  # fmt: skip
def test_a_schema_allows_nothing_else(change: dict[str, Any]) -> None:
    assert not valid(plain.schema(Sea), WRITTEN | change)


def test_a_field_that_is_known_better_has_that_schema() -> None:
    assert plain.schema(Sea, depth={"type": "null"})["properties"]["depth"] == {"type": "null"}
