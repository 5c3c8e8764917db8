"""Bots attack where it pays, never twice, and in any mode; a liar does not upset them."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.planes import answer, planes

from fogfield.core.grid import Cell
from fogfield.kits.fleet import lookahead
from fogfield.kits.fleet.arranging import arrange
from fogfield.kits.fleet.guessing import DESTROY, HIT, LEVELS, VOID, choose
from fogfield.kits.fleet.layouts import Pieces, all_layouts, bits
from fogfield.kits.fleet.yard import Piece, Yard


def game(yard: Yard, layout: Sequence[Piece], level: str, *, fades: bool) -> int:
    """Play to the end, and give the number of attacks."""
    shots: list[tuple[Cell, int]] = []
    heads = {piece.head for piece in layout}
    while not heads <= {cell for cell, _ in shots}:
        cell = choose(yard, len(layout), shots, Random(len(shots)), fades=fades, level=level)
        assert cell in yard.grid
        assert cell not in {one for one, _ in shots}
        shots.append((cell, answer(yard, layout, shots, cell, fades=fades)))
    return len(shots)


BOARDS = [
    (5, 5, 1, False, 8), (10, 10, 3, False, 22), (8, 9, 2, True, 25), (20, 20, 5, False, 130), (15, 15, 8, True, 100),
    (10, 10, 6, False, 30),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("fades", [False, True])
@pytest.mark.parametrize(("rows", "cols", "n", "wraps", "most"), BOARDS)
def test_all_heads_are_found(rows: int, cols: int, n: int, wraps: bool, most: int, fades: bool, level: str) -> None:
    yard = planes(rows, cols, wraps=wraps)
    layout = arrange(yard, n, Random(3))
    assert layout is not None
    assert game(yard, layout, level, fades=fades) <= most


def test_a_large_board_is_played_move_by_move() -> None:
    yard = planes(127, 127)
    layout = arrange(yard, 25, Random(1))
    assert layout is not None
    shots: list[tuple[Cell, int]] = [(piece.head, DESTROY) for piece in layout[:24]]
    for turn in range(30):
        cell = choose(yard, 25, shots, Random(turn), fades=True)
        assert cell not in {one for one, _ in shots}
        shots.append((cell, answer(yard, layout, shots, cell, fades=True)))


@pytest.mark.long
def test_one_piece_is_found_with_fewer_than_seven_attacks_on_the_average() -> None:
    yard = planes()
    layouts = [(piece,) for piece in yard.pieces[::8]]
    assert sum(game(yard, layout, "expert", fades=False) for layout in layouts) / len(layouts) < 7.5


@pytest.mark.long
def test_the_expert_needs_fewer_attacks_than_the_hunter() -> None:
    yard = planes()
    layouts = [arrange(yard, 2, Random(seed)) or () for seed in range(12)]
    expert, hunter = (sum(game(yard, one, level, fades=True) for one in layouts) for level in ("expert", "hunter"))
    assert expert < hunter


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.tuples(st.builds(Cell, st.integers(-1, 8), st.integers(-1, 8)), st.integers(-1, 4)), max_size=70),
    st.sampled_from(LEVELS), st.booleans(), st.booleans(), st.integers(1, 3),
)  # fmt: skip
def test_any_answers_at_all_get_an_attack_on_a_new_cell(
    shots: list[tuple[Cell, int]], level: str, wraps: bool, fades: bool, n: int
) -> None:
    yard = planes(8, 8, wraps=wraps)
    cell = choose(yard, n, shots, Random(1), fades=fades, level=level)
    assert cell in yard.grid
    assert cell not in {one for one, _ in shots} or len({one for one, _ in shots if one in yard.grid}) == 64


def test_when_all_cells_are_used_any_will_do() -> None:
    yard = planes(6, 6)
    assert choose(yard, 1, [(cell, VOID) for cell in yard.grid], Random(1)) in yard.grid


def test_a_liar_is_attacked_near_his_hits() -> None:
    yard = planes(20, 20)
    shots = [(Cell(0, 0), DESTROY), (Cell(10, 10), HIT)]
    row, col = choose(yard, 5, shots, Random(1), level="expert")
    assert abs(row - 10) <= 4
    assert abs(col - 10) <= 4


def test_the_first_attack_is_not_always_the_same() -> None:
    assert len({choose(planes(), 1, [], Random(seed)) for seed in range(12)}) > 2


@pytest.mark.parametrize("fades", [False, True])
def test_what_is_known_is_every_layout_that_would_have_answered_the_same(fades: bool) -> None:
    yard = planes(8, 8)
    layouts = all_layouts(Pieces(yard), 2)
    everything = layouts.only(layouts.every)
    pairs = [[yard.pieces[column[number]] for column in everything.columns] for number in bits(everything.every)]
    for seed in range(10):
        rng = Random(seed)
        pair = rng.choice(pairs)
        shots: list[tuple[Cell, int]] = []
        for cell in [*rng.sample([*yard.grid], 8), pair[0].head, *rng.sample([*yard.grid], 8)]:
            if cell not in {one for one, _ in shots}:
                shots.append((cell, answer(yard, pair, shots, cell, fades=fades)))
        known = lookahead.at_start(everything, 2, fades=fades).replay((row * 8 + col, one) for (row, col), one in shots)
        fitting = [
            all(answer(yard, one, shots[:at], cell, fades=fades) == told for at, (cell, told) in enumerate(shots))
            for one in pairs
        ]
        assert [bool(known.alive >> number & 1) for number in range(len(pairs))] == fitting


def test_playing_on_counts_every_attack_of_the_best_by_the_formula() -> None:
    layouts = all_layouts(Pieces(planes()), 1)
    start = lookahead.at_start(layouts, 1, fades=False)
    assert lookahead.played(start, 1) / 168 == pytest.approx(6.9, abs=0.05)
    assert lookahead.played(start, 4) < lookahead.played(start, 1)
    assert lookahead.foreseen(start, 0, 1) == lookahead.value(168, 1)
    nowhere = start._replace(cells=[])
    assert lookahead.foreseen(nowhere, 2, 5) == lookahead.played(nowhere, 1) == lookahead.value(168, 1)
