"""Real servers: one inside this process, with a fixed seed and any limits, and one as a user starts it."""

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar
from unittest import mock

from support.toy import TOY

from fogfield import games
from fogfield.bots import schools
from fogfield.serve import connection, house, lobby, tcp, thinking
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.scribe import Journal
from fogfield.serve.service import Service
from fogfield.serve.settings import Limits
from fogfield.serve.tcp import Listener
from fogfield.wire.published import Published

#: A test that starts a server starts no compiler with it.
NO_COMPILER = {"FOGFIELD_SOLVER_COMPILE": "off"}
FOGFIELD = str(Path(sys.executable).with_name("fogfield"))


class Ear:
    """Listens to the log of a server in this process; a fault of ours must not pass as something that a peer did."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, Any]]] = []

    def debug(self, event: str, **fields: Any) -> None:
        self.heard.append((event, fields))

    info = warning = error = debug

    def exception(self, event: str, **fields: Any) -> None:
        self.heard.append((event, fields | {"trace": traceback.format_exc()}))

    def says(self, event: str) -> bool:
        return any(one == event for one, _ in tuple(self.heard))

    def faults(self) -> list[Any]:
        return [fields for event, fields in self.heard if event.startswith("fault")]


@dataclass
class Live:
    """A listener that runs in a thread of its own."""

    port: int
    listener: Listener
    gate: Gate
    ear: Ear


@contextlib.contextmanager
def live(
    name: str,
    *,
    seed: str = "fog",
    limits: Limits | None = None,
    loop: str = "asyncio",
    published: Published | None = None,
    settings: Mapping[str, Any] | None = None,
    faults: bool = False,
    journal: Journal | None = None,
) -> Iterator[Live]:
    """Serve one protocol on a free port, with every match drawn from one seed.

    At the end it must not have had a fault of its own, unless the test is about faults.
    """
    ear = Ear()

    async def serve(ready: Callable[[Live], None], stop: threading.Event) -> None:
        gate = Gate(limits or Limits())
        spoken = published or games.published(name)
        assert isinstance(spoken, Published)
        game = TOY if published else games.game(name)
        chosen = {key: one.default for key, one in spoken.settings.items()} | dict(settings or {})
        home = House(game, chosen, schools(name) if "bot" in chosen else {}, lambda: seed, journal=journal)
        listener = Listener(name, home, spoken, limits or Limits(), gate)
        (address,) = await listener.listen("127.0.0.1", 0)
        ready(Live(int(address.rpartition(":")[2]), listener, gate, ear))
        await look_after(listener, stop)

    with in_thread(serve, loop, ear, (tcp, connection, house, lobby, thinking), faults=faults) as server:
        yield server


class _Homed(Service, Protocol):
    """A service of one game."""

    house: House


async def look_after(service: _Homed, stop: threading.Event) -> None:
    """Do what the process does with a service, until it is to stop."""
    running = asyncio.get_running_loop()
    while not stop.is_set():
        await asyncio.sleep(0.02)
        service.check(running.time())
    await service.stop(0.5)
    service.house.stop()


Server = TypeVar("Server")
Serve = Callable[[Callable[[Server], None], threading.Event], Coroutine[Any, Any, None]]


@contextlib.contextmanager
def in_thread(serve: "Serve[Server]", loop: str, ear: Ear, modules: Iterable[Any], *, faults: bool) -> Iterator[Server]:
    """Run a server in a thread of its own, on the loop that is asked for, with an ear to what these modules log."""
    ready: list[Server] = []
    started, stop = threading.Event(), threading.Event()

    def begun(server: Server) -> None:
        ready.append(server)
        started.set()

    async def heard() -> None:
        running = asyncio.get_running_loop()
        running.set_exception_handler(lambda _, context: ear.error("fault in the loop", **context))
        await serve(begun, stop)

    def run() -> None:
        if loop == "uvloop":
            import uvloop

            uvloop.run(heard())
        else:
            asyncio.run(heard())

    with contextlib.ExitStack() as stack:
        for module in modules:
            stack.enter_context(mock.patch.object(module, "_log", ear))
        thread = threading.Thread(target=run)
        thread.start()
        assert started.wait(60)
        try:
            yield ready[0]
        finally:
            stop.set()
            thread.join(60)
        assert not thread.is_alive()
    assert bool(ear.faults()) == faults, ear.faults()


@dataclass
class Process:
    """`fogfield serve` as a process, with what it printed so far."""

    process: "subprocess.Popen[str]"
    port: int
    printed: str


@contextlib.contextmanager
def served(*arguments: str, name: str = "jminesweeper", **environment: str) -> Iterator[Process]:
    """Start `fogfield serve` with one protocol on a free port; it is killed at the end if it still runs.

    Unless told otherwise it has a store of its own, which is gone afterwards.
    """
    command = [FOGFIELD, "serve", "--only", name, "--port", f"{name}=0", *arguments]
    folder = tempfile.mkdtemp(prefix="fog")
    environment.setdefault("FOGFIELD_STORE_ADDRESS", f"{folder}/fogfield.db")
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(**environment),
    )
    try:
        printed, port = announced(process, name)
        assert port, printed
        yield Process(process, port, printed)
    finally:
        process.kill()
        process.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def announced(process: "subprocess.Popen[str]", name: str) -> tuple[str, int]:
    """Read what a server prints until it serves; gives that, and a protocol's port, 0 if it never got so far."""
    assert process.stdout
    printed = ""
    for line in process.stdout:
        printed += line
        if line.startswith("Ctrl-C"):
            break
    found = re.search(rf"{name}\s+127\.0\.0\.1:(\d+)", printed)
    return printed, int(found[1]) if found else 0


def clean_environment(**more: str) -> dict[str, str]:
    """This environment without our own settings and colours, so that a developer's cannot change a test.

    Nor can a test change what a developer has: nothing is stored unless the test says where.
    """
    away = ("FOGFIELD", "NO_COLOR", "FORCE_", "COLUMNS", "LINES")  # the last two would hide the size of a terminal
    kept = {key: value for key, value in os.environ.items() if not key.startswith(away)}
    ours = {"TERM": "xterm-256color", "FOGFIELD_STORE_ADDRESS": "off", "FOGFIELD_STORE_SYNC": "off"} | NO_COMPILER
    ours["FOGFIELD_CACHE"] = os.environ["FOGFIELD_CACHE"]  # that of the tests
    return kept | ours | more
