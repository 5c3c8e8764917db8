"""The JSON API over real sockets: games, matches, seats, moves, records."""

import contextlib
import http.client
import json
import threading
from random import Random
from typing import Any

import pytest
from support.liveapi import GAMES, Client, LiveApi, live_api, play
from support.wait import eventually

from fogfield import games
from fogfield.core import record
from fogfield.core.changes import apply
from fogfield.core.match import replay


def two(server: LiveApi, game: str = "battleship", **wish: Any) -> tuple[Client, Client]:
    """Two clients at one match."""
    first = server.client().sit(game=game, name="Mira", opponent="invite", **wish)
    return first, server.client().sit(f"/api/invitations/{first.code}", name="Jon")


def whole(server: LiveApi, game: str, seed: int = 1) -> list[Client]:
    """Clients at all seats of a match."""
    if games.game(game).seats == 1:
        return [server.client().sit(game=game, name="Mira")]
    return list(two(server, game))


# --- the server and its games


def test_the_server_says_that_it_lives_and_is_ready() -> None:
    with live_api() as server, server.client() as client:
        assert client.ask("GET", "/healthz") == (200, {"status": "alive"})
        assert client.ask("GET", "/readyz") == (200, {"status": "ready"})
        assert client.headers["x-content-type-options"] == "nosniff"


def test_every_game_is_described_with_its_defaults_schemas_bots_and_port() -> None:
    with live_api("battleship") as server, server.client() as client:
        _, found = client.ask("GET", "/api/games")
        assert [one["name"] for one in found["games"]] == list(GAMES)
        ports = {one["name"]: one["port"] for one in found["games"]}
        assert ports["battleship"] == 6433
        assert ports["planefight"] is None
        for one in found["games"]:
            status, game = client.ask("GET", f"/api/games/{one['name']}")
            assert status == 200
            notation = games.game(one["name"]).notation
            assert game["schemas"]["action"] == notation.action_schema
            assert {key: game[key] for key in one} == one
        _, bots = client.ask("GET", "/api/bots")
        assert {"game": "battleship", "name": "hunter"} in bots["bots"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/api", "/api/games/chess", "/api/matches/none", "/api/matches/22222222222x"]
)
def test_what_is_not_there_is_a_problem_with_a_sentence(path: str) -> None:
    with live_api() as server, server.client() as client:
        status, problem = client.ask("GET", path)
        assert (status, problem["status"]) == (404, 404)
        assert client.headers["content-type"] == "application/problem+json"
        assert "there is" in problem["detail"] or "nobody" in problem["detail"]


# --- whole matches


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_to_its_end_and_its_record_replays(game: str) -> None:
    with live_api() as server:
        clients = whole(server, game)
        end = play(server, clients, Random(3))
        assert end["status"] == "over"
        assert end["outcome"] == end["view"]["outcome"] is not None
        status, lines = clients[0].raw("GET", f"/api/matches/{clients[0].match}/record")
        assert status == 200
        rules = games.game(game)
        again = replay(rules, record.read(lines.decode().splitlines(), rules))
        assert again.outcome is not None
        assert again.outcome.as_json() == end["outcome"]


@pytest.mark.parametrize("game", ["battleship", "planefight", "treasurehunt"])
def test_a_bot_plays_against_whoever_asks_for_one(game: str) -> None:
    with live_api() as server, server.client().sit(game=game, opponent="bot", bot="random") as client:
        match, rng, rules = server.match(client.match), Random(5), games.game(game)
        for _ in range(5000):
            seen = client.wait(lambda now: now["status"] == "over" or client.seat in now["view"]["to_act"])
            if seen["status"] == "over":
                break
            action = server.call(lambda: rules.choose(match.view(client.seat), rng))
            status, problem = client.act(rules.notation.write_action(action))
            assert status in (200, 409), problem
        assert seen["outcome"]["reason"]
        assert seen["seats"][1 - client.seat]["kind"] == "bot"


def test_two_who_want_the_same_meet_and_one_who_wants_something_else_waits() -> None:
    with live_api() as server, server.client() as one, server.client() as two, server.client() as other:
        one.sit(game="battleship", name="Mira")
        other.sit(game="battleship", options={"cells": 9, "boats": 2})
        two.sit(game="battleship", name="Jon")
        assert two.match == one.match != other.match
        assert {one.seat, two.seat} == {0, 1}
        assert other.look()["status"] == "waiting"
        assert other.look()["view"] is None
        seats = one.look()["seats"]
        assert [(seat["kind"], seat["name"], seat["present"]) for seat in seats] == [
            ("web", "Mira", True),
            ("web", "Jon", True),
        ]


