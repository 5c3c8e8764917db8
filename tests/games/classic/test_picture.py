"""The board for any terminal."""

from random import Random

import pytest

from fogfield.core.grid import Cell
from fogfield.core.record import Move
from fogfield.games.classic import GAME, PICTURE
from fogfield.games.classic.rules import PLAYER, Action, Chord, Fence, Mark, Options, Reveal
from fogfield.wire.picture import Paper


def test_the_note_has_the_figures_and_one_is_no_plural() -> None:
    state = GAME.new(Options(5, 5, 1), Random(1))
    notes = []
    for col in range(3):
        (only,) = PICTURE.draw(GAME.view(state, PLAYER), None, Paper()).panels
        notes.append(only.note)
        state = GAME.apply(state, PLAYER, Mark(Cell(0, col)))
    assert notes == [f"5x5, 1 mine, {flags}, start safe" for flags in ("0 flags", "1 flag", "2 flags")]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Reveal(Cell(2, 0)), "reveals row 3, column 1: no mine around"),
        (Mark(Cell(0, 4)), "flags row 1, column 5"),
        (Chord(Cell(1, 1)), "opens all around row 2, column 2"),
        (Fence(Cell(1, 1)), "flags all around row 2, column 2"),
    ],
)
def test_moves_name_cells_as_hints_and_options_do_from_1(action: Action, said: str) -> None:
    state = GAME.new(Options(5, 5, 0), Random(1))
    if not isinstance(action, Chord | Fence):
        state = GAME.apply(state, PLAYER, action)
    assert PICTURE.say(GAME.view(state, PLAYER), Move(0.0, PLAYER, action)) == said
