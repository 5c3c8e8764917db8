from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.kits.explore.halves import Checker, Field, HalfRules, broken_rules, random_half
from fogfield.kits.explore.land import Land, Terrain

RULES = HalfRules()
OTHER = HalfRules(most_water_long=6, most_water_short=3, least_water_long=2, least_water_short=1)
GOOD = """
..........
.~~.~~.~~.
.^^^^^....
..~.......
....F.....
"""


def fields(picture: str) -> tuple[Field, ...]:
    """Read a picture: F is a castle on grass, f one on a mountain."""
    return tuple(
        Field(Cell(row, col), Terrain({"F": ".", "f": "^"}.get(char, char)), char in "Ff")
        for row, line in enumerate(picture.split())
        for col, char in enumerate(line)
    )


def codes(picture: str, rules: HalfRules = RULES) -> list[str]:
    return [one.code for one in broken_rules(rules, fields(picture))]


def test_a_half_map_without_a_fault() -> None:
    assert codes(GOOD) == []


#: One wrong half map for every rule.
WRONG = {
    "too-little-mountain": GOOD.replace("^^^^^", "^^^^."),
    "too-little-water": GOOD.replace("~~.~~.~~", "~~.~~.~."),
    "too-little-grass": GOOD.replace("^^^^^....", "^^^^^^^^^")
    .replace(".~~.", "^~~^")
    .replace("..~.......", "^^~^^^^^.."),
    "fort-count": GOOD.replace("F", "."),
    "fort-place": GOOD.replace("F", "f"),
    "island": GOOD.replace("..........", "~.........").replace(".~~.~~.~~.\n.^", ".~~.~~.~~.\n~^"),
    "border-water": GOOD.replace("....F.....", "~~~.F.~~.."),
}


def test_one_is_told_as_one() -> None:
    told = {one.code: one.text for code in ("fort-count", "island") for one in broken_rules(RULES, fields(WRONG[code]))}
    assert told == {
        "fort-count": "a half map has 1 fort, not 0",
        "island": "1 field cannot be reached from the others",
    }


@pytest.mark.parametrize(("code", "picture"), WRONG.items(), ids=WRONG)
def test_every_rule_is_broken_by_a_half_map_that_breaks_no_other(code: str, picture: str) -> None:
    assert codes(picture) == [code]


def test_each_side_has_its_own_limit_and_corners_count_for_both() -> None:
    top = "\n~~~.......\n" + GOOD.split("\n", 2)[2]
    assert codes(top) == []
    corners = fields(top.replace("~~~.......", "~~~......~").replace(".^^^^^....", "~^^^^^....", 1))
    assert [one.code for one in broken_rules(RULES, corners)] == ["island"]
    three = fields(GOOD.replace("..........", "~.........").replace("..~.......\n....F.....", "~.~.......\n~...F....."))
    (broken,) = broken_rules(RULES, three)
    assert broken.code == "border-water"
    assert "left side" in broken.text
    assert broken.cells == (Cell(0, 0), Cell(3, 0), Cell(4, 0))


def test_a_dry_side_is_wrong_only_where_water_is_asked_for() -> None:
    found = broken_rules(OTHER, fields(GOOD))
    assert [one.code for one in found] == ["border-dry"] * 4
    assert "right side needs 1" in found[3].text


def test_fields_that_are_missing_doubled_or_outside_are_named() -> None:
    good = fields(GOOD)
    (count, missing) = broken_rules(RULES, good[:13] + good[14:])
    assert (count.code, missing.code, missing.cells) == ("field-count", "field-missing", (Cell(1, 3),))
    (count, twice) = broken_rules(RULES, (*good, good[3]))
    assert (count.code, twice.code, twice.cells) == ("field-count", "field-twice", (Cell(0, 3),))
    moved = (*good[:-1], good[-1]._replace(cell=Cell(5, 9)))
    assert [one.code for one in broken_rules(RULES, moved)] == ["field-outside", "field-missing"]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    everything = broken_rules(RULES, (Field(Cell(-1, 0), Terrain.WATER, fort=True),) * 2)
    assert [one.code for one in everything] == [
        "field-count", "field-outside", "field-twice", "field-missing",
        "too-little-mountain", "too-little-grass", "too-little-water", "fort-count", "fort-place",
    ]  # fmt: skip
    assert all(one.text for one in everything)


@pytest.mark.parametrize("rules", [RULES, OTHER, HalfRules(forts=6), HalfRules(4, 8, 3, 15, 4, 1, 3, 1)])
def test_random_half_maps_keep_the_rules_and_differ(rules: HalfRules) -> None:
    rng = Random(7)
    found = [random_half(rules, rng) for _ in range(30)]
    for half in found:
        assert half is not None
        assert broken_rules(rules, half.fields()) == ()
    assert len(set(found)) == 30


def test_there_is_no_random_half_map_where_there_is_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fogfield.kits.explore.halves.MOST_TRIES", 50)
    assert random_half(HalfRules(most_water_long=0, most_water_short=0, water=30, grass=2), Random(1)) is None
    assert random_half(HalfRules(2, 2, 0, 0, 0, forts=5), Random(1)) is None


@given(st.text("~..^", min_size=50, max_size=50))
def test_the_quick_check_agrees_with_the_thorough_one(text: str) -> None:
    rules = HalfRules(mountains=0, grass=0, water=0, most_water_long=7, most_water_short=4, forts=0)
    land = Land(5, 10, text)
    found = broken_rules(rules, tuple(Field(land.cell(number), land.at(land.cell(number))) for number in range(50)))
    assert Checker(rules).good(text) == (found == ())
