"""The OpenAPI description is kept: requests that it allows are taken, others refused, and answers are as it says."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.liveapi import LiveApi, live_api

from fogfield.serve.api import openapi


@pytest.fixture(scope="module")
def server() -> Iterator[LiveApi]:
    with live_api(seats=1_000_000, seats_per_address=1_000_000) as found:
        yield found


@pytest.mark.timeout(300)
@pytest.mark.parametrize("phase", ["coverage", "fuzzing", "stateful"])
def test_schemathesis_finds_nothing(server: LiveApi, phase: str, tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"http://127.0.0.1:{server.port}/api/openapi.json",
        "--phases", phase, "--max-examples", "10", "--seed", "1", "--generation-deterministic", "--no-color",
        "--continue-on-failure",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_description_names_every_endpoint_and_no_other(server: LiveApi) -> None:
    described = {
        (path, method.upper())
        for path, methods in openapi.description()["paths"].items()
        for method in methods
        if method != "parameters"
    }
    table = server.service.routes.table
    assert described == {(path, method) for path, methods in table.items() for method in methods}
