"""Bots. They place their planes anywhere, with the same chance for every layout; how they look for those of the other
is in `kits/fleet`.

`hunter` attacks where a head is likeliest. `expert` weighs what an attack tells against the chance of a head, and looks
ahead. Both choose from a view and remember nothing, so they can think in any process.
"""

import math
from random import Random

from fogfield.core.belief import Belief, Chances, Figure, counted, spread
from fogfield.games.planefight import view as views
from fogfield.games.planefight.fleet import yard
from fogfield.games.planefight.rules import SEATS, Action, Attack, Phase
from fogfield.games.planefight.view import View
from fogfield.kits.fleet import guessing


class Seeker:
    """Plays one seat, as strongly as its level says."""

    def __init__(self, level: str) -> None:
        self._level = level

    def choose(self, view: View, rng: Random) -> Action | None:
        """Place anywhere; attack where it pays."""
        if view.phase is not Phase.FIGHTING or view.seat not in view.to_act:
            return views.choose(view, rng)
        assert view.seat is not None
        options = view.options
        cell = guessing.choose(
            yard(options),
            options.planes,
            view.chart(view.seat).shots,
            rng,
            fades=options.completely_destroy,
            level=self._level,
        )
        return Attack(cell)

    def over(self, view: View, rng: Random) -> None:
        """Forget it."""


def believe(view: View) -> Belief:
    """Say how likely a head, and a plane, of the other is on each cell that was not attacked."""
    assert view.seat is not None
    options, other = view.options, SEATS - 1 - view.seat
    shots, where = view.chart(view.seat).shots, yard(options)
    odds = guessing.odds(where, options.planes, shots, fades=options.completely_destroy)
    attacked = {cell for cell, _ in shots}

    def laid(chances: list[float]) -> tuple[tuple[float | None, ...], ...]:
        return spread(
            where.grid, {cell: one for cell, one in zip(where.grid, chances, strict=True) if cell not in attacked}
        )

    maps = (Chances("the head of a plane", other, laid(odds.heads)), Chances("a plane", other, laid(odds.covers)))
    figures: tuple[Figure, ...] = ()
    if odds.ways and odds.all_ways > 1:
        share = math.log(odds.ways) / math.log(odds.all_ways)
        figures = (
            Figure("Ways in which the planes can lie, on a log scale", share, counted(odds.ways, odds.all_ways)),
        )
    return Belief(maps, figures, "" if odds.exact else "not exact: there are too many ways in which the planes can lie")


class Seekers:
    """Seekers of one level."""

    slow = True
    level = ""

    def against(self, opponent: str) -> Seeker:
        """Send one."""
        return Seeker(self.level)


class Experts(Seekers):
    """The strongest."""

    level = "expert"


class Hunters(Seekers):
    """Quick, and good enough for most."""

    level = "hunter"


BOTS = {"expert": Experts, "hunter": Hunters}
