"""A bot that plays a seat for somebody who watches, for as long as he wants. It knows what he knows, and no more."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import structlog

from fogfield.bots import Rival
from fogfield.core.grid import Cell
from fogfield.core.match import LATE, NOT_KEPT, Chair
from fogfield.serve.tally import Plays
from fogfield.serve.thinking import Thinkers

_log = structlog.get_logger()

#: How long it waits when it could not act because nothing could be stored.
TRY_AGAIN_S = 0.5


class StandIn:
    """Acts on a chair that is another's, at a pace at which people can watch; `told` is called when it has."""

    def __init__(
        self,
        name: str,
        bot: Rival,
        rng: Random,
        chair: Chair[Any, Any, Any, Any],
        *,
        pace_s: float,
        plays: Plays,
        thinkers: Thinkers | None,
        told: Callable[[], None],
    ) -> None:
        self.name = name
        #: Whether it was sent away, or has nothing more to do.
        self.gone = False
        self._bot = bot
        self._rng = rng
        self._chair = chair
        self._pace_s = pace_s
        self._plays = plays
        self._thinkers = thinkers
        self._told = told
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._thought: asyncio.Task[None] | None = None
        self._unlisten = chair.listen(self._look)
        self._look()

    @property
    def plan(self) -> tuple[Cell, ...]:
        """The fields that it means to walk over, the next one first, if it is a bot that walks."""
        found: tuple[Cell, ...] = getattr(self._bot, "ahead", ())
        return found

    def stop(self) -> None:
        """Leave the seat to whom it belongs."""
        self.gone = True
        self._unlisten()
        if self._timer:
            self._timer.cancel()
        if self._thought:
            self._thought.cancel()

    def _look(self) -> None:
        """See whether there is something to do; it is done after a while."""
        if self._chair.outcome:
            self._end()
        elif self._chair.to_act and not (self.gone or self._timer or self._thought):
            self._timer = self._loop.call_later(self._pace_s, self._begin)

    def _begin(self) -> None:
        self._timer = None
        self._thought = self._loop.create_task(self._think())

    async def _think(self) -> None:
        began, view = self._loop.time(), self._chair.view()
        try:
            if self._thinkers:
                self._bot, action = await self._thinkers.think(self._bot, view, self._rng.getrandbits(64))
            else:
                action = self._bot.choose(view, self._rng)
            self._plays.thinking.add(self._loop.time() - began)
            self._thought = None
            self._do(action)
        except asyncio.CancelledError:
            self._thought = None
            raise
        except Exception:
            self._plays.faults += 1
            _log.exception("fault", bot=type(self._bot).__name__)
            self._thought = None
            self._end()

    def _do(self, action: Any) -> None:
        if self.gone or not self._chair.to_act:
            return
        refusals = self._chair.act(action, self._loop.time())
        if NOT_KEPT in refusals:
            self._timer = self._loop.call_later(TRY_AGAIN_S, self._begin)
        elif LATE in refusals:
            self._end()
        else:
            assert not refusals, f"a bot chose what it may not do: {refusals}"
            self._look()
            self._told()

    def _end(self) -> None:
        if not self.gone:
            self.stop()
            self._told()
