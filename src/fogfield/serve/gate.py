"""Who may come in: connections in all and from one address."""

import ipaddress
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
        party = party_of(address)
        if self._here[party] >= self._limits.connections_per_address:
            return "limits.connections_per_address"
        self._here[party] += 1
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        """Count one out that was let in."""
        self.total -= 1
        party = party_of(address)
        self._here[party] -= 1
        if not self._here[party]:
            del self._here[party]


def party_of(address: str) -> str:
    """Give who counts as one: an IPv4 address, or an IPv6 network of 64 bits, which one customer has."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
