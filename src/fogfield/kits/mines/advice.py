"""Advice on a position: three strengths of hint, from the view of a player alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines import position
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.reasons import PATIENCE, Knowledge, Step, unexplained
from fogfield.kits.mines.solver import MINE, Choice, Proved, Solver

#: Boards with no more cells are searched as a whole for a hint; on larger ones so many safe cells are tried, each with
#: the numbers that are not farther away than that.
SMALL, FEW, REACH = 1_000, 5, 6
#: Positions that are tried there to find an argument.
LITTLE_PATIENCE = 300
#: The rules of deductions, the simplest first.
RULES = ("number", "pair", "group", "count")


class Advice(NamedTuple):
    """What the solver knows of a position: everything that is certain, all risks, what it would do, and why."""

    position: Position
    proved: Proved
    risks: dict[Cell, float]
    doubt: str
    choice: Choice | None
    step: Step | None

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values; cells count from 0."""
        grid = self.position.grid
        rows = [[self.risks.get(Cell(row, col)) for col in range(grid.cols)] for row in range(grid.rows)]
        choice = self.choice
        return {
            "safe": sorted(self.proved.safe), "mines": sorted(self.proved.mines), "risks": rows,
            "exact": not self.doubt, "doubt": self.doubt,
            "choice": choice and {"cell": choice.cell, "risk": choice.risk, "how": choice.how},
            "reason": self.step.text if self.step else "",
        }  # fmt: skip

    def told(self) -> str:
        """Give it as lines for a terminal: the risk of each closed cell in percent, then what follows from it."""
        grid, _, shown = self.position
        lines = []
        for row in range(grid.rows):
            cells = (Cell(row, col) for col in range(grid.cols))
            lines.append(" ".join(_face(shown.get(cell), self.risks.get(cell, 0.0)) for cell in cells).rstrip())
        if self.doubt:
            lines.append(self.doubt)
        lines.append(f"{len(self.proved.safe)} cells are certainly safe, {len(self.proved.mines)} certainly mines.")
        if self.step:
            lines.append(f"Because: {self.step.text}.")
        if self.choice:
            row, col = self.choice.cell
            lines.append(
                f"Open row {row + 1}, column {col + 1}: {100 * self.choice.risk:.1f} % risk, {self.choice.how}."
            )
        return "\n".join(lines)


def _face(shown: int | None, risk: float) -> str:
    """Draw a cell three characters wide: the digit, or the risk in percent; `ok` and `**` are certain."""
    if shown is not None:
        return f"[{'*' if shown == MINE else shown or ' '}]"
    if risk in (0.0, 1.0):
        return " **" if risk else " ok"
    return f"{min(99, max(1, round(100 * risk))):3}"


def advise(text: str, level: str = "expert") -> Advice:
    """Look at a pasted board."""
    return advise_on(position.read(text), level)


def advise_on(found: Position, level: str = "expert") -> Advice:
    """Look at a board."""
    grid, mines, shown = found
    solver = Solver(grid.rows, grid.cols, mines)
    solver.tell(shown.items())
    proved = solver.proved()
    risks, doubt = solver.odds()
    return Advice(found, proved, risks, doubt, solver.choose(level), _reason(found, proved.safe))


def is_anything_safe(found: Position) -> bool:
    """Give the weakest hint: whether a closed cell is certainly safe."""
    solver = Solver(found.grid.rows, found.grid.cols, found.mines)
    solver.tell(found.shown.items())
    return bool(solver.safe())


def hint(found: Position) -> Step | None:
    """Give the stronger hint: a deduction that proves a cell safe, with its reason; None if there is none.

    On a large board only the surroundings of a few safe cells are searched for it, and the simplest rule is taken.
    """
    solver = Solver(found.grid.rows, found.grid.cols, found.mines)
    solver.tell(found.shown.items())
    return _reason(found, solver.safe())


def _reason(found: Position, safe: Sequence[Cell]) -> Step | None:
    if not safe:
        return None
    if len(found.grid) <= SMALL:
        return next((step for step in _known(found, list(found.grid), PATIENCE).steps() if step.safe), None)
    tried = (_known(found, _window(found.grid, cell), LITTLE_PATIENCE).why_safe(cell) for cell in safe[:FEW])
    steps = [step for step in tried if step]
    return min(steps, key=lambda step: RULES.index(step.rule), default=unexplained(safe[0]))


def _known(found: Position, window: list[Cell], patience: int) -> Knowledge:
    """Give what can be seen through a window."""
    shown = {cell: found.shown[cell] for cell in window if cell in found.shown}
    numbers = {cell: digit for cell, digit in shown.items() if digit != MINE}
    hit = {cell for cell, digit in found.shown.items() if digit == MINE}
    return Knowledge(found.grid, found.mines, numbers, patience, safe=found.shown.keys() - shown.keys() - hit, hit=hit)


def _window(grid: Grid, middle: Cell) -> list[Cell]:
    rows = range(middle.row - REACH, middle.row + REACH + 1)
    cols = range(middle.col - REACH, middle.col + REACH + 1)
    return [cell for row in rows for col in cols if (cell := Cell(row, col)) in grid]
