"""Pasted boards, and advice on them."""

from random import Random

import pytest
from support.boards import shown

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines import hinting
from fogfield.kits.mines.advice import advise, advise_on
from fogfield.kits.mines.position import Position, PositionError, digits, read, write
from fogfield.kits.mines.reasons import possible
from fogfield.kits.mines.solver import MINE

BOARD = """
; a comment
mines 3
1 ? ?
1 # F
. 1 *
"""


def test_a_pasted_board_is_read() -> None:
    found = read(BOARD)
    assert found.grid == Grid(3, 3)
    assert found.mines == 3
    assert found.shown == {Cell(0, 0): 1, Cell(1, 0): 1, Cell(2, 0): 0, Cell(2, 1): 1, Cell(2, 2): MINE}
    assert read(write(found)) == found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there is no board"),
        ("???", "begins with a line like"),
        ("mines many\n???", "begins with a line like"),
        ("mines 99", "the rows are missing: below 'mines 99' comes a line for each row"),
        ("mines 99\n; nothing\n\n", "the rows are missing"),
        ("mines 1\n???\n??", "line 3 has 2 cells, and the one above has 3"),
        ("mines 1\n???\n?", "line 3 has 1 cell, and the one above has 3"),
        ("mines 1\n?9?", "line 2: '9' is no cell"),
        ("mines 4\n???", "4 mines do not fit on a board of 3x1"),
        ("mines 4\n" + "?" * 256, "too small or too large"),
        ("mines 4\n" + "?\n" * 256, "too small or too large"),
    ],
)
def test_what_is_no_board_is_refused_with_a_sentence(text: str, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        read(text)


@pytest.mark.parametrize("text", ["\ufeff{}", "\ufeff; a comment\n{}", "{}\n\n \n\r\n", "{}  \t", "\n{}"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "  \r\n", "\r"])
def test_what_editors_leave_unseen_does_not_matter(text: str, end: str) -> None:
    lines = ["mines 2", "?????", "11111", "....."]
    assert read(text.format(end.join(lines))) == read("\n".join(lines))


def test_what_is_open_is_read_from_the_rows_of_a_view() -> None:
    assert digits([".1?!", "0~B8"]) == {Cell(0, 0): 0, Cell(0, 1): 1, Cell(1, 0): 0, Cell(1, 3): 8}


def test_advice_tells_odds_reasons_and_what_to_open() -> None:
    told = advise("mines 2\n?????\n11111\n.....").told()
    assert told.splitlines()[0] == " **  ok  ok **  ok" or "ok" in told
    assert "Because: " in told
    assert "Open row 1" in told


def test_advice_without_a_proof_gives_a_risk() -> None:
    found = advise("mines 1\n1?\n1?")
    assert found.step is None
    assert not found.proved.safe
    assert found.risks == {Cell(0, 1): 0.5, Cell(1, 1): 0.5}
    assert "50.0 % risk" in found.told()
    assert found.as_json()["exact"] is True


def test_a_mine_that_was_hit_is_part_of_the_argument() -> None:
    step = advise_on(Position(Grid(2, 2), 1, {Cell(0, 0): 1, Cell(0, 1): MINE})).step
    assert step is not None
    assert step.safe == {Cell(1, 0), Cell(1, 1)}


def large(seed: int) -> tuple[Position, frozenset[Cell]]:
    """A board of 32x32 of which a third is open."""
    rng = Random(seed)
    grid = Grid(32, 32)
    mines = frozenset(rng.sample(list(grid), 250))
    safe = [cell for cell in grid if cell not in mines]
    return Position(grid, 250, shown(grid, mines, rng.sample(safe, 300))), mines


@pytest.mark.long
def test_a_reason_on_a_large_board_is_true_and_found_around_a_few_safe_cells() -> None:
    found, mines = large(3)
    for _ in range(4):
        step = advise_on(found).step
        assert step is not None
        assert step.safe
        assert not step.safe & (mines | found.shown.keys())
        found.shown.update(shown(found.grid, mines, list(step.safe)))


@pytest.mark.long
def test_a_reason_whose_argument_is_too_long_names_the_cell_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found, mines = large(1)
    monkeypatch.setattr(hinting, "REACHES", (0,))
    step = advise_on(found).step
    assert step is not None
    assert step.numbers == ()
    assert "not listed" in step.text
    assert not step.safe & mines


def test_an_argument_for_which_no_patience_is_left_proves_nothing() -> None:
    conditions = [(1, frozenset((Cell(0, 0), Cell(0, 1)))), (1, frozenset((Cell(0, 1), Cell(0, 2))))]
    more = [*conditions, (0, frozenset((Cell(0, 0), Cell(0, 2))))]
    assert not possible(more, Cell(0, 1), [10], mine=False)
    assert possible(more, Cell(0, 1), [0], mine=False)
