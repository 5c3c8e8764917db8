"""Best times, kept in a small file in the user's data folder."""

import contextlib
import fcntl
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fogfield.core.errors import FogfieldError
from fogfield.store.folders import data_folder

FORMAT = 1
#: So many times are kept of each kind of board, and so many kinds.
MOST_TIMES, MOST_KINDS = 10, 1_000
#: A file of ours is never larger than this.
LIMIT_BYTES = 4 << 20


#: How long another game may write.
LOCK_S = 2.0


class TimesError(FogfieldError):
    """The times cannot be read or written."""


class Time(NamedTuple):
    """One game that was won: how long it took, the day, and the board."""

    seconds: float
    day: str
    board: str


class Entered(NamedTuple):
    """The list of a kind after a game was won, and the place of that game in it, from 1; 0 if it was too slow."""

    times: tuple[Time, ...]
    place: int
    #: What the player should know of the file.
    note: str = ""


class BestTimes:
    """The file with the best times of every kind of board."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "classic-times.json"

    def enter(self, kind: str, mine: Time) -> Entered:
        """Enter a time. A file that cannot be read is put aside, not overwritten, and the player is told."""
        try:
            with self._alone():
                all_times, note = self._read()
                times = sorted([*all_times.get(kind, ()), mine])[:MOST_TIMES]
                if kind in all_times or len(all_times) < MOST_KINDS:
                    all_times[kind] = tuple(times)
                    self._write(all_times)
                else:
                    note = f"{self.path} has times of {MOST_KINDS} kinds of boards; this one is not kept"
        except OSError as error:
            raise TimesError(f"the time cannot be kept: {self.path} ({error.strerror or error})") from None
        return Entered(tuple(times), times.index(mine) + 1 if mine in times else 0, note)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other games from writing meanwhile."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("w") as lock:
            end = time.monotonic() + LOCK_S
            while not _locked(lock.fileno()):
                if time.monotonic() > end:
                    raise TimesError("the time cannot be kept: another game writes its own for too long")
                time.sleep(0.01)
            yield

    def _read(self) -> tuple[dict[str, tuple[Time, ...]], str]:
        try:
            with self.path.open("rb") as file:
                data = file.read(LIMIT_BYTES + 1)
        except FileNotFoundError:
            return {}, ""
        try:
            return _times(data), ""
        except (ValueError, RecursionError):
            aside = self._aside()
            self.path.rename(aside)
            return {}, f"the old list could not be read; it is kept as {aside}, and a new one begins"

    def _aside(self) -> Path:
        """Find a name that is free."""
        number = 1
        while (path := self.path.with_name(f"{self.path.name}.broken-{number}")).exists():
            number += 1
        return path

    def _write(self, times: dict[str, tuple[Time, ...]]) -> None:
        """Write a new file and put it in the place of the old one: there is always a whole one."""
        data = {"fogfield": FORMAT, "times": {kind: [list(one) for one in some] for kind, some in times.items()}}
        number, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(data, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _locked(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _times(data: bytes) -> dict[str, tuple[Time, ...]]:
    """Read the file; raises ValueError if it is not one of ours."""
    if len(data) > LIMIT_BYTES:
        raise ValueError("too large")
    match json.loads(data):
        case {"fogfield": 1, "times": dict(kinds)} if len(kinds) <= MOST_KINDS:
            return {kind: tuple(sorted(_time(one) for one in times)) for kind, times in _lists(kinds)}
    raise ValueError("not a list of times")


def _lists(kinds: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    for kind, times in kinds.items():
        if not isinstance(times, list) or len(times) > MOST_TIMES:
            raise ValueError("not a list")
        yield kind, times


def _time(data: Any) -> Time:
    match data:
        case [float() | int() as seconds, str(day), str(board)] if 0 <= seconds < 1e9:
            return Time(float(seconds), day, board)
    raise ValueError("not a time")
