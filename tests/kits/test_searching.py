from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogfield.kits.explore.halves import HalfRules, random_half
from fogfield.kits.explore.land import Land, Ways, bits
from fogfield.kits.explore.searching import lookout, nearest, plan


def mask(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def random_ways(seed: int) -> tuple[Ways, int, list[int]]:
    """Give a random half, a field to start from, and the other grass fields."""
    half = random_half(HalfRules(), Random(seed))
    assert half is not None
    start = half.land.number(half.forts[0])
    return (
        Ways(half.land),
        start,
        [number for number, char in enumerate(half.land.text) if char == "." and number != start],
    )


def expected(ways: Ways, start: int, way: list[int], fields: list[int]) -> float:
    """Walk and count, in the simplest way: the commands until the thing is entered, on average."""
    unseen, time, total = set(fields), 0, 0
    for here, there in pairwise([start, *way]):
        time += dict(ways.steps[here])[there]
        for number in unseen & set(bits(ways.sights[there])):
            total += time + ways.distances(there)[number]
            unseen.remove(number)
    assert not unseen
    return total / len(fields)


def test_nearest_goes_where_it_is_nearest_by_commands_not_by_fields() -> None:
    ways = Ways(Land(1, 6, "..^..."))
    assert nearest(ways, 3, mask(0, 5)) == [4, 5]
    assert nearest(ways, 3, mask(1, 5)) == [4, 5]
    assert nearest(ways, 3, mask(1)) == [2, 1]
    assert nearest(ways, 3, 0) == []
    assert nearest(Ways(Land(1, 3, ".~.")), 0, mask(2)) == []


def test_lookout_prefers_a_mountain_from_which_much_is_seen() -> None:
    land = Land(3, 5, "....." + ".^..." + ".....")
    assert lookout(Ways(land), 8, mask(0, 1, 2, 5, 10, 11, 12, 9)) == [7, 6]
    assert lookout(Ways(land), 8, 0) == []
    assert lookout(Ways(Land(1, 3, ".~.")), 0, mask(2)) == []


def test_a_plan_counts_what_is_seen_from_afar_with_the_way_to_it() -> None:
    ways = Ways(Land(1, 4, "..^."))
    found = plan(ways, 0, {1: 1.0, 3: 1.0})
    assert found.way == [1, 2]
    assert found.expected == (2 + (2 + 3 + 3)) / 2


def test_a_plan_goes_first_where_the_thing_is_likely() -> None:
    ways = Ways(Land(1, 5, "....."))
    assert plan(ways, 2, {0: 1.0, 4: 5.0}).way[:2] == [3, 4]
    assert plan(ways, 2, {0: 5.0, 4: 1.0}).way[:2] == [1, 0]
    assert plan(ways, 2, {0: 1.0, 4: 0.0}).way == [1, 0]


def test_there_is_no_plan_where_there_is_nothing_to_find() -> None:
    assert plan(Ways(Land(1, 3, ".~.")), 0, {2: 1.0}) == ([], 0.0)
    assert plan(Ways(Land(1, 3, "...")), 0, {}) == ([], 0.0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_plan_sees_everything_and_expects_what_it_will_need(seed: int) -> None:
    ways, start, fields = random_ways(seed)
    found = plan(ways, start, dict.fromkeys(fields, 1.0), beam=20)
    assert found.expected == pytest.approx(expected(ways, start, found.way, fields))


def test_even_the_narrowest_beam_comes_to_an_end() -> None:
    for seed in range(10):
        ways, start, fields = random_ways(seed)
        found = plan(ways, start, dict.fromkeys(fields, 1.0), beam=1)
        assert found.way


def test_plans_are_much_quicker_than_going_to_the_nearest_field() -> None:
    """Measured: 35 commands by plan, 40 by lookout, 44 by nearest field."""
    means = []
    for search in (nearest, lookout, None):
        total = 0.0
        for seed in range(15):
            ways, start, fields = random_ways(seed)
            if search is None:
                way = plan(ways, start, dict.fromkeys(fields, 1.0)).way
            else:
                way, unseen = [], mask(*fields)
                while unseen:
                    for there in search(ways, way[-1] if way else start, unseen):
                        way.append(there)
                        unseen &= ~ways.sights[there]
            total += expected(ways, start, way, fields)
        means.append(total / 15)
    assert means[0] > means[1] + 2 > means[2] + 4
