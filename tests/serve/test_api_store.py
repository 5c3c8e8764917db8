"""The API and the store: what is answered is on disk, matches go on after a restart, and are found after their end."""

import sqlite3
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.live import served
from support.liveapi import GAMES, Client, LiveApi, live_api, play
from support.wait import eventually
from websockets.exceptions import ConnectionClosed

from fogfield import games
from fogfield.core import record
from fogfield.core.match import replay
from fogfield.store.journal import Health


def seated(server: LiveApi, game: str = "battleship", **wish: Any) -> list[Client]:
    first = server.client().sit("/api/matches", game=game, name="Mira", opponent="invite", **wish)
    if games.game(game).seats == 1:
        return [first]
    return [first, server.client().sit(f"/api/invitations/{first.code}", name="Jon")]


def moved(server: LiveApi, clients: list[Client]) -> list[Client]:
    """The same players at a server that was started again."""
    for client in clients:
        client.move_to(server)
    return clients


@pytest.mark.parametrize("game", GAMES)
def test_players_go_on_after_a_restart_with_their_tokens(game: str, tmp_path: Path) -> None:
    store, rng = str(tmp_path / "fog.db"), Random(2)
    with live_api(store=store) as server:
        clients = seated(server, game)
        if len(clients) == 1:  # any other move may be the last one
            assert clients[0].act(["mark", 0, 0])[0] == 200
        else:
            play(server, clients, rng, most=3)
        before = [client.look() for client in clients]
    with live_api(store=store) as server:
        moved(server, clients)
        after = [client.look() for client in clients]
        assert [one["view"] for one in after] == [one["view"] for one in before]
        assert [one["seats"] for one in after] == [one["seats"] for one in before]
        assert clients[0].ask("GET", f"/api/matches/{clients[0].match}", token="wrong")[0] == 401
        assert play(server, clients, rng)["status"] == "over"


def test_who_waits_still_waits_after_a_restart_and_his_invitation_is_still_good(tmp_path: Path) -> None:
    store = str(tmp_path / "fog.db")
    with live_api(store=store) as server:
        one = server.client().sit(game="battleship", opponent="invite")
        two = server.client().sit(game="planefight")
    with live_api(store=store) as server:
        moved(server, [one, two])
        assert one.look()["status"] == two.look()["status"] == "waiting"
        server.client().sit(f"/api/invitations/{one.code}")
        server.client().sit(game="planefight")
        assert one.look()["status"] == two.look()["status"] == "playing"


def test_who_does_not_come_back_after_a_restart_has_left(tmp_path: Path) -> None:
    store = str(tmp_path / "fog.db")
    with live_api(store=store) as server:
        one, two = seated(server)
        for client in (one, two):
            assert client.act(["place", 0, 1, 2])[0] == 200
    with live_api(store=store, grace_s=0.5) as server:
        moved(server, [one, two])
        with one.live() as seen:
            end = seen.until(lambda now: now["status"] == "over")
        assert end["outcome"] == {"winners": [one.seat], "reason": "the other left"}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_over_is_found_in_the_archive(game: str, tmp_path: Path) -> None:
    store, rules = str(tmp_path / "fog.db"), games.game(game)
    with live_api(store=store) as server:
        clients = seated(server, game)
        end = play(server, clients, Random(2))
        name = clients[0].match
    with live_api(store=store) as server:
        (client, *_) = moved(server, clients)
        found = client.look()
        assert {key: found[key] for key in ("status", "outcome", "view", "seat", "options")} == {
            key: end[key] for key in ("status", "outcome", "view", "seat", "options")
        }
        assert client.ask("GET", f"/api/matches/{name}", token="wrong")[0] == 401
        assert client.ask("GET", f"/api/matches/{name}", token="")[1]["seat"] is None
        status, lines = client.raw("GET", f"/api/matches/{name}/record")
        assert status == 200
        assert replay(rules, record.read(lines.decode().splitlines(), rules)).outcome
        frames = client.ask("GET", f"/api/matches/{name}/frames?viewer=everything&count=2")[1]
        assert len(frames["patches"]) == 1
        with client.live(token="") as seen:
            seen.hear()
            assert seen.now["status"] == "over"
            with pytest.raises(ConnectionClosed):
                seen.hear()


def test_matches_that_are_over_are_listed_page_by_page(tmp_path: Path) -> None:
    with live_api(store=str(tmp_path / "fog.db")) as server:
        names = []
        for number in range(5):
            client = server.client().sit(game="alpha", name=f"Mira {number % 2}")
            client.act(["quit"])
            names.append(client.match)
        found: list[str] = []
        more = ""
        while more is not None:
            _, page = client.ask("GET", f"/api/matches?status=over&limit=2{more and '&before=' + more}")
            found += [one["id"] for one in page["matches"]]
            more = page["more"]
        assert found == names[::-1]
        _, page = client.ask("GET", "/api/matches?status=over&player=Mira%201")
        assert [one["id"] for one in page["matches"]] == [names[3], names[1]]


