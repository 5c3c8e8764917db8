"""JMinesweeper in a real browser: with a mouse, with keys alone, with a finger."""

from support.browser import Visitor, Visitors
from support.liveapi import LiveApi

from fogfield.core.grid import Cell

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def begin(visitor: Visitor, columns: int = 6, rows: int = 5, level: str = "1") -> Visitor:
    visitor.go("/play/jminesweeper").page.get_by_label("Columns").fill(str(columns))
    visitor.page.get_by_label("Rows").fill(str(rows))
    visitor.page.get_by_label("Level").select_option(level)
    return visitor.press("Play")


def bombs(server: LiveApi, name: str) -> list[Cell]:
    """Look where they are, as nobody at the table can."""
    state = server.match(name).state
    return list(state.field.cells(state.bombs))


def test_a_field_is_won_with_the_mouse(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port))
    board = visitor.board("Minefield")
    mines = bombs(server, visitor.match)
    safe = next(Cell(row, col) for row in range(5) for col in range(6) if Cell(row, col) not in mines)
    board.click(*safe)
    visitor.sees("Opened")
    before = board.place
    for cell in mines:
        board.click(*cell, right=True)
        visitor.sees(f"Marked row {cell.row + 1}, column {cell.col + 1}." if cell != mines[-1] else "You won!")
    visitor.sees("Reason: marked every bomb.")
    assert board.place == before
    assert visitor.page.get_by_role("button", name="Play again").is_enabled()


def test_a_field_is_won_with_keys_alone(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port))
    board = visitor.board("Minefield")
    mines = bombs(server, visitor.match)
    board.reach()
    assert board.says.startswith("row 3, column 4: shut")
    for cell in mines:
        board.walk(*cell)
        assert board.says == f"row {cell.row + 1}, column {cell.col + 1}: shut"
        visitor.page.keyboard.press("f")
        visitor.sees(f"Marked row {cell.row + 1}, column {cell.col + 1}." if cell != mines[-1] else "You won!")
    heard = visitor.page.locator("#voice").inner_text()
    assert "You won! Reason: marked every bomb." in heard


def test_a_field_is_lost_on_a_phone_with_a_finger_and_played_again(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port, **PHONE).go("/")
    visitor.page.get_by_role("button", name="Play now JMinesweeper").tap()
    board = visitor.board("Minefield")
    first = visitor.match
    mine = bombs(server, first)[0]
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    visitor.page.get_by_role("button", name="Mark", exact=True).tap()
    board.tap(*mine)
    visitor.sees("1 of")
    board.tap(*mine)
    visitor.sees("0 of")
    visitor.page.get_by_role("button", name="Open", exact=True).tap()
    board.tap(*mine)
    visitor.sees("You lost.")
    visitor.page.get_by_role("button", name="Play again").tap()
    visitor.page.wait_for_url(lambda url: first not in url)
    visitor.sees("Mark them all.")


def test_a_reload_in_the_middle_finds_the_same_seat(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port))
    mine = bombs(server, visitor.match)[0]
    visitor.board("Minefield").click(*mine, right=True)
    visitor.sees("1 of")
    visitor.page.reload()
    visitor.board("Minefield").click(*mine, right=True)
    visitor.sees("0 of")


def test_a_vast_field_is_moved_and_zoomed(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port), columns=255, rows=255)
    board = visitor.board("Minefield")
    board.grid.focus()
    for key in ("Control+End", "Control+ArrowLeft", "+", "-", "0"):
        visitor.page.keyboard.press(key)
    assert board.at == (254, 244)
    visitor.page.keyboard.press("Control+Home")
    safe = Cell(0, 0) not in bombs(server, visitor.match)
    visitor.page.keyboard.press("Enter")
    visitor.sees("Opened" if safe else "You lost.")
    visitor.press("Larger").press("The whole map").press("Smaller")


def test_a_finger_that_is_held_marks_and_opens_nothing(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port, **PHONE))
    board = visitor.board("Minefield")
    mine = bombs(server, visitor.match)[0]
    with board.fingers(mine):
        visitor.sees("1 of")
    assert board.says == f"row {mine.row + 1}, column {mine.col + 1}: marked"
    assert visitor.page.get_by_text("You lost.").count() == 0
    with board.fingers(mine):
        visitor.sees("0 of")


def test_two_fingers_make_cells_larger_and_smaller_and_touch_nothing(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port, **PHONE), columns=255, rows=255)
    board = visitor.board("Minefield")
    visitor.page.get_by_role("button", name="Mark", exact=True).tap()

    def touched(count: int) -> tuple[int, int]:
        """Give the cell under a place of the screen, by marking it."""
        board.tap_at(0.9, 0.9)
        visitor.sees(f"{count} of")
        return board.at

    small = touched(1)
    board.pinch(0.2, 0.4)
    large = touched(2)
    board.pinch(0.4, 0.25)
    again = touched(3)
    assert large < small, "fewer cells fit before that place"
    assert again > large
    state = server.match(visitor.match).state
    assert set(state.field.cells(state.marks)) == {small, large, again}
    assert state.opened == 0


def test_hints_have_keys_and_the_help_names_them(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port))
    board = visitor.board("Minefield")
    mines = bombs(server, visitor.match)
    safe = next(Cell(row, col) for row in range(5) for col in range(6) if Cell(row, col) not in mines)
    keyboard = visitor.page.keyboard
    board.reach()
    board.walk(*safe)
    keyboard.press("Enter")
    visitor.sees("Opened")
    for key, name in (("1", "Safe cell?"), ("3", "Odds"), ("2", "Show one")):
        keyboard.press(key)
        visitor.page.get_by_role("button", name=name, pressed=True).wait_for()
    asked = [url.partition("strength=")[2] for url in visitor.requests if "/hint?" in url]
    assert asked == ["any", "odds", f"cell&near={safe.row},{safe.col}"]
    keyboard.press("?")
    visitor.sees("hints: is a cell safe, go to one, show the odds")


def test_who_sees_the_bombs_gets_no_hints_by_keys_either(server: LiveApi, visitors: Visitors) -> None:
    visitor = begin(visitors(server.port))
    board = visitor.board("Minefield")
    visitor.press("Debug: show bombs").sees("Debug: hide bombs")
    board.reach()
    for key in "123":
        visitor.page.keyboard.press(key)
    visitor.press("Debug: hide bombs").sees("Debug: show bombs")
    assert not [url for url in visitor.requests if "/hint?" in url]
