"""Live sockets: what seats and watchers are told, and nothing else."""

import contextlib
import json
from random import Random
from typing import Any

import pytest
from support.liveapi import GAMES, Client, LiveApi, Seen, chosen, live_api, play
from support.wait import eventually
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fogfield import games
from fogfield.core.game import Watcher


def seated(server: LiveApi, game: str = "battleship", **wish: Any) -> list[Client]:
    first = server.client().sit("/api/matches", game=game, opponent="invite", **wish)
    if games.game(game).seats == 1:
        return [first]
    return [first, server.client().sit(f"/api/invitations/{first.code}")]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_watchers_are_told_exactly_the_public_view_and_only_when_it_changes(game: str, seed: int) -> None:
    rules, rng = games.game(game), Random(seed)
    with live_api() as server:
        clients = seated(server, game)
        match = server.match(clients[0].match)
        with clients[0].live(token="") as watcher:
            watcher.hear()
            last, changes = rules.notation.write_view(match.view(Watcher.PUBLIC)), 0
            assert watcher.now["view"] == last
            for _ in range(60):
                if rules.outcome(match.state):
                    break
                seat = rng.choice(sorted(rules.to_act(match.state)))
                (client,) = [one for one in clients if one.seat == seat]
                assert client.act(chosen(server, match, seat, rng))[0] == 200
                viewer = Watcher.REFEREE if rules.outcome(match.state) else Watcher.PUBLIC
                now = rules.notation.write_view(match.view(viewer))
                if now != last:
                    assert watcher.hear().keys() == {"type", "version", "left_s", "patch"}
                    assert (watcher.now["view"], watcher.now["seat"]) == (now, None)
                    last, changes = now, changes + 1
            with pytest.raises(TimeoutError):  # nothing more was sent than there were changes
                watcher.hear(timeout=0.1)
            assert len(watcher.views) == changes + 1


def test_a_hidden_action_sends_watchers_no_frame_and_changes_nothing_that_they_can_ask_for() -> None:
    """Every action of our games changes what everybody may know; so one of them is changed to keep a secret."""
    rules = games.game("jminesweeper")

    def write_view(view: Any) -> Any:
        found = rules.notation.write_view(view)
        return {**found, "debug": view.seat is not None and found["debug"]}

    hushed = rules._replace(notation=rules.notation._replace(write_view=write_view))
    with live_api() as server:
        server.call(lambda: setattr(server.houses["jminesweeper"], "game", hushed))
        client, other = server.client().sit(game="jminesweeper"), server.client()
        with client.live() as own, client.live(token="") as watcher:
            own.hear()
            watcher.hear()
            before = other.ask("GET", f"/api/matches/{client.match}")
            for _ in range(3):
                own.say(do=["debug"])
                assert own.hear()["patch"]
            assert other.ask("GET", f"/api/matches/{client.match}") == before
            with pytest.raises(TimeoutError):
                watcher.hear(timeout=0.2)


def test_each_seat_is_told_its_own_view_and_acts_by_its_own_socket() -> None:
    with live_api() as server:
        one, two = seated(server)
        with one.live() as first, two.live() as second:
            first.hear()
            second.hear()
            first.say(do=["place", 0, 1, 2]).until(lambda now: now["view"]["placed"][one.seat])
            second.until(lambda now: now["view"]["placed"][one.seat])
            assert first.now["view"]["boards"][one.seat].startswith("OOO~")
            assert second.now["view"]["boards"][one.seat] == "~" * 16
            second.say(do=["place", 3, 4, 5])
            first.until(lambda now: now["view"]["to_act"] != [] and all(now["view"]["placed"]))
            attacker, other = (first, second) if one.seat in first.now["view"]["to_act"] else (second, first)
            second.until(lambda now: all(now["view"]["placed"]))
            other.say(do=["attack", 9])
            refused = other.hear()
            assert refused["type"] == "refused"
            assert refused["refusals"][0]["code"]
            attacker.say(do=["attack", 9]).until(lambda now: "*" in str(now["view"]["boards"]))


def test_a_browser_may_name_its_token_in_a_message_and_is_a_watcher_before() -> None:
    with live_api() as server:
        one, _ = seated(server)
        one.act(["place", 0, 1, 2])
        with one.live(token="") as seen:
            seen.hear()
            assert seen.now["seat"] is None
            assert "O" not in json.dumps(seen.now["view"]["boards"])
            assert seen.say(do=["attack", 3]).hear()["refusals"][0]["code"] == "bad-message"
            assert seen.say(token=one.token).hear()["type"] == "view"
            assert seen.now["seat"] == one.seat
            assert "OOO" in seen.now["view"]["boards"][one.seat]
            assert seen.say(token=one.token).hear()["type"] == "refused"


