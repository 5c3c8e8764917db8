import pytest

from fogfield.core.errors import WireError
from fogfield.games.jminesweeper.codec import SCREEN_LIMIT_BYTES, ClientCodec, ServerCodec
from fogfield.games.jminesweeper.messages import Command, ScreenContent, Start


def test_the_published_bytes_of_start() -> None:
    assert ClientCodec().encode(Start(20, 10, 1)) == (bytes.fromhex("07 00000003 14 0a 01"),)
    assert ClientCodec().encode(Start(255, 255, 3)) == (bytes.fromhex("07 00000003 ff ff 03"),)


@pytest.mark.parametrize(("command", "number"), [(one, one.value) for one in Command])
def test_every_other_packet_of_a_client_is_one_byte(command: Command, number: int) -> None:
    assert ClientCodec().encode(command) == (bytes((number,)),)
    codec = ServerCodec()
    codec.receive(bytes((number,)))
    assert codec.next() is command


@pytest.mark.parametrize("number", [0, 9, 11, 255])
def test_a_type_that_no_client_may_send_is_a_wire_error(number: int) -> None:
    codec = ServerCodec()
    codec.receive(bytes((number,)))
    with pytest.raises(WireError, match=f"packet type {number} is not one that a client may send"):
        codec.next()


@pytest.mark.parametrize("length", [0, 2, 4, 0x7FFFFFFF, 0xFFFFFFFF])
def test_start_with_another_length_is_refused_before_its_payload(length: int) -> None:
    codec = ServerCodec()
    codec.receive(b"\x07" + length.to_bytes(4))
    with pytest.raises(WireError, match=f"START with a payload of {length} bytes"):
        codec.next()


def test_recorded_screens_of_other_servers_are_read() -> None:
    codec = ClientCodec()
    codec.receive(bytes.fromhex("09 00000013 1b5b324a 1b5b313b3148 5b3f5d 1b5b313b3248"))
    assert codec.next() == ScreenContent((b"\x1b[2J\x1b[1;1H[?]\x1b[1;2H",))
    codec.receive(b"\x09\x00\x00\x00\x23*** Server not implemented yet. ***")
    assert codec.next() == ScreenContent((b"*** Server not implemented yet. ***",))


def test_a_screen_split_into_three_writes_is_put_together() -> None:
    codec = ClientCodec()
    for piece in (b"\x09", b"\x00\x00\x00\x03", b"abc"):
        assert codec.next() is None
        codec.receive(piece)
    screen = codec.next()
    assert screen == ScreenContent((b"a", b"bc"))
    assert hash(screen) == hash(ScreenContent((b"abc",)))
    assert screen != b"abc"


def test_an_empty_screen_is_a_screen() -> None:
    codec = ClientCodec()
    codec.receive(b"\x09\x00\x00\x00\x00")
    assert codec.next() == ScreenContent((b"",))


def test_our_client_takes_no_screen_beyond_its_limit() -> None:
    codec = ClientCodec()
    codec.receive(b"\x09" + (SCREEN_LIMIT_BYTES + 1).to_bytes(4))
    with pytest.raises(WireError, match="the limit is 1048576"):
        codec.next()


def test_our_client_names_a_packet_that_is_no_screen() -> None:
    codec = ClientCodec()
    codec.receive(b"\x01")
    with pytest.raises(WireError, match="a packet of type 1, not a screen"):
        codec.next()
