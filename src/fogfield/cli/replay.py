"""`fogfield replay`: a record, played in the terminal or told as text."""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from fogfield.cli.store import store_option
from fogfield.core.errors import FogfieldError

#: No record that we write is longer: one of a board of 255x255 with every move that it may have takes 6 MB.
MOST_BYTES = 64 << 20
#: What the name of a match looks like.
_NAME = re.compile(r"[0-9A-Za-z_-]{1,64}")


class NoRecord(FogfieldError):
    """There is no record where somebody said that there is one."""


@click.command(
    epilog="""\b
Keys:
  SPACE        play or pause            up, down   faster, slower
  right, left  next, previous move      Home, End  beginning, end
  g NUMBER     go to a move             [ ]        moves of the same player
  f            whose fog                ?  help    q  quit
\b
Examples:
  fogfield replay match.jsonl                   watch it, move by move
  fogfield replay match.jsonl --at 40 --fog 2   from move 40, as player 2 saw it
  fogfield replay match.jsonl --text --at 12    print the position after move 12
  fogfield replay match.jsonl --moves           list all moves in words
  zcat match.jsonl.gz | fogfield replay -
  fogfield replay k3v9mq2xw8ra                  a match of the server's
\b
Where the output is no terminal, the text is printed. The exit status is 1 for a
record that cannot be read or replayed; what is wrong is said with its line.
"""
)
@click.argument("match")
@click.option("--text", is_flag=True, help="Print a position instead of playing.")
@click.option("--moves", is_flag=True, help="List all moves in words, with their times in seconds.")
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    help="The move to begin with, or to print.  [default: 0; as text the end]",
)
@click.option(
    "--fog",
    default="everything",
    show_default=True,
    metavar="WHOSE",
    help="Whose eyes to look with: everything, public, or a player: 1, 2.",
)
@store_option
def replay(match: str, text: bool, moves: bool, at: int | None, fog: str, address: str | None) -> None:
    """Play the record of a match in this terminal.

    MATCH is its name in the store (`fogfield matches` lists them), a file of record lines, or - for standard input.
    """
    if moves and (text or at is not None):
        raise click.UsageError("--moves lists all of them; leave out --text and --at")
    from fogfield.play.replay import pages, tape
    from fogfield.play.replay.watch import keyboard, watch
    from fogfield.play.styled import boxes

    try:
        played = tape.read(load(match, address))
        if at is not None and at > played.last:
            raise tape.NoSuchPlace(f"there is no move {at}: the record has {played.last}")
        which = played.fog(fog)
        if moves:
            _print(pages.moves(played, played.fogs()[which]))
        elif text or not _screen() or not keyboard():
            position = played.last if at is None else at
            _print(pages.text(pages.Scene(played, position, played.fogs()[which], boxes=boxes())))
        else:
            watch(played, at or 0, which)
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


def load(match: str, address: str | None) -> list[str]:
    """Give the lines of the record that somebody named: standard input, a file, or a match in the store."""
    if match != "-" and not Path(match).exists() and _NAME.fullmatch(match):
        return _stored(match, address)
    try:
        if match == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(match).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NoRecord(f"the record {match!r} cannot be read: {why}") from None
    if len(data) > MOST_BYTES:
        raise NoRecord(f"the record {match!r} is longer than {MOST_BYTES >> 20} MiB")
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise NoRecord(f"line {data.count(10, 0, error.start) + 1}: not UTF-8") from None
    return lines[:-1] if not lines[-1].strip() else lines


def _stored(match: str, address: str | None) -> list[str]:
    """Give the record of a match in the store."""
    import asyncio

    from fogfield.cli.store import opened

    async def read() -> list[str]:
        async with opened(address, create=False) as store:
            kept = await store.archive.read(match)
        if kept is None:
            raise NoRecord(
                f"there is no match {match!r} in {store.address}, and no such file; `fogfield matches` lists them"
            )
        if kept.began is None:
            raise NoRecord(f"the match {match!r} has not begun")
        return list(kept.lines())

    return asyncio.run(read())


def _screen() -> bool:
    return sys.stdout.isatty() and (os.environ.get("TERM") or "dumb") != "dumb"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
