"""Where there is not enough room the answer is still true, and says what it is worth."""

from itertools import pairwise
from random import Random

import pytest
from support.boards import shown

from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.boards import Board, without_guess
from fogfield.kits.mines.engine import branching, caching, counting, joining, layout, surveying, weighing
from fogfield.kits.mines.machine import machine
from fogfield.kits.mines.solver import MINE, NoSolution, Solver


@pytest.fixture(autouse=True)
def _own_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "_current", [])


def position(seed: int, side: int = 12, mines: int = 28) -> tuple[Grid, frozenset[Cell], dict[Cell, int]]:
    rng = Random(seed)
    grid = Grid(side, side)
    laid = frozenset(rng.sample(list(grid), mines))
    safe = [cell for cell in grid if cell not in laid]
    return grid, laid, shown(grid, laid, rng.sample(safe, len(safe) * 2 // 5))


def asked(grid: Grid, mines: frozenset[Cell], numbers: dict[Cell, int]) -> tuple[Solver, str]:
    """Ask everything, and check that no proof is wrong."""
    solver = Solver(grid.rows, grid.cols, len(mines))
    solver.tell(numbers.items())
    proved = solver.proved()
    assert not mines & set(proved.safe)
    assert set(proved.mines) <= mines
    odds = solver.odds()
    assert odds.risks.keys() == set(grid) - numbers.keys()
    assert all(0.0 <= risk <= 1.0 for risk in odds.risks.values())
    assert not any(odds.risks[cell] == 0.0 for cell in mines)
    for level in ("odds", "expert"):
        choice = solver.choose(level)
        assert choice is not None
        assert choice.cell not in numbers
    return solver, odds.doubt


def test_a_component_that_is_too_large_is_counted_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveying, "WHOLE_COMPONENT", 6)
    monkeypatch.setattr(surveying, "PIECES", (5, 4, 3))
    doubts = [asked(*position(seed))[1] for seed in range(12)]
    assert any("pieces" in doubt for doubt in doubts)


@pytest.mark.parametrize(
    ("place", "name", "room"),
    [
        (counting, "STATE_ROOM", 60),
        (counting, "MOVE_ROOM", 120),
        (counting, "VECTOR_ROOM", 150),
        (caching, "VECTOR_ROOM", 40),
    ],
)
def test_too_little_room_for_a_count_means_pieces(
    monkeypatch: pytest.MonkeyPatch, place: object, name: str, room: int
) -> None:
    monkeypatch.setattr(place, name, room)
    doubts = [asked(*position(seed))[1] for seed in range(12)]
    assert any("pieces" in doubt for doubt in doubts)


def test_too_few_slots_for_open_numbers_mean_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SLOT_COUNT", 4)
    monkeypatch.setattr(counting, "NO_SLOT", 1 << 4)
    assert any("pieces" in asked(*position(seed))[1] for seed in range(8))


def test_too_little_room_for_the_join_means_averages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "JOIN_ROOM", 12)
    doubts = [asked(*position(seed))[1] for seed in range(12)]
    assert any("by average" in doubt for doubt in doubts)


@pytest.mark.long
def test_a_full_cache_is_emptied_and_what_does_not_fit_at_all_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (caching, weighing):
        monkeypatch.setattr(module, "CACHE_INTS", 150)
    doubts = [asked(*position(seed))[1] for seed in range(12)]
    assert any(doubts)
    monkeypatch.setattr(caching, "CACHE_INTS", 40)
    assert any("pieces" in asked(*position(seed))[1] for seed in range(5))


def test_averages_are_close_to_the_exact_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(8):
        grid, mines, numbers = position(seed)
        exact, doubt = asked(grid, mines, numbers)
        assert doubt == ""
        risks = exact.odds().risks
        with monkeypatch.context() as patch:
            patch.setattr(joining, "JOIN_ROOM", 2)
            rough = asked(grid, mines, numbers)[0].odds().risks
        assert max(abs(risks[cell] - rough[cell]) for cell in risks) < 0.2


def test_a_tree_that_grows_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def choice() -> tuple[Cell, str]:
        solver = Solver(3, 4, 4)
        solver.tell([(Cell(1, 1), 3)])
        found = solver.choose("expert")
        assert found is not None
        return found.cell, found.how

    assert "played to the end" in choice()[1]
    machine().m[layout.TREE_NODES] = 3
    assert "played to the end" not in choice()[1]
    machine().m[layout.TREE_NODES] = 20_000
    monkeypatch.setattr(branching, "_LIST_ROOM", 200)
    assert "played to the end" not in choice()[1]
    machine().m[layout.TREE_MOST] = 2
    assert "played to the end" not in choice()[1]


def test_many_components_are_looked_at_one_by_one() -> None:
    """A large board with a lonely number here and there: looking ahead leaves the other components alone."""
    grid = Grid(40, 40)
    numbers = {Cell(row, col): 1 + (row + col) % 2 for row in range(2, 40, 4) for col in range(2, 40, 4)}
    solver = Solver(40, 40, 250)
    solver.tell(numbers.items())
    assert not solver.odds().doubt
    near = solver.choose("expert")
    assert near is not None
    assert near.cell in grid
    assert 0 < near.risk < 0.3


