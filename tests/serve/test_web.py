"""AI Treasure Hunt over real HTTP: the five endpoints, byte for byte, and peers that do what they should not."""

import contextlib
import re
import resource
import socket
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from support.liveweb import JON, MIRA, Guest, LiveWeb, answer, half_map, live_web, request, two
from support.peer import Peer
from support.wait import eventually

from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import (
    NO_ERROR,
    Error,
    MoveCommand,
    Okay,
    PlayerHalfMap,
    PlayerMove,
    PlayerState,
    Terrain,
)
from fogfield.serve.settings import Limits

LOOPS = ["asyncio", "uvloop"]
PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
FILLER = f"<exceptionName>{NO_ERROR}</exceptionName><exceptionMessage>{NO_ERROR}</exceptionMessage><state>Okay</state>"
DATA = '<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type='
REGISTER = codec.write_request(MIRA)


@pytest.fixture(scope="module", params=LOOPS)
def shared(request: pytest.FixtureRequest) -> Iterator[LiveWeb]:
    """One server for all the tests that nothing must disturb."""
    if request.param == "uvloop":
        pytest.importorskip("uvloop")
    with live_web(loop=request.param) as one:
        yield one


@pytest.fixture
def server(shared: LiveWeb) -> Iterator[LiveWeb]:
    """A server on which a bystander plays, before and after."""
    with Guest(shared.port) as bystander:
        bystander.create("?enableDebugMode=true").register()
        yield shared
        assert bystander.mine is PlayerState.MUST_WAIT
    assert not shared.ear.faults()


@pytest.fixture
def guest(server: LiveWeb) -> Iterator[Guest]:
    with Guest(server.port) as one:
        yield one.create()


@pytest.fixture
def peer(server: LiveWeb) -> Iterator[Peer]:
    with Peer(server.port) as one:
        yield one


def closed(peer: Peer) -> bool:
    """Say whether the server closes, after whatever it still says."""
    with contextlib.suppress(ConnectionError):
        while peer.sock.recv(65_536):
            pass
    return True


# --- the five endpoints


def test_a_game_is_made_with_the_bytes_that_clients_cut_apart(peer: Peer) -> None:
    status, headers, body = answer(peer.send(request("GET", "/games")))
    assert status == 200
    assert headers.keys() == {"date", "content-type", "content-length"}
    assert headers["content-type"] == "application/xml"
    told = "<uniqueGameIdentifier><uniqueGameID>[A-Za-z0-9]{5}</uniqueGameID></uniqueGameIdentifier>"
    assert re.fullmatch(re.escape(PROLOGUE) + told, body.decode())


def test_every_answer_has_the_bytes_of_the_library(server: LiveWeb, guest: Guest) -> None:
    path = f"/games/{guest.game_id}"
    uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    _, body = guest.ask("POST", f"{path}/players", REGISTER)
    start = f"{PROLOGUE}<responseEnvelope>{FILLER}"
    found = re.fullmatch(
        re.escape(f'{start}{DATA}"uniquePlayerIdentifier"><uniquePlayerID>')
        + f"({uuid})</uniquePlayerID></data></responseEnvelope>",
        body.decode(),
    )
    assert found
    player = found[1]
    _, body = guest.ask("GET", f"{path}/states/{player}")
    mine = "<firstName>Mira</firstName><lastName>Feld</lastName><uaccount>feldm06</uaccount><state>MustWait</state>"
    assert re.fullmatch(
        re.escape(
            f'{start}{DATA}"gameState"><players><player><uniquePlayerID>{player}</uniquePlayerID>{mine}'
            "<collectedTreasure>false</collectedTreasure></player></players><map><mapNodes/></map><gameStateId>"
        )
        + f"{uuid}</gameStateId></data></responseEnvelope>",
        body.decode(),
    )
    with two(server.port) as (first, second):
        for one in (first, second):
            half = codec.write_request(PlayerHalfMap(one.player_id, half_map(Random(1))))
            assert one.ask("POST", f"/games/{one.game_id}/halfmaps", half) == (
                200, f"{start}</responseEnvelope>".encode(),
            )  # fmt: skip
        way = first.walk(first.state(), Terrain.GRASS, Terrain.MOUNTAIN)
        assert way
        moved = first.ask(
            "POST", f"/games/{first.game_id}/moves", codec.write_request(PlayerMove(first.player_id, way))
        )
        assert moved == (200, f"{start}</responseEnvelope>".encode())


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept": "application/xml", "Content-Type": "application/xml"},
        {"Accept": ""},
        {"Accept": "*/*"},
        {"Accept": "application/*"},
        {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"},
        {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2_Settings": "AAEAAEAAAAIAAAAB"},
    ],
)
@pytest.mark.parametrize("path", ["/games", "/games/", "/games?enableDebugMode=true&x=1", "http://localhost/games"])
def test_games_are_made_for_every_client_there_is(peer: Peer, path: str, headers: dict[str, str]) -> None:
    for _ in range(2):  # on one connection
        status, _, body = answer(peer.send(request("GET", path, b"", **headers)))
        assert status == 200
        assert len(codec.read_game_id(body).game_id) == 5


