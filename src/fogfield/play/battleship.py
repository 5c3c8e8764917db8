"""The Battleship client: on a full screen, line by line, or with a bot in the player's place."""

import os
import selectors
import sys
from collections import deque
from random import Random
from typing import TypeAlias

from fogfield.bots import Player as Bot
from fogfield.games.battleship import screen
from fogfield.games.battleship.client import OPTIONS, QUESTIONS, Asked, ClientSession, WrongAnswer
from fogfield.games.battleship.codec import ClientCodec
from fogfield.games.battleship.messages import Board, ClientMessage, Grid, ServerMessage
from fogfield.play.connect import connect
from fogfield.play.keys import Keys
from fogfield.play.link import Link, ServerFailed, ServerGone
from fogfield.play.terminal import Terminal

ServerLink: TypeAlias = Link[ServerMessage, ClientMessage]

WAITING = "Waiting for an opponent..."
TITLES = {Grid.URBOARD: "Your board:", Grid.OPPONENTBOARD: "Opponent's board:"}
_LAST_WORDS = 4


def play(host: str, port: int, *, lines: bool = False, bot: Bot | None = None, games: int = 1) -> int:
    """Play on a server; gives the exit status."""
    _say(f"Connecting to {host}, port {port}/tcp ...")
    with connect(host, port) as sock:
        link: ServerLink = Link(sock, ClientCodec())
        session = ClientSession()
        try:
            if bot:
                BotFace(link, session, bot, games).run()
            elif lines:
                LineFace(link, session).run()
            else:
                _play_on_screen(link, session)
        except ServerGone as gone:
            sys.stderr.write(f"{gone}\n")
            return 1 if isinstance(gone, ServerFailed) else 0
        finally:
            _say(f"Played {session.games}, won {session.wins}.")
    return 0


def _play_on_screen(link: ServerLink, session: ClientSession) -> None:
    """Play on a full screen, and leave the last words where they can be read."""
    last: list[str] = []
    try:
        with Terminal() as terminal:
            face = ScreenFace(link, session, terminal)
            try:
                face.run()
            finally:
                last = face.last_words()
    finally:
        _say("\n".join(last))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _colour() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class LineFace:
    """Line by line: what the server says is printed, what the player types is sent. It needs no terminal."""

    def __init__(self, link: ServerLink, session: ClientSession) -> None:
        self._link = link
        self._session = session
        self._colour = _colour() and sys.stdout.isatty()
        self._echo = sys.stdin.isatty()  # a terminal shows what is typed; of a file we show it
        self._typed: deque[str] = deque()
        self._rest = b""
        self._ended = False
        self._prompted = False

    def run(self) -> None:
        """Play."""
        _say(WAITING)
        with selectors.DefaultSelector() as selector:
            selector.register(self._link.sock, selectors.EVENT_READ, self._on_server)
            selector.register(sys.stdin, selectors.EVENT_READ, self._on_typing)
            while not self._session.over:
                self._answer()
                if self._session.asked and self._ended and not self._typed:
                    raise ServerFailed("There is no more input, and the server waits for an answer.")
                for key, _ in selector.select():
                    key.data()
                    if self._ended and sys.stdin in selector.get_map():
                        selector.unregister(sys.stdin)

    def _on_server(self) -> None:
        for message in self._link.receive():
            if self._prompted:
                _say("")
                self._prompted = False
            for line in self._session.on(message):
                _say(line)
            if isinstance(message, Board):
                cells = self._session.own if message.grid is Grid.URBOARD else self._session.other
                _say("\n".join([TITLES[message.grid], *screen.picture(cells, colour=self._colour)]))

    def _on_typing(self) -> None:
        data = os.read(sys.stdin.fileno(), 4096)
        self._ended = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        if self._ended and self._rest:
            lines, self._rest = [self._rest], b""
        self._typed += [line.decode("utf-8", "replace") for line in lines]

    def _answer(self) -> None:
        """Ask what the server asks, and answer with what was typed, perhaps before."""
        while self._session.asked:
            if not self._prompted:
                sys.stdout.write(f"{QUESTIONS[self._session.asked]}: ")
                sys.stdout.flush()
            self._prompted = not self._typed
            if self._prompted:
                return
            typed = self._typed.popleft()
            if not self._echo:
                _say(typed)
            try:
                self._link.send(self._session.answer(typed))
            except WrongAnswer as wrong:
                _say(str(wrong))


class BotFace:
    """A bot plays so many games, and its keeper reads how it went."""

    def __init__(self, link: ServerLink, session: ClientSession, bot: Bot, games: int) -> None:
        self._link = link
        self._session = session
        self._bot = bot
        self._games = games
        self._rng = Random()  # noqa: S311 (a bot's luck)

    def run(self) -> None:
        """Play."""
        _say(WAITING)
        session = self._session
        while not session.over:
            for message in self._link.receive():
                for line in session.on(message):
                    _say(line)
            if session.asked is Asked.REMATCH:
                self._bot.over(session.view(), self._rng)
                self._link.send(session.rematch(self._games == 0 or session.games < self._games))
            elif session.asked:
                self._link.send(session.act(self._bot.choose(session.view(), self._rng)))


