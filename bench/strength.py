"""How strong the bots of the fleet kit are: attacks that they need to find all heads, and how long they think."""

import argparse
import math
import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rich.progress import Progress

from bench import report
from bench.report import Bar
from fogfield.core.grid import Cell, Grid
from fogfield.kits.fleet.arranging import arrange
from fogfield.kits.fleet.guessing import DESTROY, HIT, LEVELS, VOID, choose
from fogfield.kits.fleet.yard import Piece, Yard

Row = dict[str, Any]

_UP = ((0, 0), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2), (2, 0), (3, -1), (3, 0), (3, 1))


def _turns() -> Iterator[tuple[tuple[int, int], ...]]:
    turned: tuple[tuple[int, int], ...] = _UP
    for _ in range(4):
        yield turned
        turned = tuple((right, -down) for down, right in turned)


PLANE = tuple(_turns())


class Mode(NamedTuple):
    """A board and the rules on it; what the program's own AI needs there, and what we promise."""

    rows: int = 10
    cols: int = 10
    n: int = 3
    wraps: bool = False
    fades: bool = False
    program: float = math.nan
    most: float = math.inf

    def __str__(self) -> str:
        rules = f"{', cross-border' * self.wraps}{', completely-destroy' * self.fades}"
        return f"{self.rows}x{self.cols}, {self.n}{rules}"


MODES = [
    Mode(program=15.4, most=12.7),
    Mode(fades=True, program=20.8, most=20.8),
    Mode(wraps=True, program=20.8, most=20.8),
    Mode(wraps=True, fades=True, program=28.1, most=28.1),
    Mode(n=2, program=13.5),
    Mode(n=1, program=9.1),
]
OTHERS = [
    Mode(5, 5, 1),
    Mode(12, 9, 4),
    Mode(12, 9, 4, fades=True),
    Mode(10, 10, 5),
    Mode(12, 12, 6),
    Mode(12, 12, 6, wraps=True, fades=True),
    Mode(20, 20, 5),
    Mode(20, 20, 5, wraps=True),
    Mode(20, 20, 5, fades=True),
    Mode(127, 127, 25),
]


class Game(NamedTuple):
    """One game: the attacks, and the seconds that each took to choose."""

    attacks: int
    thinking_s: list[float]


def play(yard: Yard, mode: Mode, layout: tuple[Piece, ...], level: str, rng: Random) -> Game:
    """Find all heads of a layout."""
    heads = {piece.head for piece in layout}
    owners = {cell: piece.head for piece in layout for cell in yard.cells(piece)}
    shots: list[tuple[Cell, int]] = []
    found: set[Cell] = set()
    thinking_s = []
    while found != heads:
        begun = time.perf_counter()
        cell = choose(yard, mode.n, shots, rng, fades=mode.fades, level=level)
        thinking_s.append(time.perf_counter() - begun)
        owner = owners.get(cell)
        if cell in heads:
            found.add(cell)
            answer = DESTROY
        else:
            answer = VOID if owner is None or (mode.fades and owner in found) else HIT
        assert cell not in {shot for shot, _ in shots}
        shots.append((cell, answer))
    return Game(len(shots), thinking_s)


def measure(mode: Mode, level: str, games: int, progress: Progress, seed: int = 1) -> Row:
    """Play against random layouts, the same for every level."""
    yard = Yard(Grid(mode.rows, mode.cols), PLANE, wraps=mode.wraps)
    task = progress.add_task(f"{mode}: {level}", total=games)
    begun = time.perf_counter()
    choose(yard, mode.n, [], Random(seed), fades=mode.fades, level=level)
    first_s = time.perf_counter() - begun
    layouts, rng = Random(seed), Random(seed + 1)
    played = []
    for _ in range(games):
        layout = arrange(yard, mode.n, layouts)
        assert layout is not None
        played.append(play(yard, mode, layout, level, rng))
        progress.advance(task)
    progress.remove_task(task)
    counts = [one.attacks for one in played]
    mean = sum(counts) / games
    spread = math.sqrt(sum((count - mean) ** 2 for count in counts) / max(1, games - 1))
    times_s = [one for game in played for one in game.thinking_s]
    return {
        "board": str(mode), "level": level, "games": games, "mean": mean, "+-": spread / math.sqrt(games),
        "most": max(counts), "program's AI": mode.program, "first, s": first_s,
        "think, ms": 1000 * sum(times_s) / len(times_s), "longest, ms": 1000 * max(times_s),
    }  # fmt: skip


def bars(rows: list[Row]) -> list[Bar]:
    """Give what is promised."""
    promised = {str(mode): mode.most for mode in MODES if mode.most < math.inf}
    experts = [row for row in rows if row["level"] == "expert" and row["board"] in promised]
    return [
        *(Bar(f"{row['board']}: attacks of the expert", row["mean"], most=promised[row["board"]]) for row in experts),
        *(Bar(f"{row['board']}: longest thought, ms", row["longest, ms"], most=200) for row in experts),
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", help="boards whose name begins with this")
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--others", action="store_true", help="other boards than 10x10 too")
    asked = parser.parse_args()
    modes = [mode for mode in MODES + OTHERS * asked.others if str(mode).startswith(asked.only or "")]
    with Progress(transient=True) as progress:
        levels = [asked.level] if asked.level else LEVELS
        rows = [measure(mode, level, asked.games, progress) for mode in modes for level in levels]
    report.show("Attacks to find all heads", rows)
    kept = bars(rows)
    if kept:
        report.show("Bars", [one.row() for one in kept])


if __name__ == "__main__":
    main()
