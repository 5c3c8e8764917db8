"""Servers that start in a moment: each is forked from a process that has imported everything already.

What runs is the real thing, `fogfield.serve.app.run` in a process of its own, and what ends it is a real signal.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from support.live import NO_COMPILER, clean_environment

#: Longer than anything takes on a machine that is busy with other things.
WITHIN_S = 60.0


class Forked:
    """One server: its process, and its ports as soon as it serves."""

    def __init__(self, pid: int, log: Path) -> None:
        self.pid = pid
        self.ports: dict[str, int] = {}
        self._log = log
        self._ready, self._ended = threading.Event(), threading.Event()

    def ready(self) -> dict[str, int]:
        """Wait until it serves; gives the ports."""
        assert self._ready.wait(WITHIN_S), self.log
        assert self.ports, self.log
        return self.ports

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send it a signal; after SIGKILL, wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)
        if number == signal.SIGKILL:
            self.wait()

    def wait(self) -> None:
        """Wait until it is gone."""
        assert self._ended.wait(WITHIN_S), self.log

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return not self._ended.is_set()

    @property
    def log(self) -> str:
        """What it has logged."""
        return self._log.read_text()

    def told(self, news: dict[str, Any]) -> None:
        """Take what the forge says of it."""
        if "ports" in news:
            self.ports = news["ports"]
        else:
            self._ended.set()
        self._ready.set()


class Forge:
    """Makes servers; all that are left are killed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._servers: dict[int, Forked] = {}
        self._early: dict[int, list[dict[str, Any]]] = {}
        self._told = threading.Condition()
        self._made = 0
        path = os.pathsep.join((str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "tools")))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "support.forked"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=clean_environment(PYTHONPATH=path),
        )  # fmt: skip
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in self._servers.values():
            if server.alive:
                server.kill()
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(WITHIN_S)
        self._listener.join(WITHIN_S)
        assert self._process.stdout
        self._process.stdout.close()

    def start(self, **settings: str) -> Forked:
        """Start a server; in names of settings, two underscores stand for the dot."""
        self._made += 1
        log = self._folder / f"server-{self._made}.log"
        log.touch()
        chosen = {"log.format": "json", "web.port": "0"} | {
            key.replace("__", "."): value for key, value in settings.items()
        }
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"log": str(log), "settings": chosen, "number": self._made}) + "\n")
        self._process.stdin.flush()
        with self._told:
            assert self._told.wait_for(lambda: -self._made in self._early, WITHIN_S)
            pid = self._early.pop(-self._made)[0]["pid"]
            server = self._servers[pid] = Forked(pid, log)
            for news in self._early.pop(pid, ()):
                server.told(news)
        return server

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            news = json.loads(line)
            with self._told:
                if "number" in news:
                    self._early[-news["number"]] = [news]
                    self._told.notify_all()
                elif news["pid"] in self._servers:
                    self._servers[news["pid"]].told(news)
                else:  # it was faster than the news of its birth
                    self._early.setdefault(news["pid"], []).append(news)


def _say(**news: Any) -> None:
    """Write a line in one piece: several processes share the pipe, and a signal may come at any time."""
    os.write(1, json.dumps(news).encode() + b"\n")


def _serve(log: str, chosen: dict[str, str]) -> None:
    from fogfield.core.errors import FogfieldError
    from fogfield.serve import app
    from fogfield.serve.settings import Given, load

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND), 2)
    try:
        settings = load(flags={key: Given(value, "the test") for key, value in chosen.items()}, environment=NO_COMPILER)
        app.run(
            settings,
            lambda served: _say(
                pid=os.getpid(), ports={one.name: int(one.address.rpartition(":")[2]) for one in served}
            ),
        )
    except FogfieldError as error:
        os.write(2, f"{error}\n".encode())
        os._exit(1)
    os._exit(0)


def _import_everything() -> None:
    import aiosqlite  # noqa: F401
    import sqlalchemy.dialects.postgresql.asyncpg
    import sqlalchemy.dialects.sqlite.aiosqlite  # noqa: F401
    import uvicorn  # noqa: F401

    from fogfield import games
    from fogfield.bots import schools
    from fogfield.serve import app, metrics, web  # noqa: F401
    from fogfield.serve.api import service  # noqa: F401

    for name in games.names():
        games.game(name)
        games.published(name)
        schools(name)


def _forge() -> None:
    """Fork a server for every line, until there are no more lines."""
    living: set[int] = set()

    def bury(*_: object) -> None:
        with contextlib.suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                living.discard(found[0])
                _say(pid=found[0], ended=found[1])

    signal.signal(signal.SIGCHLD, bury)
    _import_everything()
    for line in sys.stdin:
        order = json.loads(line)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            _serve(order["log"], order["settings"])
        living.add(pid)
        _say(number=order["number"], pid=pid)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    for pid in living:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    _forge()
