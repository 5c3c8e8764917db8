"""The server without a socket: endpoints, turns, every way to lose, time, and what nobody may learn."""

from random import Random
from typing import Any

import pytest
from support.webhost import FixedWebHost

from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import (
    Error,
    FortState,
    GameState,
    HalfMapNode,
    MoveCommand,
    Okay,
    PlayerHalfMap,
    PlayerMove,
    PlayerRegistration,
    PlayerState,
    PositionState,
    Terrain,
    UniquePlayerIdentifier,
)
from fogfield.games.treasurehunt.state import nodes
from fogfield.kits.explore.halves import HalfRules, random_half
from fogfield.wire.http import Request

MIRA, JON = PlayerRegistration("Mira", "Feld", "feldm06"), PlayerRegistration("Jon", "Berg", "bergj12")
_STEPS = {MoveCommand.UP: (0, -1), MoveCommand.DOWN: (0, 1), MoveCommand.LEFT: (-1, 0), MoveCommand.RIGHT: (1, 0)}


def half(seed: int = 1) -> tuple[HalfMapNode, ...]:
    found = random_half(HalfRules(), Random(seed))
    assert found is not None
    return nodes(found.fields())


class Game:
    """One game at a desk, and two who play it."""

    def __init__(self, query: str = "", **settings: Any) -> None:
        self.host = FixedWebHost("treasurehunt", **settings)
        self.id = codec.read_game_id(self.host.ask("GET", "/games", query=query).body).game_id
        self.ids: list[str] = []

    def post(self, path: str, message: Any, game_id: str | None = None) -> Any:
        response = self.host.ask("POST", f"/games/{game_id or self.id}/{path}", codec.write_request(message))
        assert response.status == 200, response
        assert response.content_type == "application/xml"
        return codec.read_answer(response.body)

    def register(self, *who: PlayerRegistration) -> "Game":
        for one in who:
            answer = self.post("players", one)
            assert isinstance(answer.data, UniquePlayerIdentifier)
            self.ids.append(answer.data.player_id)
        return self

    def both(self) -> "Game":
        """Register both; `ids` then begins with who is to act."""
        self.register(MIRA, JON)
        if self.state(0).players[0].state is not PlayerState.MUST_ACT:
            self.ids.reverse()
        return self

    def mapped(self) -> "Game":
        self.both()
        for number in (0, 1):
            assert self.send(number) == Okay()
        return self

    def send(self, number: int, half_map: tuple[HalfMapNode, ...] | None = None) -> Any:
        return self.post("halfmaps", PlayerHalfMap(self.ids[number], half_map or half(number)))

    def move(self, number: int, direction: MoveCommand) -> Any:
        return self.post("moves", PlayerMove(self.ids[number], direction))

    def answer(self, player_id: str, game_id: str | None = None) -> Any:
        response = self.host.ask("GET", f"/games/{game_id or self.id}/states/{player_id}")
        assert response.status == 200
        return codec.read_answer(response.body)

    def state(self, number: int) -> GameState:
        """The state of the game, with the player himself first."""
        answer = self.answer(self.ids[number])
        assert isinstance(answer, Okay)
        assert isinstance(answer.data, GameState)
        mine = sorted(answer.data.players, key=lambda one: one.player_id != self.ids[number])
        return answer.data._replace(players=tuple(mine))

    def ends(self) -> tuple[PlayerState, PlayerState]:
        return self.state(0).players[0].state, self.state(1).players[0].state

    def way(self, number: int, *terrains: Terrain) -> MoveCommand | None:
        """A direction in which such terrain lies; without any, one that leads off the map."""
        fields = {(node.x, node.y): node for node in self.state(number).nodes}
        mine = (PositionState.ME, PositionState.BOTH)
        x, y = next(place for place, node in fields.items() if node.position in mine)
        for direction, (right, down) in _STEPS.items():
            node = fields.get((x + right, y + down))
            if (node is None and not terrains) or (node is not None and node.terrain in terrains):
                return direction
        return None


