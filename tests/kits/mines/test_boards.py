"""Boards by name, and those without a guess."""

import pytest

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines import boards
from fogfield.kits.mines.boards import (
    Board,
    BoardError,
    NoBoard,
    daily,
    hopeless,
    lay,
    opens_all,
    prepare,
    read,
    without_guess,
)
from fogfield.kits.mines.engine import layout, serving
from fogfield.kits.mines.machine import machine


def test_a_board_is_read_as_it_is_written() -> None:
    board = Board(30, 16, 99, "safe", "fern")
    assert str(board) == "30x16-99-safe-fern"
    assert read("30x16-99-safe-fern") == board


@pytest.mark.parametrize(
    "text",
    [
        "",
        "30x16",
        "0x5-1-safe-a",
        "256x5-1-safe-a",
        "5x5-25-safe-a",
        "5x5-17-zero-a",
        "5x5-3-kind-a",
        "5x5-3-safe-",
        "x" * 99,
    ],
)
def test_what_is_no_board_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BoardError, match="is no board"):
        read(text)


def test_the_same_name_gives_the_same_mines_as_ever() -> None:
    mines = lay(read("9x9-10-safe-fern"), Cell(0, 0))
    assert sorted(mines) == sorted(PINNED)


PINNED = [(0, 2), (1, 1), (1, 2), (2, 6), (3, 0), (3, 8), (4, 0), (6, 1), (7, 0), (8, 5)]


