from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.shapes import anything, fitting, spoiled, valid
from support.toy import NOTATION

from fogfield.core import schema
from fogfield.core.errors import RecordError

CELL = schema.row(schema.whole(0, 9), schema.whole(0, 9))
THING = schema.record(
    "A thing.",
    size=schema.whole(2, 5, "its size"),
    old=schema.switch(),
    name=schema.text(4),
    kind=schema.one_word(["a", "b", "c"]),
    cells=schema.many(CELL, 1, 3),
    count=schema.one_of(schema.whole(1, 9), schema.many(schema.switch(), 0, 2)),
)
DONE = schema.one_of(
    schema.action("go", schema.whole(0, 3), rest=CELL, most=2), schema.action("stop", about="Stop."), about="An action."
)
WISH = schema.wishes(size=(schema.whole(2, 5), 3), old=(schema.switch(), False))
GOOD = {"size": 2, "old": True, "name": "name", "kind": "b", "cells": [[0, 9]], "count": [True]}


@pytest.mark.parametrize("form", [THING, DONE, WISH])
@given(data=st.data())
def test_what_fits_has_no_fault_by_us_and_by_others(form: schema.Schema, data: st.DataObject) -> None:
    one = data.draw(fitting(form))
    assert valid(form, one)
    assert schema.fault(form, one, "it") == ""


@pytest.mark.parametrize("form", [THING, DONE, WISH])
@given(data=st.data())
def test_we_and_others_find_faults_in_the_same_values(form: schema.Schema, data: st.DataObject) -> None:
    one = data.draw(spoiled(fitting(form)) | anything)
    assert (schema.fault(form, one, "it") == "") == valid(form, one)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"size": 6}, "thing.size must be a whole number from 2 to 5, not 6"),
        ({"size": True}, "thing.size must be a whole number from 2 to 5, not true"),
        ({"size": 10**5000}, "thing.size must be a whole number from 2 to 5, not a very large number"),
        ({"size": 2.0}, "thing.size must be a whole number from 2 to 5, not 2.0"),
        ({"old": 0}, "thing.old must be true or false, not 0"),
        ({"name": None}, "thing.name must be a text, not null"),
        ({"name": "x" * 500}, "thing.name must have 4 characters at most, not 500"),
        ({"kind": "d" * 500}, f'thing.kind must be a, b or c, not "{"d" * 40}"'),
        ({"kind": {}}, "thing.kind must be a, b or c, not an object"),
        ({"cells": []}, "thing.cells must have 1 to 3 parts, not 0"),
        ({"cells": "all"}, 'thing.cells must be a list, not "all"'),
        ({"cells": [[0, 0], [0, 10]]}, "thing.cells[1][1] must be a whole number from 0 to 9, not 10"),
        ({"cells": [[0, 0], [0]]}, "thing.cells[1] must have 2 parts, not 1"),
        ({"more": 1}, 'thing has no "more", only size, old, name, kind, cells, count'),
        (
            {"count": 10},
            "thing.count must be a whole number from 1 to 9, not 10; or thing.count must be a list, not 10",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        schema.expect(THING, GOOD | change, "thing")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "action must be a list that begins with go or stop, not a list of 0"),
        ("go", 'action must be a list that begins with go or stop, not "go"'),
        (["fly", 1], 'action must be a list that begins with go or stop, not "fly"'),
        ([["go"]], "action must be a list that begins with go or stop, not a list of 1"),
        (["stop", 1], "action must have 1 parts, not 2"),
        (["go", 4], "action[1] must be a whole number from 0 to 3, not 4"),
        (["go", 1, [0, 0], [0]], "action[3] must have 2 parts, not 1"),
        (["go", 1, [0, 0], [0, 0], [0, 0]], "action must have 2 to 4 parts, not 5"),
    ],
)
def test_an_action_is_known_by_its_first_word(data: Any, sentence: str) -> None:
    assert schema.fault(DONE, data, "action") == sentence


def test_what_is_missing_is_named() -> None:
    assert schema.fault(THING, {"size": 3, "old": True, "count": 1}, "thing") == "thing needs name, kind, cells"
    assert schema.fault(THING, [], "thing") == "thing must be an object, not a list of 0"
    assert schema.fault({"const": "x"}, object(), "it").startswith('it must be x, not "<object')


def test_a_notation_knows_what_a_match_is_like_if_nobody_asks_for_anything() -> None:
    assert NOTATION.defaults == {"most": 20}
    assert NOTATION.ask({}, Random(1)) == 20


def test_wishes_are_filled_with_their_defaults() -> None:
    assert schema.filled(WISH, {"size": 5}, "options") == {"size": 5, "old": False}
    with pytest.raises(RecordError, match=r'options has no "colour", only size, old'):
        schema.filled(WISH, {"colour": 1}, "options")
