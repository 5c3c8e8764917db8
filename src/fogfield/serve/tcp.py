"""One protocol on one TCP port."""

import asyncio
import contextlib
import os
import socket
from collections import Counter
from typing import Any

import structlog

from fogfield.serve.connection import Connection
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.settings import Limits
from fogfield.serve.tally import Traffic
from fogfield.store.journal import Health
from fogfield.wire.published import Published
from fogfield.wire.session import Signal

_log = structlog.get_logger()

#: Connections that the system keeps for us until we accept them, and how many we accept before anything else is
#: done. (asyncio takes one number for both, and tries that often in vain when the process is out of files.)
QUEUE, ACCEPTS = 4_096, 16


class Listener:
    """One protocol on one port, with its connections: a `Service`."""

    def __init__(self, name: str, house: House, published: Published, limits: Limits, gate: Gate) -> None:
        self.name = name
        self.published = published
        self.limits = limits
        self.gate = gate
        self.house = house
        self.loop = asyncio.get_running_loop()
        self.takes_pieces = type(self.loop).__module__.startswith("uvloop")
        self.inbox = memoryview(bytearray(limits.held_bytes))
        self.connections: set[Connection] = set()
        self.traffic = Traffic()
        #: Who was refused since that was told in the log.
        self.refused: Counter[str] = Counter()
        #: How well things can be stored.
        self.health = Health.FINE
        self._unlisten = house.journal.listen(self._store_changed) if house.journal else lambda: None
        self._empty = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""
        self._server = await self.loop.create_server(
            lambda: Connection(self), host, port, backlog=ACCEPTS, reuse_address=True
        )
        for sock in self._server.sockets:
            with socket.socket(sock.family, sock.type, sock.proto, fileno=os.dup(sock.fileno())) as same:
                same.listen(QUEUE)
        return [written(sock.getsockname()) for sock in self._server.sockets]

    def refuse(self, limit: str) -> None:
        """Count a connection that was not let in."""
        self.refused[limit] += 1
        self.traffic.refused[limit] += 1

    def check(self, now: float) -> None:
        """Look after the connections; called now and then."""
        for connection in tuple(self.connections):
            try:
                connection.check(now)
            except Exception:
                self.traffic.faults += 1
                _log.exception("fault", protocol=self.name, peer=connection.address)
                connection.drop()
        for limit, count in self.refused.items():
            _log.warning("connections refused", protocol=self.name, limit=limit, count=count)
        self.refused.clear()

    def _store_changed(self) -> None:
        assert self.house.journal is not None
        self.health = self.house.journal.health
        for connection in tuple(self.connections):
            connection.store_changed()

    def disown(self, match: str | None = None) -> None:
        """Drop those who play a match, or everybody: no answer that waits may leave."""
        for connection in tuple(self.connections):
            if match is None or connection.plays(match):
                connection.drop()

    async def stop(self, grace_s: float) -> None:
        """Take no more connections, close those that are here, and drop what is not gone in time."""
        if self._server:
            self._server.close()
        for connection in tuple(self.connections):
            connection.close(Signal.STOP)
        if self.connections:
            self._empty.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), grace_s)
        for connection in tuple(self.connections):
            connection.drop()
        self._unlisten()

    def forget(self, connection: Connection) -> None:
        """Count a connection out."""
        self.connections.discard(connection)
        self.traffic.closed += 1
        self.gate.leave(connection.address)
        if not self.connections:
            self._empty.set()


def written(name: tuple[Any, ...]) -> str:
    """Write the address of a socket."""
    return f"[{name[0]}]:{name[1]}" if ":" in name[0] else f"{name[0]}:{name[1]}"
