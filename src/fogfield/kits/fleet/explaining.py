"""What answers say where there are too many layouts to write them down: how likely a head, or a piece, is on a cell.

Heads and hits must be explained by pieces. Those that could have a piece in common form a cluster; the explanations of
a cluster are written down, those with few pieces first. The pieces that explain nothing may lie anywhere that is
untouched; that they overlap each other now and then is neglected.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from fogfield.kits.fleet.layouts import Pieces
from fogfield.kits.fleet.lookahead import DESTROY, VOID

#: Steps to find the explanations of all clusters, and the most explanations of one.
STEPS = 12_000
MOST = 1_500
#: The most pieces of one explanation.
DEEPEST = 100
#: So many times that many layouts pieces are looked at to write all layouts down.
LOOKS = 30


class Chances(NamedTuple):
    """How likely an attack on a cell is answered with destroy, and with hit or destroy; 0 where not named."""

    heads: dict[int, float]
    covers: dict[int, float]
    #: What every cell has on top, for each untouched piece that lies over it (covers) or has its head there (heads).
    loose: float
    #: The pieces that no attack has touched.
    untouched: "Untouched"

    def head(self, cell: int) -> float:
        """Say how likely an attack is answered with destroy."""
        return self.heads.get(cell, 0.0) + self.loose * self.untouched.headed(cell)

    def cover(self, cell: int) -> float:
        """Say how likely an attack is answered with hit or destroy."""
        return self.covers.get(cell, 0.0) + self.loose * self.untouched.over(cell)


class Untouched:
    """The pieces that lie over none of the attacked cells."""

    def __init__(self, pieces: Pieces, attacked: Sequence[int]) -> None:
        self._pieces = pieces
        self._touched = set().union(*(pieces.over[cell] for cell in attacked))
        self.count = len(pieces) - len(self._touched)

    def pieces(self) -> list[int]:
        """Give them."""
        return [piece for piece in range(len(self._pieces)) if piece not in self._touched]

    def over(self, cell: int) -> int:
        """Count those that cover a cell."""
        return len(self._pieces.over[cell]) - sum(map(self._touched.__contains__, self._pieces.over[cell]))

    def headed(self, cell: int) -> int:
        """Count those with their head on a cell."""
        return sum(piece not in self._touched for piece in self._pieces.headed[cell])


def legal(pieces: Pieces, piece: int, when: dict[int, tuple[int, int]], *, fades: bool) -> bool:
    """Say whether a piece may lie where it does, by the answers to the attacks on its cells."""
    head, *body = pieces.spots[piece]
    found, answer = when.get(head, (math.inf, DESTROY))
    if answer != DESTROY:
        return False
    for cell in body:
        if cell in when:
            at, answer = when[cell]
            if answer == DESTROY or (answer == VOID) != (fades and at > found):
                return False
    return True


class Explained(NamedTuple):
    """What may explain the heads and hits: for each cluster sets of pieces."""

    clusters: list[list[tuple[int, ...]]]
    #: Whether these are all that there are.
    complete: bool
    untouched: Untouched


def explain(pieces: Pieces, n: int, shots: Sequence[tuple[int, int]], rng: Random, *, fades: bool) -> Explained:
    """Explain the answers to shots (cell, answer), in their order."""
    ways = _ways(pieces, shots, fades=fades)
    steps = STEPS
    clusters = []
    complete = True
    for cluster in _clusters(ways):
        share = max(200, steps // 2)
        search = _Search(pieces, ways, cluster, rng, share)
        clusters.append(search.explanations(n))
        complete = complete and not search.broken_off
        steps -= share
        if not clusters[-1]:
            break
    return Explained(clusters, complete, Untouched(pieces, [cell for cell, _ in shots]))


def survivors(pieces: Pieces, n: int, explained: Explained, most: int) -> list[tuple[int, ...]] | None:
    """Give all layouts that fit, if they are no more than `most`; None also if that would take long to find out."""
    fewest = sum(min(map(len, cluster), default=0) for cluster in explained.clusters)
    if not explained.complete or (fewest < n and explained.untouched.count > most):
        return None
    if math.prod(map(len, explained.clusters)) > LOOKS * most:
        return None
    clusters = [[(one, _mask(pieces, one)) for one in cluster] for cluster in explained.clusters]
    loose = [((piece,), _mask(pieces, (piece,))) for piece in explained.untouched.pieces()]
    found: list[tuple[int, ...]] = []
    # On a large board every look takes longer.
    looks = LOOKS * most * 400 // max(400, pieces.cells)
    # A list of the pieces that were free is shared by all that is pending after it; each begins at a place of its own.
    pending: list[tuple[int, tuple[int, ...], int, list[tuple[tuple[int], int]], int]] = [(0, (), 0, loose, 0)]
    while pending:
        depth, chosen, taken, rest, start = pending.pop()
        if depth < len(clusters):
            looks -= len(clusters[depth])
            pending += [
                (depth + 1, chosen + more, taken | mask, rest, 0)
                for more, mask in clusters[depth]
                if not taken & mask and len(chosen) + len(more) <= n
            ]
        elif len(chosen) == n:
            found.append(chosen)
        else:
            free = [one for one in islice(rest, start, None) if not one[1] & taken]
            looks -= len(rest) - start + len(free)
            pending += [(depth, chosen + more, mask, free, at + 1) for at, (more, mask) in enumerate(free)]
        if looks < 0 or len(found) > most:
            return None
    return found


def _mask(pieces: Pieces, those: tuple[int, ...]) -> int:
    return sum(1 << cell for piece in those for cell in pieces.spots[piece])


def chances(
    pieces: Pieces, n: int, shots: Sequence[tuple[int, int]], explained: Explained, *, fades: bool
) -> Chances | None:
    """Say how likely heads and pieces are, after shots (cell, answer) in their order; None if nothing explains them."""
    weights = _weights(explained.clusters, n, explained.untouched.count)
    if weights is None:
        return None
    faded = {cell for cell, answer in shots if answer == DESTROY} if fades else set()
    return _summed(pieces, explained.clusters, weights, explained.untouched, faded)


def suspicions(pieces: Pieces, shots: Sequence[tuple[int, int]], *, fades: bool) -> Chances:
    """Say the same when nothing explains all answers: every piece counts by the hits that it would explain."""
    heads: dict[int, float] = {}
    covers: dict[int, float] = {}
    for those in _ways(pieces, shots, fades=fades).values():
        for piece in those:
            spots = pieces.spots[piece]
            heads[spots[0]] = heads.get(spots[0], 0.0) + 0.01
            for cell in spots:
                covers[cell] = covers.get(cell, 0.0) + 0.01
    return Chances(heads, covers, 0.0, Untouched(pieces, [cell for cell, _ in shots]))


def _ways(pieces: Pieces, shots: Sequence[tuple[int, int]], *, fades: bool) -> dict[int, list[int]]:
    """Give the pieces that may explain a head or a hit, for each of them."""
    when = {cell: (at, answer) for at, (cell, answer) in enumerate(shots)}
    return {
        cell: [
            piece
            for piece in (pieces.headed if answer == DESTROY else pieces.over)[cell]
            if legal(pieces, piece, when, fades=fades)
        ]
        for cell, answer in shots
        if answer != VOID
    }


def _clusters(ways: dict[int, list[int]]) -> list[list[int]]:
    """Put the cells together that one legal piece could explain."""
    above = {cell: cell for cell in ways}

    def top(cell: int) -> int:
        while above[cell] != cell:
            above[cell] = cell = above[above[cell]]
        return cell

    first: dict[int, int] = {}
    for cell, those in ways.items():
        for piece in those:
            above[top(cell)] = top(first.setdefault(piece, cell))
    groups: dict[int, list[int]] = {}
    for cell in ways:
        groups.setdefault(top(cell), []).append(cell)
    return list(groups.values())


class _Search:
    """Finds sets of pieces that explain every cell of a cluster, with one piece first, then with two, and so on."""

    def __init__(self, pieces: Pieces, ways: dict[int, list[int]], cluster: list[int], rng: Random, steps: int) -> None:
        self._spots = {piece: frozenset(pieces.spots[piece]) for cell in cluster for piece in ways[cell]}
        self._ways = {cell: rng.sample(ways[cell], len(ways[cell])) for cell in cluster}
        # What can be explained in few ways is explained first.
        self._cells = sorted(cluster, key=lambda cell: len(ways[cell]))
        self._steps = steps
        self._found: list[tuple[int, ...]] = []

    @property
    def broken_off(self) -> bool:
        """Whether there may be more explanations than those that were found."""
        return self._steps < 0 or len(self._found) >= MOST

    def explanations(self, most: int) -> list[tuple[int, ...]]:
        """Give explanations of at most so many pieces; all, if there are few."""
        most = min(most, len(self._cells), DEEPEST)
        steps = self._steps
        for size in range(1, most + 1):
            self._extend((), frozenset(), size, exactly=True)
            if self.broken_off:
                break
        if not self._found and self.broken_off:
            # Nothing with few pieces; so anything.
            self._steps = steps
            self._extend((), frozenset(), most, exactly=False)
            self._steps = -1
        return self._found

    def _extend(self, chosen: tuple[int, ...], taken: frozenset[int], left: int, *, exactly: bool) -> None:
        self._steps -= 1
        cell = next((cell for cell in self._cells if cell not in taken), None)
        if cell is None:
            if not left or not exactly:
                self._found.append(chosen)
            return
        if not left:
            return
        for piece in self._ways[cell]:
            if self.broken_off:
                return
            spots = self._spots[piece]
            if taken.isdisjoint(spots):
                self._extend((*chosen, piece), taken | spots, left - 1, exactly=exactly)


def _weights(clusters: Sequence[Sequence[tuple[int, ...]]], n: int, free: int) -> list[dict[int, float]] | None:
    """Weigh explanations by their number of pieces, for each cluster: by the ways in which all the others can lie.

    What comes last is the mean number of pieces that explain nothing.
    """
    tallies = [Counter(map(len, cluster)) for cluster in clusters]
    if not all(tallies) or sum(map(min, tallies)) > n:
        return None
    loosest = n - sum(map(min, tallies))
    # The ways of so many pieces that explain nothing: free ** size / size!, relative to the most of them.
    logs = {n - size: size * math.log(free) - math.lgamma(size + 1) if size else 0.0
            for size in range(loosest + 1) if free or not size}  # fmt: skip
    highest = max(logs.values())
    end = {used: math.exp(log - highest) for used, log in logs.items()}
    before: list[dict[int, float]] = [{0: 1.0}]
    for tally in tallies:
        before.append(_together(before[-1], tally, 1))
    after = end
    weights: list[dict[int, float]] = []
    for tally, earlier in zip(reversed(tallies), reversed(before[:-1]), strict=True):
        weights.append(
            {size: sum(one * after.get(used + size, 0.0) for used, one in earlier.items()) for size in tally}
        )
        after = _together(after, tally, -1)
    total = after.get(0, 0.0)
    if total <= 0:
        return None
    loose = sum(one * (n - used) * end.get(used, 0.0) for used, one in before[-1].items())
    return [{size: one / total for size, one in weight.items()} for weight in (*reversed(weights), {0: loose})]


def _together(one: dict[int, float], tally: Counter[int], sign: int) -> dict[int, float]:
    both: dict[int, float] = {}
    for used, weight in one.items():
        for size, count in tally.items():
            both[used + sign * size] = both.get(used + sign * size, 0.0) + weight * count
    return both


def _summed(
    pieces: Pieces,
    clusters: Sequence[Sequence[tuple[int, ...]]],
    weights: Sequence[dict[int, float]],
    untouched: Untouched,
    faded: set[int],
) -> Chances:
    heads: dict[int, float] = {}
    covers: dict[int, float] = {}
    for cluster, weight in zip(clusters, weights, strict=False):
        for explanation in cluster:
            share = weight[len(explanation)]
            for piece in explanation:
                head = pieces.spots[piece][0]
                if head in faded:
                    continue
                heads[head] = heads.get(head, 0.0) + share
                for cell in pieces.spots[piece]:
                    covers[cell] = covers.get(cell, 0.0) + share
    loose = weights[-1][0] / untouched.count if untouched.count else 0.0
    return Chances(heads, covers, loose, untouched)
