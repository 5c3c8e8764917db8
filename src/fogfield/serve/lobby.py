"""Who plays against whom: players wait for each other, and bots are sent to those who wait in vain."""

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import structlog

from fogfield.bots import Rival, School
from fogfield.core.game import Seat
from fogfield.core.match import LATE, NOT_KEPT
from fogfield.core.outcome import won
from fogfield.core.table import Player, Room, Table
from fogfield.serve.standin import StandIn
from fogfield.serve.tally import Plays
from fogfield.serve.thinking import IDLE_S, Thinkers

_log = structlog.get_logger()

#: How long a bot waits that could not move because nothing could be stored.
TRY_AGAIN_S = 0.5


class Lobby:
    """The lobby of one game. `settings` are those of `wire.published.OPPONENT`, with `bot` and `first`."""

    def __init__(
        self,
        room: Room,
        settings: Mapping[str, Any],
        schools: Mapping[str, Callable[[], School]],
        draw_chance: Callable[[], Random],
        plays: Plays | None = None,
        idle_s: float = IDLE_S,
    ) -> None:
        self._room = room
        self._bots_on_their_way: dict[Table, asyncio.TimerHandle] = {}
        self._settings = settings
        self._kinds = schools
        self._schools: dict[str, School] = {}
        self._draw_chance = draw_chance
        self._plays = plays or Plays()
        self._thinkers = Thinkers(idle_s)
        self._loop = asyncio.get_running_loop()

    def seek(self, player: Player, options: Any, now: float, seat: Seat | None = None, bot: str = "") -> None:
        """Find an opponent for somebody; he is told when there is one. A bot that he asks for comes at once."""
        seat = self.first_seat() if seat is None else seat
        if bot in self._kinds:
            table = self._room.table(options, public=False)
            table.sit(player, now, seat)
            self.send_bots(table, bot)
            return
        table = self._room.enter(player, options, now, seat)
        if self._kinds and self._room.waits(table):
            bot = self._settings.get("bot") or next(iter(self._kinds))
            if self._settings["opponent"] == "bot":
                self.send_bots(table, bot)
            elif self._settings["opponent"] == "pair-then-bot":
                self.send_bots_later(table, bot, self._settings["opponent_after_s"])

    @property
    def kinds(self) -> tuple[str, ...]:
        """The bots that there are, the best first."""
        return tuple(self._kinds)

    def stop(self) -> None:
        """Send the bots home."""
        for timer in self._bots_on_their_way.values():
            timer.cancel()
        self._thinkers.stop()

    def first_seat(self) -> Seat:
        """Give the seat of somebody who comes first; whoever sits on the first one begins."""
        first = self._settings.get("first", "first-come")
        if first == "random":
            return self._draw_chance().randrange(self._room.seats)
        return 0 if first == "first-come" else self._room.seats - 1

    def send_bots_later(self, table: Table, kind: str, after_s: float) -> None:
        """Send bots to a table if somebody still waits there after a while."""
        self._bots_on_their_way[table] = self._loop.call_later(after_s, self.send_bots, table, kind)

    def send_bots(self, table: Table, kind: str) -> None:
        """Send a bot to every free seat of a table, if those who wait are still there."""
        waiting = table.players
        if waiting and all(player.present() for player in waiting):
            for seat in table.free:
                table.sit(self.bot(kind, waiting[0].name), self._loop.time(), seat)

    def bot(self, kind: str, opponent: str) -> Player:
        """Make a bot, which will act as soon as it sits somewhere."""
        school, rng = self._school(kind), self._draw_chance()
        thinkers, rival = self._thinkers if school.slow else None, school.against(opponent)
        seat = _BotSeat(self._loop, rival, rng, self._room.seats, self._plays, thinkers)
        seat.player.called = f"{kind} bot"
        seat.player.about = {"bot": kind}
        return seat.player

    def stand_in(self, kind: str, player: Player, pace_s: float, told: Callable[[], None]) -> StandIn:
        """Let a bot play the seat of somebody who is at a match, until it is sent away."""
        assert player.chair is not None, "somebody plays"
        school = self._school(kind)
        return StandIn(
            kind,
            school.against(""),
            self._draw_chance(),
            player.chair,
            pace_s=pace_s,
            plays=self._plays,
            thinkers=self._thinkers if school.slow else None,
            told=told,
        )

    def _school(self, kind: str) -> School:
        return self._schools.get(kind) or self._schools.setdefault(kind, self._kinds[kind]())

    def look(self, table: Table) -> None:
        """Keep the bots from a table at which nobody waits any more."""
        if not self._room.waits(table) and (timer := self._bots_on_their_way.pop(table, None)):
            timer.cancel()


class _BotSeat:
    """A bot at a table. It acts soon after it was told, never at once: whoever moved is not done yet."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        bot: Rival,
        rng: Random,
        seats: int,
        plays: Plays,
        thinkers: Thinkers | None,
    ) -> None:
        self._loop = loop
        self._bot = bot
        self._rng = rng
        self._seats = seats
        self._plays = plays
        self._thinkers = thinkers
        self._thought: asyncio.Task[None] | None = None
        self._booked = False
        self._learned: object = None  # the last match that it has learned from
        self.player = Player(self._told, "bot", kind="bot")

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
        self._plays.faults += 1
        _log.exception("fault", bot=type(self._bot).__name__)
        self.player.leave(self._loop.time())

    def _act(self) -> None:
        player, now = self.player, self._loop.time()
        chair = player.chair
        if chair is None:
            return
        if chair.outcome:
            if chair is not self._learned:
                self._learned = chair
                self._bot.over(chair.view(), self._rng)
            if player.alone:
                player.leave(now)
            else:
                player.again(now)
        elif chair.to_act and self._thinkers:
            if self._thinkers.stopped:
                return
            self._thought = self._loop.create_task(self._think(self._thinkers))
        elif chair.to_act:
            action = self._bot.choose(chair.view(), self._rng)
            self._plays.thinking.add(self._loop.time() - now)
            self._do(action)

    async def _think(self, thinkers: Thinkers) -> None:
        """Choose in another process; meanwhile the match may end, or the opponent move where that is allowed."""
        chair, began = self.player.chair, self._loop.time()
        assert chair is not None
        try:
            self._bot, action = await thinkers.think(self._bot, chair.view(), self._rng.getrandbits(64))
            self._plays.thinking.add(self._loop.time() - began)
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
        if NOT_KEPT in refusals:
            self._loop.call_later(TRY_AGAIN_S, self._told)
            return
        if LATE in refusals:
            others = (seat for seat in range(self._seats) if seat != player.seat)
            player.leave(now, won(*others, reason="the bot took too long"))
            return
        assert not refusals, f"a bot chose what it may not do: {refusals}"
        self._told()  # it may be its turn again, or the end
