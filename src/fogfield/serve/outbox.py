"""Answers that wait until what they tell of is on disk. Many of them leave with one commit, and in one write."""

from collections import deque
from collections.abc import Callable, Sequence

from fogfield.serve.scribe import Journal


class Outbox:
    """The unsent answers of one connection, in order.

    `write` sends; `moved` is called when some of them have left, with the moments at which they were asked for.
    """

    __slots__ = ("_cancel", "_held", "_journal", "_moved", "_write", "held_bytes")

    def __init__(
        self,
        journal: Journal,
        write: Callable[[tuple[bytes, ...]], None],
        moved: Callable[[Sequence[float]], None],
    ) -> None:
        self._journal = journal
        self._write = write
        self._moved = moved
        self._held: deque[tuple[int, tuple[bytes, ...], float | None]] = deque()
        self._cancel: Callable[[], None] | None = None
        self.held_bytes = 0

    def __bool__(self) -> bool:
        return bool(self._held)

    def send(self, pieces: tuple[bytes, ...], written: int, asked: float | None = None) -> bool:
        """Send an answer as soon as the line `written` of the journal is on disk, and everything before has left.

        Says whether it has left at once. `asked` is the moment at which somebody asked for it, if somebody did.
        """
        if not self._held and written <= self._journal.durable:
            self._write(pieces)
            return True
        self._held.append((written, pieces, asked))
        self.held_bytes += sum(map(len, pieces))
        self._wait()
        return False

    def _wait(self) -> None:
        if self._held and not self._cancel:
            self._cancel = self._journal.when(self._held[0][0], self._release)

    def _release(self) -> None:
        self._cancel = None
        ready: tuple[bytes, ...] = ()
        moments = []
        while self._held and self._held[0][0] <= self._journal.durable:
            _, pieces, asked = self._held.popleft()
            ready += pieces
            if asked is not None:
                moments.append(asked)
        self.held_bytes -= sum(map(len, ready))
        if ready:
            self._write(ready)
        self._wait()
        self._moved(moments)

    def discard(self) -> None:
        """Forget what waits: it will not be true, or nobody is there to read it."""
        if self._cancel:
            self._cancel()
            self._cancel = None
        self._held.clear()
        self.held_bytes = 0
