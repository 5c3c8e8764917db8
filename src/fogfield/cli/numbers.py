"""Numbers that options take, where click lets through what is none."""

import math
from typing import Any

import click


class Pace(click.FloatRange):
    """Seconds within limits. NaN is neither below nor above any limit, so click would take it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return found
