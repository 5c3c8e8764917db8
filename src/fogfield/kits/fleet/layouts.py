"""Every layout of n pieces in a yard, as bit sets: bit i of a number stands for the layout with the number i.

So what a thousand layouts say of a cell is one `&` and one `bit_count`, and those that fit an answer are another `&`.
"""

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import compress
from operator import or_
from random import Random

from fogfield.kits.fleet.yard import Yard

#: The most layouts that are written down, and the most bits that they may take: 2,200,000 on 100 cells are 70 MB.
MOST_LAYOUTS = 2_200_000
MOST_BITS = 250_000_000
#: The most pieces that a yard may have, for all to be compared with each other.
MOST_PIECES = 2_500
#: The most steps that are taken to find out how many layouts there are.
MOST_STEPS = 300_000

_OF_A_BYTE = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
_NUMBER = struct.Struct("=H")


def bits(number: int) -> Iterator[int]:
    """Give the places of the bits that are set, lowest first."""
    data = number.to_bytes(-(-number.bit_length() // 8), "little")
    for at in compress(range(len(data)), data):
        for place in _OF_A_BYTE[data[at]]:
            yield 8 * at + place


class Pieces:
    """The pieces of a yard by number, and what each covers, cells by number too (row by row)."""

    def __init__(self, yard: Yard) -> None:
        cols = yard.grid.cols
        self.cells = len(yard.grid)
        #: The cells of each piece; its head is the first.
        self.spots = [tuple(row * cols + col for row, col in yard.cells(piece)) for piece in yard.pieces]

    def __len__(self) -> int:
        return len(self.spots)

    @cached_property
    def over(self) -> list[list[int]]:
        """The pieces that cover a cell, for each cell."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for piece, spots in enumerate(self.spots):
            for cell in spots:
                found[cell].append(piece)
        return found

    @cached_property
    def headed(self) -> list[list[int]]:
        """The pieces that have their head on a cell, for each cell."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for piece, spots in enumerate(self.spots):
            found[spots[0]].append(piece)
        return found

    @cached_property
    def clear(self) -> list[int]:
        """For each piece, the ones after it that do not overlap it, as a bit set."""
        over = [sum(1 << piece for piece in those) for those in self.over]
        touching = (reduce(or_, (over[cell] for cell in spots)) for spots in self.spots)
        everything = (1 << len(self)) - 1
        return [everything & ~touched & -(2 << piece) for piece, touched in enumerate(touching)]


def count(pieces: Pieces, n: int, most: int = MOST_LAYOUTS, steps: int = MOST_STEPS) -> int | None:
    """Count the layouts of n pieces; None if there are more than `most`, or if it takes more than so many steps."""
    clear = pieces.clear
    found = 0
    pending = [((1 << len(pieces)) - 1, n)]
    while pending:
        free, left = pending.pop()
        steps -= 1
        if left <= 1:
            found += free.bit_count() if left else 1
        else:
            pending += [(free & clear[first], left - 1) for first in bits(free)]
        if found > most or steps < 0 or len(pending) > steps:
            return None
    return found


def affordable(pieces: Pieces, n: int) -> bool:
    """Say whether all layouts of n pieces can be written down: in two seconds, and in 150 MB. None is not worth it."""
    found = count(pieces, n) if len(pieces) <= MOST_PIECES else None
    return bool(found) and found is not None and found * pieces.cells <= MOST_BITS


class Layouts:
    """A list of layouts: for each cell those with a head there and those with a piece there, as bit sets."""

    def __init__(
        self,
        pieces: Pieces,
        columns: Sequence[Sequence[int]],
        every: int,
        heads: list[int],
        covers: list[int],
        having: dict[int, int] | None = None,
    ) -> None:
        self.pieces = pieces
        #: The first piece of each layout, the second of each, and so on.
        self.columns = columns
        #: The bits that stand for a layout; some may be left out, so that a new block begins with a new byte.
        self.every = every
        self.heads = heads
        self.covers = covers
        #: The layouts that have a piece, for each piece that any of them has; long lists do without.
        self.having = having

    def only(self, alive: int, most: int = 0, rng: Random | None = None) -> "Layouts":
        """Give a list of some of the layouts. With a stream of chance it gets no longer than `most`: some are drawn."""
        while rng and alive.bit_count() > 2 * most:
            # Half of them go by the toss of a coin: that is much faster than to draw from a list of all.
            alive &= rng.getrandbits(alive.bit_length())
        numbers: Sequence[int] = list(bits(alive))
        if rng and len(numbers) > most:
            numbers = sorted(rng.sample(numbers, most))
        return listed(self.pieces, [[column[number] for number in numbers] for column in self.columns])


def listed(pieces: Pieces, columns: Sequence[Sequence[int]]) -> Layouts:
    """Make a list of given layouts: the first pieces of all of them, the second pieces, and so on."""
    every = (1 << len(columns[0])) - 1
    having = _having(columns, every)
    return Layouts(pieces, columns, every, *_by_cell(pieces, having), having)


def _having(columns: Sequence[Sequence[int]], every: int) -> dict[int, int]:
    size = every.bit_length() // 8 + 1
    found: dict[int, bytearray] = {}
    for column in columns:
        for number, piece in enumerate(column):
            if piece not in found:
                found[piece] = bytearray(size)
            found[piece][number >> 3] |= 1 << (number & 7)
    return {piece: int.from_bytes(one, "little") for piece, one in found.items()}


def all_layouts(pieces: Pieces, n: int) -> Layouts:
    """Write down every layout of n pieces: block after block, each with the layouts that have the same first piece."""
    columns = [bytearray() for _ in range(n)]
    heads: list[list[bytes]] = [[] for _ in range(pieces.cells)]
    covers: list[list[bytes]] = [[] for _ in range(pieces.cells)]
    every = []
    for first in range(len(pieces)):
        size, having = _block(pieces.clear, pieces.clear[first], (first,), n, columns)
        if not size:
            continue
        full = -(-size // 8)
        for column in columns:
            column += bytes(2 * (8 * full - size))
        every.append(((1 << size) - 1).to_bytes(full, "little"))
        here, above = _by_cell(pieces, having)
        for chunks, numbers in ((heads, here), (covers, above)):
            for chunk, number in zip(chunks, numbers, strict=True):
                chunk.append(number.to_bytes(full, "little"))
    return Layouts(
        pieces,
        [memoryview(column).cast("H") for column in columns],
        int.from_bytes(b"".join(every), "little"),
        [int.from_bytes(b"".join(chunk), "little") for chunk in heads],
        [int.from_bytes(b"".join(chunk), "little") for chunk in covers],
    )


def _block(
    clear: list[int], free: int, chosen: tuple[int, ...], n: int, columns: list[bytearray]
) -> tuple[int, dict[int, int]]:
    """Write down the layouts that begin with the chosen pieces: how many, and which of them have which piece."""
    left = n - len(chosen)
    if left <= 1:
        return _last(free, chosen, left, columns)
    size = 0
    having: dict[int, int] = {}
    for piece in bits(free):
        more, inner = _block(clear, free & clear[piece], (*chosen, piece), n, columns)
        for one, those in inner.items():
            having[one] = having.get(one, 0) | those << size
        size += more
    having[chosen[-1]] = (1 << size) - 1
    return size, having


def _last(free: int, chosen: tuple[int, ...], left: int, columns: list[bytearray]) -> tuple[int, dict[int, int]]:
    ends = list(bits(free)) if left else []
    size = len(ends) if left else 1
    for column, piece in zip(columns, chosen, strict=False):
        column += _NUMBER.pack(piece) * size
    if left:
        columns[-1] += struct.pack(f"={size}H", *ends)
    having = {piece: 1 << number for number, piece in enumerate(ends)}
    having[chosen[-1]] = (1 << size) - 1
    return size, having


def _by_cell(pieces: Pieces, having: dict[int, int]) -> tuple[list[int], list[int]]:
    heads, covers = [0] * pieces.cells, [0] * pieces.cells
    for piece, those in having.items():
        spots = pieces.spots[piece]
        heads[spots[0]] |= those
        for cell in spots:
            covers[cell] |= those
    return heads, covers
