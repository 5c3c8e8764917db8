"""The compiled engine, and nobody waits for a compiler: it works in the background, and its code is kept on disk."""

import fcntl
import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from fogfield.core.errors import FogfieldError
from fogfield.kits.mines import kernels
from fogfield.kits.mines.engine import serving
from fogfield.kits.mines.machine import Machine, install
from fogfield.warm.shelf import Shelf, write_copy

#: Says in which folder compiled code is kept.
CACHE_VARIABLE = "FOGFIELD_CACHE"
#: How often a process looks whether the compiler has finished.
LOOK_S = 0.5
#: How often it tries to load what is there: files may be written anew just while they are read.
LOADS = 3
#: How long it looks: a compiler that is not done by then has failed.
WAITS_S = 1_800.0


class NotReady(FogfieldError):
    """There is no compiled engine: why, as a sentence."""


def folder() -> Path:
    """Give the folder in which compiled code is kept."""
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fogfield"


def load() -> bool:
    """Use the compiled engine from now on, if it is ready; that takes less than a second.

    If it is not, or is damaged, or cannot be loaded for any other reason, the engine stays Python.
    """
    try:
        install(_engine(_shelf()))
    except NotReady:
        return False
    return True


def make_ready(say: Callable[[str], object] = lambda text: None, patience_s: float = 0.0) -> Path:
    """Compile the engine unless that was done before, and give the folder in which it is kept; or raise `NotReady`.

    What goes on is said in sentences. Another process that compiles is waited for so long.
    """
    shelf = _shelf()
    if shelf.read() is None:
        try:
            with _lock(say, patience_s):
                _compile(shelf, say)
        except OSError as fault:
            why = f"{fault.strerror or fault}; {CACHE_VARIABLE} names another folder"
            raise NotReady(f"the compiled engine cannot be kept in {folder()}: {why}") from fault
    _engine(shelf)
    return shelf.folder


def start() -> None:
    """Load the engine if it is ready; else have it compiled by another process, and load it when it is.

    Until then the engine runs as Python. The other process goes on if this one ends: the next one will be glad.
    """
    _load_soon(compile_elsewhere)


def follow() -> None:
    """Load the engine if it is ready; else do so when it is, since somebody else has it compiled."""
    _load_soon(lambda: True)


def _load_soon(is_coming: Callable[[], bool]) -> None:
    try:
        shelf = _shelf()
    except NotReady:
        return
    if not load() and is_coming():
        threading.Thread(target=_load_when_ready, args=(shelf,), daemon=True).start()


def compile_elsewhere() -> bool:
    """Have the engine compiled by another process, at low priority; False if there is no numba, or no process.

    Whether there is anything to do is found out there: to ask numba here would take longer than to start a process.
    """
    if not kernels.available():
        return False
    try:
        compiler = subprocess.Popen(
            [sys.executable, "-m", "fogfield.warm", "--quiet"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    except OSError:
        return False
    threading.Thread(target=compiler.wait, daemon=True).start()  # else it would stay as a zombie
    return True


def _load_when_ready(shelf: Shelf) -> None:
    until = time.monotonic() + WAITS_S
    for _ in range(LOADS):
        while shelf.read() is None:
            if time.monotonic() > until:
                return
            time.sleep(LOOK_S)
        if load():
            return
        time.sleep(LOOK_S)


def _shelf() -> Shelf:
    """Give the place of this engine, compiled with this numba for this processor.

    Numba compiles anew when the file of the function is another one by its path or its time, so these are in the name.
    """
    if not kernels.available():
        raise NotReady("numba is not installed; the extra 'fast' brings it: pip install 'fogfield[fast]', or make fast")
    try:
        path = Path(serving.__file__)
        source = hashlib.sha256(f"{path} {path.stat().st_mtime_ns}".encode()).hexdigest()[:8]
        return Shelf(folder() / f"{kernels.fingerprint()}-{kernels.target()}-{source}")
    except Exception as fault:  # an installation may be broken in many ways
        raise NotReady(f"numba does not work here: {_told(fault)}") from fault


def _engine(shelf: Shelf) -> Machine:
    """Load what was compiled, from a copy: that stays as it is, and numba reads only where it could write, too."""
    files = shelf.read()
    if files is None:
        raise NotReady("the engine is not compiled yet")
    try:
        with TemporaryDirectory(prefix="fogfield-") as copy:
            write_copy(files, Path(copy))
            found = Machine(*kernels.memories(), kernels.loaded(copy))
        found.warm_up()
        shelf.note_use()
    except Exception as fault:  # unpickling alone may raise anything
        raise NotReady(f"what is kept in {shelf.folder} cannot be loaded: {_told(fault)}") from fault
    return found


def _compile(shelf: Shelf, say: Callable[[str], object]) -> None:
    if shelf.read() is not None:  # another process has done it
        return
    shelf.clear()
    say("Compiling the engine; that takes about a minute.")
    try:
        kernels.compiled(str(shelf.folder))
    except OSError:
        raise
    except Exception as fault:
        raise NotReady(f"numba cannot compile the engine: {_told(fault)}") from fault
    shelf.seal()
    shelf.tidy()


@contextmanager
def _lock(say: Callable[[str], object], patience_s: float) -> Iterator[None]:
    """Be the only process that compiles."""
    folder().mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + patience_s
    waits = False
    with (folder() / "lock").open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise NotReady("another process is still compiling the engine; try again in a minute") from None
            if not waits:
                say("Another process is compiling the engine; waiting for it.")
            waits = True
            time.sleep(LOOK_S)
        yield


def _told(fault: Exception) -> str:
    """Say in one line what was raised."""
    lines = str(fault).strip().splitlines()
    return f"{type(fault).__name__}: {lines[0]}" if lines else type(fault).__name__
