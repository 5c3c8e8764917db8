"""Choosing an attack by looking ahead, where what is known is a list of layouts.

The value of what is known is a number of attacks: how many are left if play goes on well. A formula that was fitted to
whole games gives it from the number of layouts alone; trying every answer to an attack, or playing on to
the end against every layout, makes it better.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from fogfield.kits.fleet.layouts import Layouts

VOID, HIT, DESTROY = 0, 1, 2

#: Attacks that are left for each head: so many for the first doubling of the layouts, and so many for every doubling.
#: Fitted by least squares to all games of three pieces on 10x10, without wrapping.
FIRST = (0.0, -0.06, -0.225, -0.765)
DOUBLING = (0.0, 0.609, 0.6237, 0.6576)
#: Beyond so many layouts the formula is not kept in a table.
TABLE = 1 << 14
#: No attack that would tell anything, of those that are kept in mind.
NOTHING = (math.inf, -1)


class Known(NamedTuple):
    """What an attacker knows: the layouts that fit all answers."""

    layouts: Layouts
    #: They, as a bit set.
    alive: int
    #: For each cell the layouts that answer an attack with hit or destroy; bits of those that do not fit mean nothing.
    covers: Sequence[int]
    #: The heads that are still to be found.
    left: int
    #: The cells that it may be worth to attack.
    cells: Sequence[int]
    #: Whether a piece answers void once its head was attacked (completely-destroy).
    fades: bool

    def after(self, cell: int) -> "tuple[Known, Known, Known]":
        """Give what is known after each answer to an attack: void, hit, destroy."""
        here = self.alive & self.layouts.heads[cell]
        hit = self.alive & self.covers[cell]
        rest = [one for one in self.cells if one != cell]
        layouts, alive, covers, left, _, fades = self
        return (
            Known(layouts, alive & ~hit, covers, left, rest, fades),
            Known(layouts, hit & ~here, covers, left, rest, fades),
            Known(layouts, here, self.without(cell) if fades and here else covers, left - 1, rest, fades),
        )

    def replay(self, told: Iterable[tuple[int, int]]) -> "Known":
        """Give what is known after these attacks (cell, answer), in their order."""
        known = self
        for cell, answer in told:
            known = known.after(cell)[answer]
        return known

    def without(self, head: int) -> Sequence[int]:
        """Give the covers without the pieces that have their head here. A list too long to know that keeps them."""
        having, pieces = self.layouts.having, self.layouts.pieces
        if having is None:
            return self.covers
        covers = list(self.covers)
        for piece in pieces.headed[head]:
            if piece in having:
                others = ~having[piece]
                for cell in pieces.spots[piece]:
                    covers[cell] &= others
        return covers


def at_start(layouts: Layouts, n: int, *, fades: bool) -> Known:
    """Give what is known before the first attack."""
    return Known(layouts, layouts.every, layouts.covers, n, range(layouts.pieces.cells), fades)


def value(count: int, left: int) -> float:
    """Give the number of attacks that are left against so many layouts, times that number."""
    if not count or not left:
        return 0.0
    known = min(left, len(FIRST) - 1)
    return count * (left + (FIRST[known] + DOUBLING[known] * math.log2(count) if count > 1 else 0.0))


def _values(most: int, left: int) -> Callable[[int], float]:
    return _table(left).__getitem__ if most < TABLE else partial(value, left=left)


@cache
def _table(left: int) -> list[float]:
    return [value(count, left) for count in range(TABLE)]


class Ranking(NamedTuple):
    """The cells by what an attack on them is worth: pairs of attacks left after it, for all layouts, and the cell."""

    cells: list[tuple[float, int]]
    #: A cell that is a head in every layout: there is nothing to think about.
    sure: int | None


def rank(known: Known) -> Ranking:
    """Value an attack on every cell whose answer is not known, by the formula; best first."""
    found = _rank(known)
    found.cells.sort()
    return found


def _rank(known: Known) -> Ranking:
    layouts, alive, covers, left, cells, fades = known
    heads = layouts.heads
    total = alive.bit_count()
    now, then = _values(total, left), _values(total, left - 1)
    found = []
    for cell in cells:
        hit = alive & covers[cell]
        if hit:
            count = hit.bit_count()
            here = (hit & heads[cell]).bit_count()
            if here == total:
                return Ranking([], cell)
            if here or count < total:
                found.append((now(total - count) + now(count - here) + then(here), cell))
            elif fades:
                # No answer but hit, now; that may change when the head is found.
                found.append((math.inf, cell))
    return Ranking(found, None)


def foreseen(known: Known, depth: int, width: int) -> float:
    """Give the attacks that are left, for all layouts together: by trying the best so many attacks, so deep."""
    total = known.alive.bit_count()
    if total <= 1 or not known.left:
        return float(total * known.left)
    if not depth:
        return value(total, known.left)
    cells, sure = _rank(known)
    if sure is not None:
        return total + value(total, known.left - 1)
    least, _ = min(cells, default=NOTHING)
    if least == math.inf:
        return value(total, known.left)
    if depth == 1:
        return total + least
    cells.sort()
    inner = known._replace(cells=[cell for _, cell in cells])
    return total + min(after_attack(inner, cell, depth - 1, width) for _, cell in cells[:width])


def after_attack(known: Known, cell: int, depth: int, width: int) -> float:
    """Give the attacks that are left after one on a cell."""
    return sum(foreseen(one, depth, width) for one in known.after(cell) if one.alive)


def played(known: Known, width: int) -> float:
    """Give the attacks that are left, for all layouts together, if play goes on to the end.

    Each attack is the best by the formula; or, if `width` is more than 1, the best of so many when answers are tried.
    """
    total = known.alive.bit_count()
    if total <= 1 or not known.left:
        return float(total * known.left)
    cells, sure = _rank(known)
    if sure is not None:
        return total + played(known.after(sure)[DESTROY], width)
    least, best = min(cells, default=NOTHING)
    if least == math.inf:
        return value(total, known.left)
    inner = known._replace(cells=[cell for _, cell in cells])
    if width > 1 and total > 2:
        best = min((after_attack(inner, cell, 1, 1), cell) for _, cell in sorted(cells)[:width])[1]
    return total + played_after(inner, best, width)


def played_after(known: Known, cell: int, width: int) -> float:
    """Give the attacks that are left after one on a cell, if play goes on to the end."""
    return sum(played(one, width) for one in known.after(cell) if one.alive)
