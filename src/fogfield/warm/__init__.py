"""The compiled engine, and nobody waits for a compiler: it works in the background, and its code is kept on disk."""

import fcntl
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from fogfield.kits.mines import kernels
from fogfield.kits.mines.machine import Machine, install

#: How often a process looks whether the compiler has finished.
LOOK_S = 0.5


def folder() -> Path:
    """Give the folder in which compiled code is kept."""
    if named := os.environ.get("FOGFIELD_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fogfield"


def is_ready() -> bool:
    """Say whether the engine was compiled for this machine before."""
    return kernels.available() and _stamp().exists()


def load() -> bool:
    """Use the compiled engine from now on, if it is ready; that takes less than a second."""
    if not is_ready():
        return False
    ints, floats = kernels.memories()
    install(Machine(ints, floats, kernels.compiled(str(folder()))))
    return True


def compile_now() -> bool:
    """Compile the engine and keep it; False if there is no numba, or another process is about it."""
    if not kernels.available():
        return False
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        kernels.compiled(str(folder()))
        _stamp().touch()
    return True


def start() -> None:
    """Load the engine if it is ready; else have it compiled by another process, and load it when it is.

    Until then the engine runs as Python. The other process goes on if this one ends: the next one will be glad.
    """
    if load() or not kernels.available():
        return
    subprocess.Popen(
        [sys.executable, "-m", "fogfield.warm"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    threading.Thread(target=_load_when_ready, daemon=True).start()


def _load_when_ready() -> None:
    while not load():
        time.sleep(LOOK_S)


def _stamp() -> Path:
    """Give the file that says that this engine was compiled with this numba for this processor."""
    return folder() / kernels.fingerprint() / f"ready-{kernels.target()}"
