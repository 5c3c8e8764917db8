import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.changes import apply, changes
from fogfield.core.errors import ChangeError

values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text("ab/~0", max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("ab/~0-", max_size=2), inner, max_size=4),
    max_leaves=30,
)


#: Values of which a change is shorter than the whole, with what may have become of them.
long = st.sampled_from("ab").map(lambda char: char * 90)
rows = st.lists(long | st.integers(0, 9), max_size=9)
objects = st.dictionaries(st.sampled_from(["a", "a/b", "~", "", "-", "0"]), rows | long | st.booleans(), max_size=6)


def exact(value: Any) -> str:
    """A text that tells 1 from True and from 1.0."""
    return json.dumps(value, sort_keys=True)


@given(values, values)
def test_changes_lead_from_one_value_to_the_other_and_touch_neither(before: Any, after: Any) -> None:
    said = exact(before), exact(after)
    patch = changes(before, after)
    assert exact(apply(patch, before)) == exact(after)
    assert (exact(before), exact(after)) == said
    assert {one["op"] for one in patch} <= {"add", "replace", "remove"}


@given(st.tuples(objects, objects) | st.tuples(rows, rows))
def test_small_changes_of_large_values_lead_there_too(two: tuple[Any, Any]) -> None:
    before, after = two
    assert exact(apply(changes(before, after), before)) == exact(after)


def test_a_patch_may_also_come_from_somebody_else() -> None:
    value = {"a": [1, 2], "b/c": {"~": 0}}
    patch: list[dict[str, Any]] = [
        {"op": "add", "path": "/a/1", "value": 9},
        {"op": "remove", "path": "/a/0"},
        {"op": "replace", "path": "/b~1c/~0", "value": []},
        {"op": "add", "path": "/b~1c/~0/-", "value": "new"},
        {"op": "remove", "path": "/a/1"},
    ]
    assert apply(patch, value) == {"a": [9], "b/c": {"~": ["new"]}}
    assert value == {"a": [1, 2], "b/c": {"~": 0}}
    assert apply([{"op": "replace", "path": "", "value": 3}], value) == 3


@given(values)
def test_nothing_changes_between_a_value_and_its_copy(value: Any) -> None:
    assert changes(value, json.loads(json.dumps(value))) == []


@given(values, values)
def test_changes_are_hardly_longer_than_the_value(before: Any, after: Any) -> None:
    whole = [{"op": "replace", "path": "", "value": after}]
    assert len(json.dumps(changes(before, after))) <= 1.5 * len(json.dumps(whole)) + 60


def test_of_a_board_only_the_rows_that_differ_are_told() -> None:
    rows = ["?" * 20] * 9
    before = {"board": rows, "marks": 0, "story": [1, 2], "gone": True}
    after = {"board": [*rows[:4], "?" * 19 + "1", *rows[5:]], "marks": 0, "story": [1, 2, 3], "new": None}
    assert changes(before, after) == [
        {"op": "remove", "path": "/gone"},
        {"op": "replace", "path": "/board/4", "value": "?" * 19 + "1"},
        {"op": "add", "path": "/story/-", "value": 3},
        {"op": "add", "path": "/new", "value": None},
    ]


def test_a_list_that_shrank_loses_its_end() -> None:
    before = [["a row that stays as it is, long enough"] * 9, "b", "c", "d"]
    assert changes(before, before[:2]) == [{"op": "remove", "path": "/3"}, {"op": "remove", "path": "/2"}]


@pytest.mark.parametrize(
    ("before", "after"), [([1] * 50, [2] * 50), ({"a": 1, "b": 2}, {"c": 3}), (["x"], []), ({"a": 1}, [1]), (1, True)]
)
def test_a_value_that_is_shorter_than_its_changes_is_told_as_a_whole(before: Any, after: Any) -> None:
    assert changes(before, after) == [{"op": "replace", "path": "", "value": after}]


def test_a_part_that_is_shorter_than_its_changes_is_told_as_a_whole() -> None:
    rest = "something long that is the same before and after, and is not told again"
    before, after = {"cells": list(range(40)), "rest": rest}, {"cells": list(range(1, 41)), "rest": rest}
    assert changes(before, after) == [{"op": "replace", "path": "/cells", "value": after["cells"]}]


class Untouchable(list[Any]):
    def __iter__(self) -> Any:
        raise AssertionError("this was the same object, and somebody looked into it")


def test_what_is_the_same_object_is_not_looked_into() -> None:
    same, text = Untouchable([1, 2, 3]), "long enough that nobody has to count more in order to see that it is long" * 2
    before = {"board": same, "n": 1, "rows": [same, 1, text], "text": text}
    after = {"board": same, "n": 2, "rows": [same, 2, text], "text": text}
    assert [one["path"] for one in changes(before, after)] == ["/n", "/rows/1"]


@pytest.mark.parametrize(
    "patch",
    [
        [{"op": "move", "path": "/a", "from": "/b"}],
        [{"op": "replace", "path": "/a"}],
        [{"op": "remove", "path": 1}],
        ["remove"],
        [{"op": "replace", "path": "/b", "value": 1}],
        [{"op": "remove", "path": "/b"}],
        [{"op": "add", "path": "/b/c", "value": 1}],
        [{"op": "replace", "path": "/a/2", "value": 1}],
        [{"op": "add", "path": "/a/3", "value": 1}],
        [{"op": "replace", "path": "/a/-", "value": 1}],
        [{"op": "add", "path": "/a/-/0", "value": 1}],
        [{"op": "replace", "path": "/a/-1", "value": 1}],
        [{"op": "replace", "path": "/a/x", "value": 1}],
        [{"op": "replace", "path": "/a/0/0", "value": 1}],
    ],
)
def test_a_patch_that_does_not_fit_is_refused_in_a_sentence(patch: Any) -> None:
    with pytest.raises(ChangeError, match=r"is no change|nothing at"):
        apply(patch, {"a": [1, 2]})