@pytest.mark.parametrize("start", ["unsafe", "safe", "zero"])
def test_a_board_is_laid_by_its_start_rule_and_by_the_engine_alike(start: str) -> None:
    first = Cell(2, 3)
    for number in range(20):
        board = Board(8, 6, 20, start, f"moss.{number}")
        mines = lay(board, first)
        assert len(mines) == 20
        around = {first, *board.grid.near(first)} if start == "zero" else {first} if start == "safe" else set()
        assert not mines & around
        prepare(machine(), board, first)
        assert machine().run(serving.LAY)
        truth = machine().ints(layout.TRUTH, 10 * 8)
        assert mines == {Cell(place // 10 - 1, place % 10 - 1) for place, mine in enumerate(truth) if mine}


def test_every_cell_is_a_mine_as_often_as_another() -> None:
    counts = dict.fromkeys(Board(4, 4, 4, "unsafe", "x").grid, 0)
    for number in range(4000):
        for cell in lay(Board(4, 4, 4, "unsafe", f"reed.{number}"), Cell(0, 0)):
            counts[cell] += 1
    assert all(850 <= count <= 1150 for count in counts.values())


def test_a_day_has_a_board() -> None:
    assert str(daily("beginner", "zero", 2031, 4, 5)) == "9x9-10-zero-2031.04.05"


def test_a_search_that_cannot_succeed_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MOST_WORK", 20_000)
    with pytest.raises(NoBoard, match=r"67 mines \(30 %\) none could be solved without a guess"):
        without_guess(Board(15, 15, 67, "noguess", "fern"), Cell(3, 3))


@pytest.mark.parametrize(
    ("cols", "rows", "mines", "why"),
    [
        (9, 9, 0, "without mines the first cell opens everything"),
        (1, 1, 0, "without mines the first cell opens everything"),
        (5, 5, 16, "on 5x5 with 16 mines this first cell opens everything that is safe, wherever the mines lie"),
        (5, 1, 1, "on 5x1 with 1 mine this first cell opens everything that is safe"),
        (30, 16, 200, "with more than 30 % mines a board without a guess is hardly ever found at this size"),
        (9, 9, 33, "with more than 40 % mines"),
        (20, 1, 3, "on a board that is one cell wide nothing tells"),
        (1, 255, 40, "on a board that is one cell wide nothing tells"),
    ],
)
def test_what_no_search_can_find_is_not_searched_for(
    cols: int, rows: int, mines: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "machine", None)  # nothing is laid
    board, middle = Board(cols, rows, mines, "noguess", "fern"), Cell(rows // 2, cols // 2)
    assert hopeless(board, middle).startswith(why)
    with pytest.raises(NoBoard, match=why):
        without_guess(board, middle)


@pytest.mark.parametrize(
    ("cols", "rows", "mines"), [(9, 9, 30), (5, 5, 8), (4, 3, 1), (6, 1, 1), (1, 8, 2), (255, 255, 13_000)]
)
def test_what_can_be_found_is_not_refused(cols: int, rows: int, mines: int) -> None:
    board, middle = Board(cols, rows, mines, "noguess", "fern"), Cell(rows // 2, cols // 2)
    assert not hopeless(board, middle)
    if cols < 9:
        without_guess(board, middle)


def test_a_line_with_three_mines_always_needs_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "_is_line", lambda board: False)
    monkeypatch.setattr(boards, "MOST_DENSE_SMALL", 1.0)
    for length, mines in [(8, 3), (8, 4), (9, 3), (9, 4)]:
        board = Board(length, 1, mines, "noguess", "fern")
        for first in range(length):
            with pytest.raises(NoBoard, match="this first cell opens everything"):
                without_guess(board, Cell(0, first))


@pytest.mark.parametrize(("cols", "rows", "mines"), [(2, 4, 1), (5, 2, 2), (7, 2, 3)])
def test_a_small_board_that_always_needs_a_guess_is_soon_given_up(cols: int, rows: int, mines: int) -> None:
    board, middle = Board(cols, rows, mines, "noguess", "fern"), Cell(rows // 2, cols // 2)
    asked = []

    def halt(tries: int) -> str:
        asked.append(tries)
        return ""

    with pytest.raises(NoBoard, match="this first cell opens everything or leads to a guess"):
        without_guess(board, middle, halt)
    assert asked[-1] < 2_000


def test_what_is_said_of_every_way_to_lay_the_mines_was_tried_with_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MOST_WORK", 14 * 100)
    with pytest.raises(NoBoard, match=r"of 10\d boards of 7x2 with 3 mines .* none could be solved without a guess"):
        without_guess(Board(7, 2, 3, "noguess", "fern"), Cell(1, 3))


def test_a_search_can_be_stopped() -> None:
    asked = []

    def halt(tries: int) -> str:
        asked.append(tries)
        return "that is enough" if len(asked) == 3 else ""

    with pytest.raises(NoBoard, match=r"that is enough: of 24 boards .* fewer mines or a smaller board"):
        without_guess(Board(15, 15, 67, "noguess", "fern"), Cell(3, 3), halt)
    assert asked == [8, 16, 24]


@pytest.mark.parametrize(("cols", "rows", "mines", "step"), [(9, 9, 30, 20), (30, 16, 144, 4), (60, 60, 1080, 1)])
def test_large_boards_are_laid_one_by_one_so_that_a_search_tells_soon_how_far_it_is(
    cols: int, rows: int, mines: int, step: int
) -> None:
    asked = []

    def halt(tries: int) -> str:
        asked.append(tries)
        return "enough"

    with pytest.raises(NoBoard):
        without_guess(Board(cols, rows, mines, "noguess", "fern"), Cell(rows // 2, cols // 2), halt)
    assert asked == [step]


def test_who_counts_hears_of_the_board_that_was_found_too() -> None:
    asked = []

    def halt(tries: int) -> str:
        asked.append(tries)
        return "too late to matter"

    _, tries = without_guess(Board(9, 9, 10, "noguess", "fern"), Cell(4, 4), halt)
    assert asked == [tries]
    assert tries > 0


def test_the_same_seed_finds_the_same_board_without_a_guess() -> None:
    board = Board(9, 9, 10, "noguess", "fern")
    assert without_guess(board, Cell(4, 4)) == without_guess(board, Cell(4, 4))


def test_a_board_without_a_guess_is_never_won_by_its_first_cell() -> None:
    for seed in range(20):
        board = Board(5, 5, 1, "noguess", f"fern{seed}")
        mines, _ = without_guess(board, Cell(2, 2))
        assert not opens_all(board.grid, mines, Cell(2, 2))
    assert opens_all(Grid(5, 5), [Cell(0, 0)], Cell(4, 4))
