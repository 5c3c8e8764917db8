"""Hints of three strengths: whether anything is safe, one cell with its reason, the odds of all."""

from collections.abc import Callable
from typing import Any

from fogfield.core.grid import Cell
from fogfield.kits.mines.boards import best_first
from fogfield.kits.mines.hinting import BEST_GUESS
from fogfield.kits.mines.reasons import Step
from fogfield.kits.mines.solver import Odds
from fogfield.play.classic.advising import Adviser
from fogfield.play.classic.drawing import Marks
from fogfield.play.classic.game import Game, Laid
from fogfield.play.classic.pages import HINT, Message, plain, sentence
from fogfield.play.classic.proof import Proof

#: How long a hint may take, and a proof.
HINT_S, PROOF_S = 15.0, 60.0


class Hints:
    """What the player asked for help with, and what he was told; a move makes it old.

    `point` leads the player's cursor to a cell.
    """

    def __init__(self, adviser: Adviser, point: Callable[[Cell], None]) -> None:
        self._adviser = adviser
        self._point = point
        self._game: Game | None = None
        self.marks = Marks()
        self._said = ""

    def turn_to(self, game: Game) -> None:
        """Help with another game."""
        self._game = game
        self.clear()

    def clear(self) -> None:
        """Forget what was said about a position that is gone; whoever still thinks about it is ended."""
        self.marks, self._said = Marks(), ""
        self._adviser.drop()

    def message(self, cursor: Cell) -> Message:
        """Say what was found; with the odds, that of the cursor's cell."""
        said = self._said
        if self.marks.risks is not None:
            risk = self.marks.risks.get(cursor)
            here = "open" if risk is None else f"{self._own(cursor)}{100 * risk:.4g} % risk"
            said = f"Row {cursor.row + 1}, column {cursor.col + 1}: {here}. {said}"
        return ((said, HINT),) if said else plain()

    def _own(self, cell: Cell) -> str:
        """Name the player's own mark of a cell, for which the cursor may leave no room beside the risk."""
        return {"!": "flag, ", "~": "question mark, "}.get(self._game.at(cell), "") if self._game else ""

    def ask_safe(self) -> None:
        """Ask the weakest hint."""
        if self._free():
            return
        self._ask("Is anything safe?", self._heard_safe, "safe")

    def ask_cell(self, near: Cell) -> None:
        """Ask for a safe cell, of many one that is near, and for the reason. The first cell is the player's choice."""
        if self._free():
            return
        self._ask("A safe cell is looked for", self._heard_cell, "hint", near)

    def ask_odds(self) -> None:
        """Show the odds, or hide them again."""
        if self.marks.risks is not None:
            self.clear()
        else:
            self._ask("The odds are counted", self._heard_odds, "odds")

    def find_proof(self, laid: Laid, show: Callable[[Proof], None]) -> None:
        """Have the proof of a board made."""
        game = self._game
        assert game

        def found(steps: tuple[Step, ...]) -> None:
            show(Proof(game.grid, laid, steps))

        self._adviser.ask(
            "The proof is written", PROOF_S, found, self._failed, "proof", game.grid, laid.mines, laid.first
        )

    def _ask(self, label: str, then: Callable[[Any], None], task: str, *more: Any) -> None:
        game = self._game
        assert game
        if game.waits:
            self._said = "Nothing is open yet: the first cell is safe, whichever you take."
            return
        if self._adviser.question and self._adviser.question.label == label:
            return  # the answer is on its way
        self.clear()
        self._adviser.ask(label, HINT_S, then, self._failed, task, game.view, *more)

    def _free(self) -> bool:
        """Say so if any cell may be opened; that is no secret, so it counts as no hint."""
        game = self._game
        assert game
        if game.waits or not game.first_is_safe:
            return False
        self.clear()
        row, col = best_first(game.grid, game.board.start)
        best = f"most games are won from row {row + 1}, column {col + 1}"
        self._said = f"Any cell may be opened, as the first one is never a mine here; {best}."
        return True

    def _failed(self, why: str) -> None:
        self._said = sentence(why)

    def _count(self) -> None:
        assert self._game
        self._game.hints += 1

    def _heard_safe(self, found: dict[str, Any]) -> None:
        self._count()
        self._said = sentence(found["text"])

    def _heard_cell(self, found: dict[str, Any]) -> None:
        """Show a cell, the numbers of the whole argument for it, and the mines that it proves on the way."""
        self._count()
        self._said = sentence(_cell_first(found["text"]))
        if found["cell"] is None:
            return
        cell = Cell(*found["cell"])
        self._point(cell)
        *before, last = found["steps"] or [None]
        if last:
            steps = [*before, last]
            self.marks = Marks(_cells(steps, "numbers"), _cells([last], "safe"), _cells(steps, "mines"))
        if before:
            self._said += f" Before that: {'; then '.join(step['text'] for step in before)}."

    def _heard_odds(self, found: Odds) -> None:
        if not self._game or not self._game.first_is_safe:
            self._count()
        self.marks = Marks(risks=found.risks)
        self._said = sentence(found.doubt) if found.doubt else "The odds are exact; % hides them."


def _cell_first(text: str) -> str:
    """Begin a guess with its cell and its risk: on a small terminal there is no room for more."""
    why, guess, cell = text.partition(BEST_GUESS)
    return f"{cell}. It is the best guess: {why}" if guess else text


def _cells(steps: list[dict[str, Any]], part: str) -> frozenset[Cell]:
    return frozenset(Cell(*cell) for step in steps for cell in step[part])
