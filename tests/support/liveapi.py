"""A real server of the JSON API inside this process, with any other protocols beside it, and clients of it."""

import asyncio
import contextlib
import http.client
import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest import mock

from support.live import Ear, in_thread
from support.liveweb import LogEar
from websockets.sync.client import ClientConnection, connect

from fogfield import games
from fogfield.core.changes import apply
from fogfield.core.game import AnyGame
from fogfield.core.table import AnyMatch
from fogfield.serve import clerk, connection, house, http1, httpport, lobby, recovery, standin, tcp, thinking, web
from fogfield.serve.api import beliefs, hints, workshop
from fogfield.serve.api import live as live_sockets
from fogfield.serve.api import service as api_service
from fogfield.serve.api.scenes import Scene
from fogfield.serve.api.service import ApiService
from fogfield.serve.gate import Gate
from fogfield.serve.recovery import recover
from fogfield.serve.service import Houses, Service, service
from fogfield.serve.settings import WEB, Limits, Settings
from fogfield.store.database import Store, open_store
from fogfield.store.recovery import take_over

_LOGS = (
    connection,
    house,
    http1,
    httpport,
    lobby,
    recovery,
    standin,
    tcp,
    thinking,
    web,
    live_sockets,
    api_service,
    workshop,
)


#: So long processes may take to start, and to work for whoever waits, as a busy machine takes its time; tests about
#: limits set their own.
PATIENCE_S = 250.0
_LIMITS = ((clerk, "START_S"), (hints, "HINT_S"), (beliefs, "MOST_S"), (workshop, "PROVE_S"), (workshop, "LAST_S"))


@dataclass
class LiveApi:
    """The API, which runs in a thread of its own. `ports` are those of the other protocols."""

    port: int
    service: ApiService
    houses: Houses
    gate: Gate
    ear: Ear
    loop: asyncio.AbstractEventLoop
    ports: dict[str, int] = field(default_factory=dict)
    store: Store | None = None
    clients: "list[Client]" = field(default_factory=list)

    def client(self) -> "Client":
        """Make a client; it is closed with the server."""
        self.clients.append(Client(self.port))
        return self.clients[-1]

    def match(self, name: str) -> AnyMatch:
        """Look at a match as nobody outside can."""
        return next(one.live[name] for one in self.houses if name in one.live)

    def scene(self, name: str) -> Scene:
        """Give what a match is shown by."""
        found = self.call(lambda: self.service.matches.scene(name, self.loop.time()))
        assert isinstance(found, Scene)
        return found

    def call(self, function: Callable[[], Any]) -> Any:
        """Have something done by the server's thread."""

        async def done() -> Any:
            return function()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(60)


@contextlib.contextmanager
def live_api(
    *others: str,
    loop: str = "asyncio",
    limits: Limits | None = None,
    store: str = "",
    faults: bool = False,
    settings: Mapping[str, Any] | None = None,
    **chosen: Any,
) -> Iterator[LiveApi]:
    """Serve the API on a free port, and other protocols beside it; `chosen` are settings of the API."""
    ear = Ear()
    limits = limits or Limits()
    named = {"web.rate": 100_000} | {f"{WEB}.{key}": value for key, value in chosen.items()} | dict(settings or {})
    every = Settings(only=(*others, WEB), chosen=named, limits=limits)

    async def serve(ready: Callable[[LiveApi], None], stop: threading.Event) -> None:
        running = asyncio.get_running_loop()
        gate = Gate(limits)
        kept = await open_store(store, serving=True, sync=False, patience_s=0.3) if store else None
        houses = Houses(every, kept.journal, kept.archive) if kept else Houses(every)
        services: dict[str, Service] = {name: service(name, houses, every, gate) for name in every.protocols}
        if kept:
            await recover(take_over(kept), houses, services)
        ports = {}
        for name, one in services.items():
            (address,) = await one.listen("127.0.0.1", 0)
            ports[name] = int(address.rpartition(":")[2])
        api = services[WEB]
        assert isinstance(api, ApiService)
        ready(LiveApi(ports[WEB], api, houses, gate, ear, running, ports, kept))
        while not stop.is_set():
            await asyncio.sleep(0.02)
            for one in services.values():
                one.check(running.time())
        await asyncio.gather(*(one.stop(0.5) for one in services.values()))
        for home in houses:
            home.stop()
        if kept:
            await kept.close()
        await _see_what_is_left(gate, ear)

    handler = LogEar(ear)
    logging.getLogger("uvicorn").addHandler(handler)
    try:
        with _patience(), in_thread(serve, loop, ear, _LOGS, faults=faults) as server:
            try:
                yield server
            finally:
                for client in server.clients:
                    client.http.close()
    finally:
        logging.getLogger("uvicorn").removeHandler(handler)


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for module, name in _LIMITS:
            stack.enter_context(mock.patch.object(module, name, PATIENCE_S))
        yield


