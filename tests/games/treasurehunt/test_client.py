"""The model of the AI client: whole games in memory, with the real XML both ways, and servers of all kinds."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from games.treasurehunt.scene import fields
from hypothesis import given
from hypothesis import strategies as st
from support.webhost import FixedWebHost

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.bots import BOTS
from fogfield.games.treasurehunt.client import ENEMY, ME, Client, Impossible
from fogfield.games.treasurehunt.messages import (
    FortState,
    GameState,
    MapNode,
    Okay,
    Participant,
    PlayerHalfMap,
    PlayerMove,
    PlayerRegistration,
    PlayerState,
    PositionState,
    Terrain,
    TreasureState,
    UniquePlayerIdentifier,
)
from fogfield.games.treasurehunt.options import options_of
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import Action, Move, SendHalf
from fogfield.games.treasurehunt.state import COMMANDS, TERRAINS, nodes
from fogfield.games.treasurehunt.view import Going, View, directions
from fogfield.kits.explore.land import Direction

WHO = (PlayerRegistration("Mira", "Feld", "feldm06"), PlayerRegistration("Jon", "Berg", "bergj12"))
U, D, L, R = Direction


class Player:
    """A client, its bot, and the id by which the desk knows it."""

    def __init__(self, host: FixedWebHost, game_id: str, seat: int, level: str) -> None:
        self.host, self.seat = host, seat
        self.client = Client(options_of(host.settings))
        self.bot = BOTS[level]().against("nobody")
        self.rng = Random(seat)
        self.path = f"/games/{game_id}"
        half = self.bot.choose(self.client.to_send, self.rng)
        assert isinstance(half, SendHalf)
        self.half = half
        answer = self._post("players", WHO[seat])
        assert isinstance(answer.data, UniquePlayerIdentifier)
        self.id = answer.data.player_id

    def _post(self, path: str, message: Any) -> Okay:
        body = self.host.ask("POST", f"{self.path}/{path}", codec.write_request(message)).body
        answer = codec.read_answer(body)
        assert isinstance(answer, Okay), answer
        return answer

    def look(self) -> None:
        answer = codec.read_answer(self.host.ask("GET", f"{self.path}/states/{self.id}").body)
        assert isinstance(answer, Okay)
        assert isinstance(answer.data, GameState)
        self.client.on_state(answer.data, self.id)

    def act(self) -> None:
        action = self.client.choose(self.bot, self.rng, self.half)
        if isinstance(action, Move):
            self._post("moves", PlayerMove(self.id, COMMANDS[action.direction]))
        else:
            assert isinstance(action, SendHalf)
            self._post("halfmaps", PlayerHalfMap(self.id, nodes(action.fields)))
        self.client.acted(action)

    def truth(self) -> View:
        """The server's own view of this seat, with the seats as the client numbers them."""
        view: View = self.host.matches[0].view(self.seat)
        sides = view.sides if self.seat == ME else (view.sides[ENEMY], view.sides[ME])
        if sides[ME].half is None:  # nobody tells a figure that is not there
            sides = (sides[ME]._replace(figure=None), sides[ENEMY])
        to_act = frozenset(seat if self.seat == ME else 1 - seat for seat in view.to_act)
        return view._replace(seat=ME, sides=sides, to_act=to_act, outcome=None)


class Hunters:
    """Two clients at one desk."""

    def __init__(self, seed: str, levels: tuple[str, str] = ("nearest", "lookout"), **settings: Any) -> None:
        self.host = FixedWebHost("treasurehunt", seed, **settings)
        game_id = codec.read_game_id(self.host.ask("GET", "/games").body).game_id
        self.players = [Player(self.host, game_id, seat, level) for seat, level in enumerate(levels)]

    def play(self, *, every_state: bool, check: Callable[[Player], None]) -> None:
        """Play to the end; both see every state, or, as with rare polls, only those in which they are to act."""
        while self.host.matches[0].outcome is None:
            (seat,) = self.host.matches[0].view(0).to_act
            for player in self.players:
                if every_state or player.seat == seat:
                    player.look()
                    check(player)
            self.players[seat].act()
        for player in self.players:
            player.look()
            check(player)


def says_the_truth(player: Player) -> None:
    assert player.client.view._replace(outcome=None) == player.truth()


