"""What every published protocol must keep: codecs that survive any cut and any bytes, sessions that survive anybody."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.contract import NAMES, contract
from support.host import hosts

from fogfield import games
from fogfield.core.errors import WireError
from fogfield.wire.published import Published
from fogfield.wire.session import CLOSE, Signal

WIRES = [(name, number) for name in NAMES for number in range(len(contract(name).wires))]
SPOKEN = [name for name in NAMES if isinstance(games.published(name), Published)]


def drain(codec: Any) -> list[Any]:
    return list(iter(codec.next, None))


@pytest.mark.parametrize(("name", "number"), WIRES)
@settings(deadline=None)
@given(data=st.data())
def test_any_split_of_the_bytes_gives_the_same_messages(name: str, number: int, data: st.DataObject) -> None:
    wire = contract(name).wires[number]
    sent = [*wire.opening, *data.draw(st.lists(wire.messages, max_size=8))]
    encoder = wire.encoder()
    stream = b"".join(piece for message in sent for piece in encoder.encode(message))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=12)) | {0, len(stream)})
    decoder = wire.decoder()
    received = []
    for begin, end in pairwise(cuts):
        decoder.receive(stream[begin:end])
        received += drain(decoder)
    assert received == sent
    assert decoder.held == 0


@pytest.mark.parametrize(("name", "number"), WIRES)
@settings(deadline=None)
@given(data=st.data())
def test_random_bytes_raise_nothing_but_a_wire_error_and_stay_below_the_limit(
    name: str, number: int, data: st.DataObject
) -> None:
    wire = contract(name).wires[number]
    decoder, encoder = wire.decoder(), wire.encoder()
    valid = st.builds(lambda message: b"".join(encoder.encode(message))[: wire.piece_bytes], wire.messages)
    noise = st.binary(max_size=8)
    for message in wire.opening if data.draw(st.booleans()) else ():
        decoder.receive(b"".join(encoder.encode(message)))
        assert drain(decoder) == [message]
    try:
        for piece in data.draw(st.lists(st.one_of(valid, valid, valid, noise), max_size=20)):
            decoder.receive(piece)
            drain(decoder)
            assert decoder.held <= wire.limit_bytes
    except WireError as error:
        assert str(error)


@pytest.mark.parametrize("name", SPOKEN)
@settings(deadline=None)
@given(data=st.data())
def test_session_answers_whatever_comes_as_the_protocol_says(name: str, data: st.DataObject) -> None:
    the, published = contract(name), games.published(name)
    assert isinstance(published, Published)
    all_hosts = hosts(name, "fog")
    sessions, codec = [published.session(host) for host in all_hosts], published.codec()
    events = st.one_of(
        the.wires[0].messages,
        the.wires[0].messages,
        the.wires[0].messages,
        st.sampled_from([one for one in Signal if one is not Signal.OPEN]),
    )
    script = data.draw(st.lists(st.tuples(st.integers(0, len(sessions) - 1), events), max_size=60))
    open_seats = set(range(len(sessions)))

    def tell(seat: int, event: Any) -> None:
        replies = sessions[seat].on(event, 0.0)
        assert the.answered(event, replies), (event, replies)
        for reply in replies:
            assert reply is CLOSE or codec.encode(reply)
        if CLOSE in replies:
            open_seats.discard(seat)

    opening = [(seat, event) for seat in range(len(sessions)) for event in (Signal.OPEN, *the.wires[0].opening)]
    for seat, event in [*opening, *script]:
        if seat in open_seats:
            tell(seat, event)
        while woken := [one for one in sorted(open_seats) if all_hosts[one].woken()]:
            for one in woken:
                tell(one, Signal.CHANGED)
    for session in sessions:
        session.on(Signal.EOF, 1.0)  # the shell may say so after a close, too
