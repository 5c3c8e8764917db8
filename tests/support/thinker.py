"""A bot for another process: it must be importable there."""

import os
import time
from pathlib import Path
from random import Random
from typing import Any


class Thinker:
    """Says where it thinks; `wait_s` makes it slow."""

    def __init__(self, wait_s: float = 0.0, dies: str = "") -> None:
        self._wait_s = wait_s
        self._dies = dies

    def choose(self, view: Any, rng: Random) -> tuple[int, Any, float]:
        """Give the process, the view and the first number of the stream."""
        if self._dies == "always":
            os._exit(9)
        if self._dies and not Path(self._dies).exists():  # once
            Path(self._dies).touch()
            os._exit(9)
        time.sleep(self._wait_s)
        return os.getpid(), view, rng.random()

    def over(self, view: Any, rng: Random) -> None:
        """Forget it."""
