"""Pairs of cells that nothing will ever tell apart: they are recognised, and not left for later."""

import pickle
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import digit, shown

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.engine import choosing, layout
from fogfield.kits.mines.hinting import hint
from fogfield.kits.mines.machine import machine
from fogfield.kits.mines.position import Position, read
from fogfield.kits.mines.solver import Choice, Solver
from fogfield.kits.mines.sweeping import Sweeper


def asked(position: Position) -> Choice:
    solver = Solver(position.grid.rows, position.grid.cols, position.mines)
    solver.tell(position.shown.items())
    choice = solver.choose("expert")
    assert choice
    return choice


def place(grid: Grid, cell: Cell) -> int:
    return (cell.row + 1) * (grid.cols + 2) + cell.col + 1


def ways(position: Position) -> list[frozenset[Cell]]:
    grid, mines, shown = position
    closed = [cell for cell in grid if cell not in shown]
    laid = map(frozenset, combinations(closed, mines))
    return [one for one in laid if all(digit(grid, one, cell) == number for cell, number in shown.items())]


def unknown(position: Position) -> dict[Cell, int]:
    """The cells of which nothing is certain, and where the engine keeps them."""
    grid, m = position.grid, machine().m
    found = {cell: place(grid, cell) for cell in grid}
    return {cell: at for cell, at in found.items() if m[layout.STATE + at] == layout.UNKNOWN}


def worth(position: Position) -> dict[Cell, float]:
    """How much more cells are worth, those that are not worth more than others left out."""
    asked(position)
    found = {cell: float(machine().f[layout.LUCK + at]) for cell, at in unknown(position).items()}
    return {cell: value for cell, value in found.items() if value > 1.0}


def twins_of(position: Position) -> dict[Cell, Cell]:
    """The cells that have a twin."""
    solver = Solver(position.grid.rows, position.grid.cols, position.mines)
    solver.tell(position.shown.items())
    choice = solver.choose("expert")
    if not position.shown or choice is None or choice.risk == 0.0:
        return {}
    known = unknown(position)
    cells = {at: cell for cell, at in known.items()}
    found = {cell: int(machine().m[layout.TWIN + at]) for cell, at in known.items()}
    return {cell: cells[twin] for cell, twin in found.items() if twin}


#: One of the first two cells is a mine, behind two mines that are known. Elsewhere a cell has a risk of 17 %.
BOARD = read("mines 17\n??????????\n13????????\n133???????\n??????????\n??????????\n??????????")
PAIR = {Cell(0, 0), Cell(0, 1)}


def test_a_pair_behind_known_mines_is_taken_at_once_and_the_reason_is_told() -> None:
    choice = asked(BOARD)
    assert twins_of(BOARD) == dict(zip(sorted(PAIR), sorted(PAIR, reverse=True), strict=True))
    assert choice.cell in PAIR
    assert choice.risk == pytest.approx(0.5)
    assert choice.how.startswith("nothing will ever tell it from row 1, column ")
    assert choice.how.endswith("one of both is a mine, so luck may as well decide now")
    told = hint(BOARD, "cell")
    assert choice.how in told["text"]


def test_without_that_the_pair_would_be_left_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "foresee", lambda m, f: None)
    assert asked(BOARD).cell not in PAIR


def test_on_a_vast_board_pairs_beside_numbers_are_found_and_others_are_not_looked_for() -> None:
    grid = Grid(60, 60)
    found = Position(grid, 700, BOARD.shown)
    assert asked(found).cell in PAIR
    values = worth(found)
    assert values.keys() >= PAIR
    assert Cell(59, 59) not in values


def test_where_wrong_marks_are_free_luck_never_decides() -> None:
    solver = Solver(BOARD.grid.rows, BOARD.grid.cols, BOARD.mines, free_marks=True)
    solver.tell(BOARD.shown.items())
    choice = solver.choose("expert")
    assert choice
    assert choice.cell not in PAIR
    sweeper = Sweeper("expert", free_marks=True)
    assert sweeper.plan(*BOARD).cell == pickle.loads(pickle.dumps(sweeper)).plan(*BOARD).cell == choice.cell
    assert Sweeper("expert").plan(*BOARD).cell in PAIR
    assert hint(BOARD, "cell", free_marks=True)["cell"] == list(choice.cell)


def test_only_the_strongest_level_thinks_of_luck() -> None:
    for level in ("simple", "odds"):
        solver = Solver(BOARD.grid.rows, BOARD.grid.cols, BOARD.mines)
        solver.tell(BOARD.shown.items())
        choice = solver.choose(level)
        assert choice
        assert choice.cell not in PAIR


def test_a_pair_that_some_cell_may_still_tell_apart_is_worth_less() -> None:
    found = read("mines 6\n?????\n1????\n?????\n????1\n?????")
    assert not twins_of(found)
    assert 1.0 < worth(found)[Cell(0, 0)] < 1.2


def test_cells_of_a_corner_and_those_that_could_tell_them_apart_are_worth_more() -> None:
    found = worth(Position(Grid(9, 9), 16, {Cell(4, 4): 1}))
    corner = {Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(0, 2), Cell(1, 2), Cell(2, 0), Cell(2, 1)}
    assert corner < found.keys()
    assert Cell(3, 3) not in found
    assert all(1.0 < found[cell] < 1.05 for cell in corner)
    assert found[Cell(0, 0)] > found[Cell(0, 2)], "the corner belongs to two pairs"


@pytest.mark.parametrize(
    ("rows", "mines"),
    [
        ("??\n11\n00", 1),
        ("??\n11\n??\n11\n??\n??\n??\n??", 4),
        ("??\n22\n??\n11\n??\n??\n??\n??", 5),
        ("??\n11\n??\n??\n??", 3),
    ],
    ids=["just one", "at most one", "at least one", "one in two pairs that the same numbers touch"],
)
def test_how_likely_it_is_that_just_one_of_a_pair_is_a_mine(rows: str, mines: int) -> None:
    """On a board of two columns nothing ever tells the cells of a row apart."""
    found = read(f"mines {mines}\n{rows}")
    laid = ways(found)
    chance = sum(len(one & PAIR) == 1 for one in laid) / len(laid)
    assert 0 < chance <= 1
    assert worth(found)[Cell(0, 0)] == pytest.approx(1 / (1 - chance / 2))


def nearly_open(rng: Random) -> Position:
    """A small board, of which most is open."""
    grid = Grid(rng.randint(2, 5), rng.randint(2, 5))
    mines = frozenset(rng.sample(list(grid), rng.randint(1, len(grid) // 3)))
    return Position(grid, len(mines), shown(grid, mines, [cell for cell in set(grid) - mines if rng.random() < 0.85]))


@given(st.integers(0, 2**32))
def test_twins_can_be_exchanged_and_no_other_cell_shows_it(seed: int) -> None:
    found = nearly_open(Random(seed))
    for one, other in twins_of(found).items():
        assert abs(one.row - other.row) + abs(one.col - other.col) == 1
        for laid in ways(found):
            assert len(laid & {one, other}) == 1
            changed = laid ^ {one, other}
            for cell in set(found.grid) - laid - changed:
                assert digit(found.grid, laid, cell) == digit(found.grid, changed, cell)


def test_there_are_twins_on_such_boards() -> None:
    """What the test above looks at is there."""
    assert sum(bool(twins_of(nearly_open(Random(seed)))) for seed in range(200)) > 10
