"""Key presses, and what the mouse does, out of the bytes of a terminal in raw mode."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

_NAMES = {
    b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left",
    b"\x1bOA": "up", b"\x1bOB": "down", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\r": "enter", b"\n": "enter", b"\t": "tab", b" ": "space", b"\x04": "end of input",
    b"\x1b[3~": "delete",
    b"\x1b[H": "home", b"\x1bOH": "home", b"\x1b[1~": "home", b"\x1b[7~": "home",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
    b"\x1b[F": "end", b"\x1bOF": "end", b"\x1b[4~": "end", b"\x1b[8~": "end",
}  # fmt: skip
_KEY = re.compile(
    rb"\x1b\[\[[A-E]"  # function keys of the Linux console
    rb"|\x1b\[[0-?]*[ -/]*[@-~]"
    rb"|\x1b\[[0-?]*[ -/]*(?=[^ -~])"  # a sequence that something else cuts off
    rb"|\x1bO[@-~]|\x1bO(?=[^@-~])|\x1b(?![\[O])|[^\x1b]",
    re.DOTALL,
)
#: An escape sequence longer than this is none.
_LONGEST = 32
_MOUSE = re.compile(rb"\x1b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])")
#: The bits of a mouse report that are Shift, Alt and Ctrl.
_HELD_KEYS = 4 | 8 | 16


class Button(Enum):
    """What was done with the mouse."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2
    WHEEL_UP = 64
    WHEEL_DOWN = 65


class Mouse(NamedTuple):
    """A button that was pressed, and where: row and column of the terminal, counted from 0."""

    button: Button
    row: int
    col: int


#: A key by its name or its character, or something that the mouse did.
Event: TypeAlias = str | Mouse


class Keys:
    """Gives the names of keys: "up", "enter", "tab", or the character itself."""

    def __init__(self) -> None:
        self._held = b""

    def feed(self, data: bytes) -> list[str]:
        """Take bytes as they came; upper and lower case are the same, and the mouse is not looked at."""
        return [name for key in self._split(data) if (name := _name(key).lower())]

    def events(self, data: bytes) -> list[Event]:
        """Take bytes as they came; letters keep their case, and mouse buttons that are pressed come out as such."""
        found: list[Event] = []
        for key in self._split(data):
            if report := _MOUSE.fullmatch(key):
                found += _mouse(report)
            elif name := _name(key):
                found.append(name)
        return found

    @property
    def waiting(self) -> bool:
        """Whether an Escape waits that may be a key, or the beginning of one."""
        return self._held == b"\x1b"

    def escape(self) -> list[Event]:
        """Take a waiting Escape as a key: nothing has followed it for a while."""
        self._held = b""
        return ["escape"]

    def _split(self, data: bytes) -> Iterator[bytes]:
        """Cut the bytes into keys; the beginning of an escape sequence waits for its rest."""
        self._held += data
        at = 0
        while key := _KEY.match(self._held, at):
            if key.group() == b"\x1b" and key.end() == len(self._held):
                break  # the rest of an arrow key may follow
            at = key.end()
            yield key.group()
        self._held = self._held[at:]
        if len(self._held) > _LONGEST:
            self._held = b""


def _name(key: bytes) -> str:
    return _NAMES.get(key, key.decode("ascii", "replace"))


def _mouse(report: re.Match[bytes]) -> list[Event]:
    """Read a mouse report; a button that is let go, or one that nobody has, is nothing."""
    button, col, row = (int(number) for number in report.groups()[:3])
    button &= ~_HELD_KEYS
    if report[4] == b"m" or button not in [one.value for one in Button]:
        return []
    return [Mouse(Button(button), max(0, row - 1), max(0, col - 1))]
