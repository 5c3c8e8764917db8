"""Peers that mean harm, or know no better: nothing of it is a fault, and nothing is kept for them without a limit."""

import contextlib
import json
import os
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest import mock

import pytest
from support.liveapi import Client, LiveApi, live_api
from support.liveweb import answer, request
from support.peer import Peer
from support.wait import eventually
from websockets.exceptions import ConnectionClosed

from fogfield.core.changes import apply
from fogfield.serve.api import service, socket1
from fogfield.serve.settings import Limits

BATTLESHIP = b'{"game":"battleship"}'


LOOPS = ("asyncio", "uvloop")


@pytest.fixture(params=LOOPS)
def server(request: pytest.FixtureRequest) -> Iterator[LiveApi]:
    with live_api(loop=request.param) as found:
        yield found


def seated(server: LiveApi, **wish: Any) -> list[Client]:
    first = server.client().sit("/api/matches", game="battleship", opponent="invite", **wish)
    return [first, server.client().sit(f"/api/invitations/{first.code}")]


def post(client: Client, body: bytes, kind: str = "application/json") -> tuple[int, Any]:
    status, found = client.raw("POST", "/api/matches", body, Content_Type=kind)
    return status, json.loads(found)


# --- requests


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"null", 400),
        (b"[]", 400),
        (b'"battleship"', 400),
        (b"\xff\xfe", 400),
        (b'{"game":"\xff"}', 400),
        (b"[" * 30_000, 400),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400),
        (b'{"game":1}', 400),
        (b'{"game":"chess"}', 400),
        (b'{"game":"battleship","seat":true}', 400),
        (b'{"game":"battleship","seat":2}', 400),
        (b'{"game":"battleship","think_s":1e400}', 400),
        (b'{"game":"battleship","think_s":NaN}', 400),
        (b'{"game":"battleship","options":[]}', 400),
        (b'{"game":"battleship","options":{"cells":"many"}}', 400),
        (b'{"game":"battleship","options":{"cells":1e30}}', 400),
        (b'{"game":"battleship","colour":"red"}', 400),
        (b'{"game":"battleship","opponent":"bot","bot":"stranger"}', 409),
        (b'{"game":"alpha","opponent":"bot"}', 409),
        (b'{"game":"battleship","name":"' + b"x" * 65 + b'"}', 400),
        (b'{"game":"battleship","name":"' + b"x" * 70_000 + b'"}', 413),
    ],
)
def test_bodies_that_nobody_would_send_are_refused_with_a_sentence(server: LiveApi, body: bytes, status: int) -> None:
    found, problem = post(server.client(), body)
    assert found == status, problem
    assert problem["detail"]
    assert "Traceback" not in problem["detail"]
    assert len(server.service.guests) == 0


def test_a_body_must_say_that_it_is_json(server: LiveApi) -> None:
    assert post(server.client(), BATTLESHIP, "text/plain")[0] == 415
    assert post(server.client(), BATTLESHIP, "application/json; charset=utf-8")[0] == 201


def test_a_body_that_is_announced_too_long_is_refused_before_it_is_sent(server: LiveApi) -> None:
    with Peer(server.port) as peer:
        peer.send(request("POST", "/api/matches", Content_Type="application/json", Content_Length="999999999"))
        status, headers, body = answer(peer)
        assert (status, headers["connection"]) == (413, "close")
        assert b"at most 65536 bytes" in body


def test_names_that_no_screen_can_show_are_cleaned(server: LiveApi) -> None:
    client = server.client().sit(game="battleship", name="Mi\u0000ra\u001b[2J\u202e")
    assert client.look()["seats"][client.seat]["name"] == "Mira[2J"


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches?limit=0", "/api/matches?limit=x", "/api/matches?limit=1&limit=2", "/api/matches?colour=red",
        "/api/matches?before=yesterday", "/api/matches?status=lost", "/api/games?x", "/api/matches?" + "a=1&" * 100,
        "/api/matches?player=%ff", "/api/matches?limit=%C2%B2",
    ],
)  # fmt: skip
def test_queries_that_nobody_knows_are_refused(server: LiveApi, path: str) -> None:
    status, problem = server.client().ask("GET", path)
    assert status == 400, problem


def test_who_asks_too_often_is_told_to_wait_and_may_ask_again() -> None:
    with live_api(rate=5) as server, Client(server.port) as client:
        statuses = [client.ask("GET", "/healthz")[0] for _ in range(30)]
        assert statuses[:5] == [200] * 5
        assert 429 in statuses
        assert int(client.headers["retry-after"]) >= 1
        assert eventually(lambda: client.ask("GET", "/healthz")[0] == 200)


