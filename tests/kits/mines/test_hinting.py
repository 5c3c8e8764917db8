"""Hints, as the kit gives them: from a position alone, with an argument that is as short as can be found."""

import pytest
from support.boards import shown

from fogfield.core.grid import Cell, Grid, steps_between
from fogfield.kits.mines import hinting, position
from fogfield.kits.mines.boards import Board, lay
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.solver import Odds, Solver


def read(*rows: str, mines: int) -> Position:
    return position.read(f"mines {mines}\n" + "\n".join(rows))


def test_a_hint_says_whether_a_cell_is_safe_and_shows_one_with_the_steps_that_prove_it() -> None:
    found = read("1???", "11??", mines=2)
    assert hinting.hint(found, "any")["safe"]
    told = hinting.hint(found, "cell")
    assert (told["cell"], told["risk"]) == ([0, 2], 0.0)
    assert told["steps"][-1]["safe"] == [[0, 2], [1, 2]]
    assert [1, 1] in [number for step in told["steps"] for number in step["numbers"]]


def test_what_proves_one_cell_is_said_in_the_singular() -> None:
    told = hinting.hint(read("1?1", "1?1", "111", mines=1), "cell")
    assert told["safe"]
    texts = [step["text"] for step in told["steps"]]
    assert not any(text.endswith("are safe") for text in texts)


@pytest.mark.long
def test_a_hint_says_once_that_its_cell_is_safe_whatever_proves_it() -> None:
    rules = set()
    for number in range(12):
        board = Board(9, 9, 14, "zero", f"heath.{number}")
        mines = lay(board, Cell(3, 3))
        found = Position(board.grid, board.mines, {Cell(3, 3): 0})
        while (told := hinting.hint(found, "cell"))["safe"]:
            assert told["text"].count("safe") == 1, told["text"]
            rules.add(told["steps"][-1]["rule"])
            found.shown.update(shown(board.grid, mines, [Cell(*told["cell"])]))
    assert {"number", "pair", "group"} <= rules


def test_deductions_on_which_the_last_one_does_not_rest_are_left_out() -> None:
    found = read("1?1....", "1?1.111", "111.1?1", "....1??", "....1?2", mines=4)
    for step in hinting.explain(found, Cell(0, 1)):
        assert all(col < 4 for _, col in step.numbers)


def test_a_cell_that_is_proved_only_by_what_is_far_away_is_shown_without_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinting, "REACHES", (0,))
    told = hinting.hint(read("1???", "11??", mines=2), "cell")
    assert told["steps"] == []
    assert told["text"].endswith("is safe: everything that is open proves it together")


def test_a_mine_that_was_hit_is_believed() -> None:
    found = read("*1?", "11?", mines=1)
    told = hinting.hint(found, "cell")
    assert told["cell"] == [0, 2]


def test_a_flag_is_not_believed_and_a_cell_with_one_is_shown_last() -> None:
    found = read("1???", "11??", mines=2)
    safe = {Cell(0, 2), Cell(1, 2)}
    for flag in safe:
        assert Cell(*hinting.hint(found, "cell", {flag})["cell"]) in safe - {flag}
    assert "the flag there is wrong" in hinting.hint(found, "cell", safe)["text"]


def test_where_it_is_a_guess_the_lowest_risk_is_told() -> None:
    found = read("1??", mines=1)
    assert not hinting.hint(read("??", mines=1), "any")["safe"]
    told = hinting.hint(read("??", mines=1), "odds")
    assert told["risks"] == [[0.5, 0.5]]
    assert told["text"] == "no cell is certainly safe, and none is certainly a mine; the lowest risk is 50.0 %"
    assert hinting.hint(found, "odds")["text"] == "1 cell is certainly safe, 1 is a mine"


def test_where_nothing_is_left_to_open_it_says_so() -> None:
    told = hinting.hint(read("1?", mines=1), "cell")
    assert not told["safe"]
    assert told["text"]


def test_odds_that_are_not_exact_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read("??", mines=1)
    monkeypatch.setattr(Solver, "odds", lambda solver: Odds({Cell(0, 0): 0.25, Cell(0, 1): 0.75}, "it is a guess"))
    told = hinting.hint(found, "odds")
    assert not told["exact"]
    assert told["text"].endswith(". it is a guess")


def test_before_the_first_cell_of_a_board_with_a_rule_all_is_free() -> None:
    found = Position(read("???", "???", mines=2).grid, 2, {})
    assert hinting.free(found, "any", "safe")["safe"]
    assert hinting.free(found, "cell", "safe")["cell"] == [0, 0]
    assert hinting.free(found, "cell", "zero")["cell"] == [0, 1]
    assert hinting.free(found, "odds", "safe")["risks"] == [[0.0] * 3] * 2


@pytest.mark.parametrize(("risk", "told"), [(0.0, 0.0), (1e-9, 0.0001), (0.25, 0.25), (1 - 1e-9, 0.9999), (1.0, 1.0)])
def test_only_what_is_certain_is_told_as_certain(risk: float, told: float) -> None:
    assert hinting._rounded(risk) == told


def test_of_many_safe_cells_one_is_shown_that_is_near_where_the_player_looks() -> None:
    grid = Grid(60, 60)
    mines = frozenset(Cell(row, col) for row in range(3, 60, 7) for col in range(3, 60, 7))
    opened = [cell for cell in grid if cell not in mines and (cell.row + cell.col) % 3]
    position = Position(grid, len(mines), shown(grid, mines, opened))
    for near in (Cell(2, 57), Cell(57, 2), Cell(30, 30)):
        told = hinting.hint(position, "cell", near=near)
        assert told["safe"]
        assert steps_between(Cell(*told["cell"]), near) <= 4
    far = hinting.hint(position, "cell")["cell"]
    assert hinting.hint(position, "cell", [Cell(*far)], near=Cell(*far))["cell"] != far
