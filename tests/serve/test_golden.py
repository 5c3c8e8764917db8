"""The recorded conversations against a live server: the same bytes, over real sockets."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from support.golden import read
from support.live import live
from support.peer import Peer

FILES = sorted((Path(__file__).parent.parent / "games").glob("*/golden/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_live_server_answers_as_recorded(path: Path) -> None:
    golden = read(path)
    with ExitStack() as stack:
        server = stack.enter_context(live(path.parent.parent.name, seed=golden.seed, settings=golden.settings))
        peers: dict[str, Peer] = {}
        for step in golden.steps:
            if step.peer not in peers:
                peers[step.peer] = stack.enter_context(Peer(server.port))
            peer = peers[step.peer]
            if step.arrow == ">":
                peer.finish() if step.eof else peer.send(step.data)
            elif step.eof:
                assert peer.eof()
            else:
                assert peer.exactly(len(step.data)) == step.data
