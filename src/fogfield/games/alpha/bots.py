"""Bots of three levels: they see a view, ask the solver of `kits/mines`, and use as few rounds as they can.

Nobody tells a player of this game how many mines there are, so proofs come from digits alone, and what no digit touches
is as risky as usual.
"""

from random import Random

from fogfield.core.grid import Cell, Grid
from fogfield.games.alpha.rules import FLAG, Action, Verb
from fogfield.games.alpha.view import View
from fogfield.kits.mines.sweeping import Sweeper, schools


class SweeperBot:
    """Plays at one level: every square is revealed or marked once, which is the best score."""

    def __init__(self, level: str) -> None:
        self._sweeper = Sweeper(level)

    def choose(self, view: View, rng: Random) -> Action | None:
        """Mark what is certainly a mine, reveal what is safe, or the best guess."""
        if view.outcome:
            return None
        squares = {Cell(row, col): char for row, line in enumerate(view.squares) for col, char in enumerate(line)}
        shown = {cell: int(char) for cell, char in squares.items() if char.isdigit()}
        plan = self._sweeper.plan(Grid(len(view.squares), len(view.squares[0])), None, shown)
        for cell in sorted(plan.mines):
            if squares[cell] != FLAG:
                return Action(Verb.MARK, cell)
        if plan.cell is None:
            return Action(Verb.QUIT)
        return Action(Verb.REVEAL, plan.cell)

    def over(self, view: View, rng: Random) -> None:
        """Forget it."""


BOTS = schools(SweeperBot)
