"""Who plays against whom: players wait for each other, and bots are sent to those who wait in vain."""

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import structlog

from fogfield.bots import Rival, School
from fogfield.core.game import Seat
from fogfield.core.match import LATE
from fogfield.core.outcome import won
from fogfield.core.table import AnyMatch, Player, Room
from fogfield.serve.thinking import Thinkers

_log = structlog.get_logger()


class Lobby:
    """The lobby of one protocol. `settings` are those of `wire.published.OPPONENT`, with `bot` and `first`."""

    def __init__(
        self,
        seats: int,
        settings: Mapping[str, Any],
        begin: Callable[[Any, float], AnyMatch],
        schools: Mapping[str, Callable[[], School]],
        draw_chance: Callable[[], Random],
    ) -> None:
        self._room = Room(seats, begin, self._waits_no_more)
        self._bots_on_their_way: dict[Player, asyncio.TimerHandle] = {}
        self._seats = seats
        self._settings = settings
        self._kinds = schools
        self._schools: dict[str, School] = {}
        self._draw_chance = draw_chance
        self._thinkers = Thinkers()
        self._loop = asyncio.get_running_loop()

    def seek(self, player: Player, options: Any, now: float, seat: Seat | None = None, bot: str = "") -> None:
        """Find an opponent for somebody; he is told when there is one. A bot that he asks for comes at once."""
        seat = self._seat() if seat is None else seat
        if bot in self._kinds:
            player.seat = seat
            self._send_bot(player, options, bot)
            return
        self._room.enter(player, options, now, seat)
        if self._kinds and self._room.waits(player):
            bot = self._settings.get("bot") or next(iter(self._kinds))
            if self._settings["opponent"] == "bot":
                self._send_bot(player, options, bot)
            elif self._settings["opponent"] == "pair-then-bot":
                after_s = self._settings["opponent_after_s"]
                self._bots_on_their_way[player] = self._loop.call_later(after_s, self._send_bot, player, options, bot)

    def stop(self) -> None:
        """Send the bots home."""
        for timer in self._bots_on_their_way.values():
            timer.cancel()
        self._thinkers.stop()

    def _seat(self) -> Seat:
        """Give the seat of somebody who comes first; whoever sits on the first one begins."""
        first = self._settings.get("first", "first-come")
        if first == "random":
            return self._draw_chance().randrange(self._seats)
        return 0 if first == "first-come" else self._seats - 1

    def _send_bot(self, player: Player, options: Any, kind: str) -> None:
        if player.present():
            self._room.fill(player, lambda: self.bot(kind, player.name), options, self._loop.time())

    def bot(self, kind: str, opponent: str) -> Player:
        """Make a bot, which will act as soon as it sits somewhere."""
        school = self._schools.get(kind) or self._schools.setdefault(kind, self._kinds[kind]())
        thinkers = self._thinkers if school.slow else None
        seat = _BotSeat(self._loop, school.against(opponent), self._draw_chance(), self._seats, thinkers)
        seat.player.called = f"{kind} bot"
        return seat.player

    def _waits_no_more(self, player: Player) -> None:
        if bot := self._bots_on_their_way.pop(player, None):
            bot.cancel()


class _BotSeat:
    """A bot at a table. It acts soon after it was told, never at once: whoever moved is not done yet."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, bot: Rival, rng: Random, seats: int, thinkers: Thinkers | None = None
    ) -> None:
        self._loop = loop
        self._bot = bot
        self._rng = rng
        self._seats = seats
        self._thinkers = thinkers
        self._thought: asyncio.Task[None] | None = None
        self._booked = False
        self._learned: object = None  # the last match that it has learned from
        self.player = Player(self._told, "bot")

    def _told(self) -> None:
        if self._thought is not None:
            if self.player.chair is None or self.player.chair.outcome:
                self._thought.cancel()  # others wait for the process
        elif not self._booked:
            self._booked = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        self._booked = False
        try:
            self._act()
        except Exception:
            self._fault()

    def _fault(self) -> None:
        _log.exception("fault", bot=type(self._bot).__name__)
        self.player.leave(self._loop.time())

    def _act(self) -> None:
        player, now = self.player, self._loop.time()
        chair = player.chair
        assert chair is not None, "a bot is told of nothing before it sits"
        if chair.outcome:
            if chair is not self._learned:
                self._learned = chair
                self._bot.over(chair.view(), self._rng)
            if player.alone:
                player.leave(now)
            else:
                player.again(now)
        elif chair.to_act and self._thinkers:
            self._thought = self._loop.create_task(self._think(self._thinkers))
        elif chair.to_act:
            self._do(self._bot.choose(chair.view(), self._rng))

    async def _think(self, thinkers: Thinkers) -> None:
        """Choose in another process; meanwhile the match may end, or the opponent move where that is allowed."""
        chair = self.player.chair
        assert chair is not None
        try:
            action = await thinkers.think(self._bot, chair.view(), self._rng.getrandbits(64))
            self._thought = None
            if chair is self.player.chair and chair.to_act:
                self._do(action)
            else:
                self._told()
        except asyncio.CancelledError:
            self._thought = None
            self._told()
        except Exception:
            self._thought = None
            self._fault()

    def _do(self, action: Any) -> None:
        assert self.player.chair is not None
        player, now = self.player, self._loop.time()
        refusals = self.player.chair.act(action, now)
        if LATE in refusals:
            others = (seat for seat in range(self._seats) if seat != player.seat)
            player.leave(now, won(*others, reason="the bot took too long"))
            return
        assert not refusals, f"a bot chose what it may not do: {refusals}"
        self._told()  # it may be its turn again, or the end
