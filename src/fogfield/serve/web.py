"""The HTTP shell: uvicorn reads requests and writes answers, a desk makes them. Limits are ours.

Every request is read whole before the desk sees it, and answered at once: a desk never waits.
"""

import asyncio
import contextlib
import secrets
import socket
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fogfield.core.table import Player
from fogfield.serve.gate import Gate
from fogfield.serve.host import House
from fogfield.serve.settings import Limits
from fogfield.wire.http import Desk, Request, Response
from fogfield.wire.web import Web

_log = structlog.get_logger()

#: Headers and request line together are not longer than this.
MOST_HEAD_BYTES = 16_384
#: An idle connection is closed after so long; clients open another one.
KEEP_ALIVE_S = 75

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class _TooMuch(Exception):
    """A body that is longer than any."""


class WebService:
    """One protocol over HTTP on one port: a `Service`, and the host of its desk."""

    def __init__(self, name: str, house: House, published: Web, limits: Limits, gate: Gate) -> None:
        self.name = name
        self.published = published
        self.limits = limits
        self.gate = gate
        self.house = house
        self.loop = asyncio.get_running_loop()
        self.desk: Desk = published.desk(self)
        self._tick: asyncio.TimerHandle | None = None
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self._sockets: list[socket.socket] = []

    # --- what the desk may ask for

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the protocol."""
        return self.house.settings

    def draw_id(self) -> str:
        """Draw an id."""
        return str(uuid.UUID(bytes=secrets.token_bytes(16), version=4))

    def draw_word(self, letters: str, length: int) -> str:
        """Draw a word."""
        return "".join(secrets.choice(letters) for _ in range(length))

    def player(self, name: str, told: Callable[[], None]) -> Player:
        """Make a player."""
        return Player(told, name)

    def bot(self, kind: str, opponent: str) -> Player:
        """Send a bot."""
        return self.house.bot(kind, opponent)

    def seat(self, players: Sequence[Player], options: Any, now: float, *, think_s: float) -> None:
        """Begin a match."""
        self.house.seat(players, options, now, think_s)

    def wake_at(self, when: float) -> None:
        """Call the desk's `tick` at a moment."""
        if self._tick:
            self._tick.cancel()
        self._tick = self.loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._tick = None
        try:
            self.desk.tick(self.loop.time())
        except Exception:
            _log.exception("fault", protocol=self.name)

    # --- the service

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""
        found = await self.loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in dict.fromkeys(found):
            self._sockets.append(_bound(family, address))
        config = uvicorn.Config(
            cast("Any", self.answer),
            http=cast("Any", self._protocol()),
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_S,
            h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        await self._server.startup(sockets=self._sockets)
        self._serving = self.loop.create_task(self._server.main_loop())
        return [_address(sock.getsockname()) for sock in self._sockets]

    def check(self, now: float) -> None:
        """Nothing: connections look after themselves."""

    async def stop(self, grace_s: float) -> None:
        """End the games, answer what is being asked, and close."""
        self.desk.stop(self.loop.time())
        if self._tick:
            self._tick.cancel()
        if self._server and self._serving:
            self._server.should_exit = True
            await self._serving
            self._server.force_exit = True  # idle connections are not waited for
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._server.shutdown(sockets=self._sockets), grace_s)
        self.house.stop()

    # --- requests

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (an ASGI application)."""
        try:
            async with asyncio.timeout(self.published.body_s):
                body = await self._body(receive)
            response = self.desk.answer(_request(scope, body), self.loop.time())
        except _TooMuch:
            response = Response(413, f"a body has at most {self.published.most_body_bytes} bytes\n".encode())
        except TimeoutError:
            response = Response(408, b"the request took too long to arrive\n")
        except ConnectionError:
            return
        except Exception:
            _log.exception("fault", protocol=self.name)
            response = Response(500, b"a fault of the server's; it is in its log\n")
        await _send(response, send, scope["method"] == "HEAD")

    async def _body(self, receive: Receive) -> bytes:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise ConnectionError
            body += message.get("body", b"")
            if len(body) > self.published.most_body_bytes:
                raise _TooMuch
            if not message.get("more_body"):
                return bytes(body)

    def _protocol(self) -> type[H11Protocol]:
        gate, body_s = self.gate, self.published.body_s

        class Gated(H11Protocol):
            """A connection that is counted, and closed if it says nothing."""

            _entered = ""

            def connection_made(self, transport: Any) -> None:
                """Let it in, or close it at once."""
                address = (transport.get_extra_info("peername") or ("unknown",))[0]
                if gate.enter(address):
                    transport.abort()
                    return
                self._entered = address
                super().connection_made(transport)
                self.loop.call_later(body_s, self._must_have_asked)

            def _must_have_asked(self) -> None:
                if self.cycle is None and not self.transport.is_closing():
                    self.transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                """Count it out."""
                if self._entered:
                    gate.leave(self._entered)
                    super().connection_lost(exc)

        return Gated


def _request(scope: Scope, body: bytes) -> Request:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    return Request(scope["method"], scope["path"], scope["query_string"].decode("latin-1"), headers, body)


async def _send(response: Response, send: Send, head: bool) -> None:
    headers = [("content-type", response.content_type), ("content-length", str(len(response.body))), *response.headers]
    if response.status in (408, 413):
        headers.append(("connection", "close"))
    await send(
        {
            "type": "http.response.start",
            "status": response.status,
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        }
    )
    await send({"type": "http.response.body", "body": b"" if head else response.body})


def _bound(family: int, address: Any) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
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


def _address(name: tuple[Any, ...]) -> str:
    return f"[{name[0]}]:{name[1]}" if ":" in name[0] else f"{name[0]}:{name[1]}"
