"""Bots of three levels: they see a view, ask the solver of `kits/mines`, and use as few rounds as they can.

Nobody tells a player of this game how many mines there are, so proofs come from digits alone, and what no digit touches
is as risky as usual.
"""

from random import Random

from fogfield.core.belief import Belief
from fogfield.core.grid import Cell, Grid
from fogfield.games.alpha.rules import FLAG, Action, Verb
from fogfield.games.alpha.view import View
from fogfield.kits.mines import believing
from fogfield.kits.mines.sweeping import Sweeper, schools


class SweeperBot:
    """Plays at one level: every square is revealed or marked once, which is the best score."""

    def __init__(self, level: str) -> None:
        self._sweeper = Sweeper(level)

    def choose(self, view: View, rng: Random) -> Action | None:
        """Mark what is certainly a mine, reveal what is safe, or the best guess."""
        if view.outcome:
            return None
        plan = self._sweeper.plan(_grid(view), None, shown(view))
        for cell in sorted(plan.mines):
            if view.squares[cell.row][cell.col] != FLAG:
                return Action(Verb.MARK, cell)
        if plan.cell is None:
            return Action(Verb.QUIT)
        return Action(Verb.REVEAL, plan.cell)

    def over(self, view: View, rng: Random) -> None:
        """Forget it."""


def shown(view: View) -> dict[Cell, int]:
    """Read the digits of a view."""
    return {
        Cell(row, col): int(char)
        for row, line in enumerate(view.squares)
        for col, char in enumerate(line)
        if char.isdigit()
    }


def believe(view: View) -> Belief:
    """Say how likely a mine is on each square that is not revealed."""
    return believing.believe(_grid(view), None, shown(view))


def _grid(view: View) -> Grid:
    return Grid(len(view.squares), len(view.squares[0]))


BOTS = schools(SweeperBot)
