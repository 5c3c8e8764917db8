"""The minesweeper solver: how often it wins, how quick it is, and how long the worst choice takes."""

import resource
import statistics
import subprocess
import sys
import time
from functools import cache
from random import Random
from typing import Any

from bench.report import Bar
from fogfield import warm
from fogfield.core.grid import Cell
from fogfield.games.jminesweeper import GAME
from fogfield.games.jminesweeper.bots import SweeperBot
from fogfield.games.jminesweeper.rules import Options
from fogfield.kits.mines.boards import KINDS, Board, lay, without_guess
from fogfield.kits.mines.field import Field
from fogfield.kits.mines.machine import Machine
from fogfield.kits.mines.measuring import Tally, play
from fogfield.kits.mines.solver import Solver

Row = dict[str, Any]

#: Board, start rule, first cell, level; the least share of games won, the least games per second of CPU time.
GAMES: list[tuple[str, str, Cell, str, float, float]] = [
    ("expert", "safe", Cell(0, 0), "expert", 40.5, 400),
    ("expert", "zero", Cell(3, 3), "expert", 53.3, 0),
    ("expert", "safe", Cell(0, 0), "odds", 38.7, 1_500),
    ("intermediate", "safe", Cell(0, 0), "expert", 78.1, 1_500),
    ("beginner", "safe", Cell(0, 0), "expert", 91.6, 4_000),
    ("20x10/10", "unsafe", Cell(0, 0), "expert", 93.0, 0),
    ("20x10/50", "unsafe", Cell(0, 0), "expert", 14.0, 0),
]
#: Games on boards that are quickly played.
ENOUGH = {"beginner": 100_000, "intermediate": 60_000}
#: The seed of all boards here; nothing was tuned on it.
SEED = "bench"


#: How long another process that compiles is waited for.
PATIENCE_S = 300.0


@cache
def get_ready() -> None:
    """Use the compiled engine, which is compiled first if need be; without it, figures would be those of Python."""
    warm.make_ready(patience_s=PATIENCE_S)
    if not warm.load():
        raise warm.NotReady("the compiled engine is gone")


def _board(kind: str, start: str) -> Board:
    if kind in KINDS:
        return Board(*KINDS[kind], start, SEED)
    size, _, mines = kind.partition("/")
    cols, _, rows = size.partition("x")
    return Board(int(cols), int(rows), int(mines), start, SEED)


def wins(kind: str, start: str, first: Cell, level: str, games: int) -> Row:
    """Play many games."""
    get_ready()
    total = Tally()
    for one in play(_board(kind, start), first, level, range(games), time.process_time):
        total += one
    low, high = total.interval()
    return {
        "board": kind, "start": start, "level": level, "games": games, "won, %": 100 * total.wins / games,
        "low": 100 * low, "high": 100 * high, "games/s CPU": games / total.spent_s,
        "longest choice, ms CPU": 1000 * total.worst_call_s, "refuted proofs": total.refuted,
    }  # fmt: skip


def large(percent: int, games: int) -> Row:
    """Open whole boards of 255x255; a mine that was hit is marked, and the game goes on."""
    get_ready()
    board = Board(255, 255, round(255 * 255 * percent / 100), "zero", SEED)
    played = list(play(board, Cell(3, 3), "expert", range(games), time.process_time, lives=True))
    return {
        "mines, %": percent, "games": games, "seconds CPU": statistics.median(one.spent_s for one in played),
        "guesses": statistics.median(one.guesses for one in played),
        "mines hit": statistics.median(one.hits for one in played),
        "longest choice, ms CPU": 1000 * max(one.worst_call_s for one in played),
    }  # fmt: skip


def through_the_api(games: int) -> Row:
    """Play 255x255 with 5 % mines as a caller does: tell what is open, ask what is safe, open it."""
    get_ready()
    spent, won = [], 0
    for number in range(games):
        board = Board(255, 255, 3251, "zero", f"{SEED}.{number}")
        field = Field.of(255, 255)
        mines = lay(board, Cell(3, 3))
        digits = field.cut(field.counts(sum(map(field.bit, mines)), 0, 254), 0, 254)
        began = time.process_time()
        solver = Solver(255, 255, 3251)
        cells: tuple[Cell, ...] = (Cell(3, 3),)
        opened = 0
        while cells:
            opened += len(cells)
            solver.tell((cell, digits[cell[0]][cell[1]]) for cell in cells)
            cells = solver.safe()
        spent.append(time.process_time() - began)
        won += opened == 255 * 255 - 3251
    return {
        "games": games,
        "won without a guess": won,
        "seconds CPU, median": statistics.median(spent),
        "longest": max(spent),
    }


def no_guess(mines: int, boards: int) -> Row:
    """Search for boards of 30x16 without a guess."""
    get_ready()
    spent, tries = [], []
    for number in range(boards):
        began = time.process_time()
        tries.append(without_guess(Board(30, 16, mines, "noguess", f"{SEED}.{number}"), Cell(3, 3))[1])
        spent.append(1000 * (time.process_time() - began))
    return {
        "mines on 30x16": mines, "boards": boards, "ms CPU, median": statistics.median(spent), "longest": max(spent),
        "tries, mean": statistics.mean(tries),
    }  # fmt: skip


