"""A player of any minefield game: it looks at what is open, and says which cell to open or which are mines."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.solver import LEVELS, Solver

Bot = TypeVar("Bot")


class Plan(NamedTuple):
    """What to do next: open a cell, if there is one worth it; and the cells that are certainly mines."""

    cell: Cell | None
    risk: float
    mines: frozenset[Cell]
    #: All ways in which the mines can lie, if only a guess is left and they are few.
    solutions: tuple[frozenset[Cell], ...] = ()


class Sweeper:
    """Plays one board after the other. It remembers a board as long as the next look is at the same one, further on.

    With `free_marks` wrong marks cost nothing, and right ones win.
    """

    def __init__(self, level: str, *, free_marks: bool = False) -> None:
        self.level = level
        self._free_marks = free_marks
        self._solver: Solver | None = None
        self._shown: dict[Cell, int] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Give what goes along to another process: the solver is large, and soon made again from what is open."""
        return {**vars(self), "_solver": None, "_shown": {}}

    def plan(self, grid: Grid, mines: int | None, shown: Mapping[Cell, int], start: str = "unsafe") -> Plan:
        """Plan the next move by what is open: what each of these cells shows; the first one by the start rule."""
        solver = self._solver
        same = solver is not None and (solver.grid, solver.mines, solver.start) == (grid, mines, start)
        if solver is None or not same or not self._shown.items() <= shown.items():
            solver = self._solver = Solver(grid.rows, grid.cols, mines, start, free_marks=self._free_marks)
        self._shown = dict(shown)
        solver.tell(shown.items())
        choice = solver.choose(self.level)
        known = frozenset(solver.proved().mines)
        if choice is None:
            return Plan(None, 0.0, known)
        listed = solver.solutions() if choice.risk and self.level == "expert" else ()
        return Plan(choice.cell, choice.risk, known, tuple(listed))


class Sweepers(Generic[Bot]):
    """The bots of one level in a game, each made with the name of its level."""

    slow = True

    def __init__(self, bot: Callable[[str], Bot], level: str) -> None:
        self._bot = bot
        self._level = level

    def against(self, opponent: str) -> Bot:
        """Send one."""
        return self._bot(self._level)


def schools(bot: Callable[[str], Bot]) -> dict[str, Callable[[], Sweepers[Bot]]]:
    """Give the bots of a game by level, the best first."""
    return {level: partial(Sweepers, bot, level) for level in reversed(LEVELS)}
