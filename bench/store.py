"""What the store costs: the same games with and without it, one move's way to the disk, and a restart."""

import asyncio
import contextlib
import json
import selectors
import statistics
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

from support.databases import postgres

from bench import servers, watching
from bench.battleship import Player
from bench.report import Bar, quantile
from fogfield import games
from fogfield.core.match import Match
from fogfield.core.proof import prove
from fogfield.store.database import open_store
from fogfield.store.entries import Began, Made, Moved, Sat

KINDS = ("sqlite", "postgresql")
ROUNDS = 5
#: Pairs at once, and moves in one round.
PAIRS = 500
MOVES = 20_000
#: Moves of one pair, one after the other, with and without the store in turn.
ALONE = 600
#: Open matches that a dead server left, and their moves.
LEFT = 10_000
LEFT_MOVES = 20

_SETTINGS = ("battleship.opponent=pair", "log.level=warning")


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """Give the address of an empty database."""
    with contextlib.ExitStack() as stack:
        if kind == "postgresql":
            yield stack.enter_context(postgres(fsync=True)).database()
        else:
            yield str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "fogfield.db")


def moves(loop: str, kind: str) -> dict[str, Any]:
    """Let many pairs play on a server with a store and on one without, in turn."""
    with database(kind) as address, contextlib.ExitStack() as stack:
        kept, free = (
            stack.enter_context(servers.fogfield(loop, "battleship", *_SETTINGS, f"store.address={one}"))
            for one in (address, "off")
        )
        sides = [(one, [Player(one.port, seed) for seed in range(2 * PAIRS)]) for one in (kept, free)]
        rounds = []
        for number in range(ROUNDS + 1):
            per_s = [_play(players, MOVES)[0] for _, players in sides]
            if number:  # the first one warms up
                rounds.append(per_s)
        for _, players in sides:
            for player in players:
                player.sock.close()
    with_store, without = (statistics.median(one) for one in zip(*rounds, strict=True))
    return {
        "loop": loop,
        "store": kind,
        "matches": PAIRS,
        "moves/s": with_store,
        "moves/s, store off": without,
        "ratio": statistics.median(one / other for one, other in rounds),
    }


def latency(loop: str, kind: str) -> dict[str, Any]:
    """Let one pair play alone: what the store adds to the answer to a move."""
    with database(kind) as address, contextlib.ExitStack() as stack:
        waits = []
        for one in (address, "off"):
            server = stack.enter_context(servers.fogfield(loop, "battleship", *_SETTINGS, f"store.address={one}"))
            players = [Player(server.port, seed) for seed in range(2)]
            _play(players, 50)
            waits.append(_play(players, ALONE)[1])
            for player in players:
                player.sock.close()
    with_store, without = waits
    figures: dict[str, Any] = {"loop": loop, "store": kind}
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        ours, bare = quantile(with_store, share), quantile(without, share)
        figures |= {f"{name} ms": ours, f"{name} ms, store off": bare, f"added {name} ms": ours - bare}
    return figures


def _play(players: list[Player], wanted: int) -> tuple[float, list[float]]:
    """Answer until so many moves were made; gives moves per second, and the wait for the answer to each in ms."""
    sent: dict[Player, float] = {}
    waits = []
    made = 0
    with selectors.DefaultSelector() as selector:
        for player in players:
            selector.register(player.sock, selectors.EVENT_READ, player)
        began = time.perf_counter()
        while made < wanted:
            for key, _ in selector.select():
                player = key.data
                for line in player.read():
                    if line in (b"HIT", b"MISS") and player in sent:
                        waits.append(1000 * (time.perf_counter() - sent.pop(player)))
                    if answer := player.answer(line):
                        made += not answer.startswith(b"REMATCH")
                        if answer.startswith(b"ATTACK"):
                            sent[player] = time.perf_counter()
                        player.sock.sendall(answer)
        return made / (time.perf_counter() - began), waits


def recovery(kind: str) -> dict[str, Any]:
    """Start a server that finds thousands of open games, and one that finds none."""
    with database(kind) as address:
        empty = _start(address)
        asyncio.run(_leave(address))
        full = _start(address, f"{LEFT - 1:05d}")
    return {
        "store": kind,
        "open matches": LEFT,
        "moves each": LEFT_MOVES,
        "start s": full,
        "start s, none open": empty,
        "recovery s": full - empty,
        "matches/s": LEFT / (full - empty),
    }


def _start(address: str, code: str = "") -> float:
    """Give the seconds until a server serves, and a game goes on."""
    began = time.perf_counter()
    settings = (f"store.address={address}", f"treasurehunt.games={LEFT}")
    with servers.fogfield("asyncio", "treasurehunt", *settings) as server:
        took = time.perf_counter() - began
        if code:
            _ask(server.port, code)
        return took


def _ask(port: int, code: str) -> None:
    """See that a game goes on."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/games/{code}/states/left000{code}-0", headers={"Accept": "application/xml"})
    if b"MustAct" not in connection.getresponse().read():
        raise SystemExit(f"the game {code} does not go on")
    connection.close()


async def _leave(address: str) -> None:
    """Leave open games in a database, as a server does that is killed."""
    game = games.game("treasurehunt")
    entries: list[Any] = []
    template = _some_moves(game)
    options = json.dumps(game.notation.write_options(template.record.options))
    store = await open_store(address, serving=True)
    for number in range(LEFT):
        name, extra = f"left{number:08d}", json.dumps({"code": f"{number:05d}", "public": False, "think_s": 5.5})
        entries.append(Made(name, game.name, options, template.record.seed, game.name, time.time(), extra))
        for seat in range(2):
            about = {"alias": f"{name}-{seat}", "first": "Ann", "last": "Bo", "account": f"annb{seat}"}
            proof = prove(f"{name}-{seat}")
            entries.append(Sat(name, seat, game.name, "Ann Bo", proof, json.dumps(about)))
        entries.append(Began(name, time.time(), 5.5))
        for turn, move in enumerate(template.record.moves):
            action = json.dumps(game.notation.write_action(move.action))
            entries.append(Moved(name, turn, move.at_s, move.seat, action))
    for entry in entries:
        store.journal.write(entry)
    await store.journal.flush()
    await store.close()


def _some_moves(game: Any) -> Match[Any, Any, Any, Any]:
    """Play the first moves of a game."""
    published = games.published("treasurehunt")
    assert published is not None
    assert published.options is not None
    options = published.options({key: one.default for key, one in published.settings.items()})
    match, rng = Match(game, options, "left"), Random(1)
    while match.moves < LEFT_MOVES:
        (seat,) = game.to_act(match.state)
        action = game.choose(match.view(seat), rng)
        assert not match.act(seat, action, match.moves / 10)
    return match


def bars(tables: dict[str, list[dict[str, Any]]]) -> list[Bar]:
    """Compare with what is promised."""
    return [
        Bar(
            f"{PAIRS} matches, {row['store']}, {row['loop']}: moves/s with the store / without", row["ratio"], least=0.5
        )
        for row in tables["stored moves"]
    ] + watching.bars(tables["watchers"])
