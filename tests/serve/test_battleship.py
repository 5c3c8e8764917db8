"""Battleship on a live server: who meets whom, time, floods, and many pairs at once."""

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from support.live import live
from support.sailor import BOTH_READY, Game, Sailor, same_game
from support.wait import eventually

from fogfield.serve.settings import Limits

PAIR = {"opponent": "pair"}


@contextlib.contextmanager
def two(
    settings: Mapping[str, Any], limits: Limits | None = None, receive_buffer: int | None = None
) -> Iterator[tuple[Sailor, Sailor]]:
    """A server, and two who came one after the other."""
    with live("battleship", settings=settings, limits=limits) as server, contextlib.ExitStack() as stack:
        first = stack.enter_context(Sailor(server.port, receive_buffer=receive_buffer))
        assert eventually(lambda: server.gate.total == 1)
        if receive_buffer:  # and a small one on the other side
            for connection in server.listener.connections:
                assert connection._transport
                sock = connection._transport.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, receive_buffer)
        yield first, stack.enter_context(Sailor(server.port))


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_two_play_a_whole_game_and_another(loop: str) -> None:
    with live("battleship", settings=PAIR, loop=loop) as server, Sailor(server.port) as a, Sailor(server.port) as b:
        for number in range(3):
            games = [Game(a, Random(number)), Game(b, Random(number + 100))]
            other = threading.Thread(target=games[1].play)
            other.start()
            games[0].play()
            other.join(20)
            assert same_game(*games)
            a.say("REMATCH_OFFER")
            b.say("REMATCH_OFFER")
        assert a.lines(2) == b.lines(2) == BOTH_READY


def test_pairs_are_made_in_the_order_of_coming() -> None:
    with live("battleship", settings=PAIR) as server:
        sailors = []
        for _ in range(6):
            sailors.append(Sailor(server.port))
            assert eventually(lambda: server.gate.total == len(sailors))
        for first, second in zip(sailors[::2], sailors[1::2], strict=True):
            assert first.lines(2) == second.lines(2) == BOTH_READY
            first.say("INIT_GRID=1 2 3")
            second.say("INIT_GRID=4 5 6")
            assert first.lines(2) == ["URBOARD=OOO~~~~~~~~~~~~~", "ATTACK"]
            assert second.lines(2) == ["URBOARD=~~~OOO~~~~~~~~~~", "WAIT"]
        for sailor in sailors:
            sailor.sock.close()


@pytest.mark.parametrize("how", ["close", "reset", "half"])
def test_a_waiting_client_that_left_is_never_paired(how: str) -> None:
    with live("battleship", settings=PAIR) as server:
        for _ in range(20):
            gone = Sailor(server.port)
            if how == "half":
                gone.finish()
                assert gone.rest() == []
            elif how == "reset":
                gone.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.sock.close()
        with Sailor(server.port) as first:
            assert first.silent()
            with Sailor(server.port) as second:
                assert first.lines(2) == second.lines(2) == BOTH_READY


def test_a_lone_player_gets_a_bot_after_a_while_and_a_rematch() -> None:
    with live("battleship", settings={"opponent_after_s": 0.3}) as server, Sailor(server.port) as lone:
        assert lone.silent(0.1)
        for number in range(3):
            assert Game(lone, Random(number)).play() in ("UWON", "ULOST")
            lone.say("REMATCH_OFFER")
        assert lone.lines(2) == BOTH_READY


def test_two_who_come_soon_enough_meet_and_no_bot_comes() -> None:
    with two({"opponent_after_s": 0.3}) as (a, b):
        assert a.lines(2) == b.lines(2) == BOTH_READY
        assert a.silent(0.5)
        a.say("INIT_GRID=1 2 3")
        b.say("INIT_GRID=4 5 6")
        assert a.lines(2) == ["URBOARD=OOO~~~~~~~~~~~~~", "ATTACK"]
        assert b.silent(0.1) is False


@pytest.mark.parametrize("bot", ["hunter", "random"])
def test_with_bots_only_nobody_waits(bot: str) -> None:
    with two({"opponent": "bot", "bot": bot}) as (a, b):
        assert a.lines(2) == b.lines(2) == BOTH_READY
        for sailor in (a, b):
            sailor.say("INIT_GRID=1 2 3")
            assert sailor.lines(2) == ["URBOARD=OOO~~~~~~~~~~~~~", "ATTACK"]
        a.say("ATTACK=1")
        first, board, wait, second, own, attack = a.lines(6)
        assert (first in ("HIT", "MISS"), board[:14], wait) == (True, "OPPONENTBOARD=", "WAIT")
        assert (second in ("HIT", "MISS"), own[:8], attack) == (True, "URBOARD=", "ATTACK")


def test_the_bot_goes_when_its_opponent_does() -> None:
    with live("battleship", settings={"opponent": "bot"}) as server:
        for _ in range(10):
            with Sailor(server.port) as sailor:
                assert sailor.lines(2) == BOTH_READY
                sailor.say("INIT_GRID=1 2 3").lines(2)
        assert eventually(lambda: server.gate.total == 0)


