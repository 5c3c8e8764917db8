"""Minesweeper Alpha in a real browser: the terminal shows what the program writes, character by character."""

import subprocess
import sys
from pathlib import Path

from support.browser import Visitor, Visitors
from support.liveapi import LiveApi

SEED = "5 5\n2\n0 0\n4 4\n"
LINES = ["help", "r 1 1", "bogus", "reveal 9 9", "nofog", "m 0 0", "m 4 4"]
SAFE = [f"r {row} {col}" for row in range(5) for col in range(5) if (row, col) not in ((0, 0), (4, 4))]


def seeded(visitor: Visitor, seed: str = SEED) -> Visitor:
    """Play on a board of one's own."""
    visitor.go("/play/alpha").page.get_by_label("A seed file of your own", exact=False).first.fill(seed)
    return visitor.press("Play")


def enter(visitor: Visitor, *lines: str) -> None:
    """Type lines, each as soon as the one before was answered."""
    command, typed = visitor.page.get_by_role("textbox", name="Command"), visitor.page.locator(".term-input")
    for line in lines:
        visitor.page.locator(".terminal input:not([readonly])").wait_for()
        count = typed.count()
        command.fill(line)
        command.press("Enter")
        typed.nth(count).wait_for()


def screen(visitor: Visitor) -> str:
    """Read what is on the screen."""
    found = visitor.page.locator(".terminal pre").text_content()
    assert found is not None
    return found


def written(folder: Path, lines: list[str]) -> str:
    """Let the program write, both streams to the same place, as a terminal does."""
    (folder / "seed.txt").write_text(SEED)
    done = subprocess.run(
        [Path(sys.executable).with_name("minesweeper-alpha"), folder / "seed.txt"],
        input="".join(f"{line}\n" for line in lines).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode()


def spans(visitor: Visitor, which: str) -> str:
    """Read parts of the screen."""
    return "".join(visitor.page.locator(f".terminal pre span{which}").all_text_contents())


def test_a_game_is_won_and_the_screen_is_that_of_the_program(
    server: LiveApi, visitors: Visitors, tmp_path: Path
) -> None:
    visitor = seeded(visitors(server.port))
    lines = [*LINES, *SAFE]
    enter(visitor, *lines[:5])
    visitor.page.reload()  # all that was said is still there
    visitor.page.get_by_role("textbox", name="Command").wait_for()
    enter(visitor, *lines[5:])
    visitor.sees("You won!").sees("exit status 0")
    assert spans(visitor, ":not(.term-input)") == written(tmp_path, lines)
    assert spans(visitor, ".term-input") == "".join(f"{line}\n" for line in lines)
    assert visitor.axe() == []
    assert visitor.page.get_by_text("The seed file of this board").is_visible()
    assert visitor.page.locator(".seed pre").text_content() == SEED


def test_a_malformed_seed_file_is_refused_in_the_words_of_the_program(server: LiveApi, visitors: Visitors) -> None:
    visitor = seeded(visitors(server.port), "5 5 1 7 7")
    visitor.sees("Seed File Malformed Error: the row of mine 1 is 7: from 0 to 4 are possible")
    visitor.complaints.clear()  # a browser tells of every answer that is no success


def test_lines_come_back_with_the_arrows_and_buttons_type_on_a_phone(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    visitor.go("/").press("Play now Minesweeper Alpha")
    page, command = visitor.page, visitor.page.get_by_role("textbox", name="Command")
    command.wait_for()
    enter(visitor, "mark 1 1", "guess 2 2")
    for key, line in (("ArrowUp", "guess 2 2"), ("ArrowUp", "mark 1 1"), ("ArrowDown", "guess 2 2"), ("ArrowDown", "")):
        command.press(key)
        assert command.input_value() == line
    page.get_by_role("button", name="reveal").tap()
    assert command.input_value() == "reveal "
    page.get_by_role("button", name="quit").tap()
    visitor.sees("Quitting the game...").sees("exit status 0")


def test_whoever_watches_sees_the_board_and_no_mine(server: LiveApi, visitors: Visitors) -> None:
    visitor = seeded(visitors(server.port))
    enter(visitor, "r 1 1", "nofog")
    watcher = visitors(server.port).go(f"/m/{visitor.match}")
    watcher.sees("Rounds Completed: 2")
    assert " 1 |   | 1 |   |   |   |\n" in screen(watcher)
    assert "<" not in screen(watcher)
    enter(visitor, "r 0 0")
    watcher.page.get_by_text("<").first.wait_for()
    assert " 0 |< >|" in screen(watcher)


def test_two_tabs_at_one_seat_show_the_same_terminal(server: LiveApi, visitors: Visitors) -> None:
    one = seeded(visitors(server.port))
    enter(one, "r 1 1")
    two = visitors.beside(one.page.context, server.port).go(f"/m/{one.match}").sees("Rounds Completed: 1")
    enter(one, "bogus")  # no round: nothing changes on the board
    two.page.locator(".term-input").nth(1).wait_for()
    assert screen(two) == screen(one)
    enter(two, "m 0 0")
    one.page.locator(".term-input").nth(2).wait_for()
    assert screen(two) == screen(one)
