"""Whatever one answer says of a position is about the same cells: its counts, its map, its choice and the reason."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import random_board, shown

from fogfield.core.grid import Cell
from fogfield.kits.mines import hinting, position
from fogfield.kits.mines.advice import advise, advise_on
from fogfield.kits.mines.boards import Board, lay
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.solver import LEVELS, MINE, NoSolution, Odds, Solver, _unsure

#: The numbers alone prove two cells safe; the mine that is left proves three more, and where it lies.
COUNTED = "mines 1\n?1?\n???\n.1?\n"


def check(found: Position) -> None:
    """What advice and a hint say of a position is consistent."""
    advice = advise_on(found)
    assert set(advice.risks) == set(found.grid) - found.shown.keys()
    safe, mines = (sorted(cell for cell, risk in advice.risks.items() if risk == sure) for sure in (0.0, 1.0))
    assert (sorted(advice.proved.safe), sorted(advice.proved.mines)) == (safe, mines)
    told, written = advice.told(), advice.as_json()
    assert (told.count(" ok"), told.count(" **")) == (len(safe), len(mines))
    counted = rf"^{len(safe)} cells? .* safe, {len(mines)} certainly"
    assert re.search(counted if safe or mines else "^No cell is certainly safe, and none ", told, re.MULTILINE)
    assert (written["safe"], written["mines"]) == (safe, mines)
    assert certain(written["risks"]) == (len(safe), len(mines))
    if safe:
        assert advice.choice is not None
        assert advice.choice.cell in safe
        assert advice.choice.risk == 0.0
        assert advice.step is not None
        assert advice.choice.cell in advice.step.safe
        assert advice.step.safe <= {*safe}
        assert advice.step.mines <= {*mines}
    else:
        assert advice.step is None
        assert advice.choice is None or advice.choice.risk > 0
    hint = hinting.hint(found, "odds")
    assert certain(hint["risks"]) == (len(safe), len(mines))
    counted = rf"^{len(safe)} cells? (is|are) certainly safe, {len(mines)} (is a mine|are mines)"
    assert re.search(counted if safe or mines else f"^{hinting.NOTHING_CERTAIN}", hint["text"])
    assert hint["safe"] == hinting.hint(found, "any")["safe"] == hinting.hint(found, "cell")["safe"] == bool(safe)


PAIR = "mines 2\n?????\n11111\n.....\n"


def test_advice_at_the_level_simple_is_what_that_level_would_do() -> None:
    advice = advise(PAIR, "simple")
    assert advice.proved == ((), ())
    assert advice.step is None
    assert advice.choice is not None
    assert advice.choice.cell == Cell(0, 2)
    assert advice.choice.risk == pytest.approx(1 / 3)
    assert advice.risks[Cell(0, 2)] == advice.choice.risk
    assert advice.told().startswith("As the level simple sees it:\n")
    assert "not exact: the level simple looks at one number at a time" in advice.told()
    assert (advice.as_json()["level"], advice.as_json()["exact"]) == ("simple", False)


@pytest.mark.parametrize("level", ["odds", "expert"])
def test_advice_at_the_other_levels_proves_by_several_numbers(level: str) -> None:
    advice = advise(PAIR, level)
    assert advice.proved.safe == (Cell(0, 2),)
    assert advice.step is not None
    assert advice.step.rule == "pair"


@given(st.integers(0, 2**32))
def test_the_level_simple_opens_what_single_numbers_prove_and_says_which(seed: int) -> None:
    grid, mines, numbers = random_board(Random(seed), most_side=6, most_mines=8)
    found = Position(grid, len(mines), numbers)
    advice = advise_on(found, "simple")
    alone = Solver(grid.rows, grid.cols, len(mines))
    alone.tell(numbers.items())
    choice = alone.choose("simple")
    best = advise_on(found).proved
    assert {*advice.proved.safe} <= {*best.safe}
    assert {*advice.proved.mines} <= {*best.mines}
    if choice is None or choice.risk:
        assert advice.choice == choice
    else:
        assert choice.cell in advice.proved.safe
        assert advice.choice is not None
        assert advice.step is not None
        assert advice.choice.cell in advice.step.safe
        assert advice.step.rule == "number"


def test_a_board_that_is_impossible_is_refused_at_every_level() -> None:
    for level in LEVELS:
        with pytest.raises(NoSolution):
            advise("mines 1\n?11?\n", level)


def certain(rows: list[list[Any]]) -> tuple[int, int]:
    """Count the risks of 0 and of 1."""
    risks = [risk for row in rows for risk in row]
    return risks.count(0.0), risks.count(1.0)


def test_all_of_an_answer_counts_the_mines_that_are_left_if_any_of_it_does() -> None:
    found = position.read(COUNTED)
    check(found)
    assert hinting.hint(found, "odds")["text"] == "5 cells are certainly safe, 1 is a mine"


@pytest.mark.long
@given(st.integers(0, 2**32))
def test_counts_map_choice_and_reason_are_of_the_same_cells_on_random_boards(seed: int) -> None:
    rng = Random(seed)
    grid, mines, numbers = random_board(rng, most_side=6, most_mines=8)
    hits = rng.sample(sorted(mines), rng.randint(0, min(2, len(mines))))
    check(Position(grid, len(mines), {**numbers, **dict.fromkeys(hits, MINE)}))


@pytest.mark.long
@pytest.mark.parametrize("number", range(6))
def test_counts_map_choice_and_reason_are_of_the_same_cells_in_whole_games(number: int) -> None:
    board = Board(9, 9, 14, "zero", f"moor.{number}")
    mines = lay(board, Cell(3, 3))
    found = Position(board.grid, board.mines, {Cell(3, 3): 0})
    while (choice := advise_on(found).choice) and choice.cell not in mines:
        check(found)
        found.shown.update(shown(board.grid, mines, [choice.cell]))


def test_what_only_the_number_of_mines_proves_on_a_wide_board_has_that_as_its_reason() -> None:
    advice = advise(f"mines 2\n1{'?' * 58}1\n")
    assert advice.step is not None
    assert advice.step.rule == "count"
    assert advice.step.text == "0 mines are left, and with all numbers that fixes 56 cells"
    assert advice.step.numbers == ()
    assert advice.choice is not None
    assert advice.choice.cell in advice.step.safe


def test_a_risk_that_a_float_rounds_to_none_is_not_certain() -> None:
    odds = Odds({Cell(0, 0): _unsure(0.0), Cell(0, 1): _unsure(1.0), Cell(0, 2): 0.0, Cell(0, 3): 1.0}, "")
    assert odds.certain() == ((Cell(0, 2),), (Cell(0, 3),))


def test_a_mine_that_was_hit_has_no_risk_any_more() -> None:
    solver = Solver(1, 3, 2)
    solver.tell([(Cell(0, 0), MINE)])
    assert solver.odds().risks == {Cell(0, 1): 0.5, Cell(0, 2): 0.5}
