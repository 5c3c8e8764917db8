"""Minesweeper Alpha for the contract tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from support.contract import Contract, Wire

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import Match
from fogfield.games.alpha.codec import Codec
from fogfield.games.alpha.messages import Command, Garbled
from fogfield.games.alpha.rules import AIMED, FLAG, PLAYER, Action, Options, State, Verb, apply, new, outcome

sizes = st.integers(5, 10)


@st.composite
def boards(draw: st.DrawFn) -> Options:
    """Any board: some mines, and at least one square without."""
    rows, cols = draw(sizes), draw(sizes)
    cells = st.builds(Cell, st.integers(0, rows - 1), st.integers(0, cols - 1))
    mines = draw(st.sets(cells, min_size=1, max_size=rows * cols - 1))
    return Options(rows, cols, tuple(sorted(mines)))


def fogged(state: State) -> Sequence[Viewer]:
    """The player until the end, except in the display after nofog; the public until the end."""
    if outcome(state):
        return ()
    return (Watcher.PUBLIC,) if state.lifted else (PLAYER, Watcher.PUBLIC)


def twin(first: State, played: Match[Any, State, Action, Any], rng: Random) -> State | None:
    """Lay the mines that no revealed square has touched anywhere else that none has."""
    grid = Grid(first.rows, first.cols)
    open_once = {move.action.cell for move in played.record.moves if move.action.verb is Verb.REVEAL}
    near = open_once | {cell for one in open_once if one for cell in grid.near(one)}
    mines = {cell for cell, truth in zip(grid, first.solution, strict=True) if truth == FLAG}
    free = [cell for cell in grid if cell not in near]
    moved = set(rng.sample(free, rng.randint(0, len(free))))
    laid = tuple(sorted(mines & near | moved))
    other = new(Options(first.rows, first.cols, laid))
    if other == first or not 1 <= len(laid) < len(grid):
        return None
    state = other
    for move in played.record.moves:
        state = apply(state, move.seat, move.action)
        if outcome(state):  # it would have been won on the way: that is a rule, no secret
            return None
    return other


def explore(state: State, rng: Random) -> tuple[int, Action] | None:
    """Do anything that does not end the game."""
    verb = rng.choice([Verb.REVEAL, Verb.REVEAL, Verb.MARK, Verb.GUESS, Verb.HELP, Verb.NOFOG])
    if verb not in AIMED:
        return PLAYER, Action(verb)
    cells = list(Grid(state.rows, state.cols))
    for cell in rng.sample(cells, len(cells)):
        action = Action(verb, cell)
        if not outcome(apply(state, PLAYER, action)):
            return PLAYER, action
    return PLAYER, Action(Verb.HELP)


class Typist:
    """The other side of the codec: writes commands as somebody might type them."""

    def encode(self, message: Command) -> tuple[bytes, ...]:
        if isinstance(message, Garbled):
            return (b"what?\n",)
        row, col = message.cell or ("", "")
        return (f"  {message.verb.value}\t{row} {col}\r\n".encode(),)


ints = st.integers(-(2**31), 2**31 - 1) | st.integers(0, 10)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Action, st.sampled_from(sorted(AIMED, key=str)), st.builds(Cell, ints, ints)),
    st.sampled_from([Verb.HELP, Verb.NOFOG, Verb.QUIT]).map(Action),
    st.just(Garbled.LINE),
)

CONTRACT = Contract(
    options=boards(),
    fogged=fogged,
    twin=twin,
    explore=explore,
    wires=(Wire(Codec, Typist, commands, limit_bytes=20 * 64),),
)
