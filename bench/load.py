"""The driver: connections that each send a request, wait for the whole reply, and send the next."""

import selectors
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEAD = struct.Struct(">BI")


@dataclass
class Result:
    """What one run gave."""

    replies: int = 0
    reply_bytes: int = 0
    seconds: float = 0.0
    waits_s: list[float] = field(default_factory=list)

    def quantile_ms(self, share: float) -> float:
        """Give a quantile of the waits in milliseconds."""
        waits = sorted(self.waits_s)
        return waits[min(int(len(waits) * share), len(waits) - 1)] * 1e3


class _Peer:
    """One connection of the driver."""

    def __init__(self, port: int, script: Iterator[bytes]) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.script = script
        self.missing = 0
        self.sent = 0.0

    def send(self) -> None:
        self.sock.send(next(self.script))
        self.sent = time.perf_counter()
        self.missing = 0

    def read(self, buffer: bytearray) -> int:
        """Read what is there; gives the size of the reply once it is whole, else 0."""
        got = self.sock.recv_into(buffer)
        if got == 0:
            raise SystemExit("the server closed a connection in the middle of a benchmark")
        if self.missing == 0:
            self.size = _HEAD.unpack_from(buffer)[1] + _HEAD.size
            self.missing = self.size
        self.missing -= got
        return self.size if self.missing == 0 else 0


class Load:
    """A fixed number of connections to one server, open as long as they are needed."""

    def __init__(self, port: int, scripts: list[Iterator[bytes]]) -> None:
        self._peers = [_Peer(port, script) for script in scripts]
        self._buffer = bytearray(1 << 20)
        self._selector = selectors.DefaultSelector()
        for peer in self._peers:
            self._selector.register(peer.sock, selectors.EVENT_READ, peer)

    def run(self, replies: int) -> Result:
        """Let all connections play until so many replies have come in all."""
        result = Result()
        start = time.perf_counter()
        asked = min(replies, len(self._peers))
        for peer in self._peers[:asked]:
            peer.send()
        while result.replies < replies:
            for key, _ in self._selector.select():
                peer = key.data
                if size := peer.read(self._buffer):
                    result.waits_s.append(time.perf_counter() - peer.sent)
                    result.replies += 1
                    result.reply_bytes += size
                    if asked < replies:
                        asked += 1
                        peer.send()
        result.seconds = time.perf_counter() - start
        return result

    def flood(self, requests: bytes, answers: int) -> None:
        """Send many requests at once on the first connection, then read all their answers."""
        peer = self._peers[0]
        peer.sock.sendall(requests)
        stream = peer.sock.makefile("rb", buffering=1 << 20)
        for _ in range(answers):
            stream.read(_HEAD.unpack(stream.read(_HEAD.size))[1])

    def close(self) -> None:
        """Hang up."""
        self._selector.close()
        for peer in self._peers:
            peer.sock.close()
