"""The player's terminal: raw keys in, frames out, and always given back as it was found."""

import contextlib
import errno
import os
import selectors
import shutil
import signal
import socket
import sys
import termios
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, Protocol, Self

from fogfield.core.errors import FogfieldError

_ENTER = b"\x1b[?1049h\x1b[?7l\x1b[2J\x1b[H"
_LEAVE = b"\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
#: Buttons and wheel, with coordinates of any size.
_MOUSE_ON = b"\x1b[?1000h\x1b[?1006h"
_MOUSE_OFF = b"\x1b[?1006l\x1b[?1000l"


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


class Readable(Protocol):
    """What can be waited for beside keys: a socket, or a pipe to another process."""

    def fileno(self) -> int:
        """Give the number that the system knows it by."""


class Terminal:
    """The terminal while a game runs: no echo, no line buffering, the alternate screen.

    It is restored on the way out whatever the reason is: the end, an exception, Ctrl-C, SIGTERM, SIGHUP or SIGQUIT
    (which become SystemExit), or a stop with Ctrl-Z, after which it is taken again. While the shell has it, because the
    program was sent to the background, it is left alone.

    With `mouse` its buttons are reported among the keys. With `asks` Ctrl-C is a key, too, so that a player can be
    asked whether he means it.
    """

    def __init__(self, *, mouse: bool = False, asks: bool = False) -> None:
        self._mouse = mouse
        self._asks = asks
        self._in = sys.stdin.fileno()
        self._out = sys.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._handlers: dict[int, Any] = {}
        self._wanted = {
            signal.SIGTERM: self._on_end,
            signal.SIGHUP: self._on_end,
            signal.SIGQUIT: self._on_end,
            signal.SIGWINCH: self._on_resize,
            signal.SIGTSTP: self._on_stop,
            signal.SIGCONT: self._on_continue,
        }
        self._saved: list[Any] = []
        self._minds_keys = False
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
            self._mind_keys(self._ours())
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
        """Show output, all of it; in the background nothing, the screen is somebody else's then."""
        if not self._ours():
            return
        data = text.encode(sys.stdout.encoding or "ascii", "replace")
        with contextlib.suppress(OSError):  # it is gone; reading will tell
            while data:
                data = data[os.write(self._out, data) :]

    def read(self) -> bytes:
        """Read keys; empty when the terminal is gone."""
        try:
            return os.read(self._in, 4096)
        except OSError:
            return b""

    def discard(self) -> None:
        """Forget the keys that were pressed before now."""
        with contextlib.suppress(OSError, termios.error):
            termios.tcflush(self._in, termios.TCIFLUSH)

    def watch(self, sock: Readable) -> None:
        """Have `wait` tell of a socket or a pipe too, under the name "server"."""
        self._selector.register(sock, selectors.EVENT_READ, "server")

    def forget(self, sock: Readable) -> None:
        """Have `wait` tell no more of a socket, which may be closed by now."""
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(sock)

    def wait(self, timeout_s: float | None = None) -> Iterator[str]:
        """Wait until something happens, but not longer than this: gives "keys", "server" or "signal"."""
        ours = self._ours()
        back = ours and not self._minds_keys
        self._mind_keys(ours)
        if back:
            self._retake()
            return  # so that it is drawn first
        # A shell tells a program that stood still when it comes to the foreground, but not one that ran on.
        if not ours:
            timeout_s = 0.2 if timeout_s is None else min(timeout_s, 0.2)
        for key, _ in self._selector.select(timeout_s):
            if key.data == "signal":
                with contextlib.suppress(BlockingIOError):
                    self._woken.recv(4096)
            yield key.data

    def _mind_keys(self, wanted: bool) -> None:
        """Listen to the keyboard or not: what is typed while we are in the background is for the shell."""
        if wanted != self._minds_keys:
            self._minds_keys = wanted
            if wanted:
                self._selector.register(self._in, selectors.EVENT_READ, "keys")
            else:
                self._selector.unregister(self._in)

    def _ours(self) -> bool:
        """Say whether we are in the foreground of the terminal, if it has such a thing."""
        try:
            return os.tcgetpgrp(self._in) == os.getpgrp()
        except OSError:  # it is not the one that controls us, so nobody else is in our way
            return True

    def _take(self) -> None:
        if not self._ours():
            return
        raw = termios.tcgetattr(self._in)
        raw[3] &= ~(termios.ICANON | termios.ECHO)
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        if self._asks:
            raw[6][termios.VINTR] = bytes((os.fpathconf(self._in, "PC_VDISABLE") & 0xFF,))
        self._set(raw, termios.TCSADRAIN)
        os.write(self._out, _ENTER + _MOUSE_ON if self._mouse else _ENTER)
        self.resized = True

    def _retake(self) -> None:
        with contextlib.suppress(OSError, termios.error):  # it may be gone by now; reading will tell
            self._take()

    def _give_back(self) -> None:
        if self._ours():
            with contextlib.suppress(OSError):
                os.write(self._out, _MOUSE_OFF + _LEAVE if self._mouse else _LEAVE)
            with contextlib.suppress(OSError, termios.error):
                self._set(self._saved, termios.TCSAFLUSH)

    def _set(self, attributes: list[Any], when: int) -> None:
        while True:
            try:
                termios.tcsetattr(self._in, when, attributes)
            except termios.error as error:
                if error.args[0] == errno.EINTR:
                    continue
                raise
            return

    def _on_end(self, number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    def _on_resize(self, number: int, frame: FrameType | None) -> None:
        self.resized = True

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._on_stop)  # from here on we were continued, or could not be stopped
        self._retake()

    def _on_continue(self, number: int, frame: FrameType | None) -> None:
        self._retake()  # after SIGSTOP the shell has had the terminal, and nobody asked us