def test_a_connection_is_kept_for_a_whole_conversation(server: LiveWeb) -> None:
    with two(server.port) as (first, _):
        ours = first.http.sock
        assert first.send_half() == Okay()
        assert first.state().nodes
        assert first.http.sock is ours


def test_head_gives_the_head_alone(peer: Peer) -> None:
    for path in ("/games", "/"):
        status, headers, _ = answer(peer.send(request("HEAD", path)), head=True)
        assert status == 200
        assert int(headers["content-length"]) > 50
    assert answer(peer.send(request("GET", "/games")))[0] == 200


def test_a_person_with_a_browser_is_told_what_this_is(guest: Guest) -> None:
    status, body = guest.ask("GET", "/", headers={"Accept": "text/html"})
    assert status == 200
    assert b"/games" in body


def test_a_body_may_come_in_chunks_or_wait_for_a_word(server: LiveWeb, guest: Guest, peer: Peer) -> None:
    path = f"/games/{guest.game_id}/players"
    chunks = b"".join(
        f"{len(REGISTER[i : i + 50]):x}\r\n".encode() + REGISTER[i : i + 50] + b"\r\n"
        for i in range(0, len(REGISTER), 50)
    )
    peer.send(request("POST", path, Content_Length="", Transfer_Encoding="chunked") + chunks + b"0\r\n\r\n")
    assert b"uniquePlayerIdentifier" in answer(peer)[2]
    peer.send(request("POST", path, Content_Length=str(len(REGISTER)), Expect="100-continue"))
    assert answer(peer)[0] == 100
    assert b"uniquePlayerIdentifier" in answer(peer.send(REGISTER))[2]


def test_who_sends_no_more_after_his_request_still_reads_the_answers(peer: Peer) -> None:
    peer.send(request("GET", "/games") * 3).finish()
    for _ in range(3):
        assert answer(peer)[0] == 200
    assert peer.eof()


def test_http_1_0_is_answered_and_closed(peer: Peer) -> None:
    assert answer(peer.send(b"GET /games HTTP/1.0\r\n\r\n"))[0] == 200
    assert peer.eof()