SEEDS = [f"field{number}" for number in (2, 9, 14, 16, 26, 27, 30, 46)]


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_sees_every_state_knows_what_the_server_lets_him_know(seed: str) -> None:
    hunters = Hunters(seed)
    hunters.play(every_state=True, check=says_the_truth)
    states = {player.client.state for player in hunters.players}
    assert states == {PlayerState.WON, PlayerState.LOST}
    outcome = hunters.host.matches[0].outcome
    assert outcome is not None
    for player in hunters.players:
        assert player.client.over
        assert player.client.view.outcome is not None
        assert player.client.view.outcome.winners == {ME if player.seat in outcome.winners else ENEMY}


def test_these_games_have_both_shapes_both_starters_and_both_places() -> None:
    lucks = [Hunters(seed).host.matches[0].state.luck for seed in SEEDS]
    assert {(luck.wide, luck.starter, luck.first) for luck in lucks} == {
        (wide, starter, first) for wide in (False, True) for starter in (0, 1) for first in (0, 1)
    }


@pytest.mark.parametrize("seed", SEEDS[::2])
def test_whoever_asks_only_when_it_is_his_turn_knows_as_much(seed: str) -> None:
    """But for the one field that the enemy may have left before the first state with true positions was seen."""

    def check(player: Player) -> None:
        mine, truth = player.client.view._replace(outcome=None), player.truth()
        if truth.real:
            missed = len(truth.other.trail) - len(mine.other.trail)
            assert 0 <= missed <= 1
            assert truth.other.trail[missed:] == mine.other.trail
            assert truth.other.searched - mine.other.searched in (0, missed)
            known = truth.other._replace(trail=mine.other.trail, searched=mine.other.searched)
            own = truth.own._replace(searched=mine.own.searched)
            truth = truth._replace(sides=(own, known))
        assert mine == truth

    Hunters(seed).play(every_state=False, check=check)


@pytest.mark.long
@pytest.mark.parametrize("levels", [("expert", "nearest"), ("dummy", "dummy")])
def test_bots_of_every_strength_play_by_the_rules(levels: tuple[str, str]) -> None:
    hunters = Hunters("short", levels, most_actions=60)
    hunters.play(every_state=True, check=says_the_truth)


@pytest.mark.parametrize("most", [2, 17, 18])
def test_a_game_that_ends_with_its_last_action_is_counted_right(most: int) -> None:
    hunters = Hunters("short", most_actions=most)
    hunters.play(every_state=True, check=says_the_truth)
    assert {player.client.view.actions for player in hunters.players} == {most}


# --- by hand: one client, and a server that says what the test wants

LAND = {(field.cell.col, field.cell.row): TERRAINS[field.terrain] for field in fields()}
HALF = SendHalf(fields())
CASTLE, OTHER, FAR_OFF = Cell(4, 4), Cell(9, 4), Cell(0, 9)


