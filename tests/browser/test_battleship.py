"""Battleship in real browsers: against a bot, a friend, and somebody at a terminal; watched, and seen again."""

import threading
from random import Random
from typing import Any

import pytest
from support.browser import Visitor, Visitors
from support.liveapi import Client, LiveApi, live_api
from support.sailor import Game, Sailor
from support.wait import eventually

from fogfield.core.changes import apply
from fogfield.serve.api import guests


def against(visitor: Visitor, whom: str) -> Visitor:
    visitor.go("/play/battleship").page.get_by_text(whom, exact=True).click()
    return visitor.press("Play" if whom == "A bot" else "Sit down")


def invited(visitors: Visitors, server: LiveApi) -> tuple[Visitor, Visitor]:
    """Let two friends sit down, with boats on the water."""
    one = against(visitors(server.port), "A friend")
    link = one.page.get_by_label("Link of the invitation").input_value()
    two = visitors(server.port).go(link.removeprefix(one.base)).press("Take the seat")
    for visitor in (one, two):
        place(visitor)
    return one, two


def programs(server: LiveApi) -> tuple[Client, Client]:
    """Let two programs sit down, the first one to begin, with boats on the water: they need no window."""
    one = server.client().sit(game="battleship", opponent="invite", seat=0)
    two = server.client().sit(f"/api/invitations/{one.code}")
    for client in (one, two):
        assert client.act(["place", 0, 5, 10])[0] == 200
    return one, two


def place(visitor: Visitor) -> Visitor:
    visitor.board("Your waters")
    return visitor.press("Anywhere").press("Ready")


