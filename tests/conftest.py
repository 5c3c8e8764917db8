"""What all tests share."""

import os
import shutil

import pytest
from hypothesis import settings

from fogfield.serve import logs

# On a machine that CI shares with others a test may be slow without being wrong.
settings.register_profile("house", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("house")


@pytest.fixture(autouse=True, scope="session")
def _quiet_logs() -> None:
    """Servers inside the test process log faults only."""
    logs.configure("error", "json")


def need(program: str) -> None:
    """Skip a test whose system program is missing; with CI=true that is a failure."""
    if shutil.which(program):
        return
    reason = f"needs {program}; install it, e.g. with: sudo apt-get install {program}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def _tmux() -> None:
    """The terminal multiplexer, for tests that need a terminal that a person would use."""
    need("tmux")
