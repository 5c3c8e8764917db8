"""The solver as others see it: it is told what is open, and says what is certain, how likely the rest is, what to open.

It never sees more than it was told, so whoever gives it a view gives it no secret.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.boards import STARTS, best_first
from fogfield.kits.mines.engine import choosing, joining, layout, listing, serving, weighing
from fogfield.kits.mines.machine import Machine, machine
from fogfield.kits.mines.telling import named

#: How well to play, the weakest first.
LEVELS = {"simple": choosing.SIMPLE, "odds": choosing.ODDS, "expert": choosing.EXPERT}
#: What `tell` is given for a cell that is known to be a mine.
MINE = serving.IS_MINE

#: How a cell was found that is certainly safe.
PROVED = "it is proved to be safe"
_HOW = {
    weighing.BY_ODDS: "the lowest risk",
    weighing.BY_LOOKING: "the best chance to survive this cell and the next one",
    weighing.BY_TREE: "the best way through all that is still possible, played to the end",
    weighing.BY_PROMISE: "the lowest risk, and of several what promises most for the next step",
    weighing.SO_FAR: "the best that was found so far: to look at everything would take too long",
}


class NoSolution(FogfieldError):
    """What was told of a board cannot be true."""


class Proved(NamedTuple):
    """The closed cells that are certainly safe, and those that are certainly mines."""

    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]


class Odds(NamedTuple):
    """The risk of every closed cell, 0 and 1 only where that is proved; if they are not exact, `doubt` says why."""

    risks: dict[Cell, float]
    doubt: str

    def certain(self) -> Proved:
        """Give the cells whose risk is 0 or 1."""
        safe, mines = (tuple([cell for cell, risk in self.risks.items() if risk == sure]) for sure in (0.0, 1.0))
        return Proved(safe, mines)


class Choice(NamedTuple):
    """A cell to open, its risk, and how it was found."""

    cell: Cell
    risk: float
    how: str
    doubt: str = ""


class Solver:
    """What can be known of one board. Tell it what is open; it remembers, and examines only what changed.

    Where nobody knows how many mines there are, `mines` is None: proofs then come from numbers alone. By the start rule
    (`boards.STARTS`) it chooses the first cell, and knows whether that one can be a mine. Where marks win and wrong
    ones are free (`free_marks`), luck never decides between two cells: both are marked, one after the other.
    """

    def __init__(
        self, rows: int, cols: int, mines: int | None, start: str = "unsafe", *, free_marks: bool = False
    ) -> None:
        if not (1 <= rows <= layout.MOST_SIDE and 1 <= cols <= layout.MOST_SIDE):
            raise FogfieldError(f"a board of {rows}x{cols} is too small or too large: from 1x1 to 255x255 are possible")
        if mines is not None and not 0 <= mines <= rows * cols:
            raise FogfieldError(f"{count(mines, 'mine does', 'mines do')} not fit on a board of {rows}x{cols}")
        self.grid = Grid(rows, cols)
        self.mines = mines
        self.start = start
        self._pairs = not free_marks
        self._told: dict[int, int] = {}
        self._known: set[int] = set()  # places that were proved to be mines
        self._read = 0

    def tell(self, shown: Iterable[tuple[Cell, int]]) -> None:
        """Tell which cells are open and what they show, or that they are a MINE; to tell it again does no harm."""
        found = self._engine()
        try:
            self._tell(found, self._note(shown))
        except FogfieldError:
            found.owner = None  # what was noted before that is told anew
            raise

    def _note(self, shown: Iterable[tuple[Cell, int]]) -> list[int]:
        """Remember what is told, and give what is new of it."""
        rows, cols = self.grid.rows, self.grid.cols
        stride = cols + 2
        new = []
        told = self._told
        for (row, col), digit in shown:
            place = (row + 1) * stride + col + 1
            if (before := told.get(place)) is None:
                if not (0 <= row < rows and 0 <= col < cols and (0 <= digit <= 8 or digit == MINE)):
                    raise FogfieldError(f"no cell of this board is {named(Cell(row, col))} and shows {digit}")
                told[place] = digit
                new.append(place << 4 | digit)
            elif before != digit:
                raise NoSolution(f"this board is impossible: {named(Cell(row, col))} was something else before")
        return new

    def proved(self) -> Proved:
        """Say what is certain. How many mines are left is considered only if the numbers alone prove no cell safe."""
        found = self._prove("odds")
        m = found.m
        fresh = found.ints(layout.LEARNT + self._read, m[layout.LEARNTS] - self._read)
        self._read += len(fresh)
        self._known.update(place for place in fresh if m[layout.STATE + place] == layout.MINE)
        mines = [place for place in self._known if self._told.get(place) != MINE]
        return Proved(self._safe(found), self._cells(mines))

    def safe(self) -> tuple[Cell, ...]:
        """Say which closed cells are certainly safe; on a large board that is much quicker than `proved`."""
        return self._safe(self._prove("odds"))

    def odds(self) -> Odds:
        """Give the risk of every closed cell; before the first one that is the risk of opening it first."""
        if not self._told and self.start != "unsafe":
            return Odds(dict.fromkeys(self.grid, 0.0), "")
        found = self._prove("odds", serving.RISKS)
        return Odds(self._risks(found), self._doubt(found))

    def estimates(self) -> Odds:
        """Give the risks as the level `simple` sees them; what was proved before is forgotten."""
        machine().owner = None
        found = self._prove("simple")
        found.run(serving.CHOOSE_CELL)
        return Odds(self._risks(found), "not exact: the level simple looks at one number at a time")

    def _risks(self, found: Machine) -> dict[Cell, float]:
        stride = self.grid.cols + 2
        states = found.ints(layout.STATE, stride * (self.grid.rows + 2))
        risks = found.floats(layout.RISK, len(states))
        sure = {layout.SAFE: 0.0, layout.MINE: 1.0}
        return {
            _cell(place, stride): sure[state] if state in sure else _unsure(risks[place])
            for place, state in enumerate(states)
            if state in (layout.UNKNOWN, layout.SAFE, layout.MINE) and place not in self._told
        }

    def choose(self, level: str = "expert") -> Choice | None:
        """Choose a cell to open; None if all that is closed is a mine."""
        found = self._prove(level)
        m, stride = found.m, self.grid.cols + 2
        if m[layout.SAFES]:
            return Choice(_cell(int(m[layout.SAFE_LIST + m[layout.SAFES] - 1]), stride), 0.0, PROVED)
        if m[layout.UNKNOWNS] == 0:
            return None
        if not self._told:
            return self._first()
        found.run(serving.CHOOSE_CELL)
        place = int(m[layout.CHOICE])
        risk = _unsure(float(found.f[layout.RISK + place]))
        how = "the lowest risk, by the worst number beside a cell" if level == "simple" else _HOW[int(m[layout.REASON])]
        if twin := int(m[layout.TWIN + place]):
            other = named(_cell(twin, stride))
            how = f"nothing will ever tell it from {other}: one of both is a mine, so luck may as well decide now"
        return Choice(_cell(place, stride), risk, how, self._doubt(found))

    def _first(self) -> Choice:
        cell = best_first(self.grid, self.start)
        risk = joining.USUAL_PERCENT / 100 if self.mines is None else self.mines / len(self.grid)
        how = "a corner has the fewest neighbours, so it is the likeliest to open an area"
        if STARTS[self.start] == STARTS["zero"]:
            how = "it opens an area, and with one that is near a corner most games are won"
        return Choice(cell, _unsure(risk) if self.start == "unsafe" else 0.0, how)

    def solutions(self) -> list[frozenset[Cell]]:
        """Give all ways in which the mines can lie, if they are few enough to be listed; else nothing."""
        choice = self.choose("expert")
        found = self._engine()
        m = found.m
        if choice is None or choice.risk == 0.0 or m[layout.REASON] != weighing.BY_TREE or not self._told:
            return []
        known = frozenset(self.proved().mines) | set(
            self._cells([at for at, digit in self._told.items() if digit == MINE])
        )
        cells = self._cells(found.ints(layout.T_CELL, m[layout.SCELLS]))
        rows = (found.ints(layout.T_MINE + layout.MOST_SOLUTION_CELLS * k, len(cells)) for k in range(m[layout.SOLS]))
        return [known | {cell for cell, shown in zip(cells, row, strict=True) if shown == listing.BANG} for row in rows]

    def _safe(self, found: Machine) -> tuple[Cell, ...]:
        return self._cells(found.ints(layout.SAFE_LIST, found.m[layout.SAFES]))

    def _cells(self, places: list[int]) -> tuple[Cell, ...]:
        known = _padded(self.grid.rows, self.grid.cols)
        return tuple([known[place] for place in places])

    def _prove(self, level: str, command: int = serving.PROVE) -> Machine:
        found = self._engine()
        found.m[layout.LEVEL] = LEVELS[level]
        found.run(command)
        if found.m[layout.BROKEN]:
            found.owner = None
            raise NoSolution("this board is impossible: no way to lay the mines gives these numbers")
        return found

    def _doubt(self, found: Machine) -> str:
        pieces = int(found.m[layout.LEFTOUT])
        if pieces:
            counted = count(pieces, "overlapping piece")
            return f"not exact: numbers hang together so widely that they were counted in {counted}"
        if self.mines is None:
            return "not exact: nobody knows how many mines there are"
        if found.m[layout.AVERAGED]:
            return "not exact: there are so many groups of numbers that the mines are shared out by average"
        if found.m[layout.DIM]:
            return "not exact: so few mines are left, or so many, that their weights are too faint to be told apart"
        return ""

    def _engine(self) -> Machine:
        """Give the machine with this board in it."""
        found = machine()
        if found.owner is not self:
            found.owner = self
            mines = joining.NO_COUNT if self.mines is None else self.mines
            found.set_board(self.grid.rows, self.grid.cols, mines, pairs=self._pairs)
            found.run(serving.CLEAR)
            self._known, self._read = set(), 0
            self._tell(found, [place << 4 | digit for place, digit in self._told.items()])
        return found

    def _tell(self, found: Machine, codes: list[int]) -> None:
        if codes:
            found.write(layout.INPUT, codes)
            found.m[layout.INPUTS] = len(codes)
            found.run(serving.TELL)


def _unsure(risk: float) -> float:
    """Keep a risk that is not proved from 0 and 1, to which a float may have rounded it."""
    return min(max(risk, 2.0**-1000), 1.0 - 2.0**-53)


@lru_cache(maxsize=8)
def _padded(rows: int, cols: int) -> list[Cell]:
    """Give the cells of a board with its border, as the engine counts them."""
    return [Cell(row, col) for row in range(-1, rows + 1) for col in range(-1, cols + 1)]


def _cell(place: int, stride: int) -> Cell:
    return Cell(place // stride - 1, place % stride - 1)
