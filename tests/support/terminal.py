"""A program in a pseudo-terminal, seen through a terminal emulator that is not ours (pyte)."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte
from support.live import clean_environment

TIMEOUT_S = 60.0


class Program:
    """Runs a command in a terminal of a given size; `screen` is what a person sees."""

    def __init__(
        self,
        *command: str,
        cols: int = 80,
        rows: int = 24,
        controlling: bool = True,
        **env: str,
    ) -> None:
        self._ours, self._theirs = pty.openpty()
        self.screen = pyte.Screen(cols, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        self._size(cols, rows)
        self.before = termios.tcgetattr(self._theirs)
        self.process = subprocess.Popen(
            command,
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            env=clean_environment(**env),
            start_new_session=True,
            preexec_fn=self._own_terminal if controlling else None,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def type(self, keys: str | bytes) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, cols: int, rows: int) -> None:
        """Make the window another size; the system tells the program. It has done by then what was typed before."""
        end = time.monotonic() + TIMEOUT_S
        while self._unread() or not self._waits():
            assert time.monotonic() < end, "it does not read what was typed"
            self._read(0.01)
        self.screen.resize(rows, cols)
        self._size(cols, rows)

    def lines(self) -> list[str]:
        """What is on the screen."""
        return [line.rstrip() for line in self.screen.display]

    def until(self, true: Callable[[list[str]], Any], what: str = "") -> list[str]:
        """Read output until the screen shows what is waited for."""
        end = time.monotonic() + TIMEOUT_S
        while not true(self.lines()):
            left = end - time.monotonic()
            shown = "\n".join(self.lines())
            assert left > 0, f"waited in vain for {what or true}; the screen shows:\n{shown}"
            self._read(min(left, 0.2))
        return self.lines()

    def shows(self, text: str) -> list[str]:
        """Wait until a text is on the screen."""
        return self.until(lambda lines: any(text in line for line in lines), repr(text))

    def ended(self) -> int:
        """Wait for the end; gives the exit status."""
        end = time.monotonic() + TIMEOUT_S
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end:\n" + "\n".join(self.lines())
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.returncode

    def restored(self) -> bool:
        """Say whether the terminal is as it was before the program ran."""
        out = self.output
        visible = out.rfind(b"\x1b[?25h") >= out.rfind(b"\x1b[?25l")
        main_screen = out.rfind(b"\x1b[?1049l") >= out.rfind(b"\x1b[?1049h")
        no_mouse = all(out.rfind(b"\x1b[?%dl" % mode) >= out.rfind(b"\x1b[?%dh" % mode) for mode in (1000, 1002, 1006))
        return termios.tcgetattr(self._theirs) == self.before and visible and main_screen and no_mouse

    def raw(self) -> bool:
        """Say whether keys are read one by one and not echoed."""
        flags: int = termios.tcgetattr(self._theirs)[3]
        return flags & (termios.ICANON | termios.ECHO) == 0

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._theirs)
        os.close(self._ours)

    def cook(self) -> None:
        """Set the terminal as a shell does when it gets it back."""
        termios.tcsetattr(self._theirs, termios.TCSANOW, self.before)

    def _unread(self) -> int:
        """Count what was typed and waits to be read."""
        return int(struct.unpack("i", fcntl.ioctl(self._theirs, termios.FIONREAD, bytes(4)))[0])

    def _waits(self) -> bool:
        """Say whether the program waits for something, so that it is done with what it has read; Linux tells that."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] in "SZ"

    def _read(self, wait_s: float) -> bool:
        if not select.select([self._ours], [], [], wait_s)[0]:
            return False
        data = os.read(self._ours, 65_536)
        self.output += data
        self._stream.feed(data)
        return True

    def _size(self, cols: int, rows: int) -> None:
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def _own_terminal(self) -> None:
        """Make the pseudo-terminal the program's controlling one, so that Ctrl-C and resizing reach it."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
