"""Who sits where: new matches, free seats, invitations, rematches."""

import math
import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from fogfield import games
from fogfield.core import schema
from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.game import OVER, Refusal, Seat
from fogfield.core.match import NOT_KEPT
from fogfield.core.table import Table
from fogfield.serve.api import forms
from fogfield.serve.api.asking import Asked, checked
from fogfield.serve.api.guests import KIND, Guest, Guests
from fogfield.serve.api.matches import Matches
from fogfield.serve.api.problems import Problem, nowhere, refused, unkept
from fogfield.serve.api.scenes import Scene
from fogfield.serve.api.workshop import Job, Workshop
from fogfield.serve.house import NO_LIMIT, House, draw_name

CODE_LENGTH = 8
#: How long a bot that plays for somebody waits before each action, in milliseconds.
PACE_MS = 300
TAKEN = Refusal("taken", "this seat is taken")
FULL = Refusal("full", "all seats are taken")
NOT_OVER = Refusal("not-over", "the match is not over")
WAITING = Refusal("waiting", "the match has not begun: not all seats are taken")
SAME_BOARD = Refusal("same-board", "only who plays alone may choose another board for a rematch")
OWN_OPTIONS = Refusal("own-options", "a board that was made has its options already, so there are no others")
ALONE = Refusal("alone", "the other has left, so there will be no other match")


class Seating:
    """Lets guests sit down."""

    def __init__(self, matches: Matches, guests: Guests, workshop: Workshop) -> None:
        self._matches = matches
        self._guests = guests
        self._workshop = workshop

    async def begin(self, asked: Asked, clock: Callable[[], float]) -> dict[str, Any]:
        """Sit down where somebody waits who wants the same, or at a new table."""
        wish = asked.json()
        options = wish.pop("options", {})
        checked(forms.NEW_MATCH, wish, "the body")
        house = self._matches.houses[wish["game"]]
        bot = _bot(house, wish)
        chosen, options = await self._chosen(asked, house, options, wish.get("board"))
        now = clock()
        guest, token = self._guests.new(wish.get("name", ""), asked.address)
        try:
            table = self._table(house, chosen, wish, options, bot, guest, now)
            if wish.get("opponent") == "bot" and house.room.waits(table):
                house.lobby.send_bots(table, bot)
            self.wait_for_bots(table)
        finally:
            if guest.player.table is None:
                self._guests.forget(guest)
        self._workshop.drop(wish.get("board"))
        return self._seat(house, table, guest, token)

    async def _chosen(self, asked: Asked, house: House, options: Any, board: str | None) -> tuple[Any, Any]:
        """Give the options of a match, complete, and what was asked for: by a search, or from a board that was made."""
        if board is None:
            chosen = await self._workshop.at_once(house.game.name, read_options(house, options), asked.address)
        elif options:
            raise refused((OWN_OPTIONS,))
        else:
            job = self._workshop.ready(board, house.game.name)
            chosen, options = job.options, job.asked
        _check(house, chosen)
        return chosen, options

    def make(self, asked: Asked) -> Job:
        """Begin to make a board."""
        wish = asked.json()
        options = wish.pop("options", {})
        checked(forms.NEW_BOARD, wish, "the body")
        house = self._matches.houses[wish["game"]]
        return self._workshop.begin(house.game.name, read_options(house, options), options, asked.address)

    def _table(
        self, house: House, options: Any, wish: dict[str, Any], asked: Any, bot: str, guest: Guest, now: float
    ) -> Table:
        think_s, seat = wish.get("think_s"), wish.get("seat")
        think_s = math.inf if think_s == NO_LIMIT else think_s
        opponent = wish.get("opponent", "anyone")
        if opponent == "anyone" and house.game.seats > 1:
            table = house.room.find(guest.player, options, think_s)
            if table and (seat is None or seat in table.free):
                table.sit(guest.player, now, seat)
                return table
        about = {"asked": asked, **({"code": draw_name(CODE_LENGTH)} if opponent == "invite" else {})}
        if bot and "bot_after_s" in wish:
            about |= {"bot": bot, "bot_after_s": wish["bot_after_s"]}
        try:
            table = house.table(options, KIND, think_s=think_s, public=opponent == "anyone", about=about)
        except OptionsError as error:
            raise _impossible(error) from None
        table.sit(guest.player, now, house.lobby.first_seat() if seat is None else seat)
        return table

    def wait_for_bots(self, table: Table) -> None:
        """Have bots sent to a table after the time that was asked for, if nobody else has come."""
        house = next((one for one in self._matches.houses if one.room.waits(table)), None)
        if house and "bot_after_s" in table.about:
            house.lobby.send_bots_later(table, table.about["bot"], table.about["bot_after_s"])

    def join(self, asked: Asked, scene: Scene, now: float) -> dict[str, Any]:
        """Take a free seat of a match; where one must be invited, with its code."""
        wish = asked.json()
        checked(forms.TAKE_SEAT, wish, "the body")
        table = scene.table
        if not table.public and not _same(wish.get("code", ""), table.about.get("code", "")):
            raise Problem(403, "who takes a seat here needs the code of an invitation")
        return self._sit(asked, scene.house, table, wish, now)

    def accept(self, asked: Asked, code: str, now: float) -> dict[str, Any]:
        """Take a free seat by the code of an invitation."""
        wish = asked.json()
        checked(forms.ACCEPT, wish, "the body")
        found = self._matches.invited(code) if 0 < len(code) <= forms.MOST_CODE else None
        if found is None:
            raise nowhere("nobody waits with this invitation; it may have been accepted already")
        return self._sit(asked, *found, wish, now)

    def _sit(self, asked: Asked, house: House, table: Table, wish: dict[str, Any], now: float) -> dict[str, Any]:
        seat: Seat | None = wish.get("seat")
        if not table.free:
            raise refused((FULL,))
        if seat is not None and seat not in table.free:
            raise refused((TAKEN,))
        if not self._matches.fine:
            raise unkept(NOT_KEPT.text)
        guest, token = self._guests.new(wish.get("name", ""), asked.address)
        table.sit(guest.player, now, seat)
        return self._seat(house, table, guest, token)

    def _seat(self, house: House, table: Table, guest: Guest, token: str) -> dict[str, Any]:
        house.christen(table)
        scene = self._matches.open(house, table)
        scene.look()
        found = {"match": scene.name, "game": house.game.name, "seat": guest.player.seat, "token": token}
        code = table.about.get("code")
        return {**found, "code": code} if code and house.room.waits(table) else found

    async def again(self, asked: Asked, scene: Scene, guest: Guest, clock: Callable[[], float]) -> dict[str, Any]:
        """Wish for another match at the same table; who plays alone may ask for another board."""
        wish = asked.json()
        options = wish.pop("options", None)
        checked(forms.REMATCH, wish, "the body")
        if scene.game.seats > 1 and (wish or options is not None):
            raise refused((SAME_BOARD,))
        if options is not None:
            _make_sense(scene.house, options)  # also where they would change nothing, as the next match has begun
        table = scene.table
        if scene.next is None:
            self._may_go_on(scene, guest)
            if scene.game.seats == 1:  # what was left to chance is drawn anew
                before = table.about.get("asked", {}) if "board" not in wish else {}
                other = before if options is None else options
                chosen, other = await self._chosen(asked, scene.house, other, wish.get("board"))
                if scene.next:  # somebody asked twice, and the other search was quicker
                    return {"match": scene.name, "next": scene.next}
                self._may_go_on(scene, guest)
                table.options, table.about = chosen, {**table.about, "asked": other}
                self._workshop.drop(wish.get("board"))
            guest.player.again(clock())
            scene.look()
        if scene.next:
            self._matches.open(scene.house, table)
        return {"match": scene.name, "next": scene.next}

    def _may_go_on(self, scene: Scene, guest: Guest) -> None:
        if not scene.over:
            raise refused((NOT_OVER,))
        if guest.player.alone:
            raise refused((ALONE,))
        if not self._matches.fine:
            raise unkept(NOT_KEPT.text)

    def stand_in(self, asked: Asked, scene: Scene, guest: Guest) -> None:
        """Let a bot play somebody's seat from now on."""
        wish = asked.json()
        checked(forms.STAND_IN, wish, "the body")
        kind = _bot(scene.house, {"opponent": "bot", **wish})
        if scene.match is None or guest.player.chair is None:
            raise refused((WAITING,))
        if scene.over:
            raise refused((OVER,))
        pace_s = wish.get("pace_ms", PACE_MS) / 1000
        lobby, player = scene.house.lobby, guest.player
        scene.stand_in(player.seat, lambda told: lobby.stand_in(kind, player, pace_s, told))


