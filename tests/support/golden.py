r"""Recorded conversations: one file each, arrows for direction, bytes exact.

    # what it shows            a comment
    seed: fog                  the seed of every match in it
    > \x07\x00\x00\x00\x03...  the client sends (several lines in a row are one run of bytes)
    < \t\x00\x00\x00...        the server answers
    > EOF                      the client sends no more
    < EOF                      the server closes

Bytes are written as ASCII with \xNN, \t, \n, \r, \\ and \e for escape; a blank line ends a run. The same file feeds
the codec test, the session test and the test of the live server.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fogfield.core.errors import WireError
from fogfield.wire.session import CLOSE, Signal

EOF = "EOF"
_SHORT = {0x1B: "\\e", 0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"}
_LONG = {short: byte for byte, short in _SHORT.items()}


@dataclass
class Step:
    """A run of bytes in one direction, or the end of that direction."""

    arrow: str
    data: bytes
    eof: bool = False


@dataclass
class Golden:
    """A conversation."""

    title: str
    seed: str = ""
    steps: list[Step] = field(default_factory=list)


def escape(data: bytes) -> str:
    """Write bytes as readable ASCII."""
    return "".join(_SHORT.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in data)


def unescape(text: str) -> bytes:
    """Read what `escape` wrote."""

    def one(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else chr(_LONG[found[0]])

    return re.sub(r"\\(?:x([0-9a-f]{2})|.)", one, text).encode("latin-1")


def read(path: Path) -> Golden:
    """Read a file."""
    golden = Golden(path.stem)
    last: Step | None = None
    for line in path.read_text("ascii").splitlines():
        if line.startswith("seed: "):
            golden.seed = line[6:]
        elif line[:2] in ("> ", "< "):
            arrow, text = line[0], line[2:]
            if text == EOF:
                golden.steps.append(Step(arrow, b"", eof=True))
                last = None
            elif last and last.arrow == arrow:
                last.data += unescape(text)
            else:
                last = Step(arrow, unescape(text))
                golden.steps.append(last)
        elif not line:
            last = None
        elif not line.startswith("#"):
            raise ValueError(f"{path}: {line!r}")
    return golden


def play(golden: Golden, session: Any, codec: Any) -> Iterator[tuple[Step, bytes, bool]]:
    """Send what the client sends: gives each step with the answer, and whether the session closes with it."""
    for step in golden.steps:
        if step.arrow == "<":
            continue
        replies: list[Any] = []
        broken = False
        try:
            codec.receive(step.data)
            while CLOSE not in replies and (message := codec.next()) is not None:
                replies += session.on(message, 0.0)
            if step.eof:
                replies += session.on(Signal.EOF, 0.0)
        except WireError:
            broken = True
        answer = b"".join(piece for reply in replies if reply is not CLOSE for piece in codec.encode(reply))
        closed = broken or CLOSE in replies
        yield step, answer, closed
        if closed:
            return


def lines(step: Step) -> list[str]:
    """Write a step; a screen gets a line for each of its own."""
    if step.eof:
        return [f"{step.arrow} {EOF}"]
    pieces = [piece for piece in re.split(rb"(?=\x09\x00|\x1b\[\d+;1H)", step.data) if piece]
    texts = [re.sub(r" $", r"\\x20", escape(piece)) for piece in pieces]  # editors strip blanks at the end of a line
    return [f"{step.arrow} {text}" for text in texts]
