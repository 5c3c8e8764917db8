"""Advice on a pasted board: everything that is certain, all risks, what to open and why."""

from typing import Any, NamedTuple

from fogfield.core.grid import Cell
from fogfield.kits.mines import hinting, position
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.reasons import Step, unexplained
from fogfield.kits.mines.solver import MINE, Choice, Proved, Solver
from fogfield.kits.mines.telling import percent


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
            lines.append(f"Open row {row + 1}, column {col + 1}: {percent(self.choice.risk)} risk, {self.choice.how}.")
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
    choice = solver.choose(level)
    return Advice(found, proved, risks, doubt, choice, _reason(found, proved) if proved.safe else None)


def _reason(found: Position, proved: Proved) -> Step:
    """Give the deduction that proves one of the safe cells."""
    cell, steps = hinting.argue(found, proved.safe)
    return steps[-1] if steps else unexplained(cell)