class ScreenFace:
    """Both grids on a full screen; cells are typed, or chosen with the arrow keys."""

    def __init__(self, link: ServerLink, session: ClientSession, terminal: Terminal) -> None:
        self._link = link
        self._session = session
        self._terminal = terminal
        self._keys = Keys()
        self._log = deque([WAITING], maxlen=100)
        self._input = ""
        self._cursor = 0
        self._chosen: list[int] = []

    def run(self) -> None:
        """Play."""
        self._terminal.watch(self._link.sock)
        while not self._session.over:
            self.draw()
            for name in self._terminal.wait():
                if name == "server":
                    self._on_server()
                elif name == "keys" and not self._on_keys():
                    return

    def last_words(self) -> list[str]:
        """Give the end of what was said."""
        return list(self._log)[-_LAST_WORDS:]

    # --- what happens

    def _on_server(self) -> None:
        for message in self._link.receive():
            self.hear(message)

    def hear(self, message: ServerMessage) -> None:
        """Take what the server said."""
        asked = self._session.asked
        self._log += self._session.on(message)
        if self._session.asked is not asked:
            self._input, self._chosen = "", []

    def _on_keys(self) -> bool:
        data = self._terminal.read()
        if not data:
            return False
        for key in self._keys.feed(data):
            if key == "end of input" or (key == "enter" and self._wants_out()):
                return False
            try:
                self._on_key(key)
            except WrongAnswer as wrong:
                self._log.append(str(wrong))
        return True

    def _wants_out(self) -> bool:
        """Say whether the player typed that he goes, at a moment when nobody asked."""
        return self._input.strip().lower() == "exit" and self._session.asked is not Asked.REMATCH

    def _on_key(self, key: str) -> None:
        row, col = divmod(self._cursor, screen.WIDE)
        rows = OPTIONS.cells // screen.WIDE
        if key in ("up", "down"):
            self._cursor = (row + (1 if key == "down" else -1)) % rows * screen.WIDE + col
        elif key in ("left", "right"):
            self._cursor = (self._cursor + (1 if key == "right" else -1)) % OPTIONS.cells
        elif key in ("\x7f", "\x08"):
            self._input = self._input[:-1]
        elif key == "enter" or (key == "space" and not self._input):
            typed, self._input = self._input, ""
            self._answer(typed)
        elif len(self._input) < 20:
            self._input += " " if key == "space" else key if len(key) == 1 and key.isprintable() else ""

    def _answer(self, typed: str) -> None:
        session = self._session
        if session.asked is Asked.BOATS:
            self._place(typed)
        elif session.asked is Asked.ATTACK:
            self._link.send(session.answer(typed or str(self._cursor + 1)))
            self._log.append(f"You attack {typed.strip() or self._cursor + 1}.")
        elif session.asked:
            self._link.send(session.answer(typed))

    def _place(self, typed: str) -> None:
        """Collect boats; one that is chosen again is taken back. They are sent when all are there."""
        words = typed.split() or [str(self._cursor + 1)]
        numbers = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 9]
        if len(numbers) < len(words) or not all(1 <= number <= OPTIONS.cells for number in numbers):
            raise WrongAnswer(f"Please enter numbers from 1 to {OPTIONS.cells}.")
        for number in numbers:
            if number - 1 in self._chosen:
                self._chosen.remove(number - 1)
            else:
                self._chosen.append(number - 1)
        if len(self._chosen) >= OPTIONS.boats:
            chosen, self._chosen = self._chosen, []
            self._link.send(self._session.boats(tuple(cell + 1 for cell in chosen)))

    # --- what is seen

    def draw(self) -> None:
        """Show both grids, the question, and the end of what was said."""
        _, rows = self._terminal.size()
        self._terminal.resized = False
        session, colour = self._session, _colour()
        placing, attacking = session.asked is Asked.BOATS, session.asked is Asked.ATTACK
        own = screen.picture(session.own, colour=colour, cursor=self._cursor if placing else None, chosen=self._chosen)
        other = screen.picture(session.other, colour=colour, cursor=self._cursor if attacking else None)
        lines = [f"{TITLES[Grid.URBOARD]:{screen.WIDTH}}    {TITLES[Grid.OPPONENTBOARD]}"]
        lines += [f"{left}    {right}" for left, right in zip(own, other, strict=True)]
        lines += ["", *self._question(), ""]
        room = max(1, rows - len(lines))
        lines += list(self._log)[-room:]
        shown = "\r\n".join(f"{line}\x1b[K" for line in lines[:rows])
        self._terminal.write(f"\x1b[?25l\x1b[H{shown}\x1b[0m\x1b[J")

    def _question(self) -> list[str]:
        asked = self._session.asked
        if asked is None:
            return ["Ctrl-C leaves the game.", ""]
        hint = f"{QUESTIONS[asked]}: {self._input}_"
        if asked is Asked.REMATCH:
            return [hint, ""]
        more = f", {len(self._chosen)} of {OPTIONS.boats} placed" if asked is Asked.BOATS else ""
        return [hint, f"Arrow keys and Enter choose the cell in brackets: {self._cursor + 1}{more}."]
