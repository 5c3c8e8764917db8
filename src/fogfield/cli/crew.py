"""Several processes that play for `fogfield solve`, and what becomes of them: none is waited for that is gone."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exception
from types import TracebackType
from typing import Any, TypeAlias

from fogfield.core.errors import FogfieldError
from fogfield.kits.mines.measuring import Played, Portions

#: Plays the games with these numbers.
Work: TypeAlias = Callable[[range], Played]
Pipe: TypeAlias = "Connection[Any, Any]"


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Keep Ctrl-C from processes that are started meanwhile: it is for us, who end them. We hear of it afterwards."""
    heard: list[int] = []
    resource_tracker.ensure_running()  # it would let signals through again
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # that is inherited
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))  # another thread may get it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


class CrewError(FogfieldError):
    """There are no processes that play, or one is gone before its games were played."""


class Crew:
    """The processes. Each has a portion waiting beside the one that it plays, and no more: sizes change."""

    def __init__(self, jobs: int, get_ready: Callable[[], None], work: Work) -> None:
        self._processes: dict[Pipe, BaseProcess] = {}
        self._open: dict[Pipe, int] = {}
        context = get_context("spawn")  # not copies of this process, which has a thread that draws
        try:
            with _ctrl_c_waits():
                for _ in range(jobs):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_play, args=(theirs, get_ready, work), daemon=True)
                    process.start()
                    theirs.close()
                    self._processes[ours], self._open[ours] = process, 0
        except OSError as fault:
            self._end()
            begun = f"{len(self._processes)} of {jobs} processes that play could be started"
            raise CrewError(f"only {begun} ({fault.strerror or fault}); fewer --jobs help") from None
        except KeyboardInterrupt:
            self._end()
            raise

    def play(self, portions: Portions) -> Iterator[Played]:
        """Have all games played; gives each portion as it is done."""
        for pipe in 2 * list(self._processes):
            self._hand_out(pipe, portions)
        while busy := [pipe for pipe, count in self._open.items() if count]:
            ready = wait(busy)
            for pipe in (pipe for pipe in busy if pipe in ready):
                found = self._hear(pipe)
                portions.took(found.tally.games, found.seconds)
                self._hand_out(pipe, portions)
                yield found

    def _hand_out(self, pipe: Pipe, portions: Portions) -> None:
        if numbers := portions.take():
            with suppress(OSError):  # it is gone; whoever listens will be told
                pipe.send(numbers)
            self._open[pipe] += 1

    def _hear(self, pipe: Pipe) -> Played:
        try:
            found: Played | Exception = pipe.recv()
        except (EOFError, OSError):
            raise CrewError(self._why(self._processes[pipe])) from None
        self._open[pipe] -= 1
        if isinstance(found, MemoryError):
            raise CrewError("there is not enough memory for one of the processes that play; fewer --jobs help")
        if isinstance(found, Exception):
            raise found
        return found

    def _why(self, process: BaseProcess) -> str:
        """Say why a process is gone."""
        process.join()
        code = process.exitcode or 0
        how = f"was ended by signal {-code}" if code < 0 else "has ended"
        little = "; where memory is short fewer --jobs help" if code == -signal.SIGKILL else ""
        return f"one of the processes that play {how}, and its games with it{little}"

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        for pipe, process in self._processes.items():
            process.kill()
            process.join()
            pipe.close()


def _play(pipe: Pipe, get_ready: Callable[[], None], work: Work) -> None:
    """Play what comes until nobody asks any more."""
    from fogfield.serve.thinking import begin

    begin()
    get_ready()
    with suppress(EOFError, OSError):  # whoever asked is gone
        while True:
            numbers = pipe.recv()
            try:
                found: Played | Exception = work(numbers)
            except Exception as fault:  # told there, as if it had been met there
                fault.add_note("".join(format_exception(fault)))
                found = fault
            pipe.send(found)