def test_nothing_is_answered_while_nothing_can_be_stored_and_all_goes_on_afterwards(tmp_path: Path) -> None:
    store = tmp_path / "fog.db"
    with live_api(store=str(store)) as server:
        one, two = seated(server)
        assert server.store
        journal = server.store.journal
        other = sqlite3.connect(store, isolation_level=None)
        with one.live() as seen:
            seen.hear()
            other.execute("BEGIN IMMEDIATE")  # another program locks the database
            status, problem = one.act(["place", 0, 1, 2])
            assert status == 503
            assert problem["refusals"][0]["code"] == "unsure"
            assert one.headers["retry-after"] == "2"
            assert eventually(lambda: journal.health is Health.DOWN)
            status, problem = one.ask("GET", "/readyz")
            assert status == 503
            assert "locked" in problem["detail"]
            assert one.ask("GET", "/healthz")[0] == 200
            assert two.act(["place", 0, 1, 2])[0] == 503
            assert two.ask("POST", "/api/matches", {"game": "alpha"})[0] == 503
            with pytest.raises(ConnectionClosed) as closed:
                seen.until(lambda now: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        other.execute("ROLLBACK")
        other.close()
        assert eventually(lambda: one.ask("GET", "/readyz")[0] == 200)
        assert one.look()["view"]["placed"][one.seat]  # it was taken before the fault was known, and is on disk now
        assert two.act(["place", 0, 1, 2])[0] == 200
        assert play(server, (one, two), Random(1))["status"] == "over"


def test_no_frame_leaves_before_its_move_is_on_disk(tmp_path: Path) -> None:
    store = tmp_path / "fog.db"
    with live_api(store=str(store)) as server:
        one, two = seated(server)
        assert server.store
        journal = server.store.journal
        with two.live() as seen:
            seen.hear()
            other = sqlite3.connect(store, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            acts = threading.Thread(target=lambda: one.act(["place", 0, 1, 2]))
            acts.start()
            assert eventually(lambda: journal.waiting > 0)
            with pytest.raises(TimeoutError):
                seen.hear(timeout=0.1)
            other.execute("ROLLBACK")
            other.close()
            seen.until(lambda now: now["view"]["placed"][one.seat])
            acts.join(10)


def test_a_bot_that_was_asked_for_comes_after_a_restart_too(tmp_path: Path) -> None:
    store = str(tmp_path / "fog.db")
    with live_api(store=store) as server:
        client = server.client().sit(game="battleship", bot_after_s=2)
        assert client.look()["status"] == "waiting"
    with live_api(store=store) as server:
        client.move_to(server)
        seen = client.wait(lambda now: now["status"] == "playing")
        assert {seat["kind"] for seat in seen["seats"]} == {"web", "bot"}


def test_a_match_that_older_rules_allowed_is_refused_with_a_sentence(tmp_path: Path) -> None:
    store = tmp_path / "fog.db"
    with live_api(store=str(store)) as server:
        clients = seated(server)
        play(server, clients, Random(2))
    with sqlite3.connect(store) as raw:
        raw.execute("""UPDATE moves SET action = '["attack",1]' WHERE number = 0""")
    raw.close()
    with live_api(store=str(store)) as server:
        (client, *_) = moved(server, clients)
        for path in ("", "/frames"):
            status, problem = client.ask("GET", f"/api/matches/{client.match}{path}", token="")
            assert status == 409
            assert "move 1 is not possible" in problem["detail"]


def test_a_rematch_against_a_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "fog.db")
    with live_api(store=store) as server:
        client = server.client().sit(game="battleship", opponent="bot", bot="random", seat=1)
        client.act(["place", 0, 1, 2])
        cells = iter(range(16))
        while client.wait(lambda now: now["status"] == "over" or now["view"]["to_act"] == [1])["status"] != "over":
            client.act(["attack", next(cells)])
        assert eventually(lambda: client.look()["seats"][0]["again"])
        client.match = client.ask("POST", f"/api/matches/{client.match}/rematch", {})[1]["next"]
        client.act(["place", 0, 1, 2])
    with live_api(store=store) as server:
        client.move_to(server)
        client.wait(lambda now: now["view"]["to_act"] == [1] and all(now["view"]["placed"]))
        assert client.act(["attack", 3])[0] == 200


def test_every_move_that_was_answered_is_there_after_kill_9(tmp_path: Path) -> None:
    store = {"FOGFIELD_STORE_ADDRESS": str(tmp_path / "fog.db")}
    with served(name="web", **store) as process, Client(process.port) as client:
        client.sit(game="jminesweeper", options={"columns": 50, "rows": 50})
        for number in range(40):
            status, seen = client.act(["mark", number, number])
            assert status == 200
        process.process.kill()
        process.process.wait()
    with served(name="web", **store) as process:
        client.http.close()
        with Client(process.port) as again:
            again.match, again.token = client.match, client.token
            assert again.look()["view"] == seen["view"]
            assert again.act(["mark", 49, 0])[0] == 200
