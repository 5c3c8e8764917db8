"""`fogfield solve`: measure the minesweeper solver, or ask it about a board."""

import contextlib
import json
import re
import sys
import time
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:  # the engine takes a moment to load, and --help does not need it
    from fogfield.core.grid import Cell
    from fogfield.kits.mines.boards import Board
    from fogfield.kits.mines.measuring import Played, Tallies

#: How long a process plays before it tells about it, where a game is not longer.
STEP_S = 0.5
#: Characters of a position: twelve times what the largest board needs.
MOST_TEXT = 1_000_000
#: What a position leaves nothing to say about.
GAMES_ONLY = ("board", "start", "first", "games", "seed", "jobs", "lives")
#: After so long a thought it is said what would be quicker, where there is no numba.
LONG_S = 3.0
QUICKER = "A large board takes long without the compiled engine: pip install 'fogfield[fast]' brings it."

#: What is said of games that Python alone has played.
NO_NUMBA = "That is Python alone; numba makes it many times as quick: make fast, or pip install 'fogfield[fast]'."
NOT_READY = "That is Python alone; the compiled engine was not ready yet: python -m fogfield.warm waits for it."


@click.command(
    epilog="""\b
Examples:
  fogfield solve --board expert --start safe --games 10000 --seed 1
  fogfield solve --board 20x10/50 --start unsafe --games 5000 --level odds --json
  fogfield solve --position board.txt            the odds of a board, with reasons
\b
A position is a text: the line 'mines 99', then a line for each row, with 0-8 or . for an open
cell, ? for a closed one, * for a mine that was hit.
\b
Ctrl-C prints the figures of the games that were played so far; exit status 130.
"""
)
@click.option(
    "--board", default="expert", show_default=True, metavar="KIND", help="beginner, intermediate, expert, 20x10/50."
)
@click.option(
    "--start", type=click.Choice(["unsafe", "safe", "zero"]), default="safe", show_default=True,
    help="The first cell may be a mine, is none, or has none around it.",
)  # fmt: skip
@click.option("--first", metavar="ROW,COL", help="The first cell, from 1. Default: a corner; 4,4 with --start zero.")
@click.option(
    "--level", type=click.Choice(["simple", "odds", "expert"]), default="expert", show_default=True,
    help="How well it plays, or looks at a position.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(1, 100_000_000), default=1000, show_default=True)
@click.option("--seed", default="1", show_default=True, help="Game k of a seed is the board with the seed SEED.k.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes that play.")
@click.option("--lives", is_flag=True, help="A mine that was hit is marked, and the game goes on.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--position", type=click.File(), metavar="FILE", help="Analyse a board instead; - reads it from the input."
)
def solve(board: str, start: str, first: str | None, level: str, games: int, seed: str, jobs: int, lives: bool,
          as_json: bool, position: Any) -> None:  # fmt: skip
    """Measure how often the minesweeper solver wins, or ask it about a position."""
    from fogfield.core.errors import FogfieldError

    try:
        if position:
            _refuse_others()
            text = position.read(MOST_TEXT + 1)
            if len(text) > MOST_TEXT:
                raise click.UsageError(f"the position is too long: {MOST_TEXT:,} characters are read at most")
            click.echo(_analysis(text, level, as_json))
            return
        kind = _board(board, start, seed)
        cell = _first(first, kind)
        _measure(kind, cell, level, games, jobs, lives, as_json)
    except FogfieldError as fault:
        raise click.UsageError(str(fault)) from None
    except UnicodeDecodeError:
        raise click.UsageError("the position is no text") from None
    except KeyboardInterrupt:
        sys.exit(130)


def _refuse_others() -> None:
    """Refuse what was said about games that are not played."""
    context = click.get_current_context()
    given = [f"--{name}" for name in GAMES_ONLY if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        raise click.UsageError(f"--position is about a board as it is; it goes without {', '.join(given)}")


def _board(text: str, start: str, seed: str) -> "Board":
    """Read which boards to play."""
    from fogfield.kits.mines.boards import KINDS, Board, BoardError

    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})/(\d{1,5})", text)
    if text not in KINDS and not match:
        raise BoardError(f"there is no board {text!r}; there are {', '.join(KINDS)}, and others like 20x10/50")
    cols, rows, mines = (int(part) for part in match.groups()) if match else KINDS[text]
    board = Board(cols, rows, mines, start, seed)
    if faults := board.faults() or board._replace(seed=f"{seed}.0").faults():
        raise BoardError("; ".join(faults))
    return board


def _first(text: str | None, board: "Board") -> "Cell":
    """Read the first cell."""
    from fogfield.core.grid import Cell
    from fogfield.kits.mines.boards import BoardError, best_first

    if text is None:
        return best_first(board.grid, board.start)
    match = re.fullmatch(r"(\d{1,3}),(\d{1,3})", text)
    cell = Cell(int(match[1]) - 1, int(match[2]) - 1) if match else Cell(-1, -1)
    if cell not in board.grid:
        raise BoardError(
            f"the first cell {text!r} is not on the board; its corners are 1,1 and {board.rows},{board.cols}"
        )
    return cell


