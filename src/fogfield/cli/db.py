"""`fogfield db`: copies of the store, and care for it."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING

import click

from fogfield.cli.store import opened, readable, store_option
from fogfield.core.counting import count as counted
from fogfield.core.errors import FogfieldError

if TYPE_CHECKING:
    from fogfield.store.archive import Kept

#: The most faults that are printed one by one.
_SHOWN = 100


@click.group(
    epilog="""\b
Examples:
  fogfield db export --output backup.jsonl           beside a running server, too
  fogfield db import backup.jsonl --store postgresql://fog@localhost/fogfield
  fogfield db check
  fogfield db upgrade
"""
)
def db() -> None:
    """Copy the store, check it, bring it up to date."""


@db.command(
    epilog="""\b
Examples:
  fogfield db export --output backup.jsonl
  fogfield db export --store old.db | fogfield db import - --store new.db
\b
The export has everything, also what proves who may act in open matches: keep it
to yourself.
"""
)
@store_option
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Write here, not to standard output."
)
def export(address: str | None, output: str | None) -> None:
    """Write every match as a line of JSON."""
    import asyncio

    from fogfield.store.transfer import export

    async def run(out: IO[bytes]) -> int:
        count = -1
        async with opened(address, create=False) as store, contextlib.aclosing(export(store)) as lines:
            async for line in lines:
                out.write(line.encode("ascii") + b"\n")
                count += 1
        out.flush()
        return count

    if output is None:
        asyncio.run(run(sys.stdout.buffer))
    else:
        with _whole_file(output) as out:
            count = asyncio.run(run(out))
        click.echo(f"{counted(count, 'match is', 'matches are')} in {output}.", err=True)


@contextlib.contextmanager
def _whole_file(path: str) -> Iterator[IO[bytes]]:
    """Open a file that appears under its name when it is complete, and that only its owner may read."""
    import os
    from pathlib import Path

    from fogfield.store.faults import StoreError

    part = Path(f"{path}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


@db.command(
    "import",
    epilog="""\b
Examples:
  fogfield db import backup.jsonl
  fogfield db import - --store new.db < backup.jsonl
\b
A match that is in the store already is compared and never changed; if it
differs, the exit status is 1. A server may be running; it goes on with open
matches that were imported when it is started again.
""",
)
@store_option
@click.argument("file", type=click.File("rb"))
def import_(address: str | None, file: IO[bytes]) -> None:
    """Add the matches of an export, FILE or - for standard input."""
    import asyncio

    from fogfield.store.transfer import LONGEST_BYTES, Imported, import_lines

    async def run() -> Imported:
        async with opened(address) as store:
            return await import_lines(store, iter(lambda: file.readline(LONGEST_BYTES + 1), b""))

    done = asyncio.run(run())
    click.echo(
        f"{counted(done.new, 'match was', 'matches were')} imported, {counted(done.same, 'was', 'were')} here already."
    )
    if done.different:
        told = counted(
            len(done.different),
            "is here already, but differs; it stays as it is",
            "are here already, but differ; they stay as they are",
        )
        click.echo(f"{told}:", err=True)
        for match in done.different[:_SHOWN]:
            click.echo(f"  {readable(match)}", err=True)
        sys.exit(1)


@db.command(
    epilog="""\b
Examples:
  fogfield db check
  fogfield db check --store backup.db
\b
The exit status is 1 if anything is wrong.
"""
)
@store_option
def check(address: str | None) -> None:
    """Replay every match with its game, and say what is wrong with which."""
    import asyncio

    async def run() -> tuple[int, list[str]]:
        found: list[str] = []
        count = 0
        async with opened(address, create=False) as store:
            found += [f"the file: {line}" for line in await store.damage()]
            with _progress(await store.archive.size()) as step:
                async for one in store.archive.every():
                    found += [f"{readable(one.match)} ({readable(one.game)}): {fault}" for fault in faults(one)]
                    count += 1
                    step()
        return count, found

    count, found = asyncio.run(run())
    for line in found[:_SHOWN]:
        click.echo(line)
    if len(found) > _SHOWN:
        click.echo(f"... and {len(found) - _SHOWN} more")
    wrong = counted(len(found), "fault") if found else "nothing is wrong"
    click.echo(f"{counted(count, 'match', 'matches')}, {wrong}.")
    sys.exit(bool(found))


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Draw a bar on a terminal; nothing anywhere else."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("replaying", total=total)
        yield lambda: bar.advance(task)


def faults(one: "Kept") -> list[str]:
    """Say everything that is wrong with a match: it must be complete, and replay to what it says."""
    from fogfield import games
    from fogfield.core import record
    from fogfield.core.match import replay
    from fogfield.store.archive import Status

    found = []
    if [move.number for move in one.moves] != list(range(len(one.moves))):
        found.append("moves are missing")
    if one.status is Status.PLAYING and one.began is None:
        found.append("it is being played, but never began")
    if (one.status is Status.OVER) != (one.outcome is not None):
        found.append("it must have an end if it is over, and only then")
    if one.game not in games.names():
        return [*found, "there is no such game here"]
    try:
        game = games.game(one.game)
        match = replay(game, record.read(one.lines(), game))
        if match.outcome is not None and one.status is not Status.OVER:
            found.append("its moves end it, but the end was not written")
    except FogfieldError as error:
        found.append(readable(str(error), 200))
    return found


@db.command(
    epilog="""\b
Examples:
  fogfield db upgrade
  fogfield db upgrade --store postgresql://fog@localhost/fogfield
\b
A server does the same when it starts. Stop it, and make a copy first.
"""
)
@store_option
def upgrade(address: str | None) -> None:
    """Bring the tables of an older version up to date."""
    import asyncio

    async def run() -> str:
        async with opened(address, create=False, serving=True) as store:
            return store.notice

    click.echo(asyncio.run(run()) or "The tables are up to date.")
