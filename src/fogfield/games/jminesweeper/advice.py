"""Hints for the player, from his view alone. Debug mode shows bombs to him, but not to who advises him."""

from typing import Any

from fogfield.core.advice import Advice
from fogfield.core.grid import Cell, Grid
from fogfield.games.jminesweeper import faces
from fogfield.games.jminesweeper.bots import shown
from fogfield.games.jminesweeper.view import View
from fogfield.kits.mines import hinting
from fogfield.kits.mines.position import Position

_MARKED = (faces.MARK + faces.MARKED_BOMB).decode()


def give(view: View, strength: str, near: Cell | None = None) -> dict[str, Any]:
    """Give a hint of one of three strengths, about cells that are near where the player looks."""
    marks = {
        Cell(row, col)
        for row, line in enumerate(view.faces)
        for col, char in enumerate(line.decode())
        if char in _MARKED
    }
    grid, known = Grid(view.options.rows, view.options.columns), shown(view)
    told = hinting.hint(Position(grid, view.bombs, known), strength, marks, near, free_marks=True)
    if len(known) == len(grid) - view.bombs:
        told["text"] = "every cell that is closed is a bomb: mark all of them, and nothing else, to win"
    return told


ADVICE = Advice(give, hinting.SCHEMA)
