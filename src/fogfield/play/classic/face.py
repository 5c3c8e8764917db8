"""Classic minesweeper on a full screen: keys and mouse in, pages out."""

import os
import time
from collections.abc import Callable
from contextlib import suppress

from fogfield.core.grid import Cell
from fogfield.games.classic.rules import Action, Mark
from fogfield.play.classic import helping, pages, words
from fogfield.play.classic.advising import Adviser
from fogfield.play.classic.best import BestTimes, TimesError
from fogfield.play.classic.drawing import Board, Marks
from fogfield.play.classic.game import Game, Laid
from fogfield.play.classic.hands import Hand
from fogfield.play.classic.hints import Hints
from fogfield.play.classic.mind import Mind
from fogfield.play.classic.pages import Message, Page, Scene
from fogfield.play.classic.proof import Proof
from fogfield.play.classic.reading import Reader
from fogfield.play.classic.wish import Wish, new_seed
from fogfield.play.keys import Button, Event, Keys, Mouse
from fogfield.play.styled import boxes
from fogfield.play.terminal import Terminal
from fogfield.play.viewport import Frame, Viewport

INTERRUPT = "\x03"
INTERRUPTED = 130
#: How long the rest of a key that begins with Escape may take.
ESCAPE_S = 0.05
#: How long a search for a board without a guess may take, and a bot for a move.
SEARCH_S, BOT_S = 60.0, 20.0
#: A search ends by itself, with the reason, when the board that is tried then is done; so long that is waited for.
GRACE_S = 5.0
#: Letters whose large form is another key.
_CASED = ("H", "G")
#: How many rows the wheel of the mouse moves.
_WHEEL = {Button.WHEEL_UP: "up", Button.WHEEL_DOWN: "down"}
_WHEEL_ROWS = 3


