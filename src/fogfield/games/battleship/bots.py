"""Bots. Against boats that lie anywhere with the same chance no way to attack is better than another: 12.75 attacks for
3 boats on 16 cells, on the average. What can be better is to know the opponent.

A `Hunter` remembers where an opponent put his boats, and where he was attacked before that. Before a match it bets
on one of three ideas of him: he has no habits, he likes certain cells, he moves to where nobody looked last time. A bet
is drawn with a weight that grows with what the idea would have saved in the matches before. So somebody with
habits is soon found out; somebody who turns the tables on an idea makes it lose its weight, and against chance it
costs nothing. Its own boats lie anywhere with the same chance, in every match: there is no habit to find out.
"""

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from fogfield.core.belief import Belief, Chances, Figure, counted, spread
from fogfield.core.grid import Cell, Grid
from fogfield.games.battleship import view as views
from fogfield.games.battleship.rules import BOAT, HIT, MISS, SEATS, SUNK, WATER, Action, Attack, Options
from fogfield.games.battleship.view import View, boats_on, targets

#: An opponent is remembered by so many of his last matches, and so many opponents are.
MATCHES = 50
OPPONENTS = 10_000
#: An idea is scored with what the last so many of them tell: that takes long, and others wait.
SCORED = 12
#: The share of a match's weight that is left after every later one: habits change.
FADING = 0.9
#: So many attacks saved make an idea e times as likely to be chosen.
SAVED_FOR_TRUST = 4.0


@dataclass(frozen=True, slots=True)
class Past:
    """One match against an opponent, over now: his boats, as far as they are known, and where he was attacked."""

    options: Options
    boats: frozenset[Cell]
    attacked: frozenset[Cell]


@dataclass(slots=True)
class Memory:
    """What is known of one opponent."""

    matches: deque[Past] = field(default_factory=lambda: deque(maxlen=MATCHES))
    #: The attacks that each idea would have saved, later matches counting more.
    saved: dict[str, float] = field(default_factory=dict)

    def of(self, options: Options) -> list[Past]:
        """Give the matches that were played with these options; others say nothing about where boats lie."""
        return [one for one in self.matches if one.options == options]


#: How likely a boat is on each cell, in any unit: what is remembered, and what this match has shown of his grid.
Idea: TypeAlias = Callable[[Sequence[Past], str], list[float]]


def anywhere(past: Sequence[Past], grid: str) -> list[float]:
    """He has no habits."""
    return [1.0] * len(grid)


def habit(past: Sequence[Past], grid: str) -> list[float]:
    """He places as he did before, in whole: what this match has shown says which of his fleets it may be."""
    scores = [0.0] * len(grid)
    seen = [(Cell(0, place), char == HIT) for place, char in enumerate(grid) if char != WATER]
    for weight, one in _fading(past):
        misfits = sum((cell in one.boats) != hit for cell, hit in seen)
        for boat in one.boats:
            scores[boat.col] += weight * 0.1**misfits
    return scores


def elsewhere(past: Sequence[Past], grid: str) -> list[float]:
    """He goes where nobody looked for him in the match before."""
    last = past[-1].attacked if past else frozenset()
    return [0.0 if Cell(0, place) in last else 1.0 for place in range(len(grid))]


IDEAS: dict[str, Idea] = {"anywhere": anywhere, "habit": habit, "elsewhere": elsewhere}


def _fading(past: Sequence[Past]) -> list[tuple[float, Past]]:
    return [(FADING**age, one) for age, one in enumerate(reversed(past))]


