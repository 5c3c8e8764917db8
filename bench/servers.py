"""Servers as real processes, and what the system says they used."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Server:
    """A running server process; `ports` where it has several."""

    pid: int
    port: int
    ports: dict[str, int] = field(default_factory=dict)

    def cpu_s(self) -> float:
        """CPU seconds of its main thread so far, exact to a nanosecond."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[0]) / 1e9

    def memory_bytes(self) -> int:
        """Memory that is its own (private pages), in bytes."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return sum(int(kb) * 1024 for kb in re.findall(r"Private_\w+:\s+(\d+) kB", text))


@contextlib.contextmanager
def _process(command: list[str], port_pattern: str) -> Iterator[Server]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    try:
        for line in process.stdout:
            if found := re.search(port_pattern, line):
                yield Server(process.pid, int(found[1]))
                return
        raise SystemExit(f"{' '.join(command)} did not start")
    finally:
        process.terminate()
        process.communicate(timeout=10)


@contextlib.contextmanager
def several(loop: str, names: Sequence[str], *settings: str) -> Iterator[Server]:
    """Start our server with several protocols on any free ports."""
    command = [str(Path(sys.executable).with_name("fogfield")), "serve"]
    for name in names:
        command += ["--only", name, "--port", f"{name}=0"]
    for setting in (f"loop={loop}", "solver.compile=off", *settings):
        command += ["--set", setting]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    try:
        ports: dict[str, int] = {}
        for line in process.stdout:
            if found := re.match(r"\s*(\w+)\s+(?:http://)?127\.0\.0\.1:(\d+)", line):
                ports[found[1]] = int(found[2])
            if len(ports) == len(names):
                yield Server(process.pid, next(iter(ports.values())), ports)
                return
        raise SystemExit(f"{' '.join(command)} did not start")
    finally:
        process.terminate()
        process.communicate(timeout=10)


def reference(loop: str, what: int | str) -> contextlib.AbstractContextManager[Server]:
    """Start a bare reference: one that answers with so many bytes, or one that echoes lines."""
    return _process([sys.executable, "-m", "bench.reference", loop, str(what)], r"^(\d+)$")


def web_reference(loop: str, path: str) -> contextlib.AbstractContextManager[Server]:
    """Start a bare HTTP handler that answers with the contents of a file."""
    return _process([sys.executable, "-m", "bench.webreference", loop, path], r"^(\d+)$")


def fogfield(loop: str, name: str = "jminesweeper", *settings: str) -> contextlib.AbstractContextManager[Server]:
    """Start our server as a user would, with one protocol on any free port."""
    command = [str(Path(sys.executable).with_name("fogfield")), "serve", "--only", name, "--port", f"{name}=0"]
    if not any(setting.startswith("store.address=") for setting in settings):
        settings = (*settings, "store.address=off")  # what that costs is measured by itself
    for setting in (f"loop={loop}", "solver.compile=off", *settings):
        command += ["--set", setting]
    return _process(command, r"127\.0\.0\.1:(\d+)")