class Face:
    """One player at one terminal, game after game. `status` is the exit status."""

    def __init__(
        self, terminal: Terminal, wish: Wish, *, times: BestTimes | None = None,
        clock: Callable[[], float] = time.monotonic, make: Callable[[], Mind] = Mind,
    ) -> None:  # fmt: skip
        self.status = 0
        self._terminal = terminal
        self._wish = wish
        self._clock = clock
        self._times = times or BestTimes()
        self._keys = Keys()
        self._viewport = Viewport(colour=not os.environ.get("NO_COLOR"))
        self._board = Board(wish.board.grid, boxes())
        self._adviser = Adviser(terminal, clock, make)
        self._hints = Hints(self._adviser, self._point)
        self._page = Page([])
        #: What the player was asked, and what is done if he says yes.
        self._asked: tuple[str, Callable[[], None]] | None = None
        #: A text that fills the screen until the player has read it.
        self._reader: Reader | None = None
        self._leaves = self._paused = False
        self._due = self._escape_due = 0.0
        self.game = Game(wish.board, clock(), questions=wish.questions)
        self._begin(self.game, wish.first)

    def _begin(self, game: Game, cursor: Cell) -> None:
        self.game = game
        self._hand = Hand(cursor)
        self._proof: Proof | None = None
        self._end: tuple[str, ...] = ()
        self._message = ""
        self._paused = False
        self._adviser.drop()
        self._hints.turn_to(game)
        self._due = self._clock() + self._wish.pace_s
        self._met = False
        self._meet()
        if game.waits:
            self._message = "Open a first cell: from there a board is made that never forces you to guess."
        elif game.over:
            self._finish()

    def _meet(self) -> None:
        """Note that the player sees this board: the next time he knows it, whatever program shows it to him."""
        if self._met or not self.game.begun:
            return
        self._met = True
        with suppress(TimesError):  # it is said when a time is to be kept
            self.game.again |= self._times.meet(str(self.game.board))

    def last_words(self) -> str:
        """Say how it ended, for the time after the screen is gone."""
        return words.last(self.game, self._end)

    # --- the loop

    def run(self) -> None:
        """Play until the player has enough."""
        try:
            while not self._leaves:
                self.show()
                self._wait()
                self._adviser.tick()
                self._play_on()
        finally:
            self._adviser.close()

    def _wait(self) -> None:
        for name in self._terminal.wait(self._wait_s()):
            if name == "keys":
                data = self._terminal.read()
                self._leaves |= not data
                self.press(*self._keys.events(data))
                self._escape_due = self._clock() + ESCAPE_S
            elif name == "server":
                self._adviser.hear()
        if self._keys.waiting and self._clock() >= self._escape_due:
            self.press(*self._keys.escape())

    def _wait_s(self) -> float | None:
        """Say how long nothing changes if nobody does anything."""
        waits = [ESCAPE_S] if self._keys.waiting else []
        now = self._clock()
        if self._adviser.question:
            waits.append(0.25)
        elif self._bot_plays:
            waits.append(max(0.0, self._due - now))
        if self.game.runs:
            waits.append(1.0 - self.game.seconds(now) % 1.0)
        return min(waits) if waits else None

    @property
    def _bot_plays(self) -> bool:
        return bool(self._wish.bot) and not self.game.over and not self._paused

    def _play_on(self) -> None:
        """Let the bot choose, if it is time."""
        if not self._bot_plays or self._adviser.question or self._clock() < self._due:
            return
        if self.game.waits:
            self._make_board()
        else:
            failed = self._bot_failed
            self._adviser.ask("The bot thinks", BOT_S, self._bot_chose, failed, "bot", self._wish.bot, self.game.view)

    def _bot_chose(self, cell: Cell | None) -> None:
        if cell is not None:
            self._hand.cursor = cell
            self._act(self.game.opening(cell))
        self._due = self._clock() + self._wish.pace_s

    def _bot_failed(self, why: str) -> None:
        self._paused = True
        self._message = pages.sentence(f"the bot stops: {why}")

    # --- keys

    def press(self, *events: Event) -> None:
        """Do what keys and buttons say."""
        for event in events:
            if not self._leaves:
                key = event if isinstance(event, Mouse) or event in _CASED else event.lower()
                self._on_event(key)

    def _on_event(self, event: Event) -> None:
        if self._asked:
            self._on_answer(event)
        elif event in (INTERRUPT, "end of input"):
            self._quit(INTERRUPTED if event == INTERRUPT else 0)
        elif self._reader:
            self._reader = self._reader if self._reader.press(event) else None
        elif event == "tab":
            self._more()
        elif self._proof:
            self._on_proof(event)
        elif event == "q":
            self._quit(0)
        elif self._page.drawn is None:
            return  # the terminal is too small: nobody sees what he does
        elif self._searches:
            self._on_search(event)
        elif isinstance(event, Mouse):
            self._on_mouse(event)
        else:
            self._on_key(event)

    def _on_answer(self, event: Event) -> None:
        """Take the answer to a question; a second Ctrl-C is a yes."""
        assert self._asked
        if isinstance(event, Mouse):
            return
        _, act = self._asked
        self._asked = None
        if event in ("y", INTERRUPT):
            act()

    def _on_key(self, key: str) -> None:
        if self._hand.move(key, self.game.grid, self._page.drawn):
            return
        anytime: dict[str, Callable[[], None]] = {"n": self._new, "r": self._again, "H": self._help, "p": self._prove}
        playing: dict[str, Callable[[], None]] = {
            "enter": self._open, "space": self._open, "f": self._flag, "c": self._chord, "escape": self._hints.clear,
            "?": self._hints.ask_safe, "!": lambda: self._hints.ask_cell(self._hand.cursor), "%": self._hints.ask_odds,
        }  # fmt: skip
        if key in anytime:
            anytime[key]()
        elif self._wish.bot:
            self._paused ^= key == "space" and not self.game.over
            self._message = self._message if self._paused else ""
        elif key in playing and not self.game.over:
            self._message = ""
            playing[key]()

    def _on_mouse(self, event: Mouse) -> None:
        if event.button in _WHEEL:
            for _ in range(_WHEEL_ROWS):
                self._hand.move(_WHEEL[event.button], self.game.grid, None)
            return
        cell = self._page.cell(event.row, event.col)
        if cell is None or self.game.over or self._wish.bot:
            return
        self._message = ""
        self._hand.cursor = cell
        {Button.LEFT: self._open, Button.RIGHT: self._flag, Button.MIDDLE: self._chord}[event.button]()

    def _on_proof(self, event: Event) -> None:
        assert self._proof
        if event in ("q", "p", "escape"):
            self._proof = None
        elif not isinstance(event, Mouse):
            self._proof.press(event)

    def _on_search(self, event: Event) -> None:
        if event in ("escape", "n", "r"):
            question = self._adviser.cancel()
            self._paused = bool(self._wish.bot)
            self._message = words.stopped(question.tries if question else 0, bot=self._wish.bot)

    # --- what can be done

    def _point(self, cell: Cell) -> None:
        self._hand.cursor = cell

    def _open(self) -> None:
        if self.game.waits:
            self._make_board()
        else:
            self._act(self.game.opening(self._hand.cursor))

    def _flag(self) -> None:
        if self.game.waits:
            self._message = "First open a cell, so that the board can be made."
        else:
            self._act(Mark(self._hand.cursor))

    def _chord(self) -> None:
        self._act(self.game.chording(self._hand.cursor))

    def _act(self, action: Action) -> None:
        if refusals := self.game.act(action, self._clock()):
            self._message = pages.sentence(refusals[0].text)
            return
        self._hints.clear()
        self._meet()
        if self.game.over:
            self._finish()

    def _finish(self) -> None:
        """Say how it ended, and enter the time if it counts."""
        counts = self.game.won and not (self.game.hints or self.game.again or self._wish.bot)
        entered = words.entry(self._times, self.game, self._clock()) if counts else ()
        self._end = words.ending(self.game, self._clock(), entered, bot=self._wish.bot)
        if note := self._times.untold():
            self._end += (pages.sentence(note),)
        if self._wish.bot:
            self.status = 0 if self.game.won else 1

    def _make_board(self) -> None:
        """Have a board made that needs no guess from the cursor on."""
        first, board = self._hand.cursor, self._wish.board._replace(seed=self.game.board.seed)

        def made(mines: frozenset[Cell]) -> None:
            self._begin(Game(board, self._clock(), questions=self._wish.questions, laid=Laid(mines, first)), first)

        def failed(why: str) -> None:
            self._paused = bool(self._wish.bot)
            self._message = pages.sentence(why)

        label, limit_s = "A board without a guess is searched for", SEARCH_S + GRACE_S
        self._adviser.ask(label, limit_s, made, failed, "board", board, first, SEARCH_S)

    @property
    def _searches(self) -> bool:
        return self.game.waits and self._adviser.question is not None

    def _prove(self) -> None:
        """Show the proof; in the middle of a game only if the player means it."""
        if not self.game.laid and self._wish.board.start == "noguess":
            self._message = "The board is made when its first cell is opened; then it has a proof."
        elif not self.game.laid:
            self._message = "Only a board without a guess (--start noguess) has a proof."
        elif self.game.over:
            self._find_proof()
        else:
            self._asked = ("The proof gives the whole board away. y: show it", self._find_proof)

    def _find_proof(self) -> None:
        game, laid = self.game, self.game.laid
        assert laid

        def show(proof: Proof) -> None:
            game.hints += not game.over
            self._proof = proof

        self._hints.find_proof(laid, show)

    def _new(self) -> None:
        board = self._wish.board._replace(seed=new_seed())
        self._unless_playing(
            lambda: self._begin(Game(board, self._clock(), questions=self._wish.questions), self._wish.first)
        )

    def _again(self) -> None:
        game = self.game
        self._unless_playing(lambda: self._begin(game.anew(self._clock()), game.first or self._hand.cursor))

    def _help(self) -> None:
        self._reader = Reader("Classic minesweeper", helping.text)

    def _more(self) -> None:
        """Show all of what is said below the board."""
        scene = self._scene()
        if self._page.drawn and any(text for text, _ in scene.message):
            self._reader = Reader(scene.title, lambda _: scene.message)

    def _unless_playing(self, act: Callable[[], None]) -> None:
        if self.game.runs and not self._wish.bot:
            self._asked = ("Give up this game? y: yes, any other key: no", act)
        else:
            act()

    def _quit(self, status: int) -> None:
        def leave() -> None:
            self._leaves = True
            unfinished = 3 if self._wish.bot and not self.game.over else self.status
            self.status = status or unfinished

        self._unless_playing(leave)

    # --- what is seen

    def show(self) -> None:
        """Draw the screen."""
        afresh, self._terminal.resized = self._terminal.resized, False
        cols, rows = self._terminal.size()
        question = self._asked[0] if self._asked else ""
        self._page = pages.too_small(cols, rows, question) or self._draw(cols, rows)
        frame = Frame(self._page.lines, self._page.cursor)
        self._terminal.write(self._viewport.paint(frame, rows, afresh=afresh))

    def _draw(self, cols: int, rows: int) -> Page:
        if self._reader and not self._asked:
            return self._reader.page(cols, rows)
        return pages.page(self._scene(), self._board, cols, rows)

    def _scene(self) -> Scene:
        game, now = self.game, self._clock()
        if self._proof:
            return words.proof_scene(game, self._proof, self._question())
        marks = Marks() if game.over else self._hints.marks
        return Scene(
            words.title(game), words.status(game, now), words.name(game), words.note(game, self._wish.bot),
            game.view.faces, self._hand.cursor, marks, self._said(now), self._named_keys(),
        )  # fmt: skip

    def _question(self) -> Message:
        return ((self._asked[0], pages.WARNING),) if self._asked else ()

    def _said(self, now: float) -> Message:
        if question := self._question():
            return question
        if self._adviser.question:
            return words.waiting(self._adviser.question, now)
        if self._end and not self._message:
            return words.ended(self.game, self._end)
        if self._paused:
            return words.paused(self._message)
        return (*pages.plain(self._message), *self._hints.message(self._hand.cursor))

    def _named_keys(self) -> tuple[str, ...]:
        if self._searches:
            return pages.WAIT_KEYS
        if self._wish.bot and not self.game.over:
            return pages.PAUSED_KEYS if self._paused else pages.BOT_KEYS
        return pages.keys(over=self.game.over, proof=self._wish.board.start == "noguess")
