"""Proofs of boards without a guess, followed by a checker that shares nothing with the solver."""

import ast
from pathlib import Path

import pytest
from support import proofs

from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import Board, without_guess
from fogfield.kits.mines.reasons import Step, proof


def proved(board: Board, first: Cell) -> tuple[proofs.Board, tuple[Step, ...]]:
    mines, _ = without_guess(board, first)
    truth = proofs.Board(board.rows, board.cols, frozenset((row, col) for row, col in mines))
    return truth, proof(board.grid, mines, first)


@pytest.mark.parametrize("seed", [f"alder.{number}" for number in range(12)])
@pytest.mark.parametrize(("cols", "rows", "mines"), [(9, 9, 12), (16, 16, 45)])
def test_every_step_of_a_proof_follows_from_the_numbers_it_names(cols: int, rows: int, mines: int, seed: str) -> None:
    truth, steps = proved(Board(cols, rows, mines, "noguess", seed), Cell(3, 3))
    assert proofs.check(truth, (3, 3), steps) == cols * rows - mines


@pytest.mark.parametrize("seed", ["alder", "birch"])
def test_every_step_on_an_expert_board_follows_from_the_numbers_it_names(seed: str) -> None:
    truth, steps = proved(Board(30, 16, 99, "noguess", seed), Cell(3, 3))
    assert proofs.check(truth, (3, 3), steps) == 480 - 99


def test_a_proof_with_a_wrong_step_is_noticed() -> None:
    truth, steps = proved(Board(9, 9, 12, "noguess", "alder"), Cell(3, 3))
    told = next(number for number, step in enumerate(steps) if step.mines)
    wrong = steps[told]._replace(safe=steps[told].mines, mines=frozenset())
    with pytest.raises(AssertionError, match=f"step {told}:"):
        proofs.check(truth, (3, 3), [*steps[:told], wrong])


def test_a_proof_that_lacks_a_reason_is_noticed() -> None:
    truth, steps = proved(Board(9, 9, 12, "noguess", "alder"), Cell(3, 3))
    with pytest.raises(AssertionError, match="step 1:"):
        proofs.check(truth, (3, 3), [steps[0], steps[1]._replace(numbers=())])


def test_a_proof_from_a_closed_number_is_noticed() -> None:
    truth, steps = proved(Board(9, 9, 12, "noguess", "alder"), Cell(3, 3))
    with pytest.raises(AssertionError, match="step 0:"):
        proofs.check(truth, (3, 3), steps[1:])


def test_the_checker_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(proofs.__file__).read_text())
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert found == {"collections.abc", "typing"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