def _bot(house: House, wish: dict[str, Any]) -> str:
    kinds = house.lobby.kinds
    bot: str = wish.get("bot", kinds[0] if kinds else "")
    wanted = wish.get("opponent") == "bot" or "bot_after_s" in wish or "bot" in wish
    if wanted and bot not in kinds:
        name = house.game.name
        known = f"{name} has no bot {bot[:40]!r}; there are: {', '.join(kinds)}"
        why = known if kinds else f"no bot plays {name} here: it is a game for one"
        raise refused((Refusal("no-such-bot", why),))
    return bot


def read_options(house: House, asked: Any) -> Any:
    """Read what somebody asks for; what takes a search is not complete then."""
    try:
        return house.game.notation.ask(asked, Random(secrets.randbits(64)))  # noqa: S311 (the board, no token)
    except RecordError as error:
        raise Problem(400, str(error)) from None
    except OptionsError as error:
        raise _impossible(error) from None


def _make_sense(house: House, asked: Any) -> None:
    """See that options are those of this game; those of another one are no nonsense, but refused as well."""
    fault = schema.fault(house.game.notation.asked_schema, asked, "options")
    if fault:
        others = (game.notation.asked_schema for game in map(games.game, games.names()) if game.seats == 1)
        if any(not schema.fault(other, asked, "options") for other in others):
            raise refused((Refusal("other-game", f"{house.game.name} has no such options: {fault}"),))
        raise Problem(400, fault)


def _check(house: House, options: Any) -> None:
    try:
        house.check(options)
    except OptionsError as error:
        raise _impossible(error) from None


def _impossible(error: OptionsError) -> Problem:
    if error.faults == (NOT_KEPT.text,):
        return unkept(NOT_KEPT.text)
    return refused([Refusal("options", fault) for fault in error.faults])


def _same(code: str, expected: str) -> bool:
    return bool(expected) and secrets.compare_digest(code.encode(), expected.encode())
