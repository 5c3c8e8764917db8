"""A diff for characters that cannot be seen."""

from hypothesis import given
from hypothesis import strategies as st

from fogfield.conform.visible import COMPARED_LINES, SHOWN_LINES, diff, visible


def test_blanks_tabs_and_line_ends_have_marks() -> None:
    assert visible(b" a\tb\r\n\x00\x1b\x7f") == "·a→b␍␊␀␛␡"


def test_bytes_that_are_no_text_and_blanks_that_are_none_are_spelled_out() -> None:
    assert visible(b"\xff") == "\\xff"
    assert visible("\u00a0\u200b\ufeff\u2028".encode()) == "\\u00a0\\u200b\\ufeff\\u2028"
    assert visible("▄░ä".encode()) == "▄░ä"


TEXTS = st.text(st.sampled_from(" ·\\\\xf\t→\n␊\r␍\x04␄é\u0301e\u00a0\u2028\U000e0001"), max_size=6).map(str.encode)


@given(st.binary(max_size=6) | TEXTS, st.binary(max_size=6) | TEXTS)
def test_what_differs_looks_different(one: bytes, other: bytes) -> None:
    assert (visible(one) == visible(other)) == (one == other)


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_there_is_a_difference_whenever_there_is_one_and_it_can_be_seen(one: bytes, other: bytes) -> None:
    found = diff(one, other)
    assert bool(found) == (one != other)
    assert all(char.isprintable() for char in found.replace("\n", ""))


def test_a_blank_at_the_end_of_a_line() -> None:
    assert diff(b"a\n  0   1 \nb\n", b"a\n  0   1\nb\n") == (
        "line 2, column 8: expected a blank, got a line feed\n"
        "        1  a␊\n"
        "  -     2  ··0···1·␊\n"
        "  +     2  ··0···1␊\n"
        "        3  b␊\n"
        "        4  ␄\n"
    )


def test_a_missing_line_feed_at_the_end_of_the_file() -> None:
    assert diff(b"Bye!\n", b"Bye!") == (
        "line 1, column 5: expected a line feed, got the end of the file\n"
        "  -     1  Bye!␊\n"
        "  -     2  ␄\n"
        "  +     1  Bye!␄\n"
    )


def test_a_blank_line_too_many_at_the_end() -> None:
    assert diff(b"x\n", b"x\n\n").splitlines()[0] == "line 2, column 1: expected the end of the file, got a line feed"


def test_carriage_returns() -> None:
    found = diff(b"one\ntwo\n", b"one\r\ntwo\r\n")
    assert found.startswith("line 1, column 4: expected a line feed, got a carriage return\n")
    assert "+     1  one␍␊" in found


def test_columns_are_characters_and_not_bytes() -> None:
    assert diff("▄▄x".encode(), "▄▄y".encode()).startswith("line 1, column 3: expected x, got y\n")
    assert diff(b"\xe2\x96\x84", b"\xe2\x96").startswith("line 1, column 1: expected ▄, got \\xe2\n")


def test_of_long_lines_the_part_with_the_difference_is_shown() -> None:
    one, other = b"x" * 3_000_000 + b"a" + b"y" * 500, b"x" * 3_000_000 + b"b" + b"y" * 500
    found = diff(one, other)
    assert len(found) < 500
    assert found.startswith("line 1, column 3000001: expected a, got b\n")
    assert "xxay" in found
    assert "xxby" in found
    assert diff(b"z" * 500, b"").splitlines()[1] == "  -     1  " + "z" * 160 + "..."


def test_output_without_end_is_cut() -> None:
    found = diff(b"\n".join(b"%d" % number for number in range(100_000)), b"other\n" * 100_000)
    lines = found.splitlines()
    assert len(lines) == SHOWN_LINES + 2
    assert lines[-1] == f"    ... and {2 * COMPARED_LINES - SHOWN_LINES} more lines"
