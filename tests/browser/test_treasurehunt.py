"""Treasure Hunt in a real browser: a half map is drawn, the figure steered by hand, or a bot plays and is watched."""

from random import Random
from typing import Any

import pytest
from support.browser import Visitor, Visitors
from support.liveapi import LiveApi

from fogfield.core.changes import apply
from fogfield.core.grid import Cell
from fogfield.games.treasurehunt.bots import Dummy
from fogfield.games.treasurehunt.presets import Options, half_rules
from fogfield.games.treasurehunt.view import View
from fogfield.kits.explore.halves import Field, broken_rules
from fogfield.kits.explore.land import Terrain, Ways

HALF = "Your half of the map"


def hunt(visitor: Visitor, level: str = "dummy") -> Visitor:
    """Begin a game against a bot that nobody loses to in a hurry."""
    visitor.go("/play/treasurehunt").page.get_by_label("Level").select_option(level)
    visitor.page.get_by_label("Most actions").fill("4000")
    visitor.press("Play").board(HALF)
    return visitor


def walk(visitor: Visitor, cell: Cell, *, keys: bool = False) -> None:
    """Go to a field."""
    board = visitor.board("The map")
    if keys:
        board.grid.focus()
        board.walk(*cell)
        visitor.page.keyboard.press("Enter")
    else:
        board.click(*cell)


def states(visitor: Visitor) -> list[Any]:
    """Give everything that a browser knew of the match, one state after the other."""
    found: list[Any] = []
    for frame in visitor.frames:
        if frame["type"] == "view":
            found.append(frame["match"])
        elif frame["type"] == "change":
            found.append(apply(frame["patch"], found[-1]))
    return found


@pytest.fixture
def homely_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dummy that stays near its castle: one that goes anywhere takes ours in one game of fifty."""

    def stay(bot: Dummy, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        _, nearest = min((cost, number) for number, cost in enumerate(the.distances(here)) if cost)
        return the.path(here, nearest)

    monkeypatch.setattr(Dummy, "search", stay)


@pytest.mark.usefixtures("homely_bot")
@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_a_game_is_steered_by_hand_to_its_end(server: LiveApi, visitors: Visitors, keys: bool) -> None:
    visitor = hunt(visitors(server.port))
    if keys:
        visitor.page.get_by_role("button", name="Send").focus()
        visitor.page.keyboard.press("Enter")
    else:
        visitor.press("Send")
    board = visitor.board("The map")
    match, me = server.match(visitor.match), visitor.seat
    assert me is not None
    assert server.call(lambda: match.think_s) == float("inf")
    walk(visitor, match.state.sides[me].treasure, keys=keys)
    visitor.sees("You have your treasure")
    before = board.place
    walk(visitor, match.state.sides[1 - me].fort, keys=keys)
    visitor.sees("You won!").sees("Reason: took the castle.")
    assert board.place == before


def test_a_step_by_a_key_or_a_button_is_sent_until_it_is_done(server: LiveApi, visitors: Visitors) -> None:
    visitor = hunt(visitors(server.port)).press("Send")
    visitor.board("The map")
    match, me = server.match(visitor.match), visitor.seat
    assert me is not None
    buttons = visitor.page.get_by_role("group", name="Steps").get_by_role("button", disabled=False)
    name = buttons.first.get_attribute("aria-label") or ""
    word = name.removeprefix("Go ").partition(":")[0]
    buttons.first.click()
    visitor.sees(f"You went {word}.")
    back = {"up": "ArrowDown", "down": "ArrowUp", "left": "ArrowRight", "right": "ArrowLeft"}[word]
    visitor.page.locator("body").press(back)
    visitor.sees(f"You went {back.removeprefix('Arrow').lower()}.")
    assert match.state.sides[me].figure == match.state.sides[me].fort


def test_everything_that_is_wrong_with_a_half_map_is_said_at_once_and_nothing_is_sent(
    server: LiveApi, visitors: Visitors
) -> None:
    visitor = hunt(visitors(server.port))
    page, board = visitor.page, visitor.board(HALF)
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Water", exact=True).click()
    board.drag((0, 0), (0, 9))
    wet = {Cell(0, col) for col in range(10)}
    fields = [
        Field(cell, Terrain.WATER if cell in wet else Terrain.GRASS)
        for cell in (Cell(row, col) for row in range(5) for col in range(10))
    ]
    faults = broken_rules(half_rules(Options()), fields)
    assert {"border-water", "too-little-mountain", "fort-count"} <= {one.code for one in faults}
    told = page.locator(".broken li").all_inner_texts()
    assert [text.strip(".").lower() for text in told] == [one.text for one in faults]
    assert page.get_by_role("button", name="Send").is_disabled()
    board.grid.focus()
    board.walk(4, 9)
    page.keyboard.press("4")
    assert board.says == "row 5, column 10: grass; with a castle"
    page.get_by_role("button", name="Generate").click()
    visitor.sees("keeps all rules")
    assert visitor.axe() == []


def test_a_bot_plays_while_its_player_watches_its_plan_and_takes_over(server: LiveApi, visitors: Visitors) -> None:
    visitor = hunt(visitors(server.port))
    page = visitor.page
    page.get_by_role("combobox", name="Bot").select_option("expert")
    visitor.press("Let it play").sees("expert plays for you.").board("The map")
    page.get_by_text("You went").first.wait_for()
    planned = "a plan of several fields"
    visitor.hears(lambda: any(one["bot"] and len(one["bot"]["plan"]) > 1 for one in states(visitor)), planned)
    visitor.press("Take over")
    page.get_by_role("group", name="Steps").wait_for()
    assert visitor.axe() == []
    page.get_by_role("combobox", name="Pace").select_option(label="as fast as it can")
    visitor.press("Let it play").sees("took the castle.")


def test_two_browsers_hunt_and_whoever_watches_is_told_no_secret(server: LiveApi, visitors: Visitors) -> None:
    one = visitors(server.port).go("/play/treasurehunt")
    one.page.get_by_text("A friend", exact=True).click()
    one.press("Sit down")
    link = one.page.get_by_label("Link of the invitation").input_value()
    two = visitors(server.port).go(link.removeprefix(one.base)).press("Take the seat")
    watcher = visitors(server.port).go(f"/m/{one.match}")
    match = server.match(one.match)
    players = {visitor.seat: visitor for visitor in (one, two)}
    for _ in players:
        (acting,) = server.call(lambda: match.game.to_act(match.state))
        before = match.moves
        players[acting].press("Send")
        players[acting].page.wait_for_function("() => !document.querySelector('.drawing')")
        assert match.moves > before
    for visitor in (one, two):
        visitor.page.get_by_role("combobox", name="Bot").select_option("nearest")
        visitor.page.get_by_role("combobox", name="Pace").select_option(label="as fast as it can")
        visitor.press("Let it play")
    one.sees("took the castle.")
    watcher.sees("took the castle")
    for seen in states(watcher):
        assert seen["bot"] is None
        if seen["status"] == "playing":
            sides = seen["view"]["sides"] if seen["view"] else []
            assert all(side["castle"] is None and side["treasure"] is None and side["going"] is None for side in sides)
