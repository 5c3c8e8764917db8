"""One game at the desk: who has registered, the match once there are two, and how each may see it."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from fogfield.core.game import OVER, Refusal
from fogfield.core.match import LATE, Chair
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.core.table import Player
from fogfield.games.treasurehunt.codec import write_answer
from fogfield.games.treasurehunt.messages import GameState, Okay, Participant, PlayerRegistration, PlayerState
from fogfield.games.treasurehunt.rules import SEATS, Action, Forfeit
from fogfield.games.treasurehunt.state import map_nodes
from fogfield.games.treasurehunt.view import View

HunterChair: TypeAlias = Chair[Any, Any, Action, View]

TOO_SLOW = "the other took too long for an action"
TOO_LATE = "the other was to act when the time of the game was over"
REMOVED = "the server removed the game"


class Hunter(NamedTuple):
    """Somebody who registered. `alias` is what the other one reads as his id."""

    player_id: str
    alias: str
    who: PlayerRegistration
    player: Player


class Hunt:
    """One game."""

    def __init__(
        self, *, debug: bool, dummy: bool, now: float, draw_id: Callable[[], str], told: "Callable[[Hunt], None]"
    ) -> None:
        self.debug = debug
        self.dummy = dummy
        self.began = now
        self.hunters: list[Hunter] = []
        self._draw_id = draw_id
        self._tell = told
        self._state_id = draw_id()
        self._told: dict[str, bytes] = {}

    def changed(self) -> None:
        """Have everybody told a new state."""
        self._state_id = self._draw_id()
        self._told.clear()
        self._tell(self)

    def find(self, player_id: str) -> Hunter | None:
        """Give who has this id."""
        return next((hunter for hunter in self.hunters if hunter.player_id == player_id), None)

    @property
    def full(self) -> bool:
        """Whether everybody is there."""
        return len(self.hunters) >= SEATS

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended."""
        chair = self._chair
        return chair.outcome if chair else None

    @property
    def _chair(self) -> HunterChair | None:
        return self.hunters[0].player.chair if self.hunters else None

    def act(self, hunter: Hunter, action: Action, now: float) -> tuple[Refusal, ...]:
        """Let somebody act. Whoever may not do that has lost, unless it is over already."""
        chair = hunter.player.chair
        assert chair is not None, "nobody acts before the match begins"
        if chair.outcome is not None:
            return (OVER,)
        refusals: tuple[Refusal, ...] = chair.act(action, now)
        if refusals:
            why = TOO_SLOW if LATE in refusals else "; ".join(refusal.text for refusal in refusals)
            if LATE in refusals or chair.act(Forfeit(why), now):
                self._lose(hunter, why, now)
        self.changed()
        return refusals

    def _lose(self, hunter: Hunter, why: str, now: float) -> None:
        assert hunter.player.chair is not None
        hunter.player.chair.leave(now, won(SEATS - 1 - hunter.player.seat, reason=why))

    # --- time

    def deadline(self, lasts_s: float) -> float:
        """Give the next moment at which something is due."""
        chairs = [hunter.player.chair for hunter in self.hunters if hunter.player.chair]
        if not chairs or self.outcome is not None:
            return math.inf
        return min(self.began + lasts_s, *(chair.deadline for chair in chairs))

    def due(self, now: float, lasts_s: float) -> None:
        """Let whoever took too long lose; and whoever is to act when the time of the game is over."""
        if self.outcome is not None or not self.full:
            return
        over = now >= self.began + lasts_s
        for hunter in self.hunters:
            chair = hunter.player.chair
            assert chair is not None
            if over and chair.to_act:
                self._lose(hunter, TOO_LATE, now)
                self.changed()
                return
            if now >= chair.deadline:
                self._lose(hunter, TOO_SLOW, now)
                self.changed()
                return

    def remove(self, now: float) -> None:
        """End it: nobody can ask for it any more."""
        for hunter in self.hunters:
            hunter.player.leave(now, nobody(REMOVED))

    # --- what is told

    def state(self, hunter: Hunter) -> bytes:
        """Give the state as somebody may see it. As long as nothing happens it is written once."""
        told = self._told.get(hunter.player_id)
        if told is None:
            told = self._told[hunter.player_id] = write_answer(Okay(self._state(hunter)))
        return told

    def _state(self, hunter: Hunter) -> GameState:
        view = hunter.player.chair.view() if hunter.player.chair else None
        return GameState(
            tuple(self._participant(one, hunter, view) for one in self.hunters),
            map_nodes(view) if view else (),
            self._state_id,
        )

    @staticmethod
    def _participant(one: Hunter, viewer: Hunter, view: View | None) -> Participant:
        return Participant(
            one.player_id if one is viewer else one.alias,
            *one.who,
            _player_state(one.player.seat, view),
            view is not None and view.sides[one.player.seat].collected,
        )


def _player_state(seat: int, view: View | None) -> PlayerState:
    if view is None:
        return PlayerState.MUST_WAIT
    if view.outcome:
        return PlayerState.WON if seat in view.outcome.winners else PlayerState.LOST
    return PlayerState.MUST_ACT if seat in view.to_act else PlayerState.MUST_WAIT
