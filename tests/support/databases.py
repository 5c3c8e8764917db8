"""Real databases for tests: a file of SQLite, and a PostgreSQL server of our own in a temporary folder."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.missing import missing
from system_programs import find

#: Who runs PostgreSQL when we are root; it refuses root.
_USERS = ("postgres", "nobody")


class Postgres:
    """A PostgreSQL server on a socket in a temporary folder; it can be killed and started again."""

    def __init__(self, folder: Path, programs: Path, *, fsync: bool = False) -> None:
        self._fsync = fsync
        self._folder = folder
        self._programs = programs
        self._user = next((name for name in _USERS if _is_a_user(name)), "") if os.geteuid() == 0 else ""
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        if self._user:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._run("initdb", "-D", str(folder / "data"), "-U", "fog", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        if self._process and self._process.poll() is None:
            return
        arguments: list[str | Path] = [
            self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder,
            "-c", "listen_addresses=", "-c", f"fsync={'on' if self._fsync else 'off'}",
            "-c", "shared_buffers=16MB", "-c", "max_connections=50",
        ]  # fmt: skip
        self._process = subprocess.Popen(
            arguments, cwd=self._folder, user=self._user or None, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(400):
            if self._run("pg_isready", "-h", str(self._folder), check=False) == 0:
                return
            assert self._process.poll() is None, "PostgreSQL did not start"
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not answer")

    def kill(self) -> None:
        """End it and its children at once, as a power cut would."""
        if self._process:
            for pid in self._processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """Let nothing of it run, so that it does not answer."""
        assert self._process
        for pid in self._processes():
            os.kill(pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        for pid in self._processes():
            os.kill(pid, signal.SIGCONT)

    def database(self, folder: Path | None = None) -> str:
        """Make an empty database, perhaps with its tables in a folder of its own; gives its address."""
        self._made += 1
        name = f"fog{self._made}"
        if folder:
            if self._user:
                os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
            self._command(f"CREATE TABLESPACE {name} LOCATION '{folder}'")
        self._command(f"CREATE DATABASE {name}" + (f" TABLESPACE {name}" if folder else ""))
        return f"postgresql://fog@/{name}?host={self._folder}"

    def drop(self, address: str) -> None:
        """Throw a database away that has a folder of its own."""
        name = address.partition("@/")[2].partition("?")[0]
        self._command(f"DROP DATABASE {name} WITH (FORCE)")
        self._command(f"DROP TABLESPACE {name}")

    def _command(self, command: str) -> None:
        self._run("psql", "-h", str(self._folder), "-U", "fog", "-q", "-c", command, "postgres")

    def _processes(self) -> list[int]:
        """Give the server and its children."""
        assert self._process
        own = self._process.pid
        if self._process.poll() is not None:
            return []
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *(int(child) for child in children)]

    def _run(self, program: str, *arguments: str, check: bool = True) -> int:
        done = subprocess.run(
            [self._programs / program, *arguments], cwd=self._folder, user=self._user or None,
            capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0 or not check, done.stderr.decode()
        return done.returncode


def _is_a_user(name: str) -> bool:
    with contextlib.suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


@contextlib.contextmanager
def postgres(*, fsync: bool = False) -> Iterator[Postgres]:
    """Run a PostgreSQL server; skips the test where there is none. Tests of ours survive no power cut, so no fsync."""
    program = find("postgres")
    if program is None:
        missing("needs PostgreSQL; install it, e.g. with: sudo apt-get install postgresql")
    assert program
    folder = Path(tempfile.mkdtemp(prefix="fogpg"))  # short: a socket's path may have about 100 characters
    folder.chmod(0o755)
    try:
        server = Postgres(folder, program.resolve().parent, fsync=fsync)
        try:
            server.start()
            yield server
        finally:
            server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def pg() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "fogfield.db")
    running: Postgres = request.getfixturevalue("pg")
    return running.database()
