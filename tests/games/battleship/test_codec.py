"""Lines <-> messages, on both sides."""

import pytest

from fogfield.games.battleship.codec import LINE_LIMIT_BYTES, ClientCodec, ServerCodec
from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientMessage,
    ClientWord,
    Grid,
    InitGrid,
    ServerMessage,
    ServerWord,
    Unknown,
)


def client_said(line: str) -> ClientMessage | None:
    codec = ServerCodec()
    codec.receive(line.encode() + b"\r\n")
    return codec.next()


def server_said(line: str) -> ServerMessage | None:
    codec = ClientCodec()
    codec.receive(line.encode() + b"\n")
    return codec.next()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("INIT_GRID=1 2 5", InitGrid((1, 2, 5))),
        ("INIT_GRID=  +1\t002   16 ", InitGrid((1, 2, 16))),
        ("INIT_GRID=1", InitGrid((1,))),
        ("INIT_GRID=-1 2 3", InitGrid((-1, 2, 3))),
        ("ATTACK=7", Attack(7)),
        ("ATTACK=+03", Attack(3)),
        ("ATTACK=0000000000000000000007", Attack(7)),
        ("ATTACK=-2", Attack(-2)),
        ("REMATCH_OFFER", ClientWord.REMATCH_OFFER),
        ("QUIT", ClientWord.QUIT),
    ],
)
def test_what_a_client_says(line: str, message: ClientMessage) -> None:
    assert client_said(line) == message


@pytest.mark.parametrize(
    "line",
    ["", "INIT_GRID", "INIT_GRID=", "INIT_GRID=1,2,3", "INIT_GRID=1 2 x", "init_grid=1 2 3", "ATTACK", "ATTACK=",
     "ATTACK= 3", "ATTACK=3 ", "ATTACK=3 4", "ATTACK=3=4", "MOVE=3", "ATTACK=1.0", "ATTACK=٣", "ATTACK=12345678901",
     "REMATCH_OFFER ", "quit", "REMATCH_OFFER=1", "ä"],
)  # fmt: skip
def test_what_means_nothing(line: str) -> None:
    assert client_said(line) == Unknown(line)


def test_bytes_that_are_no_text_mean_nothing() -> None:
    codec = ServerCodec()
    codec.receive(b"\xff\xfe\n" + b"ATTACK=1" + b"0" * 5_000 + b"\nQUIT\n")
    assert codec.next() == Unknown("\ufffd\ufffd")
    cut = codec.next()
    assert isinstance(cut, Unknown)
    assert len(cut.text) == LINE_LIMIT_BYTES + 1
    assert codec.next() is ClientWord.QUIT


@pytest.mark.parametrize("line", ["ATTACK=" + "0" * 1_016 + "89", "INIT_GRID=1 2 5" + " " * 1_010 + "7"])
def test_the_beginning_of_a_line_that_is_too_long_is_not_taken_for_the_line(line: str) -> None:
    codec = ServerCodec()
    for end in ("\n", "\r\n"):
        codec.receive(f"{line}{end}{line[:LINE_LIMIT_BYTES]}{end}".encode())
        assert isinstance(codec.next(), Unknown)
        assert isinstance(codec.next(), Attack | InitGrid)


@pytest.mark.parametrize("blank", "\xa0\u2009\u2028\u3000\x0b\x0c\x1c\x1f\x85")
def test_only_blanks_and_tabs_stand_between_boats(blank: str) -> None:
    codec = ServerCodec()
    for line in (f"INIT_GRID=1{blank}2{blank}5", f"INIT_GRID=1 2 5{blank}", "INIT_GRID=", "INIT_GRID= \t"):
        codec.receive(f"{line}\n".encode())
        assert codec.next() == Unknown(line)
    codec.receive(b"INIT_GRID= \t1\t 2  5 \t\n")
    assert codec.next() == InitGrid((1, 2, 5))


@pytest.mark.parametrize("word", ServerWord)
def test_what_a_server_says_in_a_word(word: ServerWord) -> None:
    assert server_said(word.value) is word
    assert ServerCodec().encode(word) == (word.value.encode() + b"\n",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("URBOARD=OO~~O~~~~~~~~~~~", Board(Grid.URBOARD, "OO~~O~~~~~~~~~~~")),
        ("OPPONENTBOARD=X", Board(Grid.OPPONENTBOARD, "X")),
        ("URBOARD", Board(Grid.URBOARD, "")),
        ("ERROR=1", ServerWord.ERROR),
        ("WAIT ", Unknown("WAIT ")),
        ("hit", Unknown("hit")),
        ("", Unknown("")),
        ("YOUR_TURN", Unknown("YOUR_TURN")),
    ],
)
def test_what_a_server_may_say_as_well(line: str, message: ServerMessage) -> None:
    assert server_said(line) == message


def test_a_client_ends_its_lines_with_cr_lf_and_a_server_with_lf() -> None:
    assert ClientCodec().encode(InitGrid((1, 2, 5))) == (b"INIT_GRID=1 2 5\r\n",)
    assert ClientCodec().encode(Attack(16)) == (b"ATTACK=16\r\n",)
    assert ClientCodec().encode(ClientWord.QUIT) == (b"QUIT\r\n",)
    assert b"".join(ServerCodec().encode(Board(Grid.URBOARD, "~" * 16))) == b"URBOARD=~~~~~~~~~~~~~~~~\n"
