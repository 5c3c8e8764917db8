"""What every game must keep, as checks, and what a game's tests must bring: tests/games/<name>/contract.py."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis.strategies import SearchStrategy

from fogfield import games
from fogfield.core import record
from fogfield.core.game import AnyGame, Viewer, Watcher
from fogfield.core.match import Match, replay
from fogfield.core.outcome import ABANDONED

AnyMatch = Match[Any, Any, Any, Any]


@dataclass(frozen=True)
class Wire:
    """One direction of a protocol."""

    decoder: Callable[[], Any]
    encoder: Callable[[], Any]
    messages: SearchStrategy[Any]
    #: More than this a decoder never holds, whatever arrives in pieces of `piece_bytes`.
    limit_bytes: int
    piece_bytes: int = 64
    #: What is always said first.
    opening: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Contract:
    """Options to play with, twins for the fog, and the wire."""

    options: SearchStrategy[Any]
    #: The viewers who may not know everything in this state.
    fogged: Callable[[Any], Sequence[Viewer]]
    #: Another first state that they cannot tell from that of a match, by all its moves; None if there is none.
    #: Where secrets come with moves: that state, and the actions of the match with other secrets in them.
    twin: Callable[[Any, AnyMatch, Random], Any]
    #: Any action that does not end the game, chosen by looking at the whole state; None if there is none.
    explore: Callable[[Any, Random], tuple[int, Any] | None]
    #: What our server reads first, then what it sends, if the game has a wire.
    wires: tuple[Wire, ...] = ()
    #: Whether a session answered an event as the protocol says.
    answered: Callable[[Any, Sequence[Any]], bool] = lambda event, replies: True


def contract(name: str) -> Contract:
    """Load a game's contract."""
    try:
        found: Contract = importlib.import_module(f"games.{name}.contract").CONTRACT
    except ModuleNotFoundError:
        raise LookupError(
            f"the game {name!r} has no tests/games/{name}/contract.py; docs/how-to/add-a-game.md says what it needs"
        ) from None
    return found


def random_match(game: AnyGame, options: Any, seed: int, most: int) -> AnyMatch:
    """Let chance play with what the game itself proposes, `most` moves at most."""
    rng = Random(seed)
    match = Match(game, options, str(seed))
    for number in range(most):
        if match.outcome:
            break
        acting = sorted(game.to_act(match.state))
        assert acting, "it is not over, and nobody may act"
        seat = rng.choice(acting)
        refused = match.act(seat, game.choose(match.view(seat), rng), float(number))
        assert refused == (), "a choice of the game's own was refused"
    return match


def explored_match(game: AnyGame, the: Contract, options: Any, seed: int, most: int) -> AnyMatch:
    """Play without ending the game, with all kinds of actions."""
    rng = Random(seed)
    match = Match(game, options, str(seed))
    for number in range(most):
        found = the.explore(match.state, rng)
        if found is None:
            break
        assert match.act(*found, float(number)) == ()
        assert match.outcome is None
    return match


def check_fog(game: AnyGame, the: Contract, options: Any, seed: int, moves: int) -> bool:
    """Play a match and its twin: whoever must not know looks at both, from the first state to the last.

    Gives whether there was a twin.
    """
    played = explored_match(game, the, options, seed, moves)
    real = Match(game, options, str(seed)).state
    actions = [move.action for move in played.record.moves]
    twin = the.twin(real, played, Random(seed))
    if twin is None:
        return False
    write = game.notation.write_view
    twin, others = twin if type(twin) is tuple else (twin, actions)
    assert (twin, others) != (real, actions)
    for number in range(-1, len(actions)):
        if number >= 0:
            seat, action, changed = played.record.moves[number].seat, actions[number], others[number]
            assert game.refusals(real, seat, action) == game.refusals(twin, seat, changed)
            real = game.apply(real, seat, action)
            twin = game.apply(twin, seat, changed)
        assert game.outcome(real) == game.outcome(twin)
        assert game.to_act(real) == game.to_act(twin)
        for viewer in the.fogged(real):
            one, other = game.view(real, viewer), game.view(twin, viewer)
            assert one == other, f"{viewer} can tell the twins apart"
            assert write(one) == write(other), f"{viewer} can tell the twins apart in JSON"
    return True


def check_replay(game: AnyGame, options: Any, seed: int, moves: int) -> None:
    """Write a random match down, read it, play it again: everything must be the same."""
    played = random_match(game, options, seed, moves)
    if seed % 2:
        played.close(ABANDONED, 99.5)
    lines = list(record.write(played.record, game))
    again = replay(game, record.read(lines, game))
    assert again.state == played.state
    assert again.outcome == played.outcome
    for viewer in (*range(game.seats), *Watcher):
        assert again.view(viewer) == played.view(viewer)
    assert list(record.write(again.record, game)) == lines


def check_end(game: AnyGame, options: Any, seed: int) -> None:
    """Random play ends within the bound; then, and after an end from outside, nobody has anything to do."""
    assert game.faults(options) == ()
    played = random_match(game, options, seed, game.bound(options))
    assert played.outcome is not None
    left = Match(game, options, str(seed))
    left.close(ABANDONED, 1.0)
    for match in (played, left):
        assert match.outcome is not None
        assert match.outcome == game.outcome(match.state)
        assert match.outcome.winners <= set(range(game.seats))
        assert game.to_act(match.state) == frozenset()
        for seat in range(game.seats):
            assert game.choose(match.view(seat), Random(seed)) is None


def check_turns(game: AnyGame, options: Any, seed: int, moves: int) -> None:
    """Nobody acts out of turn: what a seat may do is refused to every other seat that is not to act."""
    played = random_match(game, options, seed, moves)
    acting = game.to_act(played.state)
    for seat in acting:
        action = game.choose(played.view(seat), Random(seed))
        for other in {*range(game.seats), game.seats, -1} - acting:
            assert game.refusals(played.state, other, action)


NAMES = games.names()
