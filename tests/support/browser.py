"""A real browser: one Chromium for all tests, a window of its own for each visitor, and hands for boards."""

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import page_parts
import pytest
import system_programs
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    WebSocket,
    sync_playwright,
)
from support.missing import missing

#: Where numbers stand beside a board; grid.js has the same.
EDGE = 22
#: A finger that stays for so long is meant to be held; grid.js waits a little less.
HOLD_MS = 500
#: Nothing that a page does takes longer here, in milliseconds.
PATIENCE_MS = 60_000


def chromium_path() -> Path | None:
    """Find the browser: FOGFIELD_CHROMIUM says which, else it is the system's."""
    told = os.environ.get("FOGFIELD_CHROMIUM")
    return Path(told) if told else system_programs.find("chromium")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    path = chromium_path()
    if path is None or not path.exists():
        missing("needs Chromium, e.g. from: sudo apt-get install chromium; FOGFIELD_CHROMIUM may say where it is")
    if not page_parts.STAMP.exists():
        missing("needs the parts of the page: python tools/page_parts.py --dev")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Somebody with a browser of his own: a page, what it complained of, and what its sockets were told."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    frames: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._listen)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def go(self, path: str) -> "Visitor":
        """Open an address of the page."""
        self.page.goto(self.base + path)
        return self

    def press(self, name: str) -> "Visitor":
        """Press the button of this name."""
        self.page.get_by_role("button", name=name).first.click()
        return self

    def sees(self, text: str) -> "Visitor":
        """Wait until this text is on the page."""
        self.page.get_by_text(text).first.wait_for()
        return self

    def hears(self, true: Callable[[], bool], what: str) -> "Visitor":
        """Wait until the browser was told something; it is listened to meanwhile."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not true():
            assert time.monotonic() < end, f"it was never told {what}"
            self.page.wait_for_timeout(20)
        return self

    def reach(self, name: str) -> "Visitor":
        """Go to the button of this name with the Tab key alone."""
        button = self.page.get_by_role("button", name=name)
        button.wait_for()
        tab_to(self.page, button)
        return self

    def answered(self) -> "Visitor":
        """Wait until nothing is on its way to the server: what the page shows then is what came after it."""
        self.page.locator(".match[data-busy=false]").wait_for()
        return self

    @property
    def match(self) -> str:
        """The name of the match that the page shows."""
        self.page.wait_for_url("**/m/*")
        return self.page.url.partition("/m/")[2].partition("?")[0]

    @property
    def seat(self) -> int | None:
        """The seat that this browser has at its match."""
        found: int | None = self.page.evaluate(
            "(name) => fetch(`/api/matches/${name}`).then((answer) => answer.json()).then((match) => match.seat)",
            self.match,
        )
        return found

    def board(self, name: str) -> "Board":
        """Give a board by its name."""
        found = self.page.get_by_role("grid", name=name)
        found.wait_for()
        return Board(self.page, found)

    def axe(self, *rules: str) -> list[str]:
        """Let axe look at the page, by all rules or some; gives what is serious."""
        # What moves would be judged half seen.
        self.page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        self.page.evaluate((page_parts.MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
        only = {"runOnly": list(rules)} if rules else {}
        found = self.page.evaluate("(how) => axe.run(document, how)", {"resultTypes": ["violations"], **only})
        bad = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes']]}" for one in bad]


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until something has the focus, as somebody without a mouse does."""
    for _ in range(60):
        if goal.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")


