"""`fogfield solve`: measure the minesweeper solver, or ask it about a board."""

import json
import re
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:  # the engine takes a moment to load, and --help does not need it
    from fogfield.core.grid import Cell
    from fogfield.kits.mines.boards import Board
    from fogfield.kits.mines.measuring import Tally

#: Games that a process plays before it tells about them.
CHUNK = 100


@click.command(
    epilog="""\b
Examples:
  fogfield solve --board expert --start safe --games 10000 --seed 1
  fogfield solve --board 20x10/50 --start unsafe --games 5000 --level odds --json
  fogfield solve --position board.txt            the odds of a board, with reasons
\b
A position is a text: the line 'mines 99', then a line for each row, with 0-8 or . for an open
cell, ? for a closed one, * for a mine that was hit.
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
@click.option("--level", type=click.Choice(["simple", "odds", "expert"]), default="expert", show_default=True)
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
            text = position.read(1_000_000)
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


def _board(text: str, start: str, seed: str) -> "Board":
    """Read which boards to play."""
    from fogfield.kits.mines.boards import KINDS, Board, BoardError

    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})/(\d{1,5})", text)
    if text not in KINDS and not match:
        raise BoardError(f"there is no board {text!r}; there are {', '.join(KINDS)}, and others like 20x10/50")
    cols, rows, mines = (int(part) for part in match.groups()) if match else KINDS[text]
    board = Board(cols, rows, mines, start, seed)
    if faults := board._replace(seed=f"{seed}.0").faults():
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
    from rich.console import Console
    from rich.progress import Progress

    from fogfield.kits.mines.measuring import Tally

    total = Tally()
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{board.cols}x{board.rows}/{board.mines} {board.start}", total=games)
        for part in _played(board, first, level, games, jobs, lives):
            total += part
            progress.update(task, completed=total.games, description=f"{100 * total.wins / total.games:.1f} % won")
    click.echo(json.dumps(_figures(total)) if as_json else _told(total))


def _played(board: "Board", first: "Cell", level: str, games: int, jobs: int, lives: bool) -> "Iterator[Tally]":
    """Play in this process, or in several."""
    from functools import partial

    chunks = [range(at, min(games, at + CHUNK)) for at in range(0, games, CHUNK)]
    work = partial(play_chunk, board, first, level, lives)
    if jobs == 1:
        get_ready()
        yield from map(work, chunks)
        return
    import signal
    from multiprocessing import get_context

    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # those who play inherit that: Ctrl-C is for us, who end them
    try:
        pool = get_context("spawn").Pool(jobs, initializer=get_ready)
    finally:
        signal.signal(signal.SIGINT, heard)
    with pool:
        yield from pool.imap_unordered(work, chunks)


def get_ready() -> None:
    """Use the compiled engine if there is one; where there is none yet it is compiled for the next time."""
    from fogfield import warm

    warm.start()


def play_chunk(board: "Board", first: "Cell", level: str, lives: bool, numbers: range) -> "Tally":
    """Play some games."""
    from fogfield.kits.mines.measuring import Tally, play

    total = Tally()
    for one in play(board, first, level, numbers, time.process_time, lives=lives):
        total += one
    return total


def _figures(total: "Tally") -> dict[str, Any]:
    low, high = total.interval()
    return {
        "games": total.games, "wins": total.wins, "win_rate": total.wins / total.games, "low": low, "high": high,
        "games_per_s": total.games / total.spent_s if total.spent_s else None, "worst_call_s": total.worst_call_s,
        "guesses": total.guesses, "mines_hit": total.hits, "refuted_proofs": total.refuted,
    }  # fmt: skip


def _told(total: "Tally") -> str:
    low, high = total.interval()
    speed = total.games / total.spent_s if total.spent_s else 0.0
    return (
        f"{total.wins} of {total.games} games won: {100 * total.wins / total.games:.2f} %"
        f" (95 %: {100 * low:.2f} to {100 * high:.2f})\n"
        f"{speed:,.0f} games per second of CPU time, {total.guesses / total.games:.1f} guesses in a game,"
        f" longest choice {1000 * total.worst_call_s:.1f} ms"
    )


def _analysis(text: str, level: str, as_json: bool) -> str:
    """Say what the solver knows of a position."""
    from fogfield.kits.mines.advice import advise

    get_ready()
    found = advise(text, level)
    return json.dumps(found.as_json()) if as_json else found.told()
