"""The service `web`: the JSON API on a port, with its players, its sockets and its limits."""

import asyncio
import json
from typing import Any

import structlog
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute

from fogfield import games
from fogfield.core.table import Player, Table
from fogfield.serve.api.answers import Answer, Endpoint
from fogfield.serve.api.asking import Asked, same_origin
from fogfield.serve.api.guests import Guests
from fogfield.serve.api.limits import Rates
from fogfield.serve.api.live import LiveRoom, deny
from fogfield.serve.api.matches import Matches
from fogfield.serve.api.problems import PROBLEM_JSON, Problem, nowhere
from fogfield.serve.api.routes import Routes
from fogfield.serve.api.socket1 import Socket1
from fogfield.serve.gate import Gate
from fogfield.serve.http1 import COSTLY
from fogfield.serve.httpport import (
    REQUEST_S,
    HttpPort,
    Receive,
    Scope,
    Send,
    TooMuch,
    read_body,
    send_answer,
    send_early,
)
from fogfield.serve.service import Houses
from fogfield.serve.settings import WEB, Settings
from fogfield.serve.tally import UNHURRIED
from fogfield.store.entries import Sat

_log = structlog.get_logger()

_HEADERS = [("x-content-type-options", "nosniff"), ("cache-control", "no-store"), ("referrer-policy", "no-referrer")]
#: A file of the page is in memory, and a browser asks for dozens at once; a class may sit behind one address.
_FILE_COST = 0.1
#: How the paths end of what another process works out; it is given up when nobody waits for it any more.
_SLOW = ("/belief", "/curves", "/hint", "/proof")
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")