def test_thinking_stops_when_enough_positions_were_looked_at() -> None:
    solver = Solver(9, 9, 20)
    solver.tell([(Cell(4, 4), 2), (Cell(4, 6), 3)])
    machine().m[layout.BUDGET] = 1
    choice = solver.choose("expert")
    assert choice
    assert choice.how.startswith("the best that was found so far")
    assert 0 < machine().m[layout.LOOKS] < 60


def test_who_has_counted_enough_counts_in_the_smallest_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveying, "WHOLE_COMPONENT", 6)
    monkeypatch.setattr(surveying, "PIECES", (6, 6, 2))
    largest = []
    for enough in (1 << 60, 0):
        machine().m[layout.ENOUGH] = enough
        assert any("pieces" in asked(*position(seed))[1] for seed in range(6))
        solver = Solver(12, 12, 28)
        solver.tell(position(1)[2].items())
        solver.odds()
        m = machine().m
        largest.append(max(m[m[layout.COMP + comp] + layout.E_BOXES] for comp in range(m[layout.COMPS])))
    assert largest[1] < largest[0]


@pytest.mark.parametrize("enough", [0, 1 << 60])
def test_a_name_is_the_same_board_whoever_lays_it_and_whatever_was_counted_before(
    enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surveying, "WHOLE_COMPONENT", 6)
    monkeypatch.setattr(surveying, "PIECES", (6, 6, 2))
    board = Board(9, 9, 20, "noguess", "fern")
    expected = without_guess(board, Cell(4, 4))
    machine().m[layout.ENOUGH], machine().m[layout.WORK] = enough, 1 << 60
    assert without_guess(board, Cell(4, 4)) == expected
    assert machine().m[layout.ENOUGH] == enough


def test_in_pieces_the_lowest_risk_is_chosen_without_looking_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveying, "WHOLE_COMPONENT", 2)
    monkeypatch.setattr(surveying, "PIECES", (2, 2, 2))
    solver = Solver(4, 6, 6)
    solver.tell([(Cell(1, 1), 2), (Cell(1, 3), 2), (Cell(2, 4), 1)])
    assert "pieces" in solver.odds().doubt
    choice = solver.choose("expert")
    assert choice is not None
    assert choice.how == "the lowest risk"
    assert choice.risk == min(solver.odds().risks.values())


def test_looking_ahead_stops_when_enough_was_counted() -> None:
    solver = Solver(9, 9, 20)
    solver.tell([(Cell(4, 4), 2), (Cell(4, 6), 3)])
    choice = solver.choose("expert")
    assert choice
    assert choice.how == "the best chance to survive this cell and the next one"
    assert machine().m[layout.LOOKS] > 0
    machine().m[layout.ENOUGH] = -1
    choice = solver.choose("expert")
    assert choice
    assert choice.how == "the best that was found so far: to look at everything would take too long"
    assert machine().m[layout.LOOKS] == 0


#: Two ones that share three cells, many times: each pair needs one mine or two.
PAIRS = {Cell(row, col + beside): 1 for row in range(2, 30, 4) for col in range(2, 27, 6) for beside in (0, 2)}


