"""A board as it is drawn elsewhere than in the program itself, and commands in words."""

import pytest

from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.record import Move
from fogfield.games.alpha.picture import draw, say
from fogfield.games.alpha.rules import Action, Options, State, Verb, apply, new
from fogfield.games.alpha.view import view
from fogfield.wire.picture import Paper

BOARD = Options(5, 5, (Cell(0, 0), Cell(4, 4)))


def after(*actions: Action) -> State:
    state = new(BOARD)
    for action in actions:
        state = apply(state, 0, action)
    return state


def move(action: Action) -> Move[Action]:
    return Move(0.0, 0, action)


def text(state: State, last: Action | None, viewer: int | Watcher = 0) -> list[str]:
    (panel,) = draw(view(state, viewer), move(last) if last else None, Paper()).panels
    return ["".join(char for char, _ in line).rstrip() for line in panel.lines]


REVEAL, MARK = Action(Verb.REVEAL, Cell(0, 1)), Action(Verb.MARK, Cell(0, 0))


def test_the_last_square_is_in_brackets_and_the_fog_hides_mines() -> None:
    assert text(after(MARK, REVEAL), REVEAL) == [
        " 0 | F |[1]|   |   |   |",
        " 1 |   |   |   |   |   |",
        " 2 |   |   |   |   |   |",
        " 3 |   |   |   |   |   |",
        " 4 |   |   |   |   |   |",
        "     0   1   2   3   4",
    ]


def test_the_referee_sees_mines_and_a_mine_keeps_its_own_brackets() -> None:
    lines = text(after(MARK), MARK, Watcher.REFEREE)
    assert lines[0] == " 0 |<F>|   |   |   |   |"
    assert lines[4] == " 4 |   |   |   |   |< >|"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (REVEAL, "reveals row 0, column 1: 1"),
        (Action(Verb.REVEAL, Cell(0, 0)), "reveals row 0, column 0: a mine"),
        (MARK, "marks row 0, column 0"),
        (Action(Verb.GUESS, Cell(2, 3)), "guesses row 2, column 3"),
        (Action(Verb.HELP), "asks for help"),
        (Action(Verb.NOFOG), "lifts the fog"),
        (Action(Verb.QUIT), "quits"),
    ],
)
def test_commands_in_words(action: Action, words: str) -> None:
    assert say(view(after(action), 0), move(action)) == words
