"""Nobody waits for a compiler: what is ready is loaded, what is not is left to another process."""

import fcntl
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import pytest
from support.engines import CODE, FILES, compile_now, is_ready, kept

from fogfield import warm
from fogfield.kits.mines import kernels
from fogfield.kits.mines.machine import Machine, machine


def test_what_was_never_compiled_is_not_ready(compiled: Machine) -> None:
    assert not is_ready()
    assert not warm.load()


def test_what_was_compiled_is_loaded(compiled: Machine) -> None:
    assert compile_now()
    assert is_ready()
    assert warm.load()
    assert machine().m is compiled.m
    assert machine().run(0) == 7


def test_without_numba_nothing_is_compiled(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "available", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert not compile_now()
    warm.start()
    assert not is_ready()


def test_without_a_place_to_keep_it_nothing_is_compiled(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGFIELD_CACHE", "/dev/null/none")
    assert not compile_now()
    assert not is_ready()


def test_two_processes_do_not_compile_at_the_same_time(compiled: Machine) -> None:
    with (warm.folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert not compile_now()
    assert not is_ready()


def test_a_start_without_a_cache_compiles_elsewhere_and_loads_it_when_it_is_there(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Started] = []
    loaded = threading.Event()
    monkeypatch.setattr(subprocess, "Popen", partial(Started, started))
    monkeypatch.setattr(warm, "LOOK_S", 0.01)
    monkeypatch.setattr(warm, "install", lambda found: loaded.set())
    warm.start()
    assert [one.command[1:] for one in started] == [["-m", "fogfield.warm", "--quiet"]]
    assert not loaded.is_set()
    compile_now()
    assert loaded.wait(30)


def test_who_follows_starts_no_compiler_and_loads_what_another_one_has_made(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = threading.Event()
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(warm, "LOOK_S", 0.01)
    monkeypatch.setattr(warm, "install", lambda found: loaded.set())
    warm.follow()
    assert not loaded.is_set()
    compile_now()
    assert loaded.wait(30)


def test_what_was_still_written_while_it_was_read_is_loaded_a_moment_later(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def load() -> bool:
        asked.append(len(asked) == 1)
        return asked[-1]

    assert compile_now()
    monkeypatch.setattr(warm, "LOOK_S", 0.01)
    monkeypatch.setattr(warm, "load", load)
    warm._load_when_ready(warm._shelf())
    assert asked == [False, True]


def test_what_is_compiled_is_not_compiled_again(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_now()
    monkeypatch.setattr(kernels, "compiled", None)
    assert compile_now()


def test_a_compiler_beside_a_server_is_waited_for_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Started] = []
    monkeypatch.setattr(subprocess, "Popen", partial(Started, started))
    assert warm.compile_elsewhere()
    (one,) = started
    assert one.waited.wait(30), "it would stay as a zombie"
    assert one.how == {"start_new_session": True, **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)}


def test_without_numba_or_without_room_for_a_process_a_server_goes_on_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise BlockingIOError("no process can be had")

    monkeypatch.setattr(subprocess, "Popen", full)
    assert not warm.compile_elsewhere()
    warm.start()
    monkeypatch.setattr(kernels, "available", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert not warm.compile_elsewhere()


class Started:
    """A process that would compile."""

    def __init__(self, started: "list[Started]", command: list[str], **how: Any) -> None:
        self.command, self.how = command, how
        self.waited = threading.Event()
        started.append(self)

    def wait(self) -> None:
        """Be waited for."""
        self.waited.set()


def test_the_cache_lies_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOGFIELD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert warm.folder() == Path("/somewhere/fogfield")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert warm.folder() == Path.home() / ".cache" / "fogfield"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])


def zeros(path: Path) -> None:
    path.write_bytes(bytes(len(CODE)))


def one_bit(path: Path) -> None:
    path.write_bytes(CODE[:-1] + bytes([CODE[-1] ^ 1]))


@pytest.mark.parametrize("damage", [cut, zeros, one_bit, Path.unlink])
@pytest.mark.parametrize("name", [*FILES, "../ready"])
def test_a_damaged_file_is_noticed_and_the_engine_is_compiled_anew(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch, name: str, damage: Callable[[Path], None]
) -> None:
    started: list[Started] = []
    loaded = threading.Event()
    assert compile_now()
    damage(kept(name))
    assert not is_ready()
    assert not warm.load()
    assert machine().m is not compiled.m
    monkeypatch.setattr(subprocess, "Popen", partial(Started, started))
    monkeypatch.setattr(warm, "LOOK_S", 0.01)
    monkeypatch.setattr(warm, "install", lambda found: loaded.set())
    warm.start()
    assert len(started) == 1
    assert compile_now()
    assert loaded.wait(30)
    assert [kept(one).read_bytes() for one in FILES] == [CODE, CODE]


def test_who_loads_never_waits_for_the_compiler(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_now()
    kept("serve.1.nbc").unlink()
    monkeypatch.setattr(kernels, "compiled", None)
    assert not warm.load()


@pytest.mark.parametrize(
    "fault",
    [UnpicklingError("pickle data was truncated"), OSError(5, "Input/output error"), RuntimeError(), KeyError(1)],
)
def test_an_engine_that_cannot_be_loaded_leaves_the_one_in_python(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    assert compile_now()
    monkeypatch.setattr(kernels, "loaded", raising(fault))
    assert not warm.load()
    assert machine().m is not compiled.m
    with pytest.raises(warm.NotReady, match=f"cannot be loaded: {type(fault).__name__}"):
        warm.make_ready()


def test_a_numba_that_does_not_work_is_like_none(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "target", raising(ImportError("Numba needs NumPy 2.4 or less")))
    monkeypatch.setattr(subprocess, "Popen", None)
    assert not is_ready()
    assert not warm.load()
    warm.start()
    with pytest.raises(warm.NotReady, match="does not work here: ImportError: Numba needs NumPy"):
        warm.make_ready()


def raising(fault: Exception) -> Callable[..., Any]:
    def fails(*_: object) -> None:
        raise fault

    return fails
