from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.games.planefight import screen
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.screen import ASCII, BOXES, Field, Note, Pens, Window

SMALL = Options(5, 5, 1)


def plane(row: int, col: int, turn: int) -> Plane:
    return Plane(Cell(row, col), turn)


def whole(options: Options) -> Window:
    return Window(0, 0, options.rows, options.cols)


def drawn(field: Field, shown: Window | None = None, pens: Pens = BOXES) -> list[str]:
    lines = screen.picture(field, shown or whole(field.options), pens)
    return ["".join(char for char, _ in line).rstrip() for line in lines]


def test_a_plane_is_drawn_with_lines_and_its_head_shows_where_it_flies() -> None:
    assert drawn(Field(SMALL, [plane(0, 2, 0)])) == [
        "     0 1 2 3 4",
        "   ┌───────────┐",
        "  0│ · · ▲ · · │",
        "  1│ ━━━━╋━━━━ │",
        "  2│ · · ┃ · · │",
        "  3│ · ━━┻━━ · │",
        "  4│ · · · · · │",
        "   └───────────┘",
    ]


def test_a_terminal_without_boxes_gets_ascii() -> None:
    assert drawn(Field(SMALL, [plane(2, 3, 1)], cursor=Cell(2, 3)), pens=ASCII) == [
        "     0 1 2 3 4",
        "   +-----------+",
        "  0| . . | . . |",
        "  1| | . | . . |",
        "  2| +---+[>]. |",
        "  3| | . | . . |",
        "  4| . . | . . |",
        "   +-----------+",
    ]


def test_all_signs_are_ascii_where_only_that_can_be_shown() -> None:
    field = Field(
        Options(12, 12, 3, True),
        [plane(0, 0, 2)],
        [plane(8, 8, 3)],
        plane(5, 5, 0),
        {Cell(1, 1): Answer.VOID, Cell(2, 2): Answer.HIT, Cell(3, 3): Answer.DESTROY},
        {Cell(4, 4): Note.PLANE, Cell(4, 5): Note.EMPTY, Cell(4, 6): Note.HEAD},
        Cell(7, 7),
        Cell(1, 1),
    )
    assert all(line.isascii() for line in drawn(field, pens=ASCII))


def test_every_kind_of_mark_has_a_sign_of_its_own_and_a_colour_of_its_own() -> None:
    signs = [screen.MARKS[answer] for answer in Answer] + [screen.NOTES[note] for note in Note]
    assert len({sign for sign, _ in signs}) == len(signs)
    assert len({(style.ink, style.paper) for _, style in screen.MARKS.values()}) == len(Answer)


def test_shots_cursor_and_the_last_attack_are_seen_without_colour() -> None:
    marks = {Cell(0, 0): Answer.VOID, Cell(1, 1): Answer.HIT, Cell(2, 2): Answer.DESTROY}
    lines = drawn(Field(SMALL, marks=marks, cursor=Cell(1, 1), last=Cell(2, 2)))
    assert [line[4:15] for line in lines[2:5]] == [" o · · · · ", " ·[X]· · · ", " · ·(#)· · "]


def test_a_shot_on_a_plane_is_drawn_above_it() -> None:
    lines = drawn(Field(SMALL, [plane(0, 2, 0)], marks={Cell(1, 1): Answer.HIT}))
    assert lines[3] == "  1│ ━━X━╋━━━━ │"


def test_a_plane_that_lost_its_head_looks_different() -> None:
    planes = [plane(0, 2, 0)]
    whole_plane = screen.picture(Field(SMALL, planes), whole(SMALL))[3][9]
    lost = screen.picture(Field(SMALL, planes, marks={Cell(0, 2): Answer.DESTROY}), whole(SMALL))[3][9]
    assert whole_plane[0] == lost[0] == "╋"
    assert whole_plane[1] != lost[1]


def test_the_ghost_is_thin_where_it_fits_and_crossed_out_where_not() -> None:
    board = Options(5, 10, 2)
    fits = drawn(Field(board, [plane(0, 2, 0)], ghost=plane(0, 7, 0)))
    assert fits[3] == "  1│ ━━━━╋━━━━ ────┼──── │"
    outside = drawn(Field(board, [plane(0, 2, 0)], ghost=plane(4, 7, 0)))
    assert outside[6] == "  4│ · · · · · · · x · · │"
    above = drawn(Field(board, [plane(0, 2, 0)], ghost=plane(0, 5, 0)))
    assert above[3] == "  1│ ━━━━╋ x x x x x · · │"


def test_across_the_border_lines_lead_out_and_in_again() -> None:
    lines = drawn(Field(Options(6, 6, 1, True), [plane(0, 0, 0)]))
    assert lines[3] == "  1│━╋━━━━ · ━━━━│"
    assert lines[5] == "  3│━┻━━ · · · ━━│"


def test_columns_are_numbered_up_to_127() -> None:
    board = Options(127, 127, 1)
    tens, ones, *_ = drawn(Field(board))
    assert ones == "    " + "".join(f" {col % 10}" for col in range(127))
    for number in range(0, 127, 10):
        assert tens[5 + 2 * number + 1 - len(str(number)) : 6 + 2 * number] == str(number)
    assert drawn(Field(board))[-2].startswith("126│")


def test_a_window_says_where_it_is_and_that_the_field_goes_on() -> None:
    lines = drawn(Field(Options(40, 40, 3), cursor=Cell(20, 17)), Window(18, 15, 4, 6))
    assert lines == [
        "    15        20",
        "     5 6 7 8 9 0",
        "   ┌┄┄┄┄┄┄┄┄┄┄┄┄┄┐",
        " 18┆ · · · · · · ┆",
        " 19┆ · · · · · · ┆",
        " 20┆ · ·[·]· · · ┆",
        " 21┆ · · · · · · ┆",
        "   └┄┄┄┄┄┄┄┄┄┄┄┄┄┘",
    ]


@given(st.integers(5, 127), st.integers(5, 127), st.integers(6, 40), st.integers(8, 100), st.lists(st.integers(0, 126)))
def test_a_window_holds_the_cursor_and_never_leaves_the_field(
    rows: int, cols: int, height: int, width: int, places: list[int]
) -> None:
    options = Options(rows, cols, 1)
    shown = None
    for place in places:
        cell = Cell(place % rows, place * 31 % cols)
        shown = screen.window(options, height, width, shown, cell)
        assert shown.shows(cell)
        assert not shown.shows(Cell(-1, 0))
        assert 0 <= shown.top <= rows - shown.rows
        assert 0 <= shown.left <= cols - shown.cols
        lines = screen.picture(Field(options, cursor=cell), shown)
        assert len(lines) == screen.height(options, shown.rows) <= max(height, 5)
        assert {len(line) for line in lines} == {2 * shown.cols + screen.BESIDE}
        down, right = screen.first_cell(options)
        at = lines[down + cell.row - shown.top][right + 2 * (cell.col - shown.left) :]
        assert "".join(char for char, _ in at[:3]) == "[·]"
