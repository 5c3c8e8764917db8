"""All layouts as bit sets agree with layouts that are written down one by one."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.planes import planes

from fogfield.kits.fleet.layouts import Pieces, affordable, all_layouts, bits, count, listed


@given(st.integers(0, 1 << 200))
def test_bits_are_the_places_of_ones(number: int) -> None:
    assert sum(1 << place for place in bits(number)) == number


@pytest.mark.parametrize(
    ("n", "wraps", "layouts"),
    [(1, False, 168), (2, False, 6436), (3, False, 66816), (1, True, 400), (2, True, 48400), (3, True, 2_070_400)],
)
def test_the_number_of_layouts_is_the_known_one(n: int, wraps: bool, layouts: int) -> None:
    pieces = Pieces(planes(wraps=wraps))
    assert count(pieces, n) == layouts
    assert affordable(pieces, n)


def test_too_many_layouts_are_not_affordable_and_none_are_not_worth_it() -> None:
    assert not affordable(Pieces(planes(20, 20)), 5)
    assert not affordable(Pieces(planes(40, 40)), 1)
    assert not affordable(Pieces(planes(5, 5)), 2)
    assert count(Pieces(planes()), 3, most=1000) is None
    assert count(Pieces(planes()), 0) == 1


@pytest.mark.parametrize(
    ("rows", "cols", "n", "wraps"), [(7, 8, 1, False), (8, 8, 2, False), (6, 6, 2, True), (7, 7, 3, False)]
)
def test_every_layout_is_there_once_with_its_heads_and_cells(rows: int, cols: int, n: int, wraps: bool) -> None:
    yard = planes(rows, cols, wraps=wraps)
    pieces = Pieces(yard)
    everything = all_layouts(pieces, n)
    expected = {one for one in combinations(range(len(pieces)), n) if not yard.overlap([yard.pieces[p] for p in one])}
    found = [tuple(column[number] for column in everything.columns) for number in bits(everything.every)]
    assert len(found) == len(expected)
    assert set(found) == expected
    for number, layout in zip(bits(everything.every), found, strict=True):
        covered = {cell for piece in layout for cell in pieces.spots[piece]}
        assert {cell for cell, those in enumerate(everything.covers) if those >> number & 1} == covered
        heads = {pieces.spots[piece][0] for piece in layout}
        assert {cell for cell, those in enumerate(everything.heads) if those >> number & 1} == heads


def test_a_shorter_list_says_the_same_of_what_it_keeps() -> None:
    pieces = Pieces(planes(8, 8))
    everything = all_layouts(pieces, 2)
    alive = everything.heads[27]
    short = everything.only(alive)
    assert short.every.bit_count() == alive.bit_count()
    for long, brief in ((everything.heads, short.heads), (everything.covers, short.covers)):
        assert [(alive & one).bit_count() for one in long] == [one.bit_count() for one in brief]
    assert short.having is not None
    assert sum(those.bit_count() for those in short.having.values()) == 2 * alive.bit_count()


def test_a_list_with_a_limit_is_drawn_from_those_that_are_alive() -> None:
    everything = all_layouts(Pieces(planes(8, 8)), 2)
    alive = everything.covers[30]
    drawn = everything.only(alive, 50, Random(1))
    assert drawn.every == (1 << 50) - 1
    assert drawn.covers[30] == drawn.every
    assert len(set(zip(*drawn.columns, strict=True))) == 50


def test_a_list_can_be_made_by_hand() -> None:
    pieces = Pieces(planes(5, 5))
    both = listed(pieces, [[0, 7]])
    assert both.every == 0b11
    assert both.heads[pieces.spots[7][0]] & 0b10
