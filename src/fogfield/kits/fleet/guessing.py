"""Choosing where to attack a yard in which n pieces are hidden, from the answers so far.

An answer is VOID (no piece), HIT (a piece, not its head) or DESTROY (a head); all heads are to be found. With `fades`
(completely-destroy) the cells of a piece answer void once its head was attacked.

Where all layouts can be written down the choice is made on those that fit the answers; elsewhere by the chances of each
cell. Work is bounded by counts, never by a clock.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from fogfield.core.grid import Cell, Grid
from fogfield.kits.fleet import lookahead
from fogfield.kits.fleet.explaining import Chances, chances, explain, survivors, suspicions
from fogfield.kits.fleet.layouts import Layouts, Pieces, affordable, all_layouts, listed
from fogfield.kits.fleet.lookahead import DESTROY, HIT, VOID, Known
from fogfield.kits.fleet.yard import Yard

__all__ = ["DESTROY", "HIT", "LEVELS", "VOID", "Odds", "choose", "odds"]

LEVELS = ("hunter", "expert")

#: Yards that are remembered with all their layouts, at 70 MB for the largest.
YARDS = 3
#: Games with `fades` whose layouts after the first head are remembered, at 6 MB for the largest.
GAMES = 8
#: From a longer list so many layouts are drawn before looking ahead.
DRAWN = 6_000
#: Up to so many layouts the game is played on to its end; otherwise looked ahead.
PLAYED = 800
#: Up to so many with more care for each attack: so many of them are compared.
PLAYED_WITH_CARE, WITH_CARE = 80, 3
#: The attacks that are looked at: by trying all answers, two attacks deep; of these the best three deep, or to the end.
WIDE, DEEP, TO_THE_END = 14, 7, 8
#: At most so many cells are kept in mind when looking ahead.
NARROW = 120
#: Where not all layouts can be written down, those that fit may be, up to so many.
SURVIVORS = 2_500
#: Where chances are all there is, a head is worth so many bits of what is not known.
HEAD_BITS = 1.3
#: On large boards so many cells that nothing is known of are looked at, drawn anew each time.
LOOKED_AT = 300

#: Attacks and their answers, in their order; inside, cells are numbered row by row.
Shots: TypeAlias = Sequence[tuple[Cell, int]]
Told: TypeAlias = tuple[tuple[int, int], ...]
Turns: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


class _Facts(NamedTuple):
    """What stays true of a yard from match to match."""

    pieces: Pieces
    layouts: Layouts | None


@lru_cache(maxsize=YARDS)
def _facts(grid: Grid, shape: Turns, wraps: bool, n: int) -> _Facts:
    pieces = Pieces(Yard(grid, shape, wraps=wraps))
    return _Facts(pieces, all_layouts(pieces, n) if affordable(pieces, n) else None)


@lru_cache(maxsize=GAMES)
def _after_a_head(grid: Grid, shape: Turns, wraps: bool, n: int, told: Told) -> Layouts | None:
    """List the layouts after the first head was found: from there on, with fades, it matters whose cell is attacked."""
    layouts = _facts(grid, shape, wraps, n).layouts
    assert layouts is not None
    alive = lookahead.at_start(layouts, n, fades=True).replay(told).alive
    return layouts.only(alive) if alive else None


def choose(yard: Yard, n: int, shots: Shots, rng: Random, *, fades: bool = False, level: str = "expert") -> Cell:
    """Choose the next attack after these, in their order, on n hidden pieces."""
    told = _numbered(yard.grid, shots)
    known = _known(yard, n, told, fades=fades)
    if known and known.alive and known.left > 0:
        cell = _from_known(known, told, rng, level)
    else:
        cell = _by_chances(_facts(*_key(yard, n)).pieces, n, told, rng, fades=fades, level=level)
    return Cell(*divmod(cell, yard.grid.cols))


class Odds(NamedTuple):
    """How likely a head, and any part of a piece, is on each cell, row by row."""

    heads: list[float]
    covers: list[float]
    #: Whether that is so, or only about so.
    exact: bool
    #: In how many ways the pieces can lie, now and before the first attack; 0 if those are too many to be counted.
    ways: int = 0
    all_ways: int = 0


def odds(yard: Yard, n: int, shots: Shots, *, fades: bool = False) -> Odds:
    """Say where n hidden pieces may be after these attacks, in their order."""
    told = _numbered(yard.grid, shots)
    pieces, layouts = _facts(*_key(yard, n))
    known = _known(yard, n, told, fades=fades)
    if layouts and known and known.alive:
        return _counted(known.layouts, known.alive, layouts.every.bit_count())
    explained = explain(pieces, n, told, Random(1), fades=fades)  # noqa: S311 (the same every time)
    if found := survivors(pieces, n, explained, SURVIVORS):
        short = listed(pieces, list(zip(*found, strict=True)))
        return _counted(short, short.every, 0)
    likely = chances(pieces, n, told, explained, fades=fades) or suspicions(pieces, told, fades=fades)
    cells = range(pieces.cells)
    return Odds([likely.head(cell) for cell in cells], [likely.cover(cell) for cell in cells], exact=False)


def _counted(layouts: Layouts, alive: int, all_ways: int) -> Odds:
    ways = alive.bit_count()
    heads, covers = ([(alive & those).bit_count() / ways for those in one] for one in (layouts.heads, layouts.covers))
    return Odds(heads, covers, exact=True, ways=ways, all_ways=all_ways)


def _key(yard: Yard, n: int) -> tuple[Grid, Turns, bool, int]:
    return yard.grid, tuple(map(tuple, yard.shape)), yard.wraps, n


def _numbered(grid: Grid, shots: Shots) -> Told:
    return _first_answers((cell.row * grid.cols + cell.col, answer) for cell, answer in shots if cell in grid)


def _known(yard: Yard, n: int, told: Told, *, fades: bool) -> Known | None:
    """Give the layouts that fit all answers, if all layouts can be written down."""
    key = _key(yard, n)
    layouts = _facts(*key).layouts
    heads = [at for at, (_, answer) in enumerate(told) if answer == DESTROY]
    if layouts and fades and heads:
        layouts = _after_a_head(*key, told[: heads[0] + 1])
    return lookahead.at_start(layouts, n, fades=fades).replay(told) if layouts else None


def _first_answers(shots: Iterable[tuple[int, int]]) -> Told:
    """Leave out attacks on a cell that was attacked before: their answers follow another rule."""
    told: dict[int, int] = {}
    for cell, answer in shots:
        told.setdefault(cell, answer if answer in (HIT, DESTROY) else VOID)
    return tuple(told.items())


def _listed(known: Known, told: Told, rng: Random) -> Known:
    """Write the layouts that fit into a short list of their own."""
    if 2 * known.alive.bit_count() > known.layouts.every.bit_length() <= DRAWN:
        return known
    return _of_list(known.layouts.only(known.alive, DRAWN, rng), known, told)


def _of_list(layouts: Layouts, known: Known, told: Told) -> Known:
    known = known._replace(layouts=layouts, alive=layouts.every, covers=layouts.covers)
    if known.fades:
        for cell, answer in told:
            if answer == DESTROY:
                known = known._replace(covers=known.without(cell))
    return known


def _from_known(known: Known, told: Told, rng: Random, level: str) -> int:
    if level == "hunter":
        heads = known.layouts.heads
        return _best((((known.alive & heads[cell]).bit_count(), cell) for cell in known.cells), rng)
    return _expert(known, told, rng)


def _expert(known: Known, told: Told, rng: Random) -> int:
    if known.alive.bit_count() <= DRAWN:
        known = _listed(known, told, rng)
    cells, sure = lookahead.rank(known)
    if sure is not None:
        return sure
    known = _listed(known, told, rng)._replace(cells=[cell for _, cell in cells[:NARROW]])
    best = _by_looking_ahead(known, rng)
    if told:
        return best
    # The first attack goes to any of the cells that are like the best, so that nobody can rely on it.
    values = {cell: round(value, 6) for value, cell in cells}
    return rng.choice([cell for cell, value in values.items() if value == values[best]])


def _by_looking_ahead(known: Known, rng: Random) -> int:
    count = known.alive.bit_count()
    wide = [(lookahead.after_attack(known, cell, 1, 1), cell) for cell in known.cells[:WIDE]]
    by_two = [cell for _, cell in sorted(wide)]
    if count > PLAYED:
        return _least(((lookahead.after_attack(known, cell, 2, DEEP), cell) for cell in by_two[:DEEP]), rng)
    width = WITH_CARE if count <= PLAYED_WITH_CARE else 1
    return _least(((lookahead.played_after(known, cell, width), cell) for cell in by_two[:TO_THE_END]), rng)


def _by_chances(pieces: Pieces, n: int, told: Told, rng: Random, *, fades: bool, level: str) -> int:
    attacked = {cell for cell, _ in told}
    free = [cell for cell in range(pieces.cells) if cell not in attacked]
    if not free:
        return rng.randrange(pieces.cells)
    explained = explain(pieces, n, told, rng, fades=fades)
    if layouts := survivors(pieces, n, explained, SURVIVORS):
        short = listed(pieces, list(zip(*layouts, strict=True)))
        left = n - sum(answer == DESTROY for _, answer in told)
        if left > 0:
            cells = [cell for cell in free if short.covers[cell]]
            known = lookahead.at_start(short, left, fades=fades)._replace(cells=cells)
            return _from_known(_of_list(short, known, told), told, rng, level)
    rng.shuffle(free)
    likely = chances(pieces, n, told, explained, fades=fades) or suspicions(pieces, told, fades=fades)
    cells = sorted({cell for cell in likely.covers if cell not in attacked}.union(free[:LOOKED_AT]))
    score = _head if level == "hunter" else _worth
    return _best(((score(likely, cell), cell) for cell in cells), rng)


def _head(likely: Chances, cell: int) -> float:
    return likely.head(cell)


def _worth(likely: Chances, cell: int) -> float:
    """Give what an attack tells, in bits, and something for the chance of a head."""
    head = min(1.0, likely.head(cell))
    hit = min(1.0 - head, max(0.0, likely.cover(cell) - head))
    told = -sum(chance * math.log2(chance) for chance in (head, hit, 1.0 - head - hit) if chance > 0)
    return told + HEAD_BITS * head


def _best(scored: Iterable[tuple[float, int]], rng: Random) -> int:
    """Give the cell with the highest score; any of them if there are several, so that nobody can rely on one."""
    return max((round(score, 6), rng.random(), cell) for score, cell in scored)[2]


def _least(scored: Iterable[tuple[float, int]], rng: Random) -> int:
    return _best(((-score, cell) for score, cell in scored), rng)