# --- what is no request


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/game", {}, 404),
        ("GET", "/games/abcde", {}, 404),
        ("GET", "//games", {}, 404),
        ("GET", "/games/%2e%2e/%00", {}, 404),
        ("DELETE", "/games", {}, 405),
        ("BREW", "/games", {}, 405),
        ("CONNECT", "/games", {}, 405),
        ("GET", "/games/abcde/moves", {}, 405),
        ("POST", "/games/abcde/states/x", {}, 405),
        ("GET", "/games", {"Accept": "application/json"}, 406),
        ("GET", "/games", {"Accept": "application/xml;q=0, */*"}, 406),
        ("POST", "/games/abcde/players", {"Content_Type": "application/json"}, 415),
        ("POST", "/games/abcde/players", {}, 400),
        ("POST", "/games/abcde/halfmaps", {}, 400),
        ("POST", "/games/abcde/moves", {}, 400),
        ("GET", "/games?enableDebugMode=perhaps", {}, 400),
        ("POST", "/games/abcde/players", {"Content_Length": "50000000"}, 413),
    ],
)
def test_what_is_no_request_has_a_status_and_no_envelope(
    peer: Peer, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    found, answered, body = answer(peer.send(request(method, path, b"<x/>" if method == "POST" else b"", **headers)))
    assert found == status
    assert answered["content-type"].startswith("text/plain")
    assert b"<" not in body
    if status == 405:
        assert answered["allow"] in ("GET", "POST")
    if status != 413:
        assert answer(peer.send(request("GET", "/games")))[0] == 200


def test_a_fault_of_ours_is_a_500_and_the_next_request_is_answered() -> None:
    with live_web(faults=True) as server, Guest(server.port) as guest:
        guest.create().register()
        hunt = server.service.desk._hunts[guest.game_id]  # type: ignore[attr-defined]
        hunt.state = None
        status, body = guest.ask("GET", f"/games/{guest.game_id}/states/{guest.player_id}")
        assert (status, body) == (500, b"a fault of the server's; it is in its log\n")
        del hunt.state
        assert guest.mine is PlayerState.MUST_WAIT
        assert guest.player_id not in str(server.ear.heard)


_LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<",
        b"\xff\xfe\x00",
        b"<playerRegistration>",
        REGISTER + b"<x/>",
        REGISTER.replace(b"Mira", b""),
        REGISTER.replace(b"Mira", b"M" * 51),
        REGISTER.replace(b"Mira", b"&mira;"),
        REGISTER.replace(b"playerRegistration", b"playerMove"),
        REGISTER.replace(b"UTF-8", b"no-such-code"),
        f'<!DOCTYPE x [<!ENTITY a0 "ha">{_LAUGHS}]><playerRegistration>&a9;</playerRegistration>'.encode(),
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><playerRegistration>&a;</playerRegistration>',
        b'<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd"><playerRegistration/>',
        b"<a>" * 20_000,
        b"<playerRegistration>" + b"<x/>" * 10_000 + b"</playerRegistration>",
    ],
)
def test_what_is_no_message_is_a_bad_request(guest: Guest, body: bytes) -> None:
    status, text = guest.ask("POST", f"/games/{guest.game_id}/players", body)
    assert status == 400
    assert b"root:" not in text
    assert len(text) < 200


@pytest.mark.parametrize("number", ["--1", "+-1", "1e3", "0x1", "\u0663", "", "9" * 30, "1.0"])
def test_a_number_that_is_none_is_a_bad_request(guest: Guest, number: str) -> None:
    guest.register()
    body = codec.write_request(PlayerHalfMap(guest.player_id, half_map(Random(1))))
    body = body.replace(b"<X>3</X>", f"<X>{number}</X>".encode(), 1)
    assert guest.ask("POST", f"/games/{guest.game_id}/halfmaps", body)[0] == 400


def test_older_words_and_other_layouts_are_read(guest: Guest) -> None:
    old = (
        REGISTER.replace(b"studentUAccount", b"studentID")
        .replace(PROLOGUE.encode(), b"\xef\xbb\xbf\n")
        .replace(b"><", b">\n\t<")
    )
    assert b"Okay" in guest.ask("POST", f"/games/{guest.game_id}/players", old.replace(b"\n", b"", 1))[1]


# --- against the rules


def lost(loser: Guest, winner: Guest) -> bool:
    return (loser.mine, winner.mine) == (PlayerState.LOST, PlayerState.WON)


def test_who_breaks_a_rule_reads_an_error_and_has_lost(server: LiveWeb) -> None:
    acts: list[tuple[int, str, Callable[[Guest], Any]]] = [
        (1, "PlayerTurnException", Guest.send_half),
        (1, "PlayerTurnException", lambda one: one.move(MoveCommand.UP)),
        (0, "GameRoundException", lambda one: one.move(MoveCommand.UP)),
        (0, "HalfMapRuleException", lambda one: one.send_half(half_map(Random(1))[:-1])),
    ]
    for number, name, act in acts:
        with two(server.port) as players:
            loser, winner = players[number], players[1 - number]
            found = act(loser)
            assert isinstance(found, Error)
            assert found.name == name
            assert found.message
            assert lost(loser, winner)
            ended = winner.state()
            for one in players:
                found = one.send_half()
                assert isinstance(found, Error)
                assert found.name == "GameOverException"
            assert winner.state() == ended, "what is refused after the end changes nothing, not even the id"


def test_a_second_half_map_loses(server: LiveWeb) -> None:
    with two(server.port) as (first, second):
        assert first.send_half() == second.send_half() == Okay()
        found = first.send_half()
        assert isinstance(found, Error)
        assert found.name == "DuplicateHalfMapSubmissionException"
        assert lost(first, second)


def test_a_field_that_is_sent_twice_alike_counts_once_as_in_the_library(server: LiveWeb) -> None:
    with two(server.port) as (first, _):
        half = half_map(Random(1))
        assert first.send_half((*half, half[7])) == Okay()
        assert len(first.state().nodes) == 50


