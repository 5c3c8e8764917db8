"""One port on which HTTP is spoken: uvicorn reads and writes, the limits are ours. It knows no protocol."""

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, Protocol, cast

import structlog
import uvicorn

from fogfield.serve.connection import LINGER_S
from fogfield.serve.gate import Gate
from fogfield.serve.http1 import Http1
from fogfield.serve.settings import Limits
from fogfield.serve.tally import Counted, Traffic
from fogfield.serve.tcp import ACCEPTS, QUEUE, written

_log = structlog.get_logger()

#: Headers and request line together are not longer than this.
MOST_HEAD_BYTES = 16_384
#: An idle connection is closed after so long; clients open another one.
KEEP_ALIVE_S = 75
#: How long a peer may take to send a request.
REQUEST_S = 10.0

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class TooMuch(Exception):
    """A body that is longer than any."""


class Checked(Protocol):
    """A connection that is looked after now and then."""

    transport: asyncio.Transport

    def check(self, now: float, head_s: float) -> None:
        """Close it if it keeps us waiting."""


class HttpPort:
    """A port. `sockets` makes the other end of a WebSocket, where there are some; `app` is an ASGI application."""

    def __init__(
        self,
        name: str,
        app: App,
        limits: Limits,
        gate: Gate,
        *,
        request_s: float = REQUEST_S,
        sockets: Callable[..., asyncio.Protocol] | None = None,
        most_message_bytes: int = 65_536,
    ) -> None:
        self.name = name
        self.limits = limits
        self.gate = gate
        self.traffic = Traffic()
        #: Who was refused since that was told in the log.
        self.refused: Counter[str] = Counter()
        self._request_s = request_s
        self._app = Counted(app, self.traffic)
        self._stopping = False
        self._config = uvicorn.Config(
            cast("Any", self._answer),
            http=cast("Any", partial(Http1, keeper=self)),
            ws=cast("Any", partial(sockets, keeper=self) if sockets else "none"),
            ws_max_size=most_message_bytes,
            ws_per_message_deflate=False,  # memory for each peer, and a message may be longer than it looks
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",  # what peers do wrong is not worth a line each
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=ACCEPTS,
            timeout_keep_alive=cast("int", min(KEEP_ALIVE_S, limits.idle_s)),
            h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        )
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self._sockets: list[socket.socket] = []

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in dict.fromkeys(found):
            self._sockets.append(_bound(family, address))
        self._config.load()
        self._server = uvicorn.Server(self._config)
        self._server.lifespan = self._config.lifespan_class(self._config)
        await self._server.startup(sockets=self._sockets)
        for sock in self._sockets:
            sock.listen(QUEUE)
        self._serving = loop.create_task(self._server.main_loop())
        return [written(sock.getsockname()) for sock in self._sockets]

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the server stops while an answer waits."""
        try:
            await self._app(scope, receive, send)
        except asyncio.CancelledError:
            if not self._stopping:
                raise

    def refuse(self, limit: str) -> None:
        """Count a connection that was not let in."""
        self.refused[limit] += 1
        self.traffic.refused[limit] += 1

    def check(self, now: float) -> None:
        """Look after the connections; called now and then."""
        for connection in self._connections():
            connection.check(now, self._request_s)
        for limit, count in self.refused.items():
            _log.warning("connections refused", protocol=self.name, limit=limit, count=count)
        self.refused.clear()

    def _connections(self) -> list[Checked]:
        return cast("list[Checked]", list(self._server.server_state.connections)) if self._server else []

    async def stop(self, grace_s: float) -> None:
        """Answer what is being asked, and close."""
        if self._server and self._serving:
            self._server.should_exit = True
            await self._serving
            self._server.force_exit = True  # idle connections are not waited for
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._server.shutdown(sockets=self._sockets), grace_s)
            for connection in self._connections():
                connection.transport.abort()
            self._stopping = True
            if tasks := list(self._server.server_state.tasks):
                for task in tasks:  # what they wait for may never come
                    task.cancel()
                await asyncio.wait(tasks, timeout=grace_s)


async def read_body(scope: Scope, receive: Receive, most: int, within_s: float) -> bytes:
    """Read a whole body; raises `TooMuch`, `TimeoutError`, or `ConnectionError` if the peer is gone."""
    if any(name == b"content-length" and int(value) > most for name, value in scope["headers"]):
        raise TooMuch  # before anybody is told to continue
    body, more = bytearray(), True
    async with asyncio.timeout(within_s):
        while more:
            piece, more = await _piece(receive)
            body += piece
            if len(body) > most:
                raise TooMuch
    return bytes(body)


async def _piece(receive: Receive) -> tuple[bytes, bool]:
    """Read a piece of a body; says whether more will come."""
    message = await receive()
    if message["type"] != "http.request":
        raise ConnectionError
    return message.get("body", b""), message.get("more_body", False)


async def send_answer(
    send: Send, status: int, headers: list[tuple[str, str]], body: bytes, *, more: bool = False
) -> None:
    """Send an answer; its length is added, where it may have a body."""
    named = headers if status in (204, 304) else [*headers, ("content-length", str(len(body)))]
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in named],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def send_early(send: Send, receive: Receive, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
    """Answer before the body is there, and close; what still comes is thrown away.

    Closing at once would turn unread input into a reset, and a reset can eat our answer on its way.
    """
    await send_answer(send, status, [*headers, ("connection", "close")], body, more=True)
    more = True
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(LINGER_S):
            while more:
                _, more = await _piece(receive)
    await send({"type": "http.response.body", "body": b""})


def _bound(family: int, address: Any) -> socket.socket:
    # asyncio sends small answers at once (TCP_NODELAY) only if it is told what is spoken there.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
    except BaseException:
        sock.close()
        raise
    sock.setblocking(False)
    return sock