def test_somebody_who_waits_is_listed_and_can_be_joined_by_the_name_of_his_match() -> None:
    with live_api() as server, server.client() as one, server.client() as two:
        one.sit(game="battleship", name="Mira")
        _, listed = two.ask("GET", "/api/matches?game=battleship&status=waiting")
        (found,) = listed["matches"]
        assert found["id"] == one.match
        assert [bool(seat) for seat in found["seats"]].count(True) == 1
        two.join(found["id"])
        assert two.look()["status"] == "playing"
        _, listed = two.ask("GET", "/api/matches?status=playing&player=Mira")
        assert [one["id"] for one in listed["matches"]] == [one.match]
        assert two.ask("GET", "/api/matches?status=playing&player=Nobody")[1]["matches"] == []


def test_an_invitation_is_needed_where_one_was_made_and_good_for_one_seat() -> None:
    with live_api() as server, server.client() as one, server.client() as two:
        one.sit(game="battleship", opponent="invite")
        assert len(one.code) == 8
        assert two.ask("GET", "/api/matches")[1]["matches"] == []
        assert two.ask("POST", f"/api/matches/{one.match}/seats", {})[0] == 403
        assert two.ask("POST", f"/api/matches/{one.match}/seats", {"code": "wrong"})[0] == 403
        assert two.ask("POST", "/api/invitations/wrongone", {})[0] == 404
        two.join(one.match, code=one.code)
        status, problem = two.ask("POST", f"/api/invitations/{one.code}", {}, token="")
        assert status == 404, problem


def test_a_seat_can_be_wished_for_and_is_taken_only_once() -> None:
    with live_api() as server, server.client() as one, server.client() as two:
        one.sit(game="battleship", seat=1)
        assert one.seat == 1
        status, problem = two.ask("POST", f"/api/matches/{one.match}/seats", {"seat": 1})
        assert status == 409
        assert problem["refusals"] == [{"code": "taken", "text": "this seat is taken"}]
        two.join(one.match, seat=0)
        status, problem = server.client().ask("POST", f"/api/matches/{one.match}/seats", {})
        assert problem["refusals"][0]["code"] == "full"


def test_a_bot_comes_after_a_while_if_nobody_does() -> None:
    with live_api() as server, server.client().sit(game="battleship", bot_after_s=1) as client:
        assert client.look()["status"] == "waiting"
        seen = client.wait(lambda now: now["status"] == "playing")
        assert {seat["kind"] for seat in seen["seats"]} == {"web", "bot"}


# --- moves


def test_everything_that_is_wrong_with_a_move_is_said() -> None:
    with live_api() as server:
        one, two_ = two(server)
        status, problem = one.act(["place", 1, 1, 99])
        assert status == 400 or problem["refusals"], problem
        assert one.act(["place", 0, 1, 2])[0] == 200
        assert two_.act(["place", 3, 4, 5])[0] == 200
        waits = two_ if 0 in one.look()["view"]["to_act"] and one.seat == 0 else one
        status, problem = waits.act(["attack", 3])
        assert status == 409
        assert problem["refusals"][0]["code"]
        assert problem["detail"] == "; ".join(one["text"] for one in problem["refusals"])


@pytest.mark.parametrize("body", [{}, {"do": ["fly", 1]}, {"do": None}, {"do": [], "more": 1}, {"act": ["place"]}])
def test_what_is_no_move_is_refused_with_a_sentence(body: object) -> None:
    with live_api() as server:
        one, _ = two(server)
        status, problem = one.ask("POST", f"/api/matches/{one.match}/moves", body)
        assert status == 400
        assert len(problem["detail"]) > 10


def test_nobody_moves_before_the_match_has_begun() -> None:
    with live_api() as server, server.client().sit(game="battleship") as client:
        status, problem = client.act(["place", 0, 1, 2])
        assert (status, problem["refusals"][0]["code"]) == (409, "waiting")