LAND = (Terrain.GRASS, Terrain.MOUNTAIN)
FIRST_LOST = (PlayerState.LOST, PlayerState.WON)
SECOND_LOST = (PlayerState.WON, PlayerState.LOST)


# --- registering


def test_a_game_has_an_id_of_five_letters_and_digits_on_one_line() -> None:
    host = FixedWebHost("treasurehunt")
    body = host.ask("GET", "/games").body.decode()
    assert "\n" not in body
    game_id = body.partition("<uniqueGameID>")[2].partition("</uniqueGameID>")[0]
    assert len(game_id) == 5
    assert game_id.isalnum()
    assert game_id.isascii()


def test_the_first_waits_alone_and_the_second_starts_the_game() -> None:
    game = Game().register(MIRA)
    state = game.state(0)
    assert [one.state for one in state.players] == [PlayerState.MUST_WAIT]
    assert state.nodes == ()
    game.register(JON)
    states = {one.state for one in game.state(0).players}
    assert states == {PlayerState.MUST_ACT, PlayerState.MUST_WAIT}
    assert game.state(0).state_id != state.state_id


def test_a_third_player_an_unknown_game_and_an_unknown_player_are_errors_and_nobody_loses() -> None:
    game = Game().both()
    assert game.post("players", MIRA).name == "PlayerRegisterRuleException"
    assert game.post("players", MIRA, "zzzzz") == Error("MatchNotFoundException", "there is no game zzzzz")
    assert game.answer("nobody").name == "PlayerUnknownException"
    assert game.answer(game.ids[0], "zzzzz").name == "MatchNotFoundException"
    assert game.post("moves", PlayerMove("nobody", MoveCommand.UP)).name == "PlayerUnknownException"
    assert PlayerState.LOST not in game.ends()


def test_the_same_human_may_play_against_himself() -> None:
    game = Game().register(MIRA, MIRA)
    assert game.ids[0] != game.ids[1]


def test_nobody_learns_the_id_of_the_other_and_the_false_one_opens_nothing() -> None:
    game = Game().mapped()
    for number in (0, 1):
        state = game.state(number)
        alias = state.players[1].player_id
        assert game.ids[1 - number] not in str(state)
        assert alias != game.ids[1 - number]
        assert alias == game.state(number).players[1].player_id
        assert game.answer(alias).name == "PlayerUnknownException"
        assert state.players[1].last_name == game.state(1 - number).players[0].last_name


def test_a_dummy_takes_the_other_seat_as_soon_as_somebody_registers() -> None:
    game = Game("enableDummyCompetition=true&enableDebugMode=true", bot="random").register(MIRA)
    assert game.host.bots == ["random"]
    assert len(game.state(0).players) == 2


# --- half maps and turns


def test_halves_are_shown_as_soon_as_they_are_sent_at_their_final_places() -> None:
    game = Game().both()
    assert game.state(0).nodes == ()
    assert game.send(0) == Okay()
    own, other = game.state(0), game.state(1)
    assert len(own.nodes) == len(other.nodes) == 50
    assert sum(node.fort is FortState.MINE for node in own.nodes) == 1
    assert sum(node.position in (PositionState.ME, PositionState.BOTH) for node in own.nodes) == 1
    assert all(node.fort is FortState.UNKNOWN for node in other.nodes)
    assert all(node.position is not PositionState.ME for node in other.nodes)
    assert game.send(1) == Okay()
    whole = {(node.x, node.y): node.terrain for node in game.state(0).nodes}
    assert len(whole) == 100
    assert {(node.x, node.y): node.terrain for node in own.nodes}.items() <= whole.items()
    assert sorted({(max(x for x, _ in whole), max(y for _, y in whole))}) in ([(9, 9)], [(19, 4)])


