"""Bots. How they search is in `kits/explore`; here they decide what to look for.

`expert` plans by the commands that it expects to need, learns from where the other is, and designs its half map.
`lookout` goes where it sees most for its commands, `nearest` to the nearest field not seen yet, `dummy` anywhere;
they send any half map. All choose from a view alone. A bot keeps its way in mind, to plan no oftener than there is
news; one that has forgotten it plans anew.
"""

from random import Random
from typing import NamedTuple

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import view as views
from fogfield.games.treasurehunt.belief import castle_chances, unseen
from fogfield.games.treasurehunt.presets import Options, half_rules
from fogfield.games.treasurehunt.rules import Action, Move, SendHalf
from fogfield.games.treasurehunt.view import View
from fogfield.kits.explore import searching
from fogfield.kits.explore.designing import design
from fogfield.kits.explore.halves import HalfMap, random_half
from fogfield.kits.explore.land import FAR, Direction, Land, Ways, ways

#: Changes that the expert tries to make its half map better: about a second and a half of work if it is prepared early,
#: and a third of a second if everybody waits for it.
TRIES = 600
HASTY_TRIES = 150


class Aim(NamedTuple):
    """What a way is for. As long as this stays the same there is no news."""

    land: Land
    #: Look for the castle, not for the treasure.
    castle: bool
    #: Where the thing is, if that is known.
    goal: int | None
    #: Whether the position of the other is true, which tells something of its castle.
    real: bool


class Explorer:
    """Plays one seat. What kind of explorer it is says `search`."""

    def __init__(self) -> None:
        self._aim: Aim | None = None
        #: The fields to come, the next one last, and the field on which the figure is now.
        self._way: list[int] = []
        self._here = -1

    @property
    def ahead(self) -> tuple[Cell, ...]:
        """The fields that it means to walk over, the next one first."""
        return tuple(self._aim.land.cell(number) for number in reversed(self._way)) if self._aim else ()

    def choose(self, view: View, rng: Random) -> Action | None:
        """Send a half map; finish the step that has begun; follow the way."""
        if view.seat not in view.to_act:
            return None
        if view.own.half is None:
            return SendHalf(self.half(view.options, rng).fields())
        if view.own.going:
            return Move(view.own.going.direction)
        return Move(self._next(view, rng))

    def half(self, options: Options, rng: Random) -> HalfMap:
        """Make a half map."""
        half = random_half(half_rules(options), rng)
        assert half is not None, "options without a half map are refused"
        return half

    def search(self, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        """Give a way on which the thing may be found."""
        raise NotImplementedError

    def over(self, view: View, rng: Random) -> None:
        """Forget it."""
        self._aim, self._way, self._here = None, [], -1

    def aim(self, view: View, land: Land) -> Aim:
        """Say what to look for."""
        goal = view.other.fort if view.own.collected else view.own.treasure
        castle = view.own.collected
        return Aim(land, castle, None if goal is None else land.number(goal), castle and view.real)

    def _next(self, view: View, rng: Random) -> Direction:
        land, figure = view.land, view.own.figure
        assert land is not None, "nobody moves without a map"
        assert figure is not None, "nobody moves without a figure"
        aim, here = self.aim(view, land), land.number(figure)
        if aim != self._aim or here != self._here or not self._way:
            self._aim, self._way = aim, self._new_way(view, aim, here, rng)[::-1]
        if not self._way:  # there is nothing to find, or no way to it
            return rng.choice(views.directions(view))
        self._here = self._way.pop()
        goal = land.cell(self._here)
        return next(direction for direction in Direction if direction.from_cell(figure) == goal)

    def _new_way(self, view: View, aim: Aim, here: int, rng: Random) -> list[int]:
        the = ways(aim.land)
        if aim.goal is None:
            return self.search(view, the, here, rng)
        return the.path(here, aim.goal) if the.distances(here)[aim.goal] < FAR else []


def _mask(view: View, *, castle: bool) -> int:
    half = view.other.half if castle else view.own.half
    assert half is not None, "nobody searches a half that is not there"
    return sum(1 << number for number in unseen(view, half))


class Nearest(Explorer):
    """Goes to the nearest grass field of the right half that it has not seen."""

    def search(self, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        """Go one step: the next field may show what was the goal."""
        return searching.nearest(the, here, _mask(view, castle=view.own.collected))[:1]


class Lookout(Explorer):
    """Goes where it sees most for its commands."""

    def search(self, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        """Go all the way."""
        return searching.lookout(the, here, _mask(view, castle=view.own.collected))


class Dummy(Explorer):
    """Walks between random fields, and takes no notice of what it sees."""

    def aim(self, view: View, land: Land) -> Aim:
        """Look for nothing."""
        return Aim(land, castle=False, goal=None, real=False)

    def search(self, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        """Go anywhere."""
        costs = the.distances(here)
        return the.path(here, rng.choice([number for number, cost in enumerate(costs) if 0 < cost < FAR]))


class Expert(Explorer):
    """Plans by the commands that it expects to need.

    A good half map takes a second or two. `prepare` makes one early, perhaps in another process; `keep` remembers it
    for the next game. Without that a hasty one is sent.
    """

    def __init__(self) -> None:
        super().__init__()
        self._prepared: dict[Options, HalfMap] = {}

    def prepare(self, options: Options, rng: Random) -> HalfMap:
        """Design a half map with care."""
        return _designed(options, rng, TRIES)

    def keep(self, options: Options, half: HalfMap) -> None:
        """Remember a half map for the next game with these options."""
        self._prepared[options] = half

    def half(self, options: Options, rng: Random) -> HalfMap:
        """Send what is prepared, and every map only once."""
        return self._prepared.pop(options, None) or _designed(options, rng, HASTY_TRIES)

    def over(self, view: View, rng: Random) -> None:
        """Forget it, and the half map too: a copy of this bot may have sent it."""
        super().over(view, rng)
        self._prepared.clear()

    def search(self, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        """Plan until the thing must be found."""
        if view.own.collected:
            return searching.plan(the, here, castle_chances(view)).way
        assert view.own.half is not None
        return searching.plan(the, here, dict.fromkeys(unseen(view, view.own.half), 1.0)).way


def _designed(options: Options, rng: Random, tries: int) -> HalfMap:
    half = design(half_rules(options), rng, tries)
    assert half is not None, "options without a half map are refused"
    return half


class Explorers:
    """Explorers of one kind."""

    slow = False
    kind: type[Explorer] = Nearest

    def against(self, opponent: str) -> Explorer:
        """Send one."""
        return self.kind()


class Experts(Explorers):
    """The strongest."""

    slow = True
    kind = Expert


class Lookouts(Explorers):
    """Good."""

    kind = Lookout


class Dummies(Explorers):
    """Weak: to try a client with."""

    kind = Dummy


BOTS = {"expert": Experts, "lookout": Lookouts, "nearest": Explorers, "dummy": Dummies}
