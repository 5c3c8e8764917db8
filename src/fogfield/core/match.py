"""A game in progress: state, record, clocks and listeners. `act` is its only door."""

import math
from collections.abc import Callable
from typing import Any, Generic, Protocol

from fogfield.core.chance import stream
from fogfield.core.clock import Clock
from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.game import OVER, Action, Game, Options, Refusal, Seat, State, View, Viewer
from fogfield.core.outcome import ABANDONED, Outcome
from fogfield.core.record import Move, Record

TOO_LONG = Refusal("too-long", "this game has had as many moves as one may have; start a new one")
LATE = Refusal("late", "the time for this move is over")
NOT_KEPT = Refusal("not-kept", "moves cannot be stored at the moment; nothing was done, please try again soon")


class Scribe(Protocol):
    """Writes a match down as it is played. What it gives back counts the lines of everything that it writes."""

    @property
    def ready(self) -> bool:
        """Whether what happens now can be written; if not, nothing may happen."""

    def moved(self, number: int, move: Move[Any]) -> int:
        """Write a move; the first one has the number 0."""

    def ended(self, outcome: Outcome, at_s: float) -> int:
        """Write the end. It happens whether it can be written now or not."""


class Match(Generic[Options, State, Action, View]):
    """One game being played by its seats; who sits there it does not know.

    A listener is called after every accepted move and after the end; it looks through `view` like anybody else, and it
    must not raise. The listener of a seat is not called for the moves of that seat: who acts knows. `think_s` gives
    every seat that is to act so much time for each action. The state alone says whether the game is over.

    A match with a scribe keeps no moves itself. `written` is the last line that the scribe has written of it: nobody
    may be told what follows from it before it is where it is safe.
    """

    __slots__ = (
        "_limit", "_listeners", "_scribe", "_think_s", "began", "clocks", "cut", "game", "moves", "name", "record",
        "state", "written",
    )  # fmt: skip

    def __init__(
        self,
        game: Game[Options, State, Action, View],
        options: Options,
        seed: str,
        *,
        now: float = 0.0,
        think_s: float = math.inf,
        name: str = "",
    ) -> None:
        if faults := game.faults(options):
            raise OptionsError(faults)
        self.game = game
        self.state = game.new(options, stream(seed, "board"))
        self.record: Record[Options, Action] = Record(game.name, options, seed)
        #: What it is called where there are several.
        self.name = name
        #: How many moves it has had.
        self.moves = 0
        self.began = now
        #: Whether it was ended from outside, not by its rules.
        self.cut = False
        self.written = 0
        self._scribe: Scribe | None = None
        self.clocks: dict[Seat, Clock] = {}
        self._think_s = think_s
        self._limit = game.bound(options)
        self._listeners: list[tuple[Seat | None, Callable[[], None]]] = []
        self._wind_clocks(None, now)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.record.end

    def act(self, seat: Seat, action: Action, now: float) -> tuple[Refusal, ...]:
        """Let a seat act. An empty answer means: done, recorded, and the listeners were told."""
        if self.record.end is not None:
            return (OVER,)
        if self.moves >= self._limit:
            return (TOO_LONG,)
        if self._scribe and not self._scribe.ready:  # nobody's time runs out meanwhile
            return (NOT_KEPT,)
        if seat in self.clocks and self.clocks[seat].expired(now):
            return (LATE,)
        if refusals := self.game.refusals(self.state, seat, action):
            return refusals
        self.state = self.game.apply(self.state, seat, action)
        self._write(Move(self._since(now), seat, action))
        if outcome := self.game.outcome(self.state):
            self._finish(outcome, now, seat)
        else:
            self._wind_clocks(seat, now)
            self._tell(seat)
        return ()

    def close(self, outcome: Outcome, now: float) -> None:
        """End it from outside: a player left, or his time ran out. A match that is over stays as it ended."""
        if self.record.end is None:
            self.state = self.game.end(self.state, outcome)
            self.cut = True
            self._finish(self.game.outcome(self.state) or outcome, now, None)

    def view(self, viewer: Viewer) -> View:
        """Look at it as somebody who may know only so much."""
        return self.game.view(self.state, viewer)

    def listen(self, listener: Callable[[], None], seat: Seat | None = None) -> Callable[[], None]:
        """Have a listener told of every change, but for those by its own seat; call what comes back to end that."""
        entry = (seat, listener)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry) if entry in self._listeners else None

    def late(self, now: float) -> frozenset[Seat]:
        """Give the seats whose time for this action is over. What follows from it is for the game's host to say."""
        return frozenset(seat for seat, clock in self.clocks.items() if clock.expired(now))

    @property
    def deadline(self) -> float:
        """The next moment at which somebody's time runs out, infinity if nobody's does."""
        return min((clock.deadline for clock in self.clocks.values()), default=math.inf)

    def write_with(self, scribe: Scribe, written: int) -> None:
        """Have it written from now on; `written` is the line that says how it began, or went on."""
        self._scribe, self.written = scribe, written

    def disown(self, outcome: Outcome, now: float) -> None:
        """End it here, and write nothing of that: it is played elsewhere, or cannot be written."""
        self._scribe = None
        self.close(outcome, now)

    @property
    def think_s(self) -> float:
        """How long a seat may take for each action."""
        return self._think_s

    def pause(self, seconds: float) -> None:
        """Let so many seconds not have passed: nobody could act in that time."""
        self.began += seconds
        self.clocks = {seat: clock.later(seconds) for seat, clock in self.clocks.items()}

    def repeat(self, move: Move[Action]) -> None:
        """Do what was accepted and written before."""
        self.state = self.game.apply(self.state, move.seat, move.action)
        self.moves += 1
        self._wind_clocks(move.seat, move.at_s)

    def _write(self, move: Move[Action]) -> None:
        if self._scribe:
            self.written = self._scribe.moved(self.moves, move)
        else:
            self.record.moves.append(move)
        self.moves += 1

    def _finish(self, outcome: Outcome, now: float, actor: Seat | None) -> None:
        self.record.end = outcome
        self.record.end_s = self._since(now)
        if self._scribe:
            self.written = self._scribe.ended(outcome, self.record.end_s)
        self.clocks = {}
        self._tell(actor)
        self._listeners = []  # there is nothing more to tell, and what they hold can go

    def _since(self, now: float) -> float:
        return round(now - self.began, 3)

    def _wind_clocks(self, actor: Seat | None, now: float) -> None:
        """Give the actor and every newcomer a full clock; whoever was waiting for already keeps his."""
        if self._think_s == math.inf:
            return
        waiting = self.clocks
        self.clocks = {
            seat: waiting[seat] if seat in waiting and seat != actor else Clock(self._think_s, now)
            for seat in self.game.to_act(self.state)
        }

    def _tell(self, actor: Seat | None) -> None:
        for seat, listener in tuple(self._listeners):
            if seat is None or seat != actor:
                listener()


