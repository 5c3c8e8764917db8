"""Bots. They place their planes anywhere, with the same chance for every layout; how they look for those of the other
is in `kits/fleet`.

`hunter` attacks where a head is likeliest. `expert` weighs what an attack tells against the chance of a head, and looks
ahead. Both choose from a view and remember nothing, so they can think in any process.
"""

from random import Random

from fogfield.games.planefight import view as views
from fogfield.games.planefight.fleet import yard
from fogfield.games.planefight.rules import Action, Attack, Phase
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