def jminesweeper(level: int, games: int) -> Row:
    """Play 20x10 by the rules of JMinesweeper: any cell may be a bomb, marks win, and wrong ones cost nothing."""
    get_ready()
    rng, won = Random(SEED), 0
    began = time.process_time()
    for number in range(games):
        state = GAME.new(Options(20, 10, level), Random(f"{SEED} {level} {number}"))
        bot = SweeperBot("expert")
        while not (outcome := GAME.outcome(state)):
            action = bot.choose(GAME.view(state, 0), rng)
            assert action is not None
            state = GAME.apply(state, 0, action)
        won += 0 in outcome.winners
    low, high = Tally(games=games, wins=won).interval()
    return {
        "level": level, "games": games, "won, %": 100 * won / games, "low": 100 * low, "high": 100 * high,
        "games/s CPU": games / (time.process_time() - began),
    }  # fmt: skip


def alone(games: int) -> Row:
    """Play Expert as Python, without the compiled engine."""
    spare, total = Machine(), Tally()
    for one in play(_board("expert", "safe"), Cell(0, 0), "expert", range(games), time.process_time, by=spare):
        total += one
    return {
        "games": games, "won": total.wins, "games/s CPU": games / total.spent_s,
        "longest choice, ms CPU": 1000 * total.worst_call_s,
    }  # fmt: skip


#: Plays Expert games in a process of its own, and prints the most memory that it has had, in KB.
_PLAY = """
import re, sys, time
from pathlib import Path
from fogfield import warm
from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.measuring import play
assert warm.load()
for one in play(Board(30, 16, 99, "safe", "bench"), Cell(0, 0), "expert", range(int(sys.argv[1])), time.process_time):
    pass
print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def memory(games: int) -> Row:
    """Say how much memory a process has had that played so many Expert games.

    Linux says it itself; `getrusage` would count what was inherited from this process, too.
    """
    get_ready()
    done = subprocess.run([sys.executable, "-c", _PLAY, str(games)], check=True, capture_output=True, text=True)
    return {"games": games, "MB": int(done.stdout) / 1024}


def start(runs: int) -> Row:
    """Ask about a position of Expert in a process of its own, again and again: from its start to its end."""
    get_ready()
    text = "mines 99\n" + "\n".join(["?" * 30] * 14 + ["?" * 12 + "1" + "?" * 17, "?" * 30])
    took, spent = [], []
    for _ in range(runs):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "fogfield", "solve", "--position", "-"]
        subprocess.run(command, input=text, check=True, capture_output=True, text=True)
        took.append(time.perf_counter() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {"runs": runs, "seconds, median": statistics.median(took), "seconds CPU, median": statistics.median(spent)}


def bars(tables: dict[str, list[Row]]) -> list[Bar]:
    """Give what is promised."""
    found = []
    for row, (_, _, _, _, share, speed) in zip(tables["wins"], GAMES, strict=True):
        name = f"{row['board']} {row['start']}, {row['level']}"
        found.append(Bar(f"{name}: won, %", row["won, %"], least=share))
        if speed:
            found.append(Bar(f"{name}: games/s CPU", row["games/s CPU"], least=speed))
    worst = max(row["longest choice, ms CPU"] for row in tables["wins"] if row["board"] == "expert")
    found.append(Bar("Expert: longest choice, ms CPU", worst, most=100))
    dense = tables["large boards"][-1]
    found.append(Bar("255x255, 25 %: whole board, seconds CPU", dense["seconds CPU"], most=1))
    found.append(Bar("255x255, 25 %: longest choice, ms CPU", dense["longest choice, ms CPU"], most=50))
    found.append(
        Bar("255x255, 5 %: game through the API, seconds CPU", tables["api"][0]["seconds CPU, median"], most=0.1)
    )
    for row, most in zip(tables["no guess"], (5, 150), strict=True):
        found.append(Bar(f"30x16/{row['mines on 30x16']} without a guess: ms CPU", row["ms CPU, median"], most=most))
    slowest = max(row["seconds CPU"] for row in tables["positions"])
    found.append(Bar("any position: proofs, odds, a choice and a reason, seconds CPU", slowest, most=1))
    found.append(Bar("Expert as Python alone: games/s CPU", tables["alone"][0]["games/s CPU"], least=5))
    few, many = (row["MB"] for row in tables["solver memory"])
    found.append(Bar("memory after 12,000 games to that after 1,000", many / few, most=1.02))
    found.append(Bar("a position, start to end: seconds CPU", tables["start"][0]["seconds CPU, median"], most=1))
    for row, least in zip(tables["by marks"], (93, 14), strict=True):
        found.append(Bar(f"JMinesweeper 20x10, level {row['level']}: won, %", row["won, %"], least=least))
    found.append(
        Bar("every position up to 4x4: error", max(row["largest error"] for row in tables["exact"]), most=1e-12)
    )
    refuted = sum(row["refuted proofs"] for table in ("wins", "positions") for row in tables[table])
    return [*found, Bar("refuted proofs", refuted, most=0)]
