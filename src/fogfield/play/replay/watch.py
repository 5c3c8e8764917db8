"""A replay in front of somebody: keys in, screens out."""

import contextlib
import os
import sys
import time
from collections.abc import Callable

from fogfield.play.keys import Keys
from fogfield.play.replay.deck import Deck
from fogfield.play.replay.pages import Scene, page
from fogfield.play.replay.tape import Tape
from fogfield.play.styled import boxes
from fogfield.play.terminal import Terminal
from fogfield.play.viewport import Frame, Viewport

QUIT_KEYS = ("q", "end of input")
STEPS = {"right": 1, "l": 1, "left": -1, "h": -1}
SPEEDS = {"up": 1, "down": -1}
SEAT_STEPS = {"]": 1, "[": -1}
SCROLLS = {"w": (-2, 0), "s": (2, 0), "a": (0, -8), "d": (0, 8)}
#: Screens are drawn no oftener than this, however fast the moves come.
_FRAME_S = 0.02
_BACKSPACE = ("\x7f", "\x08")
#: No match has moves with more digits.
_MOST_DIGITS = 7


class Watch:
    """Shows a tape on a terminal, and does what the keys say."""

    def __init__(
        self,
        tape: Tape,
        terminal: Terminal,
        position: int = 0,
        fog: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tape = tape
        self._terminal = terminal
        self._clock = clock
        self._deck = Deck(tape.times, position)
        self._fogs = tape.fogs()
        self._fog = fog
        self._keys = Keys()
        self._viewport = Viewport(colour=not os.environ.get("NO_COLOR"))
        self._boxes = boxes()
        self._typed: str | None = None
        self._helped = False
        self._follows = True

    def run(self) -> None:
        """Show it until somebody has seen enough."""
        while True:
            self.draw()
            wait_s = self._deck.wait_s(self._clock())
            for happened in self._terminal.wait(None if wait_s is None else max(wait_s, _FRAME_S)):
                if happened == "keys" and not self._on_keys():
                    return
            before = self._deck.position
            self._deck.tick(self._clock())
            self._follows |= self._deck.position != before

    def draw(self) -> None:
        """Show the present position."""
        afresh, self._terminal.resized = self._terminal.resized, False
        cols, rows = self._terminal.size()
        deck = self._deck
        scene = Scene(
            tape=self._tape,
            position=deck.position,
            fog=self._fogs[self._fog],
            playing=deck.playing,
            speed=deck.speed,
            boxes=self._boxes,
            typed=self._typed,
            helped=self._helped,
            follows=self._follows,
        )
        lines = page(scene, cols, rows, self._viewport)
        self._terminal.write(self._viewport.paint(Frame(lines, None), rows, afresh=afresh))

    def _on_keys(self) -> bool:
        data = self._terminal.read()
        return bool(data) and all(self.press(key) for key in self._keys.feed(data))

    def press(self, key: str) -> bool:
        """Do what a key says; gives whether to go on."""
        if self._helped:
            self._helped = False
        elif self._typed is not None:
            self._type(key)
        elif key in QUIT_KEYS:
            return False
        else:
            self._command(key)
        return True

    def _type(self, key: str) -> None:
        """Take a key of the number of a move; whatever does not belong there gives it up."""
        typed = self._typed or ""
        if key.isdecimal() and key.isascii():
            self._typed = (typed + key)[:_MOST_DIGITS]
        elif key in _BACKSPACE:
            self._typed = typed[:-1]
        else:
            self._typed = None
            if key == "enter" and typed:
                self._go(int(typed))

    def _command(self, key: str) -> None:
        deck, now = self._deck, self._clock()
        places = {"home": 0, "end": deck.last}
        if key == "space":
            deck.toggle(now)
        elif key in STEPS:
            self._go(deck.position + STEPS[key])
        elif key in SPEEDS:
            deck.faster(SPEEDS[key], now)
        elif key in places:
            self._go(places[key])
        elif key in SEAT_STEPS:
            self._go(self._tape.near(deck.position, self._seat(), SEAT_STEPS[key]))
        elif key in SCROLLS:
            self._follows = self._viewport.follows = False
            self._viewport.scroll(*SCROLLS[key])
        elif key == "f":
            self._fog = (self._fog + 1) % len(self._fogs)
        elif key == "g":
            deck.go(deck.position)
            self._typed = ""
        elif key == "?":
            self._helped = True

    def _go(self, position: int) -> None:
        self._deck.go(position)
        self._follows = True

    def _seat(self) -> int:
        """Give whose moves are looked for: whose fog it is, else who made the last move."""
        viewer = self._fogs[self._fog].viewer
        move = self._tape.move(self._deck.position)
        return viewer if isinstance(viewer, int) else move.seat if move else 0


def watch(tape: Tape, position: int, fog: int) -> None:
    """Show a tape on this process's terminal."""
    with Terminal() as terminal:
        Watch(tape, terminal, position, fog).run()


def keyboard() -> bool:
    """Have keys to read, also if the record came through standard input; gives whether there are any."""
    if sys.stdin.isatty():
        return True
    with contextlib.suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)
        return True
    return False
