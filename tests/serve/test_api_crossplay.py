"""Players of the API against those of the published protocols, over real sockets."""

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.liveapi import Client, LiveApi, live_api
from support.liveweb import Guest
from support.pilot import Flight, Pilot
from support.sailor import Game, Sailor
from support.stored import opened
from support.wait import eventually

from fogfield import games
from fogfield.store.archive import Kept, Status

PAIR = {"battleship.opponent": "pair", "planefight.opponent": "pair", "planefight.first": "first-come"}


def plays(server: LiveApi, client: Client, rng: Random) -> Any:
    """Play by chance until the end."""
    client.wait(lambda now: now["status"] != "waiting")
    match = server.match(client.match)
    rules = match.game
    while True:
        seen = client.wait(lambda now: now["status"] == "over" or client.seat in now["view"]["to_act"], tries=2000)
        if seen["status"] == "over":
            return seen
        action = server.call(lambda: rules.choose(match.view(client.seat), rng))
        if action is not None:
            status, problem = client.act(rules.notation.write_action(action))
            assert status in (200, 409), problem


class Other:
    """Somebody who plays in a thread of his own; what went wrong there is told here."""

    def __init__(self, play: Callable[[], Any]) -> None:
        self.result: Any = None
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(play,))
        self._thread.start()

    def _run(self, play: Callable[[], Any]) -> None:
        try:
            self.result = play()
        except BaseException as error:
            self.error = error

    def end(self) -> Any:
        """Wait for him."""
        self._thread.join(60)
        if self.error:
            raise self.error
        return self.result


def sails(port: int) -> str:
    with Sailor(port) as sailor:
        return Game(sailor, Random(2)).play()


def flies(port: int) -> str:
    with Pilot(port) as pilot:
        return Flight(pilot, "Jon", Random(2)).play()


@pytest.mark.parametrize(("game", "plays_it"), [("battleship", sails), ("planefight", flies)])
def test_a_client_of_the_published_protocol_waits_and_an_api_player_comes(
    game: str, plays_it: Callable[[int], str]
) -> None:
    with live_api(game, settings=PAIR) as server:
        other = Other(lambda: plays_it(server.ports[game]))
        assert eventually(lambda: bool(server.houses[game].room.waiting))
        client = server.client()
        (open_seat,) = client.ask("GET", f"/api/matches?game={game}&status=waiting")[1]["matches"]
        assert {seat["kind"] for seat in open_seat["seats"] if seat} == {game}
        client.sit(game=game, name="Mira")
        assert client.match == open_seat["id"]
        end = plays(server, client, Random(3))
        assert client.seat in end["outcome"]["winners"] or 1 - client.seat in end["outcome"]["winners"]
        result = other.end()
        if game == "battleship":
            assert result == ("ULOST" if client.seat in end["outcome"]["winners"] else "UWON")


@pytest.mark.parametrize(("game", "plays_it"), [("battleship", sails), ("planefight", flies)])
def test_an_api_player_waits_and_a_client_of_the_published_protocol_comes(
    game: str, plays_it: Callable[[int], str]
) -> None:
    with live_api(game, settings=PAIR) as server:
        client = server.client().sit(game=game, name="Mira")
        assert client.look()["status"] == "waiting"
        other = Other(lambda: plays_it(server.ports[game]))
        end = plays(server, client, Random(3))
        assert {seat["kind"] for seat in end["seats"]} == {"web", game}
        other.end()


def test_an_open_seat_of_a_client_that_waits_can_be_taken_by_the_name_of_its_match(tmp_path: Path) -> None:
    with live_api("battleship", settings=PAIR, store=str(tmp_path / "fog.db")) as server:
        other = Other(lambda: sails(server.ports["battleship"]))
        assert eventually(lambda: bool(server.houses["battleship"].room.waiting))
        client = server.client()
        (found,) = client.ask("GET", "/api/matches")[1]["matches"]
        client.join(found["id"])
        assert plays(server, client, Random(3))["status"] == "over"
        other.end()
        _, lines = client.raw("GET", f"/api/matches/{found['id']}/record")
        head = json.loads(lines.splitlines()[0])
        assert {seat["kind"] for seat in head["match"]["seats"]} == {"web", "battleship"}


def test_an_api_player_takes_the_second_seat_of_a_hunt_by_its_game_id() -> None:
    with live_api("treasurehunt", settings={"treasurehunt.think_s": 20.0}) as server:
        guest = Guest(server.ports["treasurehunt"]).create().register()
        client = server.client().sit(f"/api/invitations/{guest.game_id}", name="Mira")
        assert client.seat == 1
        other = Other(lambda: guest.play(most=60))
        end = plays(server, client, Random(3))
        assert end["status"] == "over"
        assert {seat["kind"] for seat in end["seats"]} == {"web", "treasurehunt"}
        other.end()
        guest.http.close()


def test_a_hunt_that_an_api_player_left_before_it_began_is_still_there_and_is_stored(tmp_path: Path) -> None:
    store = str(tmp_path / "fog.db")
    with live_api("treasurehunt", store=store) as server:
        first = Guest(server.ports["treasurehunt"]).create()
        client = server.client().sit(f"/api/invitations/{first.game_id}", name="Mira")
        assert client.ask("DELETE", f"/api/matches/{client.match}/seats/me")[0] == 204
        second = Guest(server.ports["treasurehunt"])
        second.game_id = first.game_id
        first.register()
        second.register()
        for one in (first, second):
            one.http.close()
    found = asyncio.run(_kept(store, client.match))
    assert found is not None
    assert found.status is Status.PLAYING


async def _kept(address: str, match: str) -> Kept | None:
    async with opened(address, serving=False) as store:
        return await store.archive.read(match)


def test_an_xml_client_that_comes_second_to_a_game_with_a_dummy_gets_its_seat() -> None:
    with live_api("treasurehunt") as server:
        guest = Guest(server.ports["treasurehunt"]).create("?enableDummyCompetition=true")
        server.client().sit(f"/api/invitations/{guest.game_id}", name="Mira")
        guest.register()
        assert len(guest.state().players) == 2
        guest.http.close()


def test_who_only_looks_at_an_invitation_with_a_client_of_another_protocol_does_not_make_it_a_hunt() -> None:
    with live_api("treasurehunt") as server:
        client = server.client().sit(game="treasurehunt", opponent="invite")
        code = client.code
        guest = Guest(server.ports["treasurehunt"])
        guest.game_id, guest.player_id = code, "nobody"
        _, body = guest.ask("GET", f"/games/{code}/states/nobody")
        assert b"MatchNotFoundException" in body
        guest.register()
        assert client.wait(lambda now: now["status"] == "playing")
        guest.http.close()


def test_a_client_that_goes_loses_against_an_api_player() -> None:
    with live_api("battleship", settings=PAIR) as server:
        client = server.client().sit(game="battleship")
        with Sailor(server.ports["battleship"]) as sailor:
            assert sailor.line() == "GAMEREADY"
            sailor.say("INIT_GRID=1 2 3")
            client.act(["place", 0, 1, 2])
            client.wait(lambda now: all(now["view"]["placed"]))
        end = client.wait(lambda now: now["status"] == "over")
        assert end["outcome"]["winners"] == [client.seat]
        assert games.game("battleship").notation.defaults == end["options"]
