"""JMinesweeper for the contract tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from support.contract import Contract, Wire

from fogfield.core.game import Viewer, Watcher
from fogfield.core.match import Match
from fogfield.games.jminesweeper.codec import SCREEN_LIMIT_BYTES, ClientCodec, ServerCodec
from fogfield.games.jminesweeper.messages import Command, ScreenContent, Start
from fogfield.games.jminesweeper.rules import (
    PLAYER,
    Action,
    Options,
    Reveal,
    State,
    ToggleDebug,
    ToggleMark,
    outcome,
    refusals,
)
from fogfield.wire.session import CLOSE, Signal

sizes = st.integers(1, 12)
options = st.builds(Options, columns=sizes, rows=sizes, level=st.integers(1, 3))


def fogged(state: State) -> Sequence[Viewer]:
    """The player until the end or debug mode, the public until the end."""
    if outcome(state):
        return ()
    return (Watcher.PUBLIC,) if state.debug else (PLAYER, Watcher.PUBLIC)


def twin(first: State, played: Match[Any, State, Action, Any], rng: Random) -> State | None:
    """Move the bombs that touch nothing open to other such places."""
    last = played.state
    if outcome(last):
        return None
    field = last.field
    free = list(field.cells(field.all & ~field.around(last.opened)))
    seen = last.bombs & field.around(last.opened)
    marks, tried = 0, set()
    for move in played.record.moves:
        if isinstance(move.action, ToggleMark):
            marks ^= field.bit(move.action.cell)
            tried.add(marks)  # if these were all the bombs, the game would have ended: that is a rule, no secret
    for _ in range(20):
        bombs = seen | sum(map(field.bit, rng.sample(free, (last.bombs & ~seen).bit_count())))
        if bombs != last.bombs and bombs not in tried:
            return first._replace(bombs=bombs)
    return None


def explore(state: State, rng: Random) -> tuple[int, Action] | None:
    """Reveal what is safe, mark what does not win, switch debug mode."""
    if rng.random() < 0.1:
        return PLAYER, ToggleDebug()
    cells = list(state.field.grid)
    for cell in rng.sample(cells, len(cells)):
        bit = state.field.bit(cell)
        action: Action = ToggleMark(cell) if bit & (state.bombs | state.marks) or rng.random() < 0.3 else Reveal(cell)
        wins = isinstance(action, ToggleMark) and state.marks ^ bit == state.bombs
        if not wins and not refusals(state, PLAYER, action):
            return PLAYER, action
    return None


def answered(event: Any, replies: Sequence[Any]) -> bool:
    """One screen for every packet, none and a close for QUIT; a screen that says so when nothing can be stored."""
    screens = [one for one in replies if isinstance(one, ScreenContent)]
    closes = event in (Signal.EOF, Signal.IDLE, Signal.STOP, Signal.LOST, Command.QUIT)
    shows = not closes and event not in (Signal.OPEN, Signal.CHANGED, Signal.TICK)
    return list(replies) == [*screens, *[CLOSE] * closes] and len(screens) == (shows or event is Signal.LOST)


bytes_ = st.integers(0, 255)
client_messages = st.one_of(
    st.sampled_from(Command),
    st.builds(Start, bytes_, bytes_, bytes_),
    st.builds(Start, sizes, sizes, st.integers(1, 3)),
)
server_messages = st.builds(ScreenContent, st.tuples(st.binary(max_size=80), st.binary(max_size=9)))

CONTRACT = Contract(
    options=options,
    fogged=fogged,
    twin=twin,
    explore=explore,
    wires=(
        Wire(ServerCodec, ClientCodec, client_messages, limit_bytes=7),
        Wire(ClientCodec, ServerCodec, server_messages, limit_bytes=SCREEN_LIMIT_BYTES + 5),
    ),
    answered=answered,
)
