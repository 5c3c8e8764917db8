"""Best times, and the boards that were seen, kept in a small file in the user's data folder."""

import contextlib
import fcntl
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fogfield.core.errors import FogfieldError
from fogfield.store.folders import data_folder

FORMAT = 1
#: So many times are kept of each kind of board, so many kinds, and the names of so many boards that were seen.
MOST_TIMES, MOST_KINDS, MOST_BOARDS = 10, 1_000, 2_000
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


class Kept(NamedTuple):
    """What is in the file: times by kind, and the names of boards that were seen, the newest last."""

    times: dict[str, tuple[Time, ...]]
    boards: tuple[str, ...] = ()

    def knows(self, board: str) -> bool:
        """Say whether a board was seen before."""
        return board in self.boards or any(board == one.board for times in self.times.values() for one in times)


class BestTimes:
    """The file with the best times of every kind of board."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "classic-times.json"
        self._untold = ""

    def untold(self) -> str:
        """Give what the player should know of the file and was not told yet."""
        note, self._untold = self._untold, ""
        return note

    def meet(self, board: str) -> bool:
        """Note that a board is seen now; gives whether it was before."""
        with self._open():
            kept, note = self._read()
            self._untold = note or self._untold
            known = kept.knows(board)
            if not known:
                self._write(kept._replace(boards=(*kept.boards, board)[-MOST_BOARDS:]))
        return known

    def enter(self, kind: str, mine: Time) -> Entered:
        """Enter a time. A file that cannot be read is put aside, not overwritten, and the player is told."""
        with self._open():
            kept, note = self._read()
            times = sorted([*kept.times.get(kind, ()), mine])[:MOST_TIMES]
            if kind in kept.times or len(kept.times) < MOST_KINDS:
                self._write(kept._replace(times={**kept.times, kind: tuple(times)}))
            else:
                note = f"{self.path} has times of {MOST_KINDS} kinds of boards; this one is not kept"
        return Entered(tuple(times), times.index(mine) + 1 if mine in times else 0, note)

    @contextlib.contextmanager
    def _open(self) -> Iterator[None]:
        """Work with the file alone; what goes wrong is told in a sentence."""
        try:
            with self._alone():
                yield
        except OSError as error:
            raise TimesError(f"the time cannot be kept: {self.path} ({error.strerror or error})") from None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other games from writing meanwhile."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(_opened(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT), "rb") as lock:
            end = time.monotonic() + LOCK_S
            while not _locked(lock.fileno()):
                if time.monotonic() > end:
                    raise TimesError("the time cannot be kept: another game writes its own for too long")
                time.sleep(0.01)
            yield

    def _read(self) -> tuple[Kept, str]:
        try:
            with os.fdopen(_opened(self.path, os.O_RDONLY), "rb") as file:
                data = file.read(LIMIT_BYTES + 1)
        except FileNotFoundError:
            return Kept({}), ""
        try:
            return _kept(data), ""
        except (ValueError, RecursionError):
            aside = self._aside()
            self.path.rename(aside)
            return Kept({}), f"the old list could not be read; it is kept as {aside}, and a new one begins"

    def _aside(self) -> Path:
        """Find a name that is free."""
        number = 1
        while (path := self.path.with_name(f"{self.path.name}.broken-{number}")).exists():
            number += 1
        return path

    def _write(self, kept: Kept) -> None:
        """Write a new file and put it in the place of the old one: there is always a whole one."""
        times = {kind: [list(one) for one in some] for kind, some in kept.times.items()}
        data = {"fogfield": FORMAT, "times": times, "boards": list(kept.boards)}
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


def _opened(path: Path, flags: int) -> int:
    """Open a file and nothing else: a pipe would keep us waiting for whoever is at its other end."""
    number = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise TimesError(f"the time cannot be kept: {path} is no regular file")
    return number


def _locked(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _kept(data: bytes) -> Kept:
    """Read the file; raises ValueError if it is not one of ours."""
    if len(data) > LIMIT_BYTES:
        raise ValueError("too large")
    match json.loads(data):
        case {"fogfield": 1, "times": dict(kinds), **others} if len(kinds) <= MOST_KINDS:
            times = {kind: tuple(sorted(_time(one) for one in times)) for kind, times in _lists(kinds)}
            return Kept(times, _boards(others.get("boards", [])))
    raise ValueError("not a list of times")


def _boards(data: Any) -> tuple[str, ...]:
    """Read the names of boards; a file of before has none."""
    if not isinstance(data, list) or len(data) > MOST_BOARDS or not all(isinstance(one, str) for one in data):
        raise ValueError("not a list of boards")
    return tuple(data)


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
