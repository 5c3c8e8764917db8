"""Stand-in."""

from enum import Enum


class Health(Enum):
    """How well a journal works."""

    FINE = "fine"
    FAILING = "failing"
    DOWN = "down"
