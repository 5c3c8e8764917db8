"""The server's side of the conversation, as a table.

What is said follows from the match alone: a session keeps how much of it its peer has been told, and tells the rest,
whoever made the moves. Lines that come before they were asked for wait in order, as they do in the published server.
"""

import math
from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from fogfield.core.grid import Cell
from fogfield.core.match import Chair
from fogfield.core.outcome import ABANDONED, Outcome, won
from fogfield.core.table import Player
from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientMessage,
    ClientWord,
    Grid,
    InitGrid,
    ServerWord,
)
from fogfield.games.battleship.rules import BOAT, SEATS, SUNK, WATER, Action, Options, Place, State, put
from fogfield.games.battleship.rules import Attack as AttackAction
from fogfield.games.battleship.view import View
from fogfield.wire.session import CLOSE, Close, Host, Signal

Reply: TypeAlias = ServerWord | Board | Close
BattleshipChair: TypeAlias = Chair[Options, State, Action, View]

#: More lines than this nobody sends before he is asked; whole games and their rematches fit.
EARLY_LINES = 64
#: Why a match was won without a fight.
LEFT = "the other left"
LATE = "the other ran out of time"
FLOODED = "the other sent too much"


class Phase(Enum):
    """Where a conversation stands."""

    __hash__ = object.__hash__  # that of Enum is written in Python, and the table is looked up for every line

    WAITING = "no opponent yet"
    PLACING = "asked for boats"
    PLACED = "boats are placed, the opponent's are not"
    ATTACKING = "asked for an attack"
    DEFENDING = "the opponent attacks"
    DECIDING = "asked for a rematch, by the result"
    WILLING = "a rematch is offered, the opponent has not answered"
    CLOSED = "over"


class Step(Enum):
    """What the server does with a line."""

    KEEP = "keep it for later"
    PLACE = "place the boats; ERROR, INIT_GRID if that is not possible"
    ATTACK = "attack; ERROR, ATTACK if that is not possible"
    DECIDE = "REMATCH_OFFER: rematch; anything else: REMATCH_DENY, END to both"
    DROP = "nothing"


#: What a line does in each phase; the protocol reference shows this table.
TABLE: dict[Phase, Step] = {
    Phase.WAITING: Step.KEEP,
    Phase.PLACING: Step.PLACE,
    Phase.PLACED: Step.KEEP,
    Phase.ATTACKING: Step.ATTACK,
    Phase.DEFENDING: Step.KEEP,
    Phase.DECIDING: Step.DECIDE,
    Phase.WILLING: Step.KEEP,
    Phase.CLOSED: Step.DROP,
}
#: What is asked for again after a line that cannot be taken.
_ASKED = {Step.PLACE: ServerWord.INIT_GRID, Step.ATTACK: ServerWord.ATTACK}
_NOT_NOW = (Step.KEEP, Step.DROP)


