"""The planeFight client on a full screen: keys and mouse in, pages out."""

import os
import secrets
import socket
from collections.abc import Callable, Sequence
from enum import Enum
from random import Random

from fogfield.games.planefight import screen
from fogfield.games.planefight.fleet import place
from fogfield.games.planefight.rules import Attack, Phase, Place, Surrender
from fogfield.games.planefight.view import View
from fogfield.play import hosting
from fogfield.play.duel import Duel
from fogfield.play.keys import Button, Event, Keys, Mouse
from fogfield.play.planefight import words
from fogfield.play.planefight.hands import FACINGS, STEPS, TURNS, Notebook, Placement
from fogfield.play.planefight.pages import BAD, Page, Pages, Sight
from fogfield.play.styled import boxes, clean
from fogfield.play.terminal import Terminal
from fogfield.play.viewport import Frame, Viewport

INTERRUPT = "\x03"
INTERRUPTED = 130
#: How long the rest of a key that begins with Escape may take.
ESCAPE_S = 0.05
_REMOVE = ("x", "delete", "\x7f", "\x08")
_WHEEL = {Button.WHEEL_UP: -1, Button.WHEEL_DOWN: 1}


class Stage(Enum):
    """Which page is shown."""

    WAITING = "no game yet"
    PLACING = "the player places his planes"
    READY = "the other still places his"
    BATTLE = "the battle"
    END = "decided"
    FAILED = "ended by something else"


