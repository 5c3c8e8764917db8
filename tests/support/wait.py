"""Waiting for what another thread or process brings about."""

import time
from collections.abc import Callable


def eventually(true: Callable[[], bool], within_s: float = 60.0) -> bool:
    """Say whether something becomes true in time."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.01)
    return False
