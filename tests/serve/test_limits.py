"""Limits on everything that a peer controls."""

import resource
import socket
import struct
import threading
import time
from pathlib import Path

import pytest
from support.live import live, served
from support.missing import missing
from support.peer import Peer, start
from support.wait import eventually

from fogfield.serve.gate import Gate
from fogfield.serve.settings import Limits

SMALL = start(3, 3, 1)


def refused(port: int) -> bool:
    """Say whether a new connection is closed at once."""
    with Peer(port) as peer:
        try:
            return peer.send(SMALL).sock.recv(1) == b""
        except ConnectionError:
            return True


def test_gate_counts_in_and_out_and_names_the_limit() -> None:
    gate = Gate(Limits(connections=3, connections_per_address=2))
    assert gate.enter("a") is None
    assert gate.enter("a") is None
    assert gate.enter("a") == "limits.connections_per_address"
    assert gate.enter("b") is None
    assert gate.enter("c") == "limits.connections"
    gate.leave("a")
    assert gate.enter("a") is None
    assert gate.total == 3


def test_connections_from_one_address_are_limited_and_a_place_becomes_free() -> None:
    with live("jminesweeper", limits=Limits(connections_per_address=2)) as server:
        with Peer(server.port) as first, Peer(server.port) as second:
            first.send(SMALL).screen()
            second.send(SMALL).screen()
            assert refused(server.port)
            assert first.send("02").screen()
        assert eventually(lambda: server.gate.total == 0)
        with Peer(server.port) as again:
            assert again.send(SMALL).screen()


def test_connections_in_all_are_limited() -> None:
    with live("jminesweeper", limits=Limits(connections=1)) as server, Peer(server.port) as first:
        first.send(SMALL).screen()
        assert refused(server.port)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_silent_connection_is_closed_after_the_idle_limit(loop: str) -> None:
    with live("jminesweeper", limits=Limits(idle_s=2.0), loop=loop) as server:
        with Peer(server.port) as silent, Peer(server.port) as playing:
            playing.send(SMALL).screen()
            began = time.monotonic()
            closed = threading.Thread(target=silent.eof)
            closed.start()
            while closed.is_alive():
                playing.send("02").screen()
                time.sleep(0.02)
            assert time.monotonic() - began >= 1.9
            assert playing.send("02").screen()
        assert eventually(lambda: server.gate.total == 0)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_peer_that_does_not_read_is_held_up_then_dropped_and_nobody_else_notices(loop: str) -> None:
    limits = Limits(stall_s=0.5, unsent_bytes=100_000)
    with (
        live("jminesweeper", limits=limits, loop=loop) as server,
        Peer(server.port) as playing,
        Peer(server.port, receive_buffer=4096) as greedy,
    ):
        playing.send(SMALL).screen()
        greedy.sock.settimeout(0.2)
        sent = 0
        try:
            greedy.send(start(255, 255, 1))
            while sent < 50_000_000:  # each byte asks for 67 KB
                sent += greedy.sock.send(b"\x02" * 65_536)
        except (TimeoutError, ConnectionError):
            pass
        assert sent < 20_000_000, "the server took requests whose answers it could not send"
        for connection in tuple(server.listener.connections):
            transport = connection._transport
            if transport:
                assert transport.get_write_buffer_size() < limits.unsent_bytes + 200_000
            assert connection._codec.held <= limits.held_bytes
        assert playing.send("02").screen()
        assert eventually(lambda: server.gate.total == 1)
        assert playing.send("02").screen()


