"""How strong the bots of the fleet kit are: attacks that they need to find all heads, and how long they think."""

import argparse
import math
import time
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from rich.progress import Progress

from bench import report
from bench.report import Bar
from fogfield.core.grid import Cell, Grid
from fogfield.games.planefight.fleet import SHAPE
from fogfield.kits.fleet.arranging import arrange
from fogfield.kits.fleet.guessing import DESTROY, HIT, LEVELS, VOID, choose
from fogfield.kits.fleet.layouts import Pieces, all_layouts, bits
from fogfield.kits.fleet.yard import Piece, Yard

Row = dict[str, Any]


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


def answer(
    cells: dict[Piece, frozenset[Cell]], layout: Sequence[Piece], found: set[Cell], cell: Cell, mode: Mode
) -> int:
    """Answer an attack on a layout whose heads were found in part."""
    for piece in layout:
        if cell in cells[piece]:
            if cell == piece.head:
                return DESTROY
            return VOID if mode.fades and piece.head in found else HIT
    return VOID


class Tally:
    """What is measured: the attacks of each game, and the seconds of CPU that each attack took to choose."""

    def __init__(self, mode: Mode, level: str, progress: Progress, games: int) -> None:
        self.attacks: list[int] = []
        self._thinking_s: list[float] = []
        self._mode = mode
        self._level = level
        self._yard = Yard(Grid(mode.rows, mode.cols), SHAPE, wraps=mode.wraps)
        self._cells: dict[Piece, frozenset[Cell]] = {}
        self._rng = Random(2)
        self._progress = progress
        self._task = progress.add_task(f"{mode}: {level}", total=games)
        self.choose([])
        self._first_s = self._thinking_s.pop()

    def choose(self, shots: list[tuple[Cell, int]]) -> Cell:
        """Choose an attack, and take the time."""
        begun = time.process_time()
        cell = choose(self._yard, self._mode.n, shots, self._rng, fades=self._mode.fades, level=self._level)
        self._thinking_s.append(time.process_time() - begun)
        assert cell not in {shot for shot, _ in shots}
        return cell

    def walk(self, layouts: Sequence[Sequence[Piece]]) -> None:
        """Play against all these layouts at once, as long as they give the same answers."""
        for piece in {piece for layout in layouts for piece in layout}:
            self._cells[piece] = frozenset(self._yard.cells(piece))
        pending: list[tuple[Sequence[Sequence[Piece]], list[tuple[Cell, int]]]] = [(layouts, [])]
        while pending:
            layouts, shots = pending.pop()
            found = {cell for cell, told in shots if told == DESTROY}
            if len(found) == self._mode.n:
                self.attacks += [len(shots)] * len(layouts)
                self._progress.advance(self._task, len(layouts))
                continue
            cell = self.choose(shots)
            groups: dict[int, list[Sequence[Piece]]] = {}
            for layout in layouts:
                groups.setdefault(answer(self._cells, layout, found, cell, self._mode), []).append(layout)
            pending += [(group, [*shots, (cell, told)]) for told, group in groups.items()]

    def row(self) -> Row:
        """Give the figures."""
        self._progress.remove_task(self._task)
        games = len(self.attacks)
        mean = sum(self.attacks) / games
        spread = math.sqrt(sum((count - mean) ** 2 for count in self.attacks) / max(1, games - 1))
        return {
            "board": str(self._mode), "level": self._level, "games": games, "mean": mean,
            "+-": spread / math.sqrt(games),
            "most": max(self.attacks), "program's AI": self._mode.program, "first, s": self._first_s,
            "think, ms CPU": 1000 * sum(self._thinking_s) / len(self._thinking_s),
            "longest, ms CPU": 1000 * max(self._thinking_s),
        }  # fmt: skip


def measure(mode: Mode, level: str, games: int, progress: Progress) -> Row:
    """Play against random layouts, the same for every level."""
    tally = Tally(mode, level, progress, games)
    yard, rng = Yard(Grid(mode.rows, mode.cols), SHAPE, wraps=mode.wraps), Random(1)
    for _ in range(games):
        layout = arrange(yard, mode.n, rng)
        assert layout is not None
        tally.walk([layout])
    return tally.row()


def measure_all(mode: Mode, level: str, progress: Progress) -> Row:
    """Play against every layout; that what is drawn by chance is the same for many of them does no harm."""
    yard = Yard(Grid(mode.rows, mode.cols), SHAPE, wraps=mode.wraps)
    every = all_layouts(Pieces(yard), mode.n)
    layouts = [[yard.pieces[column[number]] for column in every.columns] for number in bits(every.every)]
    tally = Tally(mode, level, progress, len(layouts))
    tally.walk(layouts)
    return tally.row()


def case(mode: Mode, level: str, games: int) -> Row:
    """Measure one line of the table; 0 games are all layouts."""
    with Progress(disable=True) as progress:
        return measure(mode, level, games, progress) if games else measure_all(mode, level, progress)


def bars(rows: list[Row]) -> list[Bar]:
    """Give what is promised."""
    promised = {str(mode): mode.most for mode in MODES if mode.most < math.inf}
    experts = [row for row in rows if row["level"] == "expert" and row["board"] in promised]
    return [
        *(Bar(f"{row['board']}: attacks of the expert", row["mean"], most=promised[row["board"]]) for row in experts),
        *(Bar(f"{row['board']}: longest thought, ms", row["longest, ms CPU"], most=200) for row in experts),
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="layouts for each board; 0 is all of them")
    parser.add_argument("--only", action="append", help="a board, as it is called in the table")
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--others", action="store_true", help="other boards than 10x10 too")
    asked = parser.parse_args()
    modes = [mode for mode in MODES + OTHERS if str(mode) in (asked.only or map(str, MODES + OTHERS * asked.others))]
    levels = [asked.level] if asked.level else LEVELS
    with Progress(transient=True) as progress:
        rows = [
            measure(mode, level, asked.games, progress) if asked.games else measure_all(mode, level, progress)
            for mode in modes
            for level in levels
        ]
    report.show("Attacks to find all heads", rows)
    kept = bars(rows)
    if kept:
        report.show("Bars", [one.row() for one in kept])


if __name__ == "__main__":
    main()