class Face:
    """One player at one terminal. `status` is the exit status."""

    def __init__(self, terminal: Terminal, me: str) -> None:
        self.status = 0
        self._terminal = terminal
        self._me = clean(me)
        self._keys = Keys()
        self._viewport = Viewport(colour=not os.environ.get("NO_COLOR"))
        self._pages = Pages(screen.BOXES if boxes() else screen.ASCII)
        self._rng = Random(secrets.randbits(64))  # noqa: S311 (a game)
        self._hands: tuple[Placement, Notebook] | None = None
        self._message = ""
        #: How much had happened in the battle when that was said: later there is other news.
        self._said_at = 0
        #: What the player was asked, and what is done if he says yes.
        self._asked: tuple[str, Callable[[], None]] | None = None
        self._page, self._drawn = Page([]), Stage.WAITING
        self._leaves = False

    # --- waiting for a friend

    def wait_for_friend(self, listener: socket.socket, command: str) -> socket.socket | None:
        """Wait until somebody joins; gives his connection, or nothing if the player does not want to wait."""
        port = listener.getsockname()[1]
        said = (
            "Your friend joins with:",
            command,
            "or with any other program that speaks planeFight 0.3:",
            f"address {hosting.address()}, port {port}",
            "If he cannot reach you, a firewall may be in the way: this port must be open for TCP.",
        )
        self._terminal.watch(listener)
        try:
            while True:
                self._show(lambda: self._pages.notice("Waiting for a player to join", said, "q or Ctrl-C leaves."))
                for name in self._terminal.wait():
                    if name == "server":
                        return hosting.accept(listener)
                    if name == "keys" and self._wants_out():
                        return None
        finally:
            self._terminal.forget(listener)

    def _wants_out(self) -> bool:
        data = self._terminal.read()
        events = self._keys.events(data)
        self.status = INTERRUPTED if INTERRUPT in events else self.status
        return not data or not {INTERRUPT, "q", "Q", "end of input"}.isdisjoint(events)

    # --- playing

    def play(self, duel: Duel, *, hosts: bool = False) -> bool:
        """Play a match to its end, or until the player has enough.

        Whoever hosts gives up a connection on which no game was asked for; then this is False, and nothing was played.
        """
        self._duel = duel
        sock = duel.sock
        if sock:
            self._terminal.watch(sock)
        try:
            while not self._leaves:
                if hosts and duel.over and duel.view is None:
                    return False
                self._enter(self._stage)  # also where the terminal is too small for its page
                self._show(self._draw)
                self._wait()
                if sock and duel.over:
                    self._terminal.forget(sock)
        finally:
            self._resign()
        self.status = self.status or int(bool(duel.failure) and not words.has_won(duel.view))
        return True

    def look(self, duel: Duel, *events: Event) -> None:
        """Show a match as it stands, after some keys were pressed."""
        self._duel = duel
        for event in events:
            self._on_event(event)
        self._show(self._draw)

    def _wait(self) -> None:
        """Wait for something to happen. What a key did is drawn before a bot thinks about it."""
        wait_s = self._duel.wait_s
        if self._keys.waiting:
            wait_s = ESCAPE_S if wait_s is None else min(wait_s, ESCAPE_S)
        happened = list(self._terminal.wait(wait_s))
        for name in happened:
            if name == "keys":
                self._on_events(self._read())
            elif name == "server" and not self._duel.over:
                self._duel.receive()
        if not happened and self._keys.waiting:
            self._on_events(self._keys.escape())
        elif "keys" not in happened and not self._duel.over and not self._leaves:
            self._duel.go_on()

    def last_words(self) -> list[str]:
        """Say how it ended, for the time after the screen is gone."""
        view: View | None = self._duel.view
        if view and view.decided:
            return [words.verdict(view, self._other), *words.findings(view, self._names(view))]
        return [self._duel.failure or "You gave up; nobody has won.", *([words.WON] if words.has_won(view) else [])]

    @property
    def _other(self) -> str:
        """What the opponent is called here."""
        return words.called(self._duel.opponent)

    def _names(self, view: View) -> tuple[str, str]:
        return (self._me, self._other) if view.seat == 0 else (self._other, self._me)

    @property
    def _stage(self) -> Stage:
        view: View | None = self._duel.view
        if view and view.decided:
            return Stage.END
        if self._duel.over:
            return Stage.FAILED
        if view is None:
            return Stage.WAITING
        if view.phase is Phase.PLACING:
            return Stage.READY if view.ready[view.seat or 0] else Stage.PLACING
        return Stage.BATTLE

    def _resign(self) -> None:
        """Leave. The other is told in the words of the protocol, whatever the reason is."""
        if not self._duel.over:
            if self._stage is Stage.BATTLE:
                self._duel.act(Surrender())
            self._duel.leave()

    # --- keys

    def _read(self) -> list[Event]:
        data = self._terminal.read()
        self._leaves |= not data
        return self._keys.events(data)

    def _on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            if not self._leaves and self._stage is self._drawn:  # else they were meant for another page
                self._on_event(event)

    def _on_event(self, event: Event) -> None:
        stage = self._stage
        if self._asked:
            self._on_answer(event)
        elif stage in (Stage.END, Stage.FAILED):
            self._on_end(event)
        elif event in (INTERRUPT, "q", "Q", "end of input"):
            self._on_quit(stage, INTERRUPTED if event == INTERRUPT else 0)
        elif self._pages.too_small:
            return  # nobody sees what he does
        elif stage in (Stage.PLACING, Stage.BATTLE):
            self._message, self._said_at = "", len(self._duel.view.story)
            (self._on_placing if stage is Stage.PLACING else self._on_battle)(event)

    def _on_answer(self, event: Event) -> None:
        """Take the answer to a question; a second Ctrl-C is a yes."""
        assert self._asked
        if isinstance(event, Mouse):
            return
        _, act = self._asked
        self._asked = None
        if event in ("y", "Y", INTERRUPT) and self._stage not in (Stage.END, Stage.FAILED):
            act()

    def _on_quit(self, stage: Stage, status: int) -> None:
        def leave() -> None:
            self.status = status
            self._leaves = True

        if stage is Stage.WAITING:
            leave()
        elif stage is Stage.BATTLE:
            self._asked = ("Leave? That is a surrender. y: yes, any other key: no", leave)
        else:
            self._asked = ("Give up this game? y: yes, any other key: no", leave)

    def _on_end(self, event: Event) -> None:
        if isinstance(event, Mouse):
            return
        if event in ("up", "down", "left", "right") and self._stage is Stage.END:
            self._notebook.move(event)
        else:
            self._leaves = True

    def _on_placing(self, event: Event) -> None:
        hand = self._placement
        if isinstance(event, Mouse):
            self._click_own(event)
        elif event in STEPS:
            hand.move(event)
        elif event in TURNS:
            hand.rotate(TURNS[event])
        elif event in ("enter", "space"):
            self._message = hand.put()
        elif event in _REMOVE:
            self._message = hand.remove()
        elif event in ("r", "R"):
            hand.shuffle(self._rng)
        elif event in ("c", "C"):
            hand.clear()
        elif event in ("y", "Y", "tab"):
            self._get_ready()

    def _click_own(self, event: Mouse) -> None:
        """Put a plane with the left button, remove one with another, turn it with the wheel."""
        hand = self._placement
        cell = self._page.own and self._page.own.cell(event.row, event.col)
        if event.button in _WHEEL:
            hand.rotate(_WHEEL[event.button])
        elif cell:
            hand.cursor = cell
            self._message = hand.put() if event.button is Button.LEFT else hand.remove()

    def _get_ready(self) -> None:
        hand = self._placement
        if not hand.complete:
            missing = hand.options.planes - len(hand.planes)
            self._message = f"{words.count(missing)} still to be placed before you can be ready."
        elif refusals := self._duel.act(Place(hand.planes)):
            self._message = f"{refusals[0].text}."

    def _on_battle(self, event: Event) -> None:
        book = self._notebook
        if isinstance(event, Mouse):
            self._click_other(event)
        elif event in STEPS:
            book.move(event)
        elif event in TURNS:
            self._turn_guess(TURNS[event])
        elif event in ("enter", "space"):
            self._attack()
        elif event in ("n", "N"):
            book.note()
        elif event in ("p", "P"):
            self._message = book.guess() or f"Your guess, facing {FACINGS[book.turn]}: p again rubs it out."
        elif event in _REMOVE:
            book.rub_out()
        elif event == "S":
            self._asked = ("Surrender? y: yes, any other key: no", self._surrender)

    def _click_other(self, event: Mouse) -> None:
        """Attack with the left button, take a note with another one, turn a guess with the wheel."""
        cell = self._page.other and self._page.other.cell(event.row, event.col)
        if event.button in _WHEEL:
            self._turn_guess(_WHEEL[event.button])
        elif cell:
            self._notebook.cursor = cell
            if event.button is Button.LEFT:
                self._attack()
            else:
                self._notebook.note()

    def _turn_guess(self, quarters: int) -> None:
        self._notebook.rotate(quarters)
        self._message = f"p draws a plane facing {FACINGS[self._notebook.turn]}."

    def _attack(self) -> None:
        """Attack at the cursor, if it is the player's turn and he does not know already what is there."""
        view: View = self._duel.view
        cell = self._notebook.cursor
        assert view.seat is not None
        known = view.chart(view.seat).marks.get(cell)
        if known is not None:
            self._message = f"You have attacked {place(cell)} already: {words.ANSWERS[known]}."
        elif refusals := self._duel.act(Attack(cell)):
            self._message = f"Not yet: {refusals[0].text}."

    def _surrender(self) -> None:
        self._duel.act(Surrender())

    # --- what is seen

    def _show(self, draw: Callable[[], Page]) -> None:
        afresh, self._terminal.resized = self._terminal.resized, False
        cols, rows = self._terminal.size()
        self._pages.resize(cols, rows)
        self._page = self._pages.too_small or draw()
        self._terminal.write(self._viewport.paint(Frame(self._page.lines, None), rows, afresh=afresh))

    def _enter(self, stage: Stage) -> None:
        """Turn to another page; questions and keys of the one before are not meant for it."""
        if stage is not self._drawn:
            self._drawn = stage
            self._asked = None
            if stage in (Stage.END, Stage.FAILED):
                self._terminal.discard()

    def _draw(self) -> Page:
        stage = self._stage
        self._enter(stage)
        if stage is Stage.FAILED:
            said = self._duel.failure, *words.after_failure(self._duel.view, self._duel.failure)
            return self._pages.notice("The game is over", said, "Any key leaves.", BAD)
        view: View | None = self._duel.view
        if view is None:
            return self._pages.notice("Connected", ["Waiting for the other side to begin ..."], "q or Ctrl-C leaves.")
        if stage is Stage.END:
            return self._draw_end(view)
        status, message = self._says(stage, view)
        if self._asked:
            status, message = self._asked[0], ""
        sight = Sight(view, self._me, self._other, status, message)
        if stage is Stage.BATTLE:
            return self._pages.battle(sight, self._notebook, mine=view.seat in view.to_act)
        return self._pages.placing(sight, self._placement, ready=stage is Stage.READY)

    def _draw_end(self, view: View) -> Page:
        found = words.findings(view, self._names(view))
        if words.map_missing(view):
            message = f"The map of {self._other} is still to come."
        else:
            message = f"The maps do not agree with the answers ({len(found)}):" if found else ""
        sight = Sight(view, self._me, self._other, words.verdict(view, self._other), message)
        return self._pages.end(sight, self._notebook, found)

    def _in_hand(self) -> tuple[Placement, Notebook]:
        """Give what the player has in hand, from the moment on when the board is known."""
        if self._hands is None:
            options = self._duel.view.options
            self._hands = (Placement(options), Notebook(options))
        return self._hands

    @property
    def _placement(self) -> Placement:
        return self._in_hand()[0]

    @property
    def _notebook(self) -> Notebook:
        return self._in_hand()[1]

    def _says(self, stage: Stage, view: View) -> tuple[str, str]:
        """Say what is to be done now, and what was said last."""
        if stage is Stage.READY:
            return f"Your planes are placed. Waiting for {self._other} to get ready ...", ""
        if stage is Stage.PLACING:
            hand = self._placement
            if hand.complete:
                return "All planes are placed: y (or Tab) when you are ready.", self._message
            where = f"head at {place(hand.cursor)}, facing {FACINGS[hand.turn]}"
            if hand.here:
                return "Enter takes this plane away.", self._message
            why = hand.why_not()
            return f"Plane {len(hand.planes) + 1}: {where}.{'' if why else ' Enter puts it.'}", self._message or why
        message = (self._said_at == len(view.story) and self._message) or words.news(view, self._other)
        if view.seat in view.to_act:
            cell = self._notebook.cursor
            known = cell in view.chart(view.seat or 0).marks
            what = f"choose a cell; {place(cell)} is known" if known else f"Enter attacks {place(cell)}"
            return f"Your turn: {what}.", message
        if view.attacks[view.seat or 0] is not None:
            return f"Waiting for the answer of {self._other} ...", message
        thinking = "is thinking" if self._duel.sock is None else "is to attack"
        return f"{self._other} {thinking} ...", message
