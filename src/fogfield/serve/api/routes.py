"""The endpoints: each reads a request, asks those who know, and gives an answer."""

import asyncio
import contextlib
import re
from collections.abc import Callable
from typing import Any

import msgspec

from fogfield import games
from fogfield.core.proof import proves
from fogfield.serve.api import cookies, forms, openapi
from fogfield.serve.api.acting import act, read_move
from fogfield.serve.api.aftermath import Aftermath
from fogfield.serve.api.answers import Answer, Endpoint, ok
from fogfield.serve.api.asking import Asked, checked
from fogfield.serve.api.films import Past
from fogfield.serve.api.guests import KIND, Guest, Guests
from fogfield.serve.api.helping import Helping
from fogfield.serve.api.matches import Matches, in_list, show_past
from fogfield.serve.api.problems import Problem, no_seat, nowhere, unkept
from fogfield.serve.api.scenes import Looker, Scene, Shown
from fogfield.serve.api.seating import Seating
from fogfield.serve.api.terminals import terminal
from fogfield.serve.api.workshop import Workshop
from fogfield.serve.house import House, clean
from fogfield.store.archive import Cursor

_encode = msgspec.json.encode


class Routes:
    """All endpoints of the API; `table` says where they are. Processes that help end after `idle_s` without work."""

    def __init__(self, matches: Matches, guests: Guests, ports: Callable[[str], int | None], idle_s: float) -> None:
        self.matches = matches
        self.guests = guests
        workshop = Workshop(idle_s)
        self.seating = Seating(matches, guests, workshop)
        self.helping = Helping(matches, self.seating, workshop, self._seat_of, idle_s)
        self.after = Aftermath(matches, idle_s)
        self._ports = ports
        self._loop = asyncio.get_running_loop()
        self._openapi = _encode(openapi.description())

    @property
    def table(self) -> dict[str, dict[str, Endpoint]]:
        """The endpoint of each path and method."""
        return {
            "/healthz": {"GET": self.healthz},
            "/readyz": {"GET": self.readyz},
            "/api/openapi.json": {"GET": self.openapi},
            "/api/games": {"GET": self.games},
            "/api/games/{game}": {"GET": self.game},
            "/api/bots": {"GET": self.bots},
            "/api/matches": {"GET": self.list_matches, "POST": self.new_match},
            "/api/invitations/{code}": {"POST": self.accept},
            "/api/matches/{id}": {"GET": self.match},
            "/api/matches/{id}/seats": {"POST": self.take_seat},
            "/api/matches/{id}/seats/me": {"DELETE": self.leave},
            "/api/matches/{id}/seats/me/bot": {"POST": self.send_bot, "DELETE": self.send_bot_away},
            "/api/matches/{id}/moves": {"POST": self.move},
            "/api/matches/{id}/terminal": {"GET": self.terminal, "POST": self.enter},
            "/api/matches/{id}/rematch": {"POST": self.rematch},
            "/api/matches/{id}/record": {"GET": self.after.record},
            "/api/matches/{id}/frames": {"GET": self.after.frames},
            "/api/matches/{id}/belief": {"GET": self.after.belief},
            "/api/matches/{id}/curves": {"GET": self.after.curves},
            **self.helping.table,
        }

    # --- the server

    async def healthz(self, asked: Asked) -> Answer:
        """Say that the process lives."""
        asked.questions()
        return ok({"status": "alive"})

    async def readyz(self, asked: Asked) -> Answer:
        """Say whether matches can be played."""
        asked.questions()
        if not self.matches.fine:
            assert self.matches.journal is not None
            raise unkept(self.matches.journal.why)
        return ok({"status": "ready"})

    async def openapi(self, asked: Asked) -> Answer:
        """Describe the API."""
        asked.questions()
        return Answer(200, self._openapi)

    # --- games

    async def games(self, asked: Asked) -> Answer:
        """List the games."""
        asked.questions()
        return ok({"games": [self._game(self.matches.houses[name]) for name in games.names()]})

    async def game(self, asked: Asked) -> Answer:
        """Describe a game."""
        asked.questions()
        name = asked.path["game"]
        if name not in games.names():
            raise nowhere(f"there is no game {name[:40]!r}; there are: {', '.join(games.names())}")
        house = self.matches.houses[name]
        notation = house.game.notation
        schemas = {"options": notation.asked_schema, "action": notation.action_schema, "view": notation.view_schema}
        return ok({**self._game(house), "schemas": schemas})

    def _game(self, house: House) -> dict[str, Any]:
        game = house.game
        return {
            "name": game.name,
            "seats": game.seats,
            "defaults": game.notation.defaults,
            "bots": list(house.lobby.kinds),
            "port": self._ports(game.name),
            "belief": games.belief(game.name) is not None,
        }

    async def bots(self, asked: Asked) -> Answer:
        """List the bots of all games, the best of each first."""
        asked.questions()
        found = [
            {"game": name, "name": kind} for name in games.names() for kind in self.matches.houses[name].lobby.kinds
        ]
        return ok({"bots": found})

    # --- matches

    async def list_matches(self, asked: Asked) -> Answer:
        """List matches: those that wait or are played now, or those that are over, the newest first."""
        query = asked.questions(**forms.LIST)
        game, player, limit = query.get("game"), query.get("player"), query.get("limit", 50)
        before = _cursor(query["before"]) if "before" in query else None
        if query.get("status") == "over":
            return await self._list_over(game, player, before, limit)
        written, rows = 0, list[dict[str, Any]]()
        for house, table in self.matches.tables(game):
            status = "playing" if table.match else "waiting"
            if query.get("status", status) != status or len(rows) == limit:
                continue
            if player is not None and all(clean(one.called) != player for one in table.players):
                continue
            scene = self.matches.open(house, table)
            scene.look()
            facts = scene.facts
            if player is None or any(seat and seat["name"] == player for seat in facts["seats"]):
                rows.append(facts)
                written = max(written, scene.written)
        await self.matches.kept(written)
        return ok({"matches": rows, "more": None})

    async def _list_over(self, game: str | None, player: str | None, before: Cursor | None, limit: int) -> Answer:
        rows = await self.matches.listed(game, player, before, limit)
        known = [one for one in rows if one.game in games.names()]
        found = [in_list(one, self.matches.houses[one.game].game.seats) for one in known]
        more = f"{rows[-1].made!r}_{rows[-1].match}" if len(rows) == limit else None
        return ok({"matches": found, "more": more})

    async def new_match(self, asked: Asked) -> Answer:
        """Sit down at a new match, or where somebody waits."""
        asked.questions()
        await self.matches.ready()
        return await self._seated(asked, await self.seating.begin(asked, self._loop.time))

    async def take_seat(self, asked: Asked) -> Answer:
        """Take a free seat."""
        asked.questions()
        await self.matches.ready()
        scene = self._scene(asked)
        return await self._seated(asked, self.seating.join(asked, scene, self._loop.time()))

    async def accept(self, asked: Asked) -> Answer:
        """Take a seat by invitation."""
        asked.questions()
        await self.matches.ready()
        return await self._seated(asked, self.seating.accept(asked, asked.path["code"], self._loop.time()))

    async def _seated(self, asked: Asked, found: dict[str, Any]) -> Answer:
        scene = self.matches.scene(found["match"], self._loop.time())
        assert scene is not None, "somebody has just sat down there"
        try:
            await self.matches.kept(scene.written)
        except Problem:
            if guest := self.guests.find(scene.table, found["token"]):
                guest.leave(self._loop.time())  # he will never hear of his seat
            raise
        where = ("location", f"/api/matches/{scene.name}")
        if not cookies.wanted(asked.headers):
            return Answer(201, _encode(found), headers=(where,))
        cookie = cookies.cookie(scene.name, found.pop("token"), asked.headers)
        return Answer(201, _encode(found), headers=(where, cookie))

    async def match(self, asked: Asked) -> Answer:
        """Show a match, at once or when it has changed."""
        query = asked.questions(**forms.LOOK)
        scene = self.matches.scene(asked.path["id"], self._loop.time())
        if scene is None:
            past = await self.matches.past(asked.path["id"])
            shown = await show_past(asked.path["id"], past, looker_of(past, asked))
            return self._shown(asked, shown, None)
        guest = self._who(scene, asked)
        looker = guest.player.seat if guest else None
        if "after" in query:
            with guest.here() if guest else contextlib.nullcontext():
                await self._changed(scene, looker, query["after"], query.get("wait_s", 0))
        return await self._shown_now(asked, scene, looker)

    async def _shown_now(self, asked: Asked, scene: Scene, looker: Looker) -> Answer:
        """Show a match as it is now, once that is on disk."""
        shown, written = scene.show(looker), scene.written
        await self.matches.kept(written)
        return self._shown(asked, shown, scene.left_s(looker, self._loop.time()))

    async def _changed(self, scene: Scene, looker: Looker, version: str, wait_s: float) -> None:
        """Wait until somebody may know more than this, or for so long."""
        changed = asyncio.Event()
        unlisten = scene.listen(changed.set)
        try:
            async with asyncio.timeout(wait_s):
                while scene.show(looker).version == version:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            unlisten()

    def _shown(self, asked: Asked, shown: Shown, left_s: float | None) -> Answer:
        tag = f'"{shown.version}"'
        if asked.headers.get("if-none-match") == tag:
            return Answer(304, headers=(("etag", tag),))
        return Answer(200, envelope(shown, left_s), headers=(("etag", tag),))

    async def move(self, asked: Asked) -> Answer:
        """Act."""
        scene, guest = self._seated_at(asked)
        body = asked.json()
        action = read_move(scene, body)
        await self.matches.ready()
        try:
            act(scene, guest, action, self._loop.time())
        except Problem:
            await self.matches.kept(scene.written)  # a reason may tell of what the other did just now
            raise
        return await self._shown_now(asked, scene, guest.player.seat)

    async def terminal(self, asked: Asked) -> Answer:
        """Show the terminal of a seat, in a game of lines."""
        scene, guest = self._seated_at(asked)
        found = terminal(scene, guest).everything()
        await self.matches.kept(scene.written)
        return ok(found)

    async def enter(self, asked: Asked) -> Answer:
        """Take a line that was typed."""
        scene, guest = self._seated_at(asked)
        body = asked.json()
        checked(forms.LINE, body, "the body")
        await self.matches.ready()
        found = terminal(scene, guest).enter(body["line"], self._loop.time())
        await self.matches.kept(scene.written)
        return ok(found)

    async def rematch(self, asked: Asked) -> Answer:
        """Wish for another match."""
        scene, guest = self._seated_at(asked)
        await self.matches.ready()
        found = await self.seating.again(asked, scene, guest, self._loop.time)
        await self.matches.kept(scene.written)
        token = asked.token or asked.cookie
        if found["next"] and token and cookies.wanted(asked.headers):
            return Answer(200, _encode(found), headers=(cookies.cookie(found["next"], token, asked.headers),))
        return ok(found)

    async def send_bot(self, asked: Asked) -> Answer:
        """Let a bot play a seat while its player watches."""
        scene, guest = self._seated_at(asked)
        self.seating.stand_in(asked, scene, guest)
        return await self._shown_now(asked, scene, guest.player.seat)

    async def send_bot_away(self, asked: Asked) -> Answer:
        """Give a player his seat back."""
        scene, guest = self._seated_at(asked)
        scene.stand_in(guest.player.seat, None)
        return Answer(204)

    async def leave(self, asked: Asked) -> Answer:
        """Get up."""
        scene, guest = self._seated_at(asked)
        chair = guest.player.chair
        guest.leave(self._loop.time())
        self.guests.forget(guest)
        scene.look()
        await self.matches.kept(max(scene.written, chair.written if chair else 0))
        return Answer(204)

    # --- who asks

    def _scene(self, asked: Asked) -> Scene:
        scene = self.matches.scene(asked.path["id"], self._loop.time())
        if scene is None:
            raise nowhere("nobody plays this match now")
        return scene

    def _seated_at(self, asked: Asked) -> tuple[Scene, Guest]:
        """Give who asks, by his token."""
        asked.questions()
        return self._seat_of(asked)

    def _seat_of(self, asked: Asked) -> tuple[Scene, Guest]:
        token = asked.token or asked.cookie
        if token is None:
            raise no_seat("this needs the token of a seat: Authorization: Bearer ...")
        scene = self._scene(asked)
        return scene, self._guest(scene, token)

    def _who(self, scene: Scene, asked: Asked) -> Guest | None:
        """Give who looks at a match, or None if he only watches."""
        if asked.token is not None:
            return self._guest(scene, asked.token)
        return self.guests.find(scene.table, asked.cookie) if asked.cookie else None

    def _guest(self, scene: Scene, token: str) -> Guest:
        guest = self.guests.find(scene.table, token)
        if guest is None:
            raise no_seat("no seat of this match has this token")
        guest.seen = self._loop.time()
        return guest


def envelope(shown: Shown, left_s: float | None) -> bytes:
    """Write what is shown, with what changes from moment to moment."""
    head = _encode({"version": shown.version, "left_s": left_s})
    return head[:-1] + b"," + shown.body[1:]


def _cursor(text: str) -> Cursor:
    if not re.fullmatch(forms.CURSOR, text, re.ASCII):
        raise Problem(400, "before must be what `more` of another list says")
    made, _, name = text.partition("_")
    return Cursor(float(made), name)


def looker_of(past: Past, asked: Asked) -> Looker:
    """Give as whom somebody looks at a match that is over."""
    token = asked.token or asked.cookie
    for one in past.seats if token else ():
        if one.kind == KIND and one.proof is not None and proves(token or "", one.proof):
            return one.seat
    if asked.token is not None:
        raise no_seat("no seat of this match had this token")
    return None
