"""Recorded conversations of every game, through codec and session. The live server meets them in tests/serve."""

from pathlib import Path

import pytest
from support.contract import contract
from support.golden import Golden, escape, lines, play, read, unescape
from support.host import FixedHost

from fogfield import games

FILES = sorted((Path(__file__).parent.parent / "games").glob("*/golden/*.txt"))
SPOKEN = [name for name in games.names() if games.published(name)]


@pytest.fixture(params=FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def recorded(request: pytest.FixtureRequest) -> tuple[str, Golden]:
    return request.param.parent.parent.name, read(request.param)


@pytest.mark.parametrize("name", SPOKEN)
def test_every_protocol_has_recordings(name: str) -> None:
    assert sum(path.parent.parent.name == name for path in FILES) >= 5


def test_codec_reads_every_answer_and_writes_it_again_byte_for_byte(recorded: tuple[str, Golden]) -> None:
    name, golden = recorded
    wire = contract(name).wires[1]
    client, server = wire.decoder(), wire.encoder()
    for step in golden.steps:
        if step.arrow == "<":
            client.receive(step.data)
            messages = list(iter(client.next, None))
            assert b"".join(piece for one in messages for piece in server.encode(one)) == step.data
    assert client.held == 0


def test_session_answers_as_recorded(recorded: tuple[str, Golden]) -> None:
    name, golden = recorded
    published = games.published(name)
    assert published
    session, codec = published.session(FixedHost(name, golden.seed)), published.codec()
    expected = [step for step in golden.steps if step.arrow == "<"]
    played = list(play(golden, session, codec))
    assert b"".join(answer for _, answer, _ in played) == b"".join(step.data for step in expected)
    assert any(closed for _, _, closed in played) == any(step.eof for step in expected)


def test_escaping_is_exact(recorded: tuple[str, Golden]) -> None:
    everything = bytes(range(256))
    assert unescape(escape(everything)) == everything
    for step in recorded[1].steps:
        again = b"".join(unescape(line[2:]) for line in lines(step)) if not step.eof else b""
        assert again == step.data
