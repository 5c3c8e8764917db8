"""How the page behaves towards people: still if they want it, silent, in order when network or attention are gone."""

from typing import Any

import pytest
from support.browser import Visitor, Visitors
from support.liveapi import LiveApi
from support.wait import eventually

#: Counts the pictures of the board from the moment at which it is shown anew, until all that moves has come to rest.
WATCH = """
() => {
    const canvas = document.querySelector("[role=grid] canvas");
    globalThis.rested = new Promise((done) => {
        new PerformanceObserver((list, observer) => {
            observer.disconnect();
            const pictures = new Set();
            const until = performance.now() + 700;
            const moving = document.getAnimations().length;
            const look = () => {
                pictures.add(canvas.toDataURL());
                if (performance.now() < until) requestAnimationFrame(look);
                else done({pictures: pictures.size, moving});
            };
            requestAnimationFrame(look);
        }).observe({type: "measure"});
    });
}
"""
#: A busy machine may draw in two steps what it could draw in one; what moves needs many.
FEW = 3
COUNT_AUDIO = """
globalThis.heard = 0;
globalThis.AudioContext = class extends AudioContext {
    createOscillator() { globalThis.heard += 1; return super.createOscillator(); }
};
"""


def minefield(visitor: Visitor) -> Visitor:
    visitor.go("/play/jminesweeper").press("Small").press("Play").board("Minefield")
    return visitor


def opened(server: LiveApi, visitor: Visitor) -> dict[str, Any]:
    """Open a cell that is safe, and say whether anything moved then."""
    state = server.match(visitor.match).state
    safe = next(cell for cell in state.field.cells(~state.bombs & ((1 << 81) - 1)))
    visitor.page.evaluate(WATCH)
    visitor.board("Minefield").click(*safe)
    found: dict[str, Any] = visitor.page.evaluate("globalThis.rested")
    return found


@pytest.mark.parametrize(("wish", "still"), [("reduce", True), ("no-preference", False)])
def test_nothing_moves_for_those_who_want_that_and_fog_lifts_for_others(
    server: LiveApi, visitors: Visitors, wish: str, still: bool
) -> None:
    visitor = minefield(visitors(server.port, reduced_motion=wish))
    found = opened(server, visitor)
    assert (found["pictures"] <= FEW) is still
    transitions = "getComputedStyle(document.querySelector('.button-quiet')).transitionDuration"
    assert (visitor.page.evaluate(transitions) in ("0s", "")) is still
    visitor.press("Leave this game")
    if still:
        assert found["moving"] == 0


def test_nothing_sounds_before_somebody_switches_it_on(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    visitor.page.add_init_script(COUNT_AUDIO)
    board = minefield(visitor).board("Minefield")
    button = visitor.page.get_by_role("button", name="Sounds")
    assert button.get_attribute("aria-pressed") == "false"
    board.click(0, 0, right=True)
    visitor.sees("1 of")
    assert visitor.page.evaluate("heard") == 0
    button.click()
    board.click(0, 0, right=True)
    visitor.sees("0 of")
    assert visitor.page.evaluate("heard") > 0
    visitor.page.reload()
    visitor.board("Minefield")
    assert button.get_attribute("aria-pressed") == "true"


def test_a_network_that_is_gone_is_told_and_the_same_seat_found_when_it_is_back(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = minefield(visitors(server.port))
    board = visitor.board("Minefield")
    board.click(0, 0, right=True)
    visitor.sees("1 of")
    visitor.page.context.set_offline(True)
    visitor.sees("The connection is lost. Your seat is kept")
    visitor.page.context.set_offline(False)
    visitor.page.get_by_text("The connection is lost.").wait_for(state="detached")
    board.click(0, 0, right=True)
    visitor.sees("0 of")
    visitor.complaints.clear()  # browsers complain of every request that fails


def test_a_match_goes_on_while_its_page_is_frozen_in_the_background(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/play/treasurehunt").press("Play")
    visitor.board("Your half of the map")
    match = server.match(visitor.match)
    visitor.page.get_by_role("combobox", name="Bot").select_option("nearest")
    visitor.page.get_by_role("combobox", name="Pace").select_option(label="as fast as it can")
    visitor.press("Let it play").sees("plays for you")
    browser = visitor.page.context.new_cdp_session(visitor.page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    assert eventually(lambda: match.outcome is not None, 60)
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    visitor.sees("Reason:")
