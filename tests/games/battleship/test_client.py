"""The client's side, and the picture that it draws."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.core.outcome import won
from fogfield.games.battleship.client import (
    ATTACKED_ALREADY,
    ENDED,
    NOBODY,
    OPTIONS,
    REFUSED,
    TEXTS,
    UNEXPECTED,
    Asked,
    ClientSession,
    WrongAnswer,
)
from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientWord,
    Grid,
    InitGrid,
    ServerMessage,
    ServerWord,
    Unknown,
)
from fogfield.games.battleship.rules import SUNK, Place, Shot
from fogfield.games.battleship.rules import Attack as AttackAction
from fogfield.games.battleship.screen import WIDTH, picture
from fogfield.games.battleship.view import choose

READY = (ServerWord.GAMEREADY, ServerWord.INIT_GRID)


def heard(*messages: ServerMessage) -> ClientSession:
    session = ClientSession()
    for message in messages:
        session.on(message)
    return session


def own(cells: str) -> Board:
    return Board(Grid.URBOARD, cells)


def other(cells: str) -> Board:
    return Board(Grid.OPPONENTBOARD, cells)


def test_the_published_texts() -> None:
    session = ClientSession()
    said = [line for word in ServerWord for line in session.on(word)]
    assert said == [
        "Game is starting!",
        "Waiting for opponent's move...",
        "HIT!",
        "Missed...",
        "You already attacked this cell!",
        "YOU WIN!",
        "YOU LOST!",
        "Rematch denied!",
    ]
    assert session.over


def test_an_unknown_word_is_said_and_changes_nothing() -> None:
    session = heard(*READY)
    assert session.on(Unknown("YOUR_TURN")) == [UNEXPECTED] == ["Unexpected command from server..."]
    assert session.asked is Asked.BOATS


def test_boats_are_checked_before_they_are_sent() -> None:
    session = heard(*READY)
    for wrong, why in [
        ("", "Please enter numbers from 1 to 16."),
        ("one two three", "Please enter numbers from 1 to 16."),
        ("1 2 3 4", "3 boats are needed, not 4."),
        ("0 1 2", "0 is not on the grid; its cells are 1 to 16."),
        ("1 2 17", "17 is not on the grid; its cells are 1 to 16."),
        ("5 6 05", "There is a boat on 5 already; boats need 3 different cells."),
    ]:
        with pytest.raises(WrongAnswer, match=f"^{why}$"):
            session.answer(wrong)
        assert (session.asked, session.chosen) == (Asked.BOATS, ())
    assert session.answer(" 1  02 +16 ") == InitGrid((1, 2, 16))
    assert session.asked is None


def test_boats_may_come_one_by_one_and_a_line_that_will_not_do_changes_nothing() -> None:
    session = heard(*READY)
    assert session.answer("4") is None
    for wrong, why in [
        ("4", "There is a boat on 4"),
        ("5 17", "17 is not on"),
        ("5 6 7 8", "3 boats are needed, not 5"),
    ]:
        with pytest.raises(WrongAnswer, match=why):
            session.answer(wrong)
        assert list(session.chosen) == [4]
    assert session.answer("9") is None
    session.take_back(4)
    assert list(session.chosen) == [9]
    assert session.answer("1 2") == InitGrid((9, 1, 2))
    assert not session.chosen
    for message in READY:
        session.on(message)
    assert session.answer("1") is None
    assert session.answer("1 2 5") == InitGrid((1, 2, 5))
    for message in READY:
        session.on(message)
    assert session.answer("3") is None
    session.on(ServerWord.INIT_GRID)
    assert not session.chosen


def test_a_goodbye_says_why_unless_a_rematch_was_denied() -> None:
    assert ClientSession().on(ServerWord.END) == [NOBODY]
    session = heard(*READY)
    assert session.on(ServerWord.END) == [ENDED]
    session = heard(*READY, ServerWord.ULOST)
    assert session.on(ServerWord.REMATCH_DENY) == ["Rematch denied!"]
    assert (session.asked, session.denied, session.over) == (None, True, False)
    assert session.on(ServerWord.END) == []
    assert session.over


def test_attacks_are_checked_before_they_are_sent() -> None:
    session = heard(*READY, ServerWord.ATTACK, other("~~X*~~~~~~~~~~~~"))
    for wrong, why in [
        ("3", ATTACKED_ALREADY),
        ("4", ATTACKED_ALREADY),
        ("1 2", "One cell at a time."),
        ("17", "17 is not"),
    ]:
        with pytest.raises(WrongAnswer, match=why):
            session.answer(wrong)
    assert session.answer("5") == Attack(5)


def test_when_every_cell_was_attacked_any_may_be_again() -> None:
    session = heard(*READY, ServerWord.ATTACK, other("*" * 15 + "~"))
    assert not session.hopeless
    session.on(other("*" * 16))
    session.on(ServerWord.ATTACK)
    assert session.hopeless
    assert session.answer("5") == Attack(5)


def test_boats_are_shown_until_the_server_shows_them_and_gone_if_it_refuses() -> None:
    session = heard(*READY)
    session.answer("1 2 16")
    assert session.own == "OO" + "~" * 13 + "O"
    session.on(ServerWord.ERROR)
    session.on(ServerWord.INIT_GRID)
    assert session.own == "~" * 16


def test_exit_is_an_answer_to_the_rematch_and_a_wish_to_go_at_any_other_moment() -> None:
    assert heard(*READY).wants_out(" Exit. ")
    assert ClientSession().wants_out("exit")
    assert not heard(ServerWord.UWON).wants_out("exit")
    assert not heard(*READY).wants_out("1 2 3")


def test_a_bot_that_is_asked_for_boats_again_places_again() -> None:
    session = heard(*READY, own("OOO"), ServerWord.INIT_GRID)
    assert isinstance(choose(session.view(), Random(1)), Place)


def test_a_rematch_is_wanted_or_not_in_any_case_of_letters() -> None:
    for text, word in [
        ("Rematch", ClientWord.REMATCH_OFFER),
        (" rEMATCH. ", ClientWord.REMATCH_OFFER),
        ("EXIT", ClientWord.QUIT),
        ("exit", ClientWord.QUIT),
    ]:
        assert heard(ServerWord.ULOST).answer(text) is word
    with pytest.raises(WrongAnswer, match="Please type Rematch or Exit"):
        heard(ServerWord.UWON).answer("yes")


def test_an_error_is_about_what_was_answered_last() -> None:
    session = heard(*READY)
    session.answer("1 2 3")
    assert session.on(ServerWord.ERROR) == [REFUSED]
    session.on(ServerWord.INIT_GRID)
    assert session.asked is Asked.BOATS
    session.answer("1 2 3")
    session.on(ServerWord.ATTACK)
    session.answer("5")
    assert session.on(ServerWord.ERROR) == [ATTACKED_ALREADY]
    assert session.asked is None


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        ("", "~" * 16),
        ("OO", "OO" + "~" * 14),
        ("O" * 16 + "XXXX", "O" * 16),
        ("O\x1b[2Jx漢", "O??????" + "~" * 9),
    ],
)
def test_a_grid_of_any_length_and_any_characters_is_taken(cells: str, shown: str) -> None:
    assert heard(own(cells)).own == shown


def test_a_new_game_begins_with_empty_grids_and_games_are_counted() -> None:
    session = heard(*READY, own("OOO"), other("XXX"), ServerWord.UWON)
    assert (session.games, session.wins) == (1, 1)
    session.on(ServerWord.GAMEREADY)
    assert session.own == session.other == "~" * 16
    session.on(ServerWord.ULOST)
    assert (session.games, session.wins) == (2, 1)


def test_a_bot_sees_what_the_messages_told() -> None:
    session = heard(*READY)
    view = session.view()
    assert view.to_act == {0}
    assert view.placed == (False, False)
    action = choose(view, Random(1))
    assert isinstance(action, Place)
    assert session.act(action) == InitGrid(tuple(boat.col + 1 for boat in action.boats))
    for message in (
        own("OOO~~~~~~~~~~~~~"),
        ServerWord.WAIT,
        ServerWord.HIT,
        own("XOO~~~~~~~~~~~~~"),
        ServerWord.ATTACK,
    ):
        session.on(message)
    assert session.act(AttackAction(Cell(0, 8))) == Attack(9)
    session.on(ServerWord.MISS)
    session.on(other("~~~~~~~~*~~~~~~~"))
    assert session.view().shots == (Shot(1, Cell(0, 0), True), Shot(0, Cell(0, 8), False))
    assert session.view().to_act == frozenset()
    session.on(ServerWord.ULOST)
    assert session.view().outcome == won(1, reason=SUNK)


@given(
    st.lists(st.sampled_from([*ServerWord, own("O"), other("X"), own(""), Unknown("x"), own("*" * 20)]), max_size=40)
)
def test_whatever_a_server_says_is_taken(messages: list[ServerMessage]) -> None:
    session = ClientSession()
    rng = Random(1)
    for message in messages:
        assert all(isinstance(line, str) for line in session.on(message))
        assert len(session.own) == len(session.other) == OPTIONS.cells
        if session.asked is Asked.REMATCH:
            session.rematch(True)
        elif session.asked and (action := choose(session.view(), rng)):
            session.act(action)


def test_every_text_belongs_to_a_word() -> None:
    assert set(TEXTS) <= set(ServerWord)


def test_the_picture_has_four_rows_of_four() -> None:
    assert picture("OO~~OX*~~~~~~~~~") == [
        "     1   2   3   4  ",
        "   +---+---+---+---+",
        " 1 | O | O | ~ | ~ |",
        "   +---+---+---+---+",
        " 2 | O | X | * | ~ |",
        "   +---+---+---+---+",
        " 3 | ~ | ~ | ~ | ~ |",
        "   +---+---+---+---+",
        " 4 | ~ | ~ | ~ | ~ |",
        "   +---+---+---+---+",
    ]
    assert {len(line) for line in picture("~" * 16)} == {WIDTH}


def test_the_cursor_is_in_brackets_and_chosen_cells_look_like_boats() -> None:
    lines = picture("~" * 16, cursor=5, chosen=[0, 15])
    assert lines[2] == " 1 | O | ~ | ~ | ~ |"
    assert lines[4] == " 2 | ~ |[~]| ~ | ~ |"
    assert lines[8] == " 4 | ~ | ~ | ~ | O |"


def test_a_low_picture_has_no_lines_between_its_rows() -> None:
    assert picture("OO~~OX*~~~~~~~~~", low=True) == [
        "     1   2   3   4  ",
        "   +---+---+---+---+",
        " 1 | O | O | ~ | ~ |",
        " 2 | O | X | * | ~ |",
        " 3 | ~ | ~ | ~ | ~ |",
        " 4 | ~ | ~ | ~ | ~ |",
        "   +---+---+---+---+",
    ]


def test_colours_change_no_sign() -> None:
    import re

    plain, coloured = picture("~OX*" * 4), picture("~OX*" * 4, colour=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
    assert len(set(re.findall(r"\x1b\[0;([0-9;]+)m", coloured[2]))) == 4
