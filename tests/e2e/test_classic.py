"""Classic minesweeper as a person plays it, in tmux."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.test_jminesweeper import Tmux
from support.live import FOGFIELD
from support.missing import need

from fogfield.core.grid import Cell
from fogfield.games.classic import ADVICE
from fogfield.games.classic.rules import Reveal
from fogfield.kits.mines import boards
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.position import digits
from fogfield.kits.mines.solver import Solver
from fogfield.play.classic.drawing import percent
from fogfield.play.classic.game import Game

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


def cells(screen: str, board: Board, width: int) -> list[list[str]]:
    """Read the cells of a framed board, each so many characters wide with the gap before it."""
    lines = [line.strip()[1:-1] for line in screen.splitlines() if line.strip()[:1] in ("│", "|")]
    assert len(lines) == board.rows
    return [[line[width * col + 1 : width * (col + 1)].strip() for col in range(board.cols)] for line in lines]


def hints_of_three_strengths(tmux: Tmux, board: Board, first: Cell) -> Cell:
    """Take each hint once, and see that the screen shows what it says; gives the cell at which the cursor is then."""
    game = Game(board, 0.0)
    game.act(Reveal(first), 0.0)
    tmux.type("?")
    assert "hints 1" in tmux.shows("A closed cell is certainly safe.")
    told = ADVICE.give(game.view, "cell")
    cell, step = Cell(*told["cell"]), told["steps"][-1]
    tmux.type("!")
    tmux.shows(f"Row {cell.row + 1}, column {cell.col + 1} is safe: ")
    screen = tmux.shows(f"{told['text'].split()[-1]}.")  # the end of the sentence: all lines are drawn
    assert "hints 2" in screen
    assert told["text"].partition(": ")[2] in " ".join(screen.split())
    shown = cells(screen, board, 2)
    assert {at for at in board.grid if shown[at.row][at.col] == "+"} == {Cell(*one) for one in step["safe"]}
    assert screen.count("[+]") == 1  # the cursor
    assert all(f"({game.at(Cell(*one))}" in screen for one in step["numbers"])
    tmux.type("%")
    screen = tmux.shows("The odds are exact")
    assert "hints 3" in screen
    assert f"Row {cell.row + 1}, column {cell.col + 1}: 0 % risk." in screen
    risks = Solver(board.rows, board.cols, board.mines)
    risks.tell(digits(row.decode() for row in game.view.faces).items())
    odds, heat = risks.odds().risks, cells(screen, board, 3)
    for at in board.grid:
        assert heat[at.row][at.col] == (percent(odds[at]) if at in odds else game.at(at).replace(".", "·"))
    assert {"ok", "**", "50"} <= {percent(risk) for risk in odds.values()}
    tmux.type("%")
    tmux.shows("[■]")  # the map is gone, and the cursor where it was
    return cell


def test_a_whole_game_with_arrow_keys_a_stop_and_the_same_terminal_afterwards(tmux: Tmux) -> None:
    mines = boards.lay(boards.read(BOARD), Cell(4, 4))
    tmux.type(f"{shlex.quote(FOGFIELD)} play classic --board {BOARD}", "Enter")
    tmux.shows("mines left 10")
    tmux.type("Enter")
    tmux.shows("first 5,5")
    here = hints_of_three_strengths(tmux, boards.read(BOARD), Cell(4, 4))
    tmux.type("C-z")
    tmux.shows("Stopped")
    tmux.type("stty -a | grep -o ' icanon\\| echo ' | wc -l", "Enter")
    tmux.shows("\n2\n")
    tmux.type("fg", "Enter")
    tmux.shows("mines left 10")
    for row in range(9):
        for col in range(9):
            if Cell(row, col) not in mines:
                tmux.type(*steps(here, Cell(row, col)), "Space")
                here = Cell(row, col)
    screen = tmux.shows("WON in ")
    assert "hints 3" in screen
    assert "it was a game with hints" in screen
    tmux.type("q")
    tmux.shows(f"Board {BOARD}  first 5,5.\nshell$")
    tmux.type("echo done=$?; stty -a | grep -c ' icanon'", "Enter")
    screen = tmux.shows("done=0\n1")
    assert "Traceback" not in screen