def test_seats_are_limited_in_all_and_from_one_address() -> None:
    with live_api(seats=3, seats_per_address=2) as server, Client(server.port) as client:
        made = [client.ask("POST", "/api/matches", {"game": "alpha"}) for _ in range(3)]
        assert [status for status, _ in made] == [201, 201, 429]
        first = made[0][1]
        client.ask("DELETE", f"/api/matches/{first['match']}/seats/me", token=first["token"])
        assert client.ask("POST", "/api/matches", {"game": "alpha"})[0] == 201


def test_two_who_want_the_same_seat_at_once_do_not_both_get_it(server: LiveApi) -> None:
    for _ in range(10):
        host = server.client().sit(game="battleship")
        path = f"/api/matches/{host.match}/seats"
        with ThreadPoolExecutor(4) as pool:
            found = list(
                pool.map(lambda one, path=path: one.ask("POST", path, {})[0], [server.client() for _ in "1234"])
            )
        assert sorted(found) == [201, 409, 409, 409]


# --- sockets


@pytest.mark.parametrize(
    "message", ["", "{", "[]", "1", "null", "[" * 5000, '{"do":1,"do":2}', '{"token":1}', '{"token":"a","do":1}', "{}"]
)
def test_messages_that_nobody_would_send_are_refused_and_the_socket_stays(server: LiveApi, message: str) -> None:
    one, _ = seated(server)
    with one.live() as seen:
        seen.hear()
        seen.ws.send(message)
        assert seen.hear()["type"] == "refused"
        seen.say(do=["place", 0, 1, 2]).until(lambda now: now["view"]["placed"][one.seat])


@pytest.mark.parametrize("message", [b"\x00", "x" * 70_000])
def test_messages_that_cannot_be_read_close_the_socket(server: LiveApi, message: bytes | str) -> None:
    one, _ = seated(server)
    with one.live() as seen:
        seen.hear()
        seen.ws.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            seen.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1003, 1009)
    assert one.look()["status"] == "playing"


def handshake(server: LiveApi, match: str, *, receive_buffer: int | None = None) -> Peer:
    """Open a live socket by hand."""
    peer = Peer(server.port, receive_buffer=receive_buffer)
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Version": "13"}
    peer.send(request("GET", f"/api/matches/{match}/live", Connection="Upgrade", Upgrade="websocket", **key))  # type: ignore[arg-type]
    status, _, _ = answer(peer, head=True)
    assert status == 101
    return peer


@pytest.mark.parametrize("seed", range(5))
def test_garbage_instead_of_frames_closes_the_socket_and_is_no_fault(server: LiveApi, seed: int) -> None:
    one, _ = seated(server)
    with handshake(server, one.match) as peer:
        with contextlib.suppress(OSError):
            peer.send(bytes([0x83 + seed]) + os.urandom(5_000))
        assert eventually(lambda: server.gate.total == 2)  # only those who play are left
    assert one.look()["status"] == "playing"


def test_a_flood_of_messages_closes_the_socket(server: LiveApi) -> None:
    one, _ = seated(server)
    with handshake(server, one.match) as peer:
        frame = b"\x81\x82\x00\x00\x00\x00{}"
        with contextlib.suppress(OSError):
            peer.send(frame * (socket1.MOST_QUEUED * 100))
        assert eventually(lambda: server.gate.total == 2)


def test_a_thousand_watchers_are_all_told(server: LiveApi) -> None:
    one, _ = seated(server)
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(handshake(server, one.match)) for _ in range(990)]
        one.act(["place", 0, 1, 2])
        for peer in peers:
            found = b""
            while b'"change"' not in found:
                piece = peer.sock.recv(65_536)
                assert piece
                found += piece
            assert b'"placed/0"' in found or b"placed" in found
    assert eventually(lambda: server.gate.total == 2)


def narrow(server: LiveApi) -> socket1.Socket1:
    """Give the server's end of the only live socket, with as little room on the way as there can be."""
    assert eventually(lambda: len(server.service.live.sockets) == 1)
    (found,) = [one for one in server.service.port._connections() if isinstance(one, socket1.Socket1)]
    found.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    return found


def messages(data: bytes) -> list[Any]:
    """Read what a server sent as texts."""
    found = []
    while data:
        size, start = data[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start])
        if data[0] == 0x81:
            found.append(json.loads(data[start : start + size]))
        data = data[start + size :]
    return found


