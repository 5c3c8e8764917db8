"""`fogfield alpha`: Minesweeper Alpha as it was published, and what its seed files need."""

import re
import secrets
import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

from fogfield.cli.painted import painted
from fogfield.core.errors import FogfieldError

if TYPE_CHECKING:
    from fogfield.games.alpha.rules import Options
    from fogfield.games.alpha.seedfile import Fault


class CannotWrite(FogfieldError):
    """A seed file cannot be written."""


class PublishedArguments(click.Command):
    """Leaves the arguments to the published program, which has its own way with them, unless one is ours."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        ours = {name for option in self.get_params(ctx) for name in option.opts if name.startswith("-")}
        if ours.isdisjoint(word.partition("=")[0] for word in args):
            args = ["--", *args]
        return super().parse_args(ctx, args)


#: Whether it can be read is found out by reading it, and told as published.
_ANY_PATH = click.Path(readable=False)


@click.command(
    cls=PublishedArguments,
    epilog="""\b
Commands in the game:
  r ROW COL   reveal a square      m ROW COL   mark it as a mine
  g ROW COL   guess                h  help     q  quit
\b
Examples:
  fogfield alpha --new 8x8 --mines 10 -o board.txt
  fogfield alpha board.txt
  fogfield alpha --check board.txt
  minesweeper-alpha board.txt < moves.txt > transcript.txt
  fogfield alpha board.txt --bot expert            what it would print for a bot
  fogfield alpha board.txt --bot expert --commands what the bot types
