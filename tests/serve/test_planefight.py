"""planeFight on a live server: who meets whom, all modes, hostile peers, bots, and many tables at once."""

import contextlib
import socket
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from support.live import Live, live
from support.pilot import Flight, Pilot, same_game
from support.wait import eventually

from fogfield.games.planefight.messages import (
    Attack,
    AttackResult,
    Bare,
    ExchangeMap,
    Header,
    Name,
)
from fogfield.games.planefight.session import NOBODY_YET

PAIR: dict[str, Any] = {"opponent": "pair", "first": "first-come"}
SMALL = PAIR | {"rows": 5, "columns": 5, "planes": 1}
HEADER = b"PLAY Zjl37's planeFight protocol 0.3.0\r\n\r\n"


def play_both(server: Live, seed: int) -> tuple[Flight, Flight]:
    """Let two play a whole game, one of them in a thread of its own."""
    with Pilot(server.port) as a, Pilot(server.port) as b:
        flights = Flight(a, "Ann", Random(seed)), Flight(b, "Bo", Random(seed + 1))
        other = threading.Thread(target=flights[1].play)
        other.start()
        flights[0].play()
        other.join(60)
        return flights


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
@pytest.mark.parametrize("cross_border", [False, True])
@pytest.mark.parametrize("completely_destroy", [False, True])
def test_two_play_whole_games_in_every_mode(loop: str, cross_border: bool, completely_destroy: bool) -> None:
    modes = {"cross_border": cross_border, "completely_destroy": completely_destroy}
    with live("planefight", settings=PAIR | modes, loop=loop) as server:
        for seed in range(3):
            first, second = play_both(server, seed)
            assert (first.info.cross_border, first.info.completely_destroy) == (cross_border, completely_destroy)
            assert (first.info.server_first, second.info.server_first) == (False, True)
            assert first.pilot.opponent == "Bo"
            assert same_game(first, second)
        assert not server.ear.says("the referee found faults")


@pytest.mark.parametrize("size", [(5, 5, 1), (9, 14, 4), (60, 127, 25)])
def test_boards_are_what_the_settings_say(size: tuple[int, int, int]) -> None:
    rows, columns, planes = size
    settings = PAIR | {"rows": rows, "columns": columns, "planes": planes}
    with live("planefight", settings=settings) as server, Pilot(server.port) as pilot:
        info = pilot.join("Ann")
        assert (info.h, info.w, info.n) == size


@pytest.mark.parametrize(("first", "bits"), [("first-come", (False, True)), ("last-come", (True, False))])
def test_who_begins_is_a_setting(first: str, bits: tuple[bool, bool]) -> None:
    with (
        live("planefight", settings=SMALL | {"first": first}) as server,
        Pilot(server.port) as a,
        Pilot(server.port) as b,
    ):
        assert (a.join("Ann").server_first, b.join("Bo").server_first) == bits


def test_who_begins_may_be_left_to_chance_and_the_two_are_told_the_opposite() -> None:
    with live("planefight", settings=SMALL | {"first": "random"}) as server, contextlib.ExitStack() as stack:
        pairs = []
        for _ in range(4):
            a, b = stack.enter_context(Pilot(server.port)), stack.enter_context(Pilot(server.port))
            pairs.append((a.join("Ann").server_first, b.join("Bo").server_first))
        assert all(one != other for one, other in pairs)


def test_a_player_is_invited_at_once_and_told_who_his_opponent_is_when_there_is_one() -> None:
    with live("planefight", settings=SMALL) as server, Pilot(server.port) as a, Pilot(server.port) as b:
        assert isinstance(a.hear(), Header)
        a.say(Header(), Bare.JOIN)
        assert [type(a.hear()).__name__, a.hear()] == ["GameInfo", Name(NOBODY_YET)]
        a.say(Name("Ann"), Bare.READY)
        assert b.join("Bo").server_first
        assert b.event() == Bare.READY
        assert a.hear() == Name("Bo")


