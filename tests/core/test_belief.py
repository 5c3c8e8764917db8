"""Beliefs: chances are laid out, rounded without making anything certain, and told with limits."""

import json

import jsonschema_rs
import pytest

from fogfield.core.belief import SCHEMA, Belief, Chances, Figure, counted, in_all, spread
from fogfield.core.grid import Cell, Grid


def test_chances_are_laid_out_row_by_row_and_only_what_is_certain_is_0_or_1() -> None:
    chances = {Cell(0, 0): 0.0, Cell(0, 1): 1e-9, Cell(1, 0): 1 - 1e-9, Cell(1, 1): 1.0, Cell(1, 2): 0.123456}
    assert spread(Grid(2, 3), chances) == ((0.0, 0.0001, None), (0.9999, 1.0, 0.1235))


def test_weights_become_chances_that_make_one_together() -> None:
    assert in_all({1: 1.0, 2: 3.0}) == {1: 0.25, 2: 0.75}
    assert in_all({1: 0.0}) == in_all({}) == {}


@pytest.mark.parametrize(
    ("number", "of", "told"), [(427, 66_816, "427 of 66,816"), (5, 3 * 10**12, "5 of about 10^12")]
)
def test_numbers_are_told_as_people_read_them(number: int, of: int, told: str) -> None:
    assert counted(number, of) == told


def test_a_belief_is_written_as_its_schema_says() -> None:
    belief = Belief((Chances("a mine", None, ((0.5, None),)),), (Figure("risk", 0.5, "50 %"),), "counted in pieces")
    written = belief.as_json()
    assert written["maps"] == [{"what": "a mine", "seat": None, "cells": ((0.5, None),)}]
    assert written["figures"] == [{"name": "risk", "value": 0.5, "text": "50 %"}]
    assert SCHEMA["required"] == list(written)
    plain = json.loads(json.dumps(written))
    judge = jsonschema_rs.Draft202012Validator(SCHEMA)
    assert judge.is_valid(plain)
    assert not judge.is_valid({**plain, "secret": 1})
