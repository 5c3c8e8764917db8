import pytest

from fogfield.play.keys import Keys


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (b"wasd", ["w", "a", "s", "d"]),
        (b"WX#", ["w", "x", "#"]),
        (b"\r\n\t \x04", ["enter", "enter", "tab", "space", "end of input"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD", ["up", "left"]),
        (b"\x1b[1;5Cx", ["\x1b[1;5c", "x"]),
        (b"\x1bx", ["\x1b", "x"]),
        (b"\xc3\xa9w", ["\ufffd", "\ufffd", "w"]),
        (b"\x1b[>0;276;0cx", ["\x1b[>0;276;0c", "x"]),
        (b"\x1b[<0;1;1Mx", ["\x1b[<0;1;1m", "x"]),
        (b"\x1b[\nx", ["\x1b[", "enter", "x"]),
        (b"\x1bO wx", ["\x1bo", "space", "w", "x"]),
        (b"\x1b[[A\x1b[[Dx", ["\x1b[[a", "\x1b[[d", "x"]),
    ],
)
def test_bytes_become_keys(data: bytes, names: list[str]) -> None:
    assert Keys().feed(data) == names


def test_an_arrow_key_in_pieces_is_one_key() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.feed(b"[") == []
    assert keys.feed(b"Aw") == ["up", "w"]


def test_an_endless_escape_sequence_is_given_up() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b[" + b"1" * 100) == []
    assert keys.feed(b"w") == ["w"]
