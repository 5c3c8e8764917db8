"""Recorded conversations through codec and session. The same files meet the live server in tests/serve."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.golden import Golden, escape, lines, read, unescape
from support.host import FixedHost

from fogfield.core.errors import WireError
from fogfield.games.jminesweeper.codec import ClientCodec, ServerCodec
from fogfield.games.jminesweeper.messages import ScreenContent
from fogfield.games.jminesweeper.session import ServerSession
from fogfield.wire.session import CLOSE, Signal

FILES = sorted(Path(__file__).parent.glob("golden/*.txt"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def golden(request: pytest.FixtureRequest) -> Golden:
    return read(request.param)


def test_there_are_recordings() -> None:
    assert len(FILES) >= 10


def test_codec_reads_every_answer_and_writes_it_again_byte_for_byte(golden: Golden) -> None:
    client, server = ClientCodec(), ServerCodec()
    for step in golden.steps:
        if step.arrow == "<":
            client.receive(step.data)
            screens = list(iter(client.next, None))
            assert b"".join(piece for one in screens for piece in server.encode(one)) == step.data
    assert client.held == 0


def test_session_answers_as_recorded(golden: Golden) -> None:
    session, codec = ServerSession(FixedHost("jminesweeper", golden.seed)), ServerCodec()
    expected = [step for step in golden.steps if step.arrow == "<"]
    out, closed = b"", False
    for step in golden.steps:
        if step.arrow == "<" or closed:
            continue
        replies: list[Any] = []
        try:
            codec.receive(step.data)
            while CLOSE not in replies and (message := codec.next()) is not None:
                replies += session.on(message, 0.0)
            if step.eof:
                replies += session.on(Signal.EOF, 0.0)
        except WireError:
            closed = True
        closed = closed or CLOSE in replies
        out += b"".join(piece for one in replies if isinstance(one, ScreenContent) for piece in codec.encode(one))
    assert out == b"".join(step.data for step in expected)
    assert closed == any(step.eof for step in expected)


def test_every_screen_is_ascii_and_says_its_own_clear_and_reset(golden: Golden) -> None:
    client = ClientCodec()
    for step in golden.steps:
        if step.arrow == "<":
            client.receive(step.data)
    for screen in iter(client.next, None):
        assert screen.content.isascii()
        assert b"\x1b[0m\x1b[2J\x1b[H" in screen.content[:20]
        assert re.findall(rb"\x1b\[[0-9;]*m", screen.content)[-1] == b"\x1b[0m"


def test_escaping_is_exact(golden: Golden) -> None:
    everything = bytes(range(256))
    assert unescape(escape(everything)) == everything
    for step in golden.steps:
        again = b"".join(unescape(line[2:]) for line in lines(step)) if not step.eof else b""
        assert again == step.data
