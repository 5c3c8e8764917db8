"""What can be set in a game, and what the terms of the course played with (SPEC.md, "Terms")."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from fogfield.kits.explore.halves import HalfRules, random_half

MOST_SIDE = 50
MOST_ACTIONS = 10_000


class Options(NamedTuple):
    """What a half map must keep, and how long a game may be (#1, #2). Counts of fields, and of actions."""

    rows: int = 5
    cols: int = 10
    mountains: int = 5
    grass: int = 24
    water: int = 7
    forts: int = 1
    most_water_long: int = 4
    most_water_short: int = 2
    least_water_long: int = 0
    least_water_short: int = 0
    most_actions: int = 320
    #: As long as fewer actions than this were made, nobody is told where the other really is.
    hidden_actions: int = 16


PRESETS = {
    "seed": Options(),
    #: At least 51 % of each side walkable, 10 % mountains, 48 % grass, 14 % water: the same numbers.
    "ws2024": Options(),
    #: 12 % of the fields are forts; the server takes one of them.
    "ss2025": Options(forts=6),
    #: At least 40 % of each side walkable, and at least 20 % water.
    "ws2025": Options(most_water_long=6, most_water_short=3, least_water_long=2, least_water_short=1),
}


def half_rules(options: Options) -> HalfRules:
    """Give what a half map must keep: the options begin with it."""
    return HalfRules(*options[: len(HalfRules._fields)])


def faults(options: Options) -> tuple[str, ...]:
    """Say everything that is wrong with options (#1)."""
    found = [
        f"{name} {size} not in 2-{MOST_SIDE}"
        for name, size in (("rows", options.rows), ("columns", options.cols))
        if not 2 <= size <= MOST_SIDE
    ]
    found += [f"{name} {value} not 0 or more" for name, value in options._asdict().items() if value < 0]
    if options.grass < 2:
        found.append(f"grass {options.grass} not 2 or more: a fort and a treasure need a field each")
    if not 1 <= options.forts <= options.grass - 1:
        found.append(f"forts {options.forts} not in 1-{options.grass - 1}")
    if not 2 <= options.most_actions <= MOST_ACTIONS:
        found.append(f"most_actions {options.most_actions} not in 2-{MOST_ACTIONS}")
    if options.hidden_actions < 2:
        found.append(f"hidden_actions {options.hidden_actions} not 2 or more: the half maps are two")
    if not found and not _possible(half_rules(options)):
        found.append("no half map was found that keeps all these rules")
    return tuple(found)


@lru_cache(maxsize=64)
def _possible(rules: HalfRules) -> bool:
    if rules.mountains + rules.grass + rules.water > rules.rows * rules.cols:
        return False
    return random_half(rules, Random(1)) is not None  # noqa: S311 (any numbers do)
