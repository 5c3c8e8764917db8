"""How a match ended: a value, never a string to be parsed."""

from typing import Any, NamedTuple, Self

from fogfield.core.errors import RecordError


class Outcome(NamedTuple):
    """The seats that won (none: everybody lost, or nobody did) and the reason, a short word of the game.

    `faults` are sentences about what the referee found out when everything was shown. They change no result.
    """

    winners: frozenset[int]
    reason: str
    faults: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the form that a record keeps."""
        found = {"winners": sorted(self.winners), "reason": self.reason}
        return {**found, "faults": list(self.faults)} if self.faults else found

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read the form that a record keeps."""
        match data:
            case {"winners": list(seats), "reason": str(reason), **rest} if rest.keys() <= {"faults"}:
                faults: Any = rest.get("faults", [])
                sentences = type(faults) is list and all(type(fault) is str for fault in faults)
                if sentences and all(type(seat) is int for seat in seats):
                    return cls(frozenset(seats), reason, tuple(faults))
        raise RecordError(f"an outcome needs winners and a reason, not {data!r}")


def won(*seats: int, reason: str) -> Outcome:
    """Make the outcome in which these seats won."""
    return Outcome(frozenset(seats), reason)


def nobody(reason: str) -> Outcome:
    """Make the outcome in which no seat won."""
    return Outcome(frozenset(), reason)


#: A player left, or the server did, before the game had an end of its own.
ABANDONED = nobody("abandoned")
