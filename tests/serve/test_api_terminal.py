"""Minesweeper Alpha through the API: the terminal says what the published program says, to the byte."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.liveapi import Client, live_api

from fogfield.serve.api import terminals

SEED = "5 5\n2\n0 0\n4 4\n"
LINES = ["", "help", "r 1 1", "reveal 9 9", "guess 0 1", "nofog", "bogus", "m 0 0", "  mark   4 4 ", "mark 1 2 3"]


def process(folder: Path, lines: list[str], seed: str = SEED) -> tuple[str, str, int]:
    """Run the program itself; gives both streams and its exit status."""
    (folder / "seed.txt").write_text(seed)
    done = subprocess.run(
        [Path(sys.executable).with_name("minesweeper-alpha"), folder / "seed.txt"],
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        check=False,
    )
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def enter(client: Client, line: str) -> Any:
    """Type a line."""
    status, answer = client.ask("POST", f"/api/matches/{client.match}/terminal", {"line": line})
    assert status == 200, answer
    return answer


def terminal(client: Client) -> Any:
    """Look at everything."""
    status, answer = client.ask("GET", f"/api/matches/{client.match}/terminal")
    assert status == 200, answer
    return answer


def streams(found: Any) -> tuple[str, str]:
    """Give what was said on both streams."""
    said = [(one["stream"], one["text"]) for one in found["said"]]
    out, err = ("".join(text for stream, text in said if stream == wanted) for wanted in ("output", "error"))
    return out, err


SAFE = [f"r {row} {col}" for row in range(5) for col in range(5) if (row, col) not in ((0, 0), (4, 4))]


@pytest.mark.parametrize("last", [["quit"], ["r 0 0"], SAFE], ids=["quits", "loses", "wins"])
def test_the_terminal_says_what_the_program_says_to_the_byte(tmp_path: Path, last: list[str]) -> None:
    lines = [*LINES, *last]
    with live_api() as server, server.client().sit(game="alpha", options={"seed": SEED}) as client:
        for line in lines:
            found = enter(client, line)
        every = terminal(client)
        assert (*streams(every), found["exit"]) == process(tmp_path, lines)
        assert [one["text"] for one in every["said"] if one["stream"] == "input"] == [f"{line}\n" for line in lines]
        assert client.look()["status"] == "over"


def test_the_mines_are_shown_for_one_display_only() -> None:
    with live_api() as server, server.client().sit(game="alpha", options={"seed": SEED}) as client:
        assert "< >" in streams(enter(client, "nofog"))[0]
        assert "< >" not in streams(enter(client, "nonsense"))[0]


@pytest.mark.parametrize("seed", ["5 5 1 7 7", "4 5 1 0 0", "5 5 30", "x", "5 5 2 0 0 1"])
def test_a_malformed_seed_file_is_refused_in_the_words_of_the_program(tmp_path: Path, seed: str) -> None:
    with live_api() as server:
        status, problem = server.client().ask("POST", "/api/matches", {"game": "alpha", "options": {"seed": seed}})
        assert status == 409
        said = process(tmp_path, [], seed)[1]
        assert said == f"\n{problem['refusals'][0]['text']}\n"


def test_a_terminal_is_for_its_own_seat_and_for_games_of_lines() -> None:
    with live_api() as server:
        client = server.client().sit(game="alpha")
        assert client.ask("GET", f"/api/matches/{client.match}/terminal", token="")[0] == 401
        assert client.ask("GET", f"/api/matches/{client.match}/terminal", token="no")[0] == 401
        other = server.client().sit(game="jminesweeper")
        status, problem = other.ask("GET", f"/api/matches/{other.match}/terminal")
        assert (status, "lines of text" in problem["detail"]) == (404, True)


@pytest.mark.parametrize(
    "body",
    [{}, {"line": "help\nhelp"}, {"line": "help\r"}, {"line": 3}, {"line": "x" * 4001}, {"line": "x", "more": 1}],
)
def test_what_is_no_line_is_refused(body: Any) -> None:
    with live_api() as server, server.client().sit(game="alpha") as client:
        assert client.ask("POST", f"/api/matches/{client.match}/terminal", body)[0] == 400


def test_after_the_end_nothing_is_heard_and_a_rematch_has_a_terminal_of_its_own() -> None:
    with live_api() as server, server.client().sit(game="alpha", options={"seed": SEED}) as client:
        assert enter(client, "quit")["exit"] == 0
        first = f"/api/matches/{client.match}/terminal"
        assert client.ask("POST", first, {"line": "help"})[0] == 409
        client.match = client.ask("POST", f"/api/matches/{client.match}/rematch", {})[1]["next"]
        assert len(terminal(client)["said"]) == 3
        assert terminal(client)["exit"] is None
        enter(client, "help")
        for method, body in (("GET", None), ("POST", {"line": "quit"})):  # another tab, which shows the first match
            assert client.ask(method, first, body)[0] == 409
        assert terminal(client)["exit"] is None


def test_what_is_kept_of_a_long_game_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "MOST_KEPT", 2_000)
    with live_api() as server, server.client().sit(game="alpha") as client:
        for _ in range(20):
            enter(client, "nonsense")
        assert sum(len(one["text"]) for one in terminal(client)["said"]) <= 2_000
        assert streams(terminal(client))[0].endswith("minesweeper-alpha: ")
