"""The shell and its sessions, with a toy protocol: two seats, signals, goodbyes, and sessions that break."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from support.live import Live, live
from support.peer import Peer
from support.toywire import Tables
from support.wait import eventually

from fogfield.serve.settings import Limits

Start = Callable[..., AbstractContextManager[Live]]


@pytest.fixture(params=["asyncio", "uvloop"])
def serve(request: pytest.FixtureRequest) -> Start:
    def start(limits: Limits | None = None, faults: bool = False) -> AbstractContextManager[Live]:
        return live("toy", loop=request.param, published=Tables().published, limits=limits, faults=faults)

    return start


@pytest.fixture
def server(serve: Start) -> Iterator[Live]:
    with serve() as one:
        yield one


class Line(Peer):
    """A peer that reads lines."""

    def lines(self, count: int) -> list[str]:
        text = b""
        while text.count(b"\n") < count:
            text += self.exactly(1)
        return text.decode().splitlines()


def test_two_peers_play_and_each_is_told_what_the_other_did(server: Live) -> None:
    with Line(server.port) as first, Line(server.port) as second:
        assert first.send(b"S").lines(1) == ["seated"]
        assert second.send(b"S").lines(2) == ["seated", "total 0"]
        assert first.lines(1) == ["total 0"]
        assert first.send(b"1").lines(1) == ["done"]
        assert second.lines(1) == ["total 1"]
        assert first.send(b"1").lines(1) == ["not-your-turn"]
        assert second.send(b"2").lines(1) == ["done"]
        assert first.lines(1) == ["total 3"]
        first.sock.close()
        assert second.lines(2) == ["total 3", "over: abandoned"]


def test_changes_are_told_once_however_many_there_were(server: Live) -> None:
    with Line(server.port) as first, Line(server.port) as second:
        first.send(b"S").lines(1)
        second.send(b"S").lines(2)
        first.lines(1)
        first.send(b"112").lines(3)
        assert second.lines(1) == ["total 1"]
        assert second.silent()
        assert first.silent()


def test_a_session_is_told_when_the_moment_it_asked_for_has_come(server: Live) -> None:
    with Line(server.port) as peer:
        assert peer.send(b"T").lines(1) == ["tick"]
        assert peer.silent()


def test_goodbyes_are_said_before_the_close(serve: Start) -> None:
    with serve(Limits(idle_s=0.2)) as server, Line(server.port) as idle:
        assert idle.lines(1) == ["bye: IDLE"]
        assert idle.eof()
    with serve() as server:
        stopped, finished = Line(server.port), Line(server.port)
        assert finished.finish().lines(1) == ["bye: EOF"]
        assert finished.eof()
        assert stopped.send(b"S").lines(1) == ["seated"]
    assert stopped.lines(1) == ["bye: STOP"]
    assert stopped.eof()
    for peer in (stopped, finished):
        peer.sock.close()


@pytest.mark.parametrize("how", [b"F", b"L", b"SL"])
def test_a_session_that_breaks_takes_nobody_with_it(serve: Start, how: bytes) -> None:
    with serve(faults=True) as server, Line(server.port) as bystander:
        assert bystander.send(b"S").lines(1) == ["seated"]
        with Line(server.port) as broken:
            broken.send(how + b"S" * 50)
            while broken.sock.recv(100):
                pass
        assert eventually(lambda: server.gate.total == 1)
        answers = bystander.send(b"T").lines(1)
        while answers[-1] != "tick":
            answers += bystander.lines(1)


def test_a_goodbye_that_cannot_be_said_stops_nobody_from_stopping(serve: Start) -> None:
    with serve(faults=True) as server:
        broken, fine = Line(server.port), Line(server.port)
        assert fine.send(b"S").lines(1) == ["seated"]
        assert broken.send(b"UT").lines(1) == ["tick"]
    assert fine.lines(1) == ["bye: STOP"]
    assert broken.eof()
    for peer in (fine, broken):
        peer.sock.close()


def test_a_session_that_breaks_when_it_is_told_of_a_change_is_closed_and_freed(serve: Start) -> None:
    with serve(faults=True) as server, Line(server.port) as bystander:
        with Line(server.port) as broken:
            broken.send(b"T").lines(1)
            for connection in server.listener.connections:
                connection._session.chair = None  # type: ignore[attr-defined]
                connection.wake()
            assert broken.eof() or broken.sock.recv(100)
        assert eventually(lambda: server.gate.total <= 1)
        bystander.sock.close()
        assert eventually(lambda: server.gate.total == 0)
