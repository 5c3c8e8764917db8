"""Nobody waits for a compiler: what is ready is loaded, what is not is left to another process."""

import fcntl
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from fogfield import warm
from fogfield.kits.mines import kernels
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.machine import Machine, machine


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGFIELD_CACHE", str(tmp_path))
    monkeypatch.setattr(machines, "_current", [])
    monkeypatch.setattr(kernels, "target", lambda: "here")
    monkeypatch.setattr(kernels, "available", lambda: True)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine that stands for the compiled one: compiling takes half a minute, and is tested elsewhere."""
    found = Machine()
    monkeypatch.setattr(kernels, "memories", lambda: (found.m, found.f))
    monkeypatch.setattr(kernels, "compiled", lambda folder: lambda m, f, command: 7 * (command == 0))
    return found


def test_what_was_never_compiled_is_not_ready(compiled: Machine) -> None:
    assert not warm.is_ready()
    assert not warm.load()


def test_what_was_compiled_is_loaded(compiled: Machine) -> None:
    assert warm.compile_now()
    assert warm.is_ready()
    assert warm.load()
    assert machine().m is compiled.m
    assert machine().run(0) == 7


def test_without_numba_nothing_is_compiled(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "available", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert not warm.compile_now()
    warm.start()
    assert not warm.is_ready()


def test_without_a_place_to_keep_it_nothing_is_compiled(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGFIELD_CACHE", "/dev/null/none")
    assert not warm.compile_now()
    assert not warm.is_ready()


def test_two_processes_do_not_compile_at_the_same_time(compiled: Machine) -> None:
    with (warm.folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert not warm.compile_now()
    assert not warm.is_ready()


def test_a_start_without_a_cache_compiles_elsewhere_and_loads_it_when_it_is_there(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    loaded = threading.Event()
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: started.append(command))
    monkeypatch.setattr(warm, "LOOK_S", 0.01)
    monkeypatch.setattr(warm, "install", lambda found: loaded.set())
    warm.start()
    assert started[0][1:] == ["-m", "fogfield.warm"]
    assert not loaded.is_set()
    warm.compile_now()
    assert loaded.wait(30)


def test_the_cache_lies_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOGFIELD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert warm.folder() == Path("/somewhere/fogfield")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert warm.folder() == Path.home() / ".cache" / "fogfield"
