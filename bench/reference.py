"""The reference: a bare asyncio server that answers every request byte with a prepared reply, and does nothing else.

Run as `python -m bench.reference LOOP REPLY_BYTES`; prints the port that it listens on.
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


async def serve(reply_bytes: int) -> None:
    """Serve until the process is ended."""
    Bare.reply = struct.pack(">BI", 9, reply_bytes) + bytes(reply_bytes)
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def main() -> None:
    """Run on the loop that is asked for."""
    loop, reply_bytes = sys.argv[1], int(sys.argv[2])
    if loop == "uvloop":
        import uvloop

        uvloop.run(serve(reply_bytes))
    else:
        asyncio.run(serve(reply_bytes))


if __name__ == "__main__":
    main()
