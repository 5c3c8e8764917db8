"""The house that sessions run in: it begins their matches and tells the log how they ended."""

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog

from fogfield.bots import School
from fogfield.core.chance import stream
from fogfield.core.game import AnyGame, Seat
from fogfield.core.match import Chair, Match
from fogfield.core.table import AnyMatch, Player, Table
from fogfield.serve.lobby import Lobby

_log = structlog.get_logger()


#: So many faults of a match are told in the log.
MOST_FAULTS = 5


class House:
    """Begins matches of one game. The seed of a match is drawn from the system's own source of chance."""

    def __init__(
        self,
        game: AnyGame,
        settings: Mapping[str, Any] | None = None,
        schools: Mapping[str, Callable[[], School]] | None = None,
        draw_seed: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        self.settings = settings or {}
        self._game = game
        self._draw_seed = draw_seed
        self._lobby = Lobby(game.seats, self.settings, self._begin, schools or {}, lambda: stream(draw_seed(), "bot"))

    def open(self, options: Any, now: float) -> Chair[Any, Any, Any, Any]:
        """Begin a match and give its first seat."""
        return Chair(self._begin(options, now), 0)

    def seek(self, player: Player, options: Any, now: float, seat: Seat | None = None, bot: str = "") -> None:
        """Find an opponent for somebody."""
        self._lobby.seek(player, options, now, seat, bot)

    def bot(self, kind: str, opponent: str) -> Player:
        """Send a bot to a table of somebody's own."""
        return self._lobby.bot(kind, opponent)

    def seat(self, players: Sequence[Player], options: Any, now: float, think_s: float) -> None:
        """Begin a match for players who have found each other."""
        Table(players, lambda now: self._begin(options, now, think_s), now)

    def stop(self) -> None:
        """Send the bots home."""
        self._lobby.stop()

    def _begin(self, options: Any, now: float, think_s: float | None = None) -> AnyMatch:
        if think_s is None:
            think_s = self.settings.get("think_s", math.inf)
        match = Match(self._game, options, self._draw_seed(), now=now, think_s=think_s)
        match.listen(lambda: _tell_log(match))
        return match


def _tell_log(match: AnyMatch) -> None:
    if match.outcome:
        if faults := match.outcome.faults:
            more = {"more": len(faults) - MOST_FAULTS} if len(faults) > MOST_FAULTS else {}
            _log.warning("the referee found faults", game=match.game.name, faults=list(faults[:MOST_FAULTS]), **more)
        _log.debug(
            "match ended",
            game=match.game.name,
            reason=match.outcome.reason,
            winners=sorted(match.outcome.winners),
            moves=len(match.record.moves),
        )