@pytest.mark.parametrize("token", ["wrong", "x" * 60])
def test_a_wrong_token_closes_the_socket(token: str) -> None:
    with live_api() as server:
        one, _ = seated(server)
        with pytest.raises(InvalidStatus) as refused, one.live(token=token):
            pass
        assert refused.value.response.status_code == 401
        with one.live(token="") as seen:
            seen.hear()
            seen.say(token=token)
            with pytest.raises(ConnectionClosed) as closed:
                seen.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert "token" in closed.value.rcvd.reason


def test_the_token_of_another_match_opens_nothing() -> None:
    with live_api() as server:
        one, _ = seated(server)
        other, _ = seated(server)
        with pytest.raises(InvalidStatus), one.live(token=other.token):
            pass


def test_a_rematch_goes_on_in_the_same_socket() -> None:
    with live_api() as server:
        one, two = seated(server)
        with one.live() as seen, one.live(token="") as watcher:
            play(server, (one, two), Random(1))
            seen.until(lambda now: now["status"] == "over")
            for client in (one, two):
                _, found = client.ask("POST", f"/api/matches/{one.match}/rematch", {})
            for ear in (seen, watcher):
                while (message := ear.hear())["type"] != "next":
                    pass
                assert message["match"] == found["next"]
                assert ear.hear()["type"] == "view"
                assert (ear.now["id"], ear.now["status"]) == (found["next"], "playing")
            seen.say(do=["place", 0, 1, 2]).until(lambda now: now["view"]["placed"][one.seat])


def test_a_match_that_is_over_and_left_is_shown_once_and_closed() -> None:
    with live_api() as server:
        one, two = seated(server)
        with one.live(token="") as watcher:
            for client in (one, two):
                assert client.ask("DELETE", f"/api/matches/{one.match}/seats/me")[0] == 204
            with pytest.raises(ConnectionClosed) as closed:
                watcher.until(lambda now: False)
            assert watcher.now["status"] == "over"
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1000


def test_who_waits_is_told_that_the_other_came() -> None:
    with live_api() as server:
        one = server.client().sit(game="battleship")
        with one.live() as seen:
            seen.hear()
            assert seen.now["status"] == "waiting"
            server.client().join(one.match, name="Jon")
            seen.until(lambda now: now["status"] == "playing")
            assert seen.now["seats"][1 - one.seat]["name"] == "Jon"


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_pages_of_other_sites_may_not_open_a_socket_nor_post(origin: str) -> None:
    with live_api() as server:
        one, _ = seated(server)
        url = f"ws://127.0.0.1:{server.port}/api/matches/{one.match}/live"
        with pytest.raises(InvalidStatus) as refused, connect(url, origin=Origin(origin), proxy=None):
            pass
        assert refused.value.response.status_code == 403
        status, _ = one.raw("POST", "/api/matches", b'{"game":"alpha"}', Content_Type="application/json", Origin=origin)
        assert status == 403
        own = f"http://127.0.0.1:{server.port}"
        status, _ = one.raw("POST", "/api/matches", b'{"game":"alpha"}', Content_Type="application/json", Origin=own)
        assert status == 201


def test_a_socket_for_no_match_is_refused_with_a_problem() -> None:
    with live_api() as server:
        for path, status in (("/api/matches/222222222222/live", 404), ("/api/nothing", 404)):
            with pytest.raises(InvalidStatus) as refused, connect(f"ws://127.0.0.1:{server.port}{path}", proxy=None):
                pass
            assert refused.value.response.status_code == status
            assert b"detail" in (refused.value.response.body or b"")


def test_an_open_socket_keeps_somebody_present() -> None:
    with live_api(grace_s=0.4) as server:
        one, two = seated(server)
        with one.live() as seen, two.live():
            seen.hear()
            assert not eventually(lambda: one.look()["status"] == "over", within_s=1.2)
        assert eventually(lambda: one.ask("GET", f"/api/matches/{one.match}", token="")[1]["status"] == "over")


def test_more_watchers_than_one_match_may_have_are_refused() -> None:
    with live_api(watchers=2) as server, contextlib.ExitStack() as stack:
        one, _ = seated(server)
        for _ in range(2):
            stack.enter_context(one.live(token="")).hear()
        with pytest.raises(InvalidStatus) as refused, Seen(server.port, one.match):
            pass
        assert refused.value.response.status_code == 503
