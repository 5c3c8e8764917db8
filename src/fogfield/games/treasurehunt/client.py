"""The client's side: what the server told, put together to a view as our bots know it, and what to answer.

A server tells a map and two players. It does not tell how many actions there were, what was seen, or where the enemy
has been: that is remembered here. What was revealed once stays known, also with servers that forget it.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, nobody, won
from fogfield.games.treasurehunt.messages import (
    FortState,
    GameState,
    MapNode,
    Participant,
    PlayerState,
    PositionState,
    TreasureState,
)
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import Action, Move, SendHalf
from fogfield.games.treasurehunt.state import LANDS
from fogfield.games.treasurehunt.view import Going, Half, Known, View
from fogfield.kits.explore.land import Direction, Land, seen_from, step_cost

#: The player himself, whatever his seat on the server is; the protocol does not tell.
ME, ENEMY = 0, 1
_OVER = (PlayerState.WON, PlayerState.LOST)
_HERE = {PositionState.ME: (True, False), PositionState.ENEMY: (False, True), PositionState.BOTH: (True, True)}


class Impossible(Exception):
    """A server told something that cannot be; the text says what."""


class Map(NamedTuple):
    """The map of a state: its fields, and who and what is where."""

    land: Land | None
    halves: tuple[Half | None, Half | None]
    me: Cell | None
    enemy: Cell | None
    fort: Cell | None
    enemy_fort: Cell | None
    treasure: Cell | None


class Client:
    """One player's game, from the first state to the last. Listeners are told after every change."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.state = PlayerState.MUST_WAIT
        self.players: tuple[Participant, ...] = ()
        self.view = View(options, ME, (Known(), Known()), None, 0, False, frozenset(), None)
        self.last_action = ""
        self._state_id = ""
        self._acted = 0
        self._second: bool | None = None  # whether the enemy made the first action
        self._going: Going | None = None
        self._seen: frozenset[Cell] = frozenset()
        self._treasure: Cell | None = None
        self._enemy_fort: Cell | None = None
        self._trail: tuple[Cell, ...] = ()
        self._searched = 0
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told of every change."""
        self._listeners.append(listener)

    def tell(self) -> None:
        """Tell everybody who listens."""
        for listener in self._listeners:
            listener()

    # --- what the server says

    def on_state(self, state: GameState, player_id: str) -> None:
        """Take a state of the game."""
        me = next((one for one in state.players if one.player_id == player_id), None)
        if me is None:
            raise Impossible("the server's state of the game does not know us")
        enemy = next((one for one in state.players if one is not me), None)
        self.players = (me, enemy) if enemy else (me,)
        self.state = me.state
        if self._second is None and me.state is PlayerState.MUST_ACT:
            self._second = bool(state.nodes)
        if state.state_id and state.state_id == self._state_id:
            return
        self._state_id = state.state_id
        self._look(state, me, enemy)
        self.tell()

    def _look(self, state: GameState, me: Participant, enemy: Participant | None) -> None:
        seen = self._map(state.nodes)
        actions = self._actions(me)
        real = actions >= self.options.hidden_actions
        self._follow(seen, real=real, found=enemy is not None and enemy.collected)
        self._treasure = None if me.collected else seen.treasure or self._treasure
        self._enemy_fort = seen.enemy_fort or self._enemy_fort
        own = Known(
            half=seen.halves[ME],
            figure=seen.me,
            fort=seen.fort,
            treasure=self._treasure,
            collected=me.collected,
            going=self._going,
            seen=self._seen,
        )
        other = Known(
            half=seen.halves[ENEMY],
            figure=seen.enemy,
            fort=self._enemy_fort,
            collected=enemy is not None and enemy.collected,
            trail=self._trail,
            searched=self._searched,
        )
        to_act = {PlayerState.MUST_ACT: frozenset((ME,)), PlayerState.MUST_WAIT: frozenset((ENEMY,))}
        self.view = View(
            self.options, ME, (own, other), seen.land, actions, real, to_act.get(me.state, frozenset()), _outcome(me)
        )

    def _actions(self, me: Participant) -> int:
        """Count the actions of both, from our own."""
        if self._second is None:
            return 0
        before = 2 * self._acted + self._second
        return before if me.state is PlayerState.MUST_ACT or not self._acted else max(0, before - 1)

    def _follow(self, seen: Map, *, real: bool, found: bool) -> None:
        """Remember where we were, and where the enemy is since that is true."""
        if seen.land and seen.me and seen.me != self.view.own.figure:
            if self.view.own.figure is not None and self.view.land is not None:
                self._seen |= seen_from(seen.land, seen.me)
            self._going = None
        if real and seen.enemy and (not self._trail or self._trail[-1] != seen.enemy):
            self._trail = (*self._trail, seen.enemy)
            if not found:
                self._searched = 0
        if found and not self._searched:
            self._searched = len(self._trail)

    def _map(self, nodes: tuple[MapNode, ...]) -> Map:
        rows, cols = self.options.rows, self.options.cols
        cells = {Cell(node.y, node.x): node for node in nodes}
        if nodes and len(cells) not in (rows * cols, 2 * rows * cols):
            raise Impossible(f"the server's map has {len(cells)} fields, not {rows * cols} or {2 * rows * cols}")
        fort = _where(cells, lambda node: node.fort is FortState.MINE)
        corners = sorted({Cell(cell.row // rows * rows, cell.col // cols * cols) for cell in cells})
        halves = {corner: Half(corner, self._half(cells, corner)) for corner in corners}
        mine = next((corner for corner in corners if fort and _inside(fort, corner, rows, cols)), None)
        other = next((corner for corner in corners if corner != mine), None)
        both = (halves[mine] if mine is not None else None, halves[other] if other is not None else None)
        return Map(
            land=self._whole(cells) if len(corners) == 2 else None,
            halves=both,
            me=_where(cells, lambda node: _HERE.get(node.position, (False, False))[ME]),
            enemy=_where(cells, lambda node: _HERE.get(node.position, (False, False))[ENEMY]),
            fort=fort,
            enemy_fort=_where(cells, lambda node: node.fort is FortState.ENEMY),
            treasure=_where(cells, lambda node: node.treasure is TreasureState.MINE),
        )

    def _half(self, cells: dict[Cell, MapNode], corner: Cell) -> Land:
        rows, cols = self.options.rows, self.options.cols
        places = [Cell(corner.row + row, corner.col + col) for row in range(rows) for col in range(cols)]
        return Land(rows, cols, _terrain(cells, places))

    @staticmethod
    def _whole(cells: dict[Cell, MapNode]) -> Land:
        rows, cols = max(cell.row for cell in cells) + 1, max(cell.col for cell in cells) + 1
        return Land(rows, cols, _terrain(cells, [Cell(row, col) for row in range(rows) for col in range(cols)]))

    # --- what the player does

    @property
    def to_send(self) -> View:
        """What a bot sees that is to make a half map, before anything is known of the game."""
        return self.view._replace(to_act=frozenset((ME,)))

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state in _OVER

    def choose(self, bot: Any, rng: Random, half: SendHalf) -> Action:
        """Choose what to do now; the half map was made before."""
        if self.view.land is None:
            return half
        action: Action = bot.choose(self.view, rng)
        return action

    def acted(self, action: Action) -> None:
        """Remember an action that the server took."""
        self._acted += 1
        if isinstance(action, Move):
            self.last_action = f"move {action.direction.name.lower()}"
            sent = self._going.sent + 1 if self._going and self._going.direction is action.direction else 1
            self._going = Going(action.direction, sent) if not self._arrives(action.direction, sent) else None
        else:
            self.last_action = "half map sent"
        self.tell()

    def _arrives(self, direction: Direction, sent: int) -> bool:
        land, figure = self.view.land, self.view.own.figure
        assert land is not None, "nobody moves without a map"
        assert figure is not None, "nobody moves without a figure"
        return sent >= step_cost(land, figure, direction.from_cell(figure))


def _where(cells: dict[Cell, MapNode], true: Callable[[MapNode], bool]) -> Cell | None:
    return next((cell for cell, node in cells.items() if true(node)), None)


def _inside(cell: Cell, corner: Cell, rows: int, cols: int) -> bool:
    return 0 <= cell.row - corner.row < rows and 0 <= cell.col - corner.col < cols


def _terrain(cells: dict[Cell, MapNode], places: list[Cell]) -> str:
    try:
        return "".join(LANDS[cells[place].terrain].value for place in places)
    except KeyError:
        raise Impossible("the server's map has fields that are not next to each other") from None


def _outcome(me: Participant) -> Outcome | None:
    if me.state is PlayerState.WON:
        return won(ME, reason="won")
    return nobody("lost") if me.state is PlayerState.LOST else None