@pytest.mark.parametrize(
    ("what", "name"),
    [
        (lambda game: game.send(1), "PlayerTurnException"),
        (lambda game: game.move(1, MoveCommand.UP), "PlayerTurnException"),
    ],
)
def test_who_acts_out_of_turn_has_lost(what: Any, name: str) -> None:
    game = Game().both()
    answer = what(game)
    assert answer.name == name
    assert "turn" in answer.message
    assert game.ends() == SECOND_LOST


def test_a_move_before_both_maps_are_there_and_a_second_half_map_lose() -> None:
    game = Game().both()
    assert game.move(0, MoveCommand.UP).name == "GameRoundException"
    assert game.ends() == FIRST_LOST
    game = Game().mapped()
    assert game.send(0).name == "DuplicateHalfMapSubmissionException"
    assert game.ends() == FIRST_LOST


def test_a_wrong_half_map_loses_and_every_broken_rule_is_named_at_once() -> None:
    game = Game().both()
    answer = game.send(0, tuple(node._replace(terrain=Terrain.WATER) for node in half()))
    assert game.ends() == FIRST_LOST
    for word in ("mountain", "grass", "castle", "water"):
        assert word in answer.message.lower() or "fort" in answer.message.lower(), answer.message


def test_a_half_map_before_the_opponent_came_is_an_error_and_nobody_loses() -> None:
    game = Game().register(MIRA)
    assert game.send(0).name == "GameRoundException"
    game.register(JON)
    assert PlayerState.LOST not in game.ends()


def test_a_step_toward_water_or_off_the_map_loses_at_the_first_command() -> None:
    found = set()
    for seed in range(40):
        game = Game(seed=f"{seed}").both()
        game.send(0, half(seed))
        game.send(1, half(seed + 100))
        for name, direction in (
            ("WaterMovementException", game.way(0, Terrain.WATER)),
            ("OutOfBordersException", game.way(0)),
        ):
            if direction and name not in found:
                found.add(name)
                assert game.move(0, direction).name == name
                assert game.ends() == FIRST_LOST
                break
    assert found == {"WaterMovementException", "OutOfBordersException"}


def test_after_the_end_both_keep_their_states_and_nobody_can_act() -> None:
    game = Game().both()
    game.send(1)
    for number in (0, 1):
        assert game.send(number).name == "GameOverException"
    assert game.ends() == SECOND_LOST


def test_moves_alternate_and_a_poll_changes_nothing() -> None:
    game = Game().mapped()
    before = game.state(0)
    assert game.state(0) == before
    for number in range(6):
        direction = game.way(number % 2, *LAND)
        assert direction
        assert game.move(number % 2, direction) == Okay()
    assert game.state(0).state_id != before.state_id


def test_the_state_is_written_once_for_each_player_as_long_as_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game().mapped()
    game.state(0), game.state(1)
    monkeypatch.setattr(codec, "write_answer", None)
    monkeypatch.setattr("fogfield.games.treasurehunt.hunt.write_answer", None)
    assert game.state(0).nodes
    assert game.state(1).nodes


def test_the_enemys_place_is_the_same_in_one_state_and_true_after_sixteen_actions() -> None:
    game = Game().mapped()
    for number in range(16):
        direction = game.way(number % 2, *LAND)
        assert direction
        assert game.move(number % 2, direction) == Okay()
    for number in (0, 1):
        places = [
            {(n.x, n.y) for n in state.nodes if n.position in (kind, PositionState.BOTH)}
            for state, kind in ((game.state(number), PositionState.ENEMY), (game.state(1 - number), PositionState.ME))
        ]
        assert places[0] == places[1]


# --- time


def test_who_takes_longer_than_five_seconds_and_a_little_loses_without_another_request() -> None:
    game = Game().both()
    game.host.later(5.4)
    assert PlayerState.LOST not in game.ends()
    game.host.later(0.2)
    assert game.ends() == FIRST_LOST
    late, won = game.send(0), game.send(1)
    assert (late.name, late.message) == ("TooSlowActionException", "the game is over: you took too long for an action")
    assert (won.name, won.message) == ("GameOverException", "the game is over, and you have won")


