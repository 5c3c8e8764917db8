from fogfield.wire.canvas import PLAIN, Style
from fogfield.wire.picture import sheet, with_attributes

RED = Style(ink="31")


def test_texts_with_escape_sequences_become_styled_lines() -> None:
    assert sheet(["a\x1b[31mb\x1b[0m", "", "c"]) == [[("a", PLAIN), ("b", RED)], [], [("c", PLAIN)]]


def test_attributes_are_added_to_what_is_there() -> None:
    line = [("a", PLAIN), ("b", Style(ink="31", attributes=frozenset({"bold"})))]
    with_attributes(line, 1, "reverse")
    assert line == [("a", PLAIN), ("b", Style(ink="31", attributes=frozenset({"bold", "reverse"})))]


def test_another_sign_can_be_put_there() -> None:
    line = [("a", RED)]
    with_attributes(line, 0, "bold", sign="[")
    assert line == [("[", Style(ink="31", attributes=frozenset({"bold"})))]
