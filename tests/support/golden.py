r"""Recorded conversations: one file each, arrows for direction, bytes exact.

    # what it shows            a comment
    seed: fog                  the seed of every match in it
    set: rows=5                a setting of the protocol
    > \x07\x00\x00\x00\x03...  the client sends (several lines in a row are one run of bytes)
    < \t\x00\x00\x00...        the server answers
    > EOF                      the client sends no more
    < EOF                      the server closes

Where several clients meet, each has a letter, and comes when the file says so:

    A> OPEN                    it connects
    A> INIT_GRID=1 2 5\r\n      it sends
    B< WAIT\n                  the server says something to the other one
    B< EOF                     and closes that connection

Bytes are written as ASCII with \xNN, \t, \n, \r, \\ and \e for escape, and {version} stands for our own; a blank line
ends a run. The same file feeds
the codec test, the session test and the test of the live server.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.host import FixedHost, hosts

from fogfield import __version__, games
from fogfield.core.errors import WireError
from fogfield.wire.published import Published
from fogfield.wire.session import CLOSE, Signal

EOF = "EOF"
OPEN = "OPEN"
_SHORT = {0x1B: "\\e", 0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"}
_LINES_AND_PACKETS = rb"(?<=\n)(?<!\x00\n)|(?=\x00\x00[\x00-\xff]{2}(?:join|gmif|name|gvup|arrd|isrd|atak|rslt|mymp))"
_LONG = {short: byte for byte, short in _SHORT.items()}


@dataclass
class Step:
    """A run of bytes in one direction, or the end of that direction, or its beginning."""

    arrow: str
    data: bytes
    eof: bool = False
    peer: str = ""
    opens: bool = False


@dataclass
class Golden:
    """A conversation."""

    title: str
    seed: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)


def escape(data: bytes) -> str:
    """Write bytes as readable ASCII."""
    text = "".join(_SHORT.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in data)
    return text.replace(f"Fogfield {__version__}", "Fogfield {version}")


def unescape(text: str) -> bytes:
    """Read what `escape` wrote."""

    def one(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else chr(_LONG[found[0]])

    return re.sub(r"\\(?:x([0-9a-f]{2})|.)", one, text.replace("{version}", __version__)).encode("latin-1")


def read(path: Path) -> Golden:
    """Read a file."""
    golden = Golden(path.stem)
    last: Step | None = None
    for line in path.read_text("ascii").splitlines():
        if line.startswith("seed: "):
            golden.seed = line[6:]
        elif line.startswith("set: "):
            key, _, value = line[5:].partition("=")
            golden.settings[key] = json.loads(value)
        elif found := re.match(r"([A-Z]?)([<>]) (.*)", line):
            peer, arrow, text = found.groups()
            if text in (EOF, OPEN):
                golden.steps.append(Step(arrow, b"", text == EOF, peer, text == OPEN))
                last = None
                continue
            if last and (last.peer, last.arrow) == (peer, arrow):
                last.data += unescape(text)
            else:
                last = Step(arrow, unescape(text), peer=peer)
                golden.steps.append(last)
        elif not line:
            last = None
        elif not line.startswith("#"):
            raise ValueError(f"{path}: {line!r}")
    return golden


@dataclass
class Said:
    """What the server says to one client."""

    data: bytes = b""
    closed: bool = False


class Clients:
    """The clients of a conversation, each with its session, and no sockets."""

    def __init__(self, name: str, seed: str, settings: Mapping[str, Any] | None = None) -> None:
        published = games.published(name)
        assert isinstance(published, Published)
        self._published = published
        self._hosts = hosts(name, seed, settings)
        self._open: dict[str, tuple[FixedHost, Any, Any]] = {}

    def send(self, step: Step) -> dict[str, Said]:
        """Let a client send: gives what everybody is told, in the order in which they are."""
        said: dict[str, Said] = {}
        if step.peer not in self._open:
            host = self._hosts[len(self._open)]
            self._open[step.peer] = host, self._published.session(host), self._published.codec()
            self._tell(step.peer, Signal.OPEN, said)
        try:
            codec = self._open[step.peer][2]
            codec.receive(step.data)
            while not said.get(step.peer, Said()).closed and (message := codec.next()) is not None:
                self._tell(step.peer, message, said)
            if step.eof:
                self._tell(step.peer, Signal.EOF, said)
        except WireError:
            self._tell(step.peer, Signal.EOF, said)
            said.setdefault(step.peer, Said()).closed = True
        while woken := [peer for peer, (host, _, _) in self._open.items() if host.woken()]:
            for peer in woken:
                self._tell(peer, Signal.CHANGED, said)
        return said

    def _tell(self, peer: str, event: Any, said: dict[str, Said]) -> None:
        _, session, codec = self._open[peer]
        replies = session.on(event, 0.0)
        if replies:
            one = said.setdefault(peer, Said())
            one.data += b"".join(piece for reply in replies if reply is not CLOSE for piece in codec.encode(reply))
            one.closed |= CLOSE in replies


def play(golden: Golden, name: str) -> Iterator[tuple[Step, dict[str, Said]]]:
    """Send what the clients send: gives each step with what the server says then."""
    clients = Clients(name, golden.seed, golden.settings)
    for step in golden.steps:
        if step.arrow == ">":
            yield step, clients.send(step)


def lines(step: Step) -> list[str]:
    """Write a step; a line of text or of a screen gets one of its own, and so does a packet."""
    arrow = step.peer + step.arrow
    if step.eof or step.opens:
        return [f"{arrow} {EOF if step.eof else OPEN}"]
    cuts = _LINES_AND_PACKETS if step.peer else rb"(?=\x09\x00|\x1b\[\d+;1H)"
    pieces = [piece for piece in re.split(cuts, step.data) if piece]
    texts = [re.sub(r" $", r"\\x20", escape(piece)) for piece in pieces]  # editors strip blanks at the end of a line
    return [f"{arrow} {text}" for text in texts]
