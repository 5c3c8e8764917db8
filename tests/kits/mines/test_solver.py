"""The solver against brute force, and boards that cannot be."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import brute_force, random_board, shown

from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.engine import layout, totals
from fogfield.kits.mines.machine import Machine, install, machine
from fogfield.kits.mines.position import read
from fogfield.kits.mines.solver import LEVELS, MINE, NoSolution, Solver


def check(grid: Grid, mines: int, numbers: dict[Cell, int]) -> None:
    """What the solver says is what brute force says, proofs and odds."""
    ways, found = brute_force(grid, mines, numbers)
    solver = Solver(grid.rows, grid.cols, mines)
    solver.tell(numbers.items())
    odds = solver.odds()
    assert odds.doubt == ""
    assert odds.risks.keys() == found.keys()
    for cell, risk in odds.risks.items():
        assert abs(risk - found[cell] / ways) <= 1e-12
    assert set(odds.certain().safe) == {cell for cell, count in found.items() if count == 0}
    assert set(odds.certain().mines) == {cell for cell, count in found.items() if count == ways}
    proved = solver.proved()
    assert all(found[cell] == 0 for cell in proved.safe)
    assert all(found[cell] == ways for cell in proved.mines)
    assert bool(proved.safe) == (0 in found.values())
    choice = solver.choose("odds")
    if choice is None:
        assert mines == len(found)
    elif numbers:
        assert choice.risk == pytest.approx(min(found.values()) / ways, abs=1e-12)


@given(st.integers(0, 2**32))
def test_odds_are_those_of_brute_force_on_random_boards(seed: int) -> None:
    grid, mines, numbers = random_board(Random(seed), most_side=5, most_mines=6)
    check(grid, len(mines), numbers)


@pytest.mark.long
@given(st.integers(0, 2**32))
def test_odds_are_those_of_brute_force_on_six_by_six(seed: int) -> None:
    rng = Random(seed)
    grid = Grid(6, 6)
    mines = frozenset(rng.sample(list(grid), 5))
    safe = [cell for cell in grid if cell not in mines]
    check(grid, 5, shown(grid, mines, rng.sample(safe, rng.randint(12, 31))))


def test_safe_cells_alone_are_the_same_as_those_of_all_proofs() -> None:
    solver = Solver(1, 4, 1)
    solver.tell([(Cell(0, 0), 0)])
    assert solver.safe() == solver.proved().safe == (Cell(0, 1),)


#: What the number of mines proves here changes what the numbers prove.
CLOSE = ["mines 8\n?????11??\n?3?3?11??", "mines 2\n?1?\n1?1\n1??\n???"]


@pytest.mark.parametrize("text", CLOSE)
def test_what_the_number_of_mines_proves_is_followed_to_the_end(text: str) -> None:
    grid, mines, numbers = read(text)
    check(grid, mines, numbers)
    for level in LEVELS:
        install(Machine())
        solver = Solver(grid.rows, grid.cols, mines)
        solver.tell(numbers.items())
        assert solver.choose(level)


#: Two components hold one mine or four, one holds one or two, and six are left: so one of each kind is forced.
GAPS = [
    "mines 68", "**?*****?********", "**5*****5********", "?5?5?*?5?5?*?7?7?", "**5*****5********", "**?*****?********",
]  # fmt: skip


def test_totals_that_components_leave_out_are_no_way_to_lay_the_mines() -> None:
    grid, mines, numbers = read("\n".join(GAPS))
    solver = Solver(grid.rows, grid.cols, mines)
    solver.tell(numbers.items())
    proved = solver.odds().certain()
    assert proved.safe == (Cell(2, 12), Cell(2, 16))
    assert proved.mines == (Cell(2, 14),)
    assert set(solver.safe()) == set(proved.safe)


def test_without_room_for_their_sums_less_is_proved_and_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(totals, "SUMS_ROOM", 2)
    grid, mines, numbers = read("\n".join(GAPS))
    solver = Solver(grid.rows, grid.cols, mines)
    solver.tell(numbers.items())
    odds = solver.odds()
    assert odds.certain() == ((), ())
    assert odds.risks[Cell(2, 12)] == pytest.approx(0, abs=1e-12)
    assert odds.risks[Cell(2, 14)] == pytest.approx(1, abs=1e-12)


def test_few_solutions_are_listed_and_many_are_not() -> None:
    solver = Solver(2, 2, 1)
    solver.tell([(Cell(0, 0), 1)])
    assert sorted(map(sorted, solver.solutions())) == [[Cell(0, 1)], [Cell(1, 0)], [Cell(1, 1)]]
    assert Solver(2, 2, 1).solutions() == []
    wide = Solver(9, 9, 10)
    wide.tell([(Cell(0, 0), 1)])
    assert wide.solutions() == []


def test_a_mine_that_was_hit_counts() -> None:
    solver = Solver(1, 3, 1)
    solver.tell([(Cell(0, 0), MINE)])
    assert set(solver.proved().safe) == {Cell(0, 1), Cell(0, 2)}


def test_an_impossible_board_is_refused_with_a_sentence() -> None:
    solver = Solver(1, 3, 1)
    solver.tell([(Cell(0, 0), 1), (Cell(0, 2), 0)])
    with pytest.raises(NoSolution, match="impossible"):
        solver.proved()


@pytest.mark.parametrize(("rows", "cols", "mines"), [(0, 1, 0), (256, 1, 0), (2, 2, 5), (2, 2, -1)])
def test_a_board_that_does_not_exist_is_refused(rows: int, cols: int, mines: int) -> None:
    with pytest.raises(FogfieldError):
        Solver(rows, cols, mines)


def test_two_solvers_share_a_machine_and_do_not_disturb_each_other() -> None:
    one, two = Solver(1, 3, 1), Solver(2, 2, 1)
    one.tell([(Cell(0, 0), 0)])
    two.tell([(Cell(0, 0), 1)])
    assert set(one.proved().safe) == {Cell(0, 1)}
    assert len(two.odds().risks) == 3
    assert one.odds().risks == {Cell(0, 1): 0.0, Cell(0, 2): 1.0}


def two_numbers(cols: int, numbers: list[Cell], closed: list[Cell]) -> Solver:
    """Two numbers that lack a mine each; all but four cells of the row below are known mines, two are left."""
    grid = Grid(2, cols)
    hit = {*grid} - {*numbers} - {*closed}
    solver = Solver(grid.rows, grid.cols, len(hit) + 2)
    solver.tell([(cell, MINE) for cell in hit])
    solver.tell([(cell, 1 + sum(near in hit for near in grid.near(cell))) for cell in numbers])
    return solver


def test_boards_of_different_widths_share_a_machine_and_no_component_is_taken_for_another() -> None:
    narrow = two_numbers(6, [Cell(0, 2), Cell(0, 4)], [Cell(1, col) for col in (2, 3, 4, 5)])
    wide = two_numbers(7, [Cell(0, 1), Cell(0, 3)], [Cell(1, col) for col in (0, 1, 2, 3)])  # the same places by number
    for _ in range(2):
        assert narrow.odds().risks == {Cell(1, 2): 1.0, Cell(1, 3): 0.0, Cell(1, 4): 0.5, Cell(1, 5): 0.5}
        assert wide.odds().risks == {Cell(1, 0): 0.5, Cell(1, 1): 0.5, Cell(1, 2): 0.0, Cell(1, 3): 1.0}


def test_another_machine_can_be_put_in_place_in_the_middle_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "_current", [])
    solver = Solver(1, 3, 1)
    solver.tell([(Cell(0, 0), 0)])
    before = machine()
    install(Machine())
    assert machine() is not before
    assert solver.odds().risks == {Cell(0, 1): 0.0, Cell(0, 2): 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_needs_nothing_but_what_was_told(level: str) -> None:
    rng = Random(5)
    for _ in range(20):
        grid, mines, numbers = random_board(rng, most_side=8, most_mines=12)
        first = Solver(grid.rows, grid.cols, len(mines))
        first.tell(numbers.items())
        chosen = first.choose(level)
        machine().owner = None
        for place in range(layout.TRUTH, layout.TRUTH + layout.AREA):  # what nobody was told is anything now
            machine().m[place] = rng.getrandbits(1)
        assert first.choose(level) == chosen


@pytest.mark.parametrize("level", LEVELS)
def test_games_end_and_no_proof_is_ever_wrong(level: str) -> None:
    rng = Random(LEVELS[level])
    for _ in range(30):
        grid = Grid(rng.randint(2, 9), rng.randint(2, 9))
        mines = frozenset(rng.sample(list(grid), rng.randint(1, len(grid) // 4 + 1)))
        solver = Solver(grid.rows, grid.cols, len(mines))
        opened: set[Cell] = set()
        while choice := solver.choose(level):
            assert choice.cell not in opened
            if choice.cell in mines:
                assert choice.risk > 0
                break
            opened.add(choice.cell)
            solver.tell(shown(grid, mines, [choice.cell]).items())
        else:
            assert len(opened) == len(grid) - len(mines)


@pytest.mark.parametrize(
    ("start", "cell", "risk"),
    [
        ("unsafe", Cell(0, 0), 99 / 480),
        ("safe", Cell(0, 0), 0.0),
        ("zero", Cell(3, 3), 0.0),
        ("noguess", Cell(3, 3), 0.0),
    ],
)
def test_the_first_cell_and_its_risk_follow_from_the_start_rule(start: str, cell: Cell, risk: float) -> None:
    solver = Solver(16, 30, 99, start)
    choice = solver.choose()
    assert choice is not None
    assert (choice.cell, choice.risk) == (cell, risk)
    assert solver.odds().risks == dict.fromkeys(solver.grid, pytest.approx(risk))
    solver.tell([(Cell(0, 0), 1)])
    assert solver.odds().risks[Cell(0, 1)] == pytest.approx(1 / 3)


def test_the_first_cell_of_a_small_board_on_which_an_area_opens_is_its_middle() -> None:
    choice = Solver(5, 4, 3, "zero").choose()
    assert choice is not None
    assert choice.cell == Cell(2, 1)
