"""Compiled engines on disk: what nobody uses any more is thrown away, and nothing else."""

import os
import shutil
import time
from pathlib import Path

import pytest
from support.engines import compile_now

from fogfield import warm
from fogfield.kits.mines.machine import Machine
from fogfield.warm.shelf import KEPT_DAYS, LIST, Shelf

NAME = "0123456789abcdef-0.68.1-cpython-311"


def engine(folder: Path, name: str, age_days: float) -> Shelf:
    """An engine that was used so long ago."""
    found = Shelf(folder / name)
    found.clear()
    (found.folder / "code").write_bytes(b"code")
    found.seal()
    used = time.time() - 86_400 * age_days
    os.utime(found.folder / LIST, (used, used))
    return found


def test_engines_that_were_not_used_for_long_are_thrown_away_and_nothing_else(tmp_path: Path) -> None:
    new = engine(tmp_path, f"{NAME}-new", 0)
    old = engine(tmp_path, f"{NAME}-old", KEPT_DAYS + 1)
    used = engine(tmp_path, f"{NAME}-used", KEPT_DAYS + 1)
    used.note_use()
    young = engine(tmp_path, f"{NAME}-young", KEPT_DAYS - 1)
    other = engine(tmp_path, "somebody's", KEPT_DAYS + 1)
    (tmp_path / NAME).mkdir()
    (tmp_path / "lock").touch()
    ended = Shelf(tmp_path / f"{NAME}-ended")  # by a signal, before there was a list
    ended.clear()
    os.utime(ended.folder, (0, 0))
    new.tidy()
    assert not old.folder.exists()
    assert not ended.folder.exists()
    assert all(one.read() for one in (new, used, young, other))
    assert (tmp_path / NAME).exists()


def test_what_cannot_be_thrown_away_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = engine(tmp_path, f"{NAME}-new", 0), engine(tmp_path, f"{NAME}-old", KEPT_DAYS + 1)

    def refuse(path: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(shutil, "rmtree", refuse)
    new.tidy()
    assert old.read()


def test_who_loads_an_engine_notes_that_it_is_used_and_who_compiles_one_tidies_up(compiled: Machine) -> None:
    old = engine(warm.folder(), f"{NAME}-old", KEPT_DAYS + 1)
    assert compile_now()
    assert not old.folder.exists()
    kept = next(path for path in warm.folder().iterdir() if path.is_dir())
    os.utime(kept / LIST, (0, 0))
    assert warm.load()
    assert (kept / LIST).stat().st_mtime > 0


def test_a_compiler_that_has_failed_is_not_waited_for_for_ever(
    compiled: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "WAITS_S", 0.05)
    monkeypatch.setattr(warm, "LOOK_S", 0.01)
    waits = Shelf(warm.folder() / NAME)
    warm._load_when_ready(waits)
    assert waits.read() is None
