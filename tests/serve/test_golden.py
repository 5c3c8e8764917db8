"""The recorded conversations against a live server: the same bytes, over a real socket."""

from pathlib import Path

import pytest
from support.golden import read
from support.live import live
from support.peer import Peer

FILES = sorted((Path(__file__).parent.parent / "games").glob("*/golden/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_live_server_answers_as_recorded(path: Path) -> None:
    golden = read(path)
    with live(path.parent.parent.name, seed=golden.seed) as server, Peer(server.port) as peer:
        for step in golden.steps:
            if step.arrow == ">":
                peer.finish() if step.eof else peer.send(step.data)
            elif step.eof:
                assert peer.eof()
            else:
                assert peer.exactly(len(step.data)) == step.data
