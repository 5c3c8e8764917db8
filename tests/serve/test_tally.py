"""What is counted, without a server: times, seats, answers that waited, applications over HTTP."""

import asyncio
import errno
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from fogfield.core.outcome import ABANDONED
from fogfield.serve import app
from fogfield.serve.outbox import Outbox
from fogfield.serve.tally import BOUNDS_S, UNHURRIED, Counted, Plays, Running, Timings, Traffic


def test_matches_that_another_server_took_are_not_counted_any_more() -> None:
    plays = Plays()
    plays.open("first", ("web", "bot"))
    plays.open("second", ("web", "web"))
    assert plays.seats == {"web": 3, "bot": 1}
    plays.disown("first")
    plays.end("first", ABANDONED, from_outside=True)
    assert +plays.seats == {"web": 2}
    plays.disown("second")
    assert not plays.seats.total()


def test_what_only_the_loop_notices_is_a_fault_unless_it_is_a_lack_of_files() -> None:
    running = Running()

    async def notice() -> None:
        handler = app._Faults(asyncio.Event(), running)
        loop = asyncio.get_running_loop()
        handler(loop, {"message": "broken", "exception": RuntimeError()})
        handler(loop, {"message": "full", "exception": OSError(errno.EMFILE, "too many open files")})

    asyncio.run(notice())
    assert running.faults == 1


def test_answers_that_waited_are_told_with_the_moments_at_which_they_were_asked_for() -> None:
    journal = _Journal()
    sent: list[tuple[bytes, ...]] = []
    moved: list[Sequence[float]] = []
    outbox = Outbox(journal, sent.append, moved.append)
    assert outbox.send((b"a",), 0, 1.0)
    assert not outbox.send((b"b",), 1, 2.0)
    assert not outbox.send((b"c",), 0, None)
    assert not outbox.send((b"d",), 2, 3.0)
    journal.reach(1)
    assert sent == [(b"a",), (b"b", b"c")]
    assert moved == [[2.0]]
    journal.reach(2)
    assert moved == [[2.0], [3.0]]


class _Journal:
    """A journal that is written when it is told to."""

    def __init__(self) -> None:
        self.durable = 0
        self._calls: list[tuple[int, Callable[[], None]]] = []

    def when(self, ticket: int, call: Callable[[], None]) -> Callable[[], None]:
        self._calls.append((ticket, call))
        return lambda: None

    def reach(self, ticket: int) -> None:
        self.durable = ticket
        for _, call in [self._calls.pop(0) for at, _ in tuple(self._calls) if at <= ticket]:
            call()

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def test_a_time_belongs_to_the_class_whose_upper_end_it_does_not_exceed() -> None:
    timings = Timings()
    for seconds in (0.0, BOUNDS_S[0], BOUNDS_S[0] * 1.001, BOUNDS_S[-1], BOUNDS_S[-1] + 1):
        timings.add(seconds)
    assert timings.counts[:2] == [2, 1]
    assert timings.counts[-2:] == [1, 1]
    assert sum(timings.counts) == 5


def test_a_loop_that_is_held_up_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CHECK_S", 0.05)
    running, stopping = Running(), asyncio.Event()

    async def held_up() -> None:
        task = asyncio.create_task(app._until(stopping, [], running))
        await asyncio.sleep(0)
        time.sleep(0.25)  # noqa: ASYNC251 (this is what is measured)
        await asyncio.sleep(0.05)
        stopping.set()
        await task

    asyncio.run(held_up())
    assert running.delays.total_s >= 0.19


@pytest.mark.parametrize("patient", [True, False])
def test_a_request_that_waits_on_purpose_is_counted_but_not_measured(patient: bool) -> None:
    traffic = Traffic()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if patient:
            scope[UNHURRIED] = True
        while (await receive())["more_body"]:
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b"})

    _ask(Counted(application, traffic), ["http.request"])
    assert (traffic.received, traffic.sent, sum(traffic.answers.counts)) == (1, 1, 0 if patient else 1)


def test_messages_of_a_websocket_are_counted_and_its_faults() -> None:
    traffic = Traffic()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(3):
            await receive()
            await send({"type": "websocket.send", "text": "{}"})
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError):
        _ask(Counted(application, traffic), ["websocket.connect", "websocket.receive", "websocket.receive"])
    assert (traffic.received, traffic.sent, traffic.faults) == (2, 3, 1)
    assert sum(traffic.answers.counts) == 0


def _ask(application: Counted, kinds: list[str]) -> None:
    """Let an application have a request, in two pieces, or these messages."""
    messages = [{"type": kind, "more_body": False} for kind in kinds]
    if kinds == ["http.request"]:
        messages.insert(0, {"type": "http.request", "more_body": True})

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: dict[str, Any]) -> None:
        pass

    asyncio.run(application({"type": "http"}, receive, send))