def test_the_server_closes_when_both_maps_were_exchanged() -> None:
    with live("planefight", settings=SMALL) as server, battle(server) as (a, b):
        a.say(ExchangeMap(((2, 0, 0),)), Bare.SURRENDER)
        b.hears(2)
        b.say(ExchangeMap(((2, 4, 2),)))
        assert a.rest() == [ExchangeMap(((2, 4, 2),))]
        assert b.rest() == []


def test_many_tables_at_once() -> None:
    with live("planefight", settings=PAIR) as server, ThreadPoolExecutor(40) as pool:
        with contextlib.ExitStack() as stack:
            pilots = [stack.enter_context(Pilot(server.port)) for _ in range(40)]
            flights = [Flight(pilot, f"player {number}", Random(number)) for number, pilot in enumerate(pilots)]
            list(pool.map(Flight.play, flights))
        for first, second in zip(flights[::2], flights[1::2], strict=True):
            assert same_game(first, second)


# --- bots


def test_a_lone_player_gets_a_bot_after_a_while() -> None:
    settings = {"opponent_after_s": 0.2, "bot": "random", "rows": 6, "columns": 6, "planes": 1}
    with live("planefight", settings=settings) as server, Pilot(server.port) as lone:
        flight = Flight(lone, "Ann", Random(1))
        assert flight.play() in ("won", "lost")
        assert flight.pilot.opponent == "random bot"


def test_a_player_may_ask_for_a_bot_of_a_level_and_a_level_that_nobody_knows_says_nothing() -> None:
    with live("planefight", settings=SMALL) as server:
        with Pilot(server.port) as pilot:
            flight = Flight(pilot, "Ann", Random(1), ("Opponent", "random"))
            assert flight.play() in ("won", "lost")
            assert flight.pilot.opponent == "random bot"
        with Pilot(server.port) as pilot:
            pilot.join("Ann", ("Opponent", "grandmaster"))
            assert pilot.silent()


@pytest.mark.parametrize("modes", [{}, {"completely_destroy": True}, {"cross_border": True}])
@pytest.mark.parametrize("bot", ["expert", "hunter"])
def test_bots_that_think_in_another_process_play_whole_games(bot: str, modes: dict[str, bool]) -> None:
    settings = {"opponent": "bot", "bot": bot, "rows": 6, "columns": 7, "planes": 1} | modes
    with live("planefight", settings=settings) as server:
        for seed in range(2):
            with Pilot(server.port) as pilot:
                flight = Flight(pilot, "Ann", Random(seed))
                assert flight.play() in ("won", "lost")
                assert flight.pilot.opponent == f"{bot} bot"


def test_a_player_who_leaves_while_the_bot_thinks_costs_nobody_anything() -> None:
    with live("planefight", settings={"opponent": "bot", "bot": "expert", "first": "last-come"}) as server:
        for _ in range(3):
            with Pilot(server.port) as pilot:
                pilot.join("Ann")
                pilot.say(Bare.READY)
        assert eventually(lambda: server.gate.total == 0)
        with Pilot(server.port) as pilot:
            assert Flight(pilot, "Bo", Random(3)).play() in ("won", "lost")


# --- hostile peers


@contextlib.contextmanager
def battle(server: Live) -> Any:
    """Two in a battle; the first is to attack."""
    with Pilot(server.port) as a, Pilot(server.port) as b:
        a.join("Ann")
        b.join("Bo")
        a.say(Bare.READY)
        assert b.event() == Bare.READY
        b.say(Bare.READY)
        assert a.event() == Bare.READY
        yield a, b


def test_a_lie_is_told_in_the_log_and_breaks_nothing() -> None:
    with live("planefight", settings=SMALL) as server, battle(server) as (liar, honest):
        liar.say(Attack(0, 0))
        assert honest.event() == Attack(0, 0)
        honest.say(AttackResult(0))
        assert liar.event() == AttackResult(0)
        honest.say(Attack(2, 0))
        assert liar.event() == Attack(2, 0)
        liar.say(AttackResult(0), ExchangeMap(((2, 0, 0),)), Bare.SURRENDER)
        assert honest.hears(3) == [AttackResult(0), ExchangeMap(((2, 0, 0),)), Bare.SURRENDER]
        honest.say(ExchangeMap(((2, 4, 2),)))
        assert liar.rest() == [ExchangeMap(((2, 4, 2),))]
        assert honest.rest() == []
        assert server.ear.says("the referee found faults")


