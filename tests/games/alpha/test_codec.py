"""Lines, words, integers, and what is too long for them."""

from itertools import pairwise

import pytest
from games.alpha.contract import Typist
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.games.alpha.codec import LINE_LIMIT, Codec, command
from fogfield.games.alpha.messages import Command, Exit, Garbled, Stream, Text
from fogfield.games.alpha.rules import Action, Verb
from fogfield.games.alpha.scan import integer, one_line_end, places, words

BAD = Garbled.LINE
REVEAL = Action(Verb.REVEAL, Cell(1, 2))


def read(*pieces: bytes) -> list[Command]:
    codec = Codec()
    found: list[Command] = []
    for piece in pieces:
        codec.receive(piece)
        found += codec.commands()
    codec.close()
    return [*found, *codec.commands()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("r 1 2", REVEAL),
        ("reveal 1 2", REVEAL),
        (" \t reveal \t 1   2 ", REVEAL),
        ("m 0 9", Action(Verb.MARK, Cell(0, 9))),
        ("guess -1 +7", Action(Verb.GUESS, Cell(-1, 7))),
        ("h", Action(Verb.HELP)),
        ("q", Action(Verb.QUIT)),
        ("nofog", Action(Verb.NOFOG)),
        ("n", BAD),
        ("", BAD),
        ("r 1", BAD),
        ("r 1 2 3", BAD),
        ("h 1", BAD),
        ("R 1 2", BAD),
        ("r 1 2.0", BAD),
        ("r1 2", BAD),
    ],
)
def test_6_commands(line: str, expected: Command) -> None:
    assert command(line) == expected


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0", 0), ("-0", 0), ("+5", 5), ("007", 7), ("2147483647", 2**31 - 1), ("-2147483648", -(2**31)),
        ("0" * 5000 + "3", 3), ("٣", 3), ("１٢", 12),
        ("2147483648", None), ("-2147483649", None), ("9" * 5000, None), ("", None), ("+", None), ("-", None),
        ("--1", None), ("+-1", None), ("1_0", None), ("0x1", None), ("1e3", None), ("²", None),
        ("½", None), ("\U0001d7cf", None),
    ],
)  # fmt: skip
def test_6_an_integer_is_what_java_reads_as_int(word: str, value: int | None) -> None:
    assert integer(word or " ") == value


def test_words_end_at_white_space_that_breaks() -> None:
    assert words("a\tb\x0bc\x0cd\x1ce\x1ff\u1680g\u2003h\u2028i\u3000j") == list("abcdefghij")
    assert len(words("a\xa0b a\u2007b a\u202fb a\x85b a\u200bb a\ufeffb")) == 6


def test_places_are_counted_in_lines_and_columns() -> None:
    text = " a\tbc\r\n\n\rd\xa0e\n"
    assert places(text, 9) == [("a", 1, 2), ("bc", 1, 4), ("d\xa0e", 4, 1), (None, 4, 4)]
    assert places(text, 1) == [("a", 1, 2), (None, 1, 3)]
    assert places("", 9) == [(None, 1, 1)]
    assert words("a b  c", 2) == ["a", "b"]


def test_6_every_line_end_of_java_ends_a_line() -> None:
    assert one_line_end("a\r\nb\rc\nd\x85e\u2028f\u2029g\x0bh\x0ci\x1cj") == "a\nb\nc\nd\ne\nf\ng\x0bh\x0ci\x1cj"
    assert one_line_end("\r\u2029\r\n\n\r\r\n") == "\n" * 6


def test_6_a_cr_ends_a_line_at_once_and_the_lf_after_it_is_part_of_it() -> None:
    codec = Codec()
    codec.receive(b"r 1 2\r")
    assert codec.next() == REVEAL
    codec.receive(b"")
    codec.receive(b"\nq\r")
    assert list(codec.commands()) == [Action(Verb.QUIT)]
    codec.receive(b"\n\n")
    assert list(codec.commands()) == [BAD]


PARTS = [b"r 1 2", b"q", b"\r", b"\n", b" ", b"\xe2\x80\xa8", b"\xff", b"\xe2", b"h"]


@given(st.lists(st.sampled_from(PARTS)), st.data())
def test_any_cut_of_any_input_gives_the_same_commands(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))) | {0, len(stream)})
    pieces = [stream[begin:end] for begin, end in pairwise(cuts)]
    assert read(*pieces) == read(stream)


def test_13_a_last_line_needs_no_end_and_no_line_is_made_up() -> None:
    assert read(b"h\nq") == [Action(Verb.HELP), Action(Verb.QUIT)]
    assert read(b"h\n") == [Action(Verb.HELP)]
    assert read(b"h\r") == [Action(Verb.HELP)]
    assert read(b"") == []
    assert read(b" ") == [BAD]
    assert read(b"\xe2\x80") == [BAD]


def test_a_flood_without_line_end_is_one_bad_command_and_is_not_kept() -> None:
    codec = Codec()
    for _ in range(100):
        codec.receive(b"x" * 10_000)
        assert codec.next() is None
        assert codec.held <= LINE_LIMIT
    codec.receive(b" r 1 2\nr 1 2\n")
    assert list(codec.commands()) == [BAD, REVEAL]


def test_a_flood_that_ends_with_the_input_is_one_bad_command() -> None:
    assert read(*[b"x" * 10_000] * 20) == [BAD]
    assert read(b"x" * 200_000) == [BAD]


@pytest.mark.parametrize("piece", [1_000, 65_536, 1_000_000])
def test_6_blanks_in_any_number_are_no_flood(piece: int) -> None:
    line = b"r" + b" \t" * 200_000 + b"1" + b" " * 100_000 + b"2" + b"\t" * 300_000 + b"\n"
    assert read(*(line[start : start + piece] for start in range(0, len(line), piece))) == [REVEAL]


@pytest.mark.parametrize("piece", [1_000, 1_000_000])
def test_6_zeros_in_any_number_are_no_flood(piece: int) -> None:
    line = b"r +" + b"0" * 200_000 + b"1 " + b"0" * 200_000 + b"2\nr 1 " + b"1" + b"0" * 200_000 + b"\n"
    assert read(*(line[start : start + piece] for start in range(0, len(line), piece))) == [REVEAL, BAD]


def test_a_line_that_comes_whole_is_no_longer_than_one_that_comes_in_pieces() -> None:
    long = b"x" * (LINE_LIMIT - 5) + b" r 1 2\n"
    assert read(long) == read(*(long[start : start + 7] for start in range(0, len(long), 7))) == [BAD]


def test_many_lines_at_once_are_read_in_linear_time() -> None:
    assert len(read(b"h\n" * 100_000)) == 100_000


def test_texts_become_utf_8_and_a_path_keeps_its_bytes() -> None:
    codec = Codec()
    assert codec.encode(Text(Stream.OUTPUT, "▄ \udcff")) == (b"\xe2\x96\x84 \xff",)
    assert codec.encode(Exit(3)) == ()


def test_the_typist_of_the_contract_writes_bad_commands_too() -> None:
    assert read(*Typist().encode(BAD), *Typist().encode(REVEAL)) == [BAD, REVEAL]
