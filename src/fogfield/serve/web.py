"""The HTTP shell: uvicorn reads requests and writes answers, a desk makes them. Limits are ours.

Every request is read whole before the desk sees it, and answered at once: a desk never waits.
"""

import asyncio
import contextlib
import secrets
import socket
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, cast

import msgspec
import structlog
import uvicorn

from fogfield.core.outcome import Outcome
from fogfield.core.table import Player, Table
from fogfield.serve.connection import LINGER_S
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.http1 import Http1
from fogfield.serve.scribe import on_disk, settled
from fogfield.serve.settings import Limits
from fogfield.serve.tcp import ACCEPTS, QUEUE, written
from fogfield.store.entries import Sat
from fogfield.store.journal import Health
from fogfield.wire.http import Desk, Request, Response
from fogfield.wire.web import Web

_log = structlog.get_logger()

#: Headers and request line together are not longer than this.
MOST_HEAD_BYTES = 16_384
#: An idle connection is closed after so long; clients open another one.
KEEP_ALIVE_S = 75
#: While nothing can be stored, a desk is woken so much later than it asked for.
AGAIN_S = 0.25

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
        house.on_pause.append(lambda seconds: self.desk.pause(seconds))
        self.refused: Counter[str] = Counter()
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

    def player(self, name: str, *, proof: bytes, about: Mapping[str, Any]) -> Player:
        """Make a player."""
        return Player(lambda: None, name, kind=self.name, proof=proof, about=about)

    def bot(self, kind: str, opponent: str) -> Player:
        """Send a bot."""
        return self.house.bot(kind, opponent)

    def table(self, options: Any, *, think_s: float, about: Mapping[str, Any]) -> Table:
        """Put up a table."""
        return self.house.table(options, self.name, think_s=think_s, public=False, about=about)

    def find(self, code: str) -> Table | None:
        """Find a table."""
        return self.house.find(code)

    def take_down(self, table: Table, outcome: Outcome, now: float) -> None:
        """Take a table down."""
        self.house.take_down(table, outcome, now)

    @property
    def written(self) -> int:
        """The last line of the journal that tells of a table."""
        return self.house.written

    def wake_at(self, when: float) -> None:
        """Call the desk's `tick` at a moment."""
        if self._tick:
            self._tick.cancel()
        self._tick = self.loop.call_at(when, self._ring)

    @property
    def _fine(self) -> bool:
        return self.house.journal is None or self.house.journal.health is Health.FINE

    def _ring(self) -> None:
        self._tick = None
        try:
            if self._fine:
                self.desk.tick(self.loop.time())
            else:  # what time brings has to wait
                self.wake_at(self.loop.time() + AGAIN_S)
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
            http=cast("Any", partial(Http1, keeper=self)),
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",  # what peers do wrong is not worth a line each
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=ACCEPTS,
            timeout_keep_alive=cast("int", min(KEEP_ALIVE_S, self.limits.idle_s)),
            h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        await self._server.startup(sockets=self._sockets)
        for sock in self._sockets:
            sock.listen(QUEUE)
        self._serving = self.loop.create_task(self._server.main_loop())
        return [written(sock.getsockname()) for sock in self._sockets]

    def refuse(self, limit: str) -> None:
        """Count a connection that was not let in."""
        self.refused[limit] += 1

    def check(self, now: float) -> None:
        """Look after the connections; called now and then."""
        for connection in self._connections():
            connection.check(now, self.published.body_s)
        for limit, count in self.refused.items():
            _log.warning("connections refused", protocol=self.name, limit=limit, count=count)
        self.refused.clear()

    def _connections(self) -> list[Http1]:
        return cast("list[Http1]", list(self._server.server_state.connections)) if self._server else []

    async def stop(self, grace_s: float) -> None:
        """Answer what is being asked, close, and end the games."""
        if self._server and self._serving:
            self._server.should_exit = True
            await self._serving
            self._server.force_exit = True  # idle connections are not waited for
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._server.shutdown(sockets=self._sockets), grace_s)
            for connection in self._connections():
                connection.transport.abort()
            if tasks := self._server.server_state.tasks:
                await asyncio.wait(tasks, timeout=grace_s)
        if self._tick:
            self._tick.cancel()

    # --- what broke off

    def disown(self, match: str | None = None) -> None:
        """Know nothing of a game that was played here, or of all of them."""
        if match is None:
            self.desk = self.published.desk(self)
        else:
            self.desk.forget(match)

    def returning(self, seat: Sat) -> Player:
        """Make a player of a match that broke off; he is known by what was kept of him."""
        assert seat.proof is not None
        player = self.player(seat.name, proof=seat.proof, about=msgspec.json.decode(seat.extra))
        player.called = seat.name
        return player

    def go_on(self, table: Table, at_s: float) -> None:
        """Go on with a table of a server that is gone."""
        self.desk.go_on(table, at_s, self.loop.time())

    # --- requests

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (an ASGI application)."""
        try:
            async with asyncio.timeout(self.published.body_s):
                body = await self._body(scope, receive)
            response = await self._answer(_request(scope, body))
        except _TooMuch:
            text = f"a body has at most {self.published.most_body_bytes} bytes\n"
            return await _refuse(Response(413, text.encode()), receive, send)
        except TimeoutError:
            return await _refuse(Response(408, b"the request took too long to arrive\n"), receive, send)
        except ConnectionError:
            return None
        except Exception:
            _log.exception("fault", protocol=self.name)
            response = Response(500, b"a fault of the server's; it is in its log\n")
        return await _send(response, send)

    async def _answer(self, request: Request) -> Response:
        """Have a request answered. No answer leaves before what it tells of is on disk."""
        journal = self.house.journal
        if journal is None:
            return self.desk.answer(request, self.loop.time())
        if not await settled(journal) and request.method == "POST":
            return self.desk.unkept(request)
        response = self.desk.answer(request, self.loop.time())
        if response.written > journal.durable and not await on_disk(journal, response.written):
            return self.desk.unkept(request)
        return response

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        most = self.published.most_body_bytes
        if any(name == b"content-length" and int(value) > most for name, value in scope["headers"]):
            raise _TooMuch  # before anybody is told to continue
        body, more = bytearray(), True
        while more:
            piece, more = await _piece(receive)
            body += piece
            if len(body) > most:
                raise _TooMuch
        return bytes(body)


async def _piece(receive: Receive) -> tuple[bytes, bool]:
    """Read a piece of a body; says whether more will come."""
    message = await receive()
    if message["type"] != "http.request":
        raise ConnectionError
    return message.get("body", b""), message.get("more_body", False)


def _request(scope: Scope, body: bytes) -> Request:
    headers: dict[str, str] = {}
    for name, value in ((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]):
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    path: str = scope["path"]
    if path.startswith("http://"):  # as a proxy is asked
        path = "/" + path.removeprefix("http://").partition("/")[2]
    return Request(scope["method"], path, scope["query_string"].decode("latin-1"), headers, body)


async def _send(response: Response, send: Send, *, more: bool = False) -> None:
    headers = [("content-type", response.content_type), ("content-length", str(len(response.body))), *response.headers]
    await send(
        {
            "type": "http.response.start",
            "status": response.status,
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        }
    )
    await send({"type": "http.response.body", "body": response.body, "more_body": more})


async def _refuse(response: Response, receive: Receive, send: Send) -> None:
    """Answer before the body is there, and close; what still comes is thrown away.

    Closing at once would turn unread input into a reset, and a reset can eat our answer on its way.
    """
    await _send(response._replace(headers=(("connection", "close"),)), send, more=True)
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