def test_strangers_and_wrong_ids_change_nothing(server: LiveWeb) -> None:
    with two(server.port) as (first, second), Guest(server.port, first.game_id) as third:
        before = first.state()
        assert third.post("players", MIRA) == Error(
            "PlayerRegisterRuleException", f"two players are registered for the game {first.game_id} already"
        )
        false_id = before.players[1].player_id
        for third.player_id in (false_id, "nobody", second.player_id.upper()):
            for found in (third.poll(), third.send_half(), third.move(MoveCommand.UP)):
                assert isinstance(found, Error)
                assert found.name == "PlayerUnknownException"
        for third.game_id in ("zzzzz", "x", "x" * 300, "%F0%9F%8F%B0%0a%3Cb%3E"):
            for found in (third.poll(), third.send_half(), third.post("players", JON)):
                assert isinstance(found, Error)
                assert found.name == "MatchNotFoundException"
        assert first.state() == before


# --- peers that keep us waiting


def test_fifty_megabytes_are_refused_without_being_kept(server: LiveWeb, guest: Guest) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    piece = bytes(1 << 20)
    for chunked in (False, True):
        with Peer(server.port) as peer:
            length = (
                {"Content_Length": "", "Transfer_Encoding": "chunked"} if chunked else {"Content_Length": "52428800"}
            )
            peer.send(request("POST", f"/games/{guest.game_id}/players", b"", **length))
            with contextlib.suppress(ConnectionError):
                for _ in range(50):
                    peer.send(b"100000\r\n" + piece + b"\r\n" if chunked else piece)
            assert answer(peer)[0] == 413
            assert closed(peer)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert guest.register().mine is PlayerState.MUST_WAIT


def test_a_peer_that_would_send_too_much_is_not_told_to_continue(peer: Peer) -> None:
    peer.send(request("POST", "/games/abcde/players", Content_Length="65537", Expect="100-continue"))
    assert answer(peer)[0] == 413


@pytest.mark.parametrize("loop", LOOPS)
def test_a_body_that_comes_too_slowly_is_a_408(loop: str) -> None:
    with live_web(loop=loop, body_s=0.2) as server, Peer(server.port) as peer:
        peer.send(request("POST", "/games/abcde/players", Content_Length="100"), b"<")
        status, headers, _ = answer(peer)
        assert status == 408
        assert headers["connection"] == "close"
        peer.finish()
        assert closed(peer)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("before", [b"", request("GET", "/games")], ids=["at once", "later"])
@pytest.mark.parametrize("head", [b"", b"G", b"GET /games HTTP/1.1\r\nHost: x\r\n"])
def test_a_head_that_does_not_end_is_waited_for_only_so_long(loop: str, before: bytes, head: bytes) -> None:
    with live_web(loop=loop, body_s=0.2, limits=Limits(idle_s=0.4)) as server, Peer(server.port) as peer:
        if before:
            answer(peer.send(before))
        peer.send(head)
        peer.sock.settimeout(0.05)
        ended, began = False, time.monotonic()
        while not ended and time.monotonic() - began < 5:
            try:
                ended = peer.sock.recv(1) == b""
            except TimeoutError:
                if head.endswith(b"\n"):
                    peer.send(b"a: b\r\n")  # a little at a time
            except ConnectionError:
                ended = True
        assert ended
        assert eventually(lambda: server.gate.total == 0)


@pytest.mark.parametrize("line", [b"a: " + b"b" * 1_000_000, b"a: b\r\n" * 100_000])
def test_a_head_that_is_too_long_is_refused(peer: Peer, line: bytes) -> None:
    with contextlib.suppress(ConnectionError):
        peer.send(b"GET /games HTTP/1.1\r\n" + line)
    assert closed(peer)


@pytest.mark.parametrize(
    "garbage",
    [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"HELO\r\n\r\n", b"GET /games HTTP/1.1\r\n\r\n", b"\r\n" * 30_000,
     b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
     b"POST /games/x/moves HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
     b"POST /games/x/moves HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
     b"POST /games/x/moves HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
     b"POST /games/x/moves HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"],
)  # fmt: skip
def test_garbage_is_answered_with_a_refusal_or_nothing(peer: Peer, garbage: bytes) -> None:
    text = b""
    with contextlib.suppress(ConnectionError):
        peer.send(garbage).finish()
        while piece := peer.sock.recv(65_536):
            text += piece
    assert text == b"" or re.match(rb"HTTP/1.1 (400|501) ", text)


