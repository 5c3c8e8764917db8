"""Time left, as a value. Nobody here asks what time it is: `now` is always passed in, in seconds."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown that runs while `since` is set and rests while it is None."""

    left_s: float = math.inf
    since: float | None = None

    def at(self, now: float) -> float:
        """Give the seconds left at `now`, never below zero."""
        if self.since is None:
            return self.left_s
        return max(0.0, self.left_s - (now - self.since))

    def run(self, now: float) -> "Clock":
        """Start it; a running clock goes on as it was."""
        return self if self.since is not None else Clock(self.left_s, now)

    def pause(self, now: float) -> "Clock":
        """Stop it and keep what is left."""
        return Clock(self.at(now))

    def later(self, seconds: float) -> "Clock":
        """Let so many seconds not have counted."""
        return self if self.since is None else Clock(self.left_s, self.since + seconds)

    @property
    def deadline(self) -> float:
        """The moment at which it runs out, infinity while it rests."""
        return math.inf if self.since is None else self.since + self.left_s

    def expired(self, now: float) -> bool:
        """Say whether nothing is left at `now`."""
        return self.at(now) <= 0.0
