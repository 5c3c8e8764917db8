"""What must never be told to the published program: each item by itself, and then all of them against anybody."""

from typing import Any

import pytest
from games.planefight.contract import messages
from games.planefight.touchy import Broken, Touchy
from hypothesis import given, settings
from hypothesis import strategies as st
from support.host import hosts

from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Header, Name
from fogfield.games.planefight.session import ServerSession
from fogfield.wire.session import CLOSE, Signal

GAME = (GameInfo(5, 5, 1), Name("Ann"))


def joined(*, ready: bool = False) -> Touchy:
    peer = Touchy()
    peer.hears(Header())
    peer.says(Bare.JOIN)
    peer.hears(*GAME)
    if ready:
        peer.says(Bare.READY)
        peer.hears(Bare.READY)
    return peer


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ((Bare.JOIN,), "no header first"),
        ((Header(), GameInfo(5, 5, 1)), "between the header and Join"),
    ],
)
def test_the_touchy_peer_minds_a_bad_beginning(told: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(Broken, match=complaint):
        Touchy().hears(*told)


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ((GameInfo(5, 5, 1),), "without a name"),
        ((Bare.READY,), "a second Ready"),
        ((AttackResult(0),), "nobody asked for"),
        ((Attack(5, 0),), "off the board"),
        ((ExchangeMap(((2, 0, 1),)),), "cannot be there"),
        ((ExchangeMap(((2, 0, 0), (2, 4, 2))),), "too many planes"),
        ((Bare.JOIN,), "what is"),
        ((Bare.SURRENDER, CLOSE), "without a map"),
        ((CLOSE, Name("Ann")), "after the end"),
    ],
)
def test_the_touchy_peer_minds_what_the_published_program_cannot_bear(told: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(Broken, match=complaint):
        joined(ready=True).hears(*told)


def test_the_touchy_peer_minds_early_attacks_and_unanswered_ones() -> None:
    with pytest.raises(Broken, match="before both are ready"):
        joined().hears(Attack(0, 0))
    peer = joined(ready=True)
    peer.says(Attack(0, 0))
    with pytest.raises(Broken, match="unanswered"):
        peer.hears(CLOSE)


#: Often what gets a game on; sometimes anything.
EVENTS = st.one_of(
    st.builds(Attack, st.integers(0, 4), st.integers(0, 4)),
    st.builds(AttackResult, st.sampled_from([0, 1, 2])),
    st.builds(AttackResult, st.sampled_from([0, 1, 2])),
    st.sampled_from([ExchangeMap(((2, 0, 0),)), ExchangeMap(((2, 4, 2),)), ExchangeMap(((9, 9, 9),)), ExchangeMap(())]),
    messages,
    st.sampled_from([Bare.SURRENDER, Signal.TICK, Signal.EOF]),
)
READY = st.sampled_from([[], [Bare.READY]])


@settings(deadline=None, max_examples=150)
@given(READY, READY, st.lists(st.tuples(st.integers(0, 1), EVENTS, st.sampled_from([0.0, 0.0, 0.5, 40.0]))))
def test_no_peer_is_told_anything_that_breaks_it_whatever_the_other_does(
    first: list[Bare], second: list[Bare], script: list[tuple[int, Any, float]]
) -> None:
    both = hosts("planefight", "fog", {"rows": 5, "columns": 5, "planes": 1, "answer_s": 60.0})
    sessions = [ServerSession(host) for host in both]
    peers = [Touchy(), Touchy()]
    now = 0.0

    def tell(seat: int, event: Any) -> None:
        if peers[seat].closed:
            return
        peers[seat].says(event)
        peers[seat].hears(*sessions[seat].on(event, now), gone=event in (Signal.EOF, Bare.GIVE_UP))
        while woken := [one for one in (0, 1) if both[one].woken()]:
            for one in woken:
                peers[one].hears(*sessions[one].on(Signal.CHANGED, now))

    for seat, ready in enumerate((first, second)):
        for event in (Signal.OPEN, Header(), Bare.JOIN, Name("Ann"), *ready):
            tell(seat, event)
    for seat, event, wait_s in script:
        now += wait_s
        tell(seat, event)
    for _ in range(5):  # time goes by, and everybody is let go
        now += 10_000.0
        tell(0, Signal.TICK)
        tell(1, Signal.TICK)
    assert all(peer.closed for peer in peers)
