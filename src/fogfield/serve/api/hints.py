"""Hints for those who play: worked out in another process, from what they see and nothing else."""

from collections import OrderedDict
from typing import Any

from fogfield import games
from fogfield.core.errors import FogfieldError
from fogfield.core.game import OVER, Refusal
from fogfield.core.grid import Cell
from fogfield.serve.api.acting import BOT_PLAYS
from fogfield.serve.api.guests import Guest
from fogfield.serve.api.problems import AGAIN_S, Problem, nowhere, refused
from fogfield.serve.api.scenes import Scene
from fogfield.serve.api.seating import WAITING
from fogfield.serve.clerk import Busy, Clerk, Stopped, TooLong
from fogfield.serve.gate import party_of
from fogfield.serve.thinking import IDLE_S

#: No hint takes longer.
HINT_S = 5.0
#: So many answers are kept: who asks again for the same view is answered at once.
MOST_KEPT = 16
NOT_YOUR_TURN = Refusal("not-your-turn", "it is not your turn, so there is nothing to hint at")
ONE_AT_A_TIME = Refusal("one-at-a-time", "you are waiting for a hint already")


class Hints:
    """Gives hints."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._clerk = Clerk(HINT_S, idle_s=idle_s)
        self._asking: set[Guest] = set()
        self._kept: OrderedDict[tuple[str, str, Cell | None], Any] = OrderedDict()

    async def give(self, scene: Scene, guest: Guest, strength: str, near: Cell | None, address: str) -> Any:
        """Give a hint to who is to act, and looks there; raises `Problem` if there is none."""
        seat = guest.player.seat
        if games.advice(scene.game.name) is None:
            raise nowhere(f"nobody gives hints in {scene.game.name}")
        if scene.match is None:
            raise refused((WAITING,))
        if scene.over:
            raise refused((OVER,))
        if seat not in scene.match.game.to_act(scene.match.state):
            raise refused((NOT_YOUR_TURN,))
        if scene.played_by_bot(seat):
            raise refused((BOT_PLAYS,))
        near = near if strength == "cell" else None
        key = (scene.name + scene.show(seat).version, strength, near)
        if key not in self._kept:
            self._kept[key] = await self._ask(scene.game.name, scene.match.view(seat), guest, (strength, near), address)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    async def _ask(self, game: str, view: Any, guest: Guest, wish: tuple[str, Cell | None], address: str) -> Any:
        if guest in self._asking:
            raise refused((ONE_AT_A_TIME,))
        self._asking.add(guest)
        try:
            return await self._clerk.hint(party_of(address), game, view, *wish)
        except (Busy, Stopped, TooLong) as error:
            raise Problem(503, str(error), headers=(("retry-after", str(AGAIN_S)),)) from None
        except FogfieldError as error:
            raise refused((Refusal("no-hint", str(error)),)) from None
        finally:
            self._asking.discard(guest)

    def stop(self) -> None:
        """Give no more."""
        self._clerk.stop()