def test_the_bot_learns_an_address_that_always_places_alike() -> None:
    """It beats somebody with a habit, who attacks anywhere, nearly always; and 12.75 attacks are half of all games."""
    with live("battleship", settings={"opponent": "bot"}) as server, Sailor(server.port) as stubborn:
        results = []
        for number in range(20):
            game = Game(stubborn, Random(number))
            game.boats = [2, 7, 11]
            game._own = ["O" if cell in game.boats else "~" for cell in range(1, 17)]
            results.append(game.play())
            stubborn.say("REMATCH_OFFER")
        assert results[6:].count("ULOST") >= 12


def test_who_thinks_too_long_ends_it_for_both() -> None:
    with two(PAIR | {"think_s": 0.4}) as (a, b):
        assert a.lines(2) == b.lines(2) == BOTH_READY
        a.say("INIT_GRID=1 2 3")
        assert a.rest() == b.rest() == ["END"]


def test_who_waits_too_long_is_sent_away() -> None:
    with live("battleship", settings=PAIR | {"idle_s": 0.3}) as server, Sailor(server.port) as lone:
        assert lone.rest() == ["END"]


def test_who_waits_for_the_others_move_is_not_closed_for_his_silence() -> None:
    with two(PAIR, Limits(idle_s=0.3)) as (a, b):
        a.say("INIT_GRID=1 2 3")
        b.say("INIT_GRID=1 2 3")
        assert a.lines(4)[-1] == "ATTACK"
        assert b.lines(4)[-1] == "WAIT"
        assert b.silent(1.0)
        a.say("ATTACK=9")
        assert b.lines(3)[-1] == "ATTACK"


def test_the_end_of_the_server_is_said() -> None:
    with live("battleship", settings=PAIR) as server:
        a, b, lone = Sailor(server.port), Sailor(server.port), Sailor(server.port)
        assert a.lines(2) == b.lines(2) == BOTH_READY
    for sailor in (a, b, lone):
        assert sailor.rest() == ["END"]
        sailor.sock.close()


def test_an_answer_on_its_way_does_not_cost_the_other_his_last_words() -> None:
    """Both say something at the end; neither close may become a reset."""
    with live("battleship", settings=PAIR) as server:
        for _ in range(10):
            with Sailor(server.port) as a, Sailor(server.port) as b:
                a.say("INIT_GRID=1 2 3", "ATTACK=1", "ATTACK=2", "ATTACK=3", "QUIT")
                b.say("INIT_GRID=1 2 3", "ATTACK=4", "ATTACK=5", "REMATCH_OFFER")
                a.say(*["QUIT"] * 3)
                assert a.rest()[-3:] == ["UWON", "REMATCH_DENY", "END"]
                assert b.rest()[-3:] == ["ULOST", "REMATCH_DENY", "END"]


@pytest.mark.parametrize("flood", [b"A" * 100_000, b"\n" * 5_000, b"\x00\xff" * 50_000, b"ATTACK=1\r\n" * 3_000])
def test_a_flood_hurts_nobody_else(flood: bytes) -> None:
    with live("battleship", settings=PAIR) as server, Sailor(server.port) as a, Sailor(server.port) as b:
        assert a.lines(2) == b.lines(2) == BOTH_READY
        hostile = Sailor(server.port)
        with contextlib.suppress(OSError):
            hostile.sock.sendall(flood)
        games = [Game(a, Random(1)), Game(b, Random(2))]
        a.say("INIT_GRID=" + " ".join(map(str, games[0].boats)))
        b.say("INIT_GRID=" + " ".join(map(str, games[1].boats)))
        other = threading.Thread(target=games[1].play)
        other.start()
        games[0].play()
        other.join(20)
        assert same_game(*games)
        hostile.sock.close()


def test_a_line_in_single_bytes_is_a_line() -> None:
    with live("battleship", settings=PAIR) as server, Sailor(server.port) as a, Sailor(server.port) as b:
        b.say("INIT_GRID=4 5 6")
        for byte in b"INIT_GRID=1 2 3\r\nATTACK=4\r\n":
            a.send(bytes((byte,)))
            time.sleep(0.002)
        assert a.lines(4)[2:] == ["URBOARD=OOO~~~~~~~~~~~~~", "ATTACK"]
        assert a.lines(3) == ["HIT", "OPPONENTBOARD=~~~X~~~~~~~~~~~~", "WAIT"]


def test_a_peer_that_reads_nothing_does_not_stop_its_opponent() -> None:
    """It asks for error after error and reads none of them; its opponent is told the end all the same."""
    with two(PAIR, Limits(stall_s=0.3, unsent_bytes=1_024), receive_buffer=4_096) as (deaf, other):
        assert other.lines(2) == BOTH_READY
        deaf.sock.settimeout(0.5)
        with contextlib.suppress(OSError):
            while True:
                deaf.send(b"NO\r\n" * 1_000)
        assert other.rest() == ["END"]
