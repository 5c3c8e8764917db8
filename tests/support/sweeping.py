"""Classic minesweeper without a terminal: paper to draw on, and a mind that answers at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from fogfield.core.grid import Cell
from fogfield.kits.mines import boards
from fogfield.kits.mines.boards import Board
from fogfield.play.classic.best import BestTimes
from fogfield.play.classic.face import Face
from fogfield.play.classic.mind import Mind, Said, think
from fogfield.play.classic.wish import Wish
from fogfield.wire.canvas import Canvas


class Paper:
    """A terminal of paper; `canvas` is what is seen on it."""

    resized = True

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.columns, self.rows = columns, rows
        self.canvas = Canvas()
        self.watched: list[Any] = []

    def size(self) -> tuple[int, int]:
        """Give columns and rows."""
        return self.columns, self.rows

    def write(self, text: str) -> None:
        """Show a frame."""
        self.canvas.feed(text)

    def watch(self, pipe: Any) -> None:
        """Remember what is listened to."""
        self.watched.append(pipe)

    def forget(self, pipe: Any) -> None:
        """Forget it."""
        self.watched = [one for one in self.watched if one is not pipe]

    def lines(self) -> list[str]:
        """Give what is seen."""
        return self.canvas.text()


class OwnMind:
    """Thinks in this process, when it is listened to."""

    pipe = None
    alive = True

    def __init__(self) -> None:
        self._asked: list[tuple[str, tuple[Any, ...]]] = []

    def ask(self, task: str, *given: Any) -> None:
        """Remember a question."""
        self._asked = [(task, given)]

    def hear(self) -> list[Said]:
        """Answer it."""
        said: list[Said] = []
        for task, given in self._asked:
            answer = think(task, given, lambda tries: None)
            said.append(answer)
        self._asked = []
        return said

    @property
    def busy(self) -> bool:
        """Whether a question waits for its answer."""
        return bool(self._asked)

    def close(self) -> None:
        """Think no more."""


class Desk:
    """A player at a table of paper, with a clock that is set by hand."""

    def __init__(
        self, board: str, folder: Path, *, columns: int = 80, rows: int = 24, first: Cell | None = None,
        make: Callable[[], Any] = OwnMind, **wish: Any,
    ) -> None:  # fmt: skip
        self.now = 100.0
        self.paper = Paper(columns, rows)
        self.board = boards.read(board)
        middle = Cell(self.board.rows // 2, self.board.cols // 2)
        self.face = Face(
            cast("Any", self.paper),
            Wish(self.board, first or middle, **wish),
            times=BestTimes(folder / "times.json"),
            clock=lambda: self.now,
            make=cast("Callable[[], Mind]", make),
        )
        self.face.show()

    def press(self, *events: Any) -> list[str]:
        """Press keys, let it think, and look."""
        for event in events:
            self.face.press(event)
            self.face._adviser.hear()
            self.face.show()
        return self.paper.lines()

    def goto(self, cell: Cell) -> None:
        """Put the cursor onto a cell."""
        self.face._hand.cursor = cell

    def solve(self) -> list[str]:
        """Open every safe cell, one after the other, as somebody who knows the mines."""
        first = self.face.game.first or self.face._hand.cursor
        if not self.face.game.clicks:
            self.press("enter")
        laid = self.face.game.laid
        for cell in safe_cells(self.board, laid.mines if laid else boards.lay(self.board, first)):
            if not self.face.game.over and self.face.game.at(cell) == "?":
                self.goto(cell)
                self.press("enter")
        return self.paper.lines()


def safe_cells(board: Board, mines: frozenset[Cell]) -> list[Cell]:
    """Give the cells that are no mines."""
    return [cell for cell in board.grid if cell not in mines]


def way(here: Cell, there: Cell, keys: str = "wasd") -> str:
    """Give the key presses that move the cursor; keys for up, left, down and right."""
    up, left, down, right = list(keys)
    rows, cols = there.row - here.row, there.col - here.col
    return down * rows + up * -rows + right * cols + left * -cols
