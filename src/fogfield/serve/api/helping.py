"""The endpoints of what helps who plays: hints, boards that are made, and proofs of what they promised."""

import re
from collections.abc import Callable

import msgspec

from fogfield.core.grid import Cell
from fogfield.serve.api import forms
from fogfield.serve.api.answers import Answer, Endpoint, ok
from fogfield.serve.api.asking import Asked
from fogfield.serve.api.guests import Guest
from fogfield.serve.api.hints import Hints
from fogfield.serve.api.matches import Matches
from fogfield.serve.api.problems import Problem
from fogfield.serve.api.scenes import Scene
from fogfield.serve.api.seating import Seating
from fogfield.serve.api.workshop import Workshop


class Helping:
    """These endpoints; `table` says where they are. `seat_of` gives who asks, by his token."""

    def __init__(
        self,
        matches: Matches,
        seating: Seating,
        workshop: Workshop,
        seat_of: Callable[[Asked], tuple[Scene, Guest]],
        idle_s: float,
    ) -> None:
        self.workshop = workshop
        self.hints = Hints(idle_s)
        self._matches = matches
        self._seating = seating
        self._seat_of = seat_of

    @property
    def table(self) -> dict[str, dict[str, Endpoint]]:
        """The endpoint of each path and method."""
        return {
            "/api/boards": {"POST": self.new_board},
            "/api/boards/{board}": {"GET": self.board, "DELETE": self.drop_board},
            "/api/matches/{id}/seats/me/hint": {"GET": self.hint},
            "/api/matches/{id}/proof": {"GET": self.proof},
        }

    async def stop(self) -> None:
        """Give no more hints, and make no more boards."""
        self.hints.stop()
        await self.workshop.stop()

    async def new_board(self, asked: Asked) -> Answer:
        """Begin to make a board."""
        asked.questions()
        return Answer(202, msgspec.json.encode(self._seating.make(asked).as_json()))

    async def board(self, asked: Asked) -> Answer:
        """Say how far a board is."""
        query = asked.questions(**forms.WAIT)
        job = self.workshop.find(asked.path["board"])
        await self.workshop.wait(job, query.get("wait_s", 0))
        return ok(job.as_json())

    async def drop_board(self, asked: Asked) -> Answer:
        """Give a board up."""
        asked.questions()
        self.workshop.drop(self.workshop.find(asked.path["board"]).name)
        return Answer(204)

    async def hint(self, asked: Asked) -> Answer:
        """Give a hint to who is to act."""
        query = asked.questions(**forms.HINT)
        near = _cell(query["near"]) if "near" in query else None
        scene, guest = self._seat_of(asked)
        found = await self.hints.give(scene, guest, query.get("strength", "any"), near, asked.address)
        await self._matches.kept(scene.written)
        return ok(found)

    async def proof(self, asked: Asked) -> Answer:
        """Give the proof that a board was as promised, of a match that is over."""
        asked.questions()
        past = await self._matches.past(asked.path["id"])
        return ok(await self.workshop.prove(past.film.game.name, past.film.record.options, asked.address))


def _cell(text: str) -> Cell:
    if not re.fullmatch(forms.NEAR, text, re.ASCII):
        raise Problem(400, "near must be ROW,COLUMN, counted from 0, such as 3,7")
    row, _, col = text.partition(",")
    return Cell(int(row), int(col))
