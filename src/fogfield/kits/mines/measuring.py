"""How well a level plays: many games on boards of one kind, each by a seed of its own, and an honest interval."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import Board, prepare
from fogfield.kits.mines.engine import layout, serving
from fogfield.kits.mines.machine import Machine, machine
from fogfield.kits.mines.solver import LEVELS


class Tally(NamedTuple):
    """What came of some games."""

    games: int = 0
    wins: int = 0
    guesses: int = 0
    #: Mines that were hit: more than one in a game only if it goes on after that.
    hits: int = 0
    #: Proofs that turned out to be wrong: always 0, or there is an error in the engine.
    refuted: int = 0
    #: Time that was spent, and the longest single choice, in the clock's seconds.
    spent_s: float = 0.0
    worst_call_s: float = 0.0

    @property
    def games_per_s(self) -> float | None:
        """Give the speed; None if no time was spent that the clock could tell."""
        return self.games / self.spent_s if self.spent_s else None

    def __add__(self, other: object) -> "Tally":
        if not isinstance(other, Tally):
            return NotImplemented
        sums = [one + two for one, two in zip(self[:-1], other[:-1], strict=True)]
        games, wins, guesses, hits, refuted, spent_s = sums
        worst = max(self.worst_call_s, other.worst_call_s)
        return Tally(int(games), int(wins), int(guesses), int(hits), int(refuted), spent_s, worst)

    def interval(self) -> tuple[float, float]:
        """Give the 95 % interval of the share of games that are won, after Wilson."""
        if not self.games:
            return 0.0, 1.0
        z, n = 1.959964, self.games
        rate = self.wins / n
        middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        low = max(0.0, middle - half) if self.wins else 0.0
        high = min(1.0, middle + half) if self.wins < n else 1.0
        return low, high  # where all or none are won the formula says 1 or 0, but for what floats round


class Played(NamedTuple):
    """What came of a portion of the games, how long it took by the clock on the wall, and by which engine."""

    tally: Tally
    seconds: float
    compiled: bool


class Tallies:
    """What came of all games, and of those of each engine: the compiled one may get ready in the middle of them."""

    def __init__(self) -> None:
        self.python, self.compiled = Tally(), Tally()

    def add(self, part: Played) -> None:
        """Count a portion."""
        if part.compiled:
            self.compiled += part.tally
        else:
            self.python += part.tally

    @property
    def total(self) -> Tally:
        """Give all games together."""
        return self.python + self.compiled

    @property
    def timed(self) -> Tally:
        """Give the games by which speed is told: those of one engine, the compiled one if it played any."""
        return self.compiled if self.compiled.games else self.python


class Portions:
    """Hands out the games of a run in portions that last about as long each, however fast they are played.

    The first is a single game; who has played one says how long it took, by the clock on the wall.
    """

    def __init__(self, games: int, seconds: float) -> None:
        self._games = games
        self._seconds = seconds
        self._next, self._size = 0, 1

    def take(self) -> range:
        """Give the numbers of the next games; none when all are handed out."""
        first = self._next
        self._next = min(self._games, first + self._size)
        return range(first, self._next)

    def took(self, games: int, seconds: float) -> None:
        """Learn how long some games took; a portion is at most four times as large as the one before."""
        fitting = games * self._seconds / seconds if seconds > 0 else math.inf
        self._size = max(1, int(min(fitting, 4 * games)))


def play(
    board: Board,
    first: Cell,
    level: str,
    numbers: range,
    clock: Callable[[], float],
    *,
    lives: bool = False,
    by: Machine | None = None,
) -> Iterator[Tally]:
    """Play the games with these numbers, one after the other; game 7 of the seed "fern" is the board "fern.7"."""
    found = by or machine()
    m = found.m
    for number in numbers:
        prepare(found, board._replace(seed=f"{board.seed}.{number}"), first)
        m[layout.LEVEL], m[layout.LIVES] = LEVELS[level], int(lives)
        found.run(serving.LAY)
        found.run(serving.BEGIN)
        began = now = clock()
        worst = 0.0
        goes_on = 1
        while goes_on:
            goes_on = found.run(serving.STEP)
            before, now = now, clock()
            worst = max(worst, now - before)
        won, guesses, hits, refuted = (
            int(m[at]) for at in (layout.WON, layout.GUESSES, layout.HITS_MINE, layout.WRONG)
        )
        yield Tally(1, won, guesses, hits, refuted, now - began, worst)
