"""The client's side: what the server told, put together to a view as our bots know it, and what to answer.

A server tells a map and two players. It does not tell how many actions there were, what was seen, or where the enemy
has been: that is remembered here. What was revealed once stays known, also with servers that forget it.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, won
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
from fogfield.games.treasurehunt.view import Going, Half, Known, View, directions
from fogfield.kits.explore.land import Direction, Land, Terrain, seen_from, step_cost

#: The player himself, whatever his seat on the server is; the protocol does not tell.
ME, ENEMY = 0, 1
_OVER = (PlayerState.WON, PlayerState.LOST)
_MINE = (PositionState.ME, PositionState.BOTH)
_ENEMYS = (PositionState.ENEMY, PositionState.BOTH)


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


class Footprints(NamedTuple):
    """Where a figure was since positions are real, and how much of that before it found its treasure."""

    trail: tuple[Cell, ...] = ()
    searched: int = 0
    found: bool = False

    def go_on(self, cell: Cell | None, *, found: bool, first: bool) -> "Footprints":
        """Add where it is now; `first` is the state in which positions become real."""
        trail = self.trail if cell is None or self.trail[-1:] == (cell,) else (*self.trail, cell)
        news = found and not self.found
        return Footprints(trail, len(trail) if news and not first else self.searched, self.found or found)


class Client:
    """One player's game, from the first state to the last. Listeners are told after every change."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.state = PlayerState.MUST_WAIT
        self.players: tuple[Participant, ...] = ()
        self.view = View(options, ME, (Known(), Known()), None, 0, False, frozenset(), None)
        self.last_action = ""
        #: Why the server cannot be asked now, if it cannot.
        self.trouble = ""
        self._state_id = ""
        self._acted = 0
        self._second: bool | None = None  # whether the enemy made the first action
        self._going: Going | None = None
        self._seen: frozenset[Cell] = frozenset()
        self._fort: Cell | None = None
        self._treasure: Cell | None = None
        self._enemy_fort: Cell | None = None
        self._prints = (Footprints(), Footprints())
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told of every change."""
        self._listeners.append(listener)

    def tell(self) -> None:
        """Tell everybody who listens."""
        for listener in self._listeners:
            listener()

    def wait_for_server(self, why: str) -> None:
        """Note that the server cannot be asked now and why, or, with nothing, that it can."""
        if why != self.trouble:
            self.trouble = why
            self.tell()

    # --- what the server says

    def goes_on(self, state: GameState, player_id: str) -> bool:
        """Say whether something has happened since the last state, by a new one that was not taken yet."""
        mine = [one.state for one in state.players if one.player_id == player_id]
        return mine != [PlayerState.MUST_ACT] or (bool(state.state_id) and state.state_id != self._state_id)

    def on_state(self, state: GameState, player_id: str) -> None:
        """Take a state of the game."""
        me = next((one for one in state.players if one.player_id == player_id), None)
        if me is None:
            raise Impossible("the server's state of the game does not know us")
        enemy = next((one for one in state.players if one is not me), None)
        self.players = (me, enemy) if enemy else (me,)
        before, self.state = self.state, me.state
        if self._second is None and me.state is PlayerState.MUST_ACT:
            self._second = bool(state.nodes)
        if state.state_id and state.state_id == self._state_id and me.state is before:
            return  # with some servers time alone may end a game, and the state keeps its id
        self._state_id = state.state_id
        self._look(state, me, enemy)
        self.tell()

    def _look(self, state: GameState, me: Participant, enemy: Participant | None) -> None:
        seen = self._map(state.nodes)
        self._fort = seen.fort or self._fort
        self._treasure = None if me.collected else seen.treasure or self._treasure
        self._enemy_fort = seen.enemy_fort or self._enemy_fort
        found = enemy is not None and enemy.collected
        actions = self._actions(me)
        self._follow(seen, actions, (me.collected, found))
        own = Known(
            half=seen.halves[ME],
            figure=seen.me,
            fort=self._fort,
            treasure=self._treasure,
            collected=me.collected,
            going=self._going,
            seen=self._seen,
            trail=self._prints[ME].trail,
            searched=self._prints[ME].searched,
        )
        other = Known(
            half=seen.halves[ENEMY],
            figure=seen.enemy,
            fort=self._enemy_fort,
            collected=found,
            trail=self._prints[ENEMY].trail,
            searched=self._prints[ENEMY].searched,
        )
        to_act = {PlayerState.MUST_ACT: frozenset((ME,)), PlayerState.MUST_WAIT: frozenset((ENEMY,))}
        self.view = View(
            options=self.options,
            seat=ME,
            sides=(own, other),
            land=seen.land,
            actions=actions,
            real=actions >= self.options.hidden_actions,
            to_act=to_act.get(me.state, frozenset()),
            outcome=_outcome(me),
        )

    def _actions(self, me: Participant) -> int:
        """Count the actions of both, from our own. Who has won was the last to act, or waited for the other."""
        if self._second is None:
            return 0
        answered = not self._acted or me.state in (PlayerState.MUST_ACT, PlayerState.LOST)
        return max(self.view.actions, 2 * self._acted + self._second - (0 if answered else 1))

    def _follow(self, seen: Map, actions: int, found: tuple[bool, bool]) -> None:
        """Remember where we were and what we saw, and where both are since that is true."""
        if seen.land and seen.me and seen.me != self.view.own.figure:
            if self.view.own.figure is not None:
                self._seen |= seen_from(seen.land, seen.me)
            self._going = None
        hidden = self.options.hidden_actions
        both = zip(self._prints, (seen.me, seen.enemy), found, strict=True)
        first, second = (
            prints.go_on(cell if actions >= hidden else None, found=collected, first=actions <= hidden)
            for prints, cell, collected in both
        )
        self._prints = (first, second)

    def _map(self, nodes: tuple[MapNode, ...]) -> Map:
        rows, cols = self.options.rows, self.options.cols
        cells = {Cell(node.y, node.x): node for node in nodes}
        corners = self._corners(cells)
        me = _where(cells, lambda node: node.position in _MINE)
        # The figure starts on its castle: where it is first seen is our half, whatever a server says of the castle.
        fort = _where(cells, lambda node: node.fort is FortState.MINE) or self._fort or me
        halves = {corner: Half(corner, self._half(cells, corner)) for corner in corners}
        mine = next((corner for corner in corners if fort and _inside(fort, corner, rows, cols)), None)
        other = next((corner for corner in corners if corner != mine), None)
        land = self._whole(cells) if len(corners) == 2 else None
        if land and me is None:
            raise Impossible("our figure is nowhere on the server's map")
        if land and me and land.at(me) is Terrain.WATER:
            raise Impossible("our figure is in the water on the server's map")
        return Map(
            land=land,
            halves=(
                halves[mine] if mine is not None else None,
                halves[other] if other is not None else None,
            ),
            me=me,
            enemy=_where(cells, lambda node: node.position in _ENEMYS),
            fort=fort,
            enemy_fort=_where(cells, lambda node: node.fort is FortState.ENEMY),
            treasure=_where(cells, lambda node: node.treasure is TreasureState.MINE),
        )

    def _corners(self, cells: dict[Cell, MapNode]) -> list[Cell]:
        """Give where halves begin: one at any of the three places, or two beside or below each other."""
        rows, cols = self.options.rows, self.options.cols
        if cells and len(cells) not in (rows * cols, 2 * rows * cols):
            raise Impossible(f"the server's map has {len(cells)} fields, not {rows * cols} or {2 * rows * cols}")
        corners = sorted({Cell(cell.row // rows * rows, cell.col // cols * cols) for cell in cells})
        places = (Cell(0, 0), Cell(rows, 0), Cell(0, cols))
        if len(corners) * rows * cols != len(cells) or any(corner not in places for corner in corners):
            raise Impossible("the server's map has fields that are not next to each other")
        if len(corners) == 2 and corners[0] != places[0]:
            raise Impossible("the server's map has fields that are not next to each other")
        return corners

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
    def to_act(self) -> bool:
        """Whether it is for us to act. A half map is never sent twice, even if a server asks for it."""
        return self.state is PlayerState.MUST_ACT and (self.view.land is not None or self.view.own.half is None)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state in _OVER

    def choose(self, bot: Any, rng: Random, half: SendHalf) -> Action:
        """Choose what to do now; the half map was made before."""
        if self.view.land is None:
            return half
        if not directions(self.view):
            raise Impossible("our figure cannot leave its field on the server's map")
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
        if self.state is PlayerState.MUST_ACT:
            self.state = PlayerState.MUST_WAIT
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
    return "".join(LANDS[cells[place].terrain].value for place in places)


def _outcome(me: Participant) -> Outcome | None:
    if me.state is PlayerState.WON:
        return won(ME, reason="won")
    return won(ENEMY, reason="lost") if me.state is PlayerState.LOST else None
