"""`python -m fogfield.warm`: it says what it does and what is wrong, in a sentence, and its status tells the same."""

import fcntl
import os
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner, Result
from support.engines import FILES, compile_now, kept
from support.live import clean_environment

from fogfield import warm
from fogfield.kits.mines import kernels
from fogfield.kits.mines.machine import Machine
from fogfield.warm import __main__ as command


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda more: more)  # it would hold for all tests that follow
    monkeypatch.setattr(warm, "LOOK_S", 0.01)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(command.main, arguments)


def told(done: Result) -> tuple[str, str, int]:
    """What it said, what it complained of, and the status."""
    return done.stdout, done.stderr, done.exit_code


def test_it_compiles_and_says_where_the_engine_is_kept(compiled: Machine) -> None:
    done = call()
    place = kept(FILES[0]).parent.parent
    said = f"Compiling the engine; that takes about a minute.\nThe compiled engine is ready; it is kept in {place}.\n"
    assert told(done) == (said, "", 0)


def test_what_is_ready_already_is_not_compiled_again_and_that_is_said(compiled: Machine) -> None:
    assert compile_now()
    place = kept(FILES[0]).parent.parent
    assert told(call()) == (f"The compiled engine is ready; it is kept in {place}.\n", "", 0)


def test_without_numba_it_says_how_to_get_it(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "available", lambda: False)
    said, complained, status = told(call())
    assert (said, status) == ("", 1)
    assert complained.startswith("fogfield: numba is not installed")
    assert "pip install 'fogfield[fast]'" in complained


def test_without_a_place_to_keep_the_engine_it_says_so(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGFIELD_CACHE", "/dev/null/none")
    expected = (
        "fogfield: the compiled engine cannot be kept in /dev/null/none: Not a directory; "
        "FOGFIELD_CACHE names another folder\n"
    )
    assert told(call()) == ("", expected, 1)


def test_a_compiler_that_fails_is_told_of(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(folder: str) -> None:
        raise RuntimeError("no code for this processor\nand much more")

    monkeypatch.setattr(kernels, "compiled", fails)
    _, complained, status = told(call())
    assert complained == "fogfield: numba cannot compile the engine: RuntimeError: no code for this processor\n"
    assert status == 1


def test_another_process_that_compiles_is_waited_for(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    with (warm.folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        monkeypatch.setattr(time, "sleep", lambda seconds: lock.close())  # it finishes while it is waited for
        said, complained, status = told(call())
    assert said.splitlines()[0] == "Another process is compiling the engine; waiting for it."
    assert said.splitlines()[-1].startswith("The compiled engine is ready")
    assert (complained, status) == ("", 0)


def test_nobody_waits_for_another_process_for_ever(compiled: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PATIENCE_S", 0.05)
    with (warm.folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said, complained, status = told(call())
    assert said == "Another process is compiling the engine; waiting for it.\n"
    assert complained == "fogfield: another process is still compiling the engine; try again in a minute\n"
    assert status == 1


@pytest.mark.parametrize("there_is", [True, False])
def test_in_the_background_it_is_silent(compiled: Machine, monkeypatch: pytest.MonkeyPatch, there_is: bool) -> None:
    monkeypatch.setattr(kernels, "available", lambda: there_is)
    assert told(call("--quiet")) == ("", "", 0 if there_is else 1)


def test_in_the_background_it_waits_for_nobody(compiled: Machine) -> None:
    with (warm.folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert told(call("--quiet")) == ("", "", 1)


def test_a_service_that_may_not_change_its_priority_compiles_all_the_same(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(more: int) -> int:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "nice", forbidden)
    assert call().exit_code == 0


@pytest.mark.parametrize(("option", "silent"), [((), False), (("--quiet",), True)])
def test_as_a_process_it_does_the_same(option: tuple[str, ...], silent: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fogfield.warm", *option], capture_output=True, text=True, check=False, timeout=60,
        env={**clean_environment(), "FOGFIELD_CACHE": "/dev/null/none"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "" if silent else done.stderr.startswith("fogfield: ")
    assert done.stderr.count("\n") == (0 if silent else 1)


def test_help_says_what_it_is_for_with_an_example() -> None:
    said = call("--help").stdout
    assert "  python -m fogfield.warm\n" in said
    assert "FOGFIELD_CACHE" in said
    assert "exit status" in said
