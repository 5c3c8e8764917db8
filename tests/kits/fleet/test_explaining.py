"""What the answers say where not all layouts are written down agrees with what all layouts say."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.planes import answer, planes

from fogfield.core.grid import Cell
from fogfield.kits.fleet import explaining
from fogfield.kits.fleet.arranging import arrange
from fogfield.kits.fleet.explaining import Explained, chances, explain, survivors, suspicions
from fogfield.kits.fleet.guessing import DESTROY, HIT, VOID
from fogfield.kits.fleet.layouts import Pieces
from fogfield.kits.fleet.yard import Piece, Yard

YARD = planes(8, 8)
PIECES = Pieces(YARD)
PAIRS = [pair for pair in combinations(YARD.pieces, 2) if not YARD.overlap(pair)]


def told(yard: Yard, layout: tuple[Piece, ...], count: int, rng: Random, *, fades: bool) -> list[tuple[Cell, int]]:
    """Attack some cells, heads more often than chance would."""
    cells = rng.sample([*yard.grid, *(piece.head for piece in layout)], count)
    shots: list[tuple[Cell, int]] = []
    for cell in dict.fromkeys(cells):
        shots.append((cell, answer(yard, layout, shots, cell, fades=fades)))
    return shots


def numbered(yard: Yard, shots: list[tuple[Cell, int]]) -> list[tuple[int, int]]:
    return [(cell.row * yard.grid.cols + cell.col, one) for cell, one in shots]


def consistent(layout: tuple[Piece, ...], shots: list[tuple[Cell, int]], *, fades: bool) -> bool:
    return all(answer(YARD, layout, shots[:at], cell, fades=fades) == one for at, (cell, one) in enumerate(shots))


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(PAIRS), st.integers(0, 20), st.booleans(), st.integers())
def test_survivors_are_all_layouts_that_fit(pair: tuple[Piece, ...], count: int, fades: bool, seed: int) -> None:
    shots = told(YARD, pair, count, Random(seed), fades=fades)
    explained = explain(PIECES, 2, numbered(YARD, shots), Random(seed), fades=fades)
    found = survivors(PIECES, 2, explained, 3000)
    assert found is not None
    expected = [one for one in PAIRS if consistent(one, shots, fades=fades)]
    assert len(found) == len(expected)
    assert {frozenset(YARD.pieces[piece] for piece in one) for one in found} == set(map(frozenset, expected))


@pytest.mark.parametrize("fades", [False, True])
def test_chances_are_near_to_what_all_layouts_say(fades: bool) -> None:
    errors = []
    for seed in range(15):
        rng = Random(seed)
        shots = told(YARD, rng.choice(PAIRS), seed, rng, fades=fades)
        numbers = numbered(YARD, shots)
        likely = chances(PIECES, 2, numbers, explain(PIECES, 2, numbers, rng, fades=fades), fades=fades)
        assert likely is not None
        fitting = [one for one in PAIRS if consistent(one, shots, fades=fades)]
        attacked = {cell for cell, _ in shots}
        for number, cell in enumerate(YARD.grid):
            if cell not in attacked:
                share = sum(cell in (one.head for one in pair) for pair in fitting) / len(fitting)
                errors.append(abs(likely.head(number) - share))
                assert likely.cover(number) >= likely.head(number) - 1e-9
    # That pieces overlap is neglected in part, and on a board as small as this they would often.
    assert sum(errors) / len(errors) < 0.03


def test_a_head_that_was_found_twice_too_often_is_explained_by_nothing() -> None:
    shots = [(3, DESTROY), (20, DESTROY), (60, DESTROY)]
    explained = explain(PIECES, 2, shots, Random(1), fades=False)
    assert chances(PIECES, 2, shots, explained, fades=False) is None
    assert survivors(PIECES, 2, explained, 3000) == []


def test_a_hit_among_voids_is_explained_by_nothing_but_suspected() -> None:
    cells = [cell for cell in range(64) if cell != 27]
    shots = [*((cell, VOID) for cell in cells if cell not in (28, 29, 30)), (27, HIT)]
    explained = explain(PIECES, 2, shots, Random(1), fades=False)
    assert chances(PIECES, 2, shots, explained, fades=False) is None
    assert suspicions(PIECES, shots, fades=False).heads == {}
    assert suspicions(PIECES, [(27, HIT)], fades=False).cover(28) > 0


def test_without_untouched_pieces_the_rest_cannot_lie_anywhere() -> None:
    shots = [(cell, VOID) for cell in range(64)]
    explained = explain(PIECES, 1, shots, Random(1), fades=False)
    assert explained.untouched.count == 0
    assert chances(PIECES, 1, shots, explained, fades=False) is None


def test_too_many_layouts_are_not_written_down() -> None:
    yard = planes(20, 20)
    pieces = Pieces(yard)
    assert survivors(pieces, 5, explain(pieces, 5, [], Random(1), fades=False), 2000) is None
    assert survivors(pieces, 2, explain(pieces, 2, [], Random(1), fades=False), 2000) is None
    assert survivors(PIECES, 2, explain(PIECES, 2, [], Random(1), fades=False), 100) is None
    nothing = explain(PIECES, 2, [], Random(1), fades=False)
    assert survivors(PIECES, 2, Explained([], False, nothing.untouched), 3000) is None


def test_a_search_for_explanations_is_broken_off_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    yard = planes(20, 20)
    pieces = Pieces(yard)
    layout = arrange(yard, 8, Random(5))
    assert layout is not None
    shots = numbered(yard, [(cell, HIT) for piece in layout for cell in yard.cells(piece)[2:4]])
    explained = explain(pieces, 8, shots, Random(1), fades=False)
    assert not explained.complete
    assert all(explained.clusters)
    assert chances(pieces, 8, shots, explained, fades=False)
    monkeypatch.setattr(explaining, "STEPS", 1)
    assert not explain(pieces, 8, shots, Random(1), fades=False).complete


def test_a_crowd_is_explained_somehow_if_not_with_few_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "STEPS", 1)
    yard = planes(12, 12)
    layout = arrange(yard, 6, Random(2))
    assert layout is not None
    cells = [cell for piece in layout for cell in yard.cells(piece)]
    shots = numbered(yard, [(cell, answer(yard, layout, [], cell, fades=False)) for cell in cells])
    explained = explain(Pieces(yard), 6, shots, Random(1), fades=False)
    assert all(explained.clusters)
    assert chances(Pieces(yard), 6, shots, explained, fades=False)
