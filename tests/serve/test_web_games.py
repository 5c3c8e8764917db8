"""Whole games of AI Treasure Hunt over real HTTP: time, many at once, bots, secrets, settings, and the end."""

import contextlib
import gc
import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.live import FOGFIELD, clean_environment, served
from support.liveweb import JON, OVER, Guest, LiveWeb, half_map, live_web, request, two
from support.peer import Peer
from support.wait import eventually

from fogfield.core.match import Match
from fogfield.core.table import AnyMatch
from fogfield.games.treasurehunt.messages import (
    Error,
    FortState,
    MoveCommand,
    Okay,
    PlayerState,
    PositionState,
    Terrain,
    TreasureState,
)
from fogfield.games.treasurehunt.presets import PRESETS, half_rules
from fogfield.kits.explore.halves import HalfRules

LOOPS = ["asyncio", "uvloop"]
LAND = (Terrain.GRASS, Terrain.MOUNTAIN)


def error(found: object) -> str:
    assert isinstance(found, Error), found
    return found.name


def match_of(server: LiveWeb, guest: Guest) -> AnyMatch:
    """The match behind a game, which no client ever sees."""
    hunters = server.service.desk._hunts[guest.game_id].hunters  # type: ignore[attr-defined]
    match: AnyMatch = hunters[0].player.chair._match
    return match


# --- time


@pytest.mark.parametrize("loop", LOOPS)
def test_an_answer_leaves_at_once(loop: str) -> None:
    with live_web(loop=loop) as server, two(server.port) as (first, _):
        assert first.mine is PlayerState.MUST_ACT
        http = server.service.port._server
        assert http
        for connection in http.server_state.connections:  # a held back piece of an answer would cost 40 ms each time
            sock = connection.transport.get_extra_info("socket")
            assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("loop", LOOPS)
def test_who_thinks_too_long_loses_without_anybody_asking(loop: str) -> None:
    with live_web(loop=loop, think_s=0.1, slack_s=0.1) as server, two(server.port) as (first, second):
        assert eventually(lambda: server.ear.says("match ended"))
        assert (first.mine, second.mine) == (PlayerState.LOST, PlayerState.WON)
        assert error(first.send_half()) == "TooSlowActionException"


@pytest.mark.parametrize("loop", LOOPS)
def test_the_end_of_the_time_of_a_game_ends_it_and_then_it_is_forgotten(loop: str) -> None:
    times: dict[str, Any] = {"lasts_s": 0.6, "kept_s": 0.6}
    with live_web(loop=loop, **times) as server, two(server.port, "?enableDebugMode=true") as (first, second):
        assert first.send_half() == Okay()
        assert eventually(lambda: server.ear.says("match ended"))
        assert (first.mine, second.mine) == (PlayerState.WON, PlayerState.LOST)
        assert eventually(lambda: not server.service.desk._hunts)  # type: ignore[attr-defined]
        assert error(first.poll()) == "MatchNotFoundException"


# --- many games


def test_the_hundredth_game_removes_the_oldest() -> None:
    with live_web() as server, two(server.port) as (first, second), Guest(server.port) as other:
        for _ in range(98):
            other.create()
        assert first.mine is PlayerState.MUST_ACT
        other.create()
        assert error(first.poll()) == error(second.send_half()) == "MatchNotFoundException"
        assert other.register().mine is PlayerState.MUST_WAIT


def some_game(port: int, seed: int) -> None:
    """Play a game to some end, move by move, each with a look at the state."""
    rng = Random(seed)
    with two(port) as players:
        for one in players:
            assert one.send_half(half_map(rng)) == Okay()
        for number in range(rng.randrange(6)):
            one = players[number % 2]
            way = rng.choice(one.ways(one.state().nodes, *LAND))
            assert one.move(way) == Okay()
        acting = next(one for one in players if one.mine is PlayerState.MUST_ACT)
        loser = rng.choice(players)
        found = loser.send_half() if loser is acting else loser.move(MoveCommand.UP)
        assert isinstance(found, Error)
        assert {one.mine for one in players} == set(OVER)
        assert loser.mine is PlayerState.LOST


