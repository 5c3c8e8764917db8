"""A record that can be looked at anywhere: positions, times, names and words."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple

from fogfield import games
from fogfield.core.errors import FogfieldError, RecordError
from fogfield.core.game import AnyGame, Seat, Viewer, Watcher
from fogfield.core.match import replay
from fogfield.core.outcome import Outcome
from fogfield.core.record import Move, Record
from fogfield.core.record import read as read_record
from fogfield.play.styled import clean
from fogfield.wire.picture import Drawing, Paper

#: So much of a text that stands in a record is shown at most.
LONGEST = 300
#: States are kept at least so many moves apart.
_LEAST_APART = 16


class NoSuchPlace(FogfieldError):
    """The record has no such move or seat."""


class Fog(NamedTuple):
    """Whose eyes a position is seen with."""

    viewer: Viewer
    name: str


class Tape:
    """A record, replayed once. Position 0 is before the first move; an end from outside is a position of its own.

    Of many states some are kept, and those after one of them are made again when they are asked for: so a step back
    takes as many moves as the square root of all, and the memory that many states.
    """

    def __init__(self, record: Record[Any, Any], torn: str = "") -> None:
        self.game: AnyGame = games.game(record.game)
        self.record = record
        #: Why the record is not whole, if it is not.
        self.torn = torn or ("" if record.end else "The record breaks off here: it has no end.")
        names = _names(record.about)
        self.names = tuple(clean(names.get(seat, "")) or f"player {seat + 1}" for seat in range(self.game.seats))
        self._picture = games.picture(record.game)
        self._apart = max(_LEAST_APART, isqrt(len(record.moves)))
        self._kept: list[Any] = []
        self._final = self._replayed()
        self._block, self._states = 0, self._kept[:1]
        closed = record.end is not None and self.game.outcome(self._at(len(record.moves))) is None
        #: The number of the last position.
        self.last = len(record.moves) + closed
        #: When each position was reached, in seconds since the match began.
        self.times = [0.0, *(move.at_s for move in record.moves), *([record.end_s] if closed else [])]

    def _replayed(self) -> Any:
        """Have the match replayed by its referee, and keep states on the way; gives the last one."""
        made = 0

        def new(*given: Any) -> Any:
            self._kept.append(self.game.new(*given))
            return self._kept[0]

        def apply(*given: Any) -> Any:
            nonlocal made
            state = self.game.apply(*given)
            made += 1
            if made % self._apart == 0:
                self._kept.append(state)
            return state

        try:
            return replay(self.game._replace(new=new, apply=apply), self.record).state
        except RecordError as error:
            raise RecordError(f"line {made + 2 if self._kept else 1}: {error}") from None

    def state(self, position: int) -> Any:
        """Give the whole truth at a position."""
        return self._final if position == self.last else self._at(position)

    def _at(self, position: int) -> Any:
        """Give the state after so many moves, without an end from outside."""
        block, rest = divmod(position, self._apart)
        if block != self._block:
            self._block, self._states = block, [self._kept[block]]
        while len(self._states) <= rest:
            move = self.record.moves[block * self._apart + len(self._states) - 1]
            self._states.append(self.game.apply(self._states[-1], move.seat, move.action))
        return self._states[rest]

    def move(self, position: int) -> Move[Any] | None:
        """Give the move that led to a position; None at the beginning, and for an end from outside."""
        return self.record.moves[position - 1] if 0 < position <= len(self.record.moves) else None

    def draw(self, position: int, viewer: Viewer, paper: Paper) -> Drawing:
        """Draw a position as a viewer saw it."""
        return self._picture.draw(self.game.view(self.state(position), viewer), self.move(position), paper)

    def say(self, position: int, viewer: Viewer) -> str:
        """Say how a position was reached, as far as a viewer may know; the referee knows what whoever acted does."""
        move = self.move(position)
        if move is None:
            return "The match begins." if position == 0 else "The match ends."
        told = move.seat if viewer is Watcher.REFEREE else viewer
        words = self._picture.say(self.game.view(self.state(position), told), move)
        return clean(f"{self.names[move.seat]} {words}", LONGEST)

    def outcome(self, position: int) -> Outcome | None:
        """Give how it ended, if it has at this position."""
        return self.game.outcome(self.state(position))

    def ending(self, position: int) -> Iterator[str]:
        """Say at the last position how it ended, and what the referee found; or that the record is not whole."""
        outcome = self.outcome(position)
        if outcome:
            winners = " and ".join(self.names[seat] for seat in sorted(outcome.winners))
            yield f"{winners or 'Nobody'} has won: {clean(outcome.reason, LONGEST)}."
            yield from (clean(f"The referee found: {fault}", LONGEST) for fault in outcome.faults)
        if position == self.last and self.torn:
            yield self.torn

    def fogs(self) -> list[Fog]:
        """Give whose eyes a position can be seen with: everything, what is public, and each seat."""
        seats = [Fog(seat, f"what {name} sees") for seat, name in enumerate(self.names)]
        return [Fog(Watcher.REFEREE, "everything"), Fog(Watcher.PUBLIC, "what is public"), *seats]

    def fog(self, word: str) -> int:
        """Find among the fogs what somebody asked for: `everything`, `public`, or the number of a seat, from 1."""
        words = ["everything", "public", *(str(seat + 1) for seat in range(self.game.seats))]
        if word not in words:
            raise NoSuchPlace(f"{self.game.name} has no fog {clean(word)!r}; there are {', '.join(words)}")
        return words.index(word)

    def near(self, position: int, seat: Seat, step: int) -> int:
        """Find the next (1) or the previous (-1) move of a seat; the position itself if there is none."""
        end = len(self.record.moves) + 1 if step > 0 else 0
        places = range(position + step, end, step)
        moves = self.record.moves
        return next((place for place in places if place <= len(moves) and moves[place - 1].seat == seat), position)


def read(lines: Sequence[str]) -> Tape:
    """Read a record. What is wrong with it is said in one sentence, with the line."""
    try:
        head = _head(lines)
        torn = ""
        if len(lines) > 1 and _half(lines[-1]):
            torn = f"The record breaks off here: its line {len(lines)} is not whole."
            lines = lines[:-1]
        name = head.get("game")
        if not isinstance(name, str) or name not in games.names():
            raise RecordError(f"line 1: there is no game {name!r}; there are {', '.join(games.names())}")
        return Tape(read_record(lines, games.game(name)), torn)
    except RecordError as error:
        raise RecordError(clean(str(error), LONGEST)) from None


def _head(lines: Sequence[str]) -> dict[str, Any]:
    """Read the first line as far as it says what game this is; the rest of it is for the record's own reader."""
    try:
        head = json.loads(lines[0]) if lines else None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line 1: not JSON ({error})") from None
    if not isinstance(head, dict) or "fogfield" not in head:
        raise RecordError("line 1: a record begins with fogfield, game, options and seed")
    return head


def _half(line: str) -> bool:
    """Say whether a line begins as it should and then stops, as after a crash."""
    if not line.startswith("{"):
        return False
    try:
        json.loads(line)
    except RecursionError:
        return False
    except ValueError:
        return True
    return False


def _names(about: Mapping[str, Any] | None) -> dict[Seat, str]:
    """Give the players' names, as far as whoever kept the match has written them down."""
    seats = about.get("seats") if about else None
    found: dict[Seat, str] = {}
    for number, one in enumerate(seats if isinstance(seats, list) else []):
        match one:
            case {"seat": int(seat), "name": str(name)}:
                found[seat] = name
            case {"name": str(name)}:
                found[number] = name
    return found
