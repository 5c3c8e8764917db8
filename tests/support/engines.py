"""What stands for the compiled engine: to compile takes half a minute, and is tested elsewhere."""

from contextlib import suppress
from pathlib import Path

from fogfield import warm
from fogfield.kits.mines.machine import Serve

#: The files of an engine, and what is in them.
FILES, CODE = ("serve.1.nbc", "serve.nbi"), b"code" * 100


def compile_to(folder: str) -> None:
    """Write what the compiler would write."""
    (Path(folder) / "engine").mkdir()
    for name in FILES:
        (Path(folder) / "engine" / name).write_bytes(CODE)


def load_from(folder: str) -> Serve:
    """Load that: with damaged files nobody can know what would happen."""
    assert [(Path(folder) / "engine" / name).read_bytes() for name in FILES] == [CODE, CODE], (
        "it must be noticed before"
    )
    return lambda m, f, command: 7 * (command == 0)


def is_ready() -> bool:
    """Say whether the engine was compiled for this machine before, and is as it was written."""
    with suppress(warm.NotReady):
        return warm._shelf().read() is not None
    return False


def compile_now() -> bool:
    """Compile the engine and keep it; False if there is no numba, no place to keep it, or another process is at it."""
    with suppress(warm.NotReady):
        warm.make_ready()
        return True
    return False


def kept(name: str) -> Path:
    """Find a file of the engine."""
    (found,) = warm.folder().glob(f"*/engine/{name}")
    return found
