"""Two servers on one database never play the same match, and one goes on with what the other left."""

import contextlib
import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.databases import Postgres, postgres
from support.forked import Forge, Forked
from support.live import FOGFIELD, clean_environment, served
from support.liveweb import Guest, answer, half_map, request, two
from support.peer import Peer, start
from support.wait import eventually

from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import Error, Okay, PlayerHalfMap, PlayerState

LEASE_S = 1.5
LEFT, LOST = "going on with what another server left", "another server has taken over the matches of this one"


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(scope="module")
def forge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forge]:
    with Forge(tmp_path_factory.mktemp("servers")) as one:
        yield one


def begun(forge: Forge, address: str) -> Forked:
    server = forge.start(
        store__address=address, store__lease_s=str(LEASE_S), only="treasurehunt,jminesweeper",
        treasurehunt__port="0", jminesweeper__port="0", treasurehunt__think_s="60",
    )  # fmt: skip
    server.ready()
    return server


def says(server: Forked, event: str) -> bool:
    return any(json.loads(line)["event"] == event for line in server.log.splitlines())


def known(server: Forked, guest: Guest) -> bool:
    """Say whether a server knows a player and his game."""
    with moved_to(server, guest) as other:
        return isinstance(other.poll(), Okay)


def moved_to(server: Forked, guest: Guest) -> Guest:
    """The same player at another server."""
    other = Guest(server.ports["treasurehunt"], guest.game_id)
    other.player_id = guest.player_id
    return other


def test_a_living_server_goes_on_with_the_games_of_a_dead_one(forge: Forge, database: Postgres) -> None:
    address = database.database()
    first, second = begun(forge, address), begun(forge, address)
    with two(first.ports["treasurehunt"]) as (mira, jon), two(second.ports["treasurehunt"]) as (ada, ben):
        assert mira.send_half() == Okay()
        assert not known(second, mira)
        first.kill()
        assert eventually(lambda: known(second, jon), 10 * LEASE_S)
        assert says(second, LEFT)
        with moved_to(second, mira) as back, moved_to(second, jon) as jon_back:
            assert (back.mine, jon_back.mine) == (PlayerState.MUST_WAIT, PlayerState.MUST_ACT)
            assert jon_back.send_half() == Okay()
            assert len(back.state().nodes) == 100
        assert ada.send_half() == Okay()  # its own go on as before
        assert ben.mine is PlayerState.MUST_ACT


def test_a_server_that_was_taken_for_dead_says_nothing_more_of_what_it_lost(forge: Forge, database: Postgres) -> None:
    address = database.database()
    sleeper, other = begun(forge, address), begun(forge, address)
    with ExitStack() as stack:
        mira, jon = stack.enter_context(two(sleeper.ports["treasurehunt"]))
        miner = stack.enter_context(Peer(sleeper.ports["jminesweeper"]))
        miner.send(start(9, 9, 1)).screen()
        sleeper.kill(signal.SIGSTOP)
        stack.callback(sleeper.kill, signal.SIGCONT)
        late = stack.enter_context(Peer(sleeper.ports["treasurehunt"]))
        half = half_map(mira.rng)
        asked = codec.write_request(PlayerHalfMap(mira.player_id, half))
        late.send(request("POST", f"/games/{mira.game_id}/halfmaps", asked))
        miner.send(b"\x06")
        assert eventually(lambda: known(other, mira), 10 * LEASE_S)
        with moved_to(other, mira) as back:
            assert back.send_half(half) == Okay()
        sleeper.kill(signal.SIGCONT)
        # What came while it slept is not answered as if it had been done, nor is anything stored.
        status, _, body = answer(late)
        assert status == 200
        assert isinstance(codec.read_answer(body), Error)
        with contextlib.suppress(ConnectionResetError):
            assert miner.eof()
        assert eventually(lambda: says(sleeper, LOST))
        assert not known(sleeper, jon)
        with moved_to(other, jon) as back:
            assert back.send_half() == Okay()
            assert len(back.state().nodes) == 100
        # It plays on, but nothing that the other has.
        with two(sleeper.ports["treasurehunt"]) as (ada, _):
            assert eventually(lambda: ada.send_half() == Okay())
    assert not any("fault" in server.log for server in (sleeper, other))


def test_a_second_server_on_one_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "fogfield.db"
    with served(FOGFIELD_STORE_ADDRESS=str(path)) as first:
        second = subprocess.run(
            [FOGFIELD, "serve", "--only", "jminesweeper", "--port", "jminesweeper=0"],
            env=clean_environment(FOGFIELD_STORE_ADDRESS=str(path)), capture_output=True, text=True, timeout=60,
            check=False,
        )  # fmt: skip
        assert second.returncode == 1
        assert f"{path} is in use by another server (process {first.process.pid})" in second.stderr
        assert "Traceback" not in second.stderr
        with Peer(first.port) as peer:
            assert peer.send(start(9, 9, 1)).screen()
