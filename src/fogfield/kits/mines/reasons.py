"""Why a cell is safe, or a mine: deductions one after the other, the simplest first, each with its reason in words."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid, steps_between
from fogfield.kits.mines.solver import Solver
from fogfield.kits.mines.telling import named

#: Numbers that an argument may begin with before it is made smaller.
MOST_NUMBERS = 40
#: Positions that are tried to find the few numbers of an argument.
PATIENCE = 2_000


class Step(NamedTuple):
    """One deduction: which cells it proves, and the numbers that prove them.

    The rules: "number" (one of them alone), "pair" (one holds all cells of another), "group" (several together) and
    "count" (with the number of mines that are left). `text` says it all, `why` the reason alone.
    """

    rule: str
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    numbers: tuple[Cell, ...]
    text: str
    why: str


class Knowledge:
    """What is known of a board: what is open, and what was deduced so far.

    Each number that still has unknown cells keeps them, and how many mines it lacks. What changes tells the numbers
    around, and only those are looked at again: so the work for a proof grows with its cells, not with their square.
    """

    def __init__(
        self,
        grid: Grid,
        mines: int,
        shown: Mapping[Cell, int],
        *,
        safe: Collection[Cell] = (),
        hit: Collection[Cell] = (),
    ) -> None:
        self.grid = grid
        self.total = mines
        self.shown: dict[Cell, int] = {}
        self.mines = set(hit)
        self.safe = set(safe)
        self._solver = Solver(grid.rows, grid.cols, mines)
        self._untold: dict[Cell, int] = {}
        #: The numbers that have unknown cells, in the order in which they were opened: these cells, and their mines.
        self._unknown: dict[Cell, set[Cell]] = {}
        self._lacks: dict[Cell, int] = {}
        #: Numbers that may prove something alone, those that may in a pair, and what changed since the last pair.
        self._ripe: deque[Cell] = deque()
        self._first: deque[Cell] = deque()
        self._changed: dict[Cell, None] = {}
        self.open(shown)

    def open(self, shown: Mapping[Cell, int]) -> None:
        """Add what was opened."""
        new = {cell: digit for cell, digit in shown.items() if cell not in self.shown}
        self.shown.update(new)
        self._untold.update(new)
        for cell in new:
            if cell in self.safe:
                self.safe.remove(cell)
            else:
                self._settle(cell, mine=False)
        for cell, digit in new.items():
            closed = [near for near in self.grid.near(cell) if near not in self.shown and near not in self.safe]
            unknown = {near for near in closed if near not in self.mines}
            self._unknown[cell] = unknown
            self._lacks[cell] = digit - (len(closed) - len(unknown))
            self._look_again(cell)

    def add(self, step: Step) -> None:
        """Add what was deduced."""
        for cell in step.safe:
            if cell not in self.safe and cell not in self.shown:
                self.safe.add(cell)
                self._settle(cell, mine=False)
        for cell in step.mines - self.mines:
            self.mines.add(cell)
            self._settle(cell, mine=True)

    def _settle(self, cell: Cell, *, mine: bool) -> None:
        """Tell the numbers around a cell what it is."""
        for number in self.grid.near(cell):
            unknown = self._unknown.get(number)
            if unknown and cell in unknown:
                unknown.remove(cell)
                self._lacks[number] -= mine
                self._look_again(number)

    def _look_again(self, number: Cell) -> None:
        unknown = self._unknown[number]
        if not unknown:
            del self._unknown[number], self._lacks[number]
            return
        self._changed[number] = None
        if self._lacks[number] in (0, len(unknown)):
            self._ripe.append(number)

    def steps(self, *, alone: bool = False) -> Iterator[Step]:
        """Give one deduction after the other, until nothing more follows from what is open, or from numbers alone."""
        while step := self._by_number() or (None if alone else self._by_pair() or self._by_all()):
            self.add(step)
            yield step

    def _lack(self, number: Cell) -> tuple[int, frozenset[Cell]]:
        """Give how many mines a number lacks, and the cells where they can be."""
        return self._lacks[number], frozenset(self._unknown[number])

    def _by_number(self) -> Step | None:
        while self._ripe:
            number = self._ripe[0]
            if number in self._unknown and self._lacks[number] in (0, len(self._unknown[number])):
                return _single(number, self.shown[number], *self._lack(number))
            self._ripe.popleft()
        return None

    def _by_pair(self) -> Step | None:
        changed = [number for number in self._changed if number in self._unknown]
        self._changed.clear()
        self._first.extend(dict.fromkeys(near for number in changed for near in self._around(number, 2)))
        while self._first:
            if self._first[0] in self._unknown and (step := self._pair_with(self._first[0])):
                return step
            self._first.popleft()
        return None

    def _pair_with(self, first: Cell) -> Step | None:
        """Look for a number that proves something beside this one."""
        lacks, cells = self._lacks[first], self._unknown[first]
        for second in self._around(first, 2):
            if second == first or second not in self._unknown:
                continue
            more, others = self._lacks[second], self._unknown[second]
            rest = frozenset(others - cells)
            if rest and more - lacks == len(rest):
                why = f"lacks {count(more, 'mine')}, of which at most {lacks} can lie where both touch"
                return _pair(first, second, frozenset(), rest, why)
            if rest and cells <= others and more == lacks:
                return _pair(first, second, rest, frozenset(), "lacks no more mines, and touches more cells")
        return None

    def _by_all(self) -> Step | None:
        """Ask the solver what follows from everything together, and look for the few numbers that matter."""
        self._solver.tell(self._untold.items())
        self._untold.clear()
        proved = self._solver.proved()
        for safe, cells in ((True, proved.safe), (False, proved.mines)):
            for cell in cells:
                if cell not in self.shown and cell not in self.safe and cell not in self.mines:
                    return self._group(cell, safe) or self._count(proved.safe, proved.mines)
        return None

    def _group(self, cell: Cell, safe: bool) -> Step | None:
        """Find few numbers that prove a cell: ever more of those around it, then without those that do not matter."""
        numbers = self._unknown
        chosen: list[Cell] = []
        patience = [PATIENCE]
        for radius in range(1, max(self.grid.rows, self.grid.cols)):
            chosen = [number for number in self._around(cell, radius) if number in numbers]
            if len(chosen) > MOST_NUMBERS or patience[0] < 0:
                return None
            if not possible([*map(self._lack, chosen)], cell, patience, mine=safe):
                break
            if len(chosen) == len(numbers):
                return None
        else:
            return None
        for number in sorted(chosen, key=lambda one: -steps_between(one, cell)):
            fewer = [one for one in chosen if one != number]
            if not possible([*map(self._lack, fewer)], cell, patience, mine=safe):
                chosen = fewer
        kind = "safe" if safe else "a mine"
        numbers_at = "the number at" if len(chosen) == 1 else "the numbers at"
        right = "would be wrong" if len(chosen) == 1 else "could not all be right"
        why = f"otherwise {numbers_at} {_names(chosen)} {right}"
        only, none = frozenset((cell,)), frozenset[Cell]()
        found = (only, none) if safe else (none, only)
        return Step("group", *found, tuple(chosen), f"{named(cell)} is {kind}: {why}", why)

    def _count(self, safe: Collection[Cell], mines: Collection[Cell]) -> Step:
        """Say what only the number of mines proves."""
        left = self.total - len(self.mines)
        new_safe = frozenset(safe) - self.shown.keys() - self.safe
        new_mines = frozenset(mines) - self.mines
        return by_count(left, new_safe, new_mines, self._unknown)

    def _around(self, cell: Cell, radius: int) -> Iterator[Cell]:
        rows = range(max(0, cell.row - radius), min(self.grid.rows, cell.row + radius + 1))
        cols = range(max(0, cell.col - radius), min(self.grid.cols, cell.col + radius + 1))
        return (Cell(row, col) for row in rows for col in cols)


def only_opens_area(step: Step, grid: Grid, mines: frozenset[Cell]) -> bool:
    """Say whether a deduction only opens what lies around a cell without mines, which games do by themselves."""
    return step.rule == "number" and not any(near in mines for near in grid.near(step.numbers[0]))


class NoProof(FogfieldError):
    """A board cannot be solved without a guess."""


def proof(grid: Grid, mines: frozenset[Cell], first: Cell) -> tuple[Step, ...]:
    """Solve a board from its first cell by deductions alone, and give them in their order: anybody can check them."""
    known = Knowledge(grid, len(mines), {first: sum(near in mines for near in grid.near(first))})
    found: list[Step] = []
    for step in known.steps():
        found.append(step)
        known.open({cell: sum(near in mines for near in grid.near(cell)) for cell in sorted(step.safe)})
    if len(known.shown) + len(mines) < len(grid):
        raise NoProof(f"after {count(len(found), 'deduction')} nothing more follows: this board needs a guess")
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
        why = f"the {digit} at {named(number)} lacks {lacks}, and has exactly as many closed cells"
        return Step("number", frozenset(), cells, (number,), f"{why}: {_names(cells)}", why)
    why = f"the {digit} at {named(number)} has all its mines"
    return Step("number", cells, frozenset(), (number,), f"{why}, so {_are_safe(cells)}", why)


def _pair(first: Cell, second: Cell, safe: frozenset[Cell], mines: frozenset[Cell], why: str) -> Step:
    verdict = _are_safe(safe) if safe else _are_mines(mines)
    why = f"beside the number at {named(first)}, the one at {named(second)} {why}"
    return Step("pair", safe, mines, (first, second), f"{why}: {verdict}", why)


def by_count(left: int, safe: Collection[Cell], mines: Collection[Cell], numbers: Collection[Cell]) -> Step:
    """Give the deduction of what only the number of mines proves, when so many of them are left."""
    fixed = count(len(safe) + len(mines), "cell")
    text = f"{count(left, 'mine is', 'mines are')} left, and with all numbers that fixes {fixed}"
    return Step("count", frozenset(safe), frozenset(mines), tuple(numbers), text, text)


def unexplained(cell: Cell) -> Step:
    """Give a deduction whose argument is too long to be told."""
    why = "it follows from so many numbers together that they are not listed"
    return Step("group", frozenset((cell,)), frozenset(), (), f"{named(cell)} is safe: {why}", why)


def _are_safe(cells: Collection[Cell]) -> str:
    return f"{_names(cells)} {'is' if len(cells) == 1 else 'are'} safe"


def _are_mines(cells: Collection[Cell]) -> str:
    return f"{_names(cells)} {'is a mine' if len(cells) == 1 else 'are mines'}"


def _names(cells: Collection[Cell]) -> str:
    return "; ".join(map(named, sorted(cells)))