class Server:
    """Makes states: a map of two halves, one below the other or side by side, ours first."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.number = 0

    def tells(
        self,
        state: PlayerState = PlayerState.MUST_ACT,
        *,
        halves: int = 2,
        me: Cell | None = CASTLE,
        enemy: Cell | None = FAR_OFF,
        fort: Cell | None = CASTLE,
        enemy_fort: Cell | None = None,
        treasure: Cell | None = None,
        collected: tuple[bool, bool] = (False, False),
        state_id: str | None = None,
        change: Callable[[list[MapNode]], list[MapNode]] = list,
    ) -> None:
        found = []
        for shift in range(halves):
            for (x, y), terrain in LAND.items():
                cell = Cell(y + 5 * shift, x)
                position = {me: PositionState.ME, enemy: PositionState.ENEMY}.get(cell, PositionState.NOBODY)
                if cell == me == enemy:
                    position = PositionState.BOTH
                mine = TreasureState.MINE if cell == treasure else TreasureState.UNKNOWN
                castle = {fort: FortState.MINE, enemy_fort: FortState.ENEMY}.get(cell, FortState.UNKNOWN)
                found.append(MapNode(cell.col, cell.row, terrain, position, mine, castle))
        self.number += 1
        other = PlayerState.MUST_WAIT if state is PlayerState.MUST_ACT else PlayerState.MUST_ACT
        players = (
            Participant("fake", *WHO[1], other, collected[1]),
            Participant("me", *WHO[0], state, collected[0]),
        )
        told = GameState(players, tuple(change(found)), f"state {self.number}" if state_id is None else state_id)
        self.client.on_state(told, "me")


def begun() -> tuple[Client, Server]:
    """A client that started the game, with both halves there."""
    client = Client(Options())
    server = Server(client)
    server.tells(halves=0)
    client.acted(HALF)
    server.tells(PlayerState.MUST_WAIT, halves=1)
    server.tells()
    return client, server


def test_before_anybody_acts_there_is_nothing_to_know() -> None:
    client = Client(Options())
    assert client.view.own.half is None
    assert client.to_send.to_act == {ME}
    assert not client.to_act
    assert not client.over
    client.on_state(GameState((Participant("me", *WHO[0], PlayerState.MUST_WAIT, False),), (), "1"), "me")
    assert [one.first_name for one in client.players] == ["Mira"]
    assert client.view.actions == 0
    assert client.view.land is None


def test_a_half_map_is_sent_once_even_if_the_server_asks_again() -> None:
    client = Client(Options())
    server = Server(client)
    server.tells(halves=0)
    assert client.to_act
    assert client.choose(None, Random(1), HALF) is HALF
    client.acted(HALF)
    assert client.last_action == "half map sent"
    server.tells(PlayerState.MUST_ACT, halves=1)
    assert client.state is PlayerState.MUST_ACT
    assert not client.to_act


def test_actions_are_counted_for_both_by_who_starts() -> None:
    for second in (False, True):
        client = Client(Options())
        server = Server(client)
        if second:
            server.tells(PlayerState.MUST_WAIT, halves=0)
            assert client.view.actions == 0
        server.tells(halves=int(second), me=None, fort=None)
        assert client.view.actions == second
        client.acted(HALF)
        server.tells(PlayerState.MUST_WAIT, halves=2 if second else 1)
        assert client.view.actions == 1 + second
        server.tells()
        assert client.view.actions == 2 + second
        client.acted(Move(U))
        server.tells(PlayerState.WON)
        assert client.view.actions == 3 + second
        server.tells(PlayerState.LOST)
        assert client.view.actions == 4 + second


def test_a_game_that_is_won_before_our_turn_has_no_actions_of_ours() -> None:
    client = Client(Options())
    Server(client).tells(PlayerState.WON, halves=0)
    assert client.over
    assert client.view.actions == 0
    client = Client(Options())
    server = Server(client)
    server.tells(halves=0)
    server.tells(PlayerState.WON, halves=0)
    assert client.view.actions == 0


def test_who_wins_while_it_is_his_turn_counts_no_action_less() -> None:
    client, server = begun()
    assert client.view.actions == 2
    server.tells(PlayerState.WON)
    assert client.view.actions == 2


def test_a_step_is_remembered_until_the_figure_arrives_or_turns() -> None:
    client, server = begun()

    def goes(direction: Direction, me: Cell) -> Going | None:
        client.acted(Move(direction))
        assert client.last_action == f"move {direction.name.lower()}"
        server.tells(PlayerState.MUST_WAIT, me=me)
        server.tells(me=me)
        return client.view.own.going

    assert goes(L, CASTLE) == Going(L, 1)
    assert goes(R, CASTLE) == Going(R, 1)  # another direction begins anew
    assert goes(L, CASTLE) == Going(L, 1)  # and so does the first one
    assert goes(L, Cell(4, 3)) is None
    assert client.view.own.seen == {Cell(4, 3)}
    assert goes(U, Cell(4, 3)) == Going(U, 1)
    assert goes(U, Cell(3, 3)) is None
    assert [goes(U, Cell(3, 3)), goes(U, Cell(3, 3)), goes(U, Cell(2, 3))] == [Going(U, 1), Going(U, 2), None]
    around = {Cell(row, col) for row in (1, 2, 3) for col in (2, 3, 4)}
    assert client.view.own.seen == {Cell(4, 3)} | around  # it is a mountain
    assert [goes(L, Cell(2, 3)) for _ in range(3)] == [Going(L, sent) for sent in (1, 2, 3)]
    assert goes(L, Cell(2, 2)) is None


def test_a_figure_that_moves_earlier_than_expected_begins_its_next_step_anew() -> None:
    client, server = begun()
    client.acted(Move(L))
    server.tells(me=Cell(4, 3))
    assert client.view.own.going is None
    assert client.view.own.seen == {Cell(4, 3)}


def test_what_was_revealed_stays_known_with_servers_that_forget() -> None:
    client, server = begun()
    server.tells(treasure=Cell(0, 0), enemy_fort=OTHER)
    server.tells(fort=None)
    assert client.view.own.treasure == Cell(0, 0)
    assert client.view.other.fort == OTHER
    assert client.view.own.fort == CASTLE
    assert client.view.own.half is not None
    assert client.view.own.half.corner == Cell(0, 0)
    server.tells(collected=(True, False))
    assert client.view.own.treasure is None
    assert client.view.own.collected
    server.tells(treasure=Cell(0, 0), collected=(True, False))
    assert client.view.own.treasure is None


def test_a_server_that_never_shows_our_castle_has_put_our_figure_on_it() -> None:
    client = Client(Options())
    server = Server(client)
    server.tells(fort=None, me=OTHER)
    assert client.view.own.fort == OTHER
    assert client.view.own.half is not None
    assert client.view.own.half.corner == Cell(5, 0)
    assert client.view.other.half is not None
    assert client.view.other.half.corner == Cell(0, 0)
    server.tells(fort=None, me=Cell(4, 4))
    assert client.view.own.fort == OTHER
    assert client.view.own.half.corner == Cell(5, 0)


def test_the_enemys_trail_begins_with_true_positions_and_no_field_is_repeated() -> None:
    client, server = begun()
    place = Cell(7, 1)
    for number in range(7):
        client.acted(Move(L))
        server.tells(enemy=Cell(0, number))
    assert client.view.actions == 16
    assert client.view.real
    assert list(client.view.other.trail) == [Cell(0, 6)]
    for enemy, found in ((place, False), (place, False), (Cell(7, 2), True), (Cell(7, 3), True)):
        client.acted(Move(L))
        server.tells(enemy=enemy, collected=(False, found))
    assert list(client.view.other.trail) == [Cell(0, 6), place, Cell(7, 2), Cell(7, 3)]
    assert client.view.other.searched == 3
    assert client.view.other.collected


def test_who_found_the_treasure_before_positions_were_true_searched_none_of_the_trail() -> None:
    client, server = begun()
    for number in range(9):
        client.acted(Move(L))
        server.tells(enemy=Cell(0, number), collected=(False, number >= 3))
    assert len(client.view.other.trail) == 3
    assert client.view.other.searched == 0


def test_both_figures_may_be_on_one_field() -> None:
    client, server = begun()
    server.tells(enemy=CASTLE)
    assert client.view.own.figure == client.view.other.figure == CASTLE


def test_the_same_state_again_is_no_news_but_one_without_an_id_is() -> None:
    client, server = begun()
    told: list[int] = []
    client.listen(lambda: told.append(client.view.actions))
    server.tells(state_id="same")
    server.tells(state_id="same", me=Cell(4, 3))
    assert len(told) == 1
    assert client.view.own.figure == CASTLE
    server.tells(state_id="")
    server.tells(state_id="", me=Cell(4, 3))
    assert len(told) == 3
    assert client.view.own.figure == Cell(4, 3)
    client.acted(Move(L))
    assert len(told) == 4


def test_an_end_is_noticed_even_if_the_state_keeps_its_id() -> None:
    client, server = begun()
    server.tells(state_id="same")
    server.tells(PlayerState.LOST, state_id="same")
    assert client.over


def without(*places: tuple[int, int]) -> Callable[[list[MapNode]], list[MapNode]]:
    return lambda found: [node for node in found if (node.x, node.y) not in places]


def moved(right: int, down: int) -> Callable[[list[MapNode]], list[MapNode]]:
    """Puts the second half elsewhere."""
    return lambda found: [
        *found[:50],
        *(node._replace(x=node.x + right, y=node.y - 5 + down) for node in found[50:]),
    ]


def drowned(found: list[MapNode]) -> list[MapNode]:
    return [node._replace(terrain=Terrain.WATER) if node.position is PositionState.ME else node for node in found]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (without((0, 0)), "the server's map has 99 fields, not 50 or 100"),
        (lambda found: found[:1], "the server's map has 1 fields"),
        (moved(0, 10), "fields that are not next to each other"),
        (moved(0, -5), "fields that are not next to each other"),
        (moved(10, 5), "fields that are not next to each other"),
        (moved(20, 0), "fields that are not next to each other"),
        (moved(3, 7), "fields that are not next to each other"),
        (lambda found: [node if node.y > 4 else node._replace(x=node.x + 10) for node in found], "not next to each"),
        (lambda found: [node._replace(y=node.y + 5) for node in found], "fields that are not next to each other"),
        (lambda found: [node._replace(position=PositionState.NOBODY) for node in found], "our figure is nowhere"),
        (drowned, "our figure is in the water"),
    ],
)
def test_a_map_that_cannot_be_is_called_impossible(change: Callable[[list[MapNode]], list[MapNode]], why: str) -> None:
    _, server = begun()
    with pytest.raises(Impossible, match=why):
        server.tells(change=change)


def test_halves_side_by_side_are_a_wide_map() -> None:
    client, server = begun()
    server.tells(change=moved(10, 0))
    assert client.view.land is not None
    assert (client.view.land.rows, client.view.land.cols) == (5, 20)
    assert client.view.other.half is not None
    assert client.view.other.half.corner == Cell(0, 10)


def test_a_figure_that_cannot_leave_its_field_is_impossible() -> None:
    client, server = begun()

    def moat(found: list[MapNode]) -> list[MapNode]:
        return [node if (node.x, node.y) == (4, 4) else node._replace(terrain=Terrain.WATER) for node in found]

    server.tells(change=moat)
    with pytest.raises(Impossible, match="our figure cannot leave its field"):
        client.choose(None, Random(1), HALF)


def test_a_state_without_us_is_impossible() -> None:
    client = Client(Options())
    with pytest.raises(Impossible, match="the server's state of the game does not know us"):
        client.on_state(GameState((Participant("you", *WHO[0], PlayerState.WON, False),), (), "1"), "me")
    with pytest.raises(Impossible):
        client.on_state(GameState((), (), "1"), "me")


def test_names_of_older_libraries_are_understood() -> None:
    def field(cell: Cell, terrain: Terrain) -> str:
        position = "MyPosition" if cell == CASTLE else "EnemyPlayerPosition" if cell == OTHER else "NoPlayerPresent"
        treasure = "MyTreasureIsPlacedHere" if cell == Cell(0, 0) else "NoOrUnknownTreasureState"
        fort = "MyFortPresent" if cell == CASTLE else "NoOrUnknownFortState"
        return (
            f"<mapNode><playerPositionState>{position}</playerPositionState><terrain>{terrain.value}</terrain>"
            f"<treasureState>{treasure}</treasureState><fortState>{fort}</fortState>"
            f"<X>{cell.col}</X><Y>{cell.row}</Y></mapNode>"
        )

    def player(player_id: str, state: str) -> str:
        return (
            f"<player><uniquePlayerID>{player_id}</uniquePlayerID><firstName>Mira</firstName><lastName>Feld</lastName>"
            f"<studentID>0123</studentID><state>{state}</state><collectedTreasure>false</collectedTreasure></player>"
        )

    whole = [field(Cell(y + down, x), terrain) for down in (0, 5) for (x, y), terrain in LAND.items()]
    document = (
        '<responseEnvelope><state>Okay</state><data xmlns:x="http://www.w3.org/2001/XMLSchema-instance" '
        f'x:type="gameState"><players>{player("me", "ShouldActNext")}{player("fake", "ShouldWait")}</players>'
        f"<map><mapNodes>{''.join(whole)}</mapNodes></map><gameStateId>1</gameStateId></data></responseEnvelope>"
    )
    answer = codec.read_answer(document.encode())
    assert isinstance(answer, Okay)
    assert isinstance(answer.data, GameState)
    client = Client(Options())
    client.on_state(answer.data, "me")
    assert client.to_act
    assert client.view.own.figure == client.view.own.fort == CASTLE
    assert client.view.own.treasure == Cell(0, 0)
    assert client.view.other.figure == OTHER
    assert client.players[0].account == "0123"


cells = st.builds(Cell, st.integers(0, 9), st.integers(0, 9))
maybe = st.none() | cells


@given(
    level=st.sampled_from(["nearest", "lookout", "dummy"]),
    states=st.lists(
        st.tuples(st.sampled_from([PlayerState.MUST_ACT, PlayerState.MUST_WAIT]), maybe, maybe, maybe, maybe, maybe,
                  st.tuples(st.booleans(), st.booleans())),
        max_size=12,
    ),
)  # fmt: skip
def test_whatever_a_server_tells_no_move_is_sent_that_loses(level: str, states: list[tuple[Any, ...]]) -> None:
    client = Client(Options())
    server = Server(client)
    bot = BOTS[level]().against("nobody")
    for state, me, enemy, fort, enemy_fort, treasure, collected in states:
        try:
            server.tells(
                state, me=me, enemy=enemy, fort=fort, enemy_fort=enemy_fort, treasure=treasure, collected=collected
            )
            if not client.to_act:
                continue
            action: Action = client.choose(bot, Random(1), HALF)
        except Impossible:
            return
        assert isinstance(action, Move)
        assert action.direction in directions(client.view)
        client.acted(action)
