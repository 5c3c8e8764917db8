"""Why a cell is safe, or a mine: deductions one after the other, the simplest first, each with its reason in words."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.solver import Solver

#: Numbers that an argument may begin with before it is made smaller.
MOST_NUMBERS = 40
#: Positions that are tried to find the few numbers of an argument.
PATIENCE = 2_000


class Step(NamedTuple):
    """One deduction: which cells it proves, and the numbers that prove them.

    The rules: "number" (one of them alone), "pair" (one holds all cells of another), "group" (several together) and
    "count" (with the number of mines that are left).
    """

    rule: str
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    numbers: tuple[Cell, ...]
    text: str


class Knowledge:
    """What is known of a board: what is open, and what was deduced so far."""

    def __init__(self, grid: Grid, mines: int, shown: Mapping[Cell, int], patience: int = PATIENCE) -> None:
        self.grid = grid
        self.total = mines
        self.shown = dict(shown)
        self.mines: set[Cell] = set()
        self.safe: set[Cell] = set()
        self._patience = patience
        self._solver = Solver(grid.rows, grid.cols, mines)

    def open(self, shown: Mapping[Cell, int]) -> None:
        """Add what was opened."""
        self.shown.update(shown)
        self.safe -= shown.keys()

    def lacks(self, number: Cell) -> tuple[int, frozenset[Cell]]:
        """Give how many mines a number lacks, and the cells where they can be."""
        closed = [near for near in self.grid.near(number) if near not in self.shown and near not in self.safe]
        unknown = frozenset(near for near in closed if near not in self.mines)
        return self.shown[number] - (len(closed) - len(unknown)), unknown

    def steps(self) -> Iterator[Step]:
        """Give one deduction after the other, until nothing more follows from what is open."""
        while step := self._by_number() or self._by_pair() or self._by_all():
            self._add(step)
            yield step

    def why_safe(self, cell: Cell) -> Step | None:
        """Give a deduction that proves a cell safe: any by one number or two, or why this one is, if that is found."""
        while step := self._by_number() or self._by_pair():
            self._add(step)
            if step.safe:
                return step
        return self._group(cell, True)

    def _add(self, step: Step) -> None:
        self.safe |= step.safe
        self.mines |= step.mines

    def _open_numbers(self) -> dict[Cell, tuple[int, frozenset[Cell]]]:
        found = {number: self.lacks(number) for number, digit in self.shown.items() if digit}
        return {number: lack for number, lack in found.items() if lack[1]}

    def _by_number(self) -> Step | None:
        for number in self.shown:
            lacks, cells = self.lacks(number)
            if cells and lacks in (0, len(cells)):
                return _single(number, self.shown[number], lacks, cells)
        return None

    def _by_pair(self) -> Step | None:
        numbers = self._open_numbers()
        for first, (lacks, cells) in numbers.items():
            for second in self._around(first, 2):
                if second == first or second not in numbers:
                    continue
                more, others = numbers[second]
                rest = others - cells
                if rest and more - lacks == len(rest):
                    return _pair(first, second, frozenset(), rest, f"lacks {more}, {lacks} at most of them shared")
                if rest and cells <= others and more == lacks:
                    return _pair(first, second, rest, frozenset(), "has the same mines and more cells")
        return None

    def _by_all(self) -> Step | None:
        """Ask the solver what follows from everything together, and look for the few numbers that matter."""
        self._solver.tell(self.shown.items())
        proved = self._solver.proved()
        for safe, cells in ((True, proved.safe), (False, proved.mines)):
            for cell in cells:
                if cell not in self.shown and cell not in self.safe and cell not in self.mines:
                    return self._group(cell, safe) or self._count(proved.safe, proved.mines)
        return None

    def _group(self, cell: Cell, safe: bool) -> Step | None:
        """Find few numbers that prove a cell: ever more of those around it, then without those that do not matter."""
        numbers = self._open_numbers()
        chosen: list[Cell] = []
        patience = [self._patience]
        for radius in range(1, max(self.grid.rows, self.grid.cols)):
            chosen = [number for number in self._around(cell, radius) if number in numbers]
            if len(chosen) > MOST_NUMBERS or patience[0] < 0:
                return None
            if not possible([numbers[one] for one in chosen], cell, patience, mine=safe):
                break
            if len(chosen) == len(numbers):
                return None
        else:
            return None
        for number in sorted(chosen, key=lambda one: -_distance(one, cell)):
            fewer = [one for one in chosen if one != number]
            if not possible([numbers[one] for one in fewer], cell, patience, mine=safe):
                chosen = fewer
        kind = "safe" if safe else "a mine"
        text = f"{_name(cell)} is {kind}: otherwise {_names(chosen)} cannot all be right"
        only = frozenset((cell,))
        return Step("group", only if safe else frozenset(), frozenset() if safe else only, tuple(chosen), text)

    def _count(self, safe: Collection[Cell], mines: Collection[Cell]) -> Step:
        """Say what only the number of mines proves."""
        left = self.total - len(self.mines)
        new_safe = frozenset(safe) - self.shown.keys() - self.safe
        new_mines = frozenset(mines) - self.mines
        noun = "mine is" if left == 1 else "mines are"
        text = f"{left} {noun} left, and with all numbers that fixes {len(new_safe) + len(new_mines)} cells"
        return Step("count", new_safe, new_mines, tuple(self._open_numbers()), text)

    def _around(self, cell: Cell, radius: int) -> Iterator[Cell]:
        rows = range(max(0, cell.row - radius), min(self.grid.rows, cell.row + radius + 1))
        cols = range(max(0, cell.col - radius), min(self.grid.cols, cell.col + radius + 1))
        return (Cell(row, col) for row in rows for col in cols)


class NoProof(FogfieldError):
    """A board cannot be solved without a guess."""


def proof(grid: Grid, mines: frozenset[Cell], first: Cell) -> tuple[Step, ...]:
    """Solve a board from its first cell by deductions alone, and give them in their order: anybody can check them."""
    known = Knowledge(grid, len(mines), {first: sum(near in mines for near in grid.near(first))})
    found: list[Step] = []
    for step in known.steps():
        found.append(step)
        known.open({cell: sum(near in mines for near in grid.near(cell)) for cell in step.safe})
    if len(known.shown) + len(mines) < len(grid):
        raise NoProof(f"after {len(found)} deductions nothing more follows: this board needs a guess")
    return tuple(found)


def possible(conditions: list[tuple[int, frozenset[Cell]]], cell: Cell, patience: list[int], *, mine: bool) -> bool:
    """Say whether a cell can be a mine, or safe, if so many mines lie in each of these sets of cells.

    Every position that is tried takes one from `patience`; when none is left everything counts as possible, which
    proves nothing.
    """
    start: list[tuple[int, frozenset[Cell]]] = []
    for lacks, cells in conditions:
        inside = cell in cells
        start.append((lacks - (inside and mine), cells - {cell} if inside else cells))
    return _satisfiable(start, patience)


def _satisfiable(conditions: list[tuple[int, frozenset[Cell]]], patience: list[int]) -> bool:
    """Say whether mines can be laid that meet all conditions: settle what is forced, then try both ways."""
    patience[0] -= 1
    if patience[0] < 0:
        return True
    while True:
        forced = None
        for lacks, cells in conditions:
            if not 0 <= lacks <= len(cells):
                return False
            if cells and lacks in (0, len(cells)):
                forced = cells, lacks > 0
        if forced is None:
            break
        conditions = _decided(conditions, *forced)
    open_ones = [condition for condition in conditions if condition[1]]
    if not open_ones:
        return True
    cell = next(iter(min(open_ones, key=lambda one: len(one[1]))[1]))
    return any(_satisfiable(_decided(open_ones, frozenset((cell,)), mine), patience) for mine in (True, False))


def _decided(
    conditions: list[tuple[int, frozenset[Cell]]], cells: frozenset[Cell], mine: bool
) -> list[tuple[int, frozenset[Cell]]]:
    return [(lacks - (len(held & cells) if mine else 0), held - cells) for lacks, held in conditions]


def _single(number: Cell, digit: int, lacks: int, cells: frozenset[Cell]) -> Step:
    if lacks:
        text = f"the {digit} at {_name(number)} lacks {lacks}, and has just so many closed cells: {_names(cells)}"
        return Step("number", frozenset(), cells, (number,), text)
    text = f"the {digit} at {_name(number)} has all its mines, so {_are_safe(cells)}"
    return Step("number", cells, frozenset(), (number,), text)


def _pair(first: Cell, second: Cell, safe: frozenset[Cell], mines: frozenset[Cell], why: str) -> Step:
    verdict = _are_safe(safe) if safe else _are_mines(mines)
    text = f"beside the number at {_name(first)}, the one at {_name(second)} {why}: {verdict}"
    return Step("pair", safe, mines, (first, second), text)


def unexplained(cell: Cell) -> Step:
    """Give a deduction whose argument is too long to be told."""
    text = f"{_name(cell)} is safe, which follows from so many numbers together that they are not listed"
    return Step("group", frozenset((cell,)), frozenset(), (), text)


def _distance(one: Cell, other: Cell) -> int:
    return max(abs(one.row - other.row), abs(one.col - other.col))


def _name(cell: Cell) -> str:
    """Name a cell as people count: from 1."""
    return f"row {cell.row + 1}, column {cell.col + 1}"


def _are_safe(cells: Collection[Cell]) -> str:
    return f"{_names(cells)} {'is' if len(cells) == 1 else 'are'} safe"


def _are_mines(cells: Collection[Cell]) -> str:
    return f"{_names(cells)} {'is a mine' if len(cells) == 1 else 'are mines'}"


def _names(cells: Collection[Cell]) -> str:
    return "; ".join(map(_name, sorted(cells)))
