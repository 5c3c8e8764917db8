"""`fogfield play GAME`: the terminal clients."""

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from fogfield.cli.numbers import Pace
from fogfield.core.errors import FogfieldError

if TYPE_CHECKING:
    from fogfield.games.jminesweeper.messages import Start


@click.group(
    epilog="""\b
Examples:
  fogfield play jminesweeper --help
  fogfield play jminesweeper -c 20 -r 10 -l 1
  fogfield play battleship
  fogfield play planefight --against hunter
  fogfield play classic expert
""",
)
def play() -> None:
    """Play a game in this terminal, on anybody's server or alone."""


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
  fogfield play jminesweeper -c 30 -r 16 -l 2 --bot expert
\b
Exit status: 0 after a game, 1 after an error. With --bot: 0 the bot has won,
1 it has lost, 3 there was no end. Without a terminal a bot prints how far it
got; with one it shows what it does, and q leaves.
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
@click.option(
    "--bot", type=click.Choice(["simple", "odds", "expert"]),
    help="Let a bot play instead of you; 20x10 on level 1, unless told otherwise.",
)  # fmt: skip
@click.option(
    "--pace", type=Pace(0, 60), metavar="S",
    help="With --bot: seconds between actions.  [default: 0.1, 0 without a terminal]",
)  # fmt: skip
def jminesweeper(
    host: str, rows: int | None, columns: int | None, level: int | None, port: int, bot: str | None, pace: float | None
) -> None:
    """Play JMinesweeper on the server HOST (this machine unless named). Asks for what is not given."""
    from fogfield.games.jminesweeper.messages import Start
    from fogfield.play import jminesweeper as client
    from fogfield.play.terminal import require_terminal

    if pace is not None and bot is None:
        raise click.UsageError("--pace belongs to --bot")
    if bot:
        _jminesweeper_bot(host, port, Start(columns or 20, rows or 10, level or 1), bot, pace)
    require_terminal()
    try:
        level = level or _ask("Difficulty (1 = easy, 2 = medium, 3 = hard)", range(1, 4))
        columns = columns or _ask("Columns of the playing field (1 to 255)", range(1, 256))
        rows = rows or _ask("Rows of the playing field (1 to 255)", range(1, 256))
        sys.exit(client.play(host, port, Start(columns, rows, level)))
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


def _jminesweeper_bot(host: str, port: int, start: "Start", bot: str, pace_s: float | None) -> NoReturn:
    """Let a bot play; a board of 20x10 on level 1 unless more was said."""
    from fogfield import warm
    from fogfield.play import jminesweeper_bot as client

    warm.start()
    try:
        sys.exit(client.play(host, port, start, bot, pace_s, full_screen=_full_screen()))
    except FogfieldError as error:
        click.echo(f"fogfield: {error}", err=True)
        sys.exit(client.UNFINISHED)
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


def _full_screen() -> bool:
    """Say whether there is a terminal to show something on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and (os.environ.get("TERM") or "dumb") != "dumb"


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
    full_screen = _full_screen()
    try:
        player = schools("battleship")[bot]().against(host) if bot else None
        played = 1 if games is None else games
        sys.exit(client.play(host, port, lines=lines or not full_screen, bot=player, games=played))
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


LEVELS = ("expert", "hunter", "random")


@play.command(
    epilog="""\b
Placing: arrows or hjkl move, [ ] or the wheel turn, Enter or a click puts a
plane or takes it away, r places all at random, y says that you are ready.
Battle: Enter or a click attacks, n takes a note, p draws a plane that you
suppose, S surrenders, q leaves. The screen shows the keys.
\b
Examples:
  fogfield play planefight --against hunter       here, without a network
  fogfield play planefight --host                 a friend joins you
  fogfield play planefight 192.168.0.7            you join a friend, or a server
  fogfield play planefight games.example.org --against expert
  fogfield play planefight --host --rows 12 --columns 15 --planes 5 --first me
  fogfield play planefight --bot expert           a bot plays in your place
