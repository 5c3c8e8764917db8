"""The page on the solver shows a position and a program that work."""

import contextlib
import io
import re
from pathlib import Path

from fogfield.kits.mines.advice import advise

PAGE = (Path(__file__).parent.parent.parent / "docs" / "solver.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_position_is_read_and_solved() -> None:
    assert advise(block("text")).step is not None


def test_the_program_runs_and_finds_a_safe_cell() -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(block("python"), {})
    assert out.getvalue().splitlines() == ["[Cell(row=0, col=2)]", "0.0"]