def attack(visitor: Visitor, cell: int) -> None:
    visitor.board("Enemy waters").click(cell // 4, cell % 4)


class Truth:
    """A match as nobody at the table can see it."""

    def __init__(self, server: LiveApi, name: str) -> None:
        self._server = server
        self._match = server.match(name)

    def turn(self) -> int | None:
        """Give whose turn it is; None after the end."""
        acting = self._server.call(lambda: self._match.game.to_act(self._match.state))
        return next(iter(acting), None)

    @property
    def shots(self) -> int:
        return len(self._match.state.shots)

    def boats(self, seat: int) -> list[int]:
        return [cell for cell, char in enumerate(self._match.state.grids[seat]) if char == "O"]

    def water(self, seat: int) -> list[int]:
        return [cell for cell, char in enumerate(self._match.state.grids[seat]) if char == "~"]


def fight(truth: Truth, players: dict[int, Visitor], aims: dict[int, list[int]], shots: int = 99) -> None:
    """Let visitors attack in turns, so often or until it is over; seats without a visitor attack by themselves."""
    while (before := truth.shots) < shots and (seat := truth.turn()) is not None:
        if seat in players:  # an attack between the two looks above is waited for, too
            players[seat].answered().sees("Your turn: attack")
            attack(players[seat], aims[seat].pop(0))
        assert eventually(lambda count=before: truth.shots > count or truth.turn() is None)  # type: ignore[misc]


def test_a_game_against_a_bot_is_played_to_its_end(server: LiveApi, visitors: Visitors) -> None:
    visitor = place(against(visitors(server.port), "A bot")).sees("Your turn: attack")
    me = visitor.seat
    assert me is not None
    truth = Truth(server, visitor.match)
    board = visitor.board("Enemy waters")
    before = board.place
    fight(truth, {me: visitor}, {me: truth.boats(1 - me)})
    visitor.sees("You won!").sees("Reason: sank every boat.")
    assert board.place == before
    assert visitor.page.get_by_role("button", name="Play again").is_enabled()


def test_a_game_is_played_by_keyboard_alone(server: LiveApi, visitors: Visitors) -> None:
    visitor = against(visitors(server.port), "A bot").sees("Put your 3 boats")
    board, keyboard = visitor.board("Your waters"), visitor.page.keyboard
    board.reach()
    for cell in (0, 5, 10):
        board.walk(cell // 4, cell % 4)
        keyboard.press("Enter" if cell else "Space")
        assert board.says.endswith("your boat")
    visitor.reach("Ready")
    keyboard.press("Enter")
    visitor.sees("Your turn: attack")
    me = visitor.seat
    assert me is not None
    truth = Truth(server, visitor.match)
    assert truth.boats(me) == [0, 5, 10]
    enemy = visitor.board("Enemy waters")
    for cell in truth.boats(1 - me):
        visitor.answered().sees("Your turn: attack")
        enemy.reach()
        enemy.walk(cell // 4, cell % 4)
        assert enemy.says.endswith("not attacked yet")
        keyboard.press("Enter")
        visitor.page.get_by_text(f"You attacked row {cell // 4 + 1}, column {cell % 4 + 1}: a hit!").first.wait_for()
    visitor.sees("You won!")


def test_two_friends_play_with_a_reload_in_the_middle_and_play_again(server: LiveApi, visitors: Visitors) -> None:
    one, two = invited(visitors, server)
    truth, first = Truth(server, one.match), one.match
    assert eventually(lambda: truth.turn() is not None and bool(truth.boats(1)))
    seats = {seat: visitor for visitor in (one, two) if (seat := visitor.seat) is not None}
    aims = {0: truth.boats(1), 1: truth.water(0)}
    fight(truth, seats, aims, shots=3)
    for visitor in (one, two):
        visitor.page.reload()
    fight(truth, seats, aims)
    seats[0].sees("You won!")
    seats[1].sees("You lost.").press("Play again")
    seats[0].press("Accept the rematch")
    for visitor in (one, two):
        visitor.page.wait_for_url(lambda url: first not in url)
        visitor.sees("Put your 3 boats on your waters")
    assert one.match == two.match


def test_somebody_at_a_terminal_waits_and_a_browser_comes(server: LiveApi, visitors: Visitors) -> None:
    results: list[str] = []

    def sails() -> None:
        with Sailor(server.ports["battleship"]) as sailor:
            results.append(Game(sailor, Random(2)).play())

    terminal = threading.Thread(target=sails)
    terminal.start()
    assert eventually(lambda: bool(server.houses["battleship"].room.waiting))
    visitor = visitors(server.port).go("/").press("Sit down")
    place(visitor).sees("boats placed")
    me = visitor.seat
    assert me is not None
    truth = Truth(server, visitor.match)
    assert eventually(lambda: bool(truth.boats(1 - me)))
    fight(truth, {me: visitor}, {me: truth.boats(1 - me)})
    visitor.sees("You won!")
    terminal.join(20)
    assert results == ["ULOST"]


def watched(visitor: Visitor) -> list[Any]:
    """Give everything that a browser knew of a match, one state after the other."""
    states: list[Any] = []
    for frame in visitor.frames:
        if frame["type"] == "view":
            states.append(frame["match"])
        elif frame["type"] == "change":
            states.append(apply(frame["patch"], states[-1]))
    return states


def test_who_watches_sees_no_boat_before_the_end_and_all_of_them_after_it(server: LiveApi, visitors: Visitors) -> None:
    one = against(visitors(server.port), "A friend")
    link = one.page.get_by_label("Link of the invitation").input_value()
    two = visitors(server.port).go(link.removeprefix(one.base)).press("Take the seat")
    two.sees("Put your 3 boats")
    watcher = visitors(server.port).go(f"/m/{one.match}").sees("You watch.")
    for visitor in (one, two):
        place(visitor)
    truth = Truth(server, one.match)
    assert eventually(lambda: bool(truth.boats(0)) and bool(truth.boats(1)))
    seats = {seat: visitor for visitor in (one, two) if (seat := visitor.seat) is not None}
    fight(truth, seats, {0: truth.boats(1), 1: truth.water(0)})
    watcher.sees("won. Reason: sank every boat.")
    states = watched(watcher)
    secret, told = ([one for one in states if (one["outcome"] is None) is hidden] for hidden in (True, False))
    assert len(secret) >= 2 + truth.shots - 1
    assert all(one["seat"] is None for one in states)
    assert all("O" not in "".join(one["view"]["boards"]) for one in secret)
    assert "O" in "".join(told[-1]["view"]["boards"])
    assert watcher.page.get_by_role("button", name="Play again").count() == 0


def test_who_watches_cannot_attack(server: LiveApi, visitors: Visitors) -> None:
    one, _ = programs(server)
    truth = Truth(server, one.match)
    watcher = visitors(server.port).go(f"/m/{one.match}")
    watcher.board("Waters of Player 1").click(0, 0)
    watcher.board("Waters of Player 2").click(0, 0)
    assert truth.shots == 0


def test_a_friend_who_loses_the_connection_has_time_to_come_back_and_then_has_lost(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "_AWAY_S", 0.2)
    with live_api(grace_s=2.5) as server:
        one, two = invited(visitors, server)
        one.sees("waits")
        two.page.context.close()
        one.sees("s to come back").sees("You won!").sees("Reason: the other left.")
        one.page.context.close()  # before the server goes


def test_a_match_is_seen_again_move_by_move_through_anybodys_eyes(server: LiveApi, visitors: Visitors) -> None:
    one, two = programs(server)
    for client, cell in ((one, 0), (two, 1), (one, 5), (two, 2), (one, 10)):
        assert client.act(["attack", cell])[0] == 200
    visitor = visitors(server.port).go(f"/m/{one.match}?move=2").sees("move 2 of 7")
    assert visitor.axe() == []
    visitor.page.get_by_role("button", name="One move on").click()
    visitor.sees("Player 1 attacked").sees("a hit!").sees("move 3 of 7")
    visitor.page.wait_for_url("**?move=3")
    visitor.page.get_by_label("Seen by").select_option("1")
    visitor.sees("Your waters")
    visitor.page.wait_for_url("**?move=3&as=1")
    visitor.page.reload()
    visitor.sees("move 3 of 7").sees("Your waters")
    visitor.page.locator("h1").click()
    for key, move in (("End", 7), ("ArrowLeft", 6), ("Home", 0), ("ArrowRight", 1)):
        visitor.page.keyboard.press(key)
        visitor.sees(f"move {move} of 7")
    visitor.page.get_by_label("Speed").select_option("120")
    visitor.press("Play").sees("move 7 of 7")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename == f"{one.match}.jsonl"
    assert download.value.path().read_text().startswith('{"')


@pytest.mark.parametrize(
    ("asked", "move", "said"),
    [
        ("9999", 7, "This match has 7 moves: this is the end."),
        ("99999999999999999999", 7, "This match has 7 moves: this is the end."),
        ("-1", 0, "The address names no move: this is the beginning."),
        ("abc", 0, "The address names no move: this is the beginning."),
    ],
)
def test_an_address_of_a_move_that_is_not_there_leads_to_one_that_is_and_says_so(
    server: LiveApi, visitors: Visitors, asked: str, move: int, said: str
) -> None:
    one, two = programs(server)
    for client, cell in ((one, 0), (two, 1), (one, 5), (two, 2), (one, 10)):
        assert client.act(["attack", cell])[0] == 200
    visitor = visitors(server.port).go(f"/m/{one.match}?move={asked}&belief=0")
    visitor.sees(f"move {move} of 7").sees(said)
    visitor.page.wait_for_url(f"**?move={move}&belief=0")
    visitor.page.get_by_role("button", name="One move back" if move else "One move on").click()
    visitor.sees(f"move {abs(move - 1)} of 7")
