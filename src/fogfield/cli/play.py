"""`fogfield play GAME`: the terminal clients."""

import os
import sys

import click

from fogfield.core.errors import FogfieldError


@click.group(
    epilog="""\b
Examples:
  fogfield play jminesweeper --help
  fogfield play jminesweeper -c 20 -r 10 -l 1
  fogfield play battleship
""",
)
def play() -> None:
    """Play a game in this terminal, on anybody's server."""


@play.command(
    epilog="""\b
Keys (upper or lower case):
  w a s d, arrows, h j k l   move the cursor
  RETURN  reveal the cell            SPACE  mark it as a bomb, or not
  TAB     new game of the same size  #      debug mode      X  quit
\b
Examples:
  fogfield play jminesweeper                      asks for size and level
  fogfield play jminesweeper -c 20 -r 10 -l 1     a small easy board, here
  fogfield play jminesweeper games.example.org -c 255 -r 255 -l 3
""",
)
@click.argument("host", default="127.0.0.1", metavar="[HOST]")
@click.option("-r", "--rows", type=click.IntRange(1, 255), metavar="N", help="Height of the playing field (1..255).")
@click.option(
    "-c",
    "--columns",
    "-columns",
    type=click.IntRange(1, 255),
    metavar="N",
    help="Width of the playing field (1..255).",
)
@click.option("-l", "--level", type=click.IntRange(1, 3), metavar="N", help="Difficulty: 1 easy, 2 medium, 3 hard.")
@click.option("--port", type=click.IntRange(1, 65535), default=9999, show_default=True, help="TCP port of the server.")
def jminesweeper(host: str, rows: int | None, columns: int | None, level: int | None, port: int) -> None:
    """Play JMinesweeper on the server HOST (this machine unless named). Asks for what is not given."""
    from fogfield.games.jminesweeper.messages import Start
    from fogfield.play import jminesweeper as client
    from fogfield.play.terminal import require_terminal

    require_terminal()
    try:
        level = level or _ask("Difficulty (1 = easy, 2 = medium, 3 = hard)", range(1, 4))
        columns = columns or _ask("Columns of the playing field (1 to 255)", range(1, 256))
        rows = rows or _ask("Rows of the playing field (1 to 255)", range(1, 256))
        sys.exit(client.play(host, port, Start(columns, rows, level)))
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


@play.command(
    epilog="""\b
On a full screen the arrow keys and Enter choose a cell; a number and Enter do
the same. Without a terminal, or with --lines, everything goes line by line.
\b
Examples:
  fogfield play battleship                        on the server on this machine
  fogfield play battleship games.example.org --port 7000
  fogfield play battleship --bot hunter --games 100
""",
)
@click.argument("host", default="127.0.0.1", metavar="[HOST]")
@click.option("--port", type=click.IntRange(1, 65535), default=6433, show_default=True, help="TCP port of the server.")
@click.option("--lines", is_flag=True, help="Line by line, also on a terminal.")
@click.option("--bot", type=click.Choice(["hunter", "random"]), help="Let a bot play instead of you.")
@click.option(
    "--games", type=click.IntRange(0), metavar="N", help="With --bot: how many games, 0 for no end.  [default: 1]"
)
def battleship(host: str, port: int, lines: bool, bot: str | None, games: int | None) -> None:
    """Play Battleship on the server HOST (this machine unless named), against whoever comes."""
    from fogfield.bots import schools
    from fogfield.play import battleship as client

    if games is not None and bot is None:
        raise click.UsageError("--games belongs to --bot")
    full_screen = sys.stdin.isatty() and sys.stdout.isatty() and (os.environ.get("TERM") or "dumb") != "dumb"
    try:
        player = schools("battleship")[bot]().against(host) if bot else None
        played = 1 if games is None else games
        sys.exit(client.play(host, port, lines=lines or not full_screen, bot=player, games=played))
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


class NoAnswer(FogfieldError):
    """The player was asked and said nothing."""


def _ask(question: str, allowed: range) -> int:
    """Ask for a number until it is one of those that are allowed."""
    while True:
        # Not input(): a Ctrl-C that comes between its prompt and its reading waits for the next line.
        sys.stdout.write(f"{question}: ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise NoAnswer("no answer was given; name it with an option, see --help")
        answer = line.strip()
        if answer.isascii() and answer.isdecimal() and len(answer) < 9 and int(answer) in allowed:
            return int(answer)
        click.echo(f"Please enter a number from {allowed[0]} to {allowed[-1]}.", err=True)
