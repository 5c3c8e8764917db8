"""Classic minesweeper as a person plays it, in tmux."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.test_jminesweeper import Tmux
from support.live import FOGFIELD
from support.missing import need

from fogfield.core.grid import Cell
from fogfield.kits.mines import boards

BOARD = "9x9-10-safe-fern"


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    need("tmux")
    session = Tmux(tmp_path)
    session.type(f"export XDG_DATA_HOME={shlex.quote(str(tmp_path))}", "Enter")
    yield session
    session.close()


def steps(here: Cell, there: Cell) -> list[str]:
    down, right = there.row - here.row, there.col - here.col
    return ["Down"] * down + ["Up"] * -down + ["Right"] * right + ["Left"] * -right


def test_a_whole_game_with_arrow_keys_a_stop_and_the_same_terminal_afterwards(tmux: Tmux) -> None:
    mines = boards.lay(boards.read(BOARD), Cell(4, 4))
    tmux.type(f"{shlex.quote(FOGFIELD)} play classic --board {BOARD}", "Enter")
    tmux.shows("mines left 10")
    tmux.type("Enter")
    tmux.shows("first 5,5")
    tmux.type("?")
    tmux.shows("hints 1")
    tmux.type("C-z")
    tmux.shows("Stopped")
    tmux.type("stty -a | grep -o ' icanon\\| echo ' | wc -l", "Enter")
    tmux.shows("\n2\n")
    tmux.type("fg", "Enter")
    tmux.shows("mines left 10")
    here = Cell(4, 4)
    for row in range(9):
        for col in range(9):
            if Cell(row, col) not in mines:
                tmux.type(*steps(here, Cell(row, col)), "Space")
                here = Cell(row, col)
    screen = tmux.shows("WON in ")
    assert "it was a game with hints" in screen
    tmux.type("q")
    tmux.shows(f"Board {BOARD}  first 5,5.\nshell$")
    tmux.type("echo done=$?; stty -a | grep -c ' icanon'", "Enter")
    screen = tmux.shows("done=0\n1")
    assert "Traceback" not in screen
