"""Hints, boards that are made, and proofs, over real sockets."""

import json
import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.liveapi import Client, LiveApi, chosen, live_api, play
from support.wait import eventually

from fogfield import games
from fogfield.core.counting import count
from fogfield.core.errors import OptionsError
from fogfield.core.grid import Cell
from fogfield.core.match import NOT_KEPT
from fogfield.games.classic import ADVICE
from fogfield.serve import clerk
from fogfield.serve.api import workshop
from fogfield.serve.api.acting import BOT_PLAYS
from fogfield.serve.api.hints import NOT_YOUR_TURN
from fogfield.serve.api.seating import ALONE, SAME_BOARD, WAITING

NO_GUESS = {"start": "noguess", "seed": "fern"}
#: Half of such a board is mines' neighbours: none of it was ever found.
HOPELESS = {"columns": 60, "rows": 60, "mines": 1080, "start": "noguess"}


@pytest.fixture(scope="module")
def server() -> Iterator[LiveApi]:
    with live_api(seats=1000, seats_per_address=1000) as found:
        yield found


@pytest.fixture(autouse=True)
def _time_to_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give searches time, however busy this machine is."""
    monkeypatch.setattr(workshop, "AT_ONCE_S", 60.0)


@pytest.fixture(autouse=True)
def _no_board_is_left(server: LiveApi) -> Iterator[None]:
    """Give up what a test had made: an address has few boards, and all tests have one address."""
    yield
    shop = server.service.routes.helping.workshop
    for name in tuple(shop._jobs):
        server.call(partial(shop.drop, name))


def ended(client: Client, job: Any) -> Any:
    """Wait until a search has ended."""
    while job["status"] == "making":
        status, job = client.ask("GET", f"/api/boards/{job['board']}?wait_s=20")
        assert status == 200, job
    return job


def hint(client: Client, strength: str = "", token: str | None = None) -> tuple[int, Any]:
    query = f"?strength={strength}" if strength else ""
    return client.ask("GET", f"/api/matches/{client.match}/seats/me/hint{query}", token=token)


def mines(server: LiveApi, client: Client) -> list[Any]:
    state = server.match(client.match).state
    return [list(cell) for cell in state.field.cells(state.mines)]


def solved(server: LiveApi, client: Client) -> Any:
    """Win by hints; gives all that was answered on the way."""
    found: list[Any] = []
    while True:
        status, told = hint(client, "cell")
        assert status == 200, told
        assert told["safe"]
        status, now = client.act(["reveal", *told["cell"]])
        if now["outcome"]:
            return found
        found += [told, now]


def refuse(options: Any) -> None:
    """Nothing can be stored now."""
    raise OptionsError((NOT_KEPT.text,))


# --- hints


def test_a_hint_is_what_the_advice_of_the_game_says_of_the_players_view(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    match = server.match(client.match)
    for strength in ("any", "cell", "odds"):
        status, told = hint(client, strength)
        assert (status, told) == (200, ADVICE.give(match.view(0), strength))
    assert hint(client)[1]["strength"] == "any"


def test_a_hint_is_about_what_is_near_where_the_player_looks(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options={"start": "zero", "columns": 40, "rows": 40, "mines": 60})
    client.act(["reveal", 20, 20])
    address, view = f"/api/matches/{client.match}/seats/me/hint", server.match(client.match).view(0)
    for row, col in ((0, 0), (39, 39), (0, 39)):
        status, told = client.ask("GET", f"{address}?strength=cell&near={row},{col}")
        assert (status, told) == (200, ADVICE.give(view, "cell", Cell(row, col)))
    for wrong in ("3", "3,", "-1,2", "a,b", "1,2,3", "1000,1"):
        status, problem = client.ask("GET", f"{address}?strength=cell&near={wrong}")
        assert status == 400, wrong
        assert "near" in problem["detail"]


def test_only_who_has_the_seat_is_given_hints_and_only_before_the_end(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options={"start": "unsafe", "columns": 2, "rows": 1, "mines": 1})
    assert hint(client, token="")[0] == 401
    assert hint(client, token="wrong")[0] == 401
    status, problem = hint(client, "everything")
    assert status == 400
    assert "strength must be any, cell or odds" in problem["detail"]
    client.act(["reveal", 0, 0])
    status, problem = hint(client)
    assert (status, problem["detail"]) == (409, "the game is over")


def test_a_game_without_advice_says_so_and_so_does_one_that_has_not_begun(server: LiveApi) -> None:
    client = server.client().sit(game="battleship", opponent="invite")
    status, problem = hint(client)
    assert (status, problem["detail"]) == (404, "nobody gives hints in battleship")


def test_only_who_is_to_act_is_given_hints_and_not_while_a_bot_plays_for_him(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "advice", lambda name: ADVICE)  # of today's games for two none has any
    one = server.client().sit(game="battleship", opponent="invite")
    assert hint(one)[1]["refusals"][0]["code"] == WAITING.code
    two = server.client().sit(f"/api/invitations/{one.code}")
    match, rng = server.match(one.match), Random(1)
    while len(match.game.to_act(match.state)) > 1:  # both place their boats
        seat = min(match.game.to_act(match.state))
        (one if one.seat == seat else two).act(chosen(server, match, seat, rng))
    (turn,) = match.game.to_act(match.state)
    acts, waits = (one, two) if one.seat == turn else (two, one)
    assert hint(waits)[1]["refusals"][0]["code"] == NOT_YOUR_TURN.code
    assert acts.ask("POST", f"/api/matches/{acts.match}/seats/me/bot", {"bot": "hunter", "pace_ms": 2000})[0] == 200
    assert hint(acts)[1]["refusals"][0]["code"] == BOT_PLAYS.code


def test_a_hint_that_takes_too_long_is_given_up_in_a_sentence_and_the_next_one_is_given(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    hints = server.service.routes.helping.hints
    monkeypatch.setattr(hints._clerk, "limit_s", 0.0)
    status, problem = hint(client)
    assert (status, problem["detail"]) == (503, "this takes longer than 0 seconds, so it was given up")
    monkeypatch.undo()
    assert hint(client)[0] == 200


def test_too_many_who_wait_are_sent_away(server: LiveApi, monkeypatch: pytest.MonkeyPatch) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    monkeypatch.setattr(server.service.routes.helping.hints._clerk, "_most", 0)
    status, problem = hint(client)
    assert status == 503
    assert "too many others wait" in problem["detail"]


# --- boards


def test_a_board_without_a_guess_is_asked_for_like_any_other_and_is_won_by_hints(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    first = client.look()
    secret = mines(server, client)
    told = [first, *solved(server, client)]
    seen = json.dumps([{**one, "steps": []} if "steps" in one else one for one in told])
    assert "laid" not in seen
    assert "fern" not in seen
    assert first["view"]["board"][4][4] == "."
    end = client.look()
    assert end["view"]["name"] == "9x9-10-noguess-fern"
    status, proof = client.ask("GET", f"/api/matches/{client.match}/proof")
    assert status == 200
    assert sorted(cell for step in proof["steps"] for cell in step["mines"]) == sorted(secret)


def test_a_board_is_made_told_of_without_its_mines_and_taken_once(server: LiveApi) -> None:
    client = server.client()
    status, job = client.ask("POST", "/api/boards", {"game": "classic", "options": NO_GUESS})
    assert (status, job["status"], job.keys()) == (202, "making", {"board", "game", "status", "tries", "text"})
    job = ended(client, job)
    assert job["status"] == "ready"
    assert job["tries"] > 0
    client.sit(game="classic", board=job["board"])
    assert client.look()["options"]["start"] == "noguess"
    status, problem = client.ask("POST", "/api/matches", {"game": "classic", "board": job["board"]}, token="")
    assert status == 409
    assert "may have been taken" in problem["detail"]


def test_a_board_with_which_no_match_can_begin_now_is_kept_for_another_try() -> None:
    with live_api(seats_per_address=1) as server:
        client = server.client().sit(game="classic", options={"columns": 2, "rows": 1, "mines": 1, "start": "unsafe"})
        _, job = client.ask("POST", "/api/boards", {"game": "classic", "options": {"start": "zero"}})
        status, problem = client.ask("POST", "/api/matches", {"game": "classic", "board": job["board"]}, token="")
        assert (status, "as many seats as one may have" in problem["detail"]) == (429, True)
        rematch = f"/api/matches/{client.match}/rematch"
        status, problem = client.ask("POST", rematch, {"board": job["board"]})
        assert (status, problem["detail"]) == (409, "the match is not over")
        client.act(["reveal", 0, 0])
        house = server.houses["classic"]
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(house, "check", refuse)
            assert client.ask("POST", rematch, {"board": job["board"]})[0] == 503
        status, again = client.ask("POST", rematch, {"board": job["board"]})
        assert (status, bool(again["next"])) == (200, True)
        assert client.ask("GET", f"/api/boards/{job['board']}")[0] == 404


def test_a_board_that_needs_no_search_is_ready_at_once_and_belongs_to_its_game(server: LiveApi) -> None:
    client = server.client()
    _, job = client.ask("POST", "/api/boards", {"game": "classic", "options": {"start": "zero"}})
    assert job["status"] == "ready"
    status, problem = client.ask("POST", "/api/matches", {"game": "alpha", "board": job["board"]})
    assert (status, problem["detail"]) == (409, "this is a board of classic")
    wish = {"game": "classic", "board": job["board"], "options": {"rows": 5}}
    assert client.ask("POST", "/api/matches", wish)[0] == 409
    assert client.ask("DELETE", f"/api/boards/{job['board']}")[0] == 204
    assert client.ask("GET", f"/api/boards/{job['board']}")[0] == 404


def test_a_search_can_be_watched_and_given_up(server: LiveApi) -> None:
    client = server.client()
    _, job = client.ask("POST", "/api/boards", {"game": "classic", "options": HOPELESS})
    path = f"/api/boards/{job['board']}"
    assert eventually(lambda: client.ask("GET", path)[1]["tries"] > 0)
    status, problem = client.ask("POST", "/api/matches", {"game": "classic", "board": job["board"]})
    assert (status, problem["detail"]) == (409, "this board is not made yet")
    assert client.ask("DELETE", path)[0] == 204
    assert client.ask("GET", path)[0] == 404
    _, other = client.ask("POST", "/api/boards", {"game": "classic", "options": NO_GUESS})
    assert ended(client, other)["status"] == "ready"


def test_a_search_that_finds_nothing_says_so_and_never_gives_a_board_with_a_guess(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "SEARCH_S", 0.2)
    client = server.client()
    _, job = client.ask("POST", "/api/boards", {"game": "classic", "options": HOPELESS})
    job = ended(client, job)
    assert job["status"] == "failed"
    assert job["tries"] > 0
    assert job["text"].startswith(
        "the search has ended, as none may take longer than 0.2 seconds: of"
        f" {count(job['tries'], 'board')} of 60x60 with 1,080 mines (30 %) none could be solved without a guess;"
        " fewer mines"
    )
    status, problem = client.ask("POST", "/api/matches", {"game": "classic", "board": job["board"]})
    assert (status, problem["detail"]) == (409, job["text"])


def test_a_request_waits_for_a_board_only_so_long(server: LiveApi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "AT_ONCE_S", 0.3)
    status, problem = server.client().ask("POST", "/api/matches", {"game": "classic", "options": HOPELESS})
    assert status == 409
    assert re.search(
        r"no more than 0\.3 seconds, and a longer search can be asked for at /api/boards: of [1-9][\d,]* boards?"
        r" of 60x60 with 1,080 mines \(30 %\) none could be solved without a guess; fewer mines",
        problem["detail"],
    )
    assert not server.service.routes.helping.workshop._jobs


def test_a_request_waits_for_the_last_board_only_so_long(server: LiveApi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.service.routes.helping.workshop._quick, "limit_s", 0.0)
    status, problem = server.client().ask("POST", "/api/matches", {"game": "classic", "options": HOPELESS})
    assert status == 409
    assert "can be asked for at /api/boards; 0 boards were tried" in problem["detail"]


def test_a_process_that_does_not_start_is_no_board_that_was_searched_for_in_vain(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clerk, "START_S", 0.0)
    status, problem = server.client().ask("POST", "/api/matches", {"game": "classic", "options": NO_GUESS})
    assert (status, problem["detail"]) == (503, "this takes longer than 0 seconds, so it was given up")
    _, job = server.client().ask("POST", "/api/boards", {"game": "classic", "options": NO_GUESS})
    assert (ended(server.client(), job)["text"], job["tries"]) == (problem["detail"], 0)


def test_a_search_begins_when_the_process_is_there(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "door")
    monkeypatch.setattr(clerk, "_be_there", partial(Path.read_bytes, tmp_path / "door"))
    shop = server.service.routes.helping.workshop
    _, told = server.client().ask("POST", "/api/boards", {"game": "classic", "options": NO_GUESS})
    job = shop._jobs[told["board"]]
    assert eventually(job.called.is_set)
    assert not job.begun
    (tmp_path / "door").write_bytes(b"open")
    assert ended(server.client(), told)["status"] == "ready"
    assert job.begun


def test_what_nobody_asks_for_is_given_up_and_one_address_has_few(
    server: LiveApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.client()
    wish = {"game": "classic", "options": {"start": "zero"}}
    made = [client.ask("POST", "/api/boards", wish) for _ in range(workshop.MOST_OF_ONE + 1)]
    assert [status for status, _ in made] == [202] * workshop.MOST_OF_ONE + [429]
    monkeypatch.setattr(workshop, "UNASKED_S", -1.0)
    assert eventually(lambda: not server.service.routes.helping.workshop._jobs)


def test_a_match_that_is_played_has_no_proof_and_other_boards_never_have_one(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    assert client.ask("GET", f"/api/matches/{client.match}/proof")[0] == 409
    client = server.client().sit(game="classic", options={"columns": 2, "rows": 1, "mines": 1, "start": "unsafe"})
    client.act(["reveal", 0, 0])
    status, problem = client.ask("GET", f"/api/matches/{client.match}/proof")
    assert status == 404
    assert "nothing was promised" in problem["detail"]


def test_a_rematch_of_one_who_plays_alone_is_the_same_again_another_board_or_one_that_was_made(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options={"columns": 2, "rows": 1, "mines": 1, "start": "unsafe"})
    client.act(["reveal", 0, 0])

    def again(**wish: Any) -> Any:
        status, answer = client.ask("POST", f"/api/matches/{client.match}/rematch", wish)
        assert status == 200, answer
        client.match = answer["next"]
        return client.look()

    assert again()["options"]["columns"] == 2
    client.act(["reveal", 0, 0])
    assert again(options={"columns": 3, "rows": 1, "mines": 2, "start": "unsafe"})["options"]["columns"] == 3
    while not client.look()["outcome"]:
        board = client.look()["view"]["board"][0]
        client.act(["reveal", 0, board.index("?")])
    _, job = client.ask("POST", "/api/boards", {"game": "classic", "options": NO_GUESS})
    assert ended(client, job)["status"] == "ready"
    assert again(board=job["board"])["options"]["start"] == "noguess"
    client.act(["reveal", *mines(server, client)[0]])
    assert again()["options"]["start"] == "noguess"  # the same wish again takes another search


def test_who_plays_against_others_has_the_same_board_in_a_rematch(server: LiveApi) -> None:
    one = server.client().sit(game="battleship", opponent="invite")
    two = server.client().sit(f"/api/invitations/{one.code}")
    play(server, [one, two], Random(1))
    path = f"/api/matches/{one.match}/rematch"
    wishes: list[dict[str, Any]] = [{"options": {}}, {"board": "any"}]
    for wish in wishes:
        status, problem = one.ask("POST", path, wish)
        assert (status, problem["refusals"][0]["code"]) == (409, SAME_BOARD.code)
    two.ask("DELETE", f"/api/matches/{two.match}/seats/me")
    status, problem = one.ask("POST", path, {})
    assert (status, problem["refusals"][0]["code"]) == (409, ALONE.code)


# --- the process


def test_a_process_that_has_died_is_replaced_before_a_hint_is_asked_of_it(server: LiveApi) -> None:
    client = server.client().sit(game="classic", options=NO_GUESS)
    assert hint(client, "cell")[0] == 200
    aside = server.service.routes.helping.hints._clerk._aside
    (process,) = aside._pool._processes.values()  # type: ignore[union-attr]
    process.kill()
    process.join()
    assert hint(client, "odds")[0] == 200