@pytest.mark.parametrize(
    "bytes_sent",
    [
        b"\xff\xff\xff\xffatak" + b"x" * 100_000,
        b"\x00\x00\x00\x05atak\x00\x00\x00\x00\x00",
        b"\x00\x00\x00\x00rslt",
        b"\x00\x00\x00\x04atak\x00\x05\x00\x00",
        b"\x00\x00\x00\x04atak\x00\x00\x00\x00" * 50,
        b"\x00\x00\x00\x03mympabc",
        b"\x7f" * 50_000,
    ],
)
def test_a_peer_that_breaks_the_protocol_is_closed_and_its_opponent_too(bytes_sent: bytes) -> None:
    with live("planefight", settings=SMALL) as server:
        with battle(server) as (hostile, other):
            with contextlib.suppress(OSError):
                hostile.send(bytes_sent)
            told = [one for one in other.rest() if one != Attack(0, 0)]
            assert told in ([], [ExchangeMap(()), Bare.SURRENDER])
        assert eventually(lambda: server.gate.total == 0)


@pytest.mark.parametrize("greeting", [b"", b"PLAY", HEADER[:-2], b"\x00" * 500, HEADER])
def test_silence_and_slow_headers_cost_nobody_else_anything(greeting: bytes) -> None:
    with live("planefight", settings=SMALL) as server, Pilot(server.port) as slow:
        slow.send(greeting)
        first, second = play_both(server, 5)
        assert same_game(first, second)
        assert isinstance(slow.hear(), Header)
        assert slow.silent()


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\r\n", b"x" * 9_000, HEADER.replace(b"0.3", b"1.3")]
)
def test_a_wrong_greeting_is_closed_after_ours(data: bytes) -> None:
    with live("planefight", settings=SMALL) as server, Pilot(server.port) as peer:
        peer.send(data)
        assert [type(one) for one in peer.rest()] == [Header]


def test_a_game_in_single_bytes_is_a_game() -> None:
    with live("planefight", settings=SMALL) as server, Pilot(server.port) as a, Pilot(server.port) as b:
        for byte in HEADER + b"\0\0\0\0join\0\0\0\x03nameAnn\0\0\0\0arrd":
            a.send(bytes((byte,)))
        assert [type(one).__name__ for one in a.hears(2)] == ["Header", "GameInfo"]
        b.join("Bo")
        assert b.event() == Bare.READY


@pytest.mark.parametrize("how", ["close", "reset"])
def test_a_waiting_client_that_left_is_never_paired(how: str) -> None:
    with live("planefight", settings=SMALL) as server:
        for _ in range(10):
            gone = Pilot(server.port)
            gone.join("Ann")
            if how == "reset":
                gone.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.sock.close()
        first, second = play_both(server, 7)
        assert same_game(first, second)


def test_two_who_act_at_once_stay_in_step() -> None:
    """Both attack at the same moment, as a double click may do: each gets his answer, and both count the same."""
    with live("planefight", settings=SMALL) as server, battle(server) as (a, b):
        for number in range(5):
            a.say(Attack(number, 4))
            b.say(Attack(number, 0))
            assert a.event() == Attack(number, 0)
            assert b.event() == Attack(number, 4)
            a.say(AttackResult(0))
            b.say(AttackResult(1))
            assert a.event() == AttackResult(1)
            assert b.event() == AttackResult(0)


def test_the_end_of_the_server_is_told_to_those_who_place() -> None:
    with live("planefight", settings=SMALL) as server:
        a, b, lone = Pilot(server.port), Pilot(server.port), Pilot(server.port)
        for name, pilot in (("Ann", a), ("Bo", b), ("Cleo", lone)):
            pilot.join(name)
    for pilot in (a, b, lone):
        assert pilot.rest() == [Bare.GIVE_UP]
        pilot.sock.close()
