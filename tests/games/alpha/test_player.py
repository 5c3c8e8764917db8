"""A player who sees only what is printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.games.alpha import rules
from fogfield.games.alpha.player import Typist, read_block
from fogfield.games.alpha.rules import Action, Options, Verb
from fogfield.games.alpha.screen import block
from fogfield.games.alpha.texts import HELP, PROMPT, WELCOME
from fogfield.games.alpha.view import View, view

ROW = st.integers(5, 10)


@given(st.data())
def test_what_is_printed_is_read_as_it_was_whatever_stands_on_it(data: st.DataObject) -> None:
    rows, cols = data.draw(ROW), data.draw(ROW)
    squares = data.draw(st.text(" F?012345678", min_size=rows * cols, max_size=rows * cols))
    mines = data.draw(st.frozensets(st.builds(Cell, st.integers(0, rows - 1), st.integers(0, cols - 1))))
    lines = tuple(squares[start : start + cols] for start in range(0, rows * cols, cols))
    seen = View(0, lines, mines, data.draw(st.integers(0, 999)), None)
    assert read_block(f"{WELCOME}{block(seen)}{PROMPT}") == seen.fogged()


def test_the_last_of_several_boards_counts() -> None:
    first = View(0, ("     ",) * 5, frozenset(), 0, None)
    last = first._replace(squares=("1    ",) * 5, rounds=7)
    assert read_block(f"{block(first)}\n{HELP}{block(last)}{PROMPT}") == last


@pytest.mark.parametrize("text", ["", WELCOME, HELP, " Rounds Completed: x\n\n 0 |   |\n", " Rounds Completed: 3\n\n"])
def test_where_no_board_is_printed_nothing_is_typed(text: str) -> None:
    typist = Typist("simple")
    typist.hear(text)
    assert typist.line() == ""


@pytest.mark.parametrize("level", ["simple", "odds", "expert"])
def test_a_board_with_one_mine_far_away_is_played_to_its_end(level: str) -> None:
    state = rules.new(Options(6, 6, (Cell(5, 5),)))
    typist = Typist(level)
    while not rules.outcome(state):
        typist.hear(block(view(state, 0)))
        verb, row, col = typist.line().split()
        action = Action({"r": Verb.REVEAL, "m": Verb.MARK}[verb], Cell(int(row), int(col)))
        assert rules.refusals(state, 0, action) == ()
        state = rules.apply(state, 0, action)
    assert rules.outcome(state) == rules.WON
    assert state.rounds == 36
