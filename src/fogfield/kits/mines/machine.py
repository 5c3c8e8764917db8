"""The engine with its memories: as Python at once, compiled when that is done, and the same answers from both."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from fogfield.kits.mines.engine import layout
from fogfield.kits.mines.engine.caching import empty_cache
from fogfield.kits.mines.engine.choosing import EXPERT
from fogfield.kits.mines.engine.looking import WIDE
from fogfield.kits.mines.engine.serving import BEGIN, LAY, STEP, serve

#: The door of the engine, compiled or not: two memories and a command.
Serve: TypeAlias = Callable[[Any, Any, int], int]


#: How hard to think: solutions and positions of a game tree, positions that are looked at in a choice, digits that are
#: too unlikely to be looked at again.
TREE_SOLUTIONS, TREE_POSITIONS, LOOKS, UNLIKELY = 400, 12_000, 4_000, 0.02
#: Additions after which the solver counts in smaller pieces: compiled, and as Python, so that neither thinks for long.
ENOUGH_COMPILED, ENOUGH_AS_PYTHON = 25_000_000, 1_000_000
#: By how much likelier it is to win with so many safe cells at once than with none.
PROGRESS, MUCH = 0.07, 8.0
#: The shares of mines from which on it is worth to look at cells again, and at many that touch no number.
DENSE, VERY_DENSE = 0.18, 0.22
#: How many of the best are looked at again, and by how much their score may be lower.
DEEP, MARGIN = 3, 0.02
#: Cells that touch no number and are looked at all the same: where mines are very dense, and elsewhere.
MANY_OF_REST, FEW_OF_REST = 40, 6


class Machine:
    """Two memories and the functions that work on them. They hold one board at a time, that of `owner`."""

    def __init__(self, ints: Any = None, floats: Any = None, door: Serve = serve) -> None:
        self.m: Any = [0] * layout.INTS if ints is None else ints
        self.f: Any = [0.0] * layout.FLOATS if floats is None else floats
        self.owner: object = None
        self._serve = door
        _prepare(self.m, self.f)
        self.m[layout.ENOUGH] = ENOUGH_COMPILED if self.is_compiled else ENOUGH_AS_PYTHON

    @property
    def is_compiled(self) -> bool:
        """Say whether the functions are compiled ones."""
        return self._serve is not serve

    def run(self, command: int) -> int:
        """Carry out a command."""
        return self._serve(self.m, self.f, command)

    def set_board(self, rows: int, cols: int, mines: int, *, pairs: bool = True) -> None:
        """Say which boards come, and whether pairs that nothing tells apart cost anything.

        A third step is worth its time only where mines are dense; elsewhere it does harm. Components are kept by the
        places of their cells, and only boards of one width agree which of these touch.
        """
        m, f = self.m, self.f
        if m[layout.COLS] != cols:
            empty_cache(m)
        m[layout.ROWS], m[layout.COLS], m[layout.MINES] = rows, cols, mines
        m[layout.PAIRS] = int(pairs)
        cells = rows * cols
        m[layout.DEEP], f[layout.MARGIN] = (DEEP, MARGIN) if mines >= DENSE * cells else (0, 0.0)
        m[layout.OF_REST] = MANY_OF_REST if mines >= VERY_DENSE * cells and cells <= WIDE else FEW_OF_REST
        f[layout.PROGRESS], f[layout.MUCH] = PROGRESS, MUCH

    def warm_up(self) -> None:
        """Play a board, so that memory is there and code is loaded before somebody waits for a choice."""
        m = self.m
        self.set_board(16, 30, 99)
        m[layout.LEVEL] = EXPERT
        m[layout.START], m[layout.LIVES], m[layout.FIRST], m[layout.SEED_A] = 0, 1, 33, 1
        for command in (LAY, BEGIN):
            self.run(command)
        while self.run(STEP):
            pass

    def ints(self, first: int, count: int) -> list[int]:
        """Read a list out of the memory."""
        found = self.m[first : first + count]
        return found if isinstance(found, list) else found.tolist()

    def floats(self, first: int, count: int) -> list[float]:
        """Read a list of floats."""
        found = self.f[first : first + count]
        return found if isinstance(found, list) else found.tolist()

    def write(self, first: int, values: Sequence[int]) -> None:
        """Write a list into the memory."""
        self.m[first : first + len(values)] = values


def _prepare(m: Any, f: Any) -> None:
    """Write the tables that never change; the random words are the same everywhere."""
    rng = Random(1)  # noqa: S311 (names of things, not secrets)
    m[layout.WORD_A : layout.WORD_A + layout.AREA] = [rng.getrandbits(50) for _ in range(layout.AREA)]
    m[layout.WORD_B : layout.WORD_B + layout.AREA] = [rng.getrandbits(50) for _ in range(layout.AREA)]
    count = layout.MOST_SOLUTIONS
    m[layout.T_WORD : layout.T_WORD + count] = [rng.getrandbits(60) for _ in range(count)]
    for total in range(9):
        for taken in range(total + 1):
            f[layout.CHOOSE + 9 * total + taken] = float(math.comb(total, taken))
    logs = [0.0]
    for k in range(1, layout.AREA):
        logs.append(logs[-1] + math.log(k))
    f[layout.LOG_FACT : layout.LOG_FACT + layout.AREA] = logs
    m[layout.TREE_MOST], m[layout.TREE_NODES], m[layout.BUDGET] = TREE_SOLUTIONS, TREE_POSITIONS, LOOKS
    f[layout.UNLIKELY] = UNLIKELY
    empty_cache(m)


_current: list[Machine] = []


def machine() -> Machine:
    """Give the machine of this process; it is made when it is first needed."""
    if not _current:
        _current.append(Machine())
    return _current[0]


def install(found: Machine) -> None:
    """Put another machine in place, such as one that was compiled meanwhile; boards are told to it again."""
    _current[:] = [found]
