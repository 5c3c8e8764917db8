"""The player's terminal: raw keys in, frames out, and always given back as it was found."""

import contextlib
import os
import selectors
import shutil
import signal
import socket
import sys
import termios
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, Self

from fogfield.core.errors import FogfieldError

_ENTER = b"\x1b[?1049h\x1b[?7l\x1b[2J\x1b[H"
_LEAVE = b"\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"


class NoTerminal(FogfieldError):
    """Standard input or output is not a terminal that can be played in."""


def require_terminal() -> None:
    """Say in a sentence what is missing, before anything is asked or connected."""
    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream is None or not stream.isatty():
            raise NoTerminal(
                f"this is played with single keys on a full screen, but standard {name} is not a terminal. "
                "Run it in a terminal window, without a pipe or a redirection"
            )
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise NoTerminal("this needs an ANSI terminal, but TERM says there is none; try TERM=xterm")


class Terminal:
    """The terminal while a game runs: no echo, no line buffering, the alternate screen.

    It is restored on the way out whatever the reason is: the end, an exception, Ctrl-C, SIGTERM or SIGHUP (which
    become SystemExit), or a stop with Ctrl-Z, after which it is taken again.
    """

    def __init__(self) -> None:
        self._in = sys.stdin.fileno()
        self._out = sys.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._handlers: dict[int, Any] = {}
        self._wanted = {
            signal.SIGTERM: self._on_end,
            signal.SIGHUP: self._on_end,
            signal.SIGWINCH: self._on_resize,
            signal.SIGTSTP: self._on_stop,
            signal.SIGCONT: self._on_continue,
        }
        self._saved: list[Any] = []
        self.resized = True

    def __enter__(self) -> Self:
        self._saved = termios.tcgetattr(self._in)
        self._woken, self._wake = socket.socketpair()
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        try:
            signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
            for number, handler in self._wanted.items():
                self._handlers[number] = signal.signal(number, handler)
            self._take()
            self._selector.register(self._in, selectors.EVENT_READ, "keys")
            self._selector.register(self._woken, selectors.EVENT_READ, "signal")
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        for number in (signal.SIGINT, *self._handlers):  # nothing may come between us and the terminal
            self._handlers.setdefault(number, signal.getsignal(number))
            signal.signal(number, signal.SIG_IGN)
        self._give_back()
        signal.set_wakeup_fd(-1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._selector.close()
        self._woken.close()
        self._wake.close()

    def size(self) -> tuple[int, int]:
        """Give columns and rows."""
        size = shutil.get_terminal_size()
        with contextlib.suppress(OSError):
            size = os.get_terminal_size(self._out)
        return size.columns or 80, size.lines or 24

    def write(self, text: str) -> None:
        """Show output, all of it."""
        data = text.encode(sys.stdout.encoding or "ascii", "replace")
        while data:
            data = data[os.write(self._out, data) :]

    def read(self) -> bytes:
        """Read keys; empty when the terminal is gone."""
        try:
            return os.read(self._in, 4096)
        except OSError:
            return b""

    def watch(self, sock: socket.socket) -> None:
        """Have `wait` tell of a socket too, under the name "server"."""
        self._selector.register(sock, selectors.EVENT_READ, "server")

    def wait(self) -> Iterator[str]:
        """Wait until something happens: gives "keys", "server" or "signal"."""
        for key, _ in self._selector.select():
            if key.data == "signal":
                with contextlib.suppress(BlockingIOError):
                    self._woken.recv(4096)
            yield key.data

    def _take(self) -> None:
        raw = termios.tcgetattr(self._in)
        raw[3] &= ~(termios.ICANON | termios.ECHO)
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._in, termios.TCSADRAIN, raw)
        os.write(self._out, _ENTER)
        self.resized = True

    def _give_back(self) -> None:
        with contextlib.suppress(OSError):  # after a hang-up there is nothing to give back
            os.write(self._out, _LEAVE)
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(self._in, termios.TCSAFLUSH, self._saved)

    def _on_end(self, number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    def _on_resize(self, number: int, frame: FrameType | None) -> None:
        self.resized = True

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._on_stop)  # from here on we were continued, or could not be stopped
        self._take()

    def _on_continue(self, number: int, frame: FrameType | None) -> None:
        self._take()  # after SIGSTOP the shell has had the terminal, and nobody asked us
