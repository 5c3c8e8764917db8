"""Going on with what a dead server left: those who can come back find their match where it stood."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Protocol, runtime_checkable

import msgspec
import structlog

from fogfield.core.game import Seat
from fogfield.core.table import Player, Table
from fogfield.serve.house import House
from fogfield.serve.service import Houses, Service
from fogfield.store.archive import Kept
from fogfield.store.entries import Sat

_log = structlog.get_logger()

#: So many matches are set up before anybody else gets his turn.
AT_ONCE = 20


@runtime_checkable
class Resuming(Protocol):
    """A service whose players can come back."""

    def returning(self, seat: Sat) -> Player:
        """Make a player of a match that broke off."""

    def go_on(self, table: Table, at_s: float) -> None:
        """Go on with a table that stood for so many seconds."""


async def recover(found: AsyncIterator[Kept], houses: Houses, services: Mapping[str, Service]) -> dict[str, int]:
    """Go on with every match whose players can come back, and end the others; gives how many of each."""
    done = {"resumed": 0, "abandoned": 0, "broken": 0}
    number = 0
    async for kept in found:
        done[_recover(kept, houses, services)] += 1
        number += 1
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return done


def _recover(kept: Kept, houses: Houses, services: Mapping[str, Service]) -> str:
    try:
        house = houses[kept.game]
    except KeyError:
        _log.error("a match of a game that nobody knows", match=kept.match, game=kept.game)
        return "broken"
    try:
        players = _players(kept, house, services)
        if players is None:
            house.give_up(kept)
            return "abandoned"
        table = house.go_on(kept, players, asyncio.get_running_loop().time())
        for name in {seat.kind for seat in kept.seats} | {kept.service}:
            service = services.get(name)
            if isinstance(service, Resuming):
                service.go_on(table, kept.paused_at_s)
    except Exception as error:  # whatever is wrong with one match, the others go on
        _log.error("a match cannot go on", match=kept.match, game=kept.game, why=str(error) or type(error).__name__)
        house.disown(kept.match)
        house.drop(kept)
        return "broken"
    return "resumed"


def _players(kept: Kept, house: House, services: Mapping[str, Service]) -> dict[Seat, Player] | None:
    """Give those who sat there; None if one of them cannot come back."""
    players: dict[Seat, Player] = {}
    if not isinstance(services.get(kept.service), Resuming):
        return None
    for seat in kept.seats:
        service = services.get(seat.kind)
        if seat.kind == "bot":
            extra = msgspec.json.decode(seat.extra)
            players[seat.seat] = house.bot(extra["bot"], "")
            players[seat.seat].about = extra
        elif isinstance(service, Resuming):
            players[seat.seat] = service.returning(seat)
        else:
            return None
    return players
