"""The command line: one file per verb. Nothing heavy is imported before a verb needs it."""

import contextlib
import importlib
import io
import sys
from typing import Any

import click

from fogfield import __version__
from fogfield.core.errors import FogfieldError
from fogfield.play import streams

#: Every verb is a module here, with a command of the same name in it.
VERBS = ("alpha", "db", "hunt", "matches", "play", "replay", "serve", "solve")


class Verbs(click.Group):
    """Loads a verb's module when the verb is used, or listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the verbs."""
        return list(VERBS)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb; what interrupts it, if it has no answer to that itself, ends it like any program."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            return ctx.exit(streams.end_by(streams.SIGINT))
        except BrokenPipeError:
            return ctx.exit(streams.end_by(streams.SIGPIPE))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one."""
        if cmd_name not in VERBS:
            return None
        command: click.Command = getattr(importlib.import_module(f"{__name__}.{cmd_name}"), cmd_name)
        return command


@click.command(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "-help", "--help"]},
    epilog="""\b
Examples:
  fogfield serve                         start the server, print its addresses
  fogfield play jminesweeper             play on the server on this machine
  fogfield play jminesweeper HOST -c 30 -r 16 -l 2
  fogfield play battleship               against whoever comes, or a bot
  fogfield play planefight --host        a friend joins you, without a server
  fogfield play classic expert           minesweeper, alone, with hints
  fogfield hunt http://localhost:18235   let an AI play Treasure Hunt there
  fogfield matches --status playing      what is being played, and by whom
  fogfield db export --output FILE       every match, for a backup
  fogfield replay match.jsonl            watch a match again, move by move
  fogfield alpha --new 8x8 --mines 10 -o board.txt
  fogfield alpha board.txt               play Minesweeper Alpha on that board
\b
Shell completion, here for bash (zsh and fish likewise):
  eval "$(_FOGFIELD_COMPLETE=bash_source fogfield)"
""",
)
@click.version_option(__version__, message="fogfield %(version)s")
def cli() -> None:
    """Grid games of hidden information: play them, host them, write programs that play them."""


def main() -> None:
    """Run the command line; a fault of ours or a peer's becomes one sentence and exit status 1."""
    streams.open_all()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        cli(prog_name="fogfield")
    except FogfieldError as error:
        for line in str(error).splitlines():
            click.echo(f"fogfield: {line}", err=True)
        sys.exit(1)
    except OSError as error:
        if not streams.unwritable(error):
            raise
        streams.give_up_output()
        with contextlib.suppress(OSError):
            click.echo(f"fogfield: the output cannot be written ({error.strerror or error})", err=True)
        sys.exit(streams.CANNOT_WRITE)
