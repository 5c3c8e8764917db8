"""The endpoints for matches that are over: what happened, how it was seen, and what a bot would have believed."""

from fogfield.core.counting import count
from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.serve.api import forms
from fogfield.serve.api.answers import Answer, ok
from fogfield.serve.api.asking import Asked
from fogfield.serve.api.beliefs import Beliefs
from fogfield.serve.api.films import Film
from fogfield.serve.api.matches import Matches
from fogfield.serve.api.problems import nowhere

LINES = "application/x-ndjson"


class Aftermath:
    """What can be asked for after the end."""

    def __init__(self, matches: Matches, idle_s: float) -> None:
        self._matches = matches
        self.beliefs = Beliefs(idle_s)

    async def record(self, asked: Asked) -> Answer:
        """Give the record of a match."""
        asked.questions()
        lines = await self._matches.lines(asked.path["id"])
        return Answer(200, "".join(f"{line}\n" for line in lines).encode(), LINES)

    async def frames(self, asked: Asked) -> Answer:
        """Give views of a match, one after the other."""
        query = asked.questions(**forms.SCENES)
        film = await self._film(asked, query.get("from", 0))
        viewer = _viewer(query.get("viewer", "everything"), film.game.seats)
        return ok(await film.scenes(query.get("from", 0), query.get("count", 100), viewer))

    async def belief(self, asked: Asked) -> Answer:
        """Say what a bot would have believed at a move."""
        query = asked.questions(**forms.BELIEF)
        move = query.get("move", 0)
        film = await self._film(asked, move)
        seat = _seat(query.get("seat", 0), film.game.seats)
        return Answer(200, await self.beliefs.at(asked.path["id"], film, seat, move, asked.address))

    async def curves(self, asked: Asked) -> Answer:
        """Give the figures of what a bot would have believed, from move to move."""
        query = asked.questions(**forms.CURVES)
        film = await self._film(asked, 0)
        seat = _seat(query.get("seat", 0), film.game.seats)
        return Answer(200, await self.beliefs.curves(asked.path["id"], film, seat, asked.address))

    async def _film(self, asked: Asked, move: int) -> Film:
        film = (await self._matches.past(asked.path["id"])).film
        if move > film.last:
            raise nowhere(f"this match has {count(film.last, 'move')}")
        return film


def _viewer(word: str, seats: int) -> Viewer:
    if word == "everything":
        return Watcher.REFEREE
    if word == "public":
        return Watcher.PUBLIC
    return _seat(int(word), seats)


def _seat(seat: Seat, seats: int) -> Seat:
    if seat >= seats:
        raise nowhere(f"this match has {count(seats, 'seat')}")
    return seat
