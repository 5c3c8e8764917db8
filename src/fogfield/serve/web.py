"""The shell of a published protocol over HTTP: a desk makes the answers.

Every request is read whole before the desk sees it, and answered at once: a desk never waits.
"""

import asyncio
import secrets
import uuid
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog

from fogfield.core.outcome import Outcome
from fogfield.core.table import Player, Table
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.httpport import HttpPort, Receive, Scope, Send, TooMuch, read_body, send_answer, send_early
from fogfield.serve.scribe import on_disk, settled
from fogfield.serve.settings import Limits
from fogfield.store.entries import Sat
from fogfield.store.journal import Health
from fogfield.wire.http import Desk, Request, Response
from fogfield.wire.web import Web

_log = structlog.get_logger()

#: While nothing can be stored, a desk is woken so much later than it asked for.
AGAIN_S = 0.25


class WebService:
    """One protocol over HTTP on one port: a `Service`, and the host of its desk."""

    def __init__(self, name: str, house: House, published: Web, limits: Limits, gate: Gate) -> None:
        self.name = name
        self.published = published
        self.house = house
        self.port = HttpPort(name, self.answer, limits, gate, request_s=published.body_s)
        self.traffic = self.port.traffic
        self.loop = asyncio.get_running_loop()
        self.desk: Desk = published.desk(self)
        house.on_pause.append(lambda seconds: self.desk.pause(seconds))
        self._tick: asyncio.TimerHandle | None = None

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
        return self.house.table(options, self.name, think_s=think_s, public=False, stays=True, about=about)

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
            self.traffic.faults += 1
            _log.exception("fault", protocol=self.name)

    # --- the service

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""
        return await self.port.listen(host, port)

    def check(self, now: float) -> None:
        """Look after the connections; called now and then."""
        self.port.check(now)

    async def stop(self, grace_s: float) -> None:
        """Answer what is being asked, and close; the games go on after a restart."""
        await self.port.stop(grace_s)
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
        most, within_s = self.published.most_body_bytes, self.published.body_s
        try:
            response = await self._answer(_request(scope, await read_body(scope, receive, most, within_s)))
        except TooMuch:
            response = Response(413, f"a body has at most {most} bytes\n".encode())
            return await send_early(send, receive, response.status, _headers(response), response.body)
        except TimeoutError:
            response = Response(408, b"the request took too long to arrive\n")
            return await send_early(send, receive, response.status, _headers(response), response.body)
        except ConnectionError:
            return None
        except Exception:
            self.traffic.faults += 1
            _log.exception("fault", protocol=self.name)
            response = Response(500, b"a fault of the server's; it is in its log\n")
        return await send_answer(send, response.status, _headers(response), response.body)

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


def _request(scope: Scope, body: bytes) -> Request:
    headers: dict[str, str] = {}
    for name, value in ((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]):
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    path: str = scope["path"]
    if path.startswith("http://"):  # as a proxy is asked
        path = "/" + path.removeprefix("http://").partition("/")[2]
    return Request(scope["method"], path, scope["query_string"].decode("latin-1"), headers, body)


def _headers(response: Response) -> list[tuple[str, str]]:
    return [("content-type", response.content_type), *response.headers]
