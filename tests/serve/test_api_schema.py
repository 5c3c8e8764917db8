"""The OpenAPI description is kept: requests that it allows are taken, others refused, and answers are as it says."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.liveapi import Client, LiveApi, live_api

from fogfield.serve.api import openapi


@pytest.fixture(scope="module")
def server() -> Iterator[LiveApi]:
    with live_api(seats=1_000_000, seats_per_address=1_000_000) as found:
        yield found


@pytest.mark.timeout(300)
@pytest.mark.parametrize("phase", ["coverage", "fuzzing", "stateful"])
def test_schemathesis_finds_nothing(server: LiveApi, phase: str, tmp_path: Path) -> None:
    run(server, tmp_path, "--phases", phase)


def run(server: LiveApi, folder: Path, *arguments: str, examples: int = 3) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"http://127.0.0.1:{server.port}/api/openapi.json",
        "--max-examples", str(examples), "--seed", "1", "--generation-deterministic", "--no-color",
        "--continue-on-failure", *arguments,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280, cwd=folder)
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("game", "phase"), [("battleship", "coverage"), ("jminesweeper", "fuzzing")])
def test_schemathesis_finds_nothing_with_a_seat(server: LiveApi, game: str, phase: str, tmp_path: Path) -> None:
    with Client(server.port).sit(game=game) as client, Client(server.port) as other:
        if game == "battleship":
            other.join(client.match)
        match = server.match(client.match)
        config = (
            f"""headers = {{ Authorization = "Bearer {client.token}" }}\n[parameters]\n"path.id" = "{client.match}"\n"""
        )
        (tmp_path / "schemathesis.toml").write_text(config)
        seated = ("--phases", phase, "--exclude-method", "DELETE", "--include-path-regex")
        run(server, tmp_path, *seated, "{id}")
        if game == "jminesweeper":
            # What may be done in any game is tried, and only some of it in this one.
            run(server, tmp_path, *seated, "{id}/moves$", examples=60)
            assert match.moves  # it did act


def test_the_description_names_every_endpoint_and_no_other(server: LiveApi) -> None:
    described = {
        (path, method.upper())
        for path, methods in openapi.description()["paths"].items()
        for method in methods
        if method != "parameters"
    }
    table = server.service.routes.table
    assert described == {(path, method) for path, methods in table.items() for method in methods}
