"""A view as text: the block that begins every round."""

from fogfield.core.grid import Cell
from fogfield.games.alpha.view import View


def block(view: View) -> str:
    """Draw the rounds and the board, between blank lines. The line of column numbers ends with one blank (#5)."""
    rows = (_row(row, squares, view.mines) for row, squares in enumerate(view.squares))
    columns = " ".join(f" {col} " for col in range(len(view.squares[0])))
    return f"\n Rounds Completed: {view.rounds}\n\n{''.join(rows)}    {columns}\n\n"


def _row(row: int, squares: str, mines: frozenset[Cell]) -> str:
    drawn = (f"<{char}>|" if (row, col) in mines else f" {char} |" for col, char in enumerate(squares))
    return f" {row} |{''.join(drawn)}\n"
