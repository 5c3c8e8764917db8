"""A real server of every protocol, with a real store, that is asked for its numbers over HTTP."""

import asyncio
import contextlib
import threading
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from support.live import Ear, in_thread

from fogfield.serve import connection, house, http1, lobby, tcp, thinking, web
from fogfield.serve.gate import Gate
from fogfield.serve.metrics import Metrics
from fogfield.serve.recovery import recover
from fogfield.serve.service import Houses, Service, service
from fogfield.serve.settings import Limits, Settings
from fogfield.serve.tally import Running
from fogfield.store.database import open_store
from fogfield.store.recovery import take_over

PROTOCOLS = ("jminesweeper", "battleship", "planefight", "treasurehunt")


@dataclass
class Measured:
    """A server in a thread of its own, and the port of its numbers."""

    port: int
    ports: dict[str, int]
    services: dict[str, Service]
    houses: Houses
    loop: asyncio.AbstractEventLoop

    def page(self) -> str:
        """Ask for everything, as Prometheus does."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=20) as answer:
            assert answer.status == 200
            assert answer.headers["content-type"].startswith("text/plain; version=")
            return str(answer.read().decode())

    def number(self, name: str, **labels: str) -> float:
        """One number; 0 if there is none."""
        for family in text_string_to_metric_families(self.page()):
            for sample in family.samples:
                if sample.name == name and sample.labels == labels:
                    return float(sample.value)
        return 0.0

    def call(self, function: Callable[[], object]) -> None:
        """Have something done in the server's own thread."""

        async def inside() -> None:
            function()

        asyncio.run_coroutine_threadsafe(inside(), self.loop).result(10)


@contextlib.contextmanager
def measured(
    store: Path | None = None,
    *,
    limits: Limits | None = None,
    loop: str = "asyncio",
    faults: bool = False,
    patience_s: float = 3.0,
    **chosen: Any,
) -> Iterator[Measured]:
    """Serve every protocol on free ports; `chosen` are settings, with __ for the dot."""
    ear = Ear()
    settings = Settings(
        only=PROTOCOLS,
        limits=limits or Limits(),
        chosen={key.replace("__", "."): value for key, value in chosen.items()},
    )

    async def serve(ready: Callable[[Measured], None], stop: threading.Event) -> None:
        running = asyncio.get_running_loop()
        kept = await open_store(str(store), serving=True, patience_s=patience_s) if store else None
        houses = Houses(settings, kept.journal if kept else None)
        gate = Gate(settings.limits)
        services = {name: service(name, houses, settings, gate) for name in PROTOCOLS}
        if kept:
            await recover(take_over(kept), houses, services)
        metrics = Metrics(Running(), houses, services.values(), kept.journal if kept else None)
        ports = {name: _port((await one.listen("127.0.0.1", 0))[0]) for name, one in services.items()}
        config = uvicorn.Config(Starlette(routes=[metrics.route()]), port=0, log_config=None, lifespan="off")
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        serving = running.create_task(server.main_loop())
        port = server.servers[0].sockets[0].getsockname()[1]
        ready(Measured(port, ports, services, houses, running))
        while not stop.is_set():
            await asyncio.sleep(0.02)
            for one in services.values():
                one.check(running.time())
        await asyncio.gather(*(one.stop(0.5) for one in services.values()))
        for home in houses:
            home.stop()
        server.should_exit = True
        await serving
        await server.shutdown()
        if kept:
            await kept.close()

    with in_thread(serve, loop, ear, (tcp, connection, web, http1, house, lobby, thinking), faults=faults) as server:
        yield server


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])
