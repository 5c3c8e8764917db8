"""The process: starts every protocol on one event loop, and stops them all when it is told to."""

import asyncio
import contextlib
import errno
import gc
import resource
import signal
import socket
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

import structlog

from fogfield import games, warm
from fogfield.core.errors import FogfieldError
from fogfield.serve import logs
from fogfield.serve.gate import Gate
from fogfield.serve.metrics import Metrics
from fogfield.serve.recovery import recover
from fogfield.serve.service import Houses, Served, Service, service
from fogfield.serve.settings import WEB, Settings, protocol_names
from fogfield.serve.tally import Running
from fogfield.store.database import Store, default_address, open_store
from fogfield.store.recovery import take_over
from fogfield.wire.published import Published
from fogfield.wire.web import Web

_log = structlog.get_logger()

#: Connections are looked after this often; limits of time are exact to about as much.
CHECK_S = 0.5
#: Files that the process needs beside its connections.
SPARE_FILES = 50
#: How seldom garbage is looked for: with thousands of sockets a whole search takes a tenth of a second.
GARBAGE = (20_000, 20, 200)
#: The address of no store at all.
OFF = "off"
#: How long connections may take to go when the server stops.
GRACE_S = 1.0


class CannotServe(FogfieldError):
    """The server cannot start; the text says why and what to do."""


