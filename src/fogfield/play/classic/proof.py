"""The proof of a board without a guess, deduction by deduction."""

from fogfield.core.counting import count
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.field import Field, area
from fogfield.kits.mines.reasons import Step, only_opens_area
from fogfield.play.classic.drawing import Marks
from fogfield.play.classic.game import Laid

_STEPS = {
    "right": 1, "l": 1, "d": 1, "space": 1, "enter": 1, "left": -1, "h": -1, "a": -1, "down": 10, "j": 10, "s": 10,
    "up": -10, "k": -10, "w": -10,
}  # fmt: skip
_JUMPS = {"]": 1, "[": -1}
#: What is called trivial: a number whose mines are all known, or that has just enough cells for them.
TRIVIAL = "number"


class Proof:
    """Shows the board before each deduction, with its numbers and what it proves; after the last one all is open.

    What opens by itself around a cell without mines is opened, and not told.
    """

    def __init__(self, grid: Grid, laid: Laid, steps: tuple[Step, ...]) -> None:
        self._grid = grid
        self._laid = laid
        self._steps = [step for step in steps if not only_opens_area(step, grid, laid.mines)]
        self._field = Field.of(grid.rows, grid.cols)
        self._mines = sum(map(self._field.bit, laid.mines))
        self.position = 0

    def _around(self, cell: Cell) -> int:
        """Count the mines around a cell."""
        return sum(near in self._laid.mines for near in self._grid.near(cell))

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self._steps)

    def press(self, key: str) -> None:
        """Go to another deduction."""
        if key in _STEPS:
            self._go(self.position + _STEPS[key])
        elif key in _JUMPS:
            self._jump(_JUMPS[key])
        elif key in ("home", "0", "g"):
            self._go(0)
        elif key in ("end", "$", "G"):
            self._go(self.last)

    def _go(self, position: int) -> None:
        self.position = max(0, min(position, self.last))

    def _jump(self, by: int) -> None:
        """Go to the next deduction that needs more than one number."""
        position = self.position + by
        while 0 <= position < self.last and self._steps[position].rule == TRIVIAL:
            position += by
        self._go(position)

    def step(self) -> Step | None:
        """Give the deduction that comes now."""
        return self._steps[self.position] if self.position < self.last else None

    def marks(self) -> Marks:
        """Point at its cells."""
        step = self.step()
        return Marks(frozenset(step.numbers), step.safe, step.mines) if step else Marks()

    def cursor(self) -> Cell:
        """Give a cell that should be in sight."""
        step = self.step()
        return min(step.safe or step.mines or frozenset(step.numbers)) if step else self._laid.first

    def said(self) -> str:
        """Say which deduction it is, and what it says."""
        step = self.step()
        if step is None:
            return f"That was the proof: {count(self.last, 'deduction')}, and not one guess."
        return f"Deduction {self.position + 1:,} of {self.last:,}: {step.text}."

    def faces(self) -> tuple[bytes, ...]:
        """Draw the board as far as the proof has come: what is proved to be safe is open, mines have flags."""
        rows = [bytearray(b"?" * self._grid.cols) for _ in range(self._grid.rows)]
        done = self._steps[: self.position]
        proved = {self._laid.first, *(cell for step in done for cell in step.safe)}
        for cell in self._field.cells(area(self._field, self._mines, sum(map(self._field.bit, proved)), closed_to=0)):
            around = self._around(cell)
            rows[cell.row][cell.col] = ord(str(around) if around else ".")
        for cell in (cell for step in done for cell in step.mines):
            rows[cell.row][cell.col] = ord("!")
        return tuple(map(bytes, rows))
