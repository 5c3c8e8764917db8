"""Recorded conversations of every game, through codec and session. The live server meets them in tests/serve."""

from pathlib import Path
from typing import Any

import pytest
from support.contract import contract
from support.golden import Golden, escape, lines, play, read, unescape

from fogfield import games
from fogfield.wire.published import Published

FILES = sorted((Path(__file__).parent.parent / "games").glob("*/golden/*.txt"))
SPOKEN = [name for name in games.names() if isinstance(games.published(name), Published)]


@pytest.fixture(params=FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def recorded(request: pytest.FixtureRequest) -> tuple[str, Golden]:
    return request.param.parent.parent.name, read(request.param)


@pytest.mark.parametrize("name", SPOKEN)
def test_every_protocol_has_recordings(name: str) -> None:
    assert sum(path.parent.parent.name == name for path in FILES) >= 5


def test_codec_reads_every_answer_and_writes_it_again_byte_for_byte(recorded: tuple[str, Golden]) -> None:
    name, golden = recorded
    wire = contract(name).wires[1]
    server = wire.encoder()
    clients: dict[str, Any] = {}
    for step in golden.steps:
        if step.arrow == "<":
            client = clients.setdefault(step.peer, wire.decoder())
            client.receive(step.data)
            messages = list(iter(client.next, None))
            assert b"".join(piece for one in messages for piece in server.encode(one)) == step.data
    assert all(client.held == 0 for client in clients.values())


def test_session_answers_as_recorded(recorded: tuple[str, Golden]) -> None:
    name, golden = recorded
    expected = iter(golden.steps)
    for step, said in play(golden, name):
        assert next(expected) is step
        while said:
            told = next(expected)
            assert told.arrow == "<"
            one = said[told.peer]
            if told.eof:
                assert one.closed
                assert one.data == b""
                del said[told.peer]
            else:
                assert one.data == told.data
                one.data = b""
                if not one.closed:
                    del said[told.peer]
    assert list(expected) == []


def test_escaping_is_exact(recorded: tuple[str, Golden]) -> None:
    everything = bytes(range(256))
    assert unescape(escape(everything)) == everything
    for step in recorded[1].steps:
        texts = [line.partition(" ")[2] for line in lines(step)]
        again = b"".join(map(unescape, texts)) if not (step.eof or step.opens) else b""
        assert again == step.data
