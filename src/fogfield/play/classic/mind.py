"""A process that thinks: hints, boards without a guess and their proofs, and bots.

It may take as long as it likes: the screen goes on, and what takes too long is killed. It sees what a player sees, but
for boards that it makes, and their proofs.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeAlias

from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.games.classic.view import View
from fogfield.kits.mines.boards import Board

#: How often a search tells how far it is.
TELL_S = 0.1

Tell: TypeAlias = Callable[[int], None]


class Progress(NamedTuple):
    """A search goes on: so many boards were tried."""

    tries: int


class Answer(NamedTuple):
    """What was found out."""

    found: Any


class Fault(NamedTuple):
    """Why there is no answer."""

    sentence: str


Said: TypeAlias = Progress | Answer | Fault
DIED = Fault("the process that thinks has ended without an answer")


class Mind:
    """The process, seen from the game: one question at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # not a copy of this process, which has a terminal
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._busy = self._gone = False

    def ask(self, task: str, *given: Any) -> None:
        """Ask something, when the last answer has come: a full pipe would keep us waiting."""
        assert not self._busy, "one question at a time"
        self._busy = True
        with suppress(OSError):  # it is gone; whoever listens will be told
            self.pipe.send((task, given))

    def hear(self) -> list[Said]:
        """Give what it has said."""
        said: list[Said] = []
        try:
            while self.pipe.poll():
                said.append(self.pipe.recv())
                self._busy = isinstance(said[-1], Progress)
        except (EOFError, OSError):
            self._gone = True
            said.append(DIED)
        return said

    @property
    def busy(self) -> bool:
        """Whether it thinks about something."""
        return self._busy

    @property
    def alive(self) -> bool:
        """Whether it can be asked again."""
        return self._process.is_alive() and not self._gone

    def close(self) -> None:
        """End it, in the middle of a thought if need be."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _work(pipe: "Connection[Any, Any]") -> None:
    """Answer questions until nobody asks any more. Nothing that happens here may be written onto the screen."""
    for number in (signal.SIGINT, signal.SIGQUIT):  # keys that are meant for the game
        signal.signal(number, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from fogfield import warm

    warm.start()
    while True:
        try:
            task, given = pipe.recv()
        except EOFError:
            return
        pipe.send(think(task, given, lambda tries: pipe.send(Progress(tries))))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def think(task: str, given: tuple[Any, ...], tell: Tell) -> Said:
    """Find an answer."""
    try:
        return Answer(TASKS[task](*given, tell))
    except FogfieldError as error:
        return Fault(str(error))


def _is_safe(view: View, tell: Tell) -> Any:
    """Say whether any closed cell is certainly safe."""
    return _give(view, "any")


def _hint(view: View, near: Cell, tell: Tell) -> Any:
    """Show a cell that is certainly safe, with the argument; where there is none, the best guess."""
    return _give(view, "cell", near)


def _give(view: View, strength: str, near: Cell | None = None) -> Any:
    from fogfield.games.classic.advice import ADVICE

    return ADVICE.give(view, strength, near)


def _odds(view: View, tell: Tell) -> Any:
    """Give the risk of every closed cell, to the last digit: what is almost certain must not look certain."""
    from fogfield.games.classic.bots import shown
    from fogfield.kits.mines.solver import Odds, Solver

    opened = shown(view)
    if not opened and view.start != "unsafe":
        return Odds(dict.fromkeys(Grid(view.rows, view.columns), 0.0), "the first cell is never a mine here: open any")
    solver = Solver(view.rows, view.columns, view.mines)
    solver.tell(opened.items())
    return solver.odds()


def _lay(board: Board, first: Cell, limit_s: float, tell: Tell) -> frozenset[Cell]:
    """Search for a board without a guess."""
    from fogfield.kits.mines.boards import without_guess

    began = told = time.monotonic()

    def halt(tries: int) -> str:
        nonlocal told
        if (now := time.monotonic()) - told >= TELL_S:
            told = now
            tell(tries)
        return f"the search has ended, as it may take {limit_s:g} seconds" if now - began >= limit_s else ""

    return without_guess(board, first, halt)[0]


def _prove(grid: Grid, mines: frozenset[Cell], first: Cell, tell: Tell) -> Any:
    """Prove that a board needs no guess."""
    from fogfield.kits.mines.reasons import proof

    return proof(grid, mines, first)


def _choose(level: str, view: View, tell: Tell) -> Cell | None:
    """Let a bot choose."""
    from random import Random

    action = _bot(level).choose(view, Random(1))  # noqa: S311 (it leaves nothing to chance)
    return action.cell if action else None


@cache
def _bot(level: str) -> Any:
    from fogfield.bots import schools

    return schools("classic")[level]().against("")


TASKS: dict[str, Callable[..., Any]] = {
    "safe": _is_safe, "hint": _hint, "odds": _odds, "board": _lay, "proof": _prove, "bot": _choose,
}  # fmt: skip
