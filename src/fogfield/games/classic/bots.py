"""Bots of three levels: they see a view, ask the solver of `kits/mines`, and open what it says."""

from random import Random

from fogfield.core.belief import Belief
from fogfield.core.grid import Cell, Grid
from fogfield.games.classic.rules import Action, Reveal
from fogfield.games.classic.view import View
from fogfield.kits.mines import believing
from fogfield.kits.mines.position import digits
from fogfield.kits.mines.sweeping import Sweeper, schools


class SweeperBot:
    """Plays at one level. It sets no flags: nobody wins by them."""

    def __init__(self, level: str) -> None:
        self._sweeper = Sweeper(level)

    def choose(self, view: View, rng: Random) -> Action | None:
        """Open what is safe, or the best guess."""
        if view.outcome:
            return None
        grid = Grid(view.rows, view.columns)
        cell = self._sweeper.plan(grid, view.mines, shown(view), view.start).cell
        return Reveal(cell) if cell is not None else None

    def over(self, view: View, rng: Random) -> None:
        """Forget it."""


def shown(view: View) -> dict[Cell, int]:
    """Read the digits of a view."""
    return digits(line.decode() for line in view.faces)


def believe(view: View) -> Belief:
    """Say how likely a mine is on each closed cell."""
    return believing.believe(Grid(view.rows, view.columns), view.mines, shown(view), start=view.start)


BOTS = schools(SweeperBot)
