"""Seed files: what is wrong, with which token, and where. The cases say what the game makes of it."""

import pytest
from games.alpha.contract import boards
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.games.alpha import seedfile
from fogfield.games.alpha.rules import NO_SUCH_SIZE, Options, faults


@given(boards())
def test_what_is_written_is_read_again(options: Options) -> None:
    assert seedfile.read(seedfile.write(options)) == seedfile.Reading(options)


@given(st.text(max_size=60) | st.lists(st.integers(-1, 11)).map(lambda some: " ".join(map(str, some))))
def test_any_text_is_a_board_that_can_be_played_or_has_a_fault_with_its_place(text: str) -> None:
    reading = seedfile.read(text)
    if reading.options:
        assert reading.faults == ()
        assert faults(reading.options) == ()
    else:
        assert reading.faults
        for fault in reading.faults:
            assert fault.line >= 1
            assert fault.column >= 1
            assert "\n" not in str(fault)


def test_every_fault_is_named_with_its_token() -> None:
    reading = seedfile.read("5 6 4\n0 x\n9 9\n1 1\n2")
    assert [(one.token, one.line, one.column) for one in reading.faults] == [
        ("x", 2, 3),
        ("9", 3, 1),
        ("9", 3, 3),
        (None, 5, 2),
    ]
    assert reading.options is None


def test_that_the_file_ends_too_early_is_said_once() -> None:
    (fault,) = seedfile.read("5 5 3\n0 0").faults
    assert fault.text == "the file ends before the row of mine 2"


def test_a_token_is_named_as_it_stands_in_the_file() -> None:
    (fault,) = seedfile.read("5\xa05 1 0 0").faults[:1]
    assert fault.token == "5\xa05"
    assert fault.text == 'the number of rows is "5\\xa05", which is not an integer'


def test_a_long_file_full_of_faults_is_read_once_and_not_once_for_each() -> None:
    """198 words are wrong, with 10,000 line ends between them; looking for each from the start takes minutes."""
    reading = seedfile.read("10 10 99 " + ("\n" * 10_000).join(["x"] * 198))
    assert len(reading.faults) == 198
    assert reading.faults[-1].line == 197 * 10_000 + 1


def test_both_sizes_are_named_and_the_game_says_the_published_sentence() -> None:
    wide, tall = seedfile.read("12 -3 x").faults
    assert (wide.text, tall.text) == ("12 rows: from 5 to 10 are possible", "-3 columns: from 5 to 10 are possible")
    assert str(wide) == NO_SUCH_SIZE


def test_notes_tell_what_is_allowed_and_perhaps_not_meant() -> None:
    reading = seedfile.read("5 5 2\n1 1\n1 1\n3 3\n")
    assert reading.options == Options(5, 5, (Cell(1, 1),))
    assert [(one.text, one.line, one.column) for one in reading.notes] == [
        ("mine 2 is at 1 1, where a mine is already; both count as one", 3, 1),
        ('"3" follows the last mine; it and the rest of the file are ignored', 4, 1),
    ]


@pytest.mark.parametrize(
    ("token", "shown"),
    [("x", '"x"'), ("\ufeff5", '"\\ufeff5"'), ("\x00", '"\\x00"'), ("y" * 25, '"' + "y" * 24 + '..."'), ("ä", '"ä"')],
)
def test_a_token_is_shown_on_one_line_and_not_too_long(token: str, shown: str) -> None:
    assert seedfile.shown(token) == shown
