"""Proofs with reasons: every step is checked by somebody who knows nothing of the solver."""

import itertools
from collections.abc import Iterable, Iterator

import pytest
from support.boards import digit

from fogfield.core.grid import AROUND, Cell, Grid
from fogfield.kits.mines.boards import Board, lay, without_guess
from fogfield.kits.mines.reasons import Knowledge, NoProof, Step, only_opens_area, proof


def follows(step: Step, known: Knowledge) -> bool:
    """Try all ways to lay mines around the numbers of a step: does every one that fits agree with it?"""
    closed = {near for number in step.numbers for near in known.grid.near(number)} - known.shown.keys()
    open_ones = sorted(closed - known.mines - known.safe)
    if len(open_ones) > 18:
        return False
    fits = 0
    for chosen in itertools.product((False, True), repeat=len(open_ones)):
        mines = known.mines | {cell for cell, mine in zip(open_ones, chosen, strict=True) if mine}
        if all(sum(near in mines for near in known.grid.near(one)) == known.shown[one] for one in step.numbers):
            fits += 1
            if step.safe & mines or not step.mines <= mines:
                return False
    return fits > 0


def replayed(board: Board, mines: frozenset[Cell], first: Cell, steps: Iterable[Step]) -> int:
    """Follow deductions one after the other, checking each; gives how many cells are open in the end."""
    known = Knowledge(board.grid, board.mines, {first: digit(board.grid, mines, first)})
    for step in steps:
        assert step.rule == "count" or follows(step, known), step.text
        assert not step.safe & mines
        assert step.mines <= mines
        known.add(step)
        known.open({cell: digit(board.grid, mines, cell) for cell in step.safe})
    return len(known.shown)


@pytest.mark.parametrize("seed", ["fern", "moss", "reed"])
def test_a_board_without_a_guess_is_solved_by_steps_that_anybody_can_check(seed: str) -> None:
    board, first = Board(16, 16, 40, "noguess", seed), Cell(3, 3)
    mines, _ = without_guess(board, first)
    assert len(mines) == 40
    steps = proof(board.grid, mines, first)
    assert replayed(board, mines, first, steps) == 16 * 16 - 40
    assert {step.rule for step in steps} <= {"number", "pair", "group", "count"}


def test_an_expert_board_without_a_guess_is_solved_by_steps() -> None:
    board, first = Board(30, 16, 99, "noguess", "fern"), Cell(3, 3)
    mines, tries = without_guess(board, first)
    assert tries > 1
    assert replayed(board, mines, first, proof(board.grid, mines, first)) == 480 - 99


def test_steps_of_any_board_are_right() -> None:
    rules = set()
    for number in range(12):
        board = Board(9, 9, 14, "zero", f"heath.{number}")
        mines = lay(board, Cell(3, 3))
        known = Knowledge(board.grid, 14, {Cell(3, 3): 0})
        steps = []
        for step in known.steps():
            steps.append(step)
            known.open({cell: digit(board.grid, mines, cell) for cell in step.safe})
        assert replayed(board, mines, Cell(3, 3), steps) == len(known.shown)
        rules |= {step.rule for step in steps}
    assert {"number", "pair", "group"} <= rules


def test_a_board_that_needs_a_guess_has_no_proof() -> None:
    with pytest.raises(NoProof, match="needs a guess"):
        proof(Grid(2, 3), frozenset((Cell(0, 0),)), Cell(0, 2))


class CountingGrid(Grid):
    """Counts how often somebody looks around a cell."""

    looks = 0

    def near(self, cell: Cell, steps: tuple[tuple[int, int], ...] = AROUND) -> Iterator[Cell]:
        self.looks += 1
        return super().near(cell, steps)


@pytest.mark.parametrize("side", [16, 48])
def test_the_work_for_a_proof_grows_with_the_cells_of_a_board_and_not_with_their_square(side: int) -> None:
    board, first = Board(side, side, side * side // 9, "noguess", "fern"), Cell(3, 3)
    mines, _ = without_guess(board, first)
    grid = CountingGrid(side, side)
    steps = proof(grid, mines, first)
    assert len(steps) > side * side // 4
    assert grid.looks < 8 * len(grid)


def test_a_count_is_a_reason_only_if_nothing_else_is() -> None:
    known = Knowledge(Grid(1, 5), 1, {Cell(0, 0): 1})
    steps = list(known.steps())
    assert [step.rule for step in steps] == ["number", "count"]
    assert steps[1].safe == {Cell(0, 2), Cell(0, 3), Cell(0, 4)}
    assert "0 mines are left" in steps[1].text


def test_reasons_name_cells_as_people_count() -> None:
    known = Knowledge(Grid(1, 2), 1, {Cell(0, 0): 1})
    (step,) = known.steps()
    assert "row 1, column 2" in step.text


def test_a_deduction_that_only_opens_an_area_is_told_from_one_that_somebody_has_to_make() -> None:
    grid, mines = Grid(1, 5), frozenset((Cell(0, 3),))
    steps = proof(grid, mines, Cell(0, 0))
    assert [(only_opens_area(step, grid, mines), step.numbers) for step in steps[:2]] == [
        (True, (Cell(0, 0),)),
        (True, (Cell(0, 1),)),
    ]
    assert not any(only_opens_area(step, grid, mines) for step in steps[2:])
    assert len(steps) > 2