\b
Exit status: 0 won, lost or quit; 1 wrong number of arguments; 2 no such file;
3 malformed seed file; 74 the output cannot be written. Without options
everything is as published, to the byte. With options also: 1 a file cannot be
written, 2 an option is wrong.
""",
)
@click.argument("arguments", nargs=-1, type=_ANY_PATH, metavar="SEED_FILE")
@click.option("--new", "size", metavar="ROWSxCOLS", help="Make a seed file of this size, from 5x5 to 10x10.")
@click.option("--mines", type=int, metavar="N", help="How many mines it has.")
@click.option("--seed", metavar="TEXT", help="The same text gives the same mines; by chance if not given.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; nothing is overwritten. Default: print it.")
@click.option("--check", metavar="FILE", type=_ANY_PATH, help="Say what is wrong with a seed file, and where.")
@click.option(
    "--bot", type=click.Choice(["simple", "odds", "expert"]), metavar="LEVEL",
    help="Let a bot type, who sees only what is printed: simple, odds or expert.",
)  # fmt: skip
@click.option("--commands", is_flag=True, help="With --bot: print only what it types.")
def alpha(
    arguments: tuple[str, ...], check: str | None, size: str | None, bot: str | None, commands: bool, **new: Any
) -> None:
    """Play Minesweeper Alpha on the board of SEED_FILE.

    The console script minesweeper-alpha is the same without options.
    """
    if (check is not None or size is not None) and arguments:
        raise click.UsageError(f"{arguments[0]!r} is one argument too many")
    if check is not None and (size, *new.values(), bot) != (None,) * 5:
        raise click.UsageError("--check stands alone")
    if size is not None and bot:
        raise click.UsageError("--bot plays a seed file; make it first, then let the bot play it")
    if commands and not bot:
        raise click.UsageError("--commands belongs to --bot")
    if size is None and any(value is not None for value in new.values()):
        raise click.UsageError("--mines, --seed and -o belong to --new ROWSxCOLS")
    if check is not None:
        sys.exit(_check(check))
    if size is not None:
        _new(size, **new)
        return
    from fogfield.play.alpha import run

    if bot is None:
        sys.exit(run(arguments))
    from fogfield.games.alpha.player import Typist

    sys.exit(run(arguments, Typist(bot), only_commands=commands))


def _new(size: str, mines: int | None, seed: str | None, output: str | None) -> None:
    """Make a seed file and say how to play it."""
    from fogfield.cli.program import program
    from fogfield.games.alpha import seedfile

    given = seed is not None
    seed = seed if seed is not None else secrets.token_hex(4)
    options = _board(size, mines, seed)
    text = seedfile.write(options)
    again = "" if given else f" (again with --seed {seed})"
    if output is None or output == "-":
        click.echo(text, nl=False)
        if again:
            click.echo(f"{options.rows}x{options.cols}{again}", err=True)
        return
    _write(output, text)
    path = f"./{output}" if output.startswith("-") else output
    click.echo(f"{output}: {options.rows}x{options.cols}, mines: {len(options.mines)}{again}")
    click.echo(f"Play it:  {program()} alpha {shlex.quote(path)}")


def _board(size: str, mines: int | None, seed: str) -> "Options":
    """Scatter mines on a board."""
    from fogfield.core.chance import stream
    from fogfield.games.alpha.rules import SIZES, Options, wrong_count
    from fogfield.kits.mines.field import Field, scatter

    found = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", size, re.ASCII)
    if not found:
        raise click.BadParameter(f"{size!r} is not ROWSxCOLS; for example 8x8", param_hint="--new")
    rows, cols = int(found[1]), int(found[2])
    if rows not in SIZES or cols not in SIZES:
        raise click.BadParameter(
            f"{rows}x{cols}: rows and columns are possible from {SIZES[0]} to {SIZES[-1]}", param_hint="--new"
        )
    if mines is None:
        raise click.UsageError(f"--new needs the number of mines, for example --mines {rows * cols // 6}")
    if wrong := wrong_count(mines, rows, cols):
        raise click.BadParameter(wrong, param_hint="--mines")
    field = Field.of(rows, cols)
    return Options(rows, cols, tuple(field.cells(scatter(field, mines, stream(seed, "board")))))


def _write(path: str, text: str) -> None:
    """Write a new file, whole or not at all."""
    import os

    try:
        with open(path, "x", encoding="ascii") as file:  # noqa: PTH123 (as everywhere on the way of a seed file)
            try:
                file.write(text)
                file.flush()
            except OSError:
                os.unlink(path)  # noqa: PTH108
                raise
    except FileExistsError:
        raise CannotWrite(f"{path} is there already; choose another name, or remove it") from None
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written ({error.strerror})") from None


def _check(path: str) -> int:
    """Say what is wrong with a seed file; gives the exit status that the game would have."""
    from rich.text import Text

    from fogfield.games.alpha import seedfile
    from fogfield.play.alpha import read_seed

    try:
        text = read_seed(path)
    except OSError as error:
        click.echo(f"fogfield: {path} ({error.strerror})", err=True)
        return 2
    reading = seedfile.read(text)
    said = []
    lines = re.split("\r\n|[\r\n]", text)
    for kind, style, found in (("", "bold red", reading.faults), ("note: ", "yellow", reading.notes)):
        for fault in found:
            place = f"{path}:{fault.line}:{fault.column}: "
            said.append(Text.assemble((place, "bold"), (kind + fault.text, style)))
            said += map(Text, _excerpt(lines[fault.line - 1], fault))
    if reading.options:
        rows, cols, mines = reading.options
        board = f", {rows}x{cols}, mines: {len(mines)}"
        said.append(Text.assemble((f"{path}: ", "bold"), ("good", "bold green"), board))
    click.echo(painted(*said), nl=False, color=True)
    return 0 if reading.options else 3


def _excerpt(line: str, fault: "Fault") -> tuple[str, str]:
    """Give the line of a fault, or as much of it as fits, and a line that points at it."""
    from rich.cells import cell_len

    start = max(0, fault.column - 31)
    shown = "".join(" " if char == "\t" else char if char.isprintable() else "?" for char in line[start : start + 60])
    at = fault.column - 1 - start
    wide = cell_len(shown[at : at + len(fault.token or "x")] or "x")
    return f"    {shown}", f"    {' ' * cell_len(shown[:at])}^{'~' * (wide - 1)}"