def test_a_wait_ends_when_the_view_changes_and_not_before() -> None:
    with live_api() as server:
        one, two_ = two(server)
        seen = one.look()
        assert one.look(f"?after={seen['version']}&wait_s=0")["version"] == seen["version"]
        two_.act(["place", 3, 4, 5])
        assert one.look(f"?after={seen['version']}&wait_s=20")["view"]["placed"][two_.seat]
        status, body = one.raw("GET", f"/api/matches/{one.match}", If_None_Match=one.headers["etag"])
        assert status == 200  # another seat's version: this one was asked for without a token
        status, body = one.raw("GET", f"/api/matches/{one.match}", If_None_Match=one.headers["etag"])
        assert (status, body) == (304, b"")


# --- seats


def test_a_token_is_good_for_its_own_seat_only() -> None:
    with live_api() as server:
        one, two_ = two(server)
        other, _ = two(server)
        for token, status in (("", 401), ("wrong", 401), (other.token, 401), ("x" * 100, 401)):
            assert one.ask("POST", f"/api/matches/{one.match}/moves", {"do": ["attack", 1]}, token=token)[0] == status
            assert one.ask("DELETE", f"/api/matches/{one.match}/seats/me", token=token)[0] == status
            assert one.ask("POST", f"/api/matches/{one.match}/rematch", {}, token=token)[0] == status
        assert one.ask("GET", f"/api/matches/{one.match}", token="wrong")[0] == 401
        assert one.act(["place", 0, 1, 2])[0] == 200
        assert not two_.look()["view"]["placed"][two_.seat]
        assert "O" not in two_.look()["view"]["boards"][one.seat]
        assert "O" not in json.dumps(one.ask("GET", f"/api/matches/{one.match}", token="")[1]["view"])


def place(*players: Client) -> None:
    for client in players:
        assert client.act(["place", 0, 1, 2])[0] == 200


def test_before_the_battle_nobody_loses_by_leaving() -> None:
    with live_api() as server:
        one, two_ = two(server)
        place(one)
        assert one.ask("DELETE", f"/api/matches/{one.match}/seats/me")[0] == 204
        assert two_.look()["outcome"] == {"winners": [], "reason": "the other left, before the battle"}


def test_who_leaves_has_lost_and_the_other_is_told_why() -> None:
    with live_api() as server:
        one, two_ = two(server)
        place(one, two_)
        assert one.ask("DELETE", f"/api/matches/{one.match}/seats/me")[0] == 204
        end = two_.look()
        assert end["outcome"] == {"winners": [two_.seat], "reason": "the other left"}
        assert not end["seats"][one.seat]["present"]
        assert one.ask("DELETE", f"/api/matches/{one.match}/seats/me")[0] == 401
        status, problem = two_.ask("POST", f"/api/matches/{two_.match}/rematch", {})
        assert (status, problem["refusals"][0]["code"]) == (409, "alone")


def test_a_match_for_one_is_abandoned_when_he_leaves() -> None:
    with live_api() as server, server.client().sit(game="jminesweeper") as client:
        assert client.ask("DELETE", f"/api/matches/{client.match}/seats/me")[0] == 204
        client.token = ""
        assert client.look()["outcome"] == {"winners": [], "reason": "abandoned"}


def test_both_want_another_match_and_get_one_with_their_old_tokens() -> None:
    with live_api() as server:
        one, two_ = two(server)
        assert one.ask("POST", f"/api/matches/{one.match}/rematch", {})[1]["refusals"][0]["code"] == "not-over"
        play(server, (one, two_), Random(1))
        assert one.ask("POST", f"/api/matches/{one.match}/rematch", {}) == (200, {"match": one.match, "next": None})
        assert two_.look()["seats"][one.seat]["again"]
        status, found = two_.ask("POST", f"/api/matches/{one.match}/rematch", {})
        assert status == 200
        assert found["next"] == one.look()["next"] != one.match
        one.match = two_.match = found["next"]
        assert play(server, (one, two_), Random(2))["status"] == "over"


def test_a_rematch_of_a_game_for_one_has_another_board() -> None:
    with live_api() as server, server.client().sit(game="alpha") as client:
        boards = set()
        for _ in range(3):
            boards.add(server.match(client.match).record.options.mines)
            client.act(["quit"])
            client.match = client.ask("POST", f"/api/matches/{client.match}/rematch", {})[1]["next"]
        assert len(boards) == 3


