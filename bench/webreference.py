"""The reference for HTTP: a bare starlette handler that returns the same bytes, on the same server.

Run as `python -m bench.webreference LOOP FILE` to have every request answered with the contents of a file; prints the
port that it listens on.
"""

import asyncio
import socket
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


def application(body: bytes) -> Starlette:
    """Make the application: it reads the body of a request, and gives back what it was made with."""

    async def answer(request: Request) -> Response:
        await request.body()
        return Response(body, media_type="application/xml")

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])


async def serve(body: bytes) -> None:
    """Serve until the process is ended."""
    # Only for sockets that say they are TCP does asyncio switch off the delay of small packets.
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.bind(("127.0.0.1", 0))
    sock.listen(4096)
    print(sock.getsockname()[1], flush=True)
    config = uvicorn.Config(
        application(body),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
    )
    await uvicorn.Server(config).serve(sockets=[sock])


def main() -> None:
    """Run on the loop that is asked for."""
    loop, path = sys.argv[1:]
    body = Path(path).read_bytes()
    if loop == "uvloop":
        import uvloop

        uvloop.run(serve(body))
    else:
        asyncio.run(serve(body))


if __name__ == "__main__":
    main()