def test_ninety_nine_games_at_once_come_to_their_ends() -> None:
    with live_web(think_s=30.0) as server, ThreadPoolExecutor(99) as pool:
        list(pool.map(lambda seed: some_game(server.port, seed), range(99)))
        assert sum(event == "match ended" for event, _ in server.ear.heard) == 99


def test_games_that_are_gone_leave_nothing_in_memory() -> None:
    with live_web(games=5) as server:
        for number in range(60):
            with two(server.port, "?enableDummyCompetition=false") as (first, second):
                first.send_half(), second.send_half()
            with Guest(server.port, seed=number) as alone:
                alone.create("?enableDummyCompetition=true").register()
        del first, second, alone

        def few() -> bool:
            gc.collect()
            return sum(isinstance(one, Match) and one.game.name == "treasurehunt" for one in gc.get_objects()) <= 5

        assert eventually(few)


# --- bots


@pytest.mark.parametrize("bot", ["dummy", "nearest", "lookout", "expert", "random"])
def test_every_bot_plays_a_whole_game(bot: str) -> None:
    with live_web(bot=bot, most_actions=24, think_s=30.0) as server, Guest(server.port, seed=5) as guest:
        guest.create("?enableDummyCompetition=true").register(JON)
        state = guest.state()
        assert [one.account for one in state.players] == ["bergj12", "fogfieldbot"]
        assert guest.play() in OVER
        match = match_of(server, guest)
        assert match.outcome is not None
        assert len(match.record.moves) > 10
        assert guest.player_id not in str(server.ear.heard)


# --- secrets


def test_nothing_that_is_answered_tells_a_secret() -> None:
    with live_web() as server, two(server.port, "?enableDebugMode=true") as players:
        rng = Random(3)
        for one in players:
            assert one.send_half() == Okay()
        match = match_of(server, players[0])
        hunt = server.service.desk._hunts[players[0].game_id]  # type: ignore[attr-defined]
        seats = {one.player_id: hunt.find(one.player_id).player.seat for one in players}
        for number in range(40):
            for one, other in (players, players[::-1]):
                _, body = one.ask("GET", f"/games/{one.game_id}/states/{one.player_id}")
                assert other.player_id.encode() not in body
                seat = seats[one.player_id]
                mine, enemy = match.state.sides[seat], match.state.sides[1 - seat]
                nodes = {(node.y, node.x): node for node in one.state().nodes}
                treasures = {place for place, node in nodes.items() if node.treasure is TreasureState.MINE}
                assert treasures == ({mine.treasure} & mine.seen if not mine.collected else set())
                forts = {place for place, node in nodes.items() if node.fort is FortState.ENEMY}
                assert forts == {enemy.fort} & mine.seen
                here = (PositionState.ENEMY, PositionState.BOTH)
                (shown,) = (place for place, node in nodes.items() if node.position in here)
                assert shown == enemy.figure or match.state.actions < 16
            one = players[number % 2]
            state = one.state()
            if state.players[0].state in OVER:
                break
            way = match.state.sides[seats[one.player_id]].heading
            ways = one.ways(state.nodes, *LAND)
            going = next((step for step in ways if way and step.name == way.name), None)
            assert one.move(going or rng.choice(ways)) == Okay()
        heard = str(server.ear.heard)
        assert not any(one.player_id in heard for one in players)


# --- settings


@pytest.mark.parametrize("rules", list(PRESETS))
def test_maps_of_every_term_are_taken_where_its_rules_are_chosen(rules: str) -> None:
    with live_web(rules=rules, think_s=30.0) as server, two(server.port) as players:
        for number, one in enumerate(players):
            half = half_map(Random(number), half_rules(PRESETS[rules]))
            assert sum(node.fort for node in half) == (6 if rules == "ss2025" else 1)
            assert one.send_half(half) == Okay()
        nodes = players[0].state().nodes
        assert len(nodes) == 100
        assert sum(node.fort is FortState.MINE for node in nodes) == 1