def test_numbers_that_need_few_mines_are_not_called_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mines that are left may be far from what the average suggests: nothing of weight is cut off all the same."""
    for mines in (35, 36, 50, 300, 500):
        exact = Solver(31, 31, mines)
        exact.tell(PAIRS.items())
        risks = exact.odds().risks
        with monkeypatch.context() as patch:
            patch.setattr(joining, "WHOLE", 12)
            patch.setattr(joining, "NOTHING", 1e-3)
            solver = Solver(31, 31, mines)
            solver.tell(PAIRS.items())
            rough = solver.odds()
        assert rough.doubt == ""
        assert max(abs(risk - rough.risks[cell]) for cell, risk in risks.items()) < 0.02


def test_what_was_cut_off_means_averages_and_not_that_a_board_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "WHOLE", 12)
    monkeypatch.setattr(joining, "NOTHING", 0.5)
    monkeypatch.setattr(joining, "HALVINGS", 0)
    solver = Solver(31, 31, 36)
    solver.tell(PAIRS.items())
    odds = solver.odds()
    assert "by average" in odds.doubt
    assert all(0.0 <= risk <= 1.0 for risk in odds.risks.values())


def test_powers_of_high_odds_fit_into_a_float() -> None:
    numbers = {Cell(1, col): 5 for col in range(1, 254)}
    solver = Solver(3, 255, 3 * 255 - 253 - 5)
    solver.tell(numbers.items())
    with pytest.raises(NoSolution):
        solver.odds()
    numbers = {Cell(1, col): 4 for col in range(1, 254)}
    solver = Solver(40, 255, 38 * 255)
    solver.tell(numbers.items())
    odds = solver.odds()
    assert all(0.0 <= risk <= 1.0 for risk in odds.risks.values())


def test_without_a_count_of_mines_proofs_come_from_numbers_alone() -> None:
    solver = Solver(1, 5, None)
    solver.tell([(Cell(0, 0), 1)])
    assert solver.proved().mines == (Cell(0, 1),)
    odds = solver.odds()
    assert "nobody knows how many" in odds.doubt
    assert odds.risks[Cell(0, 4)] == pytest.approx(0.2)
    for level in ("simple", "odds", "expert"):
        choice = solver.choose(level)
        assert choice is not None
        assert choice.risk == pytest.approx(0.2)
    assert Solver(3, 3, None).choose() is not None


def zigzag(length: int, cols: int) -> list[Cell]:
    """Give places of numbers, each of which shares one cell with the next, at its corner, and none with any other."""
    found, row, col, right = [Cell(1, 1)], 1, 1, 1
    while len(found) < length:
        steps = [(2, right), (-2, right)]
        if not 1 <= col + 6 * right < cols - 1:
            steps = [(2, right), (2, -right), (2, right), (2, -right), (2, -right)]
            right = -right
        for down, side in steps:
            row, col = row + down, col + 2 * side
            found.append(Cell(row, col))
    return found[:length]


@pytest.mark.parametrize("length", [40, pytest.param(300, marks=pytest.mark.long)])
def test_the_fewest_mines_that_are_possible_are_found_however_many_ways_there_are_with_more(
    length: int, request: pytest.FixtureRequest
) -> None:
    if length > 40:
        request.getfixturevalue("swift")
    # With more mines there are up to 7^300 ways: the one with the fewest weighs nothing beside them.
    grid = Grid(80, 255)
    numbers = zigzag(length, 255)
    around = {cell for number in numbers for cell in grid.near(number)}
    shared = {Cell((one.row + other.row) // 2, (one.col + other.col) // 2) for one, other in pairwise(numbers)}
    far = [cell for cell in grid if cell not in around and cell not in numbers]
    solver = Solver(80, 255, len(far) + len(shared) + 2)
    solver.tell([(cell, MINE) for cell in far] + [(number, 2) for number in numbers])
    odds = solver.odds()
    assert odds.doubt == ""
    assert set(odds.certain().mines) == shared
    ends = {cell for number in (numbers[0], numbers[-1]) for cell in grid.near(number)} - shared
    assert all(odds.risks[cell] == pytest.approx(1 / 7, abs=1e-12) for cell in ends)
    assert len(odds.certain().safe) == len(around) - len(shared) - len(ends)


@pytest.mark.long
@pytest.mark.usefixtures("swift")
def test_odds_that_rest_on_weights_too_faint_to_be_exact_say_so() -> None:
    grid = Grid(80, 255)
    numbers = zigzag(300, 255)
    around = {cell for number in numbers for cell in grid.near(number)}
    far = [cell for cell in grid if cell not in around and cell not in numbers]
    solver = Solver(80, 255, len(far) + 300 + 15)
    solver.tell([(cell, MINE) for cell in far] + [(number, 2) for number in numbers])
    odds = solver.odds()
    assert "too faint" in odds.doubt
    assert all(0.0 <= risk <= 1.0 for risk in odds.risks.values())


@pytest.mark.long
@pytest.mark.usefixtures("swift")
def test_odds_that_lose_what_is_possible_are_replaced_by_others() -> None:
    # One group holds as few mines as it can; the average is that of 300 others, each of which holds seven of eight.
    grid = Grid(255, 255)
    few = zigzag(250, 255)
    many = [Cell(row, col) for row in range(80, 250, 4) for col in range(2, 250, 4)][:300]
    around = {cell for number in few + many for cell in grid.near(number)}
    far = [cell for cell in grid if cell not in around and cell not in few and cell not in many]
    solver = Solver(255, 255, len(far) + 251 + 7 * 300)
    solver.tell([(cell, MINE) for cell in far] + [(number, 2) for number in few] + [(number, 7) for number in many])
    odds = solver.odds()
    assert odds.doubt == ""
    assert len(odds.certain().mines) == 249
    assert all(odds.risks[cell] == pytest.approx(7 / 8, abs=1e-12) for cell in grid.near(many[0]))


def test_who_tells_something_else_of_a_cell_or_of_none_is_told_so() -> None:
    solver = Solver(3, 3, 2)
    solver.tell([(Cell(0, 0), 1)])
    for other in (2, MINE):
        with pytest.raises(NoSolution, match="row 1, column 1 was something else before"):
            solver.tell([(Cell(2, 2), 1), (Cell(0, 0), other)])
    for cell, digit in ((Cell(1, 1), -1), (Cell(1, 1), 16), (Cell(3, 0), 1), (Cell(0, -1), 1)):
        with pytest.raises(FogfieldError, match="no cell of this board"):
            solver.tell([(cell, digit)])
    assert solver.odds().risks.keys() == {cell for cell in Grid(3, 3) if cell not in (Cell(0, 0), Cell(2, 2))}