def test_options_of_a_rematch_that_is_under_way_must_make_sense_though_they_change_nothing() -> None:
    with live_api() as server, server.client().sit(game="alpha") as client:
        client.act(["quit"])
        rematch = f"/api/matches/{client.match}/rematch"
        status, found = client.ask("POST", rematch, {"options": {}})
        assert (status, bool(found["next"])) == (200, True)
        assert client.ask("POST", rematch, {"options": {"rows": 7}}) == (200, found)
        for nonsense in ({"rows": False}, {"level": 4}, 7):
            assert client.ask("POST", rematch, {"options": nonsense})[0] == 400
        status, problem = client.ask("POST", rematch, {"options": {"level": 3}})
        assert (status, problem["refusals"][0]["code"]) == (409, "other-game")


def test_who_is_not_heard_of_has_left() -> None:
    with live_api(grace_s=0.5) as server:
        one, two_ = two(server)
        place(one, two_)
        with two_.live() as seen:
            end = seen.until(lambda now: now["status"] == "over")
        assert end["outcome"] == {"winners": [two_.seat], "reason": "the other left"}
        waiting = server.client().sit(game="battleship")
        assert eventually(lambda: waiting.ask("GET", f"/api/matches/{waiting.match}", token="")[0] == 404)
        assert eventually(lambda: len(server.service.guests) == 0)


def test_who_takes_too_long_has_lost_and_may_play_again() -> None:
    with live_api() as server:
        one, two_ = two(server, think_s=1)
        place(one, two_)
        attacker, other = (one, two_) if one.seat in one.look()["view"]["to_act"] else (two_, one)
        assert 0 < attacker.look()["left_s"] <= 1
        end = other.wait(lambda now: now["status"] == "over")
        assert end["outcome"] == {"winners": [other.seat], "reason": "the other ran out of time"}
        for client in (one, two_):
            _, found = client.ask("POST", f"/api/matches/{one.match}/rematch", {})
        assert found["next"]


def test_a_clock_is_told_to_its_own_seat_only() -> None:
    with live_api() as server:
        one, two_ = two(server, think_s=60)
        assert one.look()["left_s"] > 0
        assert one.ask("GET", f"/api/matches/{one.match}", token="")[1]["left_s"] is None
        one.act(["place", 0, 1, 2])
        assert one.look()["left_s"] is None
        assert two_.look()["left_s"] > 0


# --- after the end


def test_a_record_and_its_frames_are_secret_until_the_end() -> None:
    with live_api() as server:
        one, two_ = two(server)
        for path in ("record", "frames"):
            status, problem = one.ask("GET", f"/api/matches/{one.match}/{path}")
            assert status == 409
            assert "not over" in problem["detail"]
        play(server, (one, two_), Random(1))
        assert one.ask("GET", f"/api/matches/{one.match}/frames")[0] == 200


@pytest.mark.parametrize("game", GAMES)
def test_frames_are_the_views_after_each_move(game: str) -> None:
    with live_api() as server:
        clients = whole(server, game)
        play(server, clients, Random(4))
        client, rules = clients[0], games.game(game)
        _, lines = client.raw("GET", f"/api/matches/{client.match}/record")
        found = record.read(lines.decode().splitlines(), rules)
        seen = []
        first = 0
        while True:
            status, frames = client.ask("GET", f"/api/matches/{client.match}/frames?from={first}&count=50&viewer=0")
            assert status == 200
            view = frames["view"]
            seen.append(view)
            for patch in frames["patches"]:
                view = apply(patch, view)
                seen.append(view)
            first += 50
            if first > frames["last"]:
                break
        assert len(seen) == len(found.moves) + 1
        match = replay(rules, record.Record(found.game, found.options, found.seed))
        for number, move in enumerate(found.moves):
            assert seen[number] == rules.notation.write_view(match.view(0))
            match.act(move.seat, move.action, move.at_s)
        assert client.ask("GET", f"/api/matches/{client.match}/frames?from={frames['last'] + 1}")[0] == 404
        assert client.ask("GET", f"/api/matches/{client.match}/frames?count=1000")[0] == 400


def test_the_server_stops_although_somebody_waits_for_an_answer() -> None:
    with live_api() as server:
        one, _ = two(server)
        version = one.look()["version"]
        waits = threading.Thread(target=lambda: _ignore(one, f"/api/matches/{one.match}?after={version}&wait_s=30"))
        waits.start()
        scene = server.scene(one.match)
        assert eventually(lambda: scene.watched == 1)
        server.clients.remove(one)
    waits.join(5)  # it did not wait for the answer, and told him so
    assert not waits.is_alive()
    one.http.close()


def _ignore(client: Client, path: str) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        client.ask("GET", path)
