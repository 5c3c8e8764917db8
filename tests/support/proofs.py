"""A checker of proofs that shares nothing with the solver: it opens a board step by step and believes no step.

A condition is a set of cells and how many mines they hold. A cell is proved if its opposite contradicts the conditions
that a step names, which is tried to the end.
"""

from collections.abc import Iterable, Set
from typing import NamedTuple, Protocol

Place = tuple[int, int]
Condition = tuple[frozenset[Place], int]
#: Contradictions that are searched for in so many positions at most: no argument of a proof should need more.
MOST_POSITIONS = 20_000


class Claim(Protocol):
    """What a step of a proof says."""

    @property
    def rule(self) -> str: ...
    @property
    def safe(self) -> Set[Place]: ...
    @property
    def mines(self) -> Set[Place]: ...
    @property
    def numbers(self) -> Iterable[Place]: ...


class Board(NamedTuple):
    """A board and its truth."""

    rows: int
    cols: int
    mines: frozenset[Place]

    def around(self, place: Place) -> list[Place]:
        row, col = place
        near = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        return [(down, right) for down, right in near if 0 <= down < self.rows and 0 <= right < self.cols]

    def digit(self, place: Place) -> int:
        return sum(near in self.mines for near in self.around(place))


def check(board: Board, first: Place, claims: Iterable[Claim]) -> int:
    """Follow a proof from the first cell on; gives how many cells are open in the end, or says which step is wrong."""
    opened, known = {first}, set[Place]()
    for number, claim in enumerate(claims):
        where = f"step {number}: {claim}"
        assert claim.safe or claim.mines, where
        assert set(claim.numbers) <= opened, where
        conditions = [_condition(board, place, opened, known) for place in claim.numbers]
        if claim.rule == "count":
            everything = {(row, col) for row in range(board.rows) for col in range(board.cols)}
            conditions.append((frozenset(everything - opened - known), len(board.mines) - len(known)))
        for cells, mine in ((claim.safe, False), (claim.mines, True)):
            for cell in cells:
                if cell not in (known if mine else opened):
                    assert not can_be(conditions, cell, mine=not mine), where
        known |= claim.mines
        opened |= claim.safe
    return len(opened)


def _condition(board: Board, number: Place, opened: set[Place], known: set[Place]) -> Condition:
    closed = [near for near in board.around(number) if near not in opened]
    return frozenset(closed) - known, board.digit(number) - sum(near in known for near in closed)


def can_be(conditions: list[Condition], cell: Place, *, mine: bool) -> bool:
    """Say whether a cell can be a mine, or can be safe, under these conditions."""
    todo = [_settled([(frozenset((cell,)), int(mine)), *conditions])]
    for _ in range(MOST_POSITIONS):
        if not todo:
            return False
        left = todo.pop()
        if left is None:
            continue
        if not left:
            return True
        one = min(min(left, key=lambda condition: len(condition[0]))[0])
        todo += [_settled([(frozenset((one,)), value), *left]) for value in (0, 1)]
    raise AssertionError("this argument is too long to be checked")


def _settled(conditions: list[Condition]) -> list[Condition] | None:
    """Decide what single conditions decide, as far as that leads; None if they contradict each other."""
    while True:
        sure: dict[Place, int] = {}
        for cells, count in conditions:
            if not 0 <= count <= len(cells):
                return None
            if count in (0, len(cells)):
                sure.update(dict.fromkeys(cells, 1 if count else 0))
        if not sure:
            return [condition for condition in conditions if condition[0]]
        conditions = [
            (cells - sure.keys(), count - sum(sure[cell] for cell in cells if cell in sure))
            for cells, count in conditions
        ]
