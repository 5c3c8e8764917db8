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
from fogfield.kits.fleet.explaining import Chances, chances, suspicions
from fogfield.kits.fleet.layouts import Layouts, Pieces, affordable, all_layouts
from fogfield.kits.fleet.lookahead import DESTROY, HIT, VOID, Known
from fogfield.kits.fleet.yard import Yard

__all__ = ["DESTROY", "HIT", "LEVELS", "VOID", "choose"]

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
    grid = yard.grid
    key = (grid, tuple(map(tuple, yard.shape)), yard.wraps, n)
    pieces, layouts = _facts(*key)
    told = _first_answers((cell.row * grid.cols + cell.col, answer) for cell, answer in shots if cell in grid)
    heads = [at for at, (_, answer) in enumerate(told) if answer == DESTROY]
    if layouts and fades and heads:
        layouts = _after_a_head(*key, told[: heads[0] + 1])
    known = layouts and lookahead.at_start(layouts, n, fades=fades).replay(told)
    if known and known.alive and known.left > 0:
        cell = _likeliest_head(known) if level == "hunter" else _expert(known, told, rng)
    else:
        cell = _by_chances(pieces, n, told, rng, fades=fades, level=level)
    return Cell(*divmod(cell, grid.cols))


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
    short = known.layouts.only(known.alive, DRAWN, rng)
    known = known._replace(layouts=short, alive=short.every, covers=short.covers)
    if known.fades:
        for cell, answer in told:
            if answer == DESTROY:
                known = known._replace(covers=known.without(cell))
    return known


def _likeliest_head(known: Known) -> int:
    return _best(((known.alive & known.layouts.heads[cell]).bit_count(), cell) for cell in known.cells)


def _expert(known: Known, told: Told, rng: Random) -> int:
    if known.alive.bit_count() <= DRAWN:
        known = _listed(known, told, rng)
    cells, sure = lookahead.rank(known)
    if sure is not None:
        return sure
    wide = [cell for _, cell in cells[:WIDE]]
    known = _listed(known, told, rng)._replace(cells=[cell for _, cell in cells])
    count = known.alive.bit_count()
    by_two = sorted((lookahead.after_attack(known, cell, 1, 1), cell) for cell in wide)
    if count > PLAYED:
        return min((lookahead.after_attack(known, cell, 2, DEEP), cell) for _, cell in by_two[:DEEP])[1]
    width = WITH_CARE if count <= PLAYED_WITH_CARE else 1
    return min(
        (sum(lookahead.played(one, width) for one in known.after(cell) if one.alive), cell)
        for _, cell in by_two[:TO_THE_END]
    )[1]


def _by_chances(pieces: Pieces, n: int, shots: Told, rng: Random, *, fades: bool, level: str) -> int:
    attacked = {cell for cell, _ in shots}
    free = [cell for cell in range(pieces.cells) if cell not in attacked]
    if not free:
        return rng.randrange(pieces.cells)
    rng.shuffle(free)
    likely = chances(pieces, n, shots, rng, fades=fades) or suspicions(pieces, shots, fades=fades)
    cells = {cell for cell in likely.covers if cell not in attacked}.union(free[:LOOKED_AT])
    score = _head if level == "hunter" else _worth
    return _best((score(likely, cell), cell) for cell in sorted(cells))


def _head(likely: Chances, cell: int) -> float:
    return likely.head(cell)


def _worth(likely: Chances, cell: int) -> float:
    """Give what an attack tells, in bits, and something for the chance of a head."""
    head = min(1.0, likely.head(cell))
    hit = min(1.0 - head, max(0.0, likely.cover(cell) - head))
    told = -sum(chance * math.log2(chance) for chance in (head, hit, 1.0 - head - hit) if chance > 0)
    return told + HEAD_BITS * head


def _best(scored: Iterable[tuple[float, int]]) -> int:
    return max(scored)[1]
