"""What a game's tests must bring so that the contract tests can judge it: tests/games/<name>/contract.py."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis.strategies import SearchStrategy

from fogfield import games
from fogfield.bots import RandomBot
from fogfield.core.game import AnyGame, Viewer
from fogfield.core.match import Match


@dataclass(frozen=True)
class Wire:
    """One direction of a protocol."""

    decoder: Callable[[], Any]
    encoder: Callable[[], Any]
    messages: SearchStrategy[Any]
    #: More than this a decoder never holds, whatever arrives in pieces of `piece_bytes`.
    limit_bytes: int
    piece_bytes: int = 64


@dataclass(frozen=True)
class Contract:
    """Options to play with, twins for the fog, and the wire."""

    options: SearchStrategy[Any]
    #: The viewers who may not know everything in this state.
    fogged: Callable[[Any], Sequence[Viewer]]
    #: Another first state that they cannot tell from that of a match, by all its moves; None if there is none.
    twin: Callable[[Any, Match[Any, Any, Any, Any], Random], Any]
    wires: tuple[Wire, ...] = ()
    #: Whether a session answered an event as the protocol says.
    answered: Callable[[Any, Sequence[Any]], bool] = lambda event, replies: True


def contract(name: str) -> Contract:
    """Load a game's contract; a game folder without one fails here."""
    found: Contract = importlib.import_module(f"games.{name}.contract").CONTRACT
    return found


def random_match(game: AnyGame, options: Any, seed: int, most: int) -> Match[Any, Any, Any, Any]:
    """Let random bots play, `most` moves at most."""
    rng = Random(seed)
    match = Match(game, options, str(seed))
    bot = RandomBot(game)
    for number in range(most):
        if match.outcome:
            break
        seat = rng.choice(sorted(game.to_act(match.state)))
        refused = match.act(seat, bot.choose(match.view(seat), rng), float(number))
        assert refused == (), "a choice of the game's own was refused"
    return match


NAMES = games.names()
