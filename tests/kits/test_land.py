import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.kits.explore.land import (
    FAR,
    Direction,
    Land,
    Terrain,
    Ways,
    bits,
    join,
    seen_from,
    step_cost,
    ways,
)

lands = st.tuples(st.integers(1, 5), st.integers(1, 6)).flatmap(
    lambda size: st.builds(
        Land, st.just(size[0]), st.just(size[1]), st.text("~.^", min_size=size[0] * size[1], max_size=size[0] * size[1])
    )
)


def land(*rows: str) -> Land:
    return Land(len(rows), len(rows[0]), "".join(rows))


@pytest.mark.parametrize(("text", "cost"), [("..", 2), (".^", 3), ("^.", 3), ("^^", 4)])
def test_a_step_costs_what_leaving_and_entering_cost(text: str, cost: int) -> None:
    one = Land(1, 2, text)
    assert step_cost(one, Cell(0, 0), Cell(0, 1)) == cost
    assert Ways(one).distances(0) == [0, cost]


def test_from_grass_one_sees_the_field_itself_and_from_a_mountain_all_around() -> None:
    one = land("...", ".^.", "..~")
    assert seen_from(one, Cell(0, 0)) == {Cell(0, 0)}
    assert len(seen_from(one, Cell(1, 1))) == 9
    assert seen_from(land("^.", "~."), Cell(0, 0)) == {Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)}
    assert Ways(one).sights[4] == 0b111111111
    assert Ways(one).sights[0] == 1
    assert Ways(one).sights[8] == 0


def test_the_cheapest_way_goes_around_mountains_where_that_pays() -> None:
    one = ways(land(".^.", "...", "~^."))
    assert one.path(0, 2) == [1, 2]
    assert one.distances(0)[2] == 6
    assert ways(land(".^^.", "....")).path(0, 3) == [4, 5, 6, 7, 3]
    assert one.path(4, 4) == []


def test_there_is_no_way_through_water() -> None:
    one = Ways(land(".~.", ".~."))
    assert one.distances(0) == [0, FAR, FAR, 2, FAR, FAR]
    assert not one.connected()
    assert list(bits(one.reached_from(0))) == [0, 3]
    assert Ways(land("~~")).connected()
    assert Ways(land(".^", "~.")).connected()


def test_lands_are_joined_below_each_other_or_side_by_side() -> None:
    first, second = land("..", "~~"), land("^^", "..")
    assert join(first, second, wide=False) == land("..", "~~", "^^", "..")
    assert join(first, second, wide=True) == land("..^^", "~~..")


def test_a_land_knows_its_fields() -> None:
    one = land(".^", "~.")
    assert one.at(Cell(0, 1)) is Terrain.MOUNTAIN
    assert one.cells(Terrain.GRASS) == [Cell(0, 0), Cell(1, 1)]
    assert [one.cell(one.number(cell)) for cell in one.cells(Terrain.GRASS)] == one.cells(Terrain.GRASS)
    assert [one.has(direction.from_cell(Cell(0, 0))) for direction in Direction] == [False, True, False, True]


@given(lands, st.integers())
def test_ways_are_as_long_as_their_steps_and_as_long_back(one: Land, seed: int) -> None:
    the, rng = Ways(one), Random(seed)
    start, goal = rng.randrange(len(one.text)), rng.randrange(len(one.text))
    length = the.distances(start)[goal]
    assert the.distances(goal)[start] == length
    if length < FAR and one.text[start] != "~":
        path = [start, *the.path(start, goal)]
        steps = [step_cost(one, one.cell(here), one.cell(there)) for here, there in itertools.pairwise(path)]
        assert sum(steps) == length
    assert (length < FAR) == bool(the.reached_from(start) >> goal & 1)
