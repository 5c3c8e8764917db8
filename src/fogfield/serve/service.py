"""What the process runs: a service is a protocol on a port, whatever it is spoken over."""

from typing import NamedTuple, Protocol

from fogfield import games
from fogfield.bots import schools
from fogfield.serve.gate import Gate
from fogfield.serve.host import House
from fogfield.serve.settings import Settings
from fogfield.serve.tcp import Listener
from fogfield.wire.published import Published
from fogfield.wire.web import Web


class Service(Protocol):
    """A protocol that is being served."""

    @property
    def published(self) -> Published | Web:
        """What it is."""

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""

    def check(self, now: float) -> None:
        """Look after its connections; called now and then."""

    async def stop(self, grace_s: float) -> None:
        """Close everything within so many seconds."""


class Served(NamedTuple):
    """One line of the table of addresses."""

    name: str
    address: str
    client: str


def service(name: str, settings: Settings, gate: Gate) -> Service:
    """Make the service of this name."""
    published = games.published(name)
    assert published is not None
    game = games.game(name)
    house = House(game, settings.of(name), schools(name) if game.seats > 1 else {})
    if isinstance(published, Web):
        from fogfield.serve.web import WebService

        return WebService(name, house, published, settings.limits, gate)
    return Listener(name, house, published, settings.limits, gate)
