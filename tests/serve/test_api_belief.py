"""What a bot would have believed: told after the end, from the view of one seat, within limits."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.liveapi import GAMES, Client, LiveApi, live_api, play
from support.records import played

from fogfield import games
from fogfield.core import record
from fogfield.core.match import replay
from fogfield.serve import believing
from fogfield.serve.api import beliefs


def over(server: LiveApi, game: str, seed: int = 3) -> Client:
    """Play a match by chance to its end."""
    first = server.client()
    if games.game(game).seats == 1:
        clients = [first.sit(game=game)]
    else:
        first.sit(game=game, opponent="invite")
        clients = [first, server.client().sit(f"/api/invitations/{first.code}")]
    play(server, clients, Random(seed))
    return first


def ask(client: Client, what: str = "belief", query: str = "") -> tuple[int, Any]:
    return client.ask("GET", f"/api/matches/{client.match}/{what}{query}")


def views(client: Client, game: str, seat: int) -> list[Any]:
    """Give what a seat saw before each of the first moves, by the record."""
    _, lines = client.raw("GET", f"/api/matches/{client.match}/record")
    found = record.read(lines.decode().splitlines(), games.game(game))
    begun = [replace(found, moves=found.moves[:count], end=None) for count in range(min(3, len(found.moves)))]
    return [replay(games.game(game), one).view(seat) for one in begun]


def test_nothing_is_told_while_the_match_goes_on() -> None:
    with live_api() as server:
        client = server.client().sit(game="battleship", opponent="bot")
        for what in ("belief", "curves"):
            status, problem = ask(client, what)
            assert status == 409
            assert "not over" in problem["detail"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_is_what_the_view_of_that_seat_makes_one_believe(game: str) -> None:
    with live_api() as server:
        client = over(server, game)
        for seat in range(games.game(game).seats):
            for move, view in enumerate(views(client, game, seat)):
                status, told = ask(client, query=f"?seat={seat}&move={move}")
                assert status == 200, told
                believe = games.belief(game)
                assert believe is not None
                wanted = believe(view).as_json()
                assert told["maps"] == [{**one, "cells": [list(row) for row in one["cells"]]} for one in wanted["maps"]]
                assert (told["seat"], told["move"], told["doubt"]) == (seat, move, wanted["doubt"])


def test_at_the_end_it_is_what_was_believed_just_before_it() -> None:
    with live_api() as server:
        client = over(server, "battleship")
        _, frames = ask(client, "frames", "?from=0&count=1")
        last = frames["last"]
        before, end = (ask(client, query=f"?seat=0&move={move}")[1]["maps"] for move in (last - 1, last))
        assert before == end
        assert any(chance for row in end[0]["cells"] for chance in row)


def test_curves_have_a_value_for_every_moment_and_end_where_the_match_does() -> None:
    with live_api() as server:
        client = over(server, "battleship")
        status, told = ask(client, "curves", "?seat=1")
        assert status == 200
        (figure,) = told["figures"]
        assert len(figure["values"]) == len(figure["texts"]) == len(told["moves"])
        assert figure["values"][0] == 1.0
        assert figure["texts"][0] == "560 of 560"
        assert figure["values"] == sorted(figure["values"], reverse=True)


def test_a_seat_or_a_move_that_is_not_there_is_told_in_a_sentence() -> None:
    with live_api() as server:
        client = over(server, "alpha")
        assert ask(client, query="?seat=1")[0] == ask(client, "curves", "?seat=1")[0] == 404
        status, problem = ask(client, query="?move=100000")
        assert (status, problem["detail"].startswith("this match has")) == (404, True)
        assert ask(client, query="?seat=7")[0] == ask(client, query="?moves=1")[0] == 400


def test_what_takes_too_long_is_given_up_and_the_next_one_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    with live_api() as server:
        client = over(server, "planefight")
        clerk = server.service.routes.after.beliefs._clerk
        with monkeypatch.context() as hurry:
            hurry.setattr(clerk, "limit_s", 0.0)
            status, problem = ask(client)
            assert (status, "longer than 0 seconds" in problem["detail"]) == (503, True)
            assert client.headers["retry-after"]
        assert ask(client)[0] == 200


def test_too_many_at_once_are_sent_away_and_what_is_known_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with live_api() as server:
        client = over(server, "battleship")
        status, told = ask(client)
        assert status == 200
        monkeypatch.setattr(server.service.routes.after.beliefs._clerk, "_most", 0)
        assert ask(client) == (200, told)
        status, problem = ask(client, query="?move=1")
        assert (status, "too many" in problem["detail"]) == (503, True)


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with live_api() as server:
        client = over(server, "battleship")
        monkeypatch.setattr(beliefs, "MOST_KEPT", 2)
        for move in range(4):
            assert ask(client, query=f"?move={move}")[0] == 200
        assert len(server.service.routes.after.beliefs._kept) == 2


def test_a_curve_that_takes_long_has_fewer_points_spread_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(believing, "CURVE_S", -1.0)
    found = believing.curves("battleship", played("battleship").record, 0, [*range(5)])
    assert [one is not None for one in found] == [True] + [False] * 4
    assert believing.coarse_to_fine(9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]


def test_a_match_of_older_rules_is_refused_with_the_move_that_is_not_possible() -> None:
    record = played("battleship").record
    record.moves.insert(1, record.moves[0])
    with pytest.raises(believing.Unplayable, match="move 2 is not possible"):
        believing.believe("battleship", record, 0, 3)
