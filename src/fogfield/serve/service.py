"""What the process runs: a service is a protocol on a port, whatever it is spoken over."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fogfield import games
from fogfield.bots import schools
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.scribe import Journal
from fogfield.serve.settings import WEB, Settings
from fogfield.serve.tally import Traffic
from fogfield.serve.tcp import Listener
from fogfield.store.archive import Archive
from fogfield.wire.published import Published
from fogfield.wire.web import Web

if TYPE_CHECKING:
    from starlette.routing import BaseRoute


class Service(Protocol):
    """A protocol that is being served."""

    name: str
    traffic: Traffic

    @property
    def published(self) -> Published | Web | None:
        """What it is; None for what is no game's own."""

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""

    def check(self, now: float) -> None:
        """Look after its connections; called now and then."""

    def disown(self, match: str | None = None) -> None:
        """Send those away who play a match that does not go on here; without a name, everybody."""

    async def stop(self, grace_s: float) -> None:
        """Close everything within so many seconds."""


class Served(NamedTuple):
    """One line of the table of addresses."""

    name: str
    address: str
    client: str


class Houses:
    """The houses of this process, one for each game, whatever protocol brings players to it."""

    def __init__(self, settings: Settings, journal: Journal | None = None, archive: Archive | None = None) -> None:
        self._settings = settings
        self.journal = journal
        #: Where matches that are over can be read, if they are stored.
        self.archive = archive
        self._houses: dict[str, House] = {}

    def __getitem__(self, name: str) -> House:
        """Give the house of a game."""
        if name not in self._houses:
            game = games.game(name)
            bots = schools(name) if game.seats > 1 else {}
            idle_s = self._settings.limits.helpers_idle_s
            self._houses[name] = House(game, self._settings.of(name), bots, journal=self.journal, idle_s=idle_s)
        return self._houses[name]

    def __iter__(self) -> Iterator[House]:
        """Give those that were needed so far."""
        return iter(tuple(self._houses.values()))


def service(name: str, houses: Houses, settings: Settings, gate: Gate, routes: "Sequence[BaseRoute]" = ()) -> Service:
    """Make the service of this name; `routes` are what else is told on the port of the API."""
    if name == WEB:
        from fogfield.serve import page
        from fogfield.serve.api.service import ApiService

        api = ApiService(houses, settings, gate)
        for route in (*routes, *page.routes()):
            api.mount(route)
        return api
    published = games.published(name)
    assert published is not None
    if isinstance(published, Web):
        from fogfield.serve.web import WebService

        return WebService(name, houses[name], published, settings.limits, gate)
    return Listener(name, houses[name], published, settings.limits, gate)
