"""Lines typed into a terminal, with editing and history, and the terminal given back whatever happens."""

import contextlib
import os
import signal
import sys
import termios
from collections.abc import Callable
from io import TextIOWrapper
from types import FrameType
from typing import Any

from fogfield.play.streams import Ended


class Editor:
    """GNU readline, where Python has it; else the terminal's own line."""

    def __init__(self) -> None:
        self._prompt = ""
        self._line: Callable[[], str] = str
        with contextlib.suppress(ImportError):
            import readline  # to have it imported is to have `input` use it

            self._line = readline.get_line_buffer
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        self._plain = termios.tcgetattr(0)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_end)
        signal.signal(signal.SIGTSTP, self._on_stop)

    def read(self, prompt: str) -> bytes:
        """Read a line; empty at the end of the input."""
        self._prompt = prompt
        try:
            return input(prompt).encode("utf-8", "replace") + b"\n"
        except (EOFError, OSError):
            return b""

    def _on_end(self, number: int, frame: FrameType | None) -> None:
        raise Ended(number)  # the line editor puts the terminal right on the way out

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        """Stop with the terminal as it was, and go on with it as we had it."""
        edited: list[Any] = termios.tcgetattr(0)
        termios.tcsetattr(0, termios.TCSADRAIN, self._plain)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._on_stop)
        termios.tcsetattr(0, termios.TCSADRAIN, edited)
        self._redraw()

    def _redraw(self) -> None:
        """Show the line again. The editor believes that it is still there, and Python has no word to tell it better."""
        try:
            import ctypes
            import readline

            ctypes.CDLL(readline.__file__).rl_forced_update_display()
        except (ImportError, OSError, AttributeError):  # not GNU's, or not to be reached: the cursor is at the end then
            sys.stdout.write(self._prompt + self._line())
            sys.stdout.flush()