class ApiService:
    """The JSON API: a `Service`."""

    published = None

    def __init__(self, houses: Houses, settings: Settings, gate: Gate) -> None:
        chosen = settings.of(WEB)
        self.name = WEB
        self.loop = asyncio.get_running_loop()
        self.matches = Matches(houses, houses.journal, houses.archive)
        self.guests = Guests(chosen, self.loop.time, self.matches.look)
        self.rates = Rates(chosen["rate"])
        self.live = LiveRoom(self.matches, self.guests, self.rates, chosen["watchers"])
        self._most_bytes: int = chosen["most_bytes"]
        idle_s = settings.limits.helpers_idle_s
        self.routes = Routes(self.matches, self.guests, lambda name: _port(name, settings), idle_s)
        self._router = Router(
            [
                *(Route(path, _Resource(self, path, methods)) for path, methods in self.routes.table.items()),
                WebSocketRoute("/api/matches/{id}/live", self.live),
            ],
            redirect_slashes=False,
            default=_nowhere,
        )
        self.port = HttpPort(
            WEB, self.answer, settings.limits, gate, sockets=Socket1, most_message_bytes=self._most_bytes
        )
        self.traffic = self.port.traffic
        self._was_fine = True

    def mount(self, route: BaseRoute) -> None:
        """Serve something else on the same port."""
        self._router.routes.append(route)

    # --- the service

    async def listen(self, host: str, port: int) -> list[str]:
        """Open the port; gives the addresses that it is reached at."""
        return await self.port.listen(host, port)

    def check(self, now: float) -> None:
        """Look after connections, players and matches; called now and then."""
        self.port.check(now)
        self.rates.check(now)
        if self.matches.fine:  # nobody can act otherwise, and nobody's time runs
            if not self._was_fine:
                self.guests.wait_anew()
            self.guests.check(now)
        self._was_fine = self.matches.fine
        self.matches.check(now)
        self.routes.helping.workshop.check(now)

    def disown(self, match: str | None = None) -> None:
        """Send those away who play a match that does not go on here; without a name, everybody."""
        self.live.close("this match does not go on here; connect again", match)
        self.matches.forget(match)
        if match is None:
            self.guests.forget_all()

    async def stop(self, grace_s: float) -> None:
        """Answer what is being asked, and close."""
        await self.routes.helping.stop()
        self.routes.after.beliefs.stop()
        await self.port.stop(grace_s)

    # --- what broke off

    def returning(self, seat: Sat) -> Player:
        """Make a player of a match that broke off; his token is still good."""
        assert seat.proof is not None, "who plays here has a token"
        player = self.guests.returning(seat.proof, seat.name).player
        player.about = json.loads(seat.extra)
        return player

    def go_on(self, table: Table, at_s: float) -> None:
        """Go on with a table of a server that is gone: its players have their full time to come back."""
        self.routes.seating.wait_for_bots(table)

    # --- requests

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or a socket (an ASGI application)."""
        address = (scope.get("client") or ("unknown", 0))[0]
        cost = _FILE_COST if scope["path"].startswith("/page/") else 1.0
        wait_s = self.rates.take(address, self.loop.time(), cost)
        try:
            if wait_s:
                again = (("retry-after", str(int(wait_s) + 1)),)
                raise Problem(429, "your address asks too often; wait a little", headers=again)
            await self._router(scope, receive, send)
        except Problem as problem:
            if scope["type"] == "websocket":
                await deny(problem, send)
            else:
                await _send(_as_answer(problem), send)

    @property
    def most_bytes(self) -> int:
        """No body is longer."""
        return self._most_bytes


class _Resource:
    """What is at one path (an ASGI application)."""

    def __init__(self, service: ApiService, path: str, methods: dict[str, Endpoint]) -> None:
        self._service = service
        self._is_slow = path.endswith(_SLOW)
        self._methods = {**methods, **({"HEAD": methods["GET"]} if "GET" in methods else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = self._service.most_bytes
        try:
            endpoint = self._endpoint(scope["method"])
            asked = Asked.of(scope, await read_body(scope, receive, most, REQUEST_S))
            if asked.method in _CHANGING:
                same_origin(asked.headers)
            waits = "wait_s" in asked.query
            if waits:
                scope[UNHURRIED] = True
            if self._is_slow:
                scope[COSTLY] = True
            answering = endpoint(asked)
            answer = await (_unless_gone(answering, receive) if waits or self._is_slow else answering)
        except Problem as problem:
            answer = _as_answer(problem)
        except TooMuch:
            return await _refuse(Problem(413, f"a body has at most {most} bytes"), send, receive)
        except TimeoutError:
            return await _refuse(Problem(408, "the request took too long to arrive"), send, receive)
        except ConnectionError:
            return None
        except Exception:
            self._service.traffic.faults += 1
            _log.exception("fault", protocol=WEB)
            answer = _as_answer(Problem(500, "a fault of the server's; it is in its log"))
        return await _send(answer, send)

    def _endpoint(self, method: str) -> Endpoint:
        if method not in self._methods:
            allowed = ", ".join(self._methods)
            raise Problem(405, f"this is asked with {allowed}", headers=(("allow", allowed),))
        return self._methods[method]


async def _unless_gone(answer: Any, receive: Receive) -> Answer:
    """Wait for an answer, but not for one that nobody will read: who waits may go away."""
    thinking = asyncio.ensure_future(answer)
    gone = asyncio.ensure_future(receive())
    try:
        await asyncio.wait((thinking, gone), return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise ConnectionError
        found: Answer = thinking.result()
        return found
    finally:
        for task in (thinking, gone):
            task.cancel()
        await asyncio.gather(thinking, gone, return_exceptions=True)


async def _nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    raise nowhere("there is nothing at this path; the API is described at /api/openapi.json")


def _port(name: str, settings: Settings) -> int | None:
    return settings.port(name) if name in settings.protocols and games.published(name) else None


def _as_answer(problem: Problem) -> Answer:
    return Answer(problem.status, problem.body(), PROBLEM_JSON, tuple(problem.headers))


def _headers(answer: Answer) -> list[tuple[str, str]]:
    kind = [("content-type", answer.kind)] if answer.body else []
    return [*kind, *_HEADERS, *answer.headers]


async def _send(answer: Answer, send: Send) -> None:
    await send_answer(send, answer.status, _headers(answer), answer.body)


async def _refuse(problem: Problem, send: Send, receive: Receive) -> None:
    answer = _as_answer(problem)
    await send_early(send, receive, answer.status, _headers(answer), answer.body)
