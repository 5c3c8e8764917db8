"""JMinesweeper against the bare reference, in interleaved runs of the same driver."""

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bench import scripts, servers
from bench.load import Load, Result
from bench.report import Bar
from fogfield.games.jminesweeper import rules
from fogfield.games.jminesweeper.rules import Options, Reveal

Script = Callable[[int, int, int, int], Iterator[bytes]]

BOARDS = ((20, 10), (255, 255))
CONNECTIONS = (1, 50, 500)
LOOPS = ("asyncio", "uvloop")
ROUNDS = 7
REPLIES = {(20, 10): 4_000, (255, 255): 1_000}


def measure(server: servers.Server, load: Load, replies: int) -> tuple[Result, float]:
    """Run a load; gives its result and the server's CPU microseconds per reply."""
    before = server.cpu_s()
    result = load.run(replies)
    return result, (server.cpu_s() - before) / replies * 1e6


def against_reference(board: tuple[int, int], connections: int, loop: str, script: Script, name: str) -> dict[str, Any]:
    """Let ours and the reference take turns; medians over the rounds."""
    replies = REPLIES[board]
    with servers.fogfield(loop) as ours:
        load = Load(ours.port, [script(*board, 1, seed) for seed in range(connections)])
        warm = load.run(3 * connections + 100)
        size = warm.reply_bytes // warm.replies
        with servers.reference(loop, size - 5) as bare:
            bare_load = Load(bare.port, [scripts.bare() for _ in range(connections)])
            bare_load.run(3 * connections + 100)
            rounds = []
            waits = Result()
            for _ in range(ROUNDS):
                bare_result, bare_us = measure(bare, bare_load, replies)
                result, us = measure(ours, load, replies)
                waits.waits_s += result.waits_s
                rounds.append((us, bare_us, result.replies / result.seconds, bare_result.replies / bare_result.seconds))
            bare_load.close()
        load.close()
    us, bare_us, per_s, bare_per_s = (statistics.median(column) for column in zip(*rounds, strict=True))
    return {
        "board": f"{board[0]}x{board[1]}",
        "requests": name,
        "loop": loop,
        "connections": connections,
        "bytes": size,
        "us/reply": us,
        "bare us": bare_us,
        "ratio": statistics.median(one[0] / one[1] for one in rounds),
        "replies/s": round(per_s),
        "bare/s": round(bare_per_s),
        "p50 ms": waits.quantile_ms(0.5),
        "p99 ms": waits.quantile_ms(0.99),
    }


def start_cost(loop: str) -> dict[str, Any]:
    """CPU of starting a 255x255 game at level 3, in replies of that game."""
    with servers.fogfield(loop) as server:
        walking = Load(server.port, [scripts.walk(255, 255, 3, 1)])
        starting = Load(server.port, [iter([scripts.start(255, 255, 3)] * 1_000)])
        walking.run(100)
        starting.run(5)
        rounds = []
        for _ in range(ROUNDS):
            _, reply_us = measure(server, walking, 500)
            _, start_us = measure(server, starting, 20)
            rounds.append((start_us, reply_us))
        walking.close()
        starting.close()
    start_us, reply_us = (statistics.median(column) for column in zip(*rounds, strict=True))
    return {"loop": loop, "start us": start_us, "reply us": reply_us, "start in replies": start_us / reply_us}


def memory(board: tuple[int, int], games: int, loop: str) -> dict[str, Any]:
    """Private memory of the server for each game in progress, its connection included."""
    with servers.fogfield(loop) as server:
        warm = Load(server.port, [scripts.walk(*board, 1, 0)])
        warm.run(50)
        before = server.memory_bytes()
        load = Load(server.port, [scripts.game(*board, 1, seed) for seed in range(games)])
        load.run(20 * games)
        after = server.memory_bytes()
        load.close()
        warm.close()
    kb = (after - before) / games / 1024
    return {"board": f"{board[0]}x{board[1]}", "loop": loop, "games": games, "KB/game": kb}


def _flood_for_ever(port: int, flood: bytes, answers: int) -> None:
    """Send requests by the dozen, without waiting for the answers of one before the next."""
    load = Load(port, [iter([scripts.start(255, 255, 1)])])
    load.run(1)
    while True:
        load.flood(flood, answers)


FLOODS = {
    "START, REVEAL at 255x255": ((scripts.start(255, 255, 1) + bytes((scripts.REVEAL,))) * 8, 16),
    "debug mode at 255x255": (bytes((scripts.DEBUG,)) * 16, 16),
    "moves at 255x255": (bytes((scripts.MOVES[0],)) * 64, 64),
}


def stalls(loop: str, kind: str) -> dict[str, Any]:
    """Measure how long a bystander on 20x10 waits while another player floods the server with requests."""
    with servers.fogfield(loop) as server:
        bystander = Load(server.port, [scripts.walk(20, 10, 1, 0)])
        bystander.run(100)
        quiet = bystander.run(3_000)
        other = multiprocessing.Process(target=_flood_for_ever, args=(server.port, *FLOODS[kind]), daemon=True)
        other.start()
        time.sleep(0.5)
        busy = bystander.run(1_500)
        other.terminate()
        other.join()
        bystander.close()
    return {
        "flood": kind,
        "loop": loop,
        "alone p50 ms": quiet.quantile_ms(0.5),
        "alone longest ms": quiet.quantile_ms(1.0),
        "p50 ms": busy.quantile_ms(0.5),
        "p99 ms": busy.quantile_ms(0.99),
        "longest ms": busy.quantile_ms(1.0),
    }


def openings(games: int = 40) -> dict[str, Any]:
    """CPU of single reveals that open more than half of a 255x255 board."""
    times: list[float] = []
    cells: list[int] = []
    seed = 0
    while len(times) < games:
        seed += 1
        state = rules.new(Options(255, 255, 1), Random(seed))
        cell = next(state.field.cells(state.field.all & ~state.field.around(state.bombs)))
        began = time.process_time()
        after = rules.apply(state, rules.PLAYER, Reveal(cell))
        spent = time.process_time() - began
        if after.opened.bit_count() > 32_000:
            times.append(spent * 1e3)
            cells.append(after.opened.bit_count())
    return {
        "openings": games,
        "mean cells": round(statistics.mean(cells)),
        "median ms": statistics.median(times),
        "longest ms": max(times),
    }


def bars(replies: list[dict[str, Any]], starts: list[dict[str, Any]]) -> list[Bar]:
    """Compare with what is promised: CPU of the server for cursor moves, against the reference on the same loop."""
    found = [
        Bar(f"255x255 level 3, {row['loop']}: CPU of START / reply", row["start in replies"], 100.0) for row in starts
    ]
    for row in replies:
        key = (row["board"], row["requests"], row["connections"])
        name = f"{row['board']}, {row['connections']} connection(s), {row['loop']}: CPU per reply / bare"
        if key == ("20x10", "moves", 50):
            found.append(Bar(name, row["ratio"], 2.0))
        elif key == ("255x255", "moves", 1):
            found.append(Bar(name, row["ratio"], 1.5))
    return found
