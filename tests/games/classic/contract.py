"""Classic minesweeper for the contract tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from support.contract import Contract

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import Match
from fogfield.games.classic.rules import (
    PLAYER,
    Action,
    Chord,
    Fence,
    Mark,
    Options,
    Reveal,
    State,
    apply,
    outcome,
    refusals,
)
from fogfield.kits.mines.boards import opens_all


@st.composite
def options(draw: st.DrawFn) -> Options:
    columns, rows = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    if columns * rows >= 30 and draw(st.integers(0, 3)) == 0:
        return draw(laid(columns, rows))
    start = draw(st.sampled_from(["unsafe", "safe", "zero"]))
    kept = min(3, columns) * min(3, rows) if start == "zero" else 1
    most = max(0, (columns * rows - kept) // 2)
    mines = draw(st.integers(most // 4, most))
    return Options(columns, rows, mines, start, questions=draw(st.booleans()))


@st.composite
def laid(draw: st.DrawFn, columns: int, rows: int) -> Options:
    """A board that brings its mines and its first cell with it, as one without a guess does."""
    first = Cell(rows // 2, columns // 2)
    grid = Grid(rows, columns)
    free = [cell for cell in grid if cell != first and cell not in grid.near(first)]
    mines = tuple(sorted(Random(draw(st.integers(0, 9999))).sample(free, max(3, len(free) // 5))))
    assume(not opens_all(grid, mines, first))
    return Options(columns, rows, len(mines), "noguess", "fern", laid=mines, first=first)


def fogged(state: State) -> Sequence[Viewer]:
    """Everybody at the table until the end."""
    return () if outcome(state) else (PLAYER, Watcher.PUBLIC)


def twin(first: State, played: Match[Any, State, Action, Any], rng: Random) -> State | None:
    """Lay the mines that touch nothing open elsewhere; before the first cell is open, by another seed."""
    last = played.state
    if outcome(last):
        return None
    if not last.laid:
        return first._replace(seed="another")
    field = last.field
    free = list(field.cells(field.all & ~field.around(last.opened)))
    seen = last.mines & field.around(last.opened)
    for _ in range(20):
        mines = seen | sum(map(field.bit, rng.sample(free, (last.mines & ~seen).bit_count())))
        if mines != last.mines:
            return first._replace(mines=mines, laid=True)
    return None


def explore(state: State, rng: Random) -> tuple[int, Action] | None:
    """Anything that does not end the game."""
    if outcome(state):
        return None
    cells = list(state.field.grid)
    for _ in range(30):
        cell: Cell = rng.choice(cells)
        action: Action = rng.choice((Reveal, Mark, Mark, Chord, Fence))(cell)
        if not refusals(state, PLAYER, action) and not outcome(apply(state, PLAYER, action)):
            return PLAYER, action
    return None


CONTRACT = Contract(options=options(), fogged=fogged, twin=twin, explore=explore)
