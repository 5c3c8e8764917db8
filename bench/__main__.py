"""`make bench`: run everything, print the tables, keep the figures in bench/results/."""

import argparse
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.progress import Progress

from bench import (
    alpha,
    battleship,
    hunt,
    jminesweeper,
    mines,
    mines_exact,
    mines_positions,
    page,
    planefight,
    report,
    scripts,
    store,
    strength,
    treasurehunt,
    watching,
)
from bench.report import Bar

Row = dict[str, Any]
Tables = dict[str, list[Row]]


@dataclass(frozen=True)
class Suite:
    """What is measured of one game: titles and cases by table, and the bars that the figures must keep."""

    titles: dict[str, str]
    cases: dict[str, list[Callable[[], Row]]]
    bars: Callable[[Tables], list[Bar]]


def suites() -> dict[str, Suite]:
    """Give what is to be measured, by game; every table has a name of its own."""
    return {
        "jminesweeper": _jminesweeper(),
        "alpha": _alpha(),
        "battleship": _battleship(),
        "planefight": _planefight(),
        "treasurehunt": _treasurehunt(),
        "store": _store(),
        "page": _page(),
        "classic": _classic(),
    }


def _loops() -> list[str]:
    return [loop for loop in jminesweeper.LOOPS if loop == "asyncio" or importlib.util.find_spec(loop)]


def _jminesweeper() -> Suite:
    loops = _loops()
    walks = [(scripts.walk, "moves", count) for count in jminesweeper.CONNECTIONS]
    replies: list[Callable[[], Row]] = [
        partial(jminesweeper.against_reference, board, count, loop, script, name)
        for script, name, count in [*walks, (scripts.game, "games", 50)]
        for board in jminesweeper.BOARDS
        for loop in loops
    ]
    return Suite(
        titles={
            "replies": "Replies: server CPU against a bare asyncio server on the same loop, interleaved",
            "starts": "Starting 255x255 at level 3",
            "memory": "Memory",
            "stalls": "Waits of a bystander while another player floods the server",
            "openings": "Reveals that open most of 255x255",
        },
        cases={
            "replies": replies,
            "starts": [partial(jminesweeper.start_cost, loop) for loop in loops],
            "memory": [
                partial(jminesweeper.memory, (20, 10), 500, "asyncio"),
                partial(jminesweeper.memory, (255, 255), 100, "asyncio"),
            ],
            "stalls": [partial(jminesweeper.stalls, loop, kind) for kind in jminesweeper.FLOODS for loop in loops],
            "openings": [jminesweeper.openings],
        },
        bars=lambda tables: jminesweeper.bars(tables["replies"], tables["starts"]),
    )


def _alpha() -> Suite:
    return Suite(
        titles={
            "prompt": "Minesweeper Alpha: from the start of the process to its prompt",
            "commands": "Minesweeper Alpha: CPU of a command against a loop that prints as much",
        },
        cases={"prompt": [alpha.start], "commands": [alpha.commands]},
        bars=lambda tables: alpha.bars(tables["prompt"]),
    )


def _battleship() -> Suite:
    return Suite(
        titles={"games": "Battleship: whole games, against a bare server that echoes lines, interleaved"},
        cases={"games": [partial(battleship.games, loop, pairs) for pairs in battleship.PAIRS for loop in _loops()]},
        bars=lambda tables: battleship.bars(tables["games"]),
    )


def _planefight() -> Suite:
    modes = ("", "completely_destroy", "cross_border")
    return Suite(
        titles={
            "tables": "planeFight: games of many tables, against a bare server that echoes packets, interleaved",
            "strength": "planeFight: attacks to find all heads",
            "thinking": "planeFight: a bot thinks in another process; how long, and how long a bystander waits",
        },
        cases={
            "tables": [partial(planefight.games, loop, tables) for tables in planefight.TABLES for loop in _loops()],
            "thinking": [
                partial(planefight.pauses, loop, bot, mode)
                for bot in ("expert", "hunter")
                for mode in modes
                for loop in _loops()
            ],
            # All layouts where that takes minutes, some of them where it would take hours.
            "strength": [
                partial(strength.case, mode, level, 0 if level == "expert" and mode == strength.MODES[0] else 50)
                for mode in strength.MODES[:4]
                for level in ("expert", "hunter")
            ],
        },
        bars=lambda tables: planefight.bars(tables) + strength.bars(tables["strength"]),
    )


