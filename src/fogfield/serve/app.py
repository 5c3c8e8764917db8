"""The process: starts every protocol on one event loop, and stops them all when it is told to."""

import asyncio
import contextlib
import errno
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

import structlog

from fogfield import games
from fogfield.core.errors import FogfieldError
from fogfield.serve import logs
from fogfield.serve.gate import Gate
from fogfield.serve.host import House
from fogfield.serve.settings import Settings
from fogfield.serve.tcp import Listener
from fogfield.wire.published import Published

_log = structlog.get_logger()

#: Connections are looked after this often; limits of time are exact to about as much.
CHECK_S = 0.5
#: How long connections may take to go when the server stops.
GRACE_S = 1.0


class CannotServe(FogfieldError):
    """The server cannot start; the text says why and what to do."""


class Served(NamedTuple):
    """One line of the table of addresses."""

    name: str
    address: str
    client: str


def run(settings: Settings, announce: Callable[[list[Served]], None]) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is called once everything listens."""
    logs.configure(settings.log_level, settings.log_format)
    _allow_open_files(settings.limits.connections + 100)
    _runner(settings.loop)(_serve(settings, announce))


async def _serve(settings: Settings, announce: Callable[[list[Served]], None]) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_log_fault)
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    gate = Gate(settings.limits)
    listeners: list[Listener] = []
    try:
        served = []
        for name in settings.protocols:
            listener, rows = await _listen(name, settings, gate)
            listeners.append(listener)
            served += rows
        announce(served)
        _log.info("serving", protocols=list(settings.protocols), loop=type(loop).__module__.partition(".")[0])
        await _until(stopping, listeners)
        _log.info("stopping", connections=gate.total)
    finally:
        await asyncio.gather(*(listener.stop(GRACE_S) for listener in listeners))
    _log.info("stopped")


async def _until(stopping: asyncio.Event, listeners: list[Listener]) -> None:
    """Look after the connections until it is time to stop."""
    loop = asyncio.get_running_loop()
    while not stopping.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), CHECK_S)
        for listener in listeners:
            listener.check(loop.time())


async def _listen(name: str, settings: Settings, gate: Gate) -> tuple[Listener, list[Served]]:
    published = games.published(name)
    assert published is not None
    listener = Listener(name, House(games.game(name)), published, settings.limits, gate)
    port = settings.port(name)
    try:
        addresses = await listener.listen(settings.host, port)
    except OSError as error:
        raise CannotServe(_why(name, settings.host, port, error)) from None
    return listener, [Served(name, address, _client(published, address)) for address in addresses]


def _client(published: Published, address: str) -> str:
    """Give the command that plays there, with no more than it needs."""
    host, _, port = address.rpartition(":")
    host = {"0.0.0.0": "127.0.0.1", "[::]": "::1"}.get(host, host.strip("[]"))  # noqa: S104 (a comparison)
    command = f"{_program()} {published.client}"
    if host != "127.0.0.1":
        command += f" {host}"
    return command if int(port) == published.port else f"{command} --port {port}"


def _program() -> str:
    """Give what has to be typed to run this program again: its name, or its path if the shell would not find it."""
    return "fogfield" if shutil.which("fogfield") else os.path.relpath(sys.argv[0])


def _why(name: str, host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is already in use, so {name} cannot be served there. "
            f"Stop the program that has it, or choose another port: --port {name}={port + 1 if port < 65_535 else 0}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights than you have; choose one above 1023: --port {name}=PORT"
    return f"{name} cannot be served on {host}:{port}: {error.strerror or error}"


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


def _allow_open_files(wanted: int) -> None:
    """Raise the process's own limit of open files as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        if most < wanted:
            _log.warning("few open files allowed", limit=most, wanted=wanted, hint="ulimit -n")


def _log_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    _log.error("fault in the loop", what=context.get("message"), exc_info=error or False)


def print_table(served: list[Served]) -> None:
    """Print the addresses for a person."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Fogfield is serving", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("protocol", style="bold")
    table.add_column("address", no_wrap=True)
    table.add_column("play it, in another terminal", overflow="fold")
    for row in served:
        table.add_row(row.name, row.address, row.client)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    console.print(table)
    console.print("Ctrl-C stops the server.")
    sys.stdout.flush()