class Hunter:
    """Plays one seat against one opponent, match after match."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._idea: Idea | None = None

    def choose(self, view: View, rng: Random) -> Action | None:
        """Place anywhere; attack where the idea of this match sees the best chance."""
        if view.seat not in view.to_act:
            return None
        assert view.seat is not None
        if not view.placed[view.seat]:
            return views.choose(view, rng)
        if self._idea is None:
            self._idea = IDEAS[self._bet(rng)]
        grid = _as_told(view)
        return Attack(best(self._idea(self._memory.of(view.options), grid), targets(view), rng))

    def over(self, view: View, rng: Random) -> None:
        """Learn from a match that was played to its end; one that was broken off could be made to teach anything."""
        self._idea = None
        if view.seat is None or view.outcome is None or view.outcome.reason != SUNK:
            return
        other = SEATS - 1 - view.seat
        attacked = frozenset(shot.cell for shot in view.shots if shot.seat == view.seat)
        past = Past(view.options, boats_on(view.boards[other]), attacked)
        memory = self._memory
        if len(past.boats) == view.options.boats:
            mean = mean_attacks(view.options)
            known = memory.of(view.options)[-SCORED:]
            for name, idea in IDEAS.items():
                spent = mean if idea is anywhere else attacks_needed(idea, known, past.boats, view.options, rng)
                memory.saved[name] = FADING * memory.saved.get(name, 0.0) + mean - spent
        memory.matches.append(past)

    def _bet(self, rng: Random) -> str:
        """Draw an idea, by what each has saved so far."""
        weights = [math.exp(min(self._memory.saved.get(name, 0.0), 200.0) / SAVED_FOR_TRUST) for name in IDEAS]
        return rng.choices(list(IDEAS), weights)[0]


def best(scores: list[float], among: Sequence[Cell], rng: Random) -> Cell:
    """Give the cell with the best score, any of them if there are several."""
    top = max(scores[cell.col] for cell in among)
    return rng.choice([cell for cell in among if scores[cell.col] == top])


def attacks_needed(idea: Idea, past: Sequence[Past], boats: frozenset[Cell], options: Options, rng: Random) -> int:
    """Count the attacks with which an idea would have found these boats."""
    grid = [WATER] * options.cells
    left = len(boats)
    count = 0
    while left:
        free = [Cell(0, place) for place, char in enumerate(grid) if char == WATER]
        cell = best(idea(past, "".join(grid)), free, rng)
        grid[cell.col] = HIT if cell in boats else MISS
        left -= cell in boats
        count += 1
    return count


def mean_attacks(options: Options) -> float:
    """Give the mean number of attacks against boats that lie anywhere: the largest of so many places drawn."""
    return options.boats * (options.cells + 1) / (options.boats + 1)


def _as_told(view: View) -> str:
    """Give the other grid without anything that is not known from this match's shots."""
    assert view.seat is not None
    return view.boards[SEATS - 1 - view.seat].replace(BOAT, WATER)


def believe(view: View) -> Belief:
    """Say how likely a boat of the other is on each cell, for somebody who knows none of his habits."""
    grid, (cells, boats) = _as_told(view), view.options
    free, left = grid.count(WATER), boats - grid.count(HIT)
    chances = {Cell(0, place): left / free for place, char in enumerate(grid) if char == WATER}
    ways, all_ways = math.comb(free, left), math.comb(cells, boats)
    share = math.log(ways) / math.log(all_ways) if all_ways > 1 else 0.0
    assert view.seat is not None
    return Belief(
        (Chances("a boat", SEATS - 1 - view.seat, spread(Grid(1, cells), chances)),),
        (Figure("Ways in which the boats can lie, on a log scale", share, counted(ways, all_ways)),),
    )


class Hunters:
    """All hunters of one server, and what they remember; the opponents that came last are kept."""

    slow = False

    def __init__(self) -> None:
        self._memories: OrderedDict[str, Memory] = OrderedDict()

    def against(self, opponent: str) -> Hunter:
        """Send a hunter against somebody, known by name or address."""
        memory = self._memories.setdefault(opponent, Memory())
        self._memories.move_to_end(opponent)
        if len(self._memories) > OPPONENTS:
            self._memories.popitem(last=False)
        return Hunter(memory)


BOTS = {"hunter": Hunters}
