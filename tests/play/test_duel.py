"""Duels: both roles against each other, and against peers that vanish, talk nonsense or break the rules."""

import contextlib
import math
import socket
import struct
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from support.duels import SMALL, Script, hosting, joining, run, sockets

from fogfield.bots import schools
from fogfield.core.grid import Cell
from fogfield.games.planefight import GAME, session
from fogfield.games.planefight import messages as wire
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.messages import AttackResult, Bare, ExchangeMap, GameInfo, Header, Name
from fogfield.games.planefight.rules import MOST_HASTY, Attack, Phase, Place, Surrender
from fogfield.play.duel import BotDuel, Duel, PeerDuel

UP = Place((Plane(Cell(0, 2), 0),))
DOWN = Place((Plane(Cell(4, 2), 2),))
OFFER = GameInfo(w=5, h=5, n=1, server_first=True)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here is a program that needs a moment to draw its last page, or to notice a header."""
    monkeypatch.setattr(session, "CLOSE_AFTER_S", 0.02)
    monkeypatch.setattr(session, "JOIN_AFTER_S", 0.0)


@pytest.fixture
def pair() -> Iterator[tuple[PeerDuel, PeerDuel]]:
    """Ann hosts and begins; Bo joins."""
    first, second = sockets()
    with first, second:
        ann, bo = hosting(first), joining(second)
        run(lambda: ann.opponent and bo.opponent, ann, bo)
        yield ann, bo


@pytest.fixture
def script() -> Iterator[tuple[PeerDuel, Script]]:
    """Bo joins a script."""
    ours, theirs = sockets()
    with ours, theirs:
        yield joining(ours), Script(theirs)


def begin(ann: Duel, bo: Duel) -> None:
    assert not ann.act(UP)
    assert not bo.act(DOWN)
    run(lambda: ann.view.phase is bo.view.phase is Phase.FIGHTING, ann, bo)


def in_battle(bo: PeerDuel, script: Script) -> None:
    script.greet(Name("Ann"))
    run(lambda: Bare.JOIN in script.listen(), bo)
    script.say(OFFER, Bare.READY)
    run(lambda: bo.view, bo)
    bo.act(DOWN)
    run(lambda: Bare.READY in script.listen() and bo.view.phase is Phase.FIGHTING, bo)


def choose(duel: Duel, rng: Random) -> bool:
    view = duel.view
    if view and view.seat in view.to_act and view.phase in (Phase.PLACING, Phase.FIGHTING):
        assert not duel.act(GAME.choose(view, rng))
    return bool(duel.over)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("options", [SMALL, Options(6, 8, 2, True, True)])
def test_two_players_of_both_roles_play_a_game_to_its_end(options: Options, seat: int) -> None:
    first, second = sockets()
    rng = Random(7)
    ann, bo = hosting(first, options, seat), joining(second)
    run(lambda: choose(ann, rng) & choose(bo, rng), ann, bo)
    assert ann.view.seat == 1 - seat
    assert ann.view.outcome == bo.view.outcome
    assert ann.view.outcome.winners
    assert ann.view.options == bo.view.options == options
    assert [event for event in ann.view.story if not isinstance(event.said, Place)]
    assert ann.view.fleets == bo.view.fleets
    assert (ann.failure, bo.failure) == ("", "")
    assert (ann.opponent, bo.opponent) == ("Bo", "Ann")


def test_a_surrender_shows_both_maps_and_is_no_failure(pair: tuple[PeerDuel, PeerDuel]) -> None:
    ann, bo = pair
    begin(ann, bo)
    bo.act(Surrender())
    run(lambda: ann.over and bo.over, ann, bo)
    assert ann.view.decided.winners == {0}
    assert ann.view.fleets == bo.view.fleets == (UP.planes, DOWN.planes)
    assert (ann.failure, bo.failure) == ("", "")


def test_whoever_leaves_before_the_battle_gives_up(pair: tuple[PeerDuel, PeerDuel]) -> None:
    ann, bo = pair
    ann.act(UP)
    bo.leave()
    assert bo.over
    assert bo.failure == ""
    run(lambda: ann.over, ann)
    assert ann.failure == "The other player gave up this game."
    assert ann.opponent == "Bo"
    assert ann.view.decided is None


def test_a_refused_action_says_why(pair: tuple[PeerDuel, PeerDuel]) -> None:
    ann, bo = pair
    begin(ann, bo)
    assert bo.act(Attack(Cell(0, 0)))[0].code == "not-your-turn"
    assert ann.act(Attack(Cell(5, 0)))[0].code == "off-board"
    assert ann.act(Surrender()) == ()
    run(lambda: bo.over, ann, bo)
    assert bo.act(Attack(Cell(0, 0)))[0].code == "over"


# --- peers that fail


def silent(bo: PeerDuel, script: Script) -> None:
    """Not even a header."""


def greeted(bo: PeerDuel, script: Script) -> None:
    script.greet()


def placing(bo: PeerDuel, script: Script) -> None:
    script.greet()
    run(lambda: Bare.JOIN in script.listen(), bo)
    script.say(OFFER)
    run(lambda: bo.view, bo)


def attacked(bo: PeerDuel, script: Script) -> None:
    in_battle(bo, script)
    script.say(wire.Attack(0, 0))
    run(lambda: AttackResult(0) in script.listen(), bo)
    bo.act(Attack(Cell(1, 1)))  # and it is never answered


@pytest.mark.parametrize("before", [silent, greeted, placing, in_battle, attacked])
def test_a_peer_that_vanishes_is_a_failure_in_a_sentence(
    script: tuple[PeerDuel, Script], before: Callable[[PeerDuel, Script], None]
) -> None:
    bo, peer = script
    before(bo, peer)
    peer.listen()
    peer.sock.close()
    run(lambda: bo.over, bo)
    assert bo.failure == "The connection was closed by the other side."
    assert bo.wait_s is None


def test_what_a_peer_said_before_it_vanished_is_heard_even_if_nothing_can_be_sent_any_more(
    script: tuple[PeerDuel, Script],
) -> None:
    bo, peer = script
    placing(bo, peer)
    peer.listen()
    peer.say(Bare.GIVE_UP)
    peer.sock.close()
    bo.act(DOWN)
    assert not bo.over
    run(lambda: bo.over, bo)
    assert bo.failure == "The other player gave up this game."


def test_a_connection_that_is_reset_is_a_failure_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ours = socket.create_connection(listener.getsockname())
        theirs, _ = listener.accept()
    bo = joining(ours)
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    theirs.close()
    run(lambda: bo.over, bo)
    assert bo.failure == "The connection was lost (Connection reset by peer)."


NONSENSE = "The other side cannot be understood: not a request of Zjl37's planeFight protocol."


@pytest.mark.parametrize(
    ("said", "failure"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", NONSENSE),
        (
            b"PLAY Zjl37's planeFight protocol 1.0.0\r\n\r\n",
            "The other side speaks version 1.0.0 of the protocol, which 0.3.0 does not understand.",
        ),
        (
            b"PLAY Zjl37's planeFight protocol 0.3.0\r\n\r\n\xff\xff\xff\xffjoin",
            "The other side cannot be understood: body of 4294967295 bytes, limit 65536.",
        ),
    ],
)
def test_a_peer_that_talks_nonsense_is_a_failure_in_a_sentence(
    script: tuple[PeerDuel, Script], said: bytes, failure: str
) -> None:
    bo, peer = script
    peer.sock.sendall(said)
    run(lambda: bo.over, bo)
    assert bo.failure == failure
    assert bo.view is None


@pytest.mark.parametrize(
    ("offer", "fault"),
    [
        (GameInfo(w=4, h=300, n=1), "rows 300 not in 5-127, columns 4 not in 5-127"),
        (GameInfo(w=5, h=5, n=9), "9 planes do not fit on 5x5"),
    ],
)
def test_a_board_on_which_nobody_can_play_is_refused(
    script: tuple[PeerDuel, Script], offer: GameInfo, fault: str
) -> None:
    bo, peer = script
    peer.greet(offer)
    run(lambda: bo.over, bo)
    assert bo.failure == f"The server offers a game that cannot be played: {fault}."
    assert peer.listen()[-1] is Bare.GIVE_UP


def test_a_peer_that_never_says_a_word_is_not_waited_for_without_end(
    script: tuple[PeerDuel, Script], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "GREETING_S", 0.02)
    ours, theirs = sockets()
    with ours, theirs:
        bo = joining(ours)
        run(lambda: bo.over, bo)
    assert bo.failure == "The other side did not answer."


def test_a_peer_that_attacks_out_of_turn_again_and_again_has_ended_the_game(
    script: tuple[PeerDuel, Script],
) -> None:
    bo, peer = script
    in_battle(bo, peer)
    for number in range(2 * MOST_HASTY + 2):
        peer.say(wire.Attack(number % 5, 0))
    run(lambda: bo.over, bo)
    assert bo.failure == "The game has ended: a player broke the protocol."


def win(bo: PeerDuel, peer: Script) -> None:
    """Bo hits the head of the only plane."""
    in_battle(bo, peer)
    peer.say(wire.Attack(0, 0))
    run(lambda: bo.view.turn == 2, bo)
    bo.act(Attack(Cell(0, 2)))
    peer.say(AttackResult(Answer.DESTROY))
    run(lambda: bo.view.decided, bo)


def test_a_loser_who_vanishes_without_showing_his_map_has_lost_all_the_same(script: tuple[PeerDuel, Script]) -> None:
    bo, peer = script
    win(bo, peer)
    assert bo.view.phase is Phase.SHOWING
    peer.sock.close()
    run(lambda: bo.over, bo)
    assert bo.failure == ""
    assert bo.view.outcome.winners == {1}
    assert bo.view.outcome.faults == ("player 1: no map was shown",)


def test_a_map_that_is_not_what_was_answered_is_found_out(script: tuple[PeerDuel, Script]) -> None:
    bo, peer = script
    win(bo, peer)
    peer.say(ExchangeMap(((2, 1, 0),)))
    run(lambda: bo.over, bo)
    assert "attack 1 at (2,0) was answered destroy, but by the map it is void" in bo.view.outcome.faults[0]
    assert peer.listen()[-1] == ExchangeMap(((2, 4, 2),))


def test_the_player_may_leave_without_waiting_for_the_map(script: tuple[PeerDuel, Script]) -> None:
    bo, peer = script
    win(bo, peer)
    bo.leave()
    assert bo.over
    assert bo.failure == ""
    assert peer.listen()[-1] == ExchangeMap(((2, 4, 2),))


def test_a_peer_that_talks_without_end_does_not_keep_the_player(script: tuple[PeerDuel, Script]) -> None:
    bo, peer = script
    peer.sock.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            peer.sock.sendall(b"x" * 65_536)
    bo.leave()
    assert bo.over


def test_a_bot_of_some_level_is_asked_for_in_the_header() -> None:
    ours, theirs = sockets()
    with ours, theirs:
        joining(ours, bot="expert")
        (header,) = Script(theirs).listen()
    assert isinstance(header, Header)
    assert header.field("Opponent") == "expert"


def test_a_second_join_gets_the_same_offer() -> None:
    ours, theirs = sockets()
    with ours, theirs:
        ann, peer = hosting(ours), Script(theirs)
        peer.greet(Bare.JOIN, Name("Bo"))
        run(lambda: ann.opponent, ann)
        peer.say(Bare.JOIN)
        run(lambda: sum(isinstance(one, GameInfo) for one in peer.listen()) == 2, ann)
        assert ann.settings["think_s"] == math.inf


# --- against a bot


def local(seat: int = 0) -> BotDuel:
    bot = schools("planefight")["random"]().against("Ann")
    return BotDuel(GAME, "Ann", bot, "random bot", SMALL, seat=seat)


def test_a_bot_acts_only_when_it_is_told_to_go_on() -> None:
    duel = local()
    assert duel.opponent == "random bot"
    assert duel.thinks
    assert duel.wait_s == 0.0
    duel.act(UP)
    assert duel.view.ready == (False, True)
    duel.go_on()
    assert duel.view.ready == (True, True)
    assert duel.thinks
    duel.go_on()
    assert duel.view.turn == 2
    assert not duel.thinks
    assert duel.wait_s is None


def test_a_game_against_a_bot_is_over_at_once_when_somebody_has_won() -> None:
    duel = local(seat=1)
    duel.act(UP)
    duel.go_on()
    rng = Random(3)
    while not duel.over:
        actor: Any = GAME.choose(duel.view, rng)
        if actor:
            duel.act(actor)
        if not duel.over:
            duel.go_on()
    assert duel.view.outcome.winners
    assert duel.wait_s is None


def test_a_game_against_a_bot_can_be_left() -> None:
    duel = local()
    duel.leave()
    assert duel.over
    assert duel.failure == ""
    assert duel.view.outcome.winners == frozenset()
