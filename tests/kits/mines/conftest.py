"""The engine compiled, for tests that compare it, and for those that Python alone would take long for."""

import subprocess
import sys

import pytest
from support.engines import is_ready

from fogfield import warm
from fogfield.kits.mines import kernels
from fogfield.kits.mines import machine as machines
from fogfield.kits.mines.machine import Machine

#: Of several processes that want that one compiles, and the others wait.
COMPILE = "from fogfield import warm; warm.make_ready(patience_s=1000.0)"


@pytest.fixture(scope="session")
def compiled() -> Machine:
    if not kernels.available():
        pytest.skip("numba is not installed: pip install 'fogfield[fast]'")
    if not is_ready():  # compiled elsewhere: where coverage is measured the compiler itself would be, too
        subprocess.run([sys.executable, "-c", COMPILE], check=True)
    return Machine(*kernels.memories(), kernels.loaded(str(warm.make_ready())))


@pytest.fixture
def swift(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have solvers use the compiled engine."""
    monkeypatch.setattr(machines, "_current", [compiled])
    monkeypatch.setattr(compiled, "owner", None)
