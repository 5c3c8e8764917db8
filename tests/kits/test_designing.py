from random import Random

import pytest

from fogfield.kits.explore.designing import STRANGERS, Judge, design, find_times
from fogfield.kits.explore.halves import HalfMap, HalfRules, broken_rules, random_half
from fogfield.kits.explore.land import Land, Ways

RULES = HalfRules()


def designed(seed: int, tries: int = 25, rules: HalfRules = RULES) -> HalfMap:
    half = design(rules, Random(seed), tries)
    assert half is not None
    return half


def test_somebody_who_searches_finds_every_field_and_later_what_is_hidden_well() -> None:
    ways = Ways(Land(1, 5, "..^.."))
    for stranger in STRANGERS:
        assert find_times(ways, 0, 0b11010, stranger) == {1: 2, 3: 8, 4: 10}
    assert find_times(Ways(Land(1, 3, ".~.")), 0, 0b101, STRANGERS[0]) == {0: 0}


@pytest.mark.parametrize(
    "rules",
    [
        RULES,
        HalfRules(forts=6),
        HalfRules(most_water_long=6, most_water_short=3, least_water_long=2, least_water_short=1),
    ],
)
def test_designed_half_maps_keep_the_rules_and_are_all_different(rules: HalfRules) -> None:
    found = [designed(seed, 5, rules) for seed in range(4)]
    assert all(broken_rules(rules, half.fields()) == () for half in found)
    assert len(set(found)) == 4


def test_six_castles_are_all_hidden_well() -> None:
    half = designed(1, 20, HalfRules(forts=6))
    places = Judge(RULES).hiding_places(Ways(half.land))
    assert {half.land.number(fort) for fort in half.forts[1:]} <= set(places[:6])


def test_the_same_seed_gives_the_same_map() -> None:
    assert designed(3, 10) == designed(3, 10)


@pytest.mark.long
def test_climbing_gets_somewhere_and_beats_chance_by_far() -> None:
    judge = Judge(RULES)

    def worth(half: HalfMap) -> float:
        return judge.best_castle(Ways(half.land))[0]

    plain = [random_half(RULES, Random(seed)) for seed in range(4)]
    climbed = [worth(designed(seed, 40)) for seed in range(4)]
    by_chance = [worth(half) for half in plain if half]
    assert min(climbed) > max(by_chance)
    owner = [judge.pace(Ways(half.land), half.land.number(half.forts[0])) for half in map(designed, range(4))]
    assert max(owner) < 30


def test_there_is_no_design_where_there_is_no_half_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fogfield.kits.explore.halves.MOST_TRIES", 20)
    assert design(HalfRules(most_water_long=0, most_water_short=0, water=30, grass=2), Random(1), 5) is None


def test_work_is_bounded_by_the_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def any_castle(self: Judge, ways: Ways) -> tuple[float, int]:
        asked.append(ways)
        return 0.0, ways.land.text.index(".")

    monkeypatch.setattr(Judge, "best_castle", any_castle)
    designed(1, 25)
    assert 1 <= len(asked) <= 26
