"""A cache of its own for each test, and an engine that compiles at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engines import compile_to, load_from

from fogfield.kits.mines import kernels
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.machine import Machine


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGFIELD_CACHE", str(tmp_path))
    monkeypatch.setattr(machines, "_current", [])
    monkeypatch.setattr(kernels, "target", lambda: "here")
    monkeypatch.setattr(kernels, "available", lambda: True)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A machine that stands for the compiled one: compiling takes half a minute, and is tested elsewhere."""
    found = Machine()
    monkeypatch.setattr(kernels, "memories", lambda: (found.m, found.f))
    monkeypatch.setattr(kernels, "compiled", compile_to)
    monkeypatch.setattr(kernels, "loaded", load_from)
    kernels.fingerprint.cache_clear()
    yield found
    kernels.fingerprint.cache_clear()  # another compiler means another name
