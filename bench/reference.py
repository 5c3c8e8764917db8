"""The references: bare asyncio servers that do nothing but answer.

Run as `python -m bench.reference LOOP REPLY_BYTES` to have every request byte answered with a prepared reply, or with
`echo` or `packets` instead of the number to get every line, or every packet, back; prints the port that it listens on.
"""

import asyncio
import struct
import sys


class Bare(asyncio.Protocol):
    """Answers each byte with the same packet."""

    reply = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer."""
        for _ in data:
            self._transport.write(self.reply)  # type: ignore[attr-defined]


class Echo(asyncio.Protocol):
    """Gives every line back."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._transport = transport
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        """Answer line by line."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._transport.write(line + b"\n")  # type: ignore[attr-defined]


class Packets(asyncio.Protocol):
    """Gives every packet back: a length of four bytes, a type of four bytes, and a body."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._transport = transport
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        """Answer packet by packet."""
        data = self._rest + data
        while len(data) >= 8 and len(data) >= (size := 8 + int.from_bytes(data[:4])):
            self._transport.write(data[:size])  # type: ignore[attr-defined]
            data = data[size:]
        self._rest = data


async def serve(what: str) -> None:
    """Serve until the process is ended."""
    protocols: dict[str, type[asyncio.Protocol]] = {"echo": Echo, "packets": Packets}
    protocol = protocols.get(what, Bare)
    if protocol is Bare:
        Bare.reply = struct.pack(">BI", 9, int(what)) + bytes(int(what))
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def main() -> None:
    """Run on the loop that is asked for."""
    loop, what = sys.argv[1:]
    if loop == "uvloop":
        import uvloop

        uvloop.run(serve(what))
    else:
        asyncio.run(serve(what))


if __name__ == "__main__":
    main()
