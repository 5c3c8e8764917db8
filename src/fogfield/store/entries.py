"""What is written down of a match, in the order in which it happens. Times of day are seconds since 1970."""

from typing import NamedTuple, TypeAlias


class Made(NamedTuple):
    """A match was made; its seats may still be free."""

    match: str
    game: str
    #: JSON, in the notation of the game.
    options: str
    seed: str
    #: Who made it, and would go on with it after a crash: the name of a protocol, or `web`.
    service: str
    made: float
    #: What the service must know to go on with it, as JSON.
    extra: str = "{}"
    #: The match of which this is the rematch.
    after: str | None = None


class Sat(NamedTuple):
    """Somebody took a seat, or was renamed; the last one counts."""

    match: str
    seat: int
    #: How it is played: the name of a protocol, `web`, or `bot`.
    kind: str
    name: str
    #: What proves that somebody may act there: the SHA-256 of a secret. None for seats that need no proof.
    proof: bytes | None = None
    #: What the service must know of it, as JSON; the kind of a bot.
    extra: str = "{}"


class Began(NamedTuple):
    """All seats are taken; the times of moves count from here."""

    match: str
    began: float
    #: Seconds for each action; None if there is no limit.
    think_s: float | None


class Moved(NamedTuple):
    """A move was accepted. Moves are numbered from 0."""

    match: str
    number: int
    at_s: float
    seat: int
    #: JSON, in the notation of the game.
    action: str


class Ended(NamedTuple):
    """It is over. `outcome` is JSON, as in a record."""

    match: str
    at_s: float
    outcome: str
    ended: float


class Dropped(NamedTuple):
    """Nobody came, and it is forgotten; only a match that has not begun."""

    match: str


Entry: TypeAlias = Made | Sat | Began | Moved | Ended | Dropped
