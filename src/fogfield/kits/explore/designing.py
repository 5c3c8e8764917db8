"""Designing a half map: the own treasure quick to find, the own castle slow to find, and never the same map twice.

A map is judged by games that might follow. The owner searches it from his castle for the treasure and then leaves by
one of the four sides; a stranger comes in by that side and searches for the castle, in one of several ways: a castle
that is well hidden from one kind of searcher may be the first thing that another finds. What counts is the chance
that the owner is through before. From a random map we climb: a small change that is not worse is kept.
"""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from fogfield.kits.explore.halves import Checker, HalfMap, HalfRules, random_half, sides
from fogfield.kits.explore.land import FAR, Land, Terrain, Ways, bits
from fogfield.kits.explore.searching import lookout, nearest, plan

#: How carefully owner and stranger plan on a map that is only being judged.
_BEAM = 6
#: Castles that are looked at closely for each terrain.
_CASTLES = 3


class Stranger(NamedTuple):
    """A kind of searcher: how it goes, the commands until it comes in on average, and how much we care."""

    go: Callable[[Ways, int, int], list[int]]
    arrives: float
    weight: float
    #: It thinks again at every field that it sees, instead of going on to its goal.
    restless: bool = False
    #: It comes in at several places of a side: for those who are quickly looked at.
    doors: int = 1


def _planner(ways: Ways, start: int, unseen: int) -> list[int]:
    return plan(ways, start, dict.fromkeys(bits(unseen), 1.0), _BEAM).way


STRANGERS = (
    Stranger(nearest, 52.0, 0.6, restless=True, doors=3),
    Stranger(lookout, 48.0, 0.25),
    Stranger(_planner, 43.0, 0.15),
)
#: The commands that the owner spends on the other half on average, and how much all these times vary.
_ABROAD = 20.0
_SPREAD = 13.0
#: What an owner needs in all, where that is not looked at closely.
_TYPICAL = 50.0
#: A change that costs the owner more commands than this is not looked at any closer.
_SLACK = 0.5
#: What a command that the owner saves is worth besides, as a chance to win.
_HASTE = 0.015


def find_times(ways: Ways, start: int, unseen: int, stranger: Stranger) -> dict[int, int]:
    """Say for each field after how many commands a thing there is entered, by somebody who searches from a field."""
    found: dict[int, int] = {}
    here, time = start, 0
    unseen = _note(ways, here, time, unseen, found)
    while unseen:
        way = stranger.go(ways, here, unseen)
        if not way:
            break
        for there in way:
            time += next(step for goal, step in ways.steps[here] if goal == there)
            here, before = there, unseen
            unseen = _note(ways, here, time, unseen, found)
            if stranger.restless and unseen != before:
                break
    return found


def _note(ways: Ways, here: int, time: int, unseen: int, found: dict[int, int]) -> int:
    fresh = ways.sights[here] & unseen
    if fresh:
        costs = ways.distances(here)
        for number in bits(fresh):
            found[number] = time + costs[number]
    return unseen & ~fresh


