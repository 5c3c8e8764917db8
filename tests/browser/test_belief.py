"""What a bot would have believed, in replays: a switch, colours with numbers, a legend, and curves."""

import math
from random import Random
from typing import Any

import pytest
from support.browser import Visitors
from support.liveapi import Client, LiveApi, play

from fogfield import games

#: The board over which chances are laid, for seat 0, and a wish that makes a short match.
BOARDS: dict[str, tuple[str, Any]] = {
    "alpha": ("The board as a map", {"options": {"rows": 5, "cols": 5, "mines": 2}}),
    "classic": ("Minefield", {"options": {"columns": 8, "rows": 8, "mines": 8}}),
    "battleship": ("Waters of Jon", {}),
    "jminesweeper": ("Minefield", {"options": {"columns": 6, "rows": 5, "level": 1}}),
    "planefight": ("Field of Jon", {"options": {"rows": 7, "cols": 7, "planes": 1}}),
    "treasurehunt": ("The map", {}),
}


def over(server: LiveApi, game: str) -> tuple[Client, int]:
    """Play a match to its end; gives it, and how many moves it has."""
    first = server.client()
    if games.game(game).seats == 1:
        clients = [first.sit(game=game, name="Mira", **BOARDS[game][1])]
    else:
        first.sit(game=game, name="Mira", opponent="invite", seat=0, **BOARDS[game][1])
        clients = [first, server.client().sit(f"/api/invitations/{first.code}", name="Jon")]
    play(server, clients, Random(5))
    _, frames = first.ask("GET", f"/api/matches/{first.match}/frames?count=1")
    return first, frames["last"]


@pytest.mark.parametrize("game", BOARDS)
def test_a_replay_shows_what_a_bot_would_have_believed(server: LiveApi, visitors: Visitors, game: str) -> None:
    client, last = over(server, game)
    move = min(last, 4)
    visitor = visitors(server.port).go(f"/m/{client.match}?move={move}").sees(f"move {move} of {last}")
    page = visitor.page
    switch = page.get_by_role("button", name="What a bot would have believed")
    switch.click()
    visitor.sees("How likely").board(BOARDS[game][0]).reach()
    page.wait_for_url(f"**?move={move}&belief=0")
    _, told = client.ask("GET", f"/api/matches/{client.match}/belief?seat=0&move={move}")
    board = visitor.board(BOARDS[game][0])
    rows, cols = (int(board.grid.get_attribute(f"aria-{what}count") or 0) for what in ("row", "col"))
    cells = [chance for row in told["maps"][0]["cells"] for chance in row]
    place = next(index for index, chance in enumerate(cells) if chance)
    assert rows * cols >= len(cells)
    board.walk(place // cols, place % cols)
    what, chance = told["maps"][0]["what"], cells[place]
    text = "100" if chance == 1 else str(max(1, min(99, math.floor(100 * chance + 0.5))))
    assert board.says.endswith(f"{text} % for {what}")
    assert page.locator(".heat-told").first.inner_text().endswith(f"{text} % for {what}")
    page.locator(".curve-chart").first.wait_for()
    hot = board.picture
    if game == "battleship":
        assert visitor.axe() == []
        page.get_by_label("in the seat of").select_option("1")
        visitor.page.wait_for_url(f"**?move={move}&belief=1")
        page.get_by_role("grid", name="Waters of Mira").locator("xpath=..").locator(".heat-told").wait_for()
        visitor.sees("Ways in which the boats can lie, on a log scale")
    switch.click()
    page.locator(".heat-legend").wait_for(state="detached")
    if game not in ("alpha", "battleship"):
        assert board.picture != hot, "there is no colour"
