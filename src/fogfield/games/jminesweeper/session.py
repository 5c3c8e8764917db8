"""The server's side of the conversation, as a table.

The cursor belongs to the conversation, not to the game: a record holds the cells that were revealed and marked,
however the player got there. Every packet but QUIT is answered with exactly one screen, because the published
client takes the next packet, whatever it is, as the answer to what it just sent.
"""

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from fogfield.core.errors import OptionsError
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import NOT_KEPT, Chair
from fogfield.games.jminesweeper import screen
from fogfield.games.jminesweeper.messages import ClientMessage, Command, PacketType, ScreenContent, Start
from fogfield.games.jminesweeper.rules import Action, Options, Reveal, State, ToggleDebug, ToggleMark
from fogfield.games.jminesweeper.view import View
from fogfield.wire.session import CLOSE, Close, Host, Signal

Reply: TypeAlias = ScreenContent | Close

#: What a player reads whose game the server could not store.
LOST = "the server cannot store your game any more, so it ends here; please try again later"


class Phase(Enum):
    """Where a conversation stands."""

    NO_GAME = "no game"
    PLAYING = "playing"
    OVER = "over"


class Step(Enum):
    """What the server does with a packet."""

    BEGIN = "new game, screen"
    MOVE = "move the cursor, screen"
    ACT = "act, screen"
    SHOW = "screen"
    LEAVE = "close"


MOVES = {
    Command.MOVE_LEFT: (0, -1),
    Command.MOVE_RIGHT: (0, 1),
    Command.MOVE_UP: (-1, 0),
    Command.MOVE_DOWN: (1, 0),
}
ACTS = (Command.REVEAL, Command.TOGGLE_BOMB_MARK, Command.TOGGLE_DEBUG_MODE)

_ALWAYS: dict[int, Step] = {PacketType.START: Step.BEGIN, PacketType.QUIT: Step.LEAVE}
#: What each packet does in each phase; the protocol reference draws its diagram from this table.
TABLE: dict[Phase, dict[int, Step]] = {
    Phase.NO_GAME: {**_ALWAYS, **dict.fromkeys((*MOVES, *ACTS), Step.SHOW)},
    Phase.PLAYING: {**_ALWAYS, **dict.fromkeys(MOVES, Step.MOVE), **dict.fromkeys(ACTS, Step.ACT)},
    Phase.OVER: {**_ALWAYS, **dict.fromkeys((*MOVES, *ACTS), Step.SHOW)},
}


class ServerSession:
    """One player's connection: at most one game at a time, and a cursor on it."""

    __slots__ = ("_chair", "_cursor", "_grid", "_host", "_note", "_screen", "_steps", "_view")

    def __init__(self, host: Host) -> None:
        self._steps = TABLE[Phase.NO_GAME]
        self._host = host
        self._chair: Chair[Options, State, Action, View] | None = None
        self._view: View | None = None
        self._grid = Grid(0, 0)
        self._cursor = Cell(0, 0)
        self._screen: screen.Screen | None = None
        self._note = ""

    def on(self, event: ClientMessage | Signal, now: float) -> Sequence[Reply]:
        """Answer a packet. The protocol has no word for anything else that may happen: it ends the conversation."""
        if event is Signal.UNKEPT:
            self._note = NOT_KEPT.text
            return (self._show(),)
        if event is Signal.LOST:  # the board as it is now must not be seen
            return ScreenContent((screen.no_game(LOST),)), *self._leave(now)
        if isinstance(event, Signal):
            return () if event in (Signal.OPEN, Signal.CHANGED, Signal.TICK) else self._leave(now)
        step = self._steps[PacketType.START if isinstance(event, Start) else event]
        if step is Step.LEAVE:
            return self._leave(now)
        self._note = ""
        if isinstance(event, Start):
            self._begin(event, now)
        elif step is Step.MOVE:
            self._move(*MOVES[event])
        elif step is Step.ACT:
            self._act(event, now)
        return (self._show(),)

    def _begin(self, start: Start, now: float) -> None:
        options = Options(start.columns, start.rows, start.level)
        try:
            chair = self._host.open(options, now)
        except OptionsError as error:  # the old game, if there is one, goes on
            self._note = f"START refused: {error}"
            return
        self._abandon(now)
        self._steps = TABLE[Phase.PLAYING]
        self._chair = chair
        self._view = chair.view()
        self._grid = Grid(start.rows, start.columns)
        self._cursor = Cell(0, 0)
        self._screen = screen.Screen(options)

    def _move(self, down: int, right: int) -> None:
        self._cursor = self._grid.clamp(self._cursor.row + down, self._cursor.col + right)

    def _act(self, command: Command, now: float) -> None:
        action: Action
        if command is Command.REVEAL:
            action = Reveal(self._cursor)
        elif command is Command.TOGGLE_BOMB_MARK:
            action = ToggleMark(self._cursor)
        else:
            action = ToggleDebug()
        chair = self._chair
        assert chair is not None, "the table lets nobody act without a game"
        refusals = chair.act(action, now)
        if refusals:
            self._note = refusals[0].text
        else:
            self._view = chair.view()
        if chair.outcome:
            self._steps = TABLE[Phase.OVER]

    def _show(self) -> ScreenContent:
        if self._view is None or self._screen is None:
            return ScreenContent((screen.no_game(self._note),))
        return ScreenContent(self._screen.draw(self._view, self._cursor, self._note))

    def _leave(self, now: float) -> Sequence[Reply]:
        self._abandon(now)
        return (CLOSE,)

    def _abandon(self, now: float) -> None:
        if self._chair:
            self._chair.leave(now)
