"""Hints for the player, from his view alone. Debug mode shows bombs to him, but not to who advises him."""

from typing import Any

from fogfield.core.advice import Advice
from fogfield.core.grid import Cell, Grid
from fogfield.games.jminesweeper import faces
from fogfield.games.jminesweeper.view import View
from fogfield.kits.mines import hinting
from fogfield.kits.mines.position import Position

_MARKED = (faces.MARK + faces.MARKED_BOMB).decode()


def give(view: View, strength: str) -> dict[str, Any]:
    """Give a hint of one of three strengths."""
    rows = [line.decode() for line in view.faces]
    cells = [(Cell(row, col), char) for row, line in enumerate(rows) for col, char in enumerate(line)]
    shown = {cell: 0 if char == "." else int(char) for cell, char in cells if char in ".12345678"}
    marks = {cell for cell, char in cells if char in _MARKED}
    position = Position(Grid(view.options.rows, view.options.columns), view.bombs, shown)
    told = hinting.hint(position, strength, marks)
    if len(shown) == len(cells) - view.bombs:
        told["text"] = "every cell that is closed is a bomb: mark all of them, and nothing else, to win"
    return told


ADVICE = Advice(give, hinting.SCHEMA)
