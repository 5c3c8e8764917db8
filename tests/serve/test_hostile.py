"""A live server against peers that do what they should not: one test for each row of SPEC.md, "Bad input".

In every test a bystander plays on the same server, before and after; nothing that a peer does may disturb it.
"""

from collections.abc import Iterator

import pytest
from support.live import Live, live
from support.peer import Peer, start

SMALL = start(3, 3, 2)


@pytest.fixture(params=["asyncio", "uvloop"])
def server(request: pytest.FixtureRequest) -> Iterator[Live]:
    if request.param == "uvloop":
        pytest.importorskip("uvloop")
    with live("jminesweeper", loop=request.param) as one, Peer(one.port) as bystander:
        before = bystander.send(SMALL).sees()
        yield one
        assert bystander.send("02").sees()[3:] == before[3:]


@pytest.fixture
def peer(server: Live) -> Iterator[Peer]:
    with Peer(server.port) as one:
        yield one


@pytest.fixture
def player(peer: Peer) -> Peer:
    """A peer in the middle of a game."""
    peer.send(SMALL).screen()
    return peer


def test_connecting_and_sending_nothing_is_left_alone(peer: Peer) -> None:
    assert peer.silent()


@pytest.mark.parametrize("packet", ["01", "02", "03", "04", "05", "06", "0a"])
def test_a_packet_before_start_gets_the_no_game_screen(peer: Peer, packet: str) -> None:
    assert "No game yet" in "".join(peer.send(packet).sees())
    assert peer.send(SMALL).sees()[4].startswith("level 2")


def test_quit_before_start_closes_without_a_screen(peer: Peer) -> None:
    assert peer.send("08").eof()


def test_quit_in_a_game_closes_without_a_screen(player: Peer) -> None:
    assert player.send("08").eof()


def test_bytes_after_quit_are_dropped(player: Peer) -> None:
    assert player.send("08", "0505ff", bytes(3000)).eof()


@pytest.mark.parametrize("kind", ["00", "0b", "ff"])
def test_an_unknown_type_closes_without_an_answer(player: Peer, kind: str) -> None:
    assert player.send(kind, "02").eof()


@pytest.mark.parametrize("bad", [start(3, 3, 0), start(3, 3, 4), start(0, 3, 1), start(3, 0, 1), start(0, 0, 255)])
def test_a_start_out_of_range_says_so_and_keeps_the_old_game(player: Peer, bad: bytes) -> None:
    before = player.send("02").sees()
    after = player.send(bad).sees()
    assert after[:5] == before[:5]
    assert after[5].startswith("START refused: ")
    assert player.send("02").sees()[0] == " ? ?[?]"


@pytest.mark.parametrize("size", [128, 200, 255])
def test_sizes_above_127_are_unsigned(peer: Peer, size: int) -> None:
    lines = peer.send(start(size, size, 1)).sees()
    assert lines[:size] == ["?" * size] * size


@pytest.mark.parametrize("length", ["00000000", "00000002", "00000004", "7fffffff", "ffffffff"])
def test_a_start_of_another_length_closes_without_an_answer(player: Peer, length: str) -> None:
    assert player.send("07", length, "030301").eof()


@pytest.mark.parametrize("packet", ["09", "0900000000", "090000000141", "09ffffffff"])
def test_screen_content_from_a_client_closes(player: Peer, packet: str) -> None:
    assert player.send(packet).eof()


def test_packets_byte_by_byte(peer: Peer) -> None:
    for byte in SMALL[:-1]:
        peer.send(bytes((byte,)))
    assert peer.silent(0.05)
    assert peer.send(SMALL[-1:]).sees()[0] == "[?]? ?"


@pytest.mark.parametrize("half", ["07", "070000", "0700000003", "07000000030303"])
def test_half_a_packet_then_the_end_closes_quietly(peer: Peer, half: str) -> None:
    assert peer.send(half).finish().eof()


def test_pipelined_packets_are_answered_in_order(peer: Peer) -> None:
    peer.send(SMALL, "020402")
    places = []
    for _ in range(4):
        lines = peer.sees()
        (row,) = (number for number, line in enumerate(lines) if "[" in line)
        places.append((row, lines[row].index("[") // 2))
    assert places == [(0, 0), (0, 1), (1, 1), (1, 2)]


def test_start_in_and_after_a_game_begins_a_new_one(player: Peer) -> None:
    assert player.send("02").sees()[0] == " ?[?]?"
    assert player.send(SMALL).sees()[0] == "[?]? ?"
    assert "GAME" not in player.send(start(1, 1, 1)).sees()[2]
    assert "GAME LOST" in player.send("05").sees()[2]
    assert player.send(SMALL).sees()[0] == "[?]? ?"


def test_after_the_end_the_last_screen_is_the_answer(peer: Peer) -> None:
    peer.send(start(1, 1, 1)).screen()
    last = peer.send("05").screen()
    for packet in ("01", "02", "03", "04", "05", "06", "0a"):
        assert peer.send(packet).screen() == last
    assert peer.send("08").eof()


def test_a_peer_that_finishes_gets_the_answers_that_are_due(peer: Peer) -> None:
    peer.send(start(255, 255, 1), b"\x02" * 50).finish()
    for _ in range(51):
        peer.screen()
    assert peer.eof()


def test_a_peer_that_resets_is_forgotten(server: Live, player: Peer) -> None:
    player.sock.setsockopt(1, 13, b"\x01\x00\x00\x00\x00\x00\x00\x00")  # SO_LINGER: close with a reset
    player.sock.close()
    with Peer(server.port) as other:
        assert other.send(SMALL).sees()[0] == "[?]? ?"


def test_another_client_has_its_own_game(server: Live, player: Peer) -> None:
    with Peer(server.port) as other:
        assert other.send(start(5, 2, 1)).sees()[0] == "[?]? ? ? ?"
        assert other.send("02").sees()[0] == " ?[?]? ? ?"
        assert player.send("04").sees()[:3] == [" ? ? ?", "[?]? ?", " ? ? ?"]
