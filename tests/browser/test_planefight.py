"""planeFight in real browsers: planes are dragged, turned and found, against a bot and somebody at a terminal."""

import threading
from random import Random

from support.browser import Visitor, Visitors
from support.liveapi import LiveApi
from support.pilot import Flight, Pilot
from support.wait import eventually

from fogfield.core.grid import Cell
from fogfield.core.table import AnyMatch
from fogfield.games.planefight.fleet import Options, Plane


def duel(visitor: Visitor) -> Visitor:
    """Begin a game with one plane each, against the bot that attacks at random."""
    visitor.go("/play/planefight").press("Duel")
    visitor.page.get_by_label("Level").select_option("random")
    return visitor.press("Play").sees("Place 1 plane")


def fleet(server: LiveApi, match: AnyMatch, seat: int) -> tuple[Plane, ...]:
    """Give the planes of a seat that has placed them here."""
    assert eventually(lambda: match.state.sides[seat].ready)
    found: tuple[Plane, ...] = server.call(lambda: match.state.sides[seat].fleet.planes)
    return found


def attack(visitor: Visitor, heads: list[Cell], *, keys: bool = False) -> None:
    """Attack all heads, as soon as it is one's turn."""
    board = visitor.board("Enemy field")
    for head in heads:
        visitor.sees("Your turn: attack")
        if keys:
            board.grid.focus()
            board.walk(*head)
            visitor.page.keyboard.press("Enter")
        else:
            board.click(*head)
        visitor.page.get_by_text(f"You attacked row {head.row + 1}, column {head.col + 1}").first.wait_for()


def test_a_plane_is_put_dragged_turned_and_its_place_is_where_it_is_shown(server: LiveApi, visitors: Visitors) -> None:
    visitor = duel(visitors(server.port))
    board = visitor.board("Your field")
    board.click(0, 2)
    visitor.sees("1 of 1 plane placed")
    board.drag((1, 2), (3, 3))  # by the middle of its wing: it faces up, its head is one row above
    board.click(3, 3)  # a tap turns it about its middle
    visitor.press("Ready").sees("Your turn: attack")
    me = visitor.seat
    assert me is not None
    assert fleet(server, server.match(visitor.match), me) == (Plane(Cell(3, 4), 1),)


def test_a_plane_follows_a_finger_and_stays_when_there_is_no_room(server: LiveApi, visitors: Visitors) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    visitor = duel(visitors(server.port, **phone))
    board = visitor.board("Your field")
    board.tap(1, 3)
    visitor.sees("1 of 1 plane placed")
    board.slide((2, 3), (4, 3))
    board.slide((4, 3), (6, 0))  # there it would leave the field
    visitor.page.get_by_role("button", name="Ready").tap()
    visitor.sees("Your turn: attack")
    me = visitor.seat
    assert me is not None
    assert fleet(server, server.match(visitor.match), me) == (Plane(Cell(3, 3), 0),)


def test_a_game_against_a_bot_is_played_to_its_end_with_notes(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/").press("Play now planeFight")
    visitor.board("Your field")
    visitor.press("Anywhere").press("Ready").sees("Your turn: attack")
    me = visitor.seat
    assert me is not None
    match = server.match(visitor.match)
    board = visitor.board("Enemy field")
    board.click(9, 9, right=True)
    visitor.press("Sketch a plane")
    board.click(4, 4)
    visitor.press("Attack")
    visitor.page.reload()  # notes are kept
    assert visitor.page.get_by_role("button", name="Clear notes").is_enabled()
    attack(visitor, [plane.head for plane in fleet(server, match, 1 - me)])
    visitor.sees("You won!").sees("Reason: destroyed every plane.")
    assert visitor.axe() == []


def test_a_game_is_played_by_keyboard_alone(server: LiveApi, visitors: Visitors) -> None:
    visitor = duel(visitors(server.port))
    board, keyboard = visitor.board("Your field"), visitor.page.keyboard
    board.grid.focus()
    board.walk(2, 2)
    for key in ("r", "r", "Enter"):  # face down; there is no room for that here
        keyboard.press(key)
    board.walk(4, 3)
    keyboard.press("Enter")
    visitor.sees("1 of 1 plane placed")
    assert board.says == "row 5, column 4: your plane's head, facing down"
    keyboard.press("x")
    visitor.sees("0 of 1 plane placed")
    keyboard.press("Enter")
    visitor.page.get_by_role("button", name="Ready").focus()
    keyboard.press("Enter")
    me = visitor.seat
    assert me is not None
    match = server.match(visitor.match)
    assert fleet(server, match, me) == (Plane(Cell(4, 3), 2),)
    attack(visitor, [plane.head for plane in fleet(server, match, 1 - me)], keys=True)
    visitor.sees("You won!")


def test_who_surrenders_has_lost_and_sees_the_other_map(server: LiveApi, visitors: Visitors) -> None:
    visitor = duel(visitors(server.port)).press("Anywhere").press("Ready").sees("Your turn: attack")
    match = server.match(visitor.match)
    board = visitor.board("Enemy field")
    before = board.place
    visitor.press("Surrender").press("Yes").sees("You lost.")
    assert board.place == before
    board.grid.focus()
    me = visitor.seat
    assert me is not None
    (plane,) = fleet(server, match, 1 - me)
    board.walk(*plane.head)
    assert board.says.endswith("the head of a plane")


def test_a_browser_plays_against_somebody_at_a_terminal(server: LiveApi, visitors: Visitors) -> None:
    flights: list[Flight] = []

    def flies() -> None:
        with Pilot(server.ports["planefight"]) as pilot:
            flights.append(Flight(pilot, "Jon", Random(2)))
            flights[0].play()

    terminal = threading.Thread(target=flies)
    terminal.start()
    assert eventually(lambda: bool(server.houses["planefight"].room.waiting))
    visitor = visitors(server.port).go("/").press("Sit down").sees("Jon")
    visitor.board("Your field")
    visitor.press("Anywhere").press("Ready")
    attack(visitor, [plane.head for plane in flights[0].fleet.planes])
    visitor.sees("You won!")
    terminal.join(20)
    assert flights[0].result == "lost"
    assert flights[0].options == Options()
    assert len(flights[0].other.planes) == 3
