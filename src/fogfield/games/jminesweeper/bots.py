"""Bots of three levels: they see a view, ask the solver of `kits/mines`, and mark all bombs once they are known."""

from random import Random
from typing import TypeAlias

from fogfield.core.belief import Belief
from fogfield.core.grid import Cell, Grid
from fogfield.games.jminesweeper import faces
from fogfield.games.jminesweeper.rules import Action, Reveal, ToggleMark
from fogfield.games.jminesweeper.view import View
from fogfield.kits.mines import believing
from fogfield.kits.mines.position import digits
from fogfield.kits.mines.sweeping import Plan, Sweeper, schools

#: What is known: the size, how many bombs there are, and what is open.
Board: TypeAlias = tuple[Grid, int, dict[Cell, int]]

_MARKED = (faces.MARK + faces.MARKED_BOMB).decode()


class SweeperBot:
    """Plays at one level. Marks win the game, so they are set at the end, when every bomb is known.

    A wrong mark costs nothing (#9). So where only a few ways are left in which the bombs can lie, the expert marks one
    after the other instead of guessing.
    """

    def __init__(self, level: str) -> None:
        self._sweeper = Sweeper(level, free_marks=True)
        self._tried: set[frozenset[Cell]] = set()
        self._planned: tuple[Board, Plan] | None = None

    def choose(self, view: View, rng: Random) -> Action | None:
        """Reveal what is safe, or the best guess; mark the bombs when all are known. Debug mode shows it nothing."""
        if view.outcome:
            return None
        rows = [line.decode() for line in view.faces]
        cells = [(Cell(row, col), char) for row, line in enumerate(rows) for col, char in enumerate(line)]
        marks = {cell for cell, char in cells if char in _MARKED}
        plan = self._plan((Grid(view.options.rows, view.options.columns), view.bombs, shown(view)))
        if len(plan.mines) == view.bombs or plan.cell is None:
            return ToggleMark(min(marks ^ plan.mines))
        if plan.solutions:
            return self._next_try(plan.solutions, frozenset(marks))
        return ToggleMark(plan.cell) if plan.cell in marks else Reveal(plan.cell)

    def _plan(self, board: Board) -> Plan:
        """Plan the next move; marks tell nothing new, so with the same cells open the plan stays the same."""
        if self._planned is None or self._planned[0] != board:
            self._planned = board, self._sweeper.plan(*board)
        return self._planned[1]

    def _next_try(self, solutions: tuple[frozenset[Cell], ...], marks: frozenset[Cell]) -> Action:
        """Set or take away one mark on the way to the nearest solution that was not marked yet."""
        self._tried.add(marks)  # if these were the bombs, the game would be over
        aim = nearest_untried(solutions, marks, self._tried)
        assert aim is not None, "one of all solutions is the truth, and marking it ends the game"
        return ToggleMark(min(marks ^ aim))

    def over(self, view: View, rng: Random) -> None:
        """Forget it."""


def shown(view: View) -> dict[Cell, int]:
    """Read the digits of a view."""
    return digits(line.decode() for line in view.faces)


def believe(view: View) -> Belief:
    """Say how likely a bomb is on each cell that is shut."""
    return believing.believe(Grid(view.options.rows, view.options.columns), view.bombs, shown(view), "bomb")


def nearest_untried(
    solutions: tuple[frozenset[Cell], ...], marks: frozenset[Cell], tried: set[frozenset[Cell]]
) -> frozenset[Cell] | None:
    """Give the solution that was not marked yet and takes the fewest changes of marks."""
    left = [one for one in solutions if one not in tried]
    return min(left, key=lambda one: (len(one ^ marks), sorted(one)), default=None)


BOTS = schools(SweeperBot)
