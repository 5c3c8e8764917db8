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
    assert len(cut.text) == LINE_LIMIT_BYTES
    assert codec.next() is ClientWord.QUIT


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
