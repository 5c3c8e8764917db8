import pytest

from fogfield.core.errors import WireError
from fogfield.games.planefight.codec import MOST_BODY_BYTES, MOST_HEADER_BYTES, OUR_HEADER_BYTES, Codec, shortened
from fogfield.games.planefight.messages import Attack, Bare, ExchangeMap, GameInfo, Header, Message, Name
from fogfield.games.planefight.session import AGENT, OPPONENT

LINE = b"PLAY Zjl37's planeFight protocol 0.3.0"


def greeted() -> Codec:
    codec = Codec()
    codec.receive(LINE + b"\r\n\r\n")
    assert codec.next() == Header()
    return codec


def read(data: bytes) -> list[Message]:
    codec = greeted()
    codec.receive(data)
    return list(iter(codec.next, None))


def test_our_header_is_one_piece_with_line_ends_below_what_the_published_program_reads() -> None:
    (data,) = Codec().encode(Header(fields=(("User-Agent", AGENT), (OPPONENT, "expert"))))
    assert data.startswith(LINE + b"\r\nUser-Agent: Fogfield ")
    assert data.endswith(b"\r\nOpponent: expert\r\n\r\n")
    assert len(data) < OUR_HEADER_BYTES
    assert b"\n" not in data.replace(b"\r\n", b"")


@pytest.mark.parametrize(
    ("data", "version"),
    [
        (LINE + b"\r\n\r\n", (0, 3, 0)),
        (LINE + b"\n\n", (0, 3, 0)),
        (b"  " + LINE + b"\r\n\r\n", (0, 3, 0)),
        (LINE[:-2] + b"\r\n\r\n", (0, 3, 0)),
        (LINE[:-2] + b".9\r\nA: b\r\n\r\n", (0, 3, 9)),
        (LINE + b"-beta and more\r\n\r\n", (0, 3, 0)),
        (LINE.replace(b"0.3", b"12.34") + b"\r\n\r\n", (12, 34, 0)),
    ],
)
def test_headers_are_read_tolerantly_in_any_cut(data: bytes, version: tuple[int, int, int]) -> None:
    codec = Codec()
    for byte in data[:-1]:
        codec.receive(bytes([byte]))
        assert codec.next() is None
    codec.receive(data[-1:])
    header = codec.next()
    assert isinstance(header, Header)
    assert header.version == version


def test_a_header_in_single_bytes_is_read_once() -> None:
    codec = Codec()
    held = []
    for byte in LINE + b"\r\n" + b"a\n" * 3_000:
        codec.receive(bytes([byte]))
        assert codec.next() is None
        held.append(codec.held)
    assert max(held) <= len(LINE) + 2
    codec.receive(b"a\n" * 2_000)
    with pytest.raises(WireError, match="8192 bytes"):
        codec.next()


def test_fields_are_found_by_name_and_lines_without_a_colon_are_nothing() -> None:
    codec = Codec()
    codec.receive(LINE + b"\r\nuser-agent:  me 1.0 \r\nnonsense\r\nOpponent: expert\r\n\r\n")
    header = codec.next()
    assert isinstance(header, Header)
    assert header.field("User-Agent") == "me 1.0"
    assert header.field("opponent") == "expert"
    assert header.field("X-Colour") == ""


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n",
        b"\r\n",
        LINE.lower() + b"\r\n",
        b"PLAY Zjl37's planeFight protocol\r\n",
        b"PLAY Zjl37's planeFight protocol three\r\n",
        b"PLAY Zjl37's planeFight protocol 0.3000000\r\n",
        b"x" * MOST_HEADER_BYTES,
        LINE + b"\r\n" + b"A: b\r\n" * 2_000,
    ],
)
def test_anything_else_is_no_request(data: bytes) -> None:
    codec = Codec()
    codec.receive(data)
    with pytest.raises(WireError):
        codec.next()


def test_packets_have_the_published_bytes() -> None:
    codec = Codec()
    wanted: dict[Message, bytes] = {
        Bare.JOIN: b"\0\0\0\0join",
        Bare.GIVE_UP: b"\0\0\0\0gvup",
        Bare.READY: b"\0\0\0\0arrd",
        Bare.SURRENDER: b"\0\0\0\0isrd",
        GameInfo(9, 8, 2, True, True, True, 0x11223344): b"\0\0\0\x0bgmif\0\x09\0\x08\0\x02\x07\x11\x22\x33\x44",
        GameInfo(127, 5, 1, server_first=True): b"\0\0\0\x0bgmif\0\x7f\0\x05\0\x01\x04\0\0\0\0",
        Name("Bö"): b"\0\0\0\x03nameB\xc3\xb6",
        Attack(3, 300): b"\0\0\0\x04atak\0\x03\x01\x2c",
        ExchangeMap(((2, 4, 2), (7, 0, 0))): b"\0\0\0\x0amymp\0\x02\0\x04\x02\0\x07\0\0\0",
    }
    for message, data in wanted.items():
        assert codec.encode(message) == (data,)
        assert read(data) == [message]


def test_game_info_may_be_shorter_or_longer() -> None:
    assert read(b"\0\0\0\x07gmif\0\x05\0\x06\0\x01\x05") == [GameInfo(5, 6, 1, True, False, True)]
    assert read(b"\0\0\0\x0agmif\0\x05\0\x06\0\x01\x02\1\2\3") == [GameInfo(5, 6, 1, False, True)]
    assert read(b"\0\0\0\x0dgmif\0\x05\0\x06\0\x01\xf8\1\2\3\4\5\6") == [GameInfo(5, 6, 1, gid=0x01020304)]


def test_unknown_packets_and_unasked_bodies_are_skipped_without_being_held() -> None:
    codec = greeted()
    codec.receive(b"\0\0\xff\xffchat")
    for _ in range(0xFFFF // 64 + 1):
        assert codec.next() is None
        assert codec.held <= 64
        codec.receive(b"x" * 64)
    codec.receive(b"")
    assert codec.next() is None
    codec = greeted()
    codec.receive(b"\0\0\0\x03chatabc\0\0\0\x02arrdxx\0\0\0\0isrd")
    assert list(iter(codec.next, None)) == [Bare.READY, Bare.SURRENDER]
    assert codec.held == 0


@pytest.mark.parametrize(
    "data",
    [
        b"\0\0\0\x03atak\0\0\0",
        b"\0\0\0\x05atak\0\0\0\0\0",
        b"\0\0\0\0rslt",
        b"\0\0\0\x02rslt\0\0",
        b"\0\0\0\x06gmif\0\x05\0\x05\0\x01",
        b"\0\0\0\x06mymp\0\0\0\0\0\0",
        b"\0\x01\0\x01name",
        b"\xff\xff\xff\xffchat",
    ],
)
def test_wrong_sizes_are_an_error(data: bytes) -> None:
    with pytest.raises(WireError):
        read(data)


def test_names_are_cut_between_characters_and_read_with_replacement() -> None:
    assert shortened("é" * 64) == ("é" * 63).encode()
    assert shortened("x" * 200) == b"x" * 127
    assert shortened("\ud800") == b"?"
    assert read(b"\0\0\0\x02name\xff!") == [Name("\ufffd!")]
    assert read(b"\0\0\0\0name") == [Name("")]
    assert MOST_BODY_BYTES >= 5 * 1_600
