"""How a game folder tells the house that it speaks a published protocol over HTTP."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from fogfield.wire.http import Desk
from fogfield.wire.published import Setting

if TYPE_CHECKING:  # a desk meets only the players that its host makes
    from fogfield.core.outcome import Outcome
    from fogfield.core.table import Player, Table


class WebHost(Protocol):
    """What a desk may ask of the house that it stands in."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of its protocol, by the names that `Web` gives them."""

    @property
    def written(self) -> int:
        """The last line that was written into the journal."""

    def draw_id(self) -> str:
        """Draw an id that nobody can guess: a UUID."""

    def draw_word(self, letters: str, length: int) -> str:
        """Draw a short word of such letters."""

    def player(self, name: str, *, proof: bytes, about: Mapping[str, Any]) -> "Player":
        """Make a player who can come back: he is known by a proof, and what is to be remembered of him is kept."""

    def bot(self, kind: str, opponent: str) -> "Player":
        """Send a bot."""

    def table(self, options: Any, *, think_s: float, about: Mapping[str, Any]) -> "Table":
        """Put up a table that is kept, with what is to be remembered of it, until it is taken down."""

    def find(self, code: str) -> "Table | None":
        """Find a table that somebody else put up, by its invitation."""

    def take_down(self, table: "Table", outcome: "Outcome", now: float) -> None:
        """Send everybody away from a table; a match that is not over ends with that."""

    def wake_at(self, when: float) -> None:
        """Have the desk's `tick` called at a moment; a new one replaces the one before."""


@dataclass(frozen=True, slots=True)
class Web:
    """A protocol over HTTP: its port, and the desk that answers."""

    port: int
    desk: Callable[[WebHost], Desk]
    #: What to tell `fogfield` to play it from a terminal, for the table that `fogfield serve` prints.
    client: str
    #: No request has a longer body; and how long a peer may take to send one.
    most_body_bytes: int = 65_536
    body_s: float = 10.0
    #: What the keeper of a server may choose, beside the port: `<game>.<name>` in the settings.
    settings: Mapping[str, Setting] = field(default_factory=dict)
    #: The options of every match under these settings.
    options: Callable[[Mapping[str, Any]], Any] | None = None
