"""Turns and writes of one connection, with a clock and a transport of our own: nothing here depends on time."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from fogfield import games
from fogfield.serve.connection import TURN_S, Connection
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.settings import Limits
from fogfield.serve.tcp import Listener
from fogfield.wire.published import Published


class Socket:
    def setsockopt(self, *arguments: Any) -> None:
        pass


class Transport:
    """Counts what is done with it."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.reading = True

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else Socket()

    def set_write_buffer_limits(self, high: int) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def writelines(self, pieces: tuple[bytes, ...]) -> None:
        self.writes.append(b"".join(pieces))

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Loop:
    """A clock that every look at it moves on."""

    def __init__(self, step_s: float) -> None:
        self.now = 0.0
        self.step_s = step_s
        self.soon: list[Callable[[], None]] = []

    def time(self) -> float:
        self.now += self.step_s
        return self.now

    def call_soon(self, call: Callable[[], None]) -> None:
        self.soon.append(call)


async def connected(loop: Loop) -> tuple[Connection, Transport]:
    published = games.published("jminesweeper")
    assert isinstance(published, Published)
    listener = Listener("jminesweeper", House(games.game("jminesweeper")), published, Limits(), Gate(Limits()))
    listener.loop = cast("asyncio.AbstractEventLoop", loop)
    connection, transport = Connection(listener), Transport()
    connection.connection_made(cast("asyncio.Transport", transport))
    while loop.soon:  # the session is told that somebody is there
        loop.soon.pop()()
    return connection, transport


def arrives(connection: Connection, data: bytes) -> None:
    connection.get_buffer(-1)[: len(data)] = data
    connection.buffer_updated(len(data))


def run(step_s: float, play: Callable[[Connection, Transport, Loop], None]) -> None:
    async def inside() -> None:
        loop = Loop(step_s)
        play(*await connected(loop), loop)

    asyncio.run(inside())


def test_a_turn_ends_when_its_time_is_over_and_the_rest_waits_unread() -> None:
    def play(connection: Connection, transport: Transport, loop: Loop) -> None:
        arrives(connection, bytes((7, 0, 0, 0, 3, 3, 3, 1)) + b"\x02" * 30)
        assert len(transport.writes) == 3
        assert not transport.reading
        turns = 1
        while loop.soon:
            turns += 1
            before = len(transport.writes)
            loop.soon.pop()()
            assert len(transport.writes) - before <= 3
        assert len(transport.writes) == 31
        assert turns >= 10
        assert transport.reading

    run(TURN_S / 2.5, play)


def test_cheap_requests_are_answered_in_one_turn() -> None:
    def play(connection: Connection, transport: Transport, loop: Loop) -> None:
        arrives(connection, bytes((7, 0, 0, 0, 3, 3, 3, 1)) + b"\x02" * 30)
        assert len(transport.writes) == 31
        assert loop.soon == []

    run(TURN_S / 1000, play)


@pytest.mark.parametrize("pieces", [True, False])
@pytest.mark.parametrize("size", [1, 20, 255])
def test_every_answer_is_one_write_with_header_and_payload(size: int, pieces: bool) -> None:
    def play(connection: Connection, transport: Transport, loop: Loop) -> None:
        connection._listener.takes_pieces = pieces
        arrives(connection, bytes((7, 0, 0, 0, 3, size, size, 1)))
        arrives(connection, b"\x06")
        arrives(connection, b"\x02")
        assert len(transport.writes) == 3
        for write in transport.writes:
            assert write[0] == 9
            assert int.from_bytes(write[1:5]) == len(write) - 5

    run(0.0, play)


def test_nothing_is_answered_while_the_peer_does_not_read() -> None:
    def play(connection: Connection, transport: Transport, loop: Loop) -> None:
        arrives(connection, bytes((7, 0, 0, 0, 3, 3, 3, 1)))
        connection.pause_writing()
        arrives(connection, b"\x02" * 5)
        connection.wake()
        while loop.soon:
            loop.soon.pop()()
        assert len(transport.writes) == 1
        assert not transport.reading
        connection.resume_writing()
        assert len(transport.writes) == 1, "asyncio is in the middle of its own writing"
        while loop.soon:
            loop.soon.pop()()
        assert len(transport.writes) == 6
        assert transport.reading

    run(0.0, play)


def test_the_time_in_which_a_peer_does_not_read_is_not_a_time_that_we_took() -> None:
    def play(connection: Connection, transport: Transport, loop: Loop) -> None:
        connection.pause_writing()
        arrives(connection, bytes((7, 0, 0, 0, 3, 3, 3, 1)) + b"\x02" * 5)
        loop.now += 100.0
        connection.resume_writing()
        while loop.soon:
            loop.soon.pop()()
        answers = connection._listener.traffic.answers
        assert sum(answers.counts) == len(transport.writes) == 6
        assert 0 < answers.total_s < 1

    run(TURN_S / 1000, play)
