"""Hints, boards, beliefs and proofs while others are served, while the server stops, and when a client goes away."""

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from support.liveapi import PATIENCE_S, Client, LiveApi, live_api
from support.wait import eventually

from fogfield.games.classic.rules import Options
from fogfield.serve.api import workshop
from fogfield.serve.api.hints import ONE_AT_A_TIME
from fogfield.serve.clerk import MOST_OF_ONE, Clerk

NO_GUESS = {"start": "noguess", "seed": "fern"}
#: Nobody ever found such a board.
HOPELESS = {"columns": 60, "rows": 60, "mines": 1080, "start": "noguess"}
STOPS = "the server stops; ask again when it is back"


@pytest.fixture(scope="module")
def server() -> Iterator[LiveApi]:
    with live_api(seats=1000, seats_per_address=1000) as found:
        yield found


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor() as found:
        yield found


@pytest.fixture(autouse=True)
def _time_to_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give searches time, however busy this machine is."""
    monkeypatch.setattr(workshop, "AT_ONCE_S", 60.0)


def keep_busy(server: LiveApi, clerk: Clerk) -> "Future[Any]":
    """Give a clerk something to do that never ends by itself."""
    clerk.limit_s = 1000.0
    work = asyncio.run_coroutine_threadsafe(clerk.work("192.0.2.1", signal.pause), server.loop)
    assert eventually(lambda: clerk.waiting > 0)
    return work


@contextmanager
def busy(server: LiveApi, clerk: Clerk) -> Iterator[None]:
    """Keep a clerk busy for a while."""
    work = keep_busy(server, clerk)
    try:
        yield
    finally:
        work.cancel()
        assert eventually(lambda: not clerk.waiting)


def ask(port: int, *what: Any) -> tuple[int, Any]:
    """Ask over a connection of its own, in a thread."""
    with Client(port) as client:
        return client.ask(*what)


def over(server: LiveApi) -> Client:
    """Play a board without a guess, and lose."""
    client = server.client().sit(game="classic", options=NO_GUESS)
    state = server.match(client.match).state
    client.act(["reveal", *next(state.field.cells(state.mines))])
    return client


# --- when the server stops


def test_who_waits_while_the_server_stops_is_told_so_and_the_log_has_no_fault(threads: ThreadPoolExecutor) -> None:
    with live_api() as server:
        played = server.client().sit(game="classic", options=NO_GUESS)
        ended = over(server)
        routes = server.service.routes
        clerks = [routes.helping.hints._clerk, routes.after.beliefs._clerk, routes.helping.workshop._prover]
        for clerk in clerks:
            keep_busy(server, clerk)
        asked = [
            threads.submit(ask, server.port, *one)
            for one in (
                ("GET", f"/api/matches/{played.match}/seats/me/hint", None, played.token),
                ("GET", f"/api/matches/{ended.match}/belief"),
                ("GET", f"/api/matches/{ended.match}/proof"),
                ("POST", "/api/matches", {"game": "classic", "options": HOPELESS}),
            )
        ]
        assert eventually(lambda: all(clerk.waiting == 2 for clerk in clerks))
        assert eventually(lambda: any(job.tries for job in tuple(routes.helping.workshop._jobs.values())))
    told = [one.result(PATIENCE_S) for one in asked]
    assert [(status, problem["detail"]) for status, problem in told] == [(503, STOPS)] * 4
    assert not server.ear.faults()


# --- boards


@contextmanager
def searching(server: LiveApi) -> Iterator[str]:
    """Have a search for a board that lasts as long as a test needs; gives the path of the board."""
    with busy(server, server.service.routes.helping.workshop._clerk):
        _, job = server.client().ask("POST", "/api/boards", {"game": "classic", "options": NO_GUESS})
        path = f"/api/boards/{job['board']}"
        yield path
        server.client().ask("DELETE", path)


def test_a_board_for_which_a_request_waits_is_not_given_up_and_one_for_which_nobody_does_is(
    server: LiveApi, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with searching(server) as path:
        (job,) = server.service.routes.helping.workshop._jobs.values()
        waits = threads.submit(ask, server.port, "GET", f"{path}?wait_s=1")
        assert eventually(lambda: job.waiters == 1)
        monkeypatch.setattr(workshop, "UNASKED_S", -1.0)
        assert waits.result(PATIENCE_S)[1]["status"] == "making"
        assert eventually(lambda: not server.service.routes.helping.workshop._jobs)


def test_a_fault_in_a_search_ends_it_with_a_sentence_and_is_in_the_log() -> None:
    with live_api(faults=True) as server:
        options = Options(columns=9, rows=9, mines=10, start="noguess", seed=lambda: "no process can be told")  # type: ignore[arg-type]
        made = server.service.routes.helping.workshop
        job = server.call(lambda: made.begin("classic", options, {}, "192.0.2.1"))
        status, told = server.client().ask("GET", f"/api/boards/{job.name}?wait_s=20")
        assert (status, told["status"]) == (200, "failed")
        assert told["text"] == "a fault of the server's; it is in its log"
        assert len(server.ear.faults()) == 1


def test_a_long_search_keeps_nobody_from_a_board_that_is_found_at_once(server: LiveApi) -> None:
    with searching(server) as path:
        assert server.client().sit(game="classic", options=NO_GUESS).look()["status"] == "playing"
        assert server.client().ask("GET", path)[1]["status"] == "making"


def test_who_waits_for_a_board_in_vain_is_told_that_others_are_served_if_nothing_was_tried(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "TURN_S", 0.2)
    with busy(server, server.service.routes.helping.workshop._quick):
        status, problem = server.client().ask("POST", "/api/matches", {"game": "classic", "options": NO_GUESS})
    assert (status, problem["detail"]) == (503, "others are being served; try again in a little while")
    assert server.client().sit(game="classic", options=NO_GUESS).match


# --- many at once


def test_one_address_may_not_fill_the_queue_and_others_come_before_its_second_errand(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    clerk = server.service.routes.helping.hints._clerk
    clerk.limit_s = 1000.0
    errands = [
        asyncio.run_coroutine_threadsafe(clerk.work("127.0.0.1", signal.pause), server.loop) for _ in range(MOST_OF_ONE)
    ]
    assert eventually(lambda: clerk.waiting == MOST_OF_ONE)
    status, problem = client.ask("GET", f"/api/matches/{client.match}/seats/me/hint")
    assert (status, client.headers["retry-after"]) == (503, "2")
    assert problem["detail"].startswith("your address waits for as many of these as one may")
    other = asyncio.run_coroutine_threadsafe(clerk.work("192.0.2.2", os.getpid), server.loop)
    assert eventually(lambda: clerk.waiting == MOST_OF_ONE + 1)
    errands[0].cancel()
    assert other.result(PATIENCE_S) != os.getpid()
    assert clerk.waiting == MOST_OF_ONE - 1
    for one in errands:
        one.cancel()
    assert eventually(lambda: not clerk.waiting)
    assert client.ask("GET", f"/api/matches/{client.match}/seats/me/hint")[0] == 200


def test_who_waits_for_a_hint_cannot_ask_for_another(server: LiveApi, threads: ThreadPoolExecutor) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    path = f"/api/matches/{client.match}/seats/me/hint"
    clerk = server.service.routes.helping.hints._clerk
    with busy(server, clerk):
        first = threads.submit(ask, server.port, "GET", path, None, client.token)
        assert eventually(lambda: clerk.waiting == 2)
        status, problem = client.ask("GET", f"{path}?strength=cell")
        assert (status, problem["refusals"][0]["code"]) == (409, ONE_AT_A_TIME.code)
    assert first.result(PATIENCE_S)[0] == 200


@pytest.mark.parametrize("what", ["hint", "belief", "curves", "proof"])
def test_what_nobody_waits_for_any_more_is_given_up(server: LiveApi, what: str) -> None:
    routes = server.service.routes
    if what == "hint":
        client = server.client().sit(game="classic", options=NO_GUESS)
        path, clerk = f"/api/matches/{client.match}/seats/me/hint", routes.helping.hints._clerk
    else:
        client = over(server)
        path = f"/api/matches/{client.match}/{what}"
        clerk = routes.helping.workshop._prover if what == "proof" else routes.after.beliefs._clerk
    with busy(server, clerk):
        with Client(server.port) as gone:
            gone.http.request("GET", path, headers={"Authorization": f"Bearer {client.token}"})
            assert eventually(lambda: clerk.waiting == 2)
        assert eventually(lambda: clerk.waiting == 1)


def test_what_several_wait_for_is_worked_out_once_and_one_of_them_may_go(
    server: LiveApi, threads: ThreadPoolExecutor
) -> None:
    path = f"/api/matches/{over(server).match}/belief"
    beliefs = server.service.routes.after.beliefs
    with busy(server, beliefs._clerk):
        stays = threads.submit(ask, server.port, "GET", path)
        with Client(server.port) as gone:
            gone.http.request("GET", path)
            assert eventually(lambda: [one.waiters for one in tuple(beliefs._errands.values())] == [2])
            assert eventually(lambda: beliefs._clerk.waiting == 2)
        assert eventually(lambda: [one.waiters for one in tuple(beliefs._errands.values())] == [1])
    assert stays.result(PATIENCE_S)[0] == 200
    assert not beliefs._errands
