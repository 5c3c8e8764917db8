"""The bit sets of kits/mines against plain sets of cells."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from fogfield.core.grid import BESIDE, Cell
from fogfield.kits.mines.field import Field, opening, repainted, scatter


@st.composite
def fields(draw: st.DrawFn) -> tuple[Field, set[Cell], int]:
    field = Field.of(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    cells = draw(st.sets(st.sampled_from(list(field.grid))))
    return field, cells, sum(map(field.bit, cells))


def plain_opening(field: Field, mines: set[Cell], start: Cell, closed: set[Cell]) -> set[Cell]:
    """The published walk, depth first, as it is told."""
    found: set[Cell] = set()

    def visit(cell: Cell) -> None:
        if cell in found or cell in closed or cell in mines:
            return
        found.add(cell)
        if not any(near in mines for near in field.grid.near(cell)):
            for beside in field.grid.near(cell, BESIDE):
                visit(beside)

    visit(start)
    return found


def test_fields_of_one_shape_are_equal() -> None:
    assert Field(2, 3) == Field.of(2, 3)
    assert hash(Field(2, 3)) == hash(Field.of(2, 3))
    assert Field.of(2, 3) != Field.of(3, 2)
    assert Field.of(2, 3) != "a field"


@given(fields())
def test_cells_and_rows_of_a_set_come_back_in_order(one: tuple[Field, set[Cell], int]) -> None:
    field, cells, bits = one
    assert list(field.cells(bits)) == sorted(cells)
    if cells:
        assert field.span(bits) == (min(cells).row, max(cells).row)
    assert bits & field.all == bits
    assert field.all.bit_count() == len(field.grid)


@given(fields())
def test_neighbours_never_wrap_around_an_edge(one: tuple[Field, set[Cell], int]) -> None:
    field, cells, bits = one
    around = cells | {near for cell in cells for near in field.grid.near(cell)}
    beside = cells | {near for cell in cells for near in field.grid.near(cell, BESIDE)}
    assert set(field.cells(field.around(bits))) == around
    assert set(field.cells(field.beside(bits))) == beside


@given(fields(), st.data())
def test_counts_of_cells_and_of_whole_rows(one: tuple[Field, set[Cell], int], data: st.DataObject) -> None:
    field, mines, bits = one
    first = data.draw(st.integers(0, field.rows - 1))
    last = data.draw(st.integers(first, field.rows - 1))
    counts = field.cut(field.counts(bits, first, last), first, last)
    spread = field.cut(field.spread(bits, first, last), first, last)
    assert len(counts) == len(spread) == last - first + 1
    for row, (counted, spread_out) in enumerate(zip(counts, spread, strict=True), first):
        cells = [Cell(row, col) for col in range(field.cols)]
        expected = [sum(near in mines for near in field.grid.near(cell)) for cell in cells]
        assert [field.count(bits, cell) for cell in cells] == list(counted) == expected
        assert list(spread_out) == [cell in mines for cell in cells]


@given(fields(), st.data())
def test_opening_reaches_what_the_published_walk_reaches(
    one: tuple[Field, set[Cell], int], data: st.DataObject
) -> None:
    field, mines, bits = one
    closed = data.draw(st.sets(st.sampled_from(list(field.grid))))
    starts = [
        cell
        for cell in field.grid
        if cell not in closed | mines and not any(near in mines for near in field.grid.near(cell))
    ]
    for start in starts:
        opened = opening(field, bits, start, closed_to=sum(map(field.bit, closed)))
        assert set(field.cells(opened)) == plain_opening(field, mines, start, closed)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32), st.data())
@settings(deadline=None)
def test_scatter_chooses_exactly_as_many_cells_as_asked(rows: int, cols: int, seed: int, data: st.DataObject) -> None:
    field = Field.of(rows, cols)
    count = data.draw(st.integers(0, rows * cols))
    mines = scatter(field, count, Random(seed))
    assert mines.bit_count() == count
    assert mines & ~field.all == 0


def test_scatter_gives_every_choice_the_same_chance() -> None:
    field = Field.of(2, 3)
    rng = Random(1)
    draws = 30_000
    seen = Counter(scatter(field, 2, rng) for _ in range(draws))
    expected = draws / 15
    assert len(seen) == 15
    chi_squared = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_squared < 36.1  # 14 degrees of freedom: a fair one exceeds this once in a thousand seeds


def test_a_row_that_looks_as_before_stays_the_same_object() -> None:
    rows = (b"??", b"?1", b"11")
    same = bytes(bytearray(b"?1"))
    painted = repainted(rows, 1, [same, b".."])
    assert painted == (b"??", b"?1", b"..")
    assert painted[1] is rows[1]