class ServerSession:
    """One player's connection."""

    __slots__ = ("_alarm", "_chair", "_deadline", "_early", "_host", "_phase", "_player", "_told")

    def __init__(self, host: Host) -> None:
        self._host = host
        self._phase = Phase.WAITING
        self._player: Player | None = None
        self._chair: BattleshipChair | None = None
        self._told = 0  # how many of the match's shots
        self._early: deque[ClientMessage] = deque()
        self._deadline = self._alarm = math.inf

    def on(self, event: ClientMessage | Signal, now: float) -> Sequence[Reply]:
        """Answer what happened."""
        if self._phase is Phase.CLOSED:
            return ()
        if isinstance(event, Signal):
            return self._signal(event, now)
        self._early.append(event)
        if len(self._early) > EARLY_LINES:
            return self._leave(now, FLOODED, ServerWord.END)
        return self._answers(now)

    def _signal(self, signal: Signal, now: float) -> Sequence[Reply]:
        if signal is Signal.OPEN:
            self._set(Phase.WAITING, now)
            self._player = self._host.seek(Options(), now)
        elif signal is Signal.TICK:
            self._alarm = math.inf
            if self._chair and self._phase in (Phase.PLACING, Phase.ATTACKING):
                self._deadline = self._chair.deadline  # later than it was, if the clocks stood still
            if now >= self._deadline:
                return self._leave(now, LATE, *self._refusal, ServerWord.END)
            self._be_woken()
        elif signal is Signal.EOF:  # it may still read
            refusal = self._refusal
            return self._leave(now, LEFT, *refusal, *((ServerWord.END,) if refusal else ()))
        elif signal is Signal.UNKEPT and TABLE[self._phase] in _ASKED:
            return ServerWord.ERROR, _ASKED[TABLE[self._phase]]
        elif signal is not Signal.CHANGED:
            return self._leave(now, None, ServerWord.END)
        return [*self._news(now), *self._answers(now)]

    @property
    def _refusal(self) -> Sequence[ServerWord]:
        """What is said before goodbye to somebody who did not answer: if it was about a rematch, that there is none."""
        return (ServerWord.REMATCH_DENY,) if self._phase in (Phase.DECIDING, Phase.WILLING) else ()

    def _answers(self, now: float) -> Sequence[Reply]:
        """Take what waits, as long as it is asked for, and tell what came of it."""
        replies: list[Reply] = []
        while self._early and TABLE[self._phase] not in _NOT_NOW:
            replies += self._take(self._early.popleft(), now)
            replies += self._news(now)
        return replies

    # --- what a line does

    def _take(self, message: ClientMessage, now: float) -> Sequence[Reply]:
        step = TABLE[self._phase]
        if step is Step.DECIDE:
            return self._decide(message, now)
        action: Action | None = None
        if step is Step.PLACE and isinstance(message, InitGrid):
            action = Place(tuple(Cell(0, cell - 1) for cell in message.cells))
        elif step is Step.ATTACK and isinstance(message, Attack):
            action = AttackAction(Cell(0, message.cell - 1))
        assert self._chair is not None, "the table lets nobody act without a match"
        if now >= self._chair.deadline:
            return self._leave(now, LATE, ServerWord.END)
        if action is None or self._chair.act(action, now):
            return ServerWord.ERROR, _ASKED[step]
        if step is Step.PLACE:
            self._set(Phase.PLACED, now)
        return ()

    def _decide(self, message: ClientMessage, now: float) -> Sequence[Reply]:
        if message is not ClientWord.REMATCH_OFFER:
            return self._leave(now, LEFT, ServerWord.REMATCH_DENY, ServerWord.END)
        self._set(Phase.WILLING, now)
        assert self._player is not None, "who decides has played"
        self._player.again(now)
        return ()

    # --- what is told

    def _news(self, now: float) -> list[Reply]:
        """Give everything that the peer does not know yet."""
        player = self._player
        told: list[Reply] = []
        if player is None or self._phase is Phase.CLOSED:
            return told
        if player.chair is not None and player.chair is not self._chair:
            self._chair, self._told = player.chair, -1
            self._set(Phase.PLACING, now)
            told += (ServerWord.GAMEREADY, ServerWord.INIT_GRID)
        if self._chair is not None:
            self._tell_match(self._chair.view(), now, told)
        if player.alone:
            told += self._refusal
            told += self._leave(now, LEFT, ServerWord.END)
        return told

    def _tell_match(self, view: View, now: float, told: list[Reply]) -> None:
        """Tell every shot with what it did to the grids, and who is to act next."""
        if self._told < 0:
            if not all(view.placed):
                return
            self._told = 0
            told += (_own(view, 0), self._next_turn(view, now))
        for number in range(self._told, len(view.shots)):
            shot = view.shots[number]
            self._told = number + 1
            board = _other(view) if shot.seat == view.seat else _own(view, self._told)
            told += (ServerWord.HIT if shot.hit else ServerWord.MISS, board)
            if self._told < len(view.shots) or view.outcome is None:
                told.append(self._next_turn(view, now))
            elif view.outcome.reason == SUNK:  # else somebody left, and there is no result to be told
                self._set(Phase.DECIDING, now)
                told.append(ServerWord.UWON if view.seat in view.outcome.winners else ServerWord.ULOST)

    def _next_turn(self, view: View, now: float) -> ServerWord:
        """Say who is to act after the shots that were told."""
        attacks = self._told % SEATS == view.seat
        self._set(Phase.ATTACKING if attacks else Phase.DEFENDING, now)
        return ServerWord.ATTACK if attacks else ServerWord.WAIT

    # --- time, and the end

    def _set(self, phase: Phase, now: float) -> None:
        """Enter a phase. For what the match asks it has a clock; the wait for an opponent and the rematch are ours."""
        self._phase = phase
        if phase is Phase.WAITING:
            self._deadline = now + self._host.settings["idle_s"]
        elif phase is Phase.DECIDING:
            self._deadline = now + self._host.settings["think_s"]
        else:
            self._deadline = self._chair.deadline if self._chair else math.inf
        self._be_woken()

    def _be_woken(self) -> None:
        """Have ourselves woken at the deadline, or before: who answers in time needs no new alarm for each answer."""
        if self._deadline < self._alarm:
            self._alarm = self._deadline
            self._host.wake_at(self._alarm)

    def _leave(self, now: float, why: str | None, *words: ServerWord) -> Sequence[Reply]:
        """Get up from the table. In the middle of a match that is a defeat, unless it is nobody's fault."""
        self._phase = Phase.CLOSED
        self._early.clear()
        if self._player:
            self._player.leave(now, _outcome(self._chair, why))
        return *words, CLOSE


def _outcome(chair: BattleshipChair | None, why: str | None) -> Outcome:
    view = chair.view() if chair else None
    if view is None or view.seat is None or why is None or not all(view.placed):
        return ABANDONED
    return won(SEATS - 1 - view.seat, reason=why)


def _own(view: View, told: int) -> Board:
    """Show a player his own grid as it was after so many shots: the first one may be made before he is told of any."""
    assert view.seat is not None
    grid = view.boards[view.seat]
    for shot in view.shots[told:]:
        if shot.seat != view.seat:
            grid = put(grid, shot.cell.col, BOAT if shot.hit else WATER)
    return Board(Grid.URBOARD, grid)


def _other(view: View) -> Board:
    """Show a player what his shots have done to the other grid, and nothing else. He is told of each at once."""
    assert view.seat is not None
    return Board(Grid.OPPONENTBOARD, view.boards[SEATS - 1 - view.seat].replace(BOAT, WATER))
