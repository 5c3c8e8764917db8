"""Pieces are laid at random, and it is known whether they can be."""

from collections import Counter
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.planes import planes

from fogfield.core.grid import Grid
from fogfield.kits.fleet import arranging
from fogfield.kits.fleet.arranging import arrange, boxed, fits
from fogfield.kits.fleet.yard import Yard


@pytest.mark.long
@settings(deadline=None, max_examples=20)
@example(rows=10, cols=11, wraps=False, n=7, seed=1)  # found by one search, and not by others
@given(st.integers(5, 10), st.integers(5, 10), st.booleans(), st.integers(0, 6), st.integers())
def test_a_layout_is_legal_and_is_found_if_the_pieces_fit(rows: int, cols: int, wraps: bool, n: int, seed: int) -> None:
    yard = planes(rows, cols, wraps=wraps)
    layout = arrange(yard, n, Random(seed))
    if layout is None:
        assert not fits(yard, n)
    else:
        assert len(layout) == n
        assert all(yard.cells(piece) for piece in layout)
        assert not yard.overlap(layout)
        assert list(layout) == sorted(layout)


def test_every_layout_is_as_likely_as_another() -> None:
    yard = planes(6, 6)
    drawn = Counter(arrange(yard, 1, Random(seed)) for seed in range(4800))
    assert len(drawn) == len(yard.pieces) == 24
    assert min(drawn.values()) > 140
    assert max(drawn.values()) < 270


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "cols", "wraps", "most"), [(5, 5, False, 1), (5, 5, True, 2), (8, 8, False, 4), (10, 10, False, 6)]
)
def test_small_yards_hold_so_many_and_no_more(rows: int, cols: int, wraps: bool, most: int) -> None:
    yard = planes(rows, cols, wraps=wraps)
    assert [fits(yard, n) for n in (0, 1, most, most + 1)] == [True, True, True, False]
    assert arrange(yard, most, Random(1))
    assert arrange(yard, most + 1, Random(1)) is None


@pytest.mark.long
@pytest.mark.parametrize(("n", "there"), [(25, True), (400, True), (1000, True), (1400, False), (2000, False)])
def test_large_yards_hold_hundreds(n: int, there: bool) -> None:
    yard = planes(127, 127)
    assert fits(yard, n) == there
    layout = arrange(yard, n, Random(n))
    assert (layout is not None) == there
    if layout:
        assert len({cell for piece in layout for cell in yard.cells(piece)}) == 10 * n


def test_a_crowd_comes_from_the_packing_if_no_search_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arranging, "_searched", lambda *_: None)
    yard = planes(20, 20)
    layout = arrange(yard, 30, Random(1))
    assert layout is not None
    assert not yard.overlap(layout)


def test_a_search_that_is_broken_off_says_so() -> None:
    search = arranging._Search(planes(15, 15), Random(1), 10)
    assert not search.lay(0, 16)
    assert search.broken_off


@pytest.mark.long
def test_fewer_than_no_pieces_and_shapes_that_lie_nowhere_do_not_fit() -> None:
    assert not fits(planes(), -1)
    assert arrange(planes(), -1, Random(1)) is None
    for grid in (Grid(3, 30), Grid(3, 140)):
        nowhere = Yard(grid, planes().shape)
        assert not fits(nowhere, 1)
        assert arrange(nowhere, 1, Random(1)) is None


@pytest.mark.parametrize(
    ("rows", "cols", "many"),
    [(4, 4, 0), (4, 5, 1), (5, 4, 1), (5, 8, 2), (8, 5, 2), (9, 9, 2), (10, 10, 4), (40, 40, 80)],
)
def test_pieces_in_boxes_of_their_own_lie_side_by_side(rows: int, cols: int, many: int) -> None:
    yard = planes(rows, cols)
    assert boxed(yard) == many
    assert fits(yard, many)


def test_pieces_in_boxes_need_no_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    def packing(*_: object) -> None:
        raise AssertionError("it was clear without that")

    monkeypatch.setattr(arranging, "_packing", packing)
    assert fits(planes(37, 41), 80 - 8)