def test_a_single_number_of_the_rules_can_be_set() -> None:
    rules = HalfRules(water=12, most_water_long=6)
    halves = (half_map(Random(seed), rules) for seed in range(1_000))
    wet = next(half for half in halves if sum(node.y == 0 and node.terrain is Terrain.WATER for node in half) > 4)
    with live_web(most_water_long=6) as server, two(server.port) as (first, _):
        assert first.send_half(wet) == Okay()
    with live_web() as server, two(server.port) as (first, _):
        assert error(first.send_half(wet)) == "HalfMapRuleException"


def refused(*settings: str) -> str:
    flags = [part for setting in settings for part in ("--set", f"treasurehunt.{setting}")]
    command = [FOGFIELD, "serve", "--only", "treasurehunt", "--port", "treasurehunt=0", *flags]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=30, check=False, env=clean_environment()
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_rules_that_nobody_can_keep_are_refused_at_the_start_in_a_sentence() -> None:
    assert "treasurehunt: no half map was found that keeps all these rules" in refused("grass=49")
    assert "treasurehunt: forts 40 not in 1-23" in refused("forts=40")
    several = refused("rules=ws1999", "cols=21", "think_s=0")
    assert "treasurehunt.rules must be one of seed, ws2024, ss2025, ws2025" in several
    assert "treasurehunt.cols must be a whole number from -1 to 20, not '21'" in several
    assert "treasurehunt.think_s must be a number of seconds above 0" in several


# --- the process


def test_the_table_says_where_and_how_to_play() -> None:
    with served("--set", "treasurehunt.rows=-1", name="treasurehunt") as server:
        assert f"127.0.0.1:{server.port}" in server.printed
        assert f"fogfield hunt --dummy http://127.0.0.1:{server.port}" in server.printed


def children(pid: int) -> set[str]:
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = path.read_text()
            if text.rpartition(")")[2].split()[1] == str(pid):
                found.add(path.parent.name)
    return found


@contextlib.contextmanager
def busy(port: int) -> Iterator[list[Any]]:
    """Games, bots that think, and peers in the middle of all kinds of things."""
    with contextlib.ExitStack() as stack:
        first, second = stack.enter_context(two(port))
        first.send_half(), second.send_half()
        alone = stack.enter_context(Guest(port)).create("?enableDummyCompetition=true").register()
        while alone.mine is PlayerState.MUST_ACT:  # until a bot is to act
            alone.create("?enableDummyCompetition=true").register()
        peers = [stack.enter_context(Peer(port)) for _ in range(5)]
        poll = request("GET", f"/games/{first.game_id}/states/{first.player_id}")
        peers[0].send(b"GET /gam")
        peers[1].send(request("POST", "/games/abcde/moves", Content_Length="100"), b"<")
        peers[2].send(request("POST", "/games/abcde/moves", Content_Length="100000"), b"<")
        peers[3].send(poll * 500)
        yield [first, second, alone]


@pytest.mark.parametrize(("number", "loop"), [(signal.SIGTERM, "asyncio"), (signal.SIGINT, "uvloop")])
def test_a_signal_stops_it_cleanly_with_games_running(number: signal.Signals, loop: str) -> None:
    flags = (f"loop={loop}", "log.level=debug", "treasurehunt.bot=expert")
    arguments = [part for flag in flags for part in ("--set", flag)]
    with served(*arguments, name="treasurehunt") as server, busy(server.port) as guests:
        assert eventually(lambda: len(children(server.process.pid)) >= 1)
        began = children(server.process.pid)
        server.process.send_signal(number)
        assert server.process.wait(60) == 0
        _, errors = server.process.communicate()
    assert eventually(lambda: not any(Path(f"/proc/{one}").exists() for one in began))
    assert "Traceback" not in errors, errors
    lines = [json.loads(line) for line in errors.splitlines()]
    assert lines[-1]["event"] == "stopped"
    assert all(line["level"] in ("debug", "info") for line in lines)
    assert not any(one.player_id in errors for one in guests)
