"""One board as it is played: the match, the time, and what help was taken. Time is passed in."""

from typing import NamedTuple

from fogfield.core.game import Refusal
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import Match
from fogfield.games.classic import GAME
from fogfield.games.classic.rules import PLAYER, Action, Chord, Fence, Mark, Options, Reveal, State
from fogfield.games.classic.view import View
from fogfield.kits.mines.boards import Board


class Laid(NamedTuple):
    """A board without a guess that was made: its mines, and the cell that opens first."""

    mines: frozenset[Cell]
    first: Cell


class Game:
    """A player at a board. One without a guess is made when its first cell is known; until then `waits`."""

    def __init__(
        self, board: Board, now: float, *, questions: bool = False, laid: Laid | None = None, again: bool = False
    ) -> None:
        self.board = board
        self.laid = laid
        #: Whether the player has seen this board before.
        self.again = again
        self.questions = questions
        #: How many hints were taken.
        self.hints = 0
        self.waits = board.start == "noguess" and laid is None
        self.grid: Grid = board.grid
        self._match: Match[Options, State, Action, View] = Match(GAME, self._options(), board.seed, now=now)
        self.view = self._match.view(PLAYER)
        #: Whoever opens the first cell starts the clock; on a board without a guess it is open from the beginning.
        self._began = now if laid else None
        self._ended: float | None = None
        self._look(now)

    def _options(self) -> Options:
        cols, rows, mines, start, seed = self.board
        if self.laid:
            laid = tuple(sorted(self.laid.mines))
            return Options(cols, rows, mines, start, seed, self.questions, laid, self.laid.first)
        return Options(cols, rows, mines, "zero" if self.waits else start, seed, self.questions)

    def anew(self, now: float) -> "Game":
        """Give the same board from its beginning, known to whoever has seen something of it."""
        known = self.again or self.begun
        return Game(self.board, now, questions=self.questions, laid=self.laid, again=known)

    def act(self, action: Action, now: float) -> tuple[Refusal, ...]:
        """Do something; gives the reasons if that is not possible."""
        if refusals := self._match.act(PLAYER, action, now):
            return refusals
        if self._began is None and not isinstance(action, Mark):
            self._began = now
        self.view = self._match.view(PLAYER)
        self._look(now)
        return ()

    def _look(self, now: float) -> None:
        if self.view.outcome and self._ended is None:
            self._ended = now

    def at(self, cell: Cell) -> str:
        """Give the character that a cell shows (games/classic/faces.py)."""
        return chr(self.view.faces[cell.row][cell.col])

    def opening(self, cell: Cell) -> Action:
        """Give what opening a cell means there: an open digit opens all around it, or flags what can only be mines."""
        return self.chording(cell) if self.at(cell) in "12345678" else Reveal(cell)

    def chording(self, cell: Cell) -> Action:
        """Give what there is to do around an open digit."""
        around = [self.at(near) for near in self.grid.near(cell)]
        flags, others = around.count("!"), around.count("?") + around.count("~")
        return Fence(cell) if others and str(flags + others) == self.at(cell) else Chord(cell)

    def seconds(self, now: float) -> float:
        """Say how long it has lasted."""
        if self._began is None:
            return 0.0
        return (now if self._ended is None else self._ended) - self._began

    @property
    def runs(self) -> bool:
        """Whether the clock runs."""
        return self._began is not None and self._ended is None

    @property
    def begun(self) -> bool:
        """Whether a cell was opened, so that the player has seen something of the board."""
        return self._began is not None

    @property
    def first_is_safe(self) -> bool:
        """Whether any cell may be opened now, as none is open yet and the first one is never a mine."""
        return not self.begun and self.board.start != "unsafe"

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.view.outcome is not None

    @property
    def won(self) -> bool:
        """Whether it was won."""
        return self.view.outcome is not None and bool(self.view.outcome.winners)

    @property
    def clicks(self) -> int:
        """How many moves were made, that which opened the first cell included."""
        return self.view.actions

    @property
    def efficiency(self) -> int:
        """How many of the moves were needed, in percent: 3BV to the moves that were made."""
        return round(100 * self.view.effort / max(1, self.clicks))

    @property
    def first(self) -> Cell | None:
        """The cell with which it began."""
        if self.laid:
            return self.laid.first
        return next((move.action.cell for move in self._match.record.moves if isinstance(move.action, Reveal)), None)

    def open_share(self) -> int:
        """Say how much of what is safe is open, in percent."""
        digits = sum(
            row.count(b".") + sum(row.count(b"%d" % digit) for digit in range(1, 9)) for row in self.view.faces
        )
        return 100 * digits // (len(self.grid) - self.board.mines)
