"""The house that sessions run in: it begins their matches and tells the log how they ended."""

import secrets
from collections.abc import Callable
from typing import Any

import structlog

from fogfield.core.game import AnyGame
from fogfield.core.match import Chair, Match

_log = structlog.get_logger()


class House:
    """Begins matches of one game. The seed of a match is drawn from the system's own source of chance."""

    def __init__(self, game: AnyGame, draw_seed: Callable[[], str] = lambda: secrets.token_hex(16)) -> None:
        self._game = game
        self._draw_seed = draw_seed

    def open(self, options: Any, now: float) -> Chair[Any, Any, Any, Any]:
        """Begin a match and give its first seat."""
        match = Match(self._game, options, self._draw_seed(), now=now)
        match.listen(lambda: _tell_log(match))
        return Chair(match, 0)


def _tell_log(match: Match[Any, Any, Any, Any]) -> None:
    if match.outcome:
        _log.debug(
            "match ended",
            game=match.game.name,
            reason=match.outcome.reason,
            winners=sorted(match.outcome.winners),
            moves=len(match.record.moves),
        )
