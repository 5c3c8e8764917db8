"""Advice on a pasted board: everything that is certain, all risks, what to open and why."""

from typing import Any, NamedTuple

from fogfield.core.counting import count
from fogfield.core.grid import Cell
from fogfield.kits.mines import hinting, position
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.reasons import Step, unexplained
from fogfield.kits.mines.solver import MINE, PROVED, Choice, Proved, Solver
from fogfield.kits.mines.telling import named, percent


class Advice(NamedTuple):
    """What a level knows of a position: everything that is certain to it, all risks, what it would do, and why."""

    level: str
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
            "level": self.level, "safe": sorted(self.proved.safe), "mines": sorted(self.proved.mines), "risks": rows,
            "exact": not self.doubt, "doubt": self.doubt,
            "choice": choice and {"cell": choice.cell, "risk": choice.risk, "how": choice.how},
            "reason": self.step.text if self.step else "",
        }  # fmt: skip

    def told(self) -> str:
        """Give it as lines for a terminal: the risk of each closed cell in percent, then what follows from it."""
        grid, _, shown = self.position
        lines = [f"As the level {self.level} sees it:"] if self.level != "expert" else []
        for row in range(grid.rows):
            cells = (Cell(row, col) for col in range(grid.cols))
            lines.append(" ".join(_face(shown.get(cell), self.risks.get(cell, 0.0)) for cell in cells).rstrip())
        if self.doubt:
            lines.append(self.doubt)
        safe, mines = map(len, self.proved)
        sure = count(mines, "certainly a mine", "certainly mines")
        certain = f"{count(safe, 'cell is', 'cells are')} certainly safe, {sure}"
        lines.append(f"{certain if safe or mines else hinting.NOTHING_CERTAIN.capitalize()}.")
        if self.choice:
            cell, risk, how, _ = self.choice
            lines.append(f"Open {named(cell)}: {percent(risk)} risk, {how}.")
        if self.step:
            lines.append(f"Because: {self.step.text}.")
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
    """Look at a board as a level does; a board that is impossible is refused by each of them."""
    solver = Solver(found.grid.rows, found.grid.cols, found.mines)
    solver.tell(found.shown.items())
    easy = solver.safe()  # by the numbers alone, if they prove any
    odds = solver.odds()
    if simple := level == "simple":
        odds, easy = solver.estimates(), ()
    proved = odds.certain()
    if not proved.safe:
        return Advice(level, found, proved, *odds, solver.choose(level), None)
    cell, steps = hinting.argue(found, easy or proved.safe, alone=simple)
    return Advice(level, found, proved, *odds, Choice(cell, 0.0, PROVED), steps[-1] if steps else unexplained(cell))
