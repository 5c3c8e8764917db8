"""Live sockets: first what somebody may know of a match, then every change of just that.

A socket has at most one change under way. What happens meanwhile is put together: the next change is worked out against
what this socket has, when it can take more. So a slow reader is skipped forward, and nothing is kept for him.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from uvicorn.protocols.utils import ClientDisconnected

from fogfield.core.game import Refusal
from fogfield.serve.api import forms
from fogfield.serve.api.acting import act, read_move
from fogfield.serve.api.asking import Asked, checked, read_object, same_origin
from fogfield.serve.api.guests import Guest, Guests
from fogfield.serve.api.limits import Rates
from fogfield.serve.api.matches import Matches, show_past
from fogfield.serve.api.problems import PROBLEM_JSON, Problem, as_list, no_seat
from fogfield.serve.api.routes import looker_of
from fogfield.serve.api.scenes import Looker, Scene, Shown
from fogfield.serve.httpport import Receive, Scope, Send

_log = structlog.get_logger()
_encode = msgspec.json.encode

#: Codes with which a socket is closed: it is over, a message was not what it may be, come again later.
OVER, POLICY, UNREADABLE, LATER = 1000, 1008, 1003, 1013
#: A reason is not longer, in bytes; the protocol allows no more.
_MOST_REASON = 120


class Closed(Exception):
    """The socket is to be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class LiveRoom:
    """Answers those who open a socket."""

    def __init__(self, matches: Matches, guests: Guests, rates: Rates, most_watchers: int) -> None:
        self.matches = matches
        self.guests = guests
        self.rates = rates
        self.sockets: set[LiveSocket] = set()
        self._most_watchers = most_watchers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket (an ASGI application)."""
        await receive()  # it wants to connect
        try:
            await self._serve(Asked.of(scope), receive, send)
        except Problem as problem:
            await deny(problem, send)

    async def _serve(self, asked: Asked, receive: Receive, send: Send) -> None:
        same_origin(asked.headers)
        asked.questions()
        now = asyncio.get_running_loop().time()
        name = asked.path["id"]
        scene = self.matches.scene(name, now)
        if scene is None:
            past = await self.matches.past(name)
            shown = await show_past(name, past, looker_of(past, asked))
            await send({"type": "websocket.accept"})
            await _send(send, frame("view", shown.version, None, match=msgspec.Raw(shown.body)))
            await _close(send, OVER, "the match is over")
            return
        token = asked.token
        if token is None and scene.watched >= self._most_watchers:
            raise Problem(503, "this match has as many watchers as one may have", headers=(("retry-after", "30"),))
        socket = LiveSocket(self, scene, asked.address, receive, send)
        self.sockets.add(socket)
        try:
            if token is not None:
                socket.sit(token)
            elif asked.cookie and self.guests.find(scene.table, asked.cookie):
                socket.sit(asked.cookie)
            await send({"type": "websocket.accept"})
            await socket.run()
        finally:
            self.sockets.discard(socket)
            socket.leave()

    def close(self, reason: str, match: str | None = None) -> None:
        """Close the sockets at a match; without a name, all."""
        for socket in tuple(self.sockets):
            if match in (None, socket.match):
                socket.end(LATER, reason)


class LiveSocket:
    """One socket: a seat, or somebody who watches."""

    def __init__(self, room: LiveRoom, scene: Scene, address: str, receive: Receive, send: Send) -> None:
        self._room = room
        self._scene = scene
        self._address = address
        self._receive = receive
        self._send = send
        self._guest: Guest | None = None
        self._has: Shown | None = None
        self._due: list[bytes] = []
        #: Somebody acted here, and is told even if nothing changed for him.
        self._answer = False
        self._wake = asyncio.Event()
        self._wake.set()
        self._unlisten: Callable[[], Any] = scene.listen(self._wake.set)
        self._ended: Closed | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def match(self) -> str:
        """The name of the match that is shown."""
        return self._scene.name

    @property
    def _looker(self) -> Looker:
        return self._guest.player.seat if self._guest else None

    def sit(self, token: str) -> None:
        """Look and act for the seat of a token from now on."""
        guest = self._room.guests.find(self._scene.table, token)
        if guest is None:
            raise no_seat("no seat of this match has this token")
        self._guest, self._has = guest, None
        guest.sockets += 1
        guest.seen = self._loop.time()
        self._scene.look()
        self._wake.set()

    def end(self, code: int, reason: str) -> None:
        """Close it soon."""
        self._ended = Closed(code, reason)
        self._wake.set()

    async def run(self) -> None:
        """Tell and listen until one side closes."""
        tasks = [asyncio.create_task(self._tell()), asyncio.create_task(self._hear())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                await self._finish(task)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def leave(self) -> None:
        """Count it out."""
        self._unlisten()
        if self._guest:
            self._guest.sockets -= 1
            self._guest.seen = self._loop.time()

    async def _finish(self, task: "asyncio.Task[None]") -> None:
        error = task.exception()
        with contextlib.suppress(ClientDisconnected, ConnectionError):
            if isinstance(error, Closed):
                await _close(self._send, error.code, str(error))
            elif isinstance(error, Problem):
                await _close(self._send, LATER if error.status == 503 else POLICY, str(error))
            elif error is not None and not isinstance(error, ClientDisconnected):
                _log.error("fault", protocol="web", exc_info=error)
                await _close(self._send, 1011, "a fault of the server's; it is in its log")

    # --- what is told

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._ended:
                raise self._ended
            await self._tell_match()
            if self._scene.next is not None:
                await self._go_on(self._scene.next)
            elif self._scene.gone:
                raise Closed(OVER, "nobody waits here any more")
            elif self._scene.over and not self._scene.table.players:
                raise Closed(OVER, "the match is over")
            if self._due:  # a refusal may tell of a move that is still being written
                await self._room.matches.kept(self._scene.written)
            while self._due:
                await _send(self._send, self._due.pop(0))

    async def _tell_match(self) -> None:
        """Tell what changed since this socket was told last. It is on disk before it leaves."""
        scene, looker, has = self._scene, self._looker, self._has
        shown, written = scene.show(looker), scene.written
        answer, self._answer = self._answer, False
        if shown is has and not answer:
            return
        await self._room.matches.kept(written)
        if looker != self._looker or scene is not self._scene:  # somebody sat down meanwhile
            self._wake.set()
            return
        self._has = shown
        left_s = scene.left_s(looker, self._loop.time())
        if has is None:
            message = frame("view", shown.version, left_s, match=msgspec.Raw(shown.body))
        else:
            message = frame("change", shown.version, left_s, patch=msgspec.Raw(scene.change(has, shown)))
        await _send(self._send, message)

    async def _go_on(self, name: str) -> None:
        """Go on with the next match at the same table."""
        scene = self._room.matches.scene(name, self._loop.time())
        if scene is None:
            raise Closed(OVER, "the match is over")
        self._unlisten()
        await _send(self._send, _encode({"type": "next", "match": name}))
        self._scene, self._has = scene, None
        self._unlisten = scene.listen(self._wake.set)
        self._wake.set()

    # --- what is heard

    async def _hear(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                raise ClientDisconnected
            text = message.get("text")
            if text is None:
                raise Closed(UNREADABLE, "messages are texts: JSON objects")
            await self._wait_for_turn()
            try:
                await self._take(read_object(text, "a message"))
            except Problem as problem:
                if problem.status == 401:
                    raise Closed(POLICY, str(problem)) from None
                self._refuse(problem)

    async def _wait_for_turn(self) -> None:
        """Let somebody wait who sends too much; what he sends meanwhile stays in his own socket."""
        wait_s = self._room.rates.take(self._address, self._loop.time())
        while wait_s:
            await asyncio.sleep(wait_s)
            wait_s = self._room.rates.take(self._address, self._loop.time())

    def _refuse(self, problem: Problem) -> None:
        refusals = problem.refusals or (Refusal("bad-message", str(problem)),)
        if len(self._due) < 32:
            self._due.append(_encode({"type": "refused", "refusals": as_list(refusals)}))
        self._wake.set()

    async def _take(self, message: dict[str, Any]) -> None:
        if self._guest:
            self._guest.seen = self._loop.time()
        if "token" in message:
            checked(_TOKEN, message, "a message")
            if self._guest:
                raise Problem(409, "this socket has a seat already")
            self.sit(message["token"])
            return
        if self._guest is None:
            raise Problem(403, "who watches may send nothing but the token of a seat")
        action = read_move(self._scene, message)
        await self._room.matches.ready()
        act(self._scene, self._guest, action, self._loop.time())
        self._answer = True
        self._wake.set()


_TOKEN = {
    "type": "object",
    "properties": {"token": forms.TOKEN},
    "required": ["token"],
    "additionalProperties": False,
}


def frame(kind: str, version: str, left_s: float | None, **more: msgspec.Raw) -> bytes:
    """Write a message."""
    return _encode({"type": kind, "version": version, "left_s": left_s, **more})


async def _send(send: Send, message: bytes) -> None:
    await send({"type": "websocket.send", "text": message.decode()})


async def _close(send: Send, code: int, reason: str) -> None:
    short = reason.encode()[:_MOST_REASON].decode(errors="ignore")
    await send({"type": "websocket.close", "code": code, "reason": short})


async def deny(problem: Problem, send: Send) -> None:
    """Answer somebody who may not open a socket, as HTTP does."""
    headers = [("content-type", PROBLEM_JSON), *problem.headers]
    await send(
        {
            "type": "websocket.http.response.start",
            "status": problem.status,
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        }
    )
    await send({"type": "websocket.http.response.body", "body": problem.body()})
