"""Bytes to messages and back: a request header of text, then packets of a length, a type and a body."""

import re
import struct
from collections.abc import Callable

from fogfield.core.errors import WireError
from fogfield.games.planefight.messages import (
    PROTOCOL,
    Attack,
    AttackResult,
    Bare,
    ExchangeMap,
    GameInfo,
    Header,
    Message,
    Name,
)
from fogfield.wire.codec import Held

#: A request header is not longer than this when we read it, and than this when we write it: the published program
#: takes what one read of 512 bytes gives it.
MOST_HEADER_BYTES = 8_192
OUR_HEADER_BYTES = 512
#: No packet has a longer body: the largest is the map of the most planes that fit anywhere.
MOST_BODY_BYTES = 65_536
#: The published program writes lengths with seven bits for each byte, so it never sends longer names.
MOST_NAME_BYTES = 127

_HEAD = struct.Struct(">II")
_GAME = struct.Struct(">HHHB")
_GAME_ID = struct.Struct(">HHHBI")
_ATTACK = struct.Struct(">HH")
_PLANE = struct.Struct(">HHB")
_LINE_END = re.compile(rb"\r?\n")
_REQUEST = re.compile(rf"\s*PLAY {re.escape(PROTOCOL)}\s+([0-9]{{1,6}})\.([0-9]{{1,6}})(?![0-9])(?:\.([0-9]{{1,6}}))?")
_CROSS_BORDER, _COMPLETELY_DESTROY, _SERVER_FIRST = 1, 2, 4

GAME_INFO, NAME, ATTACK, RESULT, MAP = 0x676D6966, 0x6E616D65, 0x6174616B, 0x72736C74, 0x6D796D70
_BARE = {one.value: one for one in Bare}


class Codec(Held):
    """One connection. Both sides speak the same."""

    __slots__ = ("_greeted", "_header_bytes", "_lines", "_skip")

    def __init__(self) -> None:
        super().__init__()
        self._greeted = False
        self._lines: list[str] = []  # of the request header, as far as it is there
        self._header_bytes = 0
        self._skip = 0  # bytes that are still to be skipped, of a packet that nobody here knows

    def next(self) -> Message | None:
        """Give the next message; packets of unknown types are skipped (SPEC #12)."""
        if not self._greeted:
            return self._header()
        while True:
            if self._skip:
                step = min(self._skip, self.held)
                self._at += step
                self._skip -= step
            if self.held < _HEAD.size or self._skip:
                return None
            size, kind = _HEAD.unpack_from(self._data, self._at)
            if size > MOST_BODY_BYTES:
                raise WireError(f"body of {size} bytes, limit {MOST_BODY_BYTES}")
            reader = _READERS.get(kind)
            if reader is None:
                self._at += _HEAD.size
                self._skip = size
                if kind in _BARE:
                    return _BARE[kind]
                continue
            if self.held < _HEAD.size + size:
                return None
            start = self._at + _HEAD.size
            self._at = start + size
            return reader(bytes(self._data[start : self._at]))

    def _header(self) -> Header | None:
        """Read the request header: lines up to an empty one, with any line ends. Lines that were read are let go."""
        while end := _LINE_END.search(self._data, self._at):
            line = self._data[self._at : end.start()].decode("utf-8", "replace")
            self._header_bytes += end.end() - self._at
            self._at = end.end()
            if not self._lines and not _REQUEST.match(line):
                raise WireError(f"not a request of {PROTOCOL}")
            if self._header_bytes > MOST_HEADER_BYTES:
                break
            if not line:
                self._greeted = True
                return _parse(self._lines)
            self._lines.append(line)
        if self._header_bytes + self.held >= MOST_HEADER_BYTES:
            raise WireError(f"request header of more than {MOST_HEADER_BYTES} bytes")
        return None

    def encode(self, message: Message) -> tuple[bytes, ...]:
        """Give the bytes of a message."""
        if isinstance(message, Bare):
            return (_HEAD.pack(0, message.value),)
        if isinstance(message, Header):
            return (_write_header(message),)
        kind, body = _write(message)
        return (_HEAD.pack(len(body), kind) + body,)


def _parse(lines: list[str]) -> Header:
    request = _REQUEST.match(lines[0])
    assert request is not None, "the first line was looked at before"
    major, minor, patch = (int(number or 0) for number in request.groups())
    fields = (line.partition(":") for line in lines[1:])
    return Header((major, minor, patch), tuple((key.strip(), text.strip()) for key, colon, text in fields if colon))


def _write_header(header: Header) -> bytes:
    lines = [f"PLAY {PROTOCOL} {'.'.join(map(str, header.version))}"]
    lines += [f"{key}: {text}" for key, text in header.fields]
    data = "".join(f"{line}\r\n" for line in [*lines, ""]).encode()
    assert len(data) < OUR_HEADER_BYTES, "the published program would never answer"
    return data


def _write(message: GameInfo | Name | Attack | AttackResult | ExchangeMap) -> tuple[int, bytes]:
    if isinstance(message, Attack):
        return ATTACK, _ATTACK.pack(*message)
    if isinstance(message, AttackResult):
        return RESULT, bytes((message.res,))
    if isinstance(message, Name):
        return NAME, shortened(message.playername)
    if isinstance(message, ExchangeMap):
        return MAP, b"".join(_PLANE.pack(*plane) for plane in message.planes)
    modes = (
        message.cross_border * _CROSS_BORDER
        | message.completely_destroy * _COMPLETELY_DESTROY
        | message.server_first * _SERVER_FIRST
    )
    return GAME_INFO, _GAME_ID.pack(message.w, message.h, message.n, modes, message.gid)


def shortened(name: str) -> bytes:
    """Give a name in so many bytes as a name may have."""
    return name.encode("utf-8", "replace")[:MOST_NAME_BYTES].decode("utf-8", "ignore").encode()


def _game_info(body: bytes) -> GameInfo:
    if len(body) < _GAME.size:
        raise WireError(f"Game-info of {len(body)} bytes, at least {_GAME.size} are needed")
    w, h, n, modes = _GAME.unpack_from(body)
    gid = int.from_bytes(body[_GAME.size : _GAME_ID.size]) if len(body) >= _GAME_ID.size else 0
    return GameInfo(
        w, h, n, bool(modes & _CROSS_BORDER), bool(modes & _COMPLETELY_DESTROY), bool(modes & _SERVER_FIRST), gid
    )


def _name(body: bytes) -> Name:
    return Name(body.decode("utf-8", "replace"))


def _attack(body: bytes) -> Attack:
    if len(body) != _ATTACK.size:
        raise WireError(f"Attack of {len(body)} bytes, not {_ATTACK.size}")
    return Attack(*_ATTACK.unpack(body))


def _result(body: bytes) -> AttackResult:
    if len(body) != 1:
        raise WireError(f"Attack-result of {len(body)} bytes, not 1")
    return AttackResult(body[0])


def _map(body: bytes) -> ExchangeMap:
    if len(body) % _PLANE.size:
        raise WireError(f"Exchange-map of {len(body)} bytes, not a multiple of {_PLANE.size}")
    return ExchangeMap(tuple(_PLANE.iter_unpack(body)))


_READERS: dict[int, Callable[[bytes], Message]] = {
    GAME_INFO: _game_info,
    NAME: _name,
    ATTACK: _attack,
    RESULT: _result,
    MAP: _map,
}
