"""A small world for the tests: both halves are the same picture, and nothing is left to chance."""

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import (
    LUCK,
    Action,
    Luck,
    Move,
    SendHalf,
    State,
    apply,
    refusals,
    turn,
)
from fogfield.kits.explore.halves import Field
from fogfield.kits.explore.land import Direction, Terrain

#: The castle is at row 4, column 4; the first grass field, where the treasure lies with luck 0, at row 0, column 0.
PICTURE = """
..........
.~~.~~.~~.
.^^^^^....
..~.......
....F.....
"""
U, D, L, R = Direction


def fields(picture: str = PICTURE) -> tuple[Field, ...]:
    return tuple(
        Field(Cell(row, col), Terrain("." if char == "F" else char), char == "F")
        for row, line in enumerate(picture.split())
        for col, char in enumerate(line)
    )


def luck_of(cell: Cell) -> int:
    """Give the number that puts a treasure on a field of the picture."""
    grass = [field.cell for field in fields() if field.terrain is Terrain.GRASS and not field.fort]
    return (grass.index(cell) * LUCK + LUCK // 2) // len(grass)


NO_LUCK, SEED = Luck(), Options()


def begun(luck: Luck = NO_LUCK, options: Options = SEED) -> State:
    """Give a game in which both halves are there."""
    return play(State(options, luck), SendHalf(fields()), SendHalf(fields()))


def play(state: State, *actions: Action) -> State:
    """Let whoever is on turn act."""
    for action in actions:
        assert refusals(state, turn(state), action) == ()
        state = apply(state, turn(state), action)
    return state


def walk(state: State, first: str, second: str = "") -> State:
    """Let both walk: letters for the commands of the one on turn, and of the other, who else goes to and fro."""
    letters = {"U": U, "D": D, "L": L, "R": R}
    for number, letter in enumerate(first):
        state = play(state, Move(letters[letter]))
        if not state.ended:
            state = play(
                state, Move(letters[second[number]] if number < len(second) else (L, R)[state.actions // 2 % 2])
            )
    return state
