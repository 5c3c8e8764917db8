from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import AROUND, BESIDE, Cell, Grid

grids = st.builds(Grid, st.integers(1, 9), st.integers(1, 9))


@given(grids)
def test_grid_has_each_of_its_cells_once(grid: Grid) -> None:
    cells = list(grid)
    assert len(cells) == len(set(cells)) == len(grid) == grid.rows * grid.cols
    assert all(cell in grid for cell in cells)


def test_cells_beyond_the_edges_are_not_in_it() -> None:
    grid = Grid(rows=2, cols=3)
    for cell in (Cell(-1, 0), Cell(0, -1), Cell(2, 0), Cell(0, 3)):
        assert cell not in grid
    assert "a cell" not in grid


@given(grids, st.integers(-5, 15), st.integers(-5, 15))
def test_clamp_gives_the_nearest_cell(grid: Grid, row: int, col: int) -> None:
    clamped = grid.clamp(row, col)
    nearest = min(grid, key=lambda cell: abs(cell.row - row) + abs(cell.col - col))
    assert clamped == nearest


@given(grids, st.data())
def test_near_gives_neighbours_by_distance(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(grid)))

    def far(other: Cell) -> tuple[int, int]:
        return abs(other.row - cell.row), abs(other.col - cell.col)

    assert set(grid.near(cell)) == {other for other in grid if max(far(other)) == 1}
    assert set(grid.near(cell, BESIDE)) == {other for other in grid if sum(far(other)) == 1}
    assert len(AROUND) == 8


def test_grids_of_the_same_shape_are_equal() -> None:
    assert Grid(3, 4) == Grid(3, 4)
    assert hash(Grid(3, 4)) == hash(Grid(3, 4))
    assert Grid(3, 4) != Grid(4, 3)
    assert Grid(3, 4) != (3, 4)
    assert repr(Grid(3, 4)) == "Grid(3, 4)"
