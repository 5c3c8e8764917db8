"""What is said at a match, as packets, and back: rows and columns here, x and y there."""

from collections.abc import Mapping, Sequence
from typing import Any

from fogfield.core.grid import Cell
from fogfield.games.planefight import messages as wire
from fogfield.games.planefight.fleet import Answer, Fleet, Options, Plane, yard
from fogfield.games.planefight.messages import AttackResult, Bare, ExchangeMap, GameInfo, Message
from fogfield.games.planefight.rules import Attack, Event, Ready, Reply, Show
from fogfield.games.planefight.view import View


def options_of(settings: Mapping[str, Any]) -> Options:
    """Give the game that a server offers with these settings."""
    return Options(
        rows=settings["rows"],
        cols=settings["columns"],
        planes=settings["planes"],
        cross_border=settings["cross_border"],
        completely_destroy=settings["completely_destroy"],
    )


def packet(view: View, event: Event) -> Message:
    """Give what was said as a packet."""
    said = event.said
    if isinstance(said, Attack):
        return wire.Attack(x=said.cell.col, y=said.cell.row)
    if isinstance(said, Reply):
        return AttackResult(int(said.answer))
    if isinstance(said, Show):
        return ExchangeMap(tuple((head.col, head.row, turn) for head, turn in _legal(said.planes, view.options)))
    return Bare.READY if isinstance(said, Ready) else Bare.SURRENDER


def late_answer(view: View, cell: Cell) -> Answer:
    """Answer an attack that came after the end, by the map if it is known."""
    assert view.seat is not None
    planes = view.fleets[1 - view.seat]
    return Fleet(view.options, planes or ()).answer(cell, view.chart(view.seat).heads)


def game_info(options: Options, *, server_first: bool, gid: int) -> GameInfo:
    """Offer a game."""
    return GameInfo(
        w=options.cols,
        h=options.rows,
        n=options.planes,
        cross_border=options.cross_border,
        completely_destroy=options.completely_destroy,
        server_first=server_first,
        gid=gid,
    )


def offered(info: GameInfo) -> Options:
    """Read the game that is offered."""
    return Options(info.h, info.w, info.n, info.cross_border, info.completely_destroy)


def shown(message: ExchangeMap, options: Options) -> Show:
    """Read a map, whatever it shows; of one with far too many planes no more than it takes to see that."""
    return Show(tuple(Plane(Cell(y, x), d) for x, y, d in message.planes[: options.planes + 1]))


def _legal(planes: Sequence[Plane], options: Options) -> list[Plane]:
    """Leave out what cannot be: the published program breaks on a plane that is not on its board."""
    field, taken = yard(options), 0
    found: list[Plane] = []
    for plane in planes:
        mask = field.mask(plane)
        if mask and not mask & taken and len(found) < options.planes:
            taken |= mask
            found.append(plane)
    return found
