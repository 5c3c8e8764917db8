"""One game at the desk: who has registered, the match once there are two, and how each may see it."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from fogfield.core.game import OVER, Refusal
from fogfield.core.match import LATE, NOT_KEPT, Chair
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.core.proof import proves
from fogfield.core.table import Player, Table
from fogfield.games.treasurehunt.codec import write_answer
from fogfield.games.treasurehunt.messages import GameState, Okay, Participant, PlayerRegistration, PlayerState
from fogfield.games.treasurehunt.rules import CAPTURED, SEATS, TOO_LONG, Action, Forfeit
from fogfield.games.treasurehunt.state import map_nodes
from fogfield.games.treasurehunt.view import View

HunterChair: TypeAlias = Chair[Any, Any, Action, View]

TOO_SLOW = "the other took too long for an action"
TOO_LATE = "the other was to act when the time of the game was over"
#: How whoever has lost is told of it.
_TO_THE_LOSER = {
    CAPTURED: "the other took your castle",
    TOO_SLOW: "you took too long for an action",
    TOO_LATE: "you were to act when the time of the game was over",
    TOO_LONG: "you were to act when it had had all its actions",
}
REMOVED = nobody("the server removed the game")
#: How those play who are known by an id of this protocol.
KIND = "treasurehunt"


class Hunter(NamedTuple):
    """Somebody in a game. `alias` is what the other one reads as his id."""

    alias: str
    who: PlayerRegistration
    player: Player

    @classmethod
    def of(cls, player: Player, alias: str) -> "Hunter":
        """Know somebody by what is remembered of him; who came another way has only a name."""
        about = player.about
        if "account" not in about:
            return cls(alias, PlayerRegistration("", player.called, player.called), player)
        return cls(about["alias"], PlayerRegistration(about["first"], about["last"], about["account"]), player)


class Hunt:
    """One game."""

    def __init__(self, table: Table, *, now: float, draw_id: Callable[[], str], told: "Callable[[Hunt], None]") -> None:
        self.table = table
        self.began = now
        self.hunters: list[Hunter] = []
        self._draw_id = draw_id
        self._tell = told
        self._state_id = draw_id()
        self._told: dict[int, bytes] = {}
        for player in table.players:
            if player.kind == KIND:
                player.told = self.changed
        self._meet()

    @property
    def dummy(self) -> bool:
        """Whether the server plays against whoever comes."""
        return bool(self.table.about.get("dummy"))

    def changed(self) -> None:
        """Have everybody told a new state."""
        self._meet()
        self._state_id = self._draw_id()
        self._told.clear()
        self._tell(self)

    def _meet(self) -> None:
        """Know everybody who sat down, in this order."""
        known = [hunter.player for hunter in self.hunters]
        self.hunters += [Hunter.of(one, self._draw_id()) for one in self.table.players if one not in known]

    def find(self, player_id: str) -> Hunter | None:
        """Give who has this id."""
        for hunter in self.hunters:
            proof = hunter.player.proof
            if hunter.player.kind == KIND and proof is not None and proves(player_id, proof):
                return hunter
        return None

    @property
    def full(self) -> bool:
        """Whether everybody is there."""
        return self.table.match is not None

    @property
    def written(self) -> int:
        """The last line that was written of it."""
        return self.table.match.written if self.table.match else 0

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended."""
        return self.table.match.outcome if self.table.match else None

    def act(self, hunter: Hunter, action: Action, now: float) -> tuple[Refusal, ...]:
        """Let somebody act. Whoever may not do that has lost, unless it is over already."""
        chair = hunter.player.chair
        assert chair is not None, "nobody acts before the match begins"
        if chair.outcome is not None:
            return (_ended(chair.outcome, hunter.player.seat),)
        refusals: tuple[Refusal, ...] = chair.act(action, now)
        if NOT_KEPT in refusals:
            return refusals
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
        if not self.full:
            return self.began + lasts_s
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
            if chair is None:
                continue
            if over and chair.to_act:
                self._lose(hunter, TOO_LATE, now)
                self.changed()
                return
            if now >= chair.deadline:
                self._lose(hunter, TOO_SLOW, now)
                self.changed()
                return

    # --- what is told

    def state(self, hunter: Hunter, player_id: str) -> bytes:
        """Give the state as somebody may see it. As long as nothing happens it is written once."""
        told = self._told.get(hunter.player.seat)
        if told is None:
            told = self._told[hunter.player.seat] = write_answer(Okay(self._state(hunter, player_id)))
        return told

    def _state(self, hunter: Hunter, player_id: str) -> GameState:
        view = hunter.player.chair.view() if hunter.player.chair else None
        return GameState(
            tuple(_participant(one, player_id if one is hunter else one.alias, view) for one in self.hunters),
            map_nodes(view) if view else (),
            self._state_id,
        )


def _ended(outcome: Outcome, seat: int) -> Refusal:
    """Say why a game is over to somebody who wants to act in it."""
    if seat in outcome.winners:
        return Refusal(OVER.code, f"{OVER.text}, and you have won")
    code = LATE.code if outcome.reason == TOO_SLOW else OVER.code
    return Refusal(code, f"{OVER.text}: {_TO_THE_LOSER.get(outcome.reason, outcome.reason)}")


def _participant(one: Hunter, known_as: str, view: View | None) -> Participant:
    collected = view is not None and view.sides[one.player.seat].collected
    return Participant(known_as, *one.who, _player_state(one.player.seat, view), collected)


def _player_state(seat: int, view: View | None) -> PlayerState:
    if view is None:
        return PlayerState.MUST_WAIT
    if view.outcome:
        return PlayerState.WON if seat in view.outcome.winners else PlayerState.LOST
    return PlayerState.MUST_ACT if seat in view.to_act else PlayerState.MUST_WAIT
