"""The page in a real browser: what its first view costs, and how 255x255 cells move, beside an empty page."""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright
from support.browser import chromium_path
from support.liveapi import LiveApi, live_api

from bench.report import Bar, quantile

ROUNDS = 5
FRAMES = 240
VAST = {"game": "jminesweeper", "options": {"columns": 255, "rows": 255, "level": 1}}
#: Ask for one frame after the other, and do something before each; gives how long each took, in milliseconds.
_FRAMES = """async (count) => {
    const canvas = document.querySelector(".grid-board canvas");
    const box = canvas?.getBoundingClientRect();
    const times = [];
    let last = performance.now();
    for (let frame = 0; frame < count; frame++) {
        const way = Math.floor(frame / 60) % 2 ? -1 : 1;
        const at = { clientX: box?.left + 99, clientY: box?.top + 99, cancelable: true };
        canvas?.dispatchEvent(new WheelEvent("wheel", { deltaX: 23 * way, deltaY: 37 * way, ...at }));
        await new Promise(requestAnimationFrame);
        times.push(performance.now() - last);
        last = performance.now();
    }
    return times;
}"""


@contextmanager
def opened(server: LiveApi) -> Iterator[tuple[Page, CDPSession]]:
    """Open a browser that has seen nothing yet."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        page = browser.new_context(
            viewport={"width": 1280, "height": 900}, base_url=f"http://127.0.0.1:{server.port}"
        ).new_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Performance.enable")
        yield page, session
        browser.close()


def first_view(path: str, ready: str) -> dict[str, Any]:
    """Load a page into an empty browser; give what came, and how long it took until something is seen."""
    sizes, waits = list[list[float]](), list[float]()
    with live_api() as server:
        for _ in range(ROUNDS):
            with opened(server) as (page, session):
                came: list[float] = []
                session.on("Network.loadingFinished", lambda event, to=came: to.append(event["encodedDataLength"]))
                page.goto(path)
                page.locator(ready).first.wait_for()
                waits.append(page.evaluate("performance.now()"))
                page.wait_for_load_state("networkidle")
                sizes.append(came)
    return {
        "page": path,
        "requests": len(sizes[0]),
        "bytes": sum(sizes[0]),
        "ms until it is seen": statistics.median(waits),
    }


def vast() -> dict[str, Any]:
    """Move and mark on a board of 255x255; frames beside those of an empty page, in the same browser."""
    with live_api() as server, opened(server) as (page, session):
        page.goto("/healthz")
        empty = page.evaluate(_FRAMES, FRAMES)
        page.goto("/")
        match = page.evaluate(
            """(wish) => fetch("/api/matches", {method: "POST", body: JSON.stringify(wish),
                headers: {"content-type": "application/json", "x-fogfield-page": "1"}})
                .then((answer) => answer.json())""",
            VAST,
        )["match"]
        page.goto(f"/m/{match}")
        page.get_by_role("grid").focus()
        page.keyboard.press("Control+Home")
        scripts = [_script_ms(page, session, "f", f"{(number + 1) % 2} of 3252") for number in range(2 * ROUNDS)]
        frames = page.evaluate(_FRAMES, FRAMES)
    return {
        "script ms for a move": statistics.median(scripts),
        "ms a frame, moving": statistics.mean(frames),
        "ms a frame, empty": statistics.mean(empty),
        "p95 moving": quantile(frames, 0.95),
        "p95 empty": quantile(empty, 0.95),
        "frames / empty": statistics.mean(empty) / statistics.mean(frames),
    }


def _script_ms(page: Page, session: CDPSession, key: str, then: str) -> float:
    """Give how long scripts run for a key, until a text is there and everything is drawn."""
    before = _spent(session)
    page.keyboard.press(key)
    page.get_by_text(then).wait_for()
    page.wait_for_timeout(400)  # fog that lifts is drawn, too
    return _spent(session) - before


def _spent(session: CDPSession) -> float:
    found = session.send("Performance.getMetrics")["metrics"]
    return 1000.0 * next(float(one["value"]) for one in found if one["name"] == "ScriptDuration")


def bars(tables: dict[str, list[dict[str, Any]]]) -> list[Bar]:
    """Give what is promised: a light first view, and the speed of the screen."""
    (lobby, *_), (board,) = tables["first view"], tables["vast board"]
    return [
        Bar("bytes of the first view", lobby["bytes"], most=150_000),
        Bar(
            "255x255: frames in a second while it is moved / those of an empty page", board["frames / empty"], least=0.9
        ),
        Bar("255x255: script ms for a move", board["script ms for a move"], most=16.7),
    ]