def test_garbage_in_a_body_that_was_refused_already_ends_the_connection(peer: Peer) -> None:
    peer.send(request("POST", "/games/x/moves", Content_Length="", Transfer_Encoding="chunked"))
    peer.send(b"11000\r\n" + bytes(0x11000) + b"\r\n")
    assert answer(peer)[0] == 413
    peer.send(b"no chunk at all\r\n")
    assert closed(peer)


def test_requests_that_come_all_at_once_are_answered_in_order(server: LiveWeb, peer: Peer) -> None:
    with two(server.port) as (first, _):
        poll = request("GET", f"/games/{first.game_id}/states/{first.player_id}")
        half = codec.write_request(PlayerHalfMap(first.player_id, half_map(Random(1))))
        peer.send(poll, request("POST", f"/games/{first.game_id}/halfmaps", half), poll * 200)
        answers = [answer(peer) for _ in range(202)]
        assert [status for status, _, _ in answers] == [200] * 202
        assert b"<mapNodes/>" in answers[0][2]
        assert b"MyFortPresent" in answers[2][2]
        assert len({body for _, _, body in answers[2:]}) == 1


@pytest.mark.parametrize("loop", LOOPS)
def test_who_never_reads_is_held_up_then_dropped_and_nobody_else_notices(loop: str) -> None:
    with live_web(loop=loop, limits=Limits(stall_s=0.3)) as server, two(server.port) as (first, second):
        assert first.send_half() == second.send_half() == Okay()
        poll = request("GET", f"/games/{first.game_id}/states/{first.player_id}")
        with Peer(server.port, receive_buffer=4096) as deaf:
            deaf.sock.settimeout(0.1)
            sent = 0
            with contextlib.suppress(TimeoutError, ConnectionError):
                while sent < 5_000_000:  # each request asks for a hundred times its length
                    sent += deaf.sock.send(poll * 100)
            assert sent < 5_000_000
            assert second.mine in (PlayerState.MUST_WAIT, PlayerState.MUST_ACT)
            assert eventually(lambda: server.ear.says("dropped"))
        assert eventually(lambda: server.gate.total == 2)
        assert first.state().nodes


@pytest.mark.parametrize("when", ["in the head", "in the body", "before the answer"])
def test_who_vanishes_in_the_middle_leaves_nothing_behind(server: LiveWeb, guest: Guest, when: str) -> None:
    whole = request("POST", f"/games/{guest.game_id}/players", REGISTER)
    here = server.gate.total
    for _ in range(20):
        with Peer(server.port) as peer:
            peer.send({"in the head": whole[:50], "in the body": whole[:-50], "before the answer": whole}[when])
            peer.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    assert eventually(lambda: server.gate.total == here)


def test_connections_from_one_address_are_limited_and_a_place_becomes_free() -> None:
    with live_web(limits=Limits(connections_per_address=2)) as server:
        with Guest(server.port) as first, Guest(server.port) as second:
            first.create(), second.create()
            with Peer(server.port) as third:
                assert closed(third)
            assert eventually(lambda: server.ear.says("connections refused"))
            assert first.register().mine is PlayerState.MUST_WAIT
        assert eventually(lambda: server.gate.total == 0)
        with Guest(server.port) as again:
            again.create()


@pytest.mark.parametrize("loop", LOOPS)
def test_two_thousand_polls_at_once_are_all_answered(loop: str) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 4_500 and hard != resource.RLIM_INFINITY and hard < 4_500:
        pytest.skip("too few open files are allowed here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4_500), hard))
    with live_web(loop=loop) as server, two(server.port, "?enableDebugMode=true") as (first, second):
        first.send_half(), second.send_half()
        poll = request("GET", f"/games/{first.game_id}/states/{first.player_id}", Connection="close")
        peers = [Peer(server.port) for _ in range(2_000)]
        try:
            for peer in peers:
                peer.send(poll)
            bodies = set()
            for peer in peers:
                text = b""
                while piece := peer.sock.recv(1 << 17):
                    text += piece
                bodies.add(text.partition(b"\r\n\r\n")[2])
        finally:
            for peer in peers:
                peer.sock.close()
        assert len(bodies) == 1
        assert b"MyFortPresent" in bodies.pop()
