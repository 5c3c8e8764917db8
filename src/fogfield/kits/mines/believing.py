"""What the solver believes of a minefield, from what is open."""

from collections.abc import Mapping

from fogfield.core.belief import Belief, Chances, Figure, spread
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.solver import Solver
from fogfield.kits.mines.telling import percent


def believe(
    grid: Grid, mines: int | None, shown: Mapping[Cell, int], noun: str = "mine", start: str = "unsafe"
) -> Belief:
    """Say how likely a mine is on each closed cell, by what the open ones show; `noun` is what it is called."""
    solver = Solver(grid.rows, grid.cols, mines, start)
    solver.tell(shown.items())
    risks, doubt = solver.odds()
    least = min(risks.values(), default=0.0)
    found = sum(risk == 1.0 for risk in risks.values())
    figures = [Figure("The least risk of a closed cell", least, percent(least, 0))]
    if mines:
        figures.append(
            Figure(f"{noun.capitalize()}s whose place is certain", min(1.0, found / mines), f"{found:,} of {mines:,}")
        )
    return Belief((Chances(f"a {noun}", None, spread(grid, risks)),), tuple(figures), doubt)
