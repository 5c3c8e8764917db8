"""`fogfield matches`: what was played, and what is being played."""

import json
import sys
from typing import TYPE_CHECKING

import click

from fogfield.cli.painted import painted
from fogfield.cli.store import opened, readable, store_option

if TYPE_CHECKING:
    from fogfield.store.archive import Listed


@click.command(
    epilog="""\b
Examples:
  fogfield matches                                   the newest fifty
  fogfield matches --status playing --game battleship
  fogfield matches --player Ann --limit 10
  fogfield matches --json | jq -r .id
  fogfield matches --store postgresql://fog@localhost/fogfield
"""
)
@store_option
@click.option("--game", metavar="NAME", help="Only this game.")
@click.option("--status", type=click.Choice(["waiting", "playing", "over"]), help="Only matches that are so far.")
@click.option("--player", metavar="NAME", help="Only matches in which somebody of this name sat.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="At most so many.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
def matches(
    address: str | None, game: str | None, status: str | None, player: str | None, limit: int, as_json: bool
) -> None:
    """List the matches in the store, the newest first."""
    import asyncio

    from fogfield import games
    from fogfield.store.archive import Status

    async def find() -> "list[Listed]":
        wanted = Status[status.upper()] if status else None
        async with opened(address, create=False) as store:
            return await store.archive.find(game=game, status=wanted, player=player, limit=limit)

    if game is not None and game not in games.names():
        raise click.BadParameter(
            f"there is no game {game!r}; there are {', '.join(games.names())}", param_hint="--game"
        )
    found = asyncio.run(find())
    if as_json:
        for one in found:
            click.echo(_as_json(one))
    elif found:
        _print_table(found)
    else:
        click.echo("No such matches.")


def _as_json(one: "Listed") -> str:
    seats = [{"seat": seat.seat, "kind": seat.kind, "name": seat.name} for seat in one.seats]
    return json.dumps(
        {
            "id": one.match, "game": one.game, "service": one.service, "status": one.status.name.lower(),
            "made": one.made, "began": one.began, "ended": one.ended, "moves": one.moves, "seats": seats,
            "outcome": json.loads(one.outcome) if one.outcome else None,
        }
    )  # fmt: skip


def _print_table(found: "list[Listed]") -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    lines = box.SIMPLE_HEAD if "utf" in (sys.stdout.encoding or "").lower() else box.ASCII2
    table = Table(box=lines)
    for column in ("match", "game", "made", "status", "moves", "players", "result"):
        table.add_column(column, justify="right" if column == "moves" else "left", no_wrap=column in ("match", "made"))
    for one in found:
        players = ", ".join(f"{readable(seat.name)} ({readable(seat.kind)})".strip() for seat in one.seats)
        cells = (readable(one.match), readable(one.game), _when(one.made), one.status.name.lower(), str(one.moves))
        table.add_row(*(Text(cell) for cell in (*cells, players, _result(one))))
    click.echo(painted(table, width=140), nl=False, color=True)


def _result(one: "Listed") -> str:
    if one.outcome is None:
        return ""
    outcome = json.loads(one.outcome)
    names = {seat.seat: readable(seat.name) for seat in one.seats}
    winners = " and ".join(names.get(seat) or f"player {seat + 1}" for seat in outcome["winners"])
    reason = readable(str(outcome["reason"]))
    return f"{winners} won: {reason}" if winners else reason


def _when(seconds: float) -> str:
    from datetime import UTC, datetime

    return f"{datetime.fromtimestamp(seconds, UTC).astimezone():%Y-%m-%d %H:%M}"
