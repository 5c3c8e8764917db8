"""A bot at the wire: it plays JMinesweeper on anybody's server, by reading the screens it is sent."""

import os
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress

from fogfield.games.jminesweeper.client import MOST_ACTIONS, Player
from fogfield.games.jminesweeper.codec import ClientCodec
from fogfield.games.jminesweeper.messages import ClientMessage, Command, ScreenContent, Start
from fogfield.games.jminesweeper.reading import in_sight
from fogfield.play.connect import connect
from fogfield.play.keys import Keys
from fogfield.play.link import Link, ServerGone
from fogfield.play.terminal import Terminal
from fogfield.play.viewport import Viewport

#: How long a server may take for the next screen.
ANSWER_S = 10.0
STATUS = {"won": 0, "lost": 1}
UNFINISHED = 3
QUIT_KEYS = ("q", "x", "end of input")


class Conversation:
    """Sends what the player wants to send, and shows it the screen that follows. Every packet is answered by one."""

    def __init__(
        self, link: Link[ScreenContent, ClientMessage], player: Player, pace_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.player = player
        self._link = link
        self._pace_s = pace_s
        self._clock = clock
        self._next: Sequence[ClientMessage] = player.begin()
        self._missing = 0
        self._due = self._deadline = clock()
        self._screens: list[ScreenContent] = []

    @property
    def over(self) -> bool:
        """Whether there is nothing more to say."""
        return bool(self.player.result)

    def wait_s(self) -> float:
        """Say how long to wait at most before `go_on`."""
        return max(0.0, (self._deadline if self._missing else self._due) - self._clock())

    def receive(self) -> None:
        """Take the screens that have arrived. Some servers are gone after the last one."""
        try:
            screens = self._link.receive()
        except ServerGone as gone:
            self._look()
            if not self.over:
                self._fail(str(gone))
            return
        if not screens or self._missing <= 0:
            return  # a screen that nobody asked for is no answer
        self._screens = in_sight((*self._screens, *screens))
        self._missing -= len(screens)
        self._deadline = self._clock() + ANSWER_S
        if self._missing <= 0:
            self._look()

    def go_on(self) -> None:
        """Send what is due, or give up a server that does not answer."""
        now = self._clock()
        if self._missing > 0:
            if now >= self._deadline:
                self._fail(f"The server did not answer within {ANSWER_S:.0f} s.")
        elif now >= self._due and not self.over:
            self._send(self._next)

    def quit(self) -> None:
        """Leave politely."""
        self._send((Command.QUIT,))

    def _send(self, messages: Iterable[ClientMessage]) -> None:
        with suppress(ServerGone):  # what it said before it went can still be read, and then that it is gone
            for message in messages:
                self._missing += 1
                self._link.send(message)
        self._deadline = self._clock() + ANSWER_S

    def _look(self) -> None:
        """Show the player what is on the screen now."""
        screens, self._screens = self._screens, []
        self._missing = 0
        if screens:
            self._next = self.player.on(*screens)
            self._due = self._clock() + self._pace_s

    def _fail(self, why: str) -> None:
        self.player.result, self.player.reason = "stuck", why
        self._missing, self._due = 0, self._clock()


def play(host: str, port: int, start: Start, level: str, pace_s: float | None, *, full_screen: bool) -> int:
    """Let a bot play on a server; gives the exit status: 0 won, 1 lost, 3 there was no end."""
    _say(f"Connecting to {host}, port {port}/tcp ...")
    if pace_s is None:
        pace_s = 0.1 if full_screen else 0.0
    # Whoever watches wants to see every action.
    player = Player(start, level, 1 if pace_s else MOST_ACTIONS)
    with connect(host, port) as sock:
        conversation = Conversation(Link(sock, ClientCodec()), player, pace_s)
        if full_screen:
            _watched(conversation, sock)
        else:
            _unseen(conversation, sock)
        if conversation.player.result != "stuck":
            conversation.quit()
    if full_screen:
        _say("\n".join(player.canvas.text()).rstrip())
    _say(f"{level} bot, {start.columns}x{start.rows}, difficulty {start.level}: {player.said()}")
    return STATUS.get(player.result, UNFINISHED)


def _unseen(conversation: Conversation, sock: socket.socket) -> None:
    with closing(selectors.DefaultSelector()) as selector:
        selector.register(sock, selectors.EVENT_READ)
        while not conversation.over:
            conversation.go_on()
            if selector.select(conversation.wait_s()):
                conversation.receive()


def _watched(conversation: Conversation, sock: socket.socket) -> None:
    """Show the screens while the bot plays; q or x leaves."""
    viewport, keys = Viewport(colour=not os.environ.get("NO_COLOR")), Keys()
    with Terminal() as terminal:
        terminal.watch(sock)
        while not conversation.over:
            conversation.go_on()
            afresh, terminal.resized = terminal.resized, False
            cols, rows = terminal.size()
            frame = viewport.frame(conversation.player.canvas, cols, rows)
            terminal.write(viewport.paint(frame, rows, afresh=afresh))
            for name in terminal.wait(conversation.wait_s()):
                if name == "keys":
                    data = terminal.read()
                    if not data or not set(QUIT_KEYS).isdisjoint(keys.feed(data)):
                        return
                elif name == "server":
                    conversation.receive()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
