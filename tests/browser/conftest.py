"""One server for all tests of a process: to start and stop one for each takes longer than most of them."""

from collections.abc import Iterator

import pytest
from support.liveapi import LiveApi, live_api


@pytest.fixture(scope="session")
def server() -> Iterator[LiveApi]:
    """The server; tests that look at who waits or who is there begin one of their own."""
    pair = {"battleship.opponent": "pair", "planefight.opponent": "pair"}
    with live_api("battleship", "planefight", settings=pair) as found:
        yield found