async def _see_what_is_left(gate: Gate, ear: Ear) -> None:
    """See that everything ended with the server."""
    await asyncio.sleep(0.05)  # what is closed now is told soon
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    if left:  # a bot that was thinking
        await asyncio.wait(left, timeout=2)
        left = [task for task in left if not task.done()]
    if left or gate.total:
        ear.error("fault: something was left behind", tasks=left, connections=gate.total)


class Client:
    """One client, with a connection that it keeps, and a seat once it has one."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=2 * PATIENCE_S)
        self.headers: Mapping[str, str] = {}
        self.match = self.token = self.code = ""
        self.seat = -1

    def move_to(self, server: LiveApi) -> None:
        """Go on at a server that was started again."""
        self.http.close()
        self.port = server.port
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=2 * PATIENCE_S)
        server.clients.append(self)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *rest: object) -> None:
        self.http.close()

    def raw(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """Ask, and give the status and the body."""
        self.http.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = self.http.getresponse()
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, response.read()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Ask with JSON, and with the own token unless told otherwise."""
        headers = {"Content_Type": "application/json"} if body is not None else {}
        token = self.token if token is None else token
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = json.dumps(body).encode() if body is not None else None
        status, answer = self.raw(method, path, data, **headers)
        return status, json.loads(answer) if answer else None

    def sit(self, path: str = "/api/matches", **wish: Any) -> "Client":
        """Take a seat."""
        status, answer = self.ask("POST", path, wish, token="")
        assert status == 201, answer
        self.match, self.seat, self.token = answer["match"], answer["seat"], answer["token"]
        self.code = answer.get("code", "")
        return self

    def join(self, match: str, **wish: Any) -> "Client":
        """Take a seat of a match that is known."""
        return self.sit(f"/api/matches/{match}/seats", **wish)

    def look(self, query: str = "") -> Any:
        """See the own match."""
        status, answer = self.ask("GET", f"/api/matches/{self.match}{query}")
        assert status == 200, answer
        return answer

    def act(self, action: Any) -> tuple[int, Any]:
        """Act."""
        return self.ask("POST", f"/api/matches/{self.match}/moves", {"do": action})

    def wait(self, until: Callable[[Any], bool], tries: int = 100) -> Any:
        """Look until something is so; the server tells when to look again."""
        seen = self.look()
        for _ in range(tries):
            if until(seen):
                return seen
            seen = self.look(f"?after={seen['version']}&wait_s=10")
        raise AssertionError(seen)

    def live(self, token: str | None = None) -> "Seen":
        """Open a live socket, with the own token unless told otherwise."""
        return Seen(self.port, self.match, self.token if token is None else token)


class Seen:
    """A live socket: keeps what it was told."""

    def __init__(self, port: int, match: str, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = f"ws://127.0.0.1:{port}/api/matches/{match}/live"
        self._opening = connect(url, additional_headers=headers, compression=None, proxy=None, max_size=None)
        self.ws: ClientConnection
        self.now: Any = None
        self.views: list[Any] = []

    def __enter__(self) -> "Seen":
        self.ws = self._opening.__enter__()
        return self

    def __exit__(self, *rest: Any) -> None:
        self._opening.__exit__(*rest)

    def hear(self, timeout: float = 20) -> Any:
        """Take one message, and keep what it tells."""
        message = json.loads(self.ws.recv(timeout))
        if message["type"] == "view":
            self.now = message["match"]
        elif message["type"] == "change":
            self.now = apply(message["patch"], self.now)
        if message["type"] in ("view", "change"):
            self.views.append(self.now["view"])
        return message

    def until(self, so: Callable[[Any], bool]) -> Any:
        """Listen until something is so."""
        while self.now is None or not so(self.now):
            self.hear()
        return self.now

    def say(self, **message: Any) -> "Seen":
        """Send a message."""
        self.ws.send(json.dumps(message))
        return self


def chosen(server: LiveApi, match: AnyMatch, seat: int, rng: Random) -> Any:
    """Choose any sensible action of a seat, as JSON."""
    game: AnyGame = match.game
    action = server.call(lambda: game.choose(match.view(seat), rng))
    return game.notation.write_action(action)


def play(server: LiveApi, clients: Sequence[Client], rng: Random, most: int = 10_000) -> Any:
    """Play a match to its end, by chance; gives what is then shown."""
    match = server.match(clients[0].match)
    for _ in range(most):
        if match.outcome:
            break
        seat = rng.choice(sorted(match.game.to_act(match.state)))
        (client,) = [one for one in clients if one.seat == seat]
        status, answer = client.act(chosen(server, match, seat, rng))
        assert status == 200, answer
    return clients[0].look()


GAMES = games.names()