def test_every_action_gives_the_next_player_his_time() -> None:
    game = Game().both()
    for number in (0, 1):
        game.host.later(5.0)
        assert game.send(number) == Okay()
    game.host.later(5.6)
    assert game.ends() == FIRST_LOST


def test_in_debug_mode_only_the_ten_minutes_count() -> None:
    game = Game("enableDebugMode=true").mapped()
    game.host.later(599.0)
    assert PlayerState.LOST not in game.ends()
    game.host.later(2.0)
    assert game.ends() == FIRST_LOST
    assert game.send(0).message == "the game is over: you were to act when the time of the game was over"
    game.host.later(30.0)
    assert game.answer(game.ids[0]).name == "MatchNotFoundException"


def test_a_game_that_nobody_came_to_is_forgotten_too() -> None:
    game = Game().register(MIRA)
    game.host.later(599.0)
    assert game.state(0).players[0].state is PlayerState.MUST_WAIT
    game.host.later(1.5)
    assert game.post("players", JON).name == "MatchNotFoundException"  # too late: nobody could act
    assert game.answer(game.ids[0]).name == "MatchNotFoundException"
    assert game.host.due == float("inf")


def test_one_game_too_many_removes_the_oldest() -> None:
    game = Game(games=3).both()
    for _ in range(2):
        game.host.ask("GET", "/games")
    assert PlayerState.LOST not in game.ends()
    game.host.ask("GET", "/games")
    assert game.answer(game.ids[0]).name == "MatchNotFoundException"
    assert game.host.matches[0].outcome is not None


# --- HTTP


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {}, 200),
        ("HEAD", "/", {}, 200),
        ("POST", "/", {}, 405),
        ("GET", "/games/", {}, 200),
        ("GET", "/games", {"accept": "*/*"}, 200),
        ("GET", "/games", {"accept": ""}, 200),
        ("GET", "/games", {"accept": "text/html"}, 406),
        ("POST", "/games", {}, 405),
        ("GET", "/nothing", {}, 404),
        ("GET", "/games/abcde/moves", {}, 405),
        ("POST", "/games/abcde/states/x", {}, 405),
        ("POST", "/games/abcde/moves", {"content-type": "text/plain"}, 415),
        ("POST", "/games/abcde/moves", {"content-type": ""}, 415),
        ("POST", "/games/abcde/moves", {}, 400),
    ],
)
def test_technical_errors_have_a_status(method: str, path: str, headers: dict[str, str], status: int) -> None:
    host = FixedWebHost("treasurehunt")
    response = host.ask(method, path, b"<no" if method == "POST" else b"", headers=headers)
    assert response.status == status
    assert response.body


@pytest.mark.parametrize("query", ["enableDebugMode=maybe", "enableDummyCompetition=2"])
def test_a_flag_that_is_none_is_a_bad_request(query: str) -> None:
    assert FixedWebHost("treasurehunt").ask("GET", "/games", query=query).status == 400


def test_a_move_in_no_direction_is_a_bad_request_and_moves_nobody() -> None:
    game = Game().mapped()
    before = game.state(0)
    body = codec.write_request(PlayerMove(game.ids[0], MoveCommand.UP)).replace(b"Up", b"up")
    assert game.host.ask("POST", f"/games/{game.id}/moves", body).status == 400
    assert game.state(0) == before


@pytest.mark.parametrize("kind", ["text/xml", "application/xml; charset=UTF-8", "APPLICATION/XML"])
def test_bodies_may_say_that_they_are_xml_in_other_words(kind: str) -> None:
    game = Game()
    path = f"/games/{game.id}/players"
    response = game.host.desk.answer(Request("POST", path, "", {"content-type": kind}, codec.write_request(MIRA)), 0.0)
    assert response.status == 200
