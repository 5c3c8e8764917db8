from hypothesis import given
from hypothesis import strategies as st

from fogfield.play.styled import beside, clean, ends, fit, flow, styled
from fogfield.play.viewport import Line


def text(line: Line) -> str:
    return "".join(char for char, _ in line)


@given(st.text())
def test_a_strangers_text_is_printable_and_short(raw: str) -> None:
    found = clean(raw)
    assert len(found) <= 24
    assert all(char.isprintable() for char in found.replace("\u3000", "").replace("\xa0", "") if not char.isspace())
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in found)


def test_control_characters_and_overrides_are_dropped() -> None:
    assert clean("\x1b[31mAnn\x07\u202e\n") == "[31mAnn"
    assert clean("x" * 30) == "x" * 21 + "..."


def test_a_wide_character_takes_two_columns_and_is_not_cut_in_half() -> None:
    line = styled("a\u738bb")
    assert len(line) == 4
    assert text(fit(line, 4)) == "a\u738bb"
    assert text(fit(line, 2)) == "a "
    assert text(fit(line, 3)) == "a\u738b"
    assert text(fit(line, 6)) == "a\u738bb  "


def test_blocks_stand_beside_each_other() -> None:
    lines = beside(([styled("a"), styled("bcd")], 2), ([styled("x")], 1), gap=1)
    assert [text(line) for line in lines] == ["a  x", "bc  "]


def test_two_texts_at_both_ends_and_the_right_one_is_whole() -> None:
    assert text(ends(styled("left"), styled("right"), 12)) == "left   right"
    assert text(ends(styled("left"), styled("right"), 8)) == "le right"
    assert text(ends(styled("left"), styled("right"), 3)) == "rig"


def test_items_flow_into_lines_and_stay_whole() -> None:
    assert flow(("one two", "three", "four"), 15) == ["one two  three", "four"]
