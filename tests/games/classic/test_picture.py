"""The board for any terminal."""

from random import Random

from fogfield.core.grid import Cell
from fogfield.games.classic import GAME, PICTURE
from fogfield.games.classic.rules import PLAYER, Mark, Options
from fogfield.wire.picture import Paper


def test_the_note_has_the_figures_and_one_is_no_plural() -> None:
    state = GAME.new(Options(5, 5, 1), Random(1))
    notes = []
    for col in range(3):
        (only,) = PICTURE.draw(GAME.view(state, PLAYER), None, Paper()).panels
        notes.append(only.note)
        state = GAME.apply(state, PLAYER, Mark(Cell(0, col)))
    assert notes == [f"5x5, 1 mine, {flags}, start safe" for flags in ("0 flags", "1 flag", "2 flags")]
