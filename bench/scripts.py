"""What the driver's connections send, as endless iterators of requests."""

import random
from collections.abc import Iterator

START = 7
MOVES = (1, 2, 3, 4)
REVEAL, MARK, DEBUG = 5, 6, 10


def start(columns: int, rows: int, level: int) -> bytes:
    """Give a START packet."""
    return bytes((START, 0, 0, 0, 3, columns, rows, level))


def walk(columns: int, rows: int, level: int, seed: int) -> Iterator[bytes]:
    """Start a game, then only move the cursor: what most requests of a person are."""
    rng = random.Random(seed)
    yield start(columns, rows, level)
    while True:
        yield bytes((rng.choice(MOVES),))


def game(columns: int, rows: int, level: int, seed: int) -> Iterator[bytes]:
    """Start games of 40 requests: three quarters moves, the rest marks and reveals."""
    rng = random.Random(seed)
    while True:
        yield start(columns, rows, level)
        for _ in range(39):
            yield bytes((rng.choices((*MOVES, MARK, REVEAL), (3, 3, 3, 3, 2, 2))[0],))


def bare() -> Iterator[bytes]:
    """One byte a request, for the reference."""
    while True:
        yield b"\x01"
