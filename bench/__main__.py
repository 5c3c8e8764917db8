"""`make bench`: run everything, print the tables, keep the figures in bench/results/."""

import importlib.util
from collections.abc import Callable
from typing import Any

from rich.progress import Progress

from bench import jminesweeper, report, scripts


def main() -> None:
    """Run the benchmarks of JMinesweeper."""
    loops = [loop for loop in jminesweeper.LOOPS if loop == "asyncio" or importlib.util.find_spec(loop)]
    cases: dict[str, list[Callable[[], dict[str, Any]]]] = {
        "replies": [
            lambda b=board, c=count, lp=loop, s=script, n=name: jminesweeper.against_reference(b, c, lp, s, n)  # type: ignore[misc]
            for script, name, counts in (
                (scripts.walk, "moves", jminesweeper.CONNECTIONS),
                (scripts.game, "games", (50,)),
            )
            for board in jminesweeper.BOARDS
            for count in counts
            for loop in loops
        ],
        "starts": [lambda lp=loop: jminesweeper.start_cost(lp) for loop in loops],  # type: ignore[misc]
        "memory": [
            lambda b=board, g=games: jminesweeper.memory(b, g, "asyncio")  # type: ignore[misc]
            for board, games in (((20, 10), 500), ((255, 255), 100))
        ],
        "stalls": [lambda lp=loop: jminesweeper.stalls(lp) for loop in loops],  # type: ignore[misc]
        "openings": [jminesweeper.openings],
    }
    tables: dict[str, list[dict[str, Any]]] = {}
    with Progress(transient=True) as progress:
        task = progress.add_task("benchmarks", total=sum(map(len, cases.values())))
        for name, todo in cases.items():
            tables[name] = []
            for case in todo:
                tables[name].append(case())
                progress.advance(task)
    report.show("Replies: server CPU against a bare asyncio server on the same loop, interleaved", tables["replies"])
    report.show("Starting 255x255 at level 3", tables["starts"])
    report.show("Memory", tables["memory"])
    report.show("Longest waits of a bystander", tables["stalls"])
    report.show("Reveals that open most of 255x255", tables["openings"])
    bars = jminesweeper.bars(tables["replies"], tables["starts"])
    verdict = {True: "yes", False: "NO"}
    report.show(
        "Bars",
        [{"bar": one.what, "figure": one.figure, "most": one.most, "kept": verdict[one.kept]} for one in bars],
    )
    print(f"written to {report.write('jminesweeper', tables, bars)}")


if __name__ == "__main__":
    main()
