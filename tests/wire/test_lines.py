"""Lines out of bytes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.wire.lines import Lines


def drain(lines: Lines) -> list[bytes]:
    return list(iter(lines.line, None))


def read(*pieces: bytes, limit: int = 10) -> list[bytes]:
    lines = Lines(limit)
    found = []
    for piece in pieces:
        lines.receive(piece)
        found += drain(lines)
        assert lines.held <= limit
    return found


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\nb\n", [b"a", b"b"]),
        (b"a\r\nb\r\n", [b"a", b"b"]),
        (b"a\rb\r", [b"a", b"b"]),
        (b"a\n\r\n\n\rb\n", [b"a", b"", b"", b"", b"b"]),
        (b"\r\n", [b""]),
        (b"no end", []),
        (b"", []),
    ],
)
def test_lf_cr_lf_and_a_lone_cr_end_a_line(data: bytes, lines: list[bytes]) -> None:
    assert read(data) == lines


def test_a_cr_ends_a_line_at_once_and_its_lf_may_come_later() -> None:
    assert read(b"a\r") == [b"a"]
    assert read(b"a\r", b"\nb\n") == [b"a", b"b"]
    assert read(b"a\r", b"b\n") == [b"a", b"b"]


def test_a_line_that_is_too_long_is_cut_and_the_next_is_whole() -> None:
    assert read(b"x" * 25 + b"\nnext\n") == [b"x" * 10, b"next"]
    assert read(*[b"x" * 7] * 5, b"\nnext\n") == [b"x" * 10, b"next"]


@given(st.lists(st.sampled_from([b"\r", b"\n", b"a", b"bb" * 8])), st.data())
def test_any_cut_gives_the_same_lines(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))) | {0, len(stream)})
    assert read(*(stream[begin:end] for begin, end in pairwise(cuts))) == read(stream)
