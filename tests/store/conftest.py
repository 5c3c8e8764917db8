"""The databases that every test of the store runs on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import Postgres, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "fogfield.db")
    running: Postgres = request.getfixturevalue("server")
    return running.database()
