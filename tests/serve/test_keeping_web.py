"""The Treasure Hunt and a store that is slow, fails or is down."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.hunters import unkept
from support.journal import FakeJournal
from support.liveweb import Guest, LiveWeb, answer, half_map, live_web, request, two
from support.peer import Peer
from support.wait import eventually

from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import Error, Okay, PlayerHalfMap, PlayerState
from fogfield.store.entries import Dropped, Ended, Moved
from fogfield.store.journal import Health


@pytest.fixture(params=["asyncio", "uvloop"])
def loop(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Case:
    """A game in which somebody is to act; from then on the test says when something is on disk."""

    def __init__(self, server: LiveWeb, journal: FakeJournal, first: Guest, second: Guest) -> None:
        self.server = server
        self.journal = journal
        self.first = first
        self.second = second
        journal.prompt = False

    def send_half(self, peer: Peer) -> None:
        body = codec.write_request(PlayerHalfMap(self.first.player_id, half_map(self.first.rng)))
        peer.send(request("POST", f"/games/{self.first.game_id}/halfmaps", body))

    def ask_state(self, peer: Peer, guest: Guest) -> None:
        peer.send(request("GET", f"/games/{guest.game_id}/states/{guest.player_id}"))

    @property
    def moves(self) -> int:
        return len(self.journal.of(Moved))


@pytest.fixture
def case(loop: str) -> Iterator[Case]:
    journal = FakeJournal(prompt=True)
    with live_web(loop=loop, journal=journal) as server, two(server.port) as (first, second):
        yield Case(server, journal, first, second)


def told(peer: Peer) -> Okay | Error:
    status, _, body = answer(peer)
    assert status == 200
    return codec.read_answer(body)


def test_neither_who_moved_nor_the_other_is_told_before_it_is_on_disk(case: Case) -> None:
    with Peer(case.server.port) as peer, Peer(case.server.port) as other:
        case.send_half(peer)
        assert eventually(lambda: case.moves == 1)
        case.ask_state(other, case.second)
        assert peer.silent()
        assert other.silent()
        case.journal.settle()
        assert told(peer) == Okay()
        assert isinstance(told(other), Okay)


def test_a_request_waits_while_it_is_not_known_and_is_then_done(case: Case) -> None:
    case.journal.turn(Health.FAILING)
    with Peer(case.server.port) as peer:
        case.send_half(peer)
        assert peer.silent()
        assert case.moves == 0
        case.journal.turn(Health.FINE)
        assert eventually(lambda: case.moves == 1)
        case.journal.settle()
        assert told(peer) == Okay()


def test_a_request_that_waits_for_a_store_that_goes_down_is_told_so(case: Case) -> None:
    with Peer(case.server.port) as waiting, Peer(case.server.port) as done:
        case.send_half(done)
        assert eventually(lambda: case.moves == 1)
        case.journal.turn(Health.FAILING)
        case.ask_state(waiting, case.second)
        assert waiting.silent()
        case.journal.turn(Health.DOWN)
        assert unkept(told(done))
        assert unkept(told(waiting)), "the state follows from a move that is not stored"
        case.journal.prompt = True
        case.journal.turn(Health.FINE)
    assert case.second.mine is PlayerState.MUST_ACT  # it was done, after all


def test_while_it_is_down_nothing_is_done_and_what_is_stored_can_be_seen(case: Case) -> None:
    case.journal.turn(Health.DOWN)
    assert unkept(case.first.send_half())
    assert case.moves == 0
    assert case.first.mine is PlayerState.MUST_ACT
    with Guest(case.server.port) as guest:
        assert b"StorageException" in guest.ask("GET", "/games")[1]
    case.journal.turn(Health.FINE)
    case.journal.prompt = True
    assert case.first.send_half() == Okay()


def test_a_game_that_cannot_be_made_takes_no_other_ones_place(loop: str) -> None:
    journal = FakeJournal(prompt=True)
    with (
        live_web(loop=loop, journal=journal, games=1) as server,
        two(server.port) as (first, _),
        Guest(server.port) as late,
    ):
        journal.turn(Health.DOWN)
        assert b"StorageException" in late.ask("GET", "/games")[1]
        journal.turn(Health.FINE)
        assert first.send_half() == Okay()
        late.create()
        assert isinstance(first.poll(), Error)
        assert len(journal.of(Ended)) == 1
    assert not journal.of(Dropped)


def test_a_request_whose_match_was_lost_is_not_answered_as_if_it_were_done(case: Case) -> None:
    house = case.server.service.house

    def disown() -> None:
        case.server.service.disown()
        house.disown()

    with Peer(case.server.port) as peer:
        case.journal.on_lost(disown)
        case.send_half(peer)
        assert eventually(lambda: case.moves == 1)
        case.journal.lose()
        assert unkept(told(peer))
    assert isinstance(case.second.poll(), Error)
    assert not any((house.live, house.tables, house.room.waiting))
    assert not case.journal.of(Ended)


def test_a_request_of_which_something_can_never_be_written_is_told_so(case: Case) -> None:
    (name,) = case.server.service.house.live

    def disown(match: str) -> None:
        case.server.service.disown(match)
        case.server.service.house.disown(match)

    case.journal.on_broken(disown)
    with Peer(case.server.port) as peer:
        case.send_half(peer)
        assert eventually(lambda: case.moves == 1)
        case.journal.break_off(name)
        assert unkept(told(peer))
    assert isinstance(case.second.poll(), Error)
    with Guest(case.server.port) as guest:
        case.journal.prompt = True
        guest.create().register()


@pytest.mark.parametrize("limit", ["think_s", "lasts_s"])
def test_the_time_of_a_game_stands_still_while_nothing_can_be_stored(limit: str) -> None:
    journal = FakeJournal(prompt=True)
    settings: dict[str, Any] = {limit: 1.5, "slack_s": 0.0}
    with live_web(journal=journal, **settings) as server, two(server.port) as (first, second):
        journal.turn(Health.DOWN)
        assert not eventually(lambda: first.mine is not PlayerState.MUST_ACT, within_s=1.7)
        journal.turn(Health.FINE)
        assert not eventually(lambda: first.mine is not PlayerState.MUST_ACT, within_s=0.5)
        assert eventually(lambda: first.mine is PlayerState.LOST)
        assert second.mine is PlayerState.WON
