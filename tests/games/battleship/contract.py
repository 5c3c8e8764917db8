"""Battleship for the contract tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from support.contract import Contract, Wire

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.battleship.codec import LINE_LIMIT_BYTES, ClientCodec, ServerCodec
from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientWord,
    Grid,
    InitGrid,
    ServerWord,
    Unknown,
)
from fogfield.games.battleship.rules import Action, Options, Place, State, apply, outcome, to_act
from fogfield.games.battleship.view import boats_on, choose, view
from fogfield.wire.session import CLOSE, Signal

options = st.integers(2, 20).flatmap(lambda cells: st.builds(Options, st.just(cells), st.integers(1, cells - 1)))


def fogged(state: State) -> Sequence[Viewer]:
    """The second seat's boats are the secret: its opponent and the public must not know them before the end."""
    return () if outcome(state) else (0, Watcher.PUBLIC)


def twin(first: State, played: Match[Any, State, Action, Any], rng: Random) -> tuple[State, list[Action]] | None:
    """Put the boats of the second seat that were not hit anywhere else that was not attacked."""
    fleet = boats_on(played.state.grids[1])
    if not fleet:
        return None
    attacked = {shot.cell for shot in played.state.shots if shot.seat == 0}
    free = [cell for cell in (Cell(0, col) for col in range(first.options.cells)) if cell not in attacked]
    moved = fleet & attacked | set(rng.sample(free, len(fleet - attacked)))
    if moved == fleet:
        return None
    actions = [
        Place(tuple(sorted(moved))) if move.seat == 1 and isinstance(move.action, Place) else move.action
        for move in played.record.moves
    ]
    return first, actions


def explore(state: State, rng: Random) -> tuple[int, Action] | None:
    """Place, or attack without ending the game."""
    seat = rng.choice(sorted(to_act(state)))
    for _ in range(30):
        action = choose(view(state, seat), rng)
        assert action is not None
        if not outcome(apply(state, seat, action)):
            return seat, action
    return None


def answered(event: Any, replies: Sequence[Any]) -> bool:
    """A prompt or a farewell is never followed by anything else than it may be."""
    words = [one for one in replies if not isinstance(one, Board)]
    if event in (Signal.EOF, Signal.IDLE, Signal.STOP):
        return words in ([CLOSE], [ServerWord.END, CLOSE], [ServerWord.REMATCH_DENY, ServerWord.END, CLOSE])
    if CLOSE in words:
        return words.index(CLOSE) == len(words) - 1 and words[-2] is ServerWord.END
    errors = [number for number, one in enumerate(words) if one is ServerWord.ERROR]
    return all(words[number + 1] in (ServerWord.INIT_GRID, ServerWord.ATTACK) for number in errors)


text = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=12)
numbers = st.integers(0, 18)
#: Often what a server wants to hear, so that games get on.
client_messages = st.one_of(
    st.lists(st.integers(1, 16), min_size=3, max_size=3, unique=True).map(lambda some: InitGrid(tuple(some))),
    st.integers(1, 16).map(Attack),
    st.lists(numbers, min_size=1, max_size=5).map(lambda some: InitGrid(tuple(some))),
    numbers.map(Attack),
    st.sampled_from([ClientWord.REMATCH_OFFER, ClientWord.REMATCH_OFFER, ClientWord.QUIT]),
    text.map(lambda some: Unknown("?" + some)),
)
server_messages = st.one_of(
    st.sampled_from(ServerWord),
    st.builds(Board, st.sampled_from(Grid), st.text("~OX*", min_size=16, max_size=16)),
    text.map(lambda some: Unknown("?" + some)),
)

CONTRACT = Contract(
    options=options,
    fogged=fogged,
    twin=twin,
    explore=explore,
    wires=(
        Wire(ServerCodec, ClientCodec, client_messages, limit_bytes=LINE_LIMIT_BYTES),
        Wire(ClientCodec, ServerCodec, server_messages, limit_bytes=LINE_LIMIT_BYTES),
    ),
    answered=answered,
)