class Chair(Generic[Options, State, Action, View]):
    """One seat at a match: all that whoever sits there may do. It cannot act for another, nor see what he sees."""

    __slots__ = ("_match", "_seat")

    def __init__(self, match: Match[Options, State, Action, View], seat: Seat) -> None:
        self._match = match
        self._seat = seat

    def act(self, action: Action, now: float) -> tuple[Refusal, ...]:
        """Act; an empty answer means that it is done."""
        return self._match.act(self._seat, action, now)

    def view(self) -> View:
        """Look."""
        return self._match.view(self._seat)

    def leave(self, now: float, outcome: Outcome = ABANDONED) -> None:
        """Get up; a match that is not over ends with that."""
        self._match.close(outcome, now)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told of every change that somebody else makes; call what comes back to end that."""
        return self._match.listen(listener, self._seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self._match.outcome

    @property
    def match(self) -> str:
        """What the match is called."""
        return self._match.name

    @property
    def written(self) -> int:
        """The last line that was written of the match."""
        return self._match.written

    @property
    def to_act(self) -> bool:
        """Whether this seat may act now."""
        return self._seat in self._match.game.to_act(self._match.state)

    @property
    def deadline(self) -> float:
        """The moment at which this seat's time for its action is over; infinity if it is not to act or has no limit."""
        clock = self._match.clocks.get(self._seat)
        return clock.deadline if clock else math.inf


def resume(
    game: Game[Options, State, Action, View],
    record: Record[Options, Action],
    *,
    at_s: float,
    now: float,
    think_s: float = math.inf,
    name: str = "",
) -> Match[Options, State, Action, View]:
    """Go on with a match that broke off `at_s` seconds after it began. No time has passed for anybody since then.

    Its moves were accepted when they were made, and are not judged again. If they have decided it, it is over.
    """
    match = Match(game, record.options, record.seed, think_s=think_s, name=name)
    for move in record.moves:
        match.repeat(move)
    match.pause(now - at_s)
    if outcome := game.outcome(match.state):
        match.record.end, match.record.end_s = outcome, record.moves[-1].at_s if record.moves else 0.0
        match.clocks = {}
    return match


def replay(
    game: Game[Options, State, Action, View], record: Record[Options, Action]
) -> Match[Options, State, Action, View]:
    """Play a record again, from its seed; it must be accepted move by move, and must not end otherwise than they do.

    A record may lack its last line, as after a crash: its moves then say how far the match got. An end from outside (a
    player left) follows from no move; whoever wrote the record vouches for it, also where the game would now say that
    nobody has won by that.
    """
    if record.game != game.name:
        raise RecordError(f"this is a record of {record.game}, not of {game.name}")
    try:
        match = Match(game, record.options, record.seed)
    except OptionsError as error:
        raise RecordError(f"no match can begin like this: {error}") from None
    match.record.about = record.about
    for number, move in enumerate(record.moves, 1):
        if refusals := match.act(move.seat, move.action, move.at_s):
            raise RecordError(f"move {number} is not possible: {', '.join(one.text for one in refusals)}")
    if record.end is not None:
        if not record.end.winners <= set(range(game.seats)):
            raise RecordError(f"the winners {sorted(record.end.winners)} had no seats")
        match.close(record.end, record.end_s)
        without_winner = match.cut and match.outcome is not None and not match.outcome.winners
        if match.outcome != record.end and not without_winner:
            raise RecordError(f"the record ends with {record.end}, its moves with {match.outcome}")
        match.record.end_s = record.end_s
    return match
