"""The engine compiled: the functions of `kits/mines/engine`, as they are, for arrays of numpy and with numba.

Numba is optional. Without it, and until it has compiled, the same functions run as Python.
"""

import hashlib
import importlib
import importlib.util
import pkgutil
from collections import Counter
from functools import cache
from typing import Any

from fogfield.kits.mines import engine
from fogfield.kits.mines.engine import layout
from fogfield.kits.mines.engine.serving import serve
from fogfield.kits.mines.machine import Serve

_Function: Any = type(serve)


@cache
def _modules() -> dict[str, dict[str, Any]]:
    """Give the modules of the engine, and what each of them knows by name."""
    found = {}
    for module in pkgutil.iter_modules(engine.__path__):
        path = f"{engine.__name__}.{module.name}"
        known = vars(importlib.import_module(path)).items()
        found[path] = {name: part for name, part in known if not name.startswith("__")}
    return found


def _is_ours(part: Any) -> bool:
    return isinstance(part, _Function) and part.__module__.startswith(engine.__name__)


def _recipe() -> bytes:
    how = compiled.__code__
    return f"{how.co_code!r} {how.co_names!r} {[one for one in how.co_consts if isinstance(one, str)]!r}".encode()


@cache
def fingerprint() -> str:
    """Name this engine by its code, and by how it is compiled: what came of another one is never used."""
    digest = hashlib.sha256(_recipe())
    for path, known in sorted(_modules().items()):
        for name, part in sorted(known.items()):
            if isinstance(part, _Function):
                code = part.__code__
                values = [one for one in code.co_consts if one != part.__doc__]
                digest.update(f"{path} {name} {code.co_code!r} {values!r} {code.co_names!r}".encode())
            elif isinstance(part, int | float | tuple):
                digest.update(f"{path} {name} {part!r}".encode())
    return digest.hexdigest()[:16]


def _callers() -> Counter[Any]:
    """Count the functions of the engine that call each of them."""
    found: Counter[Any] = Counter()
    for path, known in _modules().items():
        for part in known.values():
            if _is_ours(part) and part.__module__ == path:
                found.update(known[name] for name in part.__code__.co_names if _is_ours(known.get(name)))
    return found


def available() -> bool:
    """Say whether numba is installed."""
    return importlib.util.find_spec("numba") is not None and importlib.util.find_spec("numpy") is not None


def compiled(folder: str) -> Serve:
    """Compile the engine, which takes half a minute, and keep it in a folder; or load it if that was done before."""
    numba: Any = importlib.import_module("numba")  # its types do not know all of its options
    twins: dict[Any, Any] = {}
    callers = _callers()
    for path, known in _modules().items():
        namespace = dict(known)
        for name, part in known.items():
            if _is_ours(part) and part.__module__ == path:
                twin = _Function(part.__code__, namespace, name)
                twin.__module__, twin.__qualname__ = path, name
                inline = "always" if callers[part] == 1 else "never"  # that alone saves a quarter of the time
                make = numba.njit(
                    nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, inline=inline
                )
                twins[part] = make(twin), namespace
    for _, namespace in twins.values():
        for name, part in namespace.items():
            if _is_ours(part):
                namespace[name] = twins[part][0]
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder
    try:
        door = numba.njit("int64(int64[::1], float64[::1], int64)", cache=True, nogil=True, error_model="numpy")(
            twins[serve][0].py_func
        )
    finally:
        numba.config.CACHE_DIR = before
    found: Serve = door
    return found


class NotCompiledError(Exception):
    """What was to be loaded is not there, or not for this machine."""


def loaded(folder: str) -> Serve:
    """Load the engine from the folder in which it was kept; never compile it."""
    event: Any = importlib.import_module("numba.core.event")

    class Refusing(event.Listener):  # type: ignore[misc] # its types are not known
        def on_start(self, _: object) -> None:
            raise NotCompiledError(f"there is no engine for this machine in {folder}")

        def on_end(self, _: object) -> None:
            """Nothing was begun."""

    with event.install_listener("numba:compile", Refusing()):
        return compiled(folder)


def target() -> str:
    """Name what code is compiled for: the versions of numba and Python, and the processor with all that it can do."""
    import llvmlite
    import llvmlite.binding

    numba: Any = importlib.import_module("numba")
    python = importlib.util.cache_from_source("x.py").rpartition(".")[0].rpartition(".")[2]
    can = numba.config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten()
    name = numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    more = hashlib.sha256(f"{llvmlite.__version__} {can}".encode()).hexdigest()[:8]
    return f"{numba.__version__}-{python}-{name}-{more}"


def memories() -> tuple[Any, Any]:
    """Give two memories for the compiled engine; pages that are never used cost nothing."""
    import numpy

    return numpy.zeros(layout.INTS, numpy.int64), numpy.zeros(layout.FLOATS, numpy.float64)
