"""The transcript of a game, from the start of the process to its exit status, without a process."""

from collections.abc import Sequence
from typing import Protocol

from fogfield.core.game import Refusal
from fogfield.core.outcome import Outcome
from fogfield.games.alpha import seedfile, texts
from fogfield.games.alpha.messages import (
    PROMPT,
    Command,
    Exit,
    Garbled,
    Misuse,
    NoSeedFile,
    Reply,
    SeedFile,
    Start,
    Stream,
    Text,
)
from fogfield.games.alpha.rules import LOST, WON, Action, Options, Verb, score
from fogfield.games.alpha.screen import block
from fogfield.games.alpha.view import View
from fogfield.wire.session import Signal


class Place(Protocol):
    """A seat at a match. A `Chair` is one; the process alone needs less, and has a smaller one of its own."""

    def act(self, action: Action, now: float) -> tuple[Refusal, ...]:
        """Act; an empty answer means that it is done."""

    def view(self) -> View:
        """Look."""

    def leave(self, now: float) -> None:
        """Get up."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""


class Table(Protocol):
    """What begins a match. Every `Host` does."""

    def open(self, options: Options, now: float) -> Place:
        """Begin a match on a board and take its seat."""


class Transcript:
    """One run of the program: a start, commands, an exit."""

    __slots__ = ("_place", "_table", "_view")

    def __init__(self, table: Table | None = None) -> None:
        self._table = table
        self._place: Place | None = None
        self._view: View | None = None

    def on(self, event: Start | Command | Signal, now: float) -> Sequence[Reply]:
        """Answer what happened. The end of the input is no command: nothing more is said (#13)."""
        if isinstance(event, SeedFile | NoSeedFile | Misuse):
            return self._start(event, now)
        if isinstance(event, Signal):
            return () if event in (Signal.OPEN, Signal.CHANGED, Signal.TICK) else self._leave(now)
        if self._place is None:
            return ()
        if event is Garbled.LINE:
            return self._refuse(texts.NOT_RECOGNIZED)
        return self._play(self._place, event, now)

    def _start(self, event: Start, now: float) -> Sequence[Reply]:
        """Begin: the banner is shown once the whole seed file was accepted (#1, #2)."""
        if event is Misuse.ARGUMENTS:
            return _complaint(texts.USAGE), Exit(1)
        if isinstance(event, NoSeedFile):
            return _complaint(f"Seed File Not Found Error: {event.path} ({event.reason})"), Exit(2)
        reading = seedfile.read(event.text)
        if reading.options is None:
            return _complaint(f"Seed File Malformed Error: {reading.faults[0]}"), Exit(3)
        assert self._table is not None, "who is started with a seed file has a table"
        return self.begin(self._table.open(reading.options, now))

    def begin(self, place: Place) -> Sequence[Reply]:
        """Begin at a seat that is taken already."""
        self._place = place
        return _said(texts.WELCOME), *self._round(place.view())

    def _play(self, place: Place, action: Action, now: float) -> Sequence[Reply]:
        if refusals := place.act(action, now):
            return self._refuse(refusals[0].text)
        view = place.view()
        if place.outcome:
            self._place = None
            return _said(_farewell(place.outcome, view)), Exit(0)
        before = (_said(f"\n{texts.HELP}"),) if action.verb is Verb.HELP else ()
        return *before, *self._round(view)

    def _refuse(self, message: str) -> Sequence[Reply]:
        assert self._view is not None, "who has a place has looked"
        return _complaint(f"Invalid Command: {message}"), *self._round(self._view)

    def _round(self, view: View) -> Sequence[Reply]:
        """Show a view; whatever comes next, the fog has settled again (#12)."""
        self._view = view.fogged()
        return _said(block(view)), PROMPT

    def _leave(self, now: float) -> Sequence[Reply]:
        if self._place:
            self._place.leave(now)
            self._place = None
        return (Exit(0),)


def _farewell(outcome: Outcome, view: View) -> str:
    if outcome == WON:
        return f"\n{texts.GAME_WON} {score(len(view.squares), len(view.squares[0]), view.rounds)}\n\n"
    return f"\n{texts.GAME_OVER}\n" if outcome == LOST else f"\n{texts.BYE}"


def _said(text: str) -> Text:
    return Text(Stream.OUTPUT, text)


def _complaint(line: str) -> Text:
    """Make an error: a blank line, then the error's own (#4)."""
    return Text(Stream.ERROR, f"\n{line}\n")