@pytest.mark.parametrize("flood", [b"\x02\x01" * 2048, b"\x0a" * 64, (start(255, 255, 1) + b"\x05") * 16])
def test_a_flood_of_requests_does_not_keep_the_others_waiting(flood: bytes) -> None:
    with live("jminesweeper") as server, Peer(server.port) as flooding, Peer(server.port) as playing:
        playing.send(SMALL).screen()
        flooding.send(start(255, 255, 1)).screen()
        answers = 16 * 2 if flood[0] == 7 else len(flood)
        began = time.monotonic()
        flooding.send(flood)
        for _ in range(answers):
            flooding.screen()
        alone_s = time.monotonic() - began
        stop = threading.Event()

        def keep_flooding() -> None:
            flooding.sock.settimeout(0.1)
            while not stop.is_set():
                try:
                    flooding.sock.send(flood)
                    flooding.sock.recv(1 << 20)
                except TimeoutError:
                    continue

        thread = threading.Thread(target=keep_flooding)
        thread.start()
        try:
            waits = []
            for _ in range(50):
                began = time.monotonic()
                playing.send("02").screen()
                waits.append(time.monotonic() - began)
        finally:
            stop.set()
            thread.join()
        # Were a whole flood answered before anybody else, every wait would be about as long as one takes.
        assert sorted(waits)[len(waits) // 2] < alone_s / 3


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_place_is_free_as_soon_as_a_player_has_quit(loop: str) -> None:
    with live("jminesweeper", loop=loop) as server:
        for _ in range(20):
            with Peer(server.port) as peer:
                peer.send(SMALL).screen()
                assert peer.send("08").eof()
            assert eventually(lambda: server.gate.total == 0)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_bytes_behind_quit_do_not_cost_the_answers_before_it(loop: str) -> None:
    with live("jminesweeper", loop=loop) as server, Peer(server.port) as late:
        late.send(start(255, 255, 1), b"\x02" * 5)
        time.sleep(0.2)
        late.send(b"\x08" + b"\x02" * 10)
        time.sleep(0.1)
        late.send(b"\x02" * 10)
        time.sleep(0.3)
        for _ in range(6):
            late.screen()
        assert late.eof()


@pytest.mark.parametrize("last", [b"\x08", b"\xff", b"\x02"])
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_reset_at_any_moment_is_no_fault_of_ours(loop: str, last: bytes) -> None:
    with live("jminesweeper", loop=loop) as server:
        for _ in range(30):
            with Peer(server.port) as peer:
                peer.send(SMALL, b"\x02" * 40, last)
                peer.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert eventually(lambda: server.gate.total == 0)


def test_refused_connections_are_logged_by_number_not_one_by_one() -> None:
    with live("jminesweeper", limits=Limits(connections=1)) as server, Peer(server.port) as first:
        first.send(SMALL).screen()
        for _ in range(30):
            assert refused(server.port)
        assert eventually(lambda: sum(fields.get("count", 0) for _, fields in server.ear.heard) == 30)
        lines = [fields for event, fields in server.ear.heard if event == "connections refused"]
        assert {line["limit"] for line in lines} == {"limits.connections"}


def test_ipv6_neighbours_count_as_one_party() -> None:
    gate = Gate(Limits(connections_per_address=2))
    assert gate.enter("2001:db8::1") is None
    assert gate.enter("2001:db8::2") is None
    assert gate.enter("2001:db8::3%eth0") == "limits.connections_per_address"
    assert gate.enter("2001:db8:0:1::1") is None
    gate.leave("2001:db8::1")
    assert gate.enter("2001:db8::4") is None


def test_vanished_peers_are_watched_for() -> None:
    with live("jminesweeper") as server, Peer(server.port) as peer:
        peer.send(SMALL).screen()
        (connection,) = server.listener.connections
        assert connection._transport
        sock: socket.socket = connection._transport.get_extra_info("socket")
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 60
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_one_process_holds_2000_small_games_and_200_of_the_largest_at_once() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 5_000:
        missing(f"needs 5000 open files, {hard} are allowed here; raise it with: ulimit -Hn 5000")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 5_000), hard))
    with served("--set", "log.level=warning") as server:
        peers = [Peer(server.port) for _ in range(2_200)]
        try:
            for number, peer in enumerate(peers):
                peer.send(start(255, 255, 1) if number % 11 == 0 else start(20, 10, 1))
            for peer in peers:
                peer.screen()
            for packet in ("02", "04", "06"):
                for peer in peers:
                    peer.send(packet)
                screens = [peer.screen() for peer in peers]
            assert all(b"marks 1" in screen for screen in screens)
            assert sum(len(screen) > 60_000 for screen in screens) == 200
            status = Path(f"/proc/{server.process.pid}/status").read_text()
            resident_kb = int(status.split("VmRSS:")[1].split()[0])
            assert resident_kb < 400_000
        finally:
            for peer in peers:
                peer.sock.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