@dataclass
class Board:
    """A board of the page, used with a mouse, a finger or keys."""

    page: Page
    grid: Locator

    def _box(self) -> FloatRect:
        self.grid.scroll_into_view_if_needed()
        box = self.grid.locator("canvas").bounding_box()
        assert box is not None
        return box

    def _point(self, row: int, col: int) -> tuple[float, float]:
        box = self._box()
        rows, cols = (int(self.grid.get_attribute(f"aria-{what}count") or 0) for what in ("row", "col"))
        wide, high = (box["width"] - EDGE) / cols, (box["height"] - EDGE) / rows
        return box["x"] + EDGE + (col + 0.5) * wide, box["y"] + EDGE + (row + 0.5) * high

    def click(self, row: int, col: int, *, right: bool = False) -> None:
        """Click on a cell."""
        self.page.mouse.click(*self._point(row, col), button="right" if right else "left")

    def chord(self, row: int, col: int, *, middle: bool) -> None:
        """Press the middle button on a cell, or both others."""
        self.page.mouse.move(*self._point(row, col))
        buttons = ["middle"] if middle else ["left", "right"]
        for button in buttons:
            self.page.mouse.down(button=button)  # type: ignore[arg-type]
        for button in buttons:
            self.page.mouse.up(button=button)  # type: ignore[arg-type]

    def hold(self, row: int, col: int) -> None:
        """Hold a finger on a cell until that counts as a long press."""
        x, y = self._point(row, col)
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.page.wait_for_timeout(HOLD_MS)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def drag(self, start: tuple[int, int], goal: tuple[int, int]) -> None:
        """Take what is on one cell to another, with the mouse."""
        self.page.mouse.move(*self._point(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self._point(*goal), steps=6)
        self.page.mouse.up()

    def slide(self, start: tuple[int, int], goal: tuple[int, int]) -> None:
        """Take what is on one cell to another, with a finger."""
        (x, y), (to_x, to_y) = self._point(*start), self._point(*goal)
        touch = self.page.context.new_cdp_session(self.page)
        for kind, part in (("touchStart", 0), *(("touchMove", step / 6) for step in range(1, 7))):
            at = [{"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def tap(self, row: int, col: int) -> None:
        """Touch a cell."""
        self.page.touchscreen.tap(*self._point(row, col))

    def tap_at(self, right: float, down: float) -> None:
        """Touch a place of the board, wherever cells are: from 0 to 1, from its left and upper edges."""
        box = self._box()
        self.page.touchscreen.tap(box["x"] + right * box["width"], box["y"] + down * box["height"])

    @contextlib.contextmanager
    def fingers(self, *cells: tuple[int, int]) -> Iterator[None]:
        """Hold fingers on cells for a while."""
        touch = self.page.context.new_cdp_session(self.page)
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(self._point(*cell) for cell in cells)]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        yield
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def pinch(self, start: float, end: float) -> None:
        """Move two fingers apart, or together: so far from the middle of the board, in parts of its width."""
        box = self._box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch = self.page.context.new_cdp_session(self.page)
        for kind, part in (("touchStart", 0.0), *(("touchMove", step / 6) for step in range(1, 7))):
            far = (start + (end - start) * part) * box["width"] * 0.9
            points = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def reach(self) -> None:
        """Come to the board with the Tab key alone."""
        tab_to(self.page, self.grid)

    @property
    def place(self) -> list[float]:
        """Where the board is in the window, and how large."""
        found: list[float] = self.grid.locator("canvas").evaluate(
            "(one) => ['left', 'top', 'width', 'height'].map((side) => one.getBoundingClientRect()[side])"
        )
        return found

    @property
    def at(self) -> tuple[int, int]:
        """Where the cursor of the keyboard is."""
        cell = self.grid.locator("[role=gridcell]")
        row = self.grid.locator("[role=row]").get_attribute("aria-rowindex")
        return int(row or 0) - 1, int(cell.get_attribute("aria-colindex") or 0) - 1

    @property
    def picture(self) -> str:
        """What is drawn, once it is: the same picture is the same text."""
        frame = "await new Promise(requestAnimationFrame)"
        found: str = self.grid.locator("canvas").evaluate(
            f"async (one) => {{{frame}; {frame}; return one.toDataURL()}}"
        )
        return found

    @property
    def says(self) -> str:
        """What a screen reader is told of the cell under the cursor."""
        return " ".join(self.grid.locator("[role=gridcell]").inner_text().split())

    def walk(self, row: int, col: int) -> None:
        """Go to a cell with the arrows; the board must have the focus."""
        at = self.at
        keys = ["ArrowDown" if row > at[0] else "ArrowUp"] * abs(row - at[0])
        keys += ["ArrowRight" if col > at[1] else "ArrowLeft"] * abs(col - at[1])
        for key in keys:
            self.page.keyboard.press(key)
        self.grid.locator(f"[role=gridcell][id$='-{row}-{col}']").wait_for(state="attached")


@dataclass
class Visitors:
    """Everybody who comes in one test. At its end nobody has anything to complain of."""

    chromium: Browser
    contexts: list[BrowserContext] = field(default_factory=list)
    all: list[Visitor] = field(default_factory=list)

    def __call__(self, port: int, **how: Any) -> Visitor:
        """Let somebody come."""
        context = self.chromium.new_context(**{"viewport": {"width": 1180, "height": 860}, **how})
        self.contexts.append(context)
        return self.beside(context, port)

    def beside(self, context: BrowserContext, port: int) -> Visitor:
        """Open another tab of a browser that is there."""
        self.all.append(Visitor(context.new_page(), f"http://127.0.0.1:{port}"))
        return self.all[-1]


@pytest.fixture
def visitors(chromium: Browser) -> Iterator[Visitors]:
    """Browsers for one test."""
    found = Visitors(chromium)
    try:
        yield found
    finally:
        for context in found.contexts:
            context.close()
    complaints = [text for one in found.all for text in one.complaints]
    assert not complaints, complaints
    strange = [url for one in found.all for url in one.requests if not url.startswith((one.base, "data:"))]
    assert not strange, "the page asks for nothing but its own server"