def _measure(board: "Board", first: "Cell", level: str, games: int, jobs: int, lives: bool, as_json: bool) -> None:
    """Print how the games went; if they are broken off, as far as they were played."""
    from fogfield.core.counting import count
    from fogfield.kits.mines.measuring import Tallies

    found = Tallies()
    try:
        _watch(found, board, games, _played(board, first, level, games, jobs, lives))
    except KeyboardInterrupt:
        if not (played := found.total.games):
            raise
        so_far = f"Broken off after {played:,} of {count(games, 'game')}.\n{_told(found)}"
        click.echo(json.dumps({**_figures(found), "broken_off": True}) if as_json else so_far)
        sys.exit(130)
    click.echo(json.dumps(_figures(found)) if as_json else _told(found))


def _watch(found: "Tallies", board: "Board", games: int, parts: "Generator[Played]") -> None:
    """Count the games that are played, and show whoever watches how far they are."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        contextlib.closing(parts),
        Progress(*columns, transient=True, console=console, disable=not console.is_terminal) as progress,
    ):
        task = progress.add_task(f"{board.cols}x{board.rows}/{board.mines} {board.start}", total=games)
        for part in parts:
            found.add(part)
            total = found.total
            progress.update(task, completed=total.games, description=f"{100 * total.wins / total.games:.1f} % won")


def _played(board: "Board", first: "Cell", level: str, games: int, jobs: int, lives: bool) -> "Generator[Played]":
    """Play in this process, or in several, but never more than there are games."""
    from functools import partial

    from fogfield.kits.mines.measuring import Portions

    portions = Portions(games, STEP_S)
    work = partial(play_portion, board, first, level, lives)
    if jobs > 1:
        from fogfield import warm
        from fogfield.cli.crew import Crew, CrewError

        warm.compile_elsewhere()  # once for all of them
        try:
            with Crew(min(jobs, games), warm.follow, work) as crew:
                yield from crew.play(portions)
        except CrewError as fault:
            raise click.ClickException(str(fault)) from None
        return
    get_ready()
    while numbers := portions.take():
        part = work(numbers)
        portions.took(part.tally.games, part.seconds)
        yield part


def get_ready() -> None:
    """Use the compiled engine if there is one; where there is none yet it is compiled for the next time."""
    from fogfield import warm

    warm.start()


def play_portion(board: "Board", first: "Cell", level: str, lives: bool, numbers: range) -> "Played":
    """Play some games, all with the same engine."""
    from fogfield.kits.mines.machine import machine
    from fogfield.kits.mines.measuring import Played, Tally, play

    total, began, found = Tally(), time.monotonic(), machine()
    for one in play(board, first, level, numbers, time.process_time, lives=lives, by=found):
        total += one
    return Played(total, time.monotonic() - began, found.is_compiled)


def _figures(found: "Tallies") -> dict[str, Any]:
    total, timed = found.total, found.timed
    low, high = total.interval()
    return {
        "games": total.games, "wins": total.wins, "win_rate": total.wins / total.games, "low": low, "high": high,
        "games_per_s": timed.games_per_s, "worst_call_s": timed.worst_call_s,
        "guesses": total.guesses, "mines_hit": total.hits, "refuted_proofs": total.refuted,
        "engine": "compiled" if found.compiled.games else "python", "timed_games": timed.games,
    }  # fmt: skip


def _told(found: "Tallies") -> str:
    from fogfield.core.counting import count, noun

    total, timed = found.total, found.timed
    low, high = total.interval()
    speed, longest = timed.games_per_s or 0.0, f"longest choice {1000 * timed.worst_call_s:.1f} ms"
    return (
        f"{total.wins:,} of {count(total.games, 'game')} won: {100 * total.wins / total.games:.2f} %"
        f" (95 %: {100 * low:.2f} to {100 * high:.2f})\n"
        f"{speed:,.0f} {noun(round(speed), 'game')} per second of CPU time,"
        f" {total.guesses / total.games:.1f} guesses in a game, {longest}{_engine(found)}"
    )


def _engine(found: "Tallies") -> str:
    """Say which engine played, unless it was the compiled one from the beginning."""
    from fogfield.core.counting import count
    from fogfield.kits.mines.kernels import available

    python = found.python
    if not python.games:
        return ""
    if not found.compiled.games:
        return f"\n{NOT_READY if available() else NO_NUMBA}"
    return (
        f"\nThat is the compiled engine; until it was ready Python played {count(python.games, 'game')},"
        f" {python.games_per_s or 0.0:,.0f} per second, longest choice {1000 * python.worst_call_s:.1f} ms."
    )


def _analysis(text: str, level: str, as_json: bool) -> str:
    """Say what the solver knows of a position."""
    from fogfield.kits.mines.advice import advise

    with _thinking():
        get_ready()
        found = advise(text, level)
    return json.dumps(found.as_json()) if as_json else found.told()


@contextlib.contextmanager
def _thinking() -> "Iterator[None]":
    """Show whoever watches that we think, and for how long; it goes away with the answer."""
    import threading

    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from fogfield.kits.mines.kernels import available

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    columns = SpinnerColumn(), TextColumn("thinking"), TimeElapsedColumn()
    with Progress(*columns, transient=True, console=console) as shown:
        shown.add_task("")
        advice = threading.Timer(
            LONG_S, console.print, [QUICKER], {"markup": False, "highlight": False, "soft_wrap": True}
        )
        advice.daemon = True
        if not available():
            advice.start()
        try:
            yield
        finally:
            advice.cancel()
