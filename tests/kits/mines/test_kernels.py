"""The engine compiled gives the same answers as the engine as Python, bit for bit."""

import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import pytest
from bench.mines_exact import SIZES, Checker, open_sets
from support.boards import random_board

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines import kernels
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.boards import Board, without_guess
from fogfield.kits.mines.engine import layout
from fogfield.kits.mines.machine import Machine
from fogfield.kits.mines.measuring import Tally, play
from fogfield.kits.mines.solver import Odds, Solver

#: So many positions there are to ask about, by rows and columns. Of 4x4 it is a third at a time.
POSITIONS = {
    (1, 1): 3, (2, 1): 6, (2, 2): 18, (3, 1): 16, (3, 2): 150, (3, 3): 2_119, (4, 1): 38, (4, 2): 942, (4, 3): 71_444,
}  # fmt: skip
THIRD_OF_4X4 = 700_000


@pytest.fixture
def both(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> tuple[Machine, Machine]:
    plain = Machine()
    plain.m[layout.ENOUGH] = compiled.m[layout.ENOUGH]  # Python would have less
    monkeypatch.setattr(machines, "_current", [plain])
    return plain, compiled


def games(found: Machine, board: Board, level: str, numbers: range) -> list[Tally]:
    machines.install(found)
    return list(play(board, Cell(3, 3), level, numbers, partial(next, count(0.0, 1.0))))


@pytest.mark.long
@pytest.mark.timeout(900)  # compiling, the first time and on a busy machine
@pytest.mark.parametrize("level", ["simple", "odds", "expert"])
def test_both_play_the_same_games(both: tuple[Machine, Machine], level: str) -> None:
    board = Board(30, 16, 99, "safe", "fern")
    assert games(both[0], board, level, range(15)) == games(both[1], board, level, range(15))


@pytest.mark.timeout(900)
def test_both_give_the_same_odds_to_the_last_bit(both: tuple[Machine, Machine]) -> None:
    def odds(found: Machine) -> list[Odds]:
        machines.install(found)
        rng, told = Random(4), []
        for _ in range(40):
            grid, mines, numbers = random_board(rng, most_side=9, most_mines=20)
            solver = Solver(grid.rows, grid.cols, len(mines))
            solver.tell(numbers.items())
            told.append(solver.odds())
        return told

    assert odds(both[0]) == odds(both[1])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("rows", "cols", "part", "parts"),
    [*((rows, cols, 0, 1) for rows, cols in SIZES if rows * cols < 16), *((4, 4, part, 3) for part in range(3))],
)
def test_odds_are_those_of_brute_force(
    both: tuple[Machine, Machine], rows: int, cols: int, part: int, parts: int
) -> None:
    """All positions of all boards up to 4x4, whichever cells are open and however many mines there are."""
    machines.install(both[1])
    checker = Checker(Grid(rows, cols))
    for open_set in open_sets(checker.grid)[part::parts]:
        checker.check(open_set)
    assert checker.positions == POSITIONS.get((rows, cols)) or checker.positions > THIRD_OF_4X4
    assert (checker.missed, checker.unproved) == (0, 0)
    assert checker.worst <= 1e-12


#: Plays Expert games, and prints the most memory that it had after a tenth of them and after all, in KB.
PLAY = """
import re, time
from pathlib import Path
from fogfield import warm
from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.measuring import play
assert warm.load()
for number, _ in enumerate(play(Board(30, 16, 99, "safe", "moss"), Cell(0, 0), "expert", range(4_000), time.time), 1):
    if number in (400, 4_000):
        print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.long
@pytest.mark.timeout(900)
def test_four_thousand_games_need_no_more_memory_than_four_hundred(compiled: Machine) -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], check=True, stdout=subprocess.PIPE)
    early, late = map(int, done.stdout.split())
    assert late <= 1.02 * early


@pytest.mark.timeout(900)
def test_both_find_the_same_board_without_a_guess(both: tuple[Machine, Machine]) -> None:
    def found(one: Machine) -> tuple[frozenset[Cell], int]:
        machines.install(one)
        return without_guess(Board(16, 16, 50, "noguess", "reed"), Cell(5, 5))

    assert found(both[0]) == found(both[1])


def test_the_name_of_an_engine_depends_on_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernels.fingerprint()
    kernels.fingerprint.cache_clear()
    assert kernels.fingerprint() == before
    kernels.fingerprint.cache_clear()
    changed = {path: {**known, "MANY": 41} for path, known in kernels._modules().items()}
    monkeypatch.setattr(kernels, "_modules", lambda: changed)
    assert kernels.fingerprint() != before
    kernels.fingerprint.cache_clear()


def test_who_wants_to_load_an_engine_that_is_not_there_never_waits_for_the_compiler(tmp_path: Path) -> None:
    if not kernels.available():
        pytest.skip("numba is not installed: pip install 'fogfield[fast]'")
    with pytest.raises(kernels.NotCompiledError, match="no engine for this machine"):
        kernels.loaded(str(tmp_path))


def test_a_processor_that_can_do_less_has_an_engine_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    if not kernels.available():
        pytest.skip("numba is not installed: pip install 'fogfield[fast]'")
    import numba

    here = kernels.target()
    monkeypatch.setattr(numba.config, "CPU_FEATURES", "-avx512f")
    assert kernels.target() != here
