"""A bot plays the seat of somebody who watches, over real sockets."""

from random import Random
from typing import Any

import pytest
from support.liveapi import Client, LiveApi, chosen, live_api
from support.wait import eventually

from fogfield.core.game import Seat
from fogfield.games.treasurehunt.bots import Lookout

PACE = {"pace_ms": 0}


def hunter(server: LiveApi, **wish: Any) -> Client:
    """Somebody at a hunt against a bot, with as much time as he likes."""
    return server.client().sit(game="treasurehunt", opponent="bot", bot="nearest", think_s=0, **wish)


def send(client: Client, **wish: Any) -> tuple[int, Any]:
    """Let a bot play."""
    return client.ask("POST", f"/api/matches/{client.match}/seats/me/bot", wish)


def send_away(client: Client) -> tuple[int, Any]:
    """Take the seat back."""
    return client.ask("DELETE", f"/api/matches/{client.match}/seats/me/bot")


def over(now: Any) -> bool:
    """Whether it has ended."""
    return bool(now["status"] == "over")


@pytest.mark.parametrize(
    ("game", "bot"), [("battleship", "hunter"), ("planefight", "random"), ("treasurehunt", "lookout")]
)
def test_a_bot_plays_a_seat_to_the_end_while_its_player_watches(game: str, bot: str) -> None:
    with live_api() as server:
        client = server.client().sit(game=game, opponent="bot", bot="random", think_s=0)
        with client.live() as seen:
            status, now = send(client, bot=bot, **PACE)
            assert (status, now["bot"]["name"]) == (200, bot)
            end = seen.until(over)
        assert end["outcome"]["reason"]
        assert end["bot"] is None
        assert end["seats"][client.seat]["kind"] == "web"


def test_a_bot_that_thinks_in_another_process_tells_its_plan_too() -> None:
    with live_api() as server, hunter(server) as client, client.live() as seen:
        assert send(client, bot="expert", **PACE)[0] == 200
        seen.until(lambda now: now["bot"] and len(now["bot"]["plan"]) > 1)
        first = seen.now["bot"]["plan"][0]
        assert seen.now["view"]["map"][first[0]][first[1]] in ".^"


def test_nobody_else_is_told_of_the_bot_or_of_its_plan() -> None:
    with live_api() as server, hunter(server) as client, client.live() as seen, client.live(token="") as watcher:
        watcher.hear()
        send(client, bot="lookout", **PACE)
        seen.until(lambda now: now["bot"] and now["bot"]["plan"])
        watcher.until(lambda now: now["view"]["map"] is not None)
        assert watcher.now["bot"] is None
        watcher.until(over)
        assert watcher.now["bot"] is None


def test_who_has_sent_a_bot_does_not_act_himself_until_he_takes_the_seat_back() -> None:
    with live_api() as server, hunter(server) as client:
        send(client, bot="dummy", pace_ms=5000)
        status, problem = client.act(["move", "up"])
        assert status == 409
        assert [one["code"] for one in problem["refusals"]] == ["bot-plays"]
        assert send_away(client) == (204, None)
        assert client.look()["bot"] is None
        seen = client.wait(lambda now: client.seat in now["view"]["to_act"])
        before = seen["view"]["actions"]
        match = server.match(client.match)
        status, now = client.act(chosen(server, match, client.seat, Random(3)))
        assert status == 200
        assert now["view"]["actions"] > before


def test_another_bot_takes_over_from_the_one_that_played() -> None:
    with live_api() as server, hunter(server) as client:
        send(client, bot="dummy", pace_ms=5000)
        status, now = send(client, bot="lookout", **PACE)
        assert (status, now["bot"]["name"]) == (200, "lookout")
        assert over(client.wait(over, tries=1000))


@pytest.mark.parametrize(
    ("wish", "status"),
    [({"bot": "nobody"}, 409), ({"bot": 3}, 400), ({"pace_ms": -1}, 400), ({"pace_ms": 5001}, 400), ({"more": 1}, 400)],
)
def test_a_bot_that_there_is_not_is_refused_with_a_sentence(wish: dict[str, Any], status: int) -> None:
    with live_api() as server, hunter(server) as client:
        found, problem = send(client, **wish)
        assert (found, bool(problem["detail"])) == (status, True)
        assert client.look()["bot"] is None


def test_no_bot_plays_before_the_match_after_it_for_one_or_for_a_stranger() -> None:
    with live_api() as server:
        alone = server.client().sit(game="treasurehunt", opponent="invite")
        assert send(alone, bot="dummy")[0] == 409
        single = server.client().sit(game="jminesweeper")
        assert send(single)[1]["refusals"][0]["code"] == "no-such-bot"
        assert send(single)[1]["detail"] == "no bot plays jminesweeper here: it is a game for one"
        client = hunter(server)
        assert client.ask("POST", f"/api/matches/{client.match}/seats/me/bot", {}, token="no")[0] == 401
        assert client.ask("DELETE", f"/api/matches/{client.match}/seats/me/bot", token="no")[0] == 401
        client.act(["forfeit", "enough"])
        assert send(client, bot="dummy")[0] == 409


def test_a_bot_stops_when_its_player_leaves() -> None:
    with live_api() as server, hunter(server) as client:
        send(client, bot="dummy", pace_ms=50)
        match = server.match(client.match)
        assert client.ask("DELETE", f"/api/matches/{client.match}/seats/me")[0] == 204
        assert match.outcome
        assert match.outcome.reason == "the other left"


def test_a_bot_with_a_fault_gives_the_seat_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any) -> Seat:
        raise ValueError("a fault")

    monkeypatch.setattr(Lookout, "choose", fail)
    with live_api(faults=True) as server, hunter(server) as client:
        send(client, bot="lookout", **PACE)
        assert eventually(lambda: server.houses["treasurehunt"].plays.faults == 1)
        assert client.look()["bot"] is None
        assert client.act(["forfeit", "enough"])[0] == 200


def test_a_match_without_a_limit_has_no_clock() -> None:
    with live_api() as server, hunter(server) as client:
        assert client.wait(lambda now: client.seat in now["view"]["to_act"])["left_s"] is None
        limited = server.client().sit(game="treasurehunt", opponent="bot", bot="nearest")
        assert limited.wait(lambda now: limited.seat in now["view"]["to_act"])["left_s"] is not None
