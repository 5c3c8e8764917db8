"""The contracts of codec, session and published protocol, with the toy protocol of the tests."""

from hypothesis import given
from hypothesis import strategies as st
from support.host import FixedHost
from support.toywire import Tables, ToyCodec, ToySession

from fogfield.wire.codec import Held
from fogfield.wire.published import OPPONENT, Choice
from fogfield.wire.session import CLOSE, Signal


@given(st.lists(st.binary(max_size=9), max_size=20), st.data())
def test_held_bytes_are_what_came_in_less_what_was_used(pieces: list[bytes], data: st.DataObject) -> None:
    held = Held()
    waiting = b""
    for piece in pieces:
        held.receive(memoryview(piece))
        waiting += piece
        used = data.draw(st.integers(0, len(waiting)))
        held._at += used
        waiting = waiting[used:]
        assert held.held == len(waiting)
        assert bytes(held._data[held._at :]) == waiting


def test_a_codec_gives_none_until_a_message_is_whole() -> None:
    codec = ToyCodec()
    assert codec.next() is None
    codec.receive(b"S1")
    assert [codec.next(), codec.next(), codec.next()] == ["S", "1", None]
    assert codec.encode("total 3") == (b"total 3", b"\n")


def test_a_session_is_driven_without_a_socket() -> None:
    tables = Tables()
    hosts = [FixedHost("jminesweeper", "fog") for _ in range(2)]
    first, second = (ToySession(tables, host) for host in hosts)
    assert first.on("S", 0.0) == ("seated",)
    assert second.on("S", 0.0) == ("seated",)
    assert hosts[0].wakes == hosts[1].wakes == [None]
    assert first.on("2", 1.0) == ("done",)
    assert second.on(Signal.CHANGED, 1.0) == ("total 2",)
    assert second.on("T", 2.0) == ()
    assert hosts[1].wakes[-1] == 2.05
    assert second.on(Signal.TICK, 2.05) == ("tick",)
    assert first.on(Signal.STOP, 3.0) == ("bye: STOP", CLOSE)
    assert second.on(Signal.CHANGED, 3.0) == ("total 2", "over: abandoned")


def test_the_first_word_of_a_choice_is_what_is_chosen_by_nobody() -> None:
    assert Choice(("one", "two"), "which").default == "one"
    assert {key: one.default for key, one in OPPONENT.items()} == {
        "opponent": "pair-then-bot",
        "opponent_after_s": 10.0,
    }
