"""Where matches are found: in the houses of this process as long as somebody sits there, and then in the archive."""

import asyncio
import contextlib
import re
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fogfield import games
from fogfield.core import record
from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.table import Table
from fogfield.serve.api.films import Film, Past, Pasts, record_of
from fogfield.serve.api.problems import AGAIN_S, UNSURE, Problem, nowhere, unkept
from fogfield.serve.api.scenes import Looker, Scene, Shown, shown, viewer
from fogfield.serve.house import NAME_LENGTH, NAME_LETTERS, House, clean
from fogfield.serve.scribe import Journal, on_disk, settled
from fogfield.serve.service import Houses
from fogfield.store.archive import Archive, Cursor, Kept, Listed, Status
from fogfield.store.entries import Sat
from fogfield.store.faults import StoreError
from fogfield.store.journal import Health

#: A scene that nobody has looked at for so long is put away.
_UNUSED_S = 60.0
#: How long we look each time whether those who are watched are still there.
_LOOK_S = 0.003
#: Without a store, so many matches are remembered after their end.
_MOST_OVER = 64
#: No answer waits longer for the store.
_WAIT_S = 30.0

NAME = re.compile(f"[{NAME_LETTERS}]{{{NAME_LENGTH}}}")


class Matches:
    """All matches that can be shown."""

    def __init__(self, houses: Houses, journal: Journal | None, archive: Archive | None) -> None:
        self.houses = houses
        self.journal = journal
        self.archive = archive
        self._pasts = Pasts()
        self._scenes: OrderedDict[str, Scene] = OrderedDict()
        self._by_table: dict[Table, Scene] = {}
        for name in games.names():
            houses[name]  # each has its house from the beginning

    # --- in play

    def scene(self, name: str, now: float) -> Scene | None:
        """Find a match that somebody sits at, or sat at a moment ago."""
        scene = self._scenes.get(name)
        if scene is None and (found := self._find(name)):
            scene = self.open(*found)
        if scene:
            scene.used = now
            scene.look()
            if scene.gone:
                self._put_away(scene)
                return None
        return scene

    def open(self, house: House, table: Table) -> Scene:
        """Show a table that is in use."""
        scene = self._scenes.get(table.name)
        if scene is None:
            scene = self._scenes[table.name] = Scene(house, table, table.name)
            self._by_table[table] = scene
        return scene

    def _find(self, name: str) -> tuple[House, Table] | None:
        if not NAME.fullmatch(name):
            return None
        for house in self.houses:
            if table := house.tables.get(name):
                return house, table
            for table in house.room.waiting:
                if table.name == name and table.public:
                    return house, table
        return None

    def invited(self, code: str) -> tuple[House, Table] | None:
        """Find the table to which a code invites."""
        for house in self.houses:
            if table := house.find(code):
                return house, table
        return None

    def look(self, table: Table) -> None:
        """See what changed at a table."""
        if scene := self._by_table.get(table):
            scene.look()

    def tables(self, game: str | None) -> Iterator[tuple[House, Table]]:
        """Give every table that the public may know of: those who wait for anybody, and those who play."""
        for house in self.houses:
            if game in (None, house.game.name):
                for table in tuple(house.room.waiting):
                    if table.public and table.players:
                        house.christen(table)
                        yield house, table
                for name in tuple(house.live):
                    if name in house.tables:
                        yield house, house.tables[name]

    def check(self, now: float) -> None:
        """Look whether those who are watched are still there, and put away what nobody looks at."""
        self._look_around()
        unused = [one for one in self._scenes.values() if not one.busy and now - one.used > _UNUSED_S]
        if self.archive is None:
            over = sorted((one for one in unused if one.over), key=lambda one: one.used)
            kept = set(over[-_MOST_OVER:])
            unused = [one for one in unused if one not in kept]
        for scene in unused:
            self._put_away(scene)

    def _look_around(self) -> None:
        """Look at watched matches in turn, for a few milliseconds: hundreds at once would keep everybody waiting."""
        until = time.perf_counter() + _LOOK_S
        for _ in range(len(self._scenes)):
            name, scene = next(iter(self._scenes.items()))
            self._scenes.move_to_end(name)
            if scene.watched:
                scene.look()
            if time.perf_counter() > until:
                return

    def _put_away(self, scene: Scene) -> None:
        scene.close()
        self._scenes.pop(scene.name, None)
        if self._by_table.get(scene.table) is scene:
            del self._by_table[scene.table]

    def forget(self, name: str | None = None) -> None:
        """Know nothing of a match that was played here; without a name, of none."""
        for scene in [one for one in self._scenes.values() if name in (None, one.name)]:
            self._put_away(scene)

    # --- the store

    async def ready(self) -> None:
        """Wait while it is not known whether anything can be stored; raises `Problem` if nothing can."""
        if self.journal and not await settled(self.journal):
            raise unkept(f"nothing can be stored now, so nothing was done: {self.journal.why}")

    @property
    def fine(self) -> bool:
        """Whether what happens can be stored."""
        return self.journal is None or self.journal.health is Health.FINE

    async def kept(self, ticket: int) -> None:
        """Wait until what is to be told is on disk; raises `Problem` if that cannot be hoped for."""
        if self.journal is None or ticket <= self.journal.durable:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_WAIT_S):
                if await on_disk(self.journal, ticket):
                    return
        why = self.journal.why or "the store takes its time"
        raise unkept(f"this is not stored yet, so nothing is told: {why}", UNSURE)

    # --- over

    async def past(self, name: str) -> Past:
        """Find a match that is over; raises `Problem` if there is none, or it is not over."""
        if found := self._pasts.get(name):
            return found
        scene = await self._ended(name)
        if scene and self.archive is None:
            assert scene.match is not None, "what is over has begun"
            return self._pasts.keep(name, Past(Film(scene.game, scene.match.record), scene.sat))
        kept = await self._read(name)
        game = self.houses[kept.game].game
        try:
            return self._pasts.keep(name, Past(Film(game, await record_of(kept, game)), kept.seats))
        except (RecordError, OptionsError) as error:
            raise Problem(409, f"this match cannot be played again: {error}") from None

    async def lines(self, name: str) -> list[str]:
        """Give the record of a match that is over, line by line."""
        scene = await self._ended(name)
        if scene and self.archive is None:
            assert scene.match is not None, "what is over has begun"
            return list(record.write(scene.match.record, scene.game))
        return list((await self._read(name)).lines())

    async def _ended(self, name: str) -> Scene | None:
        """Give a match that ended a moment ago, as soon as its end is stored."""
        if not NAME.fullmatch(name):
            raise _unknown(name)
        scene = self._scenes.get(name)
        if scene and not scene.over:
            raise Problem(409, "the match is not over, and its record holds secrets until then")
        if scene:
            await self.kept(scene.written)
        return scene

    async def _read(self, name: str) -> Kept:
        if self.archive is None:
            raise _unknown(name)
        try:
            kept = await self.archive.read(name)
        except StoreError as error:
            raise unkept(str(error)) from None
        if kept is None or kept.game not in games.names():
            raise _unknown(name)
        if kept.status is not Status.OVER:
            if self._find(name):
                raise Problem(409, "the match is not over, and its record holds secrets until then")
            again = (("retry-after", str(AGAIN_S)),)
            raise Problem(503, "this match is played by another server, or is about to be stored", headers=again)
        return kept

    async def listed(self, game: str | None, player: str | None, before: Cursor | None, limit: int) -> list[Listed]:
        """List matches that are over, the newest first."""
        if self.archive is None or (player is not None and player != clean(player)):
            return []
        try:
            return await self.archive.find(game=game, status=Status.OVER, player=player, before=before, limit=limit)
        except StoreError as error:
            raise unkept(str(error)) from None


async def show_past(name: str, past: Past, looker: Looker) -> Shown:
    """Give what somebody may know of a match that is over."""
    film, end = past.film, past.film.record.end
    return shown(
        {
            "id": name,
            "game": film.game.name,
            "status": "over",
            "options": film.game.notation.public_options(film.record.options),
            "seats": _seats_of(past.seats, film.game.seats),
            "outcome": end.as_json() if end else None,
            "seat": looker,
            "next": None,
            "bot": None,
            "view": await film.view(film.last, viewer(looker, over=True)),
        }
    )


def _seats_of(seats: Sequence[Sat], count: int) -> list[Any]:
    found: list[Any] = [None] * count
    for one in seats:
        found[one.seat] = {"kind": one.kind, "name": one.name, "present": False, "away_s": None, "again": False}
    return found


def in_list(one: Listed, seats: int) -> dict[str, Any]:
    """Write a match that is over for a list."""
    return {
        "id": one.match,
        "game": one.game,
        "status": "over",
        "seats": _seats_of(one.seats, seats),
        "outcome": msgspec.json.decode(one.outcome) if one.outcome else None,
    }


def _unknown(name: str) -> Problem:
    return nowhere(f"there is no match {name[:20]!r}")
