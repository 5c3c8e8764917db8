"""Players who come back after a crash: hunters of the Treasure Hunt, and those who play through the API."""

import asyncio
import contextlib
import json
from random import Random
from typing import Any

from support.liveweb import half_map, request, ways
from support.load import GONE, Tally, connected

from fogfield.games.treasurehunt import codec as xml
from fogfield.games.treasurehunt.messages import (
    ClientMessage,
    Error,
    GameState,
    Okay,
    PlayerHalfMap,
    PlayerMove,
    PlayerRegistration,
    PlayerState,
    PositionState,
    Terrain,
    UniquePlayerIdentifier,
)

OVER = (PlayerState.WON, PlayerState.LOST)
_WALKED = (Terrain.GRASS, Terrain.MOUNTAIN)


class Hunter:
    """One player of a Treasure Hunt. He comes back after a crash, with the same ids, and goes on."""

    def __init__(self, rng: Random, name: str) -> None:
        self._rng = rng
        self._who = PlayerRegistration(name, "Feld", name.lower())
        self.player_id = ""
        #: What he asked for, and whether he was told that it is done.
        self.said: list[tuple[ClientMessage, bool]] = []
        #: The states that he was shown since somebody looked.
        self.states: list[GameState] = []
        self.result: PlayerState | None = None
        #: A game that ended before a crash is not known after it; whoever had not asked until then reads the record.
        self.forgotten = False

    async def register(self, ask: "Asker", game_id: str) -> None:
        answer = await ask.post(f"/games/{game_id}/players", self._who)
        if unkept(answer):
            raise EOFError  # nobody will ever know the id of that seat
        assert isinstance(answer, Okay), answer
        assert isinstance(answer.data, UniquePlayerIdentifier)
        self.player_id = answer.data.player_id

    async def hunt(self, tally: Tally, ask: "Asker", game_id: str) -> None:
        """Play to the end."""
        while self.result is None:
            answer = xml.read_answer(await ask.get(f"/games/{game_id}/states/{self.player_id}"))
            if isinstance(answer, Error) and answer.name == "MatchNotFoundException":
                self.forgotten = True
                return
            if unkept(answer):
                await asyncio.sleep(0.05)
                continue
            assert isinstance(answer, Okay), answer
            assert isinstance(answer.data, GameState)
            self.states.append(answer.data)
            tally.add()
            mine = next(one.state for one in answer.data.players if one.player_id == self.player_id)
            if mine in OVER:
                self.result = mine
            elif mine is PlayerState.MUST_ACT:
                await self._act(ask, game_id, answer.data)
            else:
                await asyncio.sleep(0.002)

    async def _act(self, ask: "Asker", game_id: str, state: GameState) -> None:
        message: ClientMessage
        if any(node.position in (PositionState.ME, PositionState.BOTH) for node in state.nodes):
            where, message = "moves", PlayerMove(self.player_id, self._rng.choice(ways(state.nodes, *_WALKED)))
        else:
            where, message = "halfmaps", PlayerHalfMap(self.player_id, half_map(self._rng))
        self.said.append((message, False))
        answer = await ask.post(f"/games/{game_id}/{where}", message)
        if not unkept(answer):  # else the state says whether it was done
            assert answer == Okay(), answer
            self.said[-1] = (message, True)


def unkept(answer: Okay | Error) -> bool:
    """Say whether the server could not store something."""
    return isinstance(answer, Error) and answer.name == "StorageException"


class Asker:
    """A connection on which requests are made, one after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def get(self, path: str) -> bytes:
        return await self._ask(request("GET", path))

    async def post(self, path: str, message: ClientMessage) -> Okay | Error:
        return xml.read_answer(await self._ask(request("POST", path, xml.write_request(message))))

    async def _ask(self, asked: bytes) -> bytes:
        self._writer.write(asked)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        body = await self._reader.readexactly(length)
        assert head.startswith("http/1.1 20"), (head, body)
        return body

    async def json(self, path: str, token: str = "", **body: Any) -> dict[str, Any]:
        """Ask the API; with a body something is to be done."""
        headers = {"Content_Type": "application/json", "Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        written = json.dumps(body).encode() if body else b""
        found: dict[str, Any] = json.loads(
            await self._ask(request("POST" if body else "GET", f"/api{path}", written, **headers))
        )
        return found


class Hunt:
    """Two hunters in one game, which outlives the server that it began on."""

    def __init__(self, rng: Random, number: int) -> None:
        self.game_id = ""
        self.hunters = (Hunter(rng, f"Mira{number}"), Hunter(rng, f"Jon{number}"))
        #: A registration whose answer never came: nobody knows the id of that seat, and the game cannot begin.
        self.spoilt = False

    @property
    def over(self) -> bool:
        return all(hunter.result or hunter.forgotten for hunter in self.hunters)

    async def play(self, tally: Tally, port: int) -> None:
        with contextlib.suppress(*GONE):
            async with connected(port) as first, connected(port) as second:
                asks = Asker(*first), Asker(*second)
                if not self.game_id:
                    made = await asks[0].get("/games")
                    if b"StorageException" in made:
                        return
                    self.game_id = xml.read_game_id(made).game_id
                for hunter, ask in zip(self.hunters, asks, strict=True):
                    if not hunter.player_id:
                        self.spoilt = True
                        await hunter.register(ask, self.game_id)
                        self.spoilt = False
                pairs = zip(self.hunters, asks, strict=True)
                await _all(*(hunter.hunt(tally, ask, self.game_id) for hunter, ask in pairs))


async def _all(*plays: Any) -> None:
    """Wait for all of them, also if one fails: the others fail for the same reason."""
    results = await asyncio.gather(*plays, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result


# --- the API


class Caller:
    """Plays Battleship against a bot of the server's, and goes on after a crash with the same token."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.match = ""
        self.seat = 0
        self._token = ""
        self.said: list[tuple[Any, bool]] = []
        #: What he was shown since somebody looked.
        self.views: list[Any] = []
        self.outcome: dict[str, Any] | None = None

    async def play(self, tally: Tally, port: int) -> None:
        with contextlib.suppress(*GONE):
            async with connected(port) as streams:
                ask = Asker(*streams)
                if not self.match:
                    wish = {"game": "battleship", "opponent": "bot", "bot": "random", "name": "Ada"}
                    made = await ask.json("/matches", **wish)
                    self.match, self.seat, self._token = made["match"], made["seat"], made["token"]
                path = f"/matches/{self.match}"
                shown = await ask.json(path, self._token)
                while True:
                    tally.add()
                    self.views.append(shown["view"])
                    if shown["status"] == "over":
                        self.outcome = shown["outcome"]
                        return
                    if self.seat in shown["view"]["to_act"]:
                        action = self._choose(shown["view"])
                        self.said.append((action, False))
                        shown = await ask.json(f"{path}/moves", self._token, do=action)
                        self.said[-1] = (action, True)
                    else:
                        shown = await ask.json(f"{path}?after={shown['version']}&wait_s=5", self._token)

    def _choose(self, view: dict[str, Any]) -> list[Any]:
        if not view["placed"][self.seat]:
            return ["place", *self._rng.sample(range(16), 3)]
        water = view["boards"][1 - self.seat]
        return ["attack", self._rng.choice([cell for cell in range(16) if water[cell] == "~"])]
