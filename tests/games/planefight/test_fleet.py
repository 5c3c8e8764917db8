from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogfield.core.grid import Cell, Grid
from fogfield.games.planefight.fleet import SHAPE, Answer, Chart, Fleet, Options, Plane, Shot, audit, wrong_with, yard
from fogfield.games.planefight.view import placement

OPTIONS = st.builds(Options, st.integers(5, 12), st.integers(5, 12), st.just(1), st.booleans(), st.booleans())
PICTURES = [
    "..H..\n#####\n..#..\n.###.",
    "..#.\n#.#.\n###H\n#.#.\n..#.",
    ".###.\n..#..\n#####\n..H..",
    ".#..\n.#.#\nH###\n.#.#\n.#..",
]


def picture(turn: int) -> str:
    rows = [row for row, _ in SHAPE[turn]]
    cols = [col for _, col in SHAPE[turn]]
    lines = [["."] * (max(cols) - min(cols) + 1) for _ in range(max(rows) - min(rows) + 1)]
    for row, col in SHAPE[turn]:
        lines[row - min(rows)][col - min(cols)] = "H" if (row, col) == (0, 0) else "#"
    return "\n".join(map("".join, lines))


@pytest.mark.parametrize("turn", range(4))
def test_a_plane_looks_as_published_in_each_of_its_turns(turn: int) -> None:
    assert picture(turn) == PICTURES[turn]


def test_a_plane_fits_168_times_on_ten_by_ten_and_400_times_over_the_edges() -> None:
    assert len(yard(Options()).pieces) == 168
    assert len(yard(Options(cross_border=True)).pieces) == 400


def by_hand(options: Options, plane: Plane) -> set[tuple[int, int]] | None:
    """The cells of a plane, read off the published pictures."""
    lines = PICTURES[plane.turn].split("\n")
    found = set()
    (head,) = [(row, line.index("H")) for row, line in enumerate(lines) if "H" in line]
    for row, line in enumerate(lines):
        for col, char in enumerate(line):
            if char != ".":
                down, right = plane.head.row + row - head[0], plane.head.col + col - head[1]
                if options.cross_border:
                    found.add((down % options.rows, right % options.cols))
                elif down in range(options.rows) and right in range(options.cols):
                    found.add((down, right))
                else:
                    return None
    return found


@settings(deadline=None)
@given(OPTIONS, st.lists(st.tuples(st.integers(-1, 12), st.integers(-1, 12), st.integers(0, 3)), max_size=4))
def test_placements_are_legal_exactly_when_a_brute_force_oracle_says_so(options: Options, places: list[Any]) -> None:
    planes = [Plane(Cell(row, col), turn) for row, col, turn in places]
    options = options._replace(planes=len(planes))
    inside = [plane.head in Grid(options.rows, options.cols) for plane in planes]
    covered = [by_hand(options, plane) if ok else None for plane, ok in zip(planes, inside, strict=True)]
    sets = [one for one in covered if one is not None]
    legal = len(sets) == len(planes) and sum(map(len, sets)) == len(set().union(*sets))
    assert (wrong_with(options, planes) == []) == legal


def test_everything_wrong_with_a_placement_is_said_at_once() -> None:
    planes = [Plane(Cell(0, 2), 0), Plane(Cell(1, 2), 0), Plane(Cell(0, 0), 0), Plane(Cell(0, 5), 4)]
    assert wrong_with(Options(), planes) == [
        "3 planes are to be placed, not 4",
        "no plane can have its head at (0,0), facing up",
        "no plane can have its head at (5,0), turned like this",
        "two planes overlap",
    ]


PLANE = Plane(Cell(0, 2), 0)


@pytest.mark.parametrize(
    ("complete", "cell", "lost", "answer"),
    [
        (False, Cell(0, 0), False, Answer.VOID),
        (False, Cell(1, 0), False, Answer.HIT),
        (False, Cell(0, 2), False, Answer.DESTROY),
        (False, Cell(1, 0), True, Answer.HIT),
        (False, Cell(0, 2), True, Answer.HIT),
        (True, Cell(1, 0), False, Answer.HIT),
        (True, Cell(1, 0), True, Answer.VOID),
        (True, Cell(0, 2), True, Answer.VOID),
    ],
)
def test_a_fleet_answers_by_the_mode(complete: bool, cell: Cell, lost: bool, answer: Answer) -> None:
    fleet = Fleet(Options(5, 5, 1, completely_destroy=complete), [PLANE])
    assert fleet.answer(cell, frozenset([PLANE.head]) if lost else frozenset()) is answer


def test_fleets_are_equal_when_their_planes_are_in_any_order() -> None:
    other = Plane(Cell(0, 7), 0)
    one, two = Fleet(Options(), [PLANE, other]), Fleet(Options(), [other, PLANE])
    assert one == two
    assert hash(one) == hash(two)
    assert repr(one) == repr(two)
    assert one != Fleet(Options(completely_destroy=True), [PLANE, other])
    assert one != "a fleet"


def test_a_chart_keeps_the_first_answer_of_a_cell() -> None:
    head = Cell(0, 2)
    chart = Chart([Shot(head, Answer.DESTROY), Shot(head, Answer.HIT), Shot(Cell(0, 0), Answer.VOID)])
    assert chart.marks == {head: Answer.DESTROY, Cell(0, 0): Answer.VOID}
    assert chart.heads == {head}
    assert len(chart.shots) == 3


def answers(options: Options, planes: tuple[Plane, ...], cells: list[Cell]) -> list[Shot]:
    fleet, lost, shots = Fleet(options, planes), set[Cell](), []
    for cell in cells:
        answer = fleet.answer(cell, frozenset(lost))
        shots.append(Shot(cell, answer))
        if answer is Answer.DESTROY:
            lost.add(cell)
    return shots


@settings(deadline=None)
@given(OPTIONS, st.integers(0, 10**6), st.data())
def test_an_audit_is_content_with_the_truth_and_catches_every_single_changed_answer(
    options: Options, seed: int, data: st.DataObject
) -> None:
    rng = Random(seed)
    planes = placement(options, rng).planes
    cells = rng.sample(list(Grid(options.rows, options.cols)), data.draw(st.integers(1, 25)))
    shots = answers(options, planes, cells)
    assert audit(options, planes, shots) == ()
    number = data.draw(st.integers(0, len(shots) - 1))
    truth = shots[number]
    for lie in set(Answer) - {truth.answer}:
        shots[number] = truth._replace(answer=lie)
        (found,) = audit(options, planes, shots)
        assert found == (
            f"attack {number + 1} at ({truth.cell.col},{truth.cell.row}) was answered {lie.name.lower()}, "
            f"but by the map it is {truth.answer.name.lower()}"
        )


def test_an_audit_says_what_is_wrong_with_a_map() -> None:
    options = Options(planes=2)
    assert audit(options, (), []) == ("no map was shown",)
    assert audit(options, (PLANE,), []) == ("2 planes are to be placed, not 1",)
    assert audit(options, (PLANE, PLANE), []) == ("two planes overlap",)
    assert len(audit(options, (PLANE, Plane(Cell(0, 0), 9)), [Shot(Cell(0, 0), Answer.HIT)])) == 1
    assert len(audit(options, (PLANE,), [Shot(Cell(0, 0), Answer.HIT)])) == 2