class Judge:
    """Knows the rules of half maps and says how good one is."""

    def __init__(self, rules: HalfRules, strangers: Sequence[Stranger] = STRANGERS) -> None:
        #: Each stranger, at each door where it comes in, and how much we care for that.
        self._visits = [(one, door, one.weight / one.doors) for one in strangers for door in range(one.doors)]
        middle = ((rules.rows - 1) / 2, (rules.cols - 1) / 2)
        #: The fields of each side, those in its middle first: there a stranger comes in.
        self._sides = [
            [
                cell.row * rules.cols + cell.col
                for cell in sorted(cells, key=lambda cell: abs(cell.row - middle[0]) + abs(cell.col - middle[1]))
            ]
            for _, cells, _, _ in sides(rules)
        ]

    def pace(self, ways: Ways, castle: int) -> float:
        """Give the commands that the owner needs on average to his treasure."""
        own = find_times(ways, castle, _mask(_grass(ways)) & ~(1 << castle), _OWNER)
        return sum(own.values()) / len(own)

    def best_castle(self, ways: Ways) -> tuple[float, int]:
        """Give how good a land is, and the field for the castle."""
        grass, doors = _grass(ways), self._doors(ways)
        times = self._times(ways, grass, doors)
        exits = [[min(ways.distances(door)[number] for door in side) for number in grass] for side in doors]
        likely = self._by_hiding(times)[:_CASTLES]
        return max((self._worth(ways, castle, grass, exits, times[castle]), castle) for castle in likely)

    def hiding_places(self, ways: Ways) -> list[int]:
        """Give the grass fields, those first that strangers find last."""
        return self._by_hiding(self._times(ways, _grass(ways), self._doors(ways)))

    def _doors(self, ways: Ways) -> list[list[int]]:
        return [[number for number in side if ways.steps[number]] for side in self._sides]

    def _by_hiding(self, times: dict[int, list[list[float]]]) -> list[int]:
        """Sort fields by the chance of a typical owner."""
        chances = {number: sum(self._chance(_TYPICAL, one) for one in sides) for number, sides in times.items()}
        return sorted(chances, key=lambda number: -chances[number])

    def _times(self, ways: Ways, grass: list[int], doors: list[list[int]]) -> dict[int, list[list[float]]]:
        """Give for each field, from each side, when every stranger would be there.

        The first door is in the middle of a side, the next ones half-way to its ends.
        """
        everything = _mask(grass)
        found: dict[int, list[list[float]]] = {number: [[] for _ in doors] for number in grass}
        for side, fields in enumerate(doors):
            for stranger, door, _ in self._visits:
                start = fields[0 if door == 0 else min((len(fields) - 1) // 2 + door, len(fields) - 1)]
                times = find_times(ways, start, everything, stranger)
                for number in grass:
                    found[number][side].append(stranger.arrives + times.get(number, FAR))
        return found

    def _worth(
        self, ways: Ways, castle: int, grass: list[int], exits: list[list[int]], times: list[list[float]]
    ) -> float:
        """Give the chance to be first, with the treasure anywhere and all sides alike."""
        own = find_times(ways, castle, _mask(grass) & ~(1 << castle), _OWNER)
        total = sum(
            self._chance(own[number] + far + _ABROAD, one)
            for side, one in zip(exits, times, strict=True)
            for number, far in zip(grass, side, strict=True)
            if number != castle
        )
        return total / (len(own) * len(exits)) - _HASTE * sum(own.values()) / len(own)

    def _chance(self, own: float, others: list[float]) -> float:
        """Give the chance that the owner, who needs so long, is first, with all strangers as we care for them."""
        return sum(
            [
                weight / (1.0 + math.exp(min((own - other) / _SPREAD, 50.0)))
                for (_, _, weight), other in zip(self._visits, others, strict=True)
            ]
        )


def _grass(ways: Ways) -> list[int]:
    return [number for number, char in enumerate(ways.land.text) if char == Terrain.GRASS]


def _mask(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def design(rules: HalfRules, rng: Random, tries: int, judge: Judge | None = None) -> HalfMap | None:
    """Design a half map for one castle; more, where the rules ask for them, stand where they are hidden next best.

    `tries` changes are looked at: their number, not the clock, bounds the work.
    """
    judge, checker = judge or Judge(rules), Checker(rules)
    begin = random_half(rules, rng)
    if begin is None:
        return None
    ways = Ways(Land(rules.rows, rules.cols, _thin_out(rules, begin.land.text, rng)))
    worth, castle = judge.best_castle(ways)
    pace = judge.pace(ways, castle)
    for _ in range(tries):
        text = _changed(ways.land.text, rng)
        if text == ways.land.text or not checker.good(text):
            continue
        other = Ways(Land(rules.rows, rules.cols, text))
        # Few changes that slow the owner down are worth it, and this is seen quickly.
        if text[castle] == Terrain.GRASS and judge.pace(other, castle) > pace + _SLACK:
            continue
        found = judge.best_castle(other)
        if found[0] >= worth:
            ways, (worth, castle) = other, found
            pace = judge.pace(ways, castle)
    others = [number for number in judge.hiding_places(ways) if number != castle][: rules.forts - 1]
    return HalfMap(ways.land, tuple(map(ways.land.cell, (castle, *others))))


def _thin_out(rules: HalfRules, text: str, rng: Random) -> str:
    """Make mountains of grass until there is as little grass as may be: less to search, and more to see from."""
    numbers = [number for number, char in enumerate(text) if char == Terrain.GRASS]
    rng.shuffle(numbers)
    for number in numbers[: max(0, len(numbers) - rules.grass)]:
        text = text[:number] + Terrain.MOUNTAIN + text[number + 1 :]
    return text


def _changed(text: str, rng: Random) -> str:
    """Change one field, or swap two."""
    one, two = rng.randrange(len(text)), rng.randrange(len(text))
    chars = list(text)
    if rng.random() < 0.3:
        chars[one] = rng.choice("~.^")
    else:
        chars[one], chars[two] = chars[two], chars[one]
    return "".join(chars)


_OWNER = Stranger(_planner, 0.0, 1.0)
