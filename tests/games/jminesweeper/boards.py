"""Boards drawn by hand for the tests of rules and screens."""

from fogfield.games.jminesweeper import rules
from fogfield.games.jminesweeper.rules import Options, State
from fogfield.kits.mines.field import Field


def board(*lines: str, level: int = 1) -> State:
    """Make the first state of a game whose bombs are the B of these lines."""
    field = Field.of(len(lines), len(lines[0]))
    bombs = sum(field.bit(cell) for cell in field.grid if lines[cell.row][cell.col] == "B")
    options = Options(columns=len(lines[0]), rows=len(lines), level=level)
    hidden = (b"?" * options.columns,) * options.rows
    return State(options, field, bombs, opened=0, marks=0, hit=0, debug=False, ended=None, faces=hidden)


def act(state: State, *actions: rules.Action) -> State:
    """Let the player act; every action must be possible."""
    for action in actions:
        assert rules.refusals(state, rules.PLAYER, action) == ()
        state = rules.apply(state, rules.PLAYER, action)
    return state


def shown(state: State) -> list[str]:
    """What the player sees."""
    return [row.decode() for row in state.faces]
