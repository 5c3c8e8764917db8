"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from fogfield.serve import logs

#: For every test that wants them: databases (`pg`, `address`) and browsers (`visitors`).
pytest_plugins = ["support.databases", "support.browser"]

# On a machine that CI shares with others a test may be slow without being wrong.
settings.register_profile("house", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("house")

# The solver is compiled once in a checkout, by whichever test needs it first, and nothing is left in a user's folder.
os.environ.setdefault("FOGFIELD_CACHE", str(Path(__file__).parents[1] / ".cache" / "kernels"))


@pytest.fixture(autouse=True, scope="session")
def _quiet_logs() -> None:
    """Servers inside the test process log faults only."""
    logs.configure("error", "json")
