"""The Battleship client: on a full screen, line by line, or with a bot in the player's place."""

import os
import selectors
import sys
from collections import deque
from random import Random
from textwrap import wrap
from typing import TypeAlias

from fogfield.bots import Rival
from fogfield.games.battleship import screen
from fogfield.games.battleship.client import (
    COUNTING,
    OPTIONS,
    QUESTIONS,
    Asked,
    ClientSession,
    WrongAnswer,
)
from fogfield.games.battleship.codec import ClientCodec
from fogfield.games.battleship.messages import Attack, Board, ClientMessage, ClientWord, Grid, InitGrid, ServerMessage
from fogfield.play.connect import connect
from fogfield.play.keys import Keys
from fogfield.play.link import Link, ServerFailed, ServerGone
from fogfield.play.terminal import Terminal
from fogfield.wire.lines import Lines

ServerLink: TypeAlias = Link[ServerMessage, ClientMessage]

WAITING = "Waiting for an opponent..."
TITLES = {Grid.URBOARD: "Your board:", Grid.OPPONENTBOARD: "Opponent's board:"}
_LAST_WORDS = 4
#: So many lines are read of what a player types before he is asked, and so many bytes of each.
_MOST_TYPED = 1_000
#: Below this many lines of the terminal the grids are drawn low.
_LOW = 21
_GAP = 4
#: What one grid, any question, and the last word need; on a wider terminal fewer lines do.
LEAST_COLS, LEAST_ROWS = screen.WIDTH, 13
_TOO_SMALL = ("too small:", f"{LEAST_COLS}x{LEAST_ROWS} needed")


def play(host: str, port: int, *, lines: bool = False, bot: Rival | None = None, games: int = 1) -> int:
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
            if session.denied:  # the published server hangs up then, and may not have read the last answer
                return 0
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
    return not os.environ.get("NO_COLOR") and (os.environ.get("TERM") or "dumb") != "dumb"


class LineFace:
    """Line by line: what the server says is printed, what the player types is sent. It needs no terminal."""

    def __init__(self, link: ServerLink, session: ClientSession) -> None:
        self._link = link
        self._session = session
        self._colour = _colour() and sys.stdout.isatty()
        self._echo = sys.stdin.isatty()  # a terminal shows what is typed; of a file we show it
        self._typed: deque[str] = deque()
        self._lines = Lines(_MOST_TYPED)
        self._input_ended = False
        self._prompted = False

    def run(self) -> None:
        """Play."""
        _say(COUNTING)
        _say(WAITING)
        try:
            self._play()
        finally:
            if self._prompted:
                _say("")

    def _play(self) -> None:
        with selectors.PollSelector() as selector:  # epoll knows no files, and a script may be one
            selector.register(self._link.sock, selectors.EVENT_READ, self._on_server)
            while not self._session.over and self._answer():
                if self._input_ended and self._echo:
                    return
                if self._input_ended and self._session.asked:
                    raise ServerFailed("There is no more input, and the server waits for an answer.")
                self._listen_to_player(selector)
                for key, _ in selector.select():
                    key.data()

    def _listen_to_player(self, selector: selectors.BaseSelector) -> None:
        """Read what is typed, but not without end before it is asked for."""
        wanted = not self._input_ended and len(self._typed) < _MOST_TYPED
        if wanted and sys.stdin not in selector.get_map():
            selector.register(sys.stdin, selectors.EVENT_READ, self._on_typing)
        elif not wanted and sys.stdin in selector.get_map():
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
        self._input_ended = not data
        if self._input_ended and self._lines.held:
            data = b"\n"  # the last line needs no end
        self._lines.receive(data)
        self._typed += [line.decode("utf-8", "replace") for line in iter(self._lines.line, None)]

    def _answer(self) -> bool:
        """Ask what the server asks, and answer with what was typed, perhaps before; says whether the player stays."""
        while self._session.asked:
            if not self._prompted:
                sys.stdout.write(f"{QUESTIONS[self._session.asked]} ")
                sys.stdout.flush()
            self._prompted = not self._typed
            if self._prompted:
                return True
            typed = self._typed.popleft()
            if not self._echo:
                _say(typed)
            if self._session.wants_out(typed):
                return False
            try:
                answer = self._session.answer(typed)
            except WrongAnswer as wrong:
                _say(str(wrong))
                continue
            if answer:
                self._link.send(answer)
            else:
                _say(placed(self._session))
        return True


def placed(session: ClientSession) -> str:
    """Say how many boats are placed."""
    return f"{len(session.chosen)} of {OPTIONS.boats} placed."