\b
Exit status: 0 after a game, 1 after an error. With --bot: 0 the bot has won,
1 it has lost, 3 there was no end (network, protocol, the other gave up).
""",
)
@click.argument("host", required=False, metavar="[HOST]")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="TCP port of the server.  [default: 51937]")
@click.option("--name", metavar="NAME", help="What you are called.  [default: your login name]")
@click.option("--host", "hosts", is_flag=True, help="Be the hosting player: wait for one who joins you.")
@click.option("--against", type=click.Choice(LEVELS), help="Play against a bot: here, or on the server HOST.")
@click.option("--bot", type=click.Choice(LEVELS), help="Let a bot play instead of you, with lines of text.")
@click.option("--rows", type=int, metavar="N", help="Height of the field (5..127).  [default: 10]")
@click.option("--columns", type=int, metavar="N", help="Width of the field (5..127).  [default: 10]")
@click.option("--planes", type=int, metavar="N", help="Planes of each player.  [default: 3]")
@click.option("--cross-border", is_flag=True, help="Planes that go over an edge come in at the opposite one.")
@click.option("--completely-destroy", is_flag=True, help="The rest of a plane whose head was hit counts as void.")
@click.option("--first", type=click.Choice(["me", "other", "random"]), help="Who attacks first.  [default: random]")
def planefight(**given: Any) -> None:
    """Play planeFight: find the other's planes before yours are found.

    Joins the game on HOST (this machine unless named), be it a server or a friend; with --host a friend joins you; with
    --against and no HOST a bot plays with you here. Whoever hosts chooses the board.
    """
    from fogfield.play import planefight as client
    from fogfield.play.planefight import wish as wishes
    from fogfield.play.terminal import require_terminal

    try:
        wish = wishes.read(given)
    except wishes.Contradiction as error:
        raise click.UsageError(str(error)) from None
    try:
        if not wish.bot:
            require_terminal()
        sys.exit(client.play(wish))
    except KeyboardInterrupt:
        click.echo()
        sys.exit(130)


@play.command(
    epilog="""\b
KIND is beginner, intermediate, expert, or columns x rows / mines: 40x20/150.
w a s d, arrows or h j k l move, Enter or a click opens (on a digit: all around
it), f or the right button flags; ? ! % are hints of three strengths, n starts a
new game, q leaves; H on the screen names the rest.
\b
Examples:
  fogfield play classic expert
  fogfield play classic expert --start noguess     never a guess; p proves it
  fogfield play classic 255x255/9000 --start zero  it scrolls
  fogfield play classic --daily                    the board of the day (UTC)
  fogfield play classic --board 30x16-99-safe-fern --first 8,15
  fogfield play classic expert --bot expert        watch a bot
\b
The same name and the same first cell give the same mines everywhere; with
another first cell some mines lie elsewhere. Best times are kept in the user's
data folder, fogfield/classic-times.json.
Exit status: 0, or with --bot: 0 won, 1 lost, 3 not finished.
""",
)
@click.argument("kind", required=False, metavar="[KIND]")
@click.option(
    "--start", type=click.Choice(["unsafe", "safe", "zero", "noguess"]),
    help="The first cell may be a mine, is none, has none around it, or leads to the end without a guess."
    "  [default: safe; with --daily: zero]",
)  # fmt: skip
@click.option("--board", metavar="NAME", help="A certain board, such as 30x16-99-safe-fern.")
@click.option("--daily", is_flag=True, help="The board of today (UTC); intermediate, zero if not said.")
@click.option("--first", metavar="ROW,COL", help="Where the cursor begins, from 1.  [default: the middle]")
@click.option("--questions", is_flag=True, help="Have question marks, too.")
@click.option("--bot", type=click.Choice(["simple", "odds", "expert"]), help="Watch a bot play.")
@click.option(
    "--pace", type=Pace(0, 60), metavar="S", help="With --bot: seconds between moves.  [default: 0.2]",
)  # fmt: skip
def classic(**given: Any) -> None:
    """Play minesweeper as everyone knows it, alone, without a server."""
    from datetime import UTC, datetime

    from fogfield.play.terminal import require_terminal

    if given["pace"] is not None and given["bot"] is None:
        raise click.UsageError("--pace belongs to --bot")
    require_terminal()
    from fogfield.kits.mines.boards import BoardError
    from fogfield.play import classic as client
    from fogfield.play.classic import wish

    day = datetime.now(UTC)
    try:
        wanted = wish.read(given, (day.year, day.month, day.day))
    except BoardError as error:
        raise click.UsageError(str(error)) from None
    try:
        sys.exit(client.play(wanted))
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
