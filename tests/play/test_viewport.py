import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogfield.play.viewport import LEAST_COLS, LEAST_ROWS, Viewport
from fogfield.wire.canvas import PLAIN, Canvas


def board(rows: int, cols: int, row: int, col: int) -> Canvas:
    """A screen as servers draw it: the board, a blank line, two lines of status, the cursor on a cell."""
    canvas = Canvas()
    for number in range(rows):
        canvas.feed(f"\x1b[{number + 1};1H" + "".join(chr(97 + (number + at) % 26) for at in range(cols)))
    canvas.feed(f"\x1b[{rows + 2};1Hstatus\x1b[{rows + 3};1Hkeys\x1b[{row + 1};{col + 1}H")
    return canvas


def seen(viewport: Viewport, canvas: Canvas, cols: int, rows: int, afresh: bool = True) -> pyte.Screen:
    screen = pyte.Screen(cols, rows)
    frame = viewport.frame(canvas, cols, rows)
    pyte.Stream(screen).feed(viewport.paint(frame, rows, afresh=afresh))
    return screen


def test_a_screen_that_fits_is_shown_as_it_is() -> None:
    canvas = board(5, 10, 2, 3)
    screen = seen(Viewport(), canvas, 80, 24)
    assert [line.rstrip() for line in screen.display][:8] == canvas.text()
    assert (screen.cursor.y, screen.cursor.x) == (2, 3)


@settings(max_examples=25)
@given(st.integers(0, 254), st.integers(0, 254), st.integers(LEAST_COLS, 300), st.integers(LEAST_ROWS, 300))
def test_the_cell_under_the_cursor_is_always_in_sight(row: int, col: int, cols: int, rows: int) -> None:
    canvas = board(255, 255, row, col)
    frame = Viewport().frame(canvas, cols, rows)
    assert frame.cursor
    assert len(frame.lines) <= rows
    assert all(len(line) <= cols for line in frame.lines)
    there = frame.lines[frame.cursor[0]][frame.cursor[1]][0]
    assert there == canvas.lines[row][col][0]


def test_a_large_board_scrolls_with_its_cursor_and_keeps_the_status_below() -> None:
    viewport = Viewport()
    screen = seen(viewport, board(100, 100, 0, 0), 40, 12)
    assert [line.rstrip() for line in screen.display][-3:] == [
        "-- lines 1-9 of 100, columns 1-40 of 100",
        "status",
        "keys",
    ]
    screen = seen(viewport, board(100, 100, 99, 99), 40, 12)
    assert screen.display[-3].startswith("lines 92-100/100, columns 61-100/100")
    assert (screen.cursor.y, screen.cursor.x) == (8, 39)


def test_it_does_not_scroll_while_the_cursor_stays_in_the_middle() -> None:
    viewport = Viewport()
    seen(viewport, board(100, 100, 50, 50), 40, 12)
    before = (viewport.top, viewport.left)
    seen(viewport, board(100, 100, 48, 40), 40, 12)
    assert (viewport.top, viewport.left) == before


def test_a_cursor_below_the_board_leaves_the_view_where_it_was() -> None:
    viewport = Viewport()
    seen(viewport, board(100, 100, 50, 50), 40, 12)
    before = (viewport.top, viewport.left)
    screen = seen(viewport, board(100, 100, 104, 0), 40, 12)
    assert (viewport.top, viewport.left) == before
    assert screen.cursor.hidden


def test_what_was_revealed_last_stays_in_sight_where_the_end_needs_more_lines() -> None:
    viewport = Viewport()
    seen(viewport, board(30, 60, 29, 50), 40, 12)
    over = board(30, 60, 29, 50)
    over.lines[29][50] = ("*", PLAIN)
    over.feed("\x1b[34;1Hone more line\x1b[35;1Hand another\x1b[36;1H")
    assert any("*" in line for line in seen(viewport, over, 40, 12).display)
    viewport.scroll(-20, -20)
    assert not any("*" in line for line in seen(viewport, over, 40, 12).display)


@pytest.mark.parametrize(
    ("cols", "bar"),
    [
        (80, "-- lines 1-9 of 255, columns 1-80 of 765 --"),
        (40, "-- lines 1-9 of 255, columns 1-40 of 765"),
        (30, "1-9/255, 1-30/765"),
        (20, "1-9/255, 1-20/765"),
    ],
)
def test_the_line_that_says_what_is_shown_is_never_cut(cols: int, bar: str) -> None:
    assert seen(Viewport(), board(255, 765, 0, 0), cols, 12).display[-3].rstrip() == bar


def test_half_of_a_wide_character_is_a_blank() -> None:
    canvas = Canvas()
    canvas.feed("\u6f22" * 60 + "\x1b[1;1H")
    assert seen(Viewport(), canvas, 41, 8).display[0].endswith("\u6f22 ")
    viewport = Viewport()
    canvas.feed("\x1b[1;100H")
    shown = seen(viewport, canvas, 41, 8).display[0]
    assert viewport.left % 2 == 1
    assert shown.startswith(" \u6f22")


def test_a_cursor_that_the_server_hides_is_seen_only_without_colours() -> None:
    canvas = board(5, 10, 2, 3)
    canvas.feed("\x1b[?25l")
    assert seen(Viewport(), canvas, 80, 24).cursor.hidden
    assert not seen(Viewport(colour=False), canvas, 80, 24).cursor.hidden


def test_a_terminal_that_is_too_small_says_what_it_needs() -> None:
    for size in ((LEAST_COLS - 1, 24), (80, LEAST_ROWS - 1), (1, 1)):
        frame = Viewport().frame(board(5, 5, 0, 0), *size)
        assert "".join(char for char, _ in frame.lines[0]) == "too small:"[: size[0]]


def test_screens_of_servers_without_a_status_scroll_too() -> None:
    canvas = Canvas()
    for number in range(30):
        canvas.feed(f"\x1b[{number + 1};1H" + "[?]" * 10)
    canvas.feed("\x1b[30;2H")
    screen = seen(Viewport(), canvas, 80, 10)
    assert screen.display[8].startswith("[?][?]")
    assert screen.cursor.y == 8


def test_only_lines_that_changed_are_written_again() -> None:
    viewport = Viewport()
    first = viewport.paint(viewport.frame(board(5, 10, 0, 0), 80, 24), 24)
    again = viewport.paint(viewport.frame(board(5, 10, 0, 1), 80, 24), 24)
    assert "status" in first
    assert "status" not in again
    assert len(again) < 40
    assert "status" in viewport.paint(viewport.frame(board(5, 10, 0, 1), 80, 24), 24, afresh=True)


def test_without_colour_attributes_stay_and_colours_go() -> None:
    canvas = Canvas()
    canvas.feed("\x1b[1;31;42mB\x1b[0m?")
    plain = Viewport(colour=False)
    out = plain.paint(plain.frame(canvas, 80, 24), 24)
    assert "\x1b[0;1mB" in out
    assert "31" not in out.replace("31;1H", "")
    colour = Viewport()
    assert "\x1b[0;1;31;42mB" in colour.paint(colour.frame(canvas, 80, 24), 24)
