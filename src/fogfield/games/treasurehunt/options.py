"""The settings of the server, and the game that they mean."""

from collections.abc import Mapping
from typing import Any

from fogfield.games.treasurehunt.presets import PRESETS, Options
from fogfield.wire.published import Choice, Seconds, Setting, Whole

#: Every number of the rules can be set by itself; -1 leaves it as the rules of the term have it.
_ASIDE = -1
#: Larger half maps would not fit into a request, nor their coordinates into what clients expect.
_MOST = {"rows": 10, "cols": 20}
_RULES = {
    "rows": "rows of a half map",
    "cols": "columns of a half map",
    "mountains": "least mountains of a half map",
    "grass": "least grass of a half map",
    "water": "least water of a half map",
    "forts": "castles that are sent; the server takes one of them",
    "most_water_long": "most water on each long side of a half map",
    "most_water_short": "most water on each short side",
    "least_water_long": "least water on each long side",
    "least_water_short": "least water on each short side",
    "most_actions": "actions of both players after which whoever is to act has lost",
    "hidden_actions": "actions before a player is told where the other really is",
}


def settings(bots: tuple[str, ...]) -> dict[str, Setting]:
    """Give what the keeper of a server may choose."""
    numbers = {
        name: Whole(_ASIDE, _ASIDE, _MOST.get(name, 10_000), f"{meaning}; -1: as in the rules of the term")
        for name, meaning in _RULES.items()
    }
    return {
        "rules": Choice(tuple(PRESETS), "the rules of a term: those of the document, or of a later one"),
        "think_s": Seconds(5.0, "time for an action, unless a game is in debug mode"),
        "slack_s": Seconds(0.5, "how much later than that an action may arrive"),
        "lasts_s": Seconds(600.0, "time for a whole game; then whoever is to act has lost"),
        "kept_s": Seconds(30.0, "how long a game can still be asked for after that"),
        "games": Whole(99, 1, 10_000, "games at once; one more removes the oldest"),
        "bot": Choice(bots, "which bot plays where a game was asked for with enableDummyCompetition"),
        **numbers,
    }


def options_of(chosen: Mapping[str, Any]) -> Options:
    """Give the rules that are chosen: those of a term, with numbers of the keeper's own."""
    own = {name: chosen[name] for name in _RULES if chosen[name] != _ASIDE}
    return PRESETS[chosen["rules"]]._replace(**own)
