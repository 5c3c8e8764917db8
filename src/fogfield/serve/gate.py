"""Who may come in: connections in all and from one address."""

from collections import Counter

from fogfield.serve.settings import Limits


class Gate:
    """Counts the connections of one process, over all its protocols."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._here: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> str | None:
        """Let one in, or name the limit that keeps it out."""
        if self.total >= self._limits.connections:
            return "limits.connections"
        if self._here[address] >= self._limits.connections_per_address:
            return "limits.connections_per_address"
        self._here[address] += 1
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        """Count one out that was let in."""
        self.total -= 1
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]