def run(settings: Settings, announce: Callable[[list[Served]], None]) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is called once everything listens."""
    logs.configure(settings.log_level, settings.log_format)
    files = _open_files(settings.limits.connections + SPARE_FILES)
    if files < settings.limits.connections + SPARE_FILES:
        fewer = max(1, files - SPARE_FILES)
        _log.warning("few open files allowed", connections=fewer, hint="ulimit -n")
        settings = replace(settings, limits=replace(settings.limits, connections=fewer))
    _runner(settings.loop)(_serve(settings, announce))


async def _serve(settings: Settings, announce: Callable[[list[Served]], None]) -> None:
    loop = asyncio.get_running_loop()
    stopping, running = asyncio.Event(), Running()
    loop.set_exception_handler(_Faults(stopping, running))
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    gate = Gate(settings.limits)
    store = await _open_store(settings)
    houses = Houses(settings, store.journal, store.archive) if store else Houses(settings)
    services: dict[str, Service] = {}
    metrics = (Metrics(running, houses, services.values(), store.journal if store else None).route(),)
    try:
        for name in settings.protocols:
            services[name] = service(name, houses, settings, gate, metrics)
        if store:
            await _go_on(store, houses, services)
        served = []
        for name, one in services.items():
            served += await _listen(name, one, settings)
        announce(served)
        if settings.compile_solver and WEB in services:  # nobody else asks the solver
            warm.compile_elsewhere()
        gc.freeze()  # what is loaded now stays: looking through it again and again would keep everybody waiting
        gc.set_threshold(*GARBAGE)
        kind, kept = type(loop).__module__.partition(".")[0], str(store.address) if store else OFF
        _log.info("serving", protocols=list(settings.protocols), loop=kind, store=kept)
        takes_over = asyncio.create_task(_take_over(store, houses, services)) if store and store.shared else None
        await _until(stopping, list(services.values()), running)
        if takes_over:
            takes_over.cancel()
        _log.info("stopping", connections=gate.total)
    finally:
        await asyncio.gather(*(one.stop(GRACE_S) for one in services.values()))
        for house in houses:
            house.stop()
        if store:
            await store.close()
    _log.info("stopped")


async def _open_store(settings: Settings) -> Store | None:
    chosen = settings.store
    if chosen.address == OFF:
        return None
    return await open_store(
        chosen.address or default_address(),
        serving=True,
        patience_s=chosen.patience_s,
        lease_s=chosen.lease_s,
        sync=chosen.sync,
    )


async def _go_on(store: Store, houses: Houses, services: Mapping[str, Service]) -> None:
    """Go on with what a dead server left, and be told when matches of ours do not go on here."""

    def disown(match: str | None = None) -> None:
        for one in services.values():
            one.disown(match)
        for house in houses:
            house.disown(match)

    store.journal.on_lost(disown)
    store.journal.on_broken(disown)
    found = await recover(take_over(store, _elsewhere(services)), houses, services)
    if any(found.values()):
        _log.info("going on after a restart", **found)


def _elsewhere(services: Mapping[str, Service]) -> list[str]:
    """Give the services that this server does not have, and whose matches another one can go on with."""
    resuming = [WEB, *(name for name in protocol_names() if isinstance(games.published(name), Web))]
    return [name for name in resuming if name not in services]


async def _take_over(store: Store, houses: Houses, services: Mapping[str, Service]) -> None:
    """Look now and then whether another server on the same database has died, and go on with what it left."""
    while True:
        await asyncio.sleep(store.lease_s / 2)
        try:
            found = await recover(take_over(store, _elsewhere(services)), houses, services)
        except FogfieldError as error:  # the journal says in the log what is wrong
            _log.debug("nothing can be taken over now", why=str(error))
            continue
        if any(found.values()):
            _log.warning("going on with what another server left", **found)


async def _until(stopping: asyncio.Event, services: list[Service], running: Running) -> None:
    """Look after the connections until it is time to stop."""
    loop = asyncio.get_running_loop()
    while not stopping.is_set():
        due = loop.time() + CHECK_S
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), CHECK_S)
        if not stopping.is_set():
            running.delays.add(max(0.0, loop.time() - due))
        for one in services:
            one.check(loop.time())


async def _listen(name: str, one: Service, settings: Settings) -> list[Served]:
    port = settings.port(name)
    try:
        addresses = await one.listen(settings.host, port)
    except OSError as error:
        raise CannotServe(_why(name, settings.host, port, error)) from None
    except UnicodeError:
        raise CannotServe(f"{settings.host!r} cannot be the name of a host") from None
    return [Served(name, address, _client(one.published, address)) for address in addresses]


def _client(published: Published | Web | None, address: str) -> str:
    """Give what to tell `fogfield` to play there, with no more than it needs."""
    host, _, port = address.rpartition(":")
    host = {"0.0.0.0": "127.0.0.1", "[::]": "::1"}.get(host, host.strip("[]"))  # noqa: S104 (a comparison)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    if published is None:
        return f"{url}/"
    if isinstance(published, Web):
        return f"{published.client} {url}"
    command = published.client
    if host != "127.0.0.1":
        command += f" {host}"
    return command if int(port) == published.port else f"{command} --port {port}"


def _why(name: str, host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is already in use, so {name} cannot be served there. "
            f"Stop the program that has it, or choose another port: --port {name}={_free_after(host, port)}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights than you have; choose one above 1023: --port {name}=PORT"
    return f"{name} cannot be served on {host}:{port}: {error.strerror or error}"


def _free_after(host: str, port: int) -> int:
    """Find a port nearby that nobody has; 0, which stands for any, if there is none."""
    for other in range(port + 1, min(port + 50, 65_536)):
        with contextlib.suppress(OSError), socket.create_server((host, other), family=_family(host)):
            return other
    return 0


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _runner(name: str) -> Callable[[Coroutine[Any, Any, None]], None]:
    """Choose the event loop: uvloop where it is wanted and installed (extra `fast`), else asyncio's own."""
    if name != "asyncio":
        try:
            import uvloop

            return uvloop.run
        except ImportError:
            if name == "uvloop":
                raise CannotServe("loop = uvloop, but uvloop is not installed: pip install 'fogfield[fast]'") from None
    return asyncio.run


def _open_files(wanted: int) -> int:
    """Raise the process's own limit of open files as far as it may; gives what there is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class _Faults:
    """Logs what the loop could not handle; the same lack of files not more than once a second."""

    def __init__(self, stopping: asyncio.Event, running: Running) -> None:
        self._stopping = stopping
        self._running = running
        self._told = -1.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
            if loop.time() - self._told >= 1.0:
                self._told = loop.time()
                _log.warning("no connection can be accepted now", error=error.strerror)
        elif not self._stopping.is_set():  # asyncio may try to accept from a port that we have closed
            self._running.faults += 1
            _log.error("fault in the loop", what=context.get("message"), exc_info=error or False)
