import pytest

from fogfield.play.keys import Button, Event, Keys, Mouse


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (b"wasd", ["w", "a", "s", "d"]),
        (b"WX#", ["w", "x", "#"]),
        (b"\r\n\t \x04", ["enter", "enter", "tab", "space", "end of input"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD", ["up", "left"]),
        (b"\x1b[H\x1bOH\x1b[1~\x1b[7~", ["home"] * 4),
        (b"\x1b[F\x1bOF\x1b[4~\x1b[8~", ["end"] * 4),
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


@pytest.mark.parametrize(
    ("data", "events"),
    [
        (b"sS\x1b[A\r", ["s", "S", "up", "enter"]),
        (b"\x1b[<0;5;7Mx", [Mouse(Button.LEFT, 6, 4), "x"]),
        (b"\x1b[<0;5;7m", []),
        (b"\x1b[<2;120;300M\x1b[<1;1;1M", [Mouse(Button.RIGHT, 299, 119), Mouse(Button.MIDDLE, 0, 0)]),
        (b"\x1b[<64;1;1M\x1b[<65;1;1M", [Mouse(Button.WHEEL_UP, 0, 0), Mouse(Button.WHEEL_DOWN, 0, 0)]),
        (b"\x1b[<16;5;7M", [Mouse(Button.LEFT, 6, 4)]),
        (b"\x1b[<35;5;7M\x1b[<999;1;1M", []),
        (b"\x1b[<0;0;0M", [Mouse(Button.LEFT, 0, 0)]),
        (b"\x1b[<0;5Mx", ["\x1b[<0;5M", "x"]),
        (b"\x1b[3~\x7f\x03", ["delete", "\x7f", "\x03"]),
    ],
)
def test_bytes_become_events_with_case_and_mouse(data: bytes, events: list[Event]) -> None:
    assert Keys().events(data) == events


def test_a_mouse_report_in_pieces_is_one_event() -> None:
    keys = Keys()
    assert keys.events(b"\x1b[<0;5") == []
    assert keys.events(b";7M") == [Mouse(Button.LEFT, 6, 4)]


def test_an_escape_that_nothing_follows_is_a_key() -> None:
    keys = Keys()
    assert keys.events(b"\x1b") == []
    assert keys.waiting
    assert keys.escape() == ["escape"]
    assert not keys.waiting
    assert keys.events(b"\x1b[") == []
    assert not keys.waiting
    assert keys.events(b"A") == ["up"]
