"""Take the pictures of the page: `make screenshots`. Real games in a real browser, against a server in this process.

Each function below takes one picture or a few; boards differ from run to run, since chance does.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from support.browser import Visitor, Visitors, chromium_path
from support.liveapi import LiveApi, live_api
from support.wait import eventually

from fogfield.core.grid import Cell
from fogfield.games.classic import ADVICE
from fogfield.games.classic.rules import Mark

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "img"
WIDE = {"viewport": {"width": 1180, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


class Studio:
    """A server with games on it, and somebody with a camera."""

    def __init__(self, server: LiveApi, chromium: Browser, folder: Path) -> None:
        self.server = server
        self.visitors = Visitors(chromium)
        self._folder = folder

    def come(self, path: str, *, dark: bool = False, **how: Any) -> Visitor:
        """Let somebody open an address."""
        return self.visitors(self.server.port, color_scheme="dark" if dark else "light", **(how or WIDE)).go(path)

    def take(self, visitor: Visitor, name: str, *, full: bool = False) -> None:
        """Take a picture when everything stands still."""
        visitor.page.mouse.move(2, 400)
        visitor.page.evaluate("document.activeElement?.blur()")
        visitor.page.wait_for_timeout(900)
        visitor.page.screenshot(path=self._folder / f"page-{name}.png", full_page=full)
        print(f"docs/img/page-{name}.png")


def lobby(studio: Studio) -> None:
    """Show the lobby, with somebody who waits and somebody who plays."""
    for name, wish in (("Mira", {"game": "battleship"}), ("Jon", {"game": "battleship", "opponent": "bot"})):
        studio.server.client().sit(name=name, **wish)
    three: dict[str, dict[str, Any]] = {"lobby": {}, "lobby-dark": {"dark": True}, "lobby-phone": PHONE}
    for name, more in three.items():
        visitor = studio.come("/", **more)
        visitor.sees("Mira waits")
        studio.take(visitor, name, full=name == "lobby")


def choosing(studio: Studio) -> None:
    """Show a game as somebody wants it."""
    visitor = studio.come("/play/battleship").sees("You get a link to send")
    studio.take(visitor, "new")


def jminesweeper(studio: Studio) -> None:
    """Show a field half open, the same on a phone, and the widest one."""
    both: dict[str, dict[str, Any]] = {"jminesweeper": {}, "jminesweeper-phone": PHONE}
    for name, more in both.items():
        visitor = studio.come("/", **more)
        visitor.press("Play now JMinesweeper")
        board = visitor.board("Minefield")
        state = studio.server.match(visitor.match).state
        bombs = list(state.field.cells(state.bombs))
        zero = _far_from(bombs, state.options.rows, state.options.columns)
        visitor.page.wait_for_timeout(300)
        board.click(*zero)
        visitor.sees("Opened")
        for bomb in bombs[: len(bombs) // 2]:
            board.click(*bomb, right=True)
        studio.take(visitor, name)
    visitor = studio.come("/play/jminesweeper", dark=True).press("Vast").press("Play")
    board = visitor.board("Minefield")
    board.grid.focus()
    state = studio.server.match(visitor.match).state
    near = [one for one in state.field.cells(state.bombs) if max(abs(one.row - 127), abs(one.col - 127)) < 12]
    row, col = _far_from([one._replace(row=one.row - 120, col=one.col - 120) for one in near], 14, 14)
    board.walk(row + 120, col + 120)
    visitor.page.keyboard.press("Enter")
    visitor.sees("Opened")
    studio.take(visitor, "vast-dark")


def classic(studio: Studio) -> None:
    """Show a game half won with the reason of a hint, the odds, the same on a phone, and the proof after the end."""
    expert = {"columns": 30, "rows": 16, "mines": 99, "start": "noguess", "seed": "fogfield"}
    three: dict[str, dict[str, Any]] = {"classic": {}, "classic-odds": {"dark": True}, "classic-phone": PHONE}
    for name, more in three.items():
        visitor = studio.come("/", **more)
        small = {"columns": 9, "rows": 12, "mines": 18} if more is PHONE else {}
        _play(studio, visitor, {**expert, **small}, rounds=9 if small else 34)
        visitor.page.get_by_role("button", name="Odds" if "odds" in name else "Show one").click()
        visitor.page.locator(".hint-box").wait_for()
        studio.take(visitor, name)
        if name == "classic":
            _play(studio, visitor, None, rounds=400)
            visitor.sees("You won!")
            studio.take(visitor, "classic-won")
            visitor.press("Show the proof").sees("Step 1 of")
            visitor.page.get_by_label("Step of the proof").fill("64")
            studio.take(visitor, "classic-proof", full=True)


def _play(studio: Studio, visitor: Visitor, options: dict[str, Any] | None, rounds: int) -> None:
    """Begin a game, and play it as far as so many arguments lead."""
    if options:
        visitor.page.evaluate(
            """async (options) => {
                const headers = { "x-fogfield-page": "1", "content-type": "application/json" };
                const body = JSON.stringify({ game: "classic", options });
                const seated = await (await fetch("/api/matches", { method: "POST", headers, body })).json();
                location.href = `/m/${seated.match}`;
            }""",
            options,
        )
    board = visitor.board("Minefield")
    match = studio.server.match(visitor.match)
    for _ in range(rounds):
        if match.outcome:
            return
        told = studio.server.call(lambda: ADVICE.give(match.view(0), "cell"))
        row, col = told["cell"]
        done = match.moves + 1
        board.click(row, col)
        assert eventually(partial(_has_moved, match, done))
        for step in told["steps"] if options else ():
            for mine in (Cell(*cell) for cell in step["mines"]):
                if match.view(0).faces[mine.row][mine.col] in b"?":
                    studio.server.call(partial(match.act, 0, Mark(mine), studio.server.loop.time()))


def _has_moved(match: Any, moves: int) -> bool:
    return bool(match.moves >= moves)


def _far_from(bombs: list[Any], rows: int, cols: int) -> tuple[int, int]:
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    return max(cells, key=lambda cell: min(max(abs(cell[0] - one.row), abs(cell[1] - one.col)) for one in bombs))


def battleship(studio: Studio) -> None:
    """Show a battle in the middle, its end, and its replay."""
    visitor = studio.come("/play/battleship")
    visitor.page.get_by_label("Your name").fill("Mira")
    visitor.press("Play").board("Your waters")
    visitor.press("Anywhere").press("Ready").sees("Your turn")
    match = studio.server.match(visitor.match)
    me = visitor.seat
    rng = Random(4)
    boats = [cell for cell, char in enumerate(match.state.grids[1 - (me or 0)]) if char == "O"]
    water = rng.sample([cell for cell in range(16) if cell not in boats], 4)
    for number, cell in enumerate([water[0], boats[0], water[1], water[2], boats[1], water[3], boats[2]]):
        if match.outcome:
            break
        visitor.answered().sees("Your turn")
        visitor.board("Enemy waters").click(cell // 4, cell % 4)
        assert eventually(lambda: bool(match.outcome) or me in match.game.to_act(match.state))
        if number == 4:
            studio.take(visitor, "battleship")
    visitor.sees("Reason: sank every boat.")
    studio.take(visitor, "ending")
    visitor.go(f"/m/{visitor.match}?move=8").sees("move 8 of")
    studio.take(visitor, "replay")


def planefight(studio: Studio) -> None:
    """Show a battle in the sky, with notes."""
    visitor = studio.come("/play/planefight").press("Play")
    visitor.board("Your field")
    visitor.press("Anywhere").press("Ready").sees("Your turn")
    board = visitor.board("Enemy field")
    for number, (row, col) in enumerate([(2, 3), (4, 5), (6, 2), (1, 7), (7, 7), (3, 8)], 1):
        board.click(row, col)
        visitor.sees(f"You attacked row {row + 1}, column {col + 1}").sees("Your turn")
        if number == 3:
            board.click(9, 9, right=True)
    visitor.press("Sketch a plane")
    board.click(4, 4)
    visitor.press("Attack")
    studio.take(visitor, "planefight")


def treasurehunt(studio: Studio) -> None:
    """Show a half map that breaks rules, and a bot that hunts."""
    visitor = studio.come("/play/treasurehunt").press("Play")
    board = visitor.board("Your half of the map")
    visitor.page.get_by_role("button", name="Water", exact=True).click()
    board.drag((0, 1), (0, 7))
    studio.take(visitor, "treasurehunt-half")
    visitor.press("Generate").page.get_by_role("combobox", name="Bot").select_option("expert")
    visitor.press("Let it play").board("The map")
    visitor.sees("Figures are where they are shown")
    studio.take(visitor, "treasurehunt")


def belief(studio: Studio) -> None:
    """Show what a bot would have believed, in a replay."""
    client = studio.server.client().sit(game="planefight", name="Mira", seat=0, opponent="bot")
    client.ask("POST", f"/api/matches/{client.match}/seats/me/bot", {"pace_ms": 0})
    client.wait(lambda seen: seen["status"] == "over", 2000)
    _, frames = client.ask("GET", f"/api/matches/{client.match}/frames?count=1")
    visitor = studio.come(f"/m/{client.match}?move={frames['last'] // 2}&belief=0")
    visitor.sees("How likely").sees("Ways in which the planes can lie, on a log scale")
    studio.take(visitor, "belief", full=True)


def alpha(studio: Studio) -> None:
    """Show the terminal."""
    visitor = studio.come("/play/alpha").press("Small").press("Play")
    command = visitor.page.get_by_role("textbox", name="Command")
    for number, line in enumerate(["help", "mark 0 0", "guess 1 3", "open 2 2"], 1):
        visitor.page.locator(".terminal input:not([readonly])").wait_for()
        command.fill(line)
        command.press("Enter")
        visitor.page.locator(".term-input").nth(number - 1).wait_for()
    studio.take(visitor, "alpha")


SHOTS: tuple[Callable[[Studio], None], ...] = (
    lobby, choosing, classic, jminesweeper, battleship, planefight, treasurehunt, belief, alpha,
)  # fmt: skip


def main() -> None:
    """Take all pictures, or those that are named."""
    path = chromium_path()
    if path is None:
        sys.exit("no Chromium is here; install it, e.g. with: sudo apt-get install chromium")
    PICTURES.mkdir(exist_ok=True)
    os.environ.pop("DISPLAY", None)
    wanted = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for shot in SHOTS:
            if not wanted or shot.__name__ in wanted:
                with live_api() as server:
                    studio = Studio(server, browser, PICTURES)
                    shot(studio)
                    for context in studio.visitors.contexts:
                        context.close()
        browser.close()


if __name__ == "__main__":
    main()
