"""A game in progress: state, record, clocks and listeners. `act` is its only door."""

import math
from collections.abc import Callable
from typing import Generic

from fogfield.core.chance import stream
from fogfield.core.clock import Clock
from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.game import Action, Game, Options, Refusal, Seat, State, View, Viewer
from fogfield.core.outcome import Outcome
from fogfield.core.record import Move, Record

OVER = Refusal("over", "the game is over")
TOO_LONG = Refusal("too-long", "this game has had as many moves as one may have; start a new one")


class Match(Generic[Options, State, Action, View]):
    """One game being played by its seats; who sits there it does not know.

    A listener is called with the match after every accepted move and after the end; it looks through `view`
    like anybody else. `think_s` gives every seat that is to act so much time for each action.
    """

    __slots__ = ("_limit", "_listeners", "_think_s", "began", "clocks", "game", "outcome", "record", "state")

    def __init__(
        self,
        game: Game[Options, State, Action, View],
        options: Options,
        seed: str,
        *,
        now: float = 0.0,
        think_s: float = math.inf,
    ) -> None:
        if faults := game.faults(options):
            raise OptionsError(faults)
        self.game = game
        self.state = game.new(options, stream(seed, "board"))
        self.record: Record[Options, Action] = Record(game.name, options, seed)
        self.outcome: Outcome | None = game.outcome(self.state)
        self.began = now
        self.clocks: dict[Seat, Clock] = {}
        self._think_s = think_s
        self._limit = game.bound(options)
        self._listeners: list[Callable[[Match[Options, State, Action, View]], None]] = []
        self._wind_clocks(None, now)

    def act(self, seat: Seat, action: Action, now: float) -> tuple[Refusal, ...]:
        """Let a seat act. An empty answer means: done, recorded, and the listeners were told."""
        if self.outcome is not None:
            return (OVER,)
        if len(self.record.moves) >= self._limit:
            return (TOO_LONG,)
        if refusals := self.game.refusals(self.state, seat, action):
            return refusals
        self.state = self.game.apply(self.state, seat, action)
        self.record.moves.append(Move(round(now - self.began, 3), seat, action))
        if outcome := self.game.outcome(self.state):
            self._finish(outcome)
        else:
            self._wind_clocks(seat, now)
            self._tell()
        return ()

    def close(self, outcome: Outcome) -> None:
        """End it from outside: a player left, or his time ran out. A match that is over stays as it ended."""
        if self.outcome is None:
            self._finish(outcome)

    def view(self, viewer: Viewer) -> View:
        """Look at it as somebody who may know only so much."""
        return self.game.view(self.state, viewer)

    def listen(self, listener: Callable[["Match[Options, State, Action, View]"], None]) -> Callable[[], None]:
        """Have a listener told of every change; call what comes back to end that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def late(self, now: float) -> frozenset[Seat]:
        """Give the seats whose time for this action is over. What follows from it is for the game's host to say."""
        return frozenset(seat for seat, clock in self.clocks.items() if clock.expired(now))

    @property
    def deadline(self) -> float:
        """The next moment at which somebody's time runs out, infinity if nobody's does."""
        return min((clock.deadline for clock in self.clocks.values()), default=math.inf)

    def _finish(self, outcome: Outcome) -> None:
        self.outcome = self.record.end = outcome
        self.clocks = {}
        self._tell()

    def _wind_clocks(self, actor: Seat | None, now: float) -> None:
        """Give the actor and every newcomer a full clock; whoever was waiting for already keeps his."""
        if self._think_s == math.inf or self.outcome is not None:
            return
        waiting = self.clocks
        self.clocks = {
            seat: waiting[seat] if seat in waiting and seat != actor else Clock(self._think_s, now)
            for seat in self.game.to_act(self.state)
        }

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener(self)


def replay(
    game: Game[Options, State, Action, View], record: Record[Options, Action]
) -> Match[Options, State, Action, View]:
    """Play a record again, from its seed; it must be accepted move by move and end as it says."""
    match = Match(game, record.options, record.seed)
    for number, move in enumerate(record.moves, 1):
        if refusals := match.act(move.seat, move.action, move.at_s):
            raise RecordError(f"move {number} is not possible: {', '.join(one.text for one in refusals)}")
    if record.end is not None and match.outcome is None:
        match.close(record.end)
    if match.outcome != record.end:
        raise RecordError(f"the record ends with {record.end}, its moves with {match.outcome}")
    return match
