"""Key presses out of the bytes of a terminal in raw mode."""

import re

_NAMES = {
    b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left",
    b"\x1bOA": "up", b"\x1bOB": "down", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\r": "enter", b"\n": "enter", b"\t": "tab", b" ": "space", b"\x04": "end of input",
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


class Keys:
    """Gives the names of keys: "up", "enter", "tab", or the character itself in lower case."""

    def __init__(self) -> None:
        self._held = b""

    def feed(self, data: bytes) -> list[str]:
        """Take bytes as they came; the beginning of an escape sequence waits for its rest."""
        self._held += data
        found = []
        at = 0
        while key := _KEY.match(self._held, at):
            if key.group() == b"\x1b" and key.end() == len(self._held):
                break  # the rest of an arrow key may follow
            at = key.end()
            found.append(_NAMES.get(key.group(), key.group().decode("ascii", "replace").lower()))
        self._held = self._held[at:]
        if len(self._held) > _LONGEST:
            self._held = b""
        return [name for name in found if name]
