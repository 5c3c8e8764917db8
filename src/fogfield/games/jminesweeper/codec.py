"""Bytes <-> messages. A type byte; only types 7 and 9 then have four bytes of length and a payload."""

import struct

from fogfield.core.errors import WireError
from fogfield.games.jminesweeper.messages import (
    ClientMessage,
    Command,
    PacketType,
    ScreenContent,
    ServerMessage,
    Start,
)
from fogfield.wire.codec import Held

_HEAD = struct.Struct(">BI")
_START = struct.Struct(">BIBBB")
_START_PAYLOAD_BYTES = 3
#: What our client takes at most as one screen. The largest board in the roomiest layout seen is 197,017 bytes.
SCREEN_LIMIT_BYTES = 1 << 20

_COMMANDS = {int(command): command for command in Command}


class ServerCodec(Held):
    """The server's side: reads what clients send."""

    __slots__ = ()

    def next(self) -> ClientMessage | None:
        """Give the next packet of the client."""
        at = self._at
        if at == len(self._data):
            return None
        kind = self._data[at]
        if command := _COMMANDS.get(kind):
            self._at = at + 1
            return command
        if kind != PacketType.START:
            raise WireError(f"packet type {kind} is not one that a client may send")
        return self._start()

    def encode(self, message: ServerMessage) -> tuple[bytes, ...]:
        """Give the one packet that a server sends."""
        pieces = message.pieces
        return (_HEAD.pack(PacketType.SCREEN_CONTENT, sum(map(len, pieces))), *pieces)

    def _start(self) -> Start | None:
        if self.held < _HEAD.size:
            return None
        _, length = _HEAD.unpack_from(self._data, self._at)
        if length != _START_PAYLOAD_BYTES:
            raise WireError(f"START with a payload of {length} bytes, it has {_START_PAYLOAD_BYTES}")
        if self.held < _START.size:
            return None
        _, _, columns, rows, level = _START.unpack_from(self._data, self._at)
        self._at += _START.size
        return Start(columns, rows, level)


class ClientCodec(Held):
    """The client's side: reads what servers send."""

    __slots__ = ()

    def next(self) -> ServerMessage | None:
        """Give the next screen of the server; servers split one as they like."""
        if not self.held:
            return None
        kind = self._data[self._at]
        if kind != PacketType.SCREEN_CONTENT:
            raise WireError(f"the server sent a packet of type {kind}, not a screen (type 9)")
        if self.held < _HEAD.size:
            return None
        _, length = _HEAD.unpack_from(self._data, self._at)
        if length > SCREEN_LIMIT_BYTES:
            raise WireError(f"the server announced a screen of {length} bytes, the limit is {SCREEN_LIMIT_BYTES}")
        begin = self._at + _HEAD.size
        end = begin + length
        if len(self._data) < end:
            return None
        self._at = end
        return ScreenContent((bytes(self._data[begin:end]),))

    def encode(self, message: ClientMessage) -> tuple[bytes, ...]:
        """Give the bytes of what a client sends."""
        if isinstance(message, Start):
            size = (message.columns, message.rows)
            return (_START.pack(PacketType.START, _START_PAYLOAD_BYTES, *size, message.level),)
        return (bytes((message,)),)
