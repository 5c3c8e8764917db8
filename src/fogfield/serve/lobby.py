"""Who plays against whom: players wait for each other, and bots are sent to those who wait in vain."""

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import structlog

from fogfield.bots import Rival, School
from fogfield.core.table import AnyMatch, Player, Room

_log = structlog.get_logger()


class Lobby:
    """The lobby of one protocol. `settings` are those of `wire.published.OPPONENT`."""

    def __init__(
        self,
        seats: int,
        settings: Mapping[str, Any],
        begin: Callable[[Any, float], AnyMatch],
        school: School | None,
        draw_chance: Callable[[], Random],
    ) -> None:
        self._room = Room(seats, begin, self._waits_no_more)
        self._bots_on_their_way: dict[Player, asyncio.TimerHandle] = {}
        self._settings = settings
        self._school = school
        self._draw_chance = draw_chance
        self._loop = asyncio.get_running_loop()

    def seek(self, player: Player, options: Any, now: float) -> None:
        """Find an opponent for somebody; he is told when there is one."""
        self._room.enter(player, options, now)
        if self._school and self._room.waits(player):
            if self._settings["opponent"] == "bot":
                self._send_bot(player, options)
            elif self._settings["opponent"] == "pair-then-bot":
                after_s = self._settings["opponent_after_s"]
                self._bots_on_their_way[player] = self._loop.call_later(after_s, self._send_bot, player, options)

    def _send_bot(self, player: Player, options: Any) -> None:
        if self._school and player.present():
            seat = _BotSeat(self._loop, self._school.against(player.name), self._draw_chance())
            self._room.seat((player, seat.player), options, self._loop.time())

    def _waits_no_more(self, player: Player) -> None:
        if bot := self._bots_on_their_way.pop(player, None):
            bot.cancel()


class _BotSeat:
    """A bot at a table. It acts soon after it was told, never at once: whoever moved is not done yet."""

    def __init__(self, loop: asyncio.AbstractEventLoop, bot: Rival, rng: Random) -> None:
        self._loop = loop
        self._bot = bot
        self._rng = rng
        self._booked = False
        self._learned: object = None  # the last match that it has learned from
        self.player = Player(self._told, "bot")

    def _told(self) -> None:
        if not self._booked:
            self._booked = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        self._booked = False
        try:
            self._act()
        except Exception:
            _log.exception("fault", bot=type(self._bot).__name__)
            self.player.leave(self._loop.time())

    def _act(self) -> None:
        player, now = self.player, self._loop.time()
        chair = player.chair
        assert chair is not None, "a bot is told of nothing before it sits"
        view = chair.view()
        if chair.outcome:
            if chair is not self._learned:
                self._learned = chair
                self._bot.over(view, self._rng)
            if player.alone:
                player.leave(now)
            else:
                player.again(now)
        elif chair.to_act:
            refusals = chair.act(self._bot.choose(view, self._rng), now)
            assert not refusals, f"a bot chose what it may not do: {refusals}"
            self._told()  # it may be its turn again, or the end
