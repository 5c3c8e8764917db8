"""Classic minesweeper in a real browser: mouse, finger and keys, hints, boards without a guess, and no leak."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Response, Route
from support.browser import EDGE, Board, Visitor, Visitors
from support.liveapi import LiveApi, live_api
from support.wait import eventually

from fogfield.core.grid import Cell
from fogfield.games.classic import ADVICE, rules
from fogfield.games.classic.rules import Reveal, State
from fogfield.kits.mines import boards
from fogfield.play.classic import wish

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
NO_GUESS = "9x9-10-noguess-fern"


@pytest.fixture(scope="module")
def server() -> Iterator[LiveApi]:
    with live_api(seats=1000, seats_per_address=1000) as found:
        yield found


def begin(visitor: Visitor, name: str) -> Board:
    """Begin with a board by its name."""
    visitor.go(f"/play/classic?board={name}").page.get_by_role("button", name="Play", exact=True).click()
    return visitor.board("Minefield")


class Table:
    """A game at the server, which a test may look into, and the board that shows it."""

    def __init__(self, server: LiveApi, visitor: Visitor, board: Board) -> None:
        self.server, self.visitor, self.board = server, visitor, board
        self.match = server.match(visitor.match)

    @property
    def state(self) -> State:
        found: State = self.match.state
        return found

    @property
    def mines(self) -> list[Cell]:
        return list(self.state.field.cells(self.state.mines))

    def is_open(self, cell: Cell) -> bool:
        return bool(self.state.opened & self.state.field.bit(cell))

    def is_flagged(self, cell: Cell) -> bool:
        return bool(self.state.flags & self.state.field.bit(cell))

    def moved(self, so: int) -> None:
        """Wait until the server has taken so many moves, and the page has heard of it."""
        assert eventually(lambda: self.match.moves >= so)
        self.visitor.answered()

    def next_safe(self) -> Cell:
        """Give the cell that a hint would show."""
        told = ADVICE.give(self.match.view(0), "cell")
        assert told["safe"]
        return Cell(*told["cell"])

    def next_number(self) -> Cell | None:
        """Give an open number that has closed cells around it beside its mines."""
        field, mines = self.state.field, set(self.mines)
        for cell in field.cells(self.state.opened):
            closed = [near for near in field.grid.near(cell) if not self.is_open(near)]
            if set(closed) & mines and set(closed) - mines:
                return cell
        return None


def test_a_board_is_won_with_the_mouse_by_flags_and_all_three_kinds_of_chords_and_nothing_leaks(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port)
    answers: list[Response] = []
    visitor.page.on("response", lambda one: answers.append(one) if "/api/" in one.url else None)
    board = begin(visitor, NO_GUESS)
    table = Table(server, visitor, board)
    mines, turn, first = table.mines, 0, visitor.match
    while (number := table.next_number()) and not table.match.outcome:
        for near in table.state.field.grid.near(number):
            if near in mines and not table.is_flagged(near):
                moves = table.match.moves
                board.click(*near, right=True)
                table.moved(moves + 1)
        moves = table.match.moves
        if turn % 3 == 2:
            board.click(*number)
        else:
            board.chord(*number, middle=turn % 3 == 0)
        table.moved(moves + 1)
        turn += 1
    while not table.match.outcome:
        moves = table.match.moves
        board.click(*table.next_safe())
        table.moved(moves + 1)
    assert turn >= 3
    visitor.sees("You won!").sees("Reason: opened every safe cell.")
    visitor.sees("Best times, Beginner, no guess").sees("this game").sees(NO_GUESS)
    words = visitor.page.locator(".figures").inner_text().split()
    assert words[words.index("Actions") + 1] == str(table.match.moves + 1)  # the first cell was open
    assert words[words.index("Hints") + 1] == "0"
    assert {"3BV", "Efficiency", "Time"} <= set(words)
    told = [one.text() for one in answers if (first in one.url and one.status == 200) or "/boards" in one.url]
    _holds_no_secret(visitor, [json.loads(text) for text in told if text])


@pytest.mark.parametrize("middle", [False, True])
def test_a_click_on_a_number_flags_all_around_it_if_these_can_only_be_mines(
    server: LiveApi, visitors: Visitors, middle: bool
) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, "4x2-3-unsafe-b")
    table = Table(server, visitor, board)
    for moves, cell in enumerate((Cell(0, 0), Cell(1, 0)), 1):
        board.click(*cell)
        table.moved(moves)
    if middle:
        board.chord(0, 0, middle=True)
    else:
        board.click(0, 0)
    table.moved(3)
    assert table.is_flagged(Cell(0, 1))
    assert table.is_flagged(Cell(1, 1))
    assert visitor.page.get_by_text("Flagged 2 cells.").count()


def _holds_no_secret(visitor: Visitor, answers: list[Any]) -> None:
    """See that no frame and no answer before the end told where a mine is, or the seed from which that follows."""
    frames = [one for one in visitor.frames if one["type"] in ("view", "change")]
    assert len(frames) > 5
    assert answers
    last = next(place for place, one in enumerate(frames) if "opened every safe cell" in json.dumps(one))
    for one in [*frames[:last], *(one for one in answers if not one.get("outcome"))]:
        text = json.dumps(one)
        assert '"laid"' not in text
        assert "fern" not in text
        rows = one.get("match", one).get("view") or {}
        boards = [
            *rows.get("board", ()),
            *(part["value"] for part in one.get("patch", ()) if "/board/" in part["path"]),
        ]
        assert not set("".join(boards)) & set("B@*/")


def test_a_board_is_won_with_keys_alone_and_hints_are_counted(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, "6x5-4-noguess-moss")
    table = Table(server, visitor, board)
    keyboard = visitor.page.keyboard
    for _ in range(30):
        if visitor.page.evaluate("document.activeElement.getAttribute('role') === 'grid'"):
            break
        keyboard.press("Tab")
    mine = table.mines[0]
    board.walk(*mine)
    assert board.says == f"row {mine.row + 1}, column {mine.col + 1}: closed"
    keyboard.press("f")
    table.moved(1)
    assert table.is_flagged(mine)
    assert board.says.endswith(": flagged")
    keyboard.press("Enter")  # a flagged cell is not opened
    keyboard.press("1")
    visitor.sees("a closed cell is certainly safe")
    keyboard.press("3")
    visitor.sees("certainly safe, ")
    assert board.says.endswith(": flagged, risk 100 percent")
    keyboard.press("2")
    visitor.sees("is safe.")
    while not table.match.outcome:
        moves = table.match.moves
        board.walk(*table.next_safe())
        keyboard.press(" ")
        table.moved(moves + 1)
    heard = visitor.sees("You won!").page.locator("#voice").inner_text()
    assert "You won! Reason: opened every safe cell." in heard
    visitor.sees("A game with hints is not listed among the best times.")
    words = visitor.page.locator(".figures").inner_text().split()
    assert words[words.index("Hints") + 1] == "3"


def test_the_keys_do_what_the_help_says(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, NO_GUESS)
    table = Table(server, visitor, board)
    keyboard = visitor.page.keyboard
    board.reach()
    board.walk(4, 4)
    for key, place in (("W", (3, 4)), ("a", (3, 3)), ("J", (4, 3)), ("l", (4, 4)), ("Control+ArrowLeft", (4, 0))):
        keyboard.press(key)
        assert board.at == place, key
    for moves, key in enumerate(("f", "M", "Shift+Enter", "F"), 1):
        board.walk(*table.mines[0])
        keyboard.press(key)
        table.moved(moves)
        assert table.is_flagged(table.mines[0]) == bool(moves % 2), key
    board.walk(8 if board.at[0] < 4 else 0, 8)
    keyboard.press("2")
    visitor.sees("is safe.")
    told = visitor.page.locator(".hint-head").inner_text()
    assert eventually(lambda: told.startswith(f"Row {board.at[0] + 1}, column {board.at[1] + 1} is safe."))
    safe = Cell(*board.at)
    keyboard.press("Enter")
    table.moved(5)
    assert table.is_open(safe)
    shown = board.picture
    for key in ("+", "-"):
        keyboard.press(key)
        assert board.picture != shown, key
        shown = board.picture
    keyboard.press("?")
    visitor.sees("How to play Minesweeper").sees("go to one")


def test_hints_of_a_second_tab_count_for_the_match_that_is_won_in_the_first(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, "6x5-4-noguess-moss")
    table = Table(server, visitor, board)
    second = visitor.page.context.new_page()
    second.goto(visitor.page.url)
    second.get_by_role("button", name="Odds").click()
    second.get_by_text("1 hint in this game").wait_for()
    while not table.match.outcome:
        moves = table.match.moves
        board.click(*table.next_safe())
        table.moved(moves + 1)
    for page in (visitor.page, second):
        page.get_by_text("A game with hints is not listed among the best times.").wait_for()
        words = page.locator(".figures").inner_text().split()
        assert words[words.index("Hints") + 1] == "1"
        assert page.get_by_text("None yet.").is_visible()


def test_on_a_phone_a_long_press_flags_and_in_flag_mode_a_tap_does_and_nothing_is_fatal(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port, **PHONE)
    visitor.go("/").page.get_by_role("button", name="Play now Minesweeper", exact=True).tap()
    board = visitor.board("Minefield")
    table = Table(server, visitor, board)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    visitor.sees("Open any cell: the first one is no mine.")
    board.tap(4, 4)
    table.moved(1)
    one, other, *_ = table.mines
    board.hold(*one)
    table.moved(2)
    visitor.page.get_by_role("button", name="Flag", exact=True).tap()
    board.tap(*other)
    table.moved(3)
    visitor.sees("8 mines left")
    visitor.page.get_by_role("button", name="Open", exact=True).tap()
    board.tap(*one)
    board.tap(*other)
    assert table.is_flagged(one)
    assert table.is_flagged(other)
    assert not table.match.outcome
    assert table.match.moves == 3
    board.tap(*next(cell for cell in table.mines if cell not in (one, other)))
    visitor.sees("You lost.")
    visitor.page.get_by_role("button", name="Play again").tap()
    visitor.page.wait_for_url(lambda url: table.match.name not in url)
    visitor.sees("Open any cell")


def test_on_a_phone_no_hint_moves_the_board(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port, **PHONE)
    board = begin(visitor, "30x16-99-zero-fern")
    board.grid.focus()
    visitor.page.keyboard.press("Enter")
    visitor.sees("Opened")
    top = "(one) => one.getBoundingClientRect().top + scrollY"
    before = board.grid.evaluate(top)
    for name, said in (("Safe cell?", "o"), ("Show one", "row"), ("Odds", "certainly safe, ")):
        visitor.press(name).page.locator(".hint-head", has_text=said).wait_for()
        assert board.grid.evaluate(top) == before


def test_a_board_that_was_left_is_known_and_its_time_not_listed(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    left = begin(visitor, "6x5-4-noguess-left")
    left.click(*Table(server, visitor, left).next_safe())
    visitor.sees("Opened").press("Leave this game").press("Yes, leave").sees("Minesweeper")
    table = Table(server, visitor, begin(visitor, "6x5-4-noguess-left"))
    while not table.match.outcome:
        moves = table.match.moves
        table.board.click(*table.next_safe())
        table.moved(moves + 1)
    visitor.sees("You won!").sees("You have played this board before")


def test_hints_show_the_argument_and_the_odds_also_in_the_dark_and_axe_has_no_serious_finding(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port, color_scheme="dark")
    begin(visitor, "16x16-40-noguess-fern")
    told = ADVICE.give(server.match(visitor.match).view(0), "cell")
    plain = visitor.page.get_by_role("grid").screenshot()
    visitor.press("Safe cell?").sees("a closed cell is certainly safe")
    visitor.press("Show one").sees("numbers that prove it")
    for step in told["steps"]:
        visitor.sees(step["text"][1:])
    argued = visitor.page.get_by_role("grid").screenshot()
    assert visitor.axe() == []
    visitor.press("Odds").sees("100 % a mine").sees("3 hints in this game")
    heated = visitor.page.get_by_role("grid").screenshot()
    assert visitor.axe() == []
    assert len({plain, argued, heated}) == 3
    visitor.press("Hide").page.locator(".hint-box").wait_for(state="detached")


def test_jminesweeper_gives_the_same_hints(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/play/jminesweeper")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.board("Minefield")
    visitor.press("Odds").sees("percent on every closed cell")


def test_a_lost_board_without_a_guess_shows_its_proof_step_by_step_and_can_be_played_again(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, NO_GUESS)
    table = Table(server, visitor, board)
    mines, first = table.mines, visitor.match
    board.click(*mines[0])
    visitor.sees("You lost.").press("Show the proof").sees("Step 1 of")
    visitor.press("Next").sees("Step 2 of")
    slider = visitor.page.get_by_label("Step of the proof")
    slider.fill(slider.get_attribute("max") or "")
    visitor.sees("Everything is open, and nothing was guessed.")
    assert visitor.axe() == []
    visitor.press("Play it again")
    visitor.page.wait_for_url(lambda url: first not in url)
    assert eventually(lambda: Table(server, visitor, board).mines == mines)


def test_a_search_that_takes_long_tells_how_far_it_is_and_can_be_given_up(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    visitor.go("/play/classic?board=60x60-1080-noguess-fern")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.sees("Looking for a board without a guess")
    visitor.sees("boards tried in").press("Give up").sees("The search was given up.")
    assert eventually(lambda: not server.service.routes.helping.workshop._jobs)
    visitor.complaints.clear()  # the browser tells of the answer that was not waited for
    assert visitor.page.url.endswith("/play/classic?board=60x60-1080-noguess-fern")


def test_what_is_no_board_is_refused_in_a_sentence_and_the_board_of_the_day_is_the_same_for_all(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port, **PHONE).go("/play/classic?board=nothing")  # which is offered a smaller board
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.sees("That is no name of a board.")
    visitor.page.get_by_label("Which board").select_option("daily")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.board("Minefield")
    day = visitor.page.evaluate("new Date().toISOString().slice(0, 10).replaceAll('-', '.')")
    state: State = server.match(visitor.match).state
    assert str(boards.daily(*boards.DAILY, *map(int, day.split(".")))) == rules.board_of(state)


@pytest.mark.parametrize("name", ["16x16-40-zero-2026.11.19", "30x16-99-safe-fern", "9x8-10-zero-fern"])
def test_who_just_presses_enter_has_the_same_mines_as_in_the_terminal(
    server: LiveApi, visitors: Visitors, name: str
) -> None:
    cursor = wish.read({"board": name}, (2026, 11, 19)).first
    board = boards.read(name)
    visitor = visitors(server.port)
    table = Table(server, visitor, begin(visitor, name))
    table.board.reach()
    visitor.page.keyboard.press("Enter")
    table.moved(1)
    assert table.is_open(cursor)
    assert set(table.mines) == set(boards.lay(board, cursor))


SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.mark.parametrize("scrolled", [0, 120, 220])
@pytest.mark.parametrize("how", [SMALL_PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("name", ["16x16-40-zero-fern", NO_GUESS])
def test_the_board_stays_where_it_is_at_the_end_and_the_end_is_in_sight(
    server: LiveApi, visitors: Visitors, how: dict[str, Any], name: str, scrolled: int
) -> None:
    visitor = visitors(server.port, **how)
    board = begin(visitor, name)
    if "zero" in name:
        board.reach()
        visitor.page.keyboard.press("Enter")
        visitor.sees("Opened")
    visitor.page.evaluate("(so) => scrollTo(0, so)", scrolled)
    before, scroll = board.place, visitor.page.evaluate("scrollY")
    table = Table(server, visitor, board)
    mine = table.mines[len(table.mines) // 2]
    server.call(lambda: table.match.act(0, Reveal(mine), server.loop.time()))
    visitor.sees("You lost.").page.locator(".ending .figures").wait_for()
    assert (board.place, visitor.page.evaluate("scrollY")) == (before, scroll)
    seen = "(all) => all.map((one) => one.getBoundingClientRect()).some((at) => at.top >= 0 && at.bottom < innerHeight)"
    assert eventually(lambda: bool(visitor.page.locator(".status, .ending h2").evaluate_all(seen)))


@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (1366, 768), (1366, 650)])
def test_a_whole_board_is_seen_where_cells_need_be_only_a_little_smaller(
    server: LiveApi, visitors: Visitors, wide: int, high: int
) -> None:
    visitor = visitors(server.port, viewport={"width": wide, "height": high})
    for name in ("16x16-40-zero-fern", "30x16-99-zero-fern"):
        board = begin(visitor, name)
        _, top, width, height = board.place
        rows, cols = (int(board.grid.get_attribute(f"aria-{what}count") or 0) for what in ("row", "col"))
        size = (height - EDGE) / rows
        assert size == (width - EDGE) / cols  # none is cut
        assert 24 <= size <= 44
        assert visitor.page.locator(".grid-zoom").count() == 0
        assert top + height <= high or high < 700


@pytest.mark.parametrize("how", [SMALL_PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("seed", ["fern", "oak", "elm", "g"])
def test_the_reason_of_a_hint_is_read_beside_the_cells_that_it_speaks_of(
    server: LiveApi, visitors: Visitors, how: dict[str, Any], seed: str
) -> None:
    visitor = visitors(server.port, **how)
    board = begin(visitor, f"9x9-10-zero-{seed}" if how is SMALL_PHONE else f"16x16-40-zero-{seed}")
    board.reach()
    visitor.page.keyboard.press("Enter")
    visitor.sees("Opened")
    before = board.place
    view = server.match(visitor.match).view(0)
    told = ADVICE.give(view, "cell", Cell(view.rows // 2, view.columns // 2))  # near what was opened
    visitor.press("Show one").page.locator(".hint-head").wait_for()
    box = visitor.page.locator(".hint-box")
    shown = """(one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && one.scrollHeight <= one.clientHeight;
    }"""
    assert eventually(lambda: bool(box.evaluate(shown)))
    left, top, width, height = board.place
    assert [left, top, width, height] == before
    rows, cols = (int(board.grid.get_attribute(f"aria-{what}count") or 0) for what in ("row", "col"))
    for step in told["steps"]:
        assert step["text"][1:] in box.inner_text()
        for row, col in (*step["numbers"], *step["mines"], *step["safe"]):
            point = (
                left + EDGE + (col + 0.5) * (width - EDGE) / cols,
                top + EDGE + (row + 0.5) * (height - EDGE) / rows,
            )
            there = "([x, y]) => document.elementFromPoint(x, y)?.localName"
            assert visitor.page.evaluate(there, point) == "canvas"
    mines = any(step["mines"] for step in told["steps"])
    assert ("must be a mine" in box.inner_text()) is mines
    assert box.locator("ol").count() == (len(told["steps"]) > 1)  # a single reason has no number
    assert visitor.axe() == []
    visitor.press("Hide")
    box.wait_for(state="detached")


def test_a_game_that_was_begun_with_the_mouse_is_played_with_keys_and_the_first_one_shows_the_cursor(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, "9x9-10-safe-fern")
    table, keyboard = Table(server, visitor, board), visitor.page.keyboard
    keyboard.press("Enter")  # nobody has seen where the cursor is
    visitor.page.locator("[role=grid]:focus").wait_for()
    assert table.match.moves == 0
    assert visitor.page.evaluate("() => getComputedStyle(document.getElementById('main')).outlineStyle") == "none"
    keyboard.press("Enter")
    assert eventually(lambda: table.match.moves == 1)
    visitor.press("Flag")  # the button has the focus now
    keyboard.press("2")
    visitor.page.locator(".hint-box").wait_for()
    keyboard.press("ArrowDown")
    visitor.page.locator("[role=grid]:focus").wait_for()
    assert visitor.page.evaluate("() => scrollY") == 0


def test_a_board_becomes_no_smaller_than_where_it_is_seen_as_a_whole(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, "9x9-10-safe-fern")
    board.reach()
    before = board.grid.screenshot()
    for _ in range(6):
        visitor.page.keyboard.press("-")
    assert board.grid.screenshot() == before


def test_while_a_hint_is_thought_of_the_old_one_is_gone_and_escape_hides_it(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, NO_GUESS)
    visitor.press("Safe cell?").sees("Yes: a closed cell is certainly safe.")
    held: list[Route] = []
    visitor.page.route("**/hint?*", lambda route: held.append(route))
    visitor.press("Show one").sees("Thinking…").page.get_by_text(re.compile(r"Thinking… \d+ s")).wait_for()
    assert visitor.page.get_by_text("Yes: a closed cell").count() == 0
    held[0].continue_()
    visitor.sees("is safe.")
    assert visitor.page.get_by_text("Thinking…").count() == 0
    board.reach()
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".hint-box").wait_for(state="detached")


def test_on_a_small_phone_the_board_begins_high_and_the_clock_stands_beside_many_mines(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port, **SMALL_PHONE)
    board = begin(visitor, "255x255-9000-zero-fern")
    assert board.place[1] < 280
    tops = {visitor.page.locator(one).bounding_box()["y"] // 20 for one in (".segmented", ".stopwatch")}  # type: ignore[index]
    assert len(tops) == 1
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    visitor.press("How it is played").sees("How to play Minesweeper")


def test_a_named_board_has_no_size_to_choose_and_a_number_that_is_missing_is_asked_for(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = visitors(server.port).go(f"/play/classic?board={NO_GUESS}").sees("Its name")
    size = visitor.page.get_by_role("button", name="Expert")
    assert size.count() == 0
    visitor.page.get_by_label("Which board").select_option("new")
    size.click()
    columns = visitor.page.get_by_label("Columns")
    columns.fill("")
    visitor.page.get_by_label("Rows").fill("300")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.sees("Columns: a whole number from 1 to 255 is needed. Rows: a whole number from 1 to 255 is needed.")
    assert columns.input_value() == ""
    assert "/m/" not in visitor.page.url
    columns.fill("12")
    visitor.page.get_by_label("Rows").fill("9")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    state: State = server.match(visitor.match).state
    assert (state.options.columns, state.options.rows) == (12, 9)


def test_a_vast_board_is_moved_zoomed_and_hinted_at(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    board = begin(visitor, "255x255-6500-zero-fern")
    board.grid.focus()
    for key in ("Control+End", "Control+ArrowLeft", "+", "-", "0", "+"):
        visitor.page.keyboard.press(key)
    assert board.at == (254, 244)
    visitor.page.keyboard.press("Enter")
    visitor.sees("Opened")
    visitor.press("Show one").sees("is safe.")
    visitor.press("Odds").sees("certainly safe, ")
    visitor.press("Show one").sees("is safe.").press("The whole map")
    small = board.grid.screenshot()
    visitor.press("Show one").press("Show one").sees("is safe.")
    assert eventually(lambda: board.grid.screenshot() != small)  # what it shows would be a speck there
    visitor.press("The whole map").press("Larger").press("Larger")
    board.grid.hover()
    before = board.grid.screenshot()
    visitor.page.mouse.wheel(0, -900)
    assert eventually(lambda: board.grid.screenshot() != before)
