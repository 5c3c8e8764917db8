"""Connections and a store that is slow, fails or is down: no answer is too early, none is lost, everybody is told."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from unittest import mock

import pytest
from support.journal import FakeJournal
from support.live import Live, live
from support.peer import Peer, start
from support.pilot import Pilot
from support.sailor import Sailor
from support.wait import eventually

from fogfield.core.match import NOT_KEPT
from fogfield.games.jminesweeper.session import LOST
from fogfield.games.planefight.messages import Attack, Bare, Header
from fogfield.serve.connection import Connection
from fogfield.serve.settings import Limits
from fogfield.store.entries import Ended, Entry, Moved
from fogfield.store.journal import Health

START = start(9, 9, 1)
LEFT, RIGHT, REVEAL, MARK, QUIT = b"\x01", b"\x02", b"\x05", b"\x06", b"\x08"
SORRY = NOT_KEPT.text.encode()
PAIR = {"opponent": "pair", "first": "first-come"}

Serve = Callable[..., AbstractContextManager[Live]]


@pytest.fixture(params=["asyncio", "uvloop"])
def serve(request: pytest.FixtureRequest) -> Serve:
    def begin(name: str = "jminesweeper", **more: object) -> AbstractContextManager[Live]:
        return live(name, loop=request.param, **more)  # type: ignore[arg-type]

    return begin


@pytest.fixture
def journal() -> FakeJournal:
    """A journal whose entries are on disk when the test says so."""
    return FakeJournal()


@pytest.fixture
def prompt() -> FakeJournal:
    """A journal whose entries are on disk at once, while it is well."""
    return FakeJournal(prompt=True)


@pytest.fixture
def mines(serve: Serve, journal: FakeJournal) -> Iterator[Live]:
    with serve(journal=journal) as server:
        yield server


def moves(journal: FakeJournal) -> int:
    return len(journal.of(Moved))


# --- a store that is slow


def test_an_answer_leaves_when_what_it_tells_of_is_on_disk(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        assert b"No game yet" in peer.send(RIGHT).screen()  # this follows from nothing
        peer.send(START)
        assert peer.silent()
        journal.settle()
        peer.screen()
        peer.send(MARK)
        assert peer.silent()
        journal.settle()
        assert b"marks 1" in peer.screen()
        assert b"marks 1" in peer.send(RIGHT).screen()


def test_answers_that_had_to_wait_leave_in_order_and_in_one_write(mines: Live, journal: FakeJournal) -> None:
    with mock.patch.object(Connection, "_write", autospec=True) as write, Peer(mines.port) as peer:
        write.side_effect = lambda one, pieces: one._transport.write(b"".join(pieces))
        peer.send(START, MARK, RIGHT, MARK, LEFT)
        assert eventually(lambda: moves(journal) == 2)
        assert peer.silent()
        journal.settle(4)
        shown = [peer.screen() for _ in range(3)]
        assert peer.silent()
        journal.settle()
        shown += [peer.screen() for _ in range(2)]
        for screen, marks in zip(shown, (0, 1, 1, 2, 2), strict=True):
            assert b"marks %d" % marks in screen
        assert write.call_count == 2


def test_nothing_more_is_answered_while_too_much_waits(serve: Serve, journal: FakeJournal) -> None:
    with serve(journal=journal, limits=Limits(unsent_bytes=20_000)) as server, Peer(server.port) as peer:
        peer.send(start(50, 50, 1), MARK * 600)
        assert eventually(lambda: moves(journal) > 0)
        before = 0
        while moves(journal) != before:  # until nothing happens any more
            before = moves(journal)
            assert peer.silent()
        assert before < 20
        shown = 0
        while shown < 601:
            journal.settle()
            peer.screen()
            shown += 1
        assert eventually(lambda: moves(journal) == 600)


def test_who_quits_gets_his_answers_first_and_then_the_end(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        peer.send(START, MARK, QUIT)
        assert eventually(lambda: len(journal.of(Ended)) == 1)
        assert peer.silent()
        journal.settle()
        peer.screen()
        assert b"marks 1" in peer.screen()
        assert peer.eof()


def test_who_sends_no_more_gets_his_answers_first_and_then_the_end(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        peer.send(START, MARK).finish()
        assert eventually(lambda: len(journal.of(Ended)) == 1)
        assert peer.silent()
        journal.settle()
        peer.screen()
        peer.screen()
        assert peer.eof()


def test_who_vanished_while_his_answers_waited_leaves_nothing_behind(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        peer.send(START, MARK)
        assert eventually(lambda: moves(journal) == 1)
    assert eventually(lambda: len(journal.of(Ended)) == 1)
    journal.settle()
    assert eventually(lambda: not mines.listener.connections and mines.gate.total == 0)
    house = mines.listener.house
    assert not any((house.live, house.tables, house.room.waiting))


# --- a store that fails for a moment


def test_while_it_is_not_known_nothing_is_read_and_nothing_is_lost(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        peer.send(START)
        journal_has(journal, 3)
        journal.settle()
        peer.screen()
        journal.turn(Health.FAILING)
        peer.send(MARK, RIGHT)
        assert peer.silent()
        assert moves(journal) == 0
        journal.turn(Health.FINE)
        assert eventually(lambda: moves(journal) == 1)
        journal.settle()
        for _ in range(2):
            screen = peer.screen()
            assert b"marks 1" in screen
            assert SORRY not in screen


def test_answers_that_waited_when_it_began_to_fail_leave_when_it_is_well(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        peer.send(START)
        journal_has(journal, 3)
        journal.turn(Health.FAILING)
        assert peer.silent()
        journal.settle()
        journal.turn(Health.FINE)
        peer.screen()


def journal_has(journal: FakeJournal, count: int) -> None:
    assert eventually(lambda: len(journal.entries) == count)


# --- a store that is down


def test_answers_that_wait_are_never_sent_when_it_is_down(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer:
        peer.send(START)
        journal_has(journal, 3)
        journal.settle()
        peer.screen()
        peer.send(MARK, MARK)
        assert eventually(lambda: moves(journal) == 2)
        journal.turn(Health.FAILING)
        journal.turn(Health.DOWN)
        screen = peer.screen()
        assert LOST.encode() in screen
        assert b"marks" not in screen
        assert peer.eof()
        journal.settle()
        journal.turn(Health.FINE)
    assert eventually(lambda: not mines.listener.connections)
    assert len(journal.of(Ended)) == 1


def test_a_miner_gets_one_screen_for_each_packet_and_goes_on_when_it_is_well(serve: Serve, prompt: FakeJournal) -> None:
    with serve(journal=prompt) as server, Peer(server.port) as peer:
        peer.send(START).screen()
        before = peer.send(RIGHT).screen()
        prompt.turn(Health.DOWN)
        peer.send(MARK, LEFT, start(4, 4, 1))
        for _ in range(3):
            assert SORRY in peer.screen()
        assert peer.silent()
        assert moves(prompt) == 0
        prompt.turn(Health.FINE)
        peer.send(RIGHT).screen()
        assert peer.send(LEFT).screen() == before  # neither the cursor nor the game has moved meanwhile
        assert b"marks 1" in peer.send(MARK).screen()


def test_whoever_comes_while_it_is_down_is_sent_away(serve: Serve, prompt: FakeJournal) -> None:
    for name, said in (("jminesweeper", LOST.encode()), ("battleship", b"END\n"), ("planefight", b"")):
        with serve(name, journal=prompt) as server:
            prompt.turn(Health.DOWN)
            with Peer(server.port) as peer:
                heard = b""
                while piece := peer.sock.recv(4096):
                    heard += piece
            assert said in heard if said else not heard
            prompt.turn(Health.FINE)


@pytest.fixture
def sea(serve: Serve, prompt: FakeJournal) -> Iterator[Live]:
    with serve("battleship", journal=prompt, settings=PAIR) as server:
        yield server


def test_a_captain_is_asked_again_and_goes_on_when_it_is_well(sea: Live, prompt: FakeJournal) -> None:
    with Sailor(sea.port) as first, Sailor(sea.port) as second:
        assert first.lines(2) == second.lines(2) == ["GAMEREADY", "INIT_GRID"]
        prompt.turn(Health.DOWN)
        assert first.say("INIT_GRID=1 2 3").lines(2) == ["ERROR", "INIT_GRID"]
        prompt.turn(Health.FINE)
        first.say("INIT_GRID=1 2 3")
        second.say("INIT_GRID=4 5 6")
        assert first.lines(2)[1] == "ATTACK"
        assert second.lines(2)[1] == "WAIT"
        prompt.turn(Health.DOWN)
        assert first.say("ATTACK=4").lines(2) == ["ERROR", "ATTACK"]
        assert second.silent()
        prompt.turn(Health.FINE)
        assert first.say("ATTACK=4").line() == "HIT"
        assert second.line() == "HIT"


def test_a_captain_who_is_not_asked_is_sent_away(sea: Live, prompt: FakeJournal) -> None:
    with Sailor(sea.port) as first, Sailor(sea.port) as second:
        for sailor in (first, second):
            sailor.lines(2)
            sailor.say("INIT_GRID=1 2 3")
        first.lines(2)
        second.lines(2)
        prompt.turn(Health.DOWN)
        assert second.say("ATTACK=1").rest() == ["END"]
        assert first.rest() == ["END"]
        prompt.turn(Health.FINE)
    assert len(prompt.of(Ended)) == 1


def test_nobody_hears_of_a_move_that_was_not_stored(serve: Serve, journal: FakeJournal) -> None:
    """Neither who made it nor the other, not even by being asked for the next one."""
    with serve("battleship", journal=journal, settings=PAIR) as server:
        with Sailor(server.port) as first, Sailor(server.port) as second:
            journal_has(journal, 4)
            journal.settle()
            for sailor in (first, second):
                assert sailor.lines(2) == ["GAMEREADY", "INIT_GRID"]
                sailor.say("INIT_GRID=1 2 3")
            journal_has(journal, 6)
            journal.settle()
            first.lines(2)
            second.lines(2)
            first.say("ATTACK=1")
            journal_has(journal, 7)
            journal.turn(Health.FAILING)
            journal.turn(Health.DOWN)
            assert first.rest() == second.rest() == ["END"]
        journal.settle()
        journal.turn(Health.FINE)


def test_a_pilot_is_given_up_or_closed(serve: Serve, prompt: FakeJournal) -> None:
    with serve("planefight", journal=prompt, settings=PAIR) as server:
        with Pilot(server.port) as waiting:
            waiting.join("Ann")
            prompt.turn(Health.DOWN)
            assert waiting.say(Bare.READY).rest() == [Bare.GIVE_UP]
            prompt.turn(Health.FINE)
        with Pilot(server.port) as first, Pilot(server.port) as second:
            first.join("Ann")
            second.join("Bea")
            for pilot in (first, second):
                pilot.say(Bare.READY)
            assert first.event() is second.event() is Bare.READY
            prompt.turn(Health.DOWN)
            assert first.say(Attack(0, 0)).rest() == []
            assert second.rest() == []
            prompt.turn(Health.FINE)
        with Pilot(server.port) as pilot:
            assert isinstance(pilot.hear(), Header)


def test_bots_wait_while_nothing_can_be_stored_and_go_on(serve: Serve, prompt: FakeJournal) -> None:
    def fail_after_the_attack(entry: Entry) -> None:
        if isinstance(entry, Moved) and entry.seat == 0 and entry.number > 1:
            prompt.on_write = lambda entry: None
            prompt.turn(Health.FAILING)

    settings = {"opponent": "bot", "first": "first-come"}
    with serve("battleship", journal=prompt, settings=settings) as server, Sailor(server.port) as sailor:
        sailor.lines(2)
        sailor.say("INIT_GRID=1 2 3").lines(2)
        prompt.on_write = fail_after_the_attack
        sailor.say("ATTACK=1")
        assert sailor.lines(3)[2] == "WAIT"
        written = moves(prompt)
        prompt.turn(Health.DOWN)
        assert sailor.silent(1.2)  # it has tried again meanwhile
        assert moves(prompt) == written
        prompt.turn(Health.FINE)
        assert sailor.line() in ("HIT", "MISS")
        assert moves(prompt) == written + 1


# --- matches that do not go on here


def test_whoever_plays_a_match_that_is_lost_is_dropped_and_told_nothing(mines: Live, journal: FakeJournal) -> None:
    with Peer(mines.port) as peer, Peer(mines.port) as other:
        for one in (peer, other):
            one.send(START)
        journal_has(journal, 6)
        journal.settle()
        peer.screen()
        other.screen()
        peer.send(MARK)
        assert eventually(lambda: moves(journal) == 1)
        (name,) = (moved.match for moved in journal.of(Moved))
        house = mines.listener.house

        def lose() -> None:  # both at once, as the server does: whoever is dropped in between would have left a match
            mines.listener.disown(name)
            house.disown(name)

        mines.listener.loop.call_soon_threadsafe(lose)
        assert gone(peer)
        journal.settle()
        assert eventually(lambda: len(mines.listener.connections) == len(house.live) == 1)
        other.send(MARK)
        assert eventually(lambda: moves(journal) == 2)
        journal.settle()
        assert b"marks 1" in other.screen()
        assert not journal.of(Ended)


def gone(peer: Peer) -> bool:
    """Whether the connection ends without another word."""
    try:
        return peer.eof()
    except ConnectionResetError:
        return True