def _treasurehunt() -> Suite:
    return Suite(
        titles={
            "requests": "Treasure Hunt: polls and moves, against a bare starlette handler with the same bytes",
            "hunters": "Treasure Hunt: games of the expert",
            "hunt memory": "Treasure Hunt: memory of a game with both half maps",
        },
        cases={
            "requests": [
                partial(measure, loop, count)
                for measure in (treasurehunt.polls, treasurehunt.moves)
                for count in treasurehunt.CONNECTIONS
                for loop in _loops()
            ],
            # Fewer games than the bars ask for: `python -m bench.hunt` plays 2,000 in each line.
            "hunters": [
                partial(hunt.case, kind, other, 240, 30)
                for kind in ("random", "own")
                for other in ("nearest", "lookout", "dummy")
            ],
            "hunt memory": [partial(treasurehunt.memory, "asyncio", 200)],
        },
        bars=lambda tables: treasurehunt.bars(tables["requests"]) + hunt.bars(tables["hunters"]),
    )


def _store() -> Suite:
    return Suite(
        titles={
            "stored moves": "Store: Battleship with and without it, many matches at once, interleaved",
            "stored latency": "Store: the answer to a move, one match alone",
            "recovery": "Store: a start after a crash",
            "watchers": "Watchers: live sockets on matches that move, and the answer to a move",
        },
        cases={
            "stored moves": [partial(store.moves, loop, kind) for kind in store.KINDS for loop in _loops()],
            "stored latency": [partial(store.latency, loop, kind) for kind in store.KINDS for loop in _loops()],
            "recovery": [partial(store.recovery, kind) for kind in store.KINDS],
            "watchers": [partial(watching.watched, loop, "sqlite") for loop in _loops()],
        },
        bars=store.bars,
    )


def _page() -> Suite:
    return Suite(
        titles={
            "first view": "Page: the first view in an empty browser, beside a page with nothing on it",
            "vast board": "Page: a board of 255x255 that is moved and played on, beside an empty page",
        },
        cases={
            "first view": [
                partial(page.first_view, path, ready)
                for path, ready in (("/", ".card canvas"), ("/play/jminesweeper", "form"), ("/healthz", "body"))
            ],
            "vast board": [page.vast],
        },
        bars=page.bars,
    )


def _classic() -> Suite:
    return Suite(
        titles={
            "wins": "Minesweeper: games won by the solver",
            "large boards": "Minesweeper: whole boards of 255x255, a mine that was hit is marked",
            "api": "Minesweeper: 255x255 with 5 % mines, through the public API",
            "no guess": "Minesweeper: boards without a guess",
            "alone": "Minesweeper: Expert as Python alone",
            "solver memory": "Minesweeper: the most memory of a process that plays Expert",
            "start": "Minesweeper: `fogfield solve --position`, a process from its start to its end",
            "by marks": "JMinesweeper: games of 20x10 won by the solver",
            "positions": "Minesweeper: positions that no play reaches",
            "exact": "Minesweeper: odds against brute force, every position",
        },
        cases={
            # `fogfield solve` plays any number of games; these are enough for half a point, more where games are short.
            "wins": [partial(mines.wins, *case[:4], mines.ENOUGH.get(case[0], 20_000)) for case in mines.GAMES],
            "large boards": [partial(mines.large, percent, 10) for percent in (5, 20, 25)],
            "api": [partial(mines.through_the_api, 10)],
            "no guess": [partial(mines.no_guess, 99, 200), partial(mines.no_guess, 120, 40)],
            "alone": [partial(mines.alone, 40)],
            "solver memory": [partial(mines.memory, games) for games in (1_000, 12_000)],
            "start": [partial(mines.start, 7)],
            "by marks": [partial(mines.jminesweeper, 1, 2_000), partial(mines.jminesweeper, 2, 1_000)],
            "positions": [partial(mines_positions.ask, *case) for case in mines_positions.CASES],
            "exact": [partial(mines_exact.compare, *size) for size in mines_exact.SIZES],
        },
        bars=mines.bars,
    )


def main() -> None:
    """Run the benchmarks."""
    names = [table for suite in suites().values() for table in suite.titles]
    parser = argparse.ArgumentParser(prog="make bench ARGS=...", description=__doc__)
    parser.add_argument("--only", choices=[*suites(), *names], help="one game; or one table, and nothing is written")
    only = parser.parse_args().only
    for name, suite in suites().items():
        wanted = {table: todo for table, todo in suite.cases.items() if only in (None, name, table)}
        if not wanted:
            continue
        tables = _measure(name, wanted)
        for table, rows in tables.items():
            report.show(suite.titles[table], rows)
        if len(tables) == len(suite.cases):
            bars = suite.bars(tables)
            report.show("Bars", [one.row() for one in bars])
            print(f"written to {report.write(name, tables, bars)}")


def _measure(name: str, wanted: dict[str, list[Callable[[], Row]]]) -> Tables:
    tables: Tables = {}
    with Progress(transient=True) as progress:
        task = progress.add_task(name, total=sum(map(len, wanted.values())))
        for table, todo in wanted.items():
            tables[table] = []
            for case in todo:
                tables[table].append(case())
                progress.advance(task)
    return tables


if __name__ == "__main__":
    main()
