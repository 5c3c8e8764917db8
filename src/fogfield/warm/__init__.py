"""The compiled engine, and nobody waits for a compiler: it works in the background, and its code is kept on disk."""

import fcntl
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from fogfield.kits.mines import kernels
from fogfield.kits.mines.engine import serving
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
    found = Machine(ints, floats, kernels.compiled(str(folder())))
    found.warm_up()
    install(found)
    return True


def compile_now() -> bool:
    """Compile the engine and keep it; False if there is no numba, no place to keep it, or another process is at it."""
    if not kernels.available():
        return False
    try:
        _stamp().parent.mkdir(parents=True, exist_ok=True)
        with (folder() / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            kernels.compiled(str(folder()))
            _stamp().touch()
    except OSError:
        return False
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
    """Give the file that says that this engine was compiled with this numba for this processor.

    Numba compiles anew when the file of the function is another one by its time, so that is part of the name.
    """
    changed = Path(serving.__file__).stat().st_mtime_ns
    return folder() / kernels.fingerprint() / f"ready-{kernels.target()}-{changed}"
