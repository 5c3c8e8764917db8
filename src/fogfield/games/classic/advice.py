"""Hints for the player, from his view alone."""

from typing import Any

from fogfield.core.advice import Advice
from fogfield.core.grid import Cell, Grid
from fogfield.games.classic import faces
from fogfield.games.classic.bots import shown
from fogfield.games.classic.view import View
from fogfield.kits.mines import hinting
from fogfield.kits.mines.position import Position


def give(view: View, strength: str, near: Cell | None = None) -> dict[str, Any]:
    """Give a hint of one of three strengths, about cells that are near where the player looks."""
    position = Position(Grid(view.rows, view.columns), view.mines, shown(view))
    if not position.shown and view.start != "unsafe":
        return hinting.free(position, strength, view.start)
    return hinting.hint(position, strength, _flags(view), near)


def _flags(view: View) -> set[Cell]:
    return {
        Cell(row, col)
        for row, line in enumerate(view.faces)
        if faces.FLAG in line
        for col, face in enumerate(line)
        if face in faces.FLAG
    }


ADVICE = Advice(give, hinting.SCHEMA)
