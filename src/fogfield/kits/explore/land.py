"""Terrain: what a step costs, the cheapest ways, and what is seen from a field.

A land is its fields, row by row, one character each. Inside, a field is its number in that text: sets of fields are
then whole numbers with one bit for each field, and tables are lists.
"""

from collections.abc import Iterator
from enum import Enum, StrEnum
from functools import lru_cache
from typing import NamedTuple

from fogfield.core.grid import AROUND, Cell, Grid

#: Longer than any way; the length of a way where there is none.
FAR = 10**6


class Terrain(StrEnum):
    """What a field is."""

    WATER = "~"
    GRASS = "."
    MOUNTAIN = "^"


#: Commands that it takes to enter a field, and as many to leave it; nobody can swim.
EFFORT = {Terrain.GRASS.value: 1, Terrain.MOUNTAIN.value: 2}


class Direction(Enum):
    """A step: how far down, and how far to the right."""

    __hash__ = object.__hash__  # that of Enum is written in Python

    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)

    def from_cell(self, cell: Cell) -> Cell:
        """Give the neighbour in this direction, which may lie outside."""
        return Cell(cell.row + self.value[0], cell.col + self.value[1])


class Land(NamedTuple):
    """A rectangle of fields."""

    rows: int
    cols: int
    text: str

    def at(self, cell: Cell) -> Terrain:
        """Give the terrain of a field."""
        return Terrain(self.text[cell.row * self.cols + cell.col])

    def has(self, cell: Cell) -> bool:
        """Say whether there is such a field."""
        return 0 <= cell.row < self.rows and 0 <= cell.col < self.cols

    def number(self, cell: Cell) -> int:
        """Give the number of a field."""
        return cell.row * self.cols + cell.col

    def cell(self, number: int) -> Cell:
        """Give the field that has this number."""
        return Cell(*divmod(number, self.cols))

    def cells(self, terrain: Terrain) -> list[Cell]:
        """Give all fields of one kind."""
        return [self.cell(number) for number, char in enumerate(self.text) if char == terrain]


def join(first: Land, second: Land, *, wide: bool) -> Land:
    """Put a land to the right of another (`wide`), or below it."""
    if not wide:
        return Land(first.rows + second.rows, first.cols, first.text + second.text)
    lines = zip(_lines(first), _lines(second), strict=True)
    return Land(first.rows, first.cols + second.cols, "".join(left + right for left, right in lines))


def _lines(land: Land) -> Iterator[str]:
    return (land.text[start : start + land.cols] for start in range(0, len(land.text), land.cols))


def step_cost(land: Land, start: Cell, goal: Cell) -> int:
    """Give the commands that a step takes: to leave a field, and to enter the next."""
    return EFFORT[land.at(start)] + EFFORT[land.at(goal)]


def seen_from(land: Land, cell: Cell) -> frozenset[Cell]:
    """Give what somebody sees who enters a field: that field, and from a mountain all around it."""
    if land.at(cell) is not Terrain.MOUNTAIN:
        return frozenset((cell,))
    return frozenset((cell, *Grid(land.rows, land.cols).near(cell, AROUND)))


class Ways:
    """What is worth knowing of a land before walking through it. Use `ways`, which remembers the last ones."""

    def __init__(self, land: Land) -> None:
        self.land = land
        numbers = range(len(land.text))
        #: The steps from each field: to which field, at what cost. None from water, and none into it.
        self.steps = [self._steps(number) for number in numbers]
        #: What is seen from each field, as a set of bits.
        self.sights = [self._sight(number) for number in numbers]
        self._distances: dict[int, list[int]] = {}

    def _steps(self, number: int) -> list[tuple[int, int]]:
        land, effort = self.land, EFFORT.get(self.land.text[number])
        found: list[tuple[int, int]] = []
        if effort is None:
            return found
        for direction in Direction:
            cell = direction.from_cell(land.cell(number))
            other = EFFORT.get(land.text[land.number(cell)]) if land.has(cell) else None
            if other is not None:
                found.append((land.number(cell), effort + other))
        return found

    def _sight(self, number: int) -> int:
        if self.land.text[number] == Terrain.WATER:
            return 0
        return sum(1 << self.land.number(cell) for cell in seen_from(self.land, self.land.cell(number)))

    def distances(self, start: int) -> list[int]:
        """Give the commands from a field to every other, FAR where there is no way. Ways back are as long."""
        found = self._distances.get(start)
        if found is None:
            found = self._distances[start] = self._cheapest(start)
        return found

    def _cheapest(self, start: int) -> list[int]:
        """Go outward, cost by cost: no step costs more than 4."""
        costs = [FAR] * len(self.steps)
        costs[start] = cost = 0
        due: list[list[int]] = [[start], [], [], [], []]
        while any(due):
            for here in due[0]:
                if costs[here] == cost:
                    for there, step in self.steps[here]:
                        if cost + step < costs[there]:
                            costs[there] = cost + step
                            due[step].append(there)
            due = [*due[1:], []]
            cost += 1
        return costs

    def path(self, start: int, goal: int) -> list[int]:
        """Give the fields of a cheapest way, without the first. There must be a way."""
        costs = self.distances(goal)
        here, found = start, []
        while here != goal:
            here = next(there for there, step in self.steps[here] if costs[there] + step == costs[here])
            found.append(here)
        return found

    def reached_from(self, start: int) -> int:
        """Give all fields to which there is a way, as a set of bits."""
        found = fresh = 1 << start
        while fresh:
            fresh = sum({1 << there for here in bits(fresh) for there, _ in self.steps[here]}) & ~found
            found |= fresh
        return found

    def connected(self) -> bool:
        """Say whether there is a way from every field that is no water to every other."""
        dry = [number for number, char in enumerate(self.land.text) if char != Terrain.WATER]
        return not dry or self.reached_from(dry[0]).bit_count() == len(dry)


@lru_cache(maxsize=64)
def ways(land: Land) -> Ways:
    """Give the ways through a land."""
    return Ways(land)


def bits(mask: int) -> Iterator[int]:
    """Give the numbers in a set of bits, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
