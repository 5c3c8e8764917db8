"""Laying n pieces in a yard at random, and saying whether so many can lie there at all."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import TypeAlias

from fogfield.core.chance import stream
from fogfield.core.grid import Cell, Grid
from fogfield.kits.fleet.yard import Piece, Yard

#: Times that pieces are thrown in the hope that no two of them overlap: then every layout is as likely as another.
FAIR_TRIES = 5_000
#: How often pieces are laid one after the other, wherever there is room, before a search begins.
RESTARTS = 30
#: Pieces that are laid in this way fill about half of a large grid; it is not tried for more than this share.
LOOSE_SHARE = 0.55
#: Steps of a search, and the largest grid that it is tried on.
STEPS = 50_000
#: Before the long search come so many short ones, each in an order of its own: one of them may be lucky.
SHORT_ONES, SHORT_STEPS = 4, 5_000
SEARCHED = 400
#: The largest block that is packed as a whole; larger grids are cut into halves.
BLOCK = 420

Turns: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


def arrange(yard: Yard, n: int, rng: Random) -> tuple[Piece, ...] | None:
    """Lay n pieces at random, by row and column of their heads; None if no way was found.

    All layouts are equally likely unless they are so crowded that pieces thrown at random would nearly always overlap.
    """
    if n < 1 or n * len(yard.shape[0]) > len(yard.grid):
        return None if n else ()
    ways = (_thrown, _one_by_one, _searched, _from_packing)
    found = next(filter(None, (way(yard, n, rng) for way in ways)), None)
    if found is None and fits(yard, n):  # the search that says so finds its layout again
        found = _searched(yard, n, stream("", "fits"))
    return tuple(sorted(found)) if found else None


def fits(yard: Yard, n: int) -> bool:
    """Say whether n pieces can be laid here. A crowd that no search finds within its limit is taken not to fit."""
    return _fits(yard.grid, _turns(yard), yard.wraps, n)


@lru_cache(maxsize=1024)
def _fits(grid: Grid, shape: Turns, wraps: bool, n: int) -> bool:
    if n < 1 or n * len(shape[0]) > len(grid):
        return n == 0
    if n <= _boxed(grid, shape):
        return True  # packing a large grid takes long
    packed = _packing(grid.rows, grid.cols, shape)
    return n <= len(packed) or bool(_searched(Yard(grid, shape, wraps=wraps), n, stream("", "fits")))


def boxed(yard: Yard) -> int:
    """Give how many pieces lie side by side at least, each in a box of its own: so many fit, without a search."""
    return _boxed(yard.grid, _turns(yard))


def _boxed(grid: Grid, shape: Turns) -> int:
    found = 0
    for turn in shape:
        downs, rights = zip(*turn, strict=True)
        high, wide = (max(steps) - min(steps) + 1 for steps in (downs, rights))
        found = max(found, (grid.rows // high) * (grid.cols // wide))
    return found


def _turns(yard: Yard) -> Turns:
    return tuple(tuple((down, right) for down, right in turn) for turn in yard.shape)


@lru_cache(maxsize=16)
def _pieces(grid: Grid, shape: Turns, wraps: bool) -> list[tuple[Piece, int]]:
    """Give all pieces and what they cover; on large grids that would take long, and much room."""
    yard = Yard(grid, shape, wraps=wraps)
    return list(zip(yard.pieces, yard.masks, strict=True))


def _throw(yard: Yard, rng: Random) -> tuple[Piece, int]:
    """Give any piece, each as likely as another, and what it covers; that is nothing if no piece was found."""
    if len(yard.grid) <= SEARCHED:
        pieces = _pieces(yard.grid, _turns(yard), yard.wraps)
        return rng.choice(pieces) if pieces else (Piece(Cell(0, 0), 0), 0)
    for _ in range(100):
        head = Cell(rng.randrange(yard.grid.rows), rng.randrange(yard.grid.cols))
        piece = Piece(head, rng.randrange(len(yard.shape)))
        if mask := yard.mask(piece):
            break
    return piece, mask


def _thrown(yard: Yard, n: int, rng: Random) -> list[Piece] | None:
    """Throw n pieces independently until no two overlap."""
    for _ in range(FAIR_TRIES // n):
        taken = 0
        laid: list[Piece] = []
        while len(laid) < n:
            piece, mask = _throw(yard, rng)
            if not mask or taken & mask:
                break
            taken |= mask
            laid.append(piece)
        else:
            return laid
    return None


def _one_by_one(yard: Yard, n: int, rng: Random) -> list[Piece] | None:
    """Lay one piece after the other where there is room, and begin again if there is none."""
    area = len(yard.grid)
    if area > SEARCHED and n * len(yard.shape[0]) > LOOSE_SHARE * area:
        return None
    candidates = list(yard.pieces)
    for _ in range(max(1, RESTARTS * SEARCHED // max(SEARCHED, area))):
        rng.shuffle(candidates)
        taken: set[Cell] = set()
        laid = []
        for piece in candidates:
            cells = yard.cells(piece)
            if taken.isdisjoint(cells):
                taken.update(cells)
                laid.append(piece)
                if len(laid) == n:
                    return laid
    return None


def _searched(yard: Yard, n: int, rng: Random) -> list[Piece] | None:
    """Search in a random order: the first cell that is undecided is covered by some piece, or left empty for good."""
    if len(yard.grid) > SEARCHED:
        return None
    for steps in [SHORT_STEPS] * SHORT_ONES + [STEPS]:
        search = _Search(yard, rng, steps)
        if search.lay(0, n):
            return search.laid
        if not search.broken_off:
            break
    return None


class _Search:
    def __init__(self, yard: Yard, rng: Random, steps: int) -> None:
        self.laid: list[Piece] = []
        self._steps = steps
        self._size = len(yard.shape[0])
        self._full = (1 << len(yard.grid)) - 1
        self._over: list[list[tuple[int, Piece]]] = [[] for _ in range(len(yard.grid))]
        for piece, mask in _pieces(yard.grid, _turns(yard), yard.wraps):
            for row, col in yard.cells(piece):
                self._over[row * yard.grid.cols + col].append((mask, piece))
        for those in self._over:
            rng.shuffle(those)

    @property
    def broken_off(self) -> bool:
        """Whether there was no step left, so that not finding a way means nothing."""
        return self._steps <= 0

    def lay(self, decided: int, left: int) -> bool:
        """Lay so many more pieces on the cells that are not decided."""
        self._steps -= 1
        if not left:
            return True
        free = self._full & ~decided
        while self._steps > 0 and free.bit_count() >= left * self._size:
            low = free & -free
            for mask, piece in self._over[low.bit_length() - 1]:
                if not mask & ~free:
                    self.laid.append(piece)
                    if self.lay(self._full & ~free | mask, left - 1):
                        return True
                    self.laid.pop()
            free ^= low
        return False


def _from_packing(yard: Yard, n: int, rng: Random) -> list[Piece] | None:
    packed = _packing(yard.grid.rows, yard.grid.cols, _turns(yard))
    return rng.sample(packed, n) if n <= len(packed) else None


@lru_cache(maxsize=256)
def _packing(rows: int, cols: int, shape: Turns) -> tuple[Piece, ...]:
    """Lay many pieces close to each other, nowhere over an edge: block by block."""
    if rows * cols <= BLOCK:
        return max((tuple(_greedy(rows, cols, shape, order)) for order in _orders(len(shape))), key=len)
    half_rows, half_cols = (rows // 2, 0) if rows >= cols else (0, cols // 2)
    first = _packing(half_rows or rows, half_cols or cols, shape)
    second = _packing(rows - half_rows, cols - half_cols, shape)
    moved = (Piece(Cell(head.row + half_rows, head.col + half_cols), turn) for head, turn in second)
    return (*first, *moved)


def _orders(turns: int) -> list[tuple[int, ...]]:
    return list(permutations(range(turns)))[:24]


def _greedy(rows: int, cols: int, shape: Turns, order: tuple[int, ...]) -> Iterator[Piece]:
    """Go through the cells row by row and lay the first piece that begins there and fits."""
    yard = Yard(Grid(rows, cols), shape)
    first_steps = {turn: min(shape[turn]) for turn in order}
    taken: set[Cell] = set()
    for cell in yard.grid:
        if cell in taken:
            continue
        for turn in order:
            down, right = first_steps[turn]
            piece = Piece(Cell(cell.row - down, cell.col - right), turn)
            cells = yard.cells(piece)
            if cells and taken.isdisjoint(cells):
                taken.update(cells)
                yield piece
                break
