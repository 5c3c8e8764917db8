"""`make bench`: run everything, print the tables, keep the figures in bench/results/."""

import argparse
import importlib.util
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.progress import Progress

from bench import jminesweeper, report, scripts

Case = Callable[[], dict[str, Any]]

TITLES = {
    "replies": "Replies: server CPU against a bare asyncio server on the same loop, interleaved",
    "starts": "Starting 255x255 at level 3",
    "memory": "Memory",
    "stalls": "Waits of a bystander while another player floods the server",
    "openings": "Reveals that open most of 255x255",
}


def cases() -> dict[str, list[Case]]:
    """Give what is to be measured, by table."""
    loops = [loop for loop in jminesweeper.LOOPS if loop == "asyncio" or importlib.util.find_spec(loop)]
    walks = [(scripts.walk, "moves", count) for count in jminesweeper.CONNECTIONS]
    replies: list[Case] = [
        partial(jminesweeper.against_reference, board, count, loop, script, name)
        for script, name, count in [*walks, (scripts.game, "games", 50)]
        for board in jminesweeper.BOARDS
        for loop in loops
    ]
    return {
        "replies": replies,
        "starts": [partial(jminesweeper.start_cost, loop) for loop in loops],
        "memory": [
            partial(jminesweeper.memory, (20, 10), 500, "asyncio"),
            partial(jminesweeper.memory, (255, 255), 100, "asyncio"),
        ],
        "stalls": [partial(jminesweeper.stalls, loop, kind) for kind in jminesweeper.FLOODS for loop in loops],
        "openings": [jminesweeper.openings],
    }


def main() -> None:
    """Run the benchmarks of JMinesweeper."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=...", description=__doc__)
    parser.add_argument("--only", choices=TITLES, help="one table; nothing is written then")
    only = parser.parse_args().only
    wanted = {name: todo for name, todo in cases().items() if only in (None, name)}
    tables: dict[str, list[dict[str, Any]]] = {}
    with Progress(transient=True) as progress:
        task = progress.add_task("benchmarks", total=sum(map(len, wanted.values())))
        for name, todo in wanted.items():
            tables[name] = []
            for case in todo:
                tables[name].append(case())
                progress.advance(task)
    for name, rows in tables.items():
        report.show(TITLES[name], rows)
    if only:
        return
    bars = jminesweeper.bars(tables["replies"], tables["starts"])
    verdict = {True: "yes", False: "NO"}
    report.show(
        "Bars",
        [{"bar": one.what, "figure": one.figure, "most": one.most, "kept": verdict[one.kept]} for one in bars],
    )
    print(f"written to {report.write('jminesweeper', tables, bars)}")


if __name__ == "__main__":
    main()