@pytest.mark.parametrize("loop", LOOPS)
def test_a_slow_reader_is_skipped_forward_and_nothing_is_kept_for_him(loop: str) -> None:
    with live_api(loop=loop, limits=Limits(unsent_bytes=8_192)) as server:
        one = server.client().sit(game="jminesweeper", options={"columns": 255, "rows": 255, "level": 1})
        with handshake(server, one.match, receive_buffer=4_096) as slow:
            ws = narrow(server)
            for number in range(1_000):
                assert one.act(["mark", number % 255, number // 255])[0] == 200
                assert ws.transport.get_write_buffer_size() < 8_192 + 2 * 80_000  # a view, and the last change
            data = b""
            slow.sock.settimeout(1.0)
            with contextlib.suppress(TimeoutError):
                while piece := slow.sock.recv(65_536):
                    data += piece
        first, *rest = messages(data)
        assert len(rest) < 500
        view = first["match"]
        for message in rest:
            view = apply(message["patch"], view)
        assert view["view"] == one.ask("GET", f"/api/matches/{one.match}", token="")[1]["view"]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_reader_who_never_reads_is_dropped(loop: str) -> None:
    with live_api(loop=loop, limits=Limits(unsent_bytes=4_096, stall_s=0.5)) as server:
        one = server.client().sit(game="jminesweeper", options={"columns": 255, "rows": 255, "level": 1})
        with handshake(server, one.match, receive_buffer=4_096):
            narrow(server)
            for number in range(400):
                assert one.act(["mark", number % 255, number // 255])[0] == 200
            assert eventually(lambda: not server.service.live.sockets)
        assert one.look()["status"] == "playing"


def test_a_socket_that_only_pings_does_not_make_us_keep_its_answers(server: LiveApi) -> None:
    one, _ = seated(server)
    with handshake(server, one.match, receive_buffer=4_096) as peer:
        ping = b"\x89\xfd" + b"\x00" * 4 + b"p" * 125
        peer.sock.settimeout(1.0)
        with contextlib.suppress(TimeoutError):
            for _ in range(2_000):
                peer.sock.sendall(ping * 100)
        for ws in server.service.port._connections():
            assert ws.transport.get_write_buffer_size() < 1_000_000
    assert one.look()["status"] == "playing"


def test_a_wait_of_somebody_who_went_away_ends(server: LiveApi) -> None:
    one, _ = seated(server)
    version = one.ask("GET", f"/api/matches/{one.match}", token="")[1]["version"]
    scene = server.scene(one.match)
    with Peer(server.port) as peer:
        peer.send(request("GET", f"/api/matches/{one.match}?after={version}&wait_s=30"))
        assert eventually(lambda: scene.watched == 1)
        # A peer that only closes its side may still read, and is answered in the end; this one is gone.
        peer.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert eventually(lambda: scene.watched == 0)


def test_a_body_that_does_not_arrive_is_not_waited_for(server: LiveApi) -> None:
    with mock.patch.object(service, "REQUEST_S", 0.3), Peer(server.port) as peer:
        peer.send(request("POST", "/api/matches", Content_Type="application/json", Content_Length="10") + b"{")
        status, headers, body = answer(peer)
        assert (status, headers["connection"]) == (408, "close")
        assert json.loads(body)["detail"] == "the request took too long to arrive"


def test_a_fault_of_ours_is_a_problem_without_its_details_and_is_logged() -> None:
    with live_api(faults=True) as server, Client(server.port) as client:
        with mock.patch.object(server.service.guests, "new", side_effect=RuntimeError("the secret of the house")):
            status, problem = client.ask("POST", "/api/matches", {"game": "alpha"})
        assert (status, problem["detail"]) == (500, "a fault of the server's; it is in its log")
        assert "the secret of the house" in str(server.ear.faults())
        one, _ = seated(server)
        with one.live() as seen:
            seen.hear()
            with mock.patch.object(server.scene(one.match), "left_s", side_effect=RuntimeError("oh")):
                seen.say(do=["place", 0, 1, 2])
                with pytest.raises(ConnectionClosed) as closed:
                    seen.hear()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, "oh" in closed.value.rcvd.reason) == (1011, False)


def test_when_another_server_has_taken_over_everybody_is_sent_away(server: LiveApi) -> None:
    one, _ = seated(server)
    with one.live() as seen:
        seen.hear()
        server.call(server.service.disown)
        with pytest.raises(ConnectionClosed) as closed:
            seen.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
    assert len(server.service.guests) == 0