class BotFace:
    """A bot plays so many games, and its keeper reads how it went."""

    def __init__(self, link: ServerLink, session: ClientSession, bot: Rival, games: int) -> None:
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
            elif session.asked is Asked.ATTACK and session.hopeless:
                raise ServerFailed("Every cell was attacked, and the server goes on asking: nobody can win there.")
            elif session.asked:
                self._link.send(session.act(self._bot.choose(session.view(), self._rng)))


class ScreenFace:
    """Both grids on a full screen; cells are typed, or chosen with the arrow keys."""

    def __init__(self, link: ServerLink, session: ClientSession, terminal: Terminal) -> None:
        self._link = link
        self._session = session
        self._terminal = terminal
        self._keys = Keys()
        self._log = deque([COUNTING, WAITING], maxlen=100)
        self._input = ""
        self._cursor = 0
        #: Whether the terminal has room for it all: nobody answers what he cannot see.
        self._fits = True

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
        self._log += self._session.on(message)

    def _on_keys(self) -> bool:
        data = self._terminal.read()
        if not data:
            return False
        for key in self._keys.feed(data):
            if key != "end of input" and not self._fits:
                continue
            if key == "end of input" or (key == "enter" and self._session.wants_out(self._input)):
                return False
            try:
                self._on_key(key)
            except WrongAnswer as wrong:
                self._log.append(str(wrong))
        return True

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
            if self._session.asked:  # else it stays, for when he is asked
                typed, self._input = self._input, ""
                self._answer(typed)
        elif len(self._input) < 20:
            self._input += " " if key == "space" else key if len(key) == 1 and key.isprintable() else ""

    def _answer(self, typed: str) -> None:
        session, cell = self._session, self._cursor + 1
        asked = session.asked
        if asked is Asked.BOATS and not typed and cell in session.chosen:
            session.take_back(cell)
            return
        answer = session.answer(typed if typed or asked is Asked.REMATCH else str(cell))
        if answer:
            self._link.send(answer)
            self._log.append(self._said(answer))

    def _said(self, answer: ClientMessage) -> str:
        """Say what was answered."""
        if isinstance(answer, Attack):
            return f"You attack {answer.cell}."
        if isinstance(answer, InitGrid):
            return "Your boats are placed."
        return "You want a rematch; the opponent is asked, too." if answer is ClientWord.REMATCH_OFFER else "You go."

    # --- what is seen

    def draw(self) -> None:
        """Show the grids, the question, and the end of what was said, as much as the terminal has room for."""
        cols, rows = self._terminal.size()
        self._terminal.resized = False
        lines = self._lines(cols, rows)
        self._fits = cols >= LEAST_COLS and len(lines) <= rows
        if not self._fits:
            lines = [line[:cols] for line in _TOO_SMALL]
        shown = "\r\n".join(f"{line}\x1b[K" for line in lines[-rows:])
        self._terminal.write(f"\x1b[?25l\x1b[H{shown}\x1b[0m\x1b[J")

    def _lines(self, cols: int, rows: int) -> list[str]:
        """Give what is to be seen, line by line."""
        low = rows < _LOW
        lines = self._grids(low=low, both=cols >= 2 * screen.WIDTH + _GAP)
        gap = [] if low else [""]
        said = self._question()
        lines += [
            *gap,
            *(piece for line in said[: 1 if rows < len(lines) + 6 else 2] for piece in wrap(line, cols)),
            *gap,
        ]
        log = [piece for line in self._log for piece in wrap(line, cols)]
        return lines + log[-max(1, rows - len(lines)) :]

    def _grids(self, *, low: bool, both: bool) -> list[str]:
        """Draw both grids side by side; if there is no room, the one that matters now."""
        session, colour = self._session, _colour()
        placing, attacking = session.asked is Asked.BOATS, session.asked is Asked.ATTACK
        cursor = self._cursor if placing else None
        chosen = [cell - 1 for cell in session.chosen]
        own = screen.picture(session.own, colour=colour, cursor=cursor, chosen=chosen, low=low)
        cursor = self._cursor if attacking else None
        other = screen.picture(session.other, colour=colour, cursor=cursor, low=low)
        own.insert(0, f"{TITLES[Grid.URBOARD]:{screen.WIDTH}}")
        other.insert(0, TITLES[Grid.OPPONENTBOARD])
        if both:
            return [f"{left}{' ' * _GAP}{right}" for left, right in zip(own, other, strict=True)]
        return other if attacking else own

    def _question(self) -> list[str]:
        """Give the question with what was typed so far, and how it can be answered."""
        asked = self._session.asked
        if asked is None:
            return [f"Ctrl-C leaves the game. {self._input}"]
        question = f"{QUESTIONS[asked]} {self._input}_"
        if asked is Asked.REMATCH:
            return [question]
        more = f" {placed(self._session)}" if asked is Asked.BOATS else ""
        return [question, f"Or arrow keys and Enter: cell {self._cursor + 1}.{more} Exit or Ctrl-C leaves."]
