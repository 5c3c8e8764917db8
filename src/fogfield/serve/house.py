"""One game in this process: its tables, its matches and its bots, whichever way its players came in."""

import math
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import structlog

from fogfield.bots import School
from fogfield.core import record
from fogfield.core.chance import stream
from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.game import AnyGame, Seat
from fogfield.core.match import NOT_KEPT, Chair, Match, resume
from fogfield.core.outcome import Outcome, nobody
from fogfield.core.table import AnyMatch, Player, Room, Table
from fogfield.serve.lobby import Lobby
from fogfield.serve.scribe import Journal, MatchScribe, as_json
from fogfield.serve.tally import Plays
from fogfield.serve.thinking import IDLE_S
from fogfield.store.archive import Kept
from fogfield.store.entries import Began, Dropped, Ended, Made, Sat
from fogfield.store.journal import Health

_log = structlog.get_logger()

#: So many faults of a match are told in the log.
MOST_FAULTS = 5
#: The letters of which the names of matches are made, without those that are read for one another; 12 of them are
#: more than anybody can try.
NAME_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
NAME_LENGTH = 12
#: How a match ends whose players were connected to a server that is gone.
GONE = nobody("abandoned: the server went down, and its connections with it")
#: How a match ends here that goes on elsewhere, or that cannot be written; the store does not know of that.
ELSEWHERE = nobody("abandoned: this server lost the match")
#: No name that is kept is longer.
MOST_NAME = 64
#: How it is written in JSON, which knows no infinity, that somebody may think as long as he wants.
NO_LIMIT = 0.0


def clean(name: str) -> str:
    """Give a name as it may be kept and shown: without what no screen can show, and not too long."""
    return "".join(char for char in name if char.isprintable())[:MOST_NAME].strip()


def draw_name(length: int = NAME_LENGTH) -> str:
    """Draw a name for a match that nobody has and nobody can guess."""
    return "".join(secrets.choice(NAME_LETTERS) for _ in range(length))


class House:
    """The house of one game. The seed of a match is drawn from the system's own source of chance.

    With a journal, everything that happens is written there; without one, matches are kept in memory and forgotten.
    """

    def __init__(
        self,
        game: AnyGame,
        settings: Mapping[str, Any] | None = None,
        schools: Mapping[str, Callable[[], School]] | None = None,
        draw_seed: Callable[[], str] = lambda: secrets.token_hex(16),
        *,
        journal: Journal | None = None,
        idle_s: float = IDLE_S,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.game = game
        self.settings = settings or {}
        self.journal = journal
        self.plays = Plays()
        #: The matches that are being played, and the tables at which somebody sits, by name.
        self.live: dict[str, AnyMatch] = {}
        self.tables: dict[str, Table] = {}
        self.room = Room(game.seats, self._begin, self._changed)
        self._draw_seed = draw_seed
        self._clock = clock
        self._wall = wall
        #: Called with the seconds in which nobody could act, when that is over.
        self.on_pause: list[Callable[[float], None]] = []
        #: The last line that was written of tables, not of matches.
        self.written = 0
        self._ill_since: float | None = None
        #: The matches that began while nothing could be written, and when.
        self._born_ill: dict[str, float] = {}
        self.lobby = Lobby(
            self.room, self.settings, schools or {}, lambda: stream(draw_seed(), "bot"), self.plays, idle_s
        )
        self._unlisten = journal.listen(self._health_changed) if journal else lambda: None

    # --- who comes

    def open(self, options: Any, now: float, kind: str = "") -> Chair[Any, Any, Any, Any]:
        """Begin a match for one and give its seat; raises `OptionsError` with every reason if that is not possible."""
        self.check(options)
        player = Player(lambda: None, kind=kind)
        self.room.table(options).sit(player, now)
        assert player.chair is not None, "a game for one begins at once"
        return player.chair

    def seek(self, player: Player, options: Any, now: float, seat: Seat | None = None, bot: str = "") -> None:
        """Find an opponent for somebody."""
        self.lobby.seek(player, options, now, seat, bot)

    def table(self, options: Any, service: str, **more: Any) -> Table:
        """Put up a table that is kept from the beginning, until everybody has left it."""
        self.check(options)
        table = self.room.table(options, name=draw_name(), seed=self._draw_seed(), kept=True, **more)
        self.tables[table.name] = table
        self._write_made(table, service, None)
        return table

    def check(self, options: Any) -> None:
        """Raise `OptionsError` if no match can begin with such options, or none at all now."""
        if self.journal and self.journal.health is not Health.FINE:
            raise OptionsError((NOT_KEPT.text,))
        if faults := self.game.faults(options):
            raise OptionsError(faults)

    def bot(self, kind: str, opponent: str) -> Player:
        """Send a bot to a table."""
        return self.lobby.bot(kind, opponent)

    def find(self, code: str) -> Table | None:
        """Find the table to which somebody is invited by a code."""
        return next((one for one in self.room.waiting if one.about.get("code") == code), None)

    def christen(self, table: Table) -> None:
        """Give a table at which somebody waits the name that its match will have, so that others can find it."""
        if not table.name:
            table.name, table.seed = draw_name(), self._draw_seed()

    def take_down(self, table: Table, outcome: Outcome, now: float) -> None:
        """Send everybody away from a table; a match that is not over ends with that."""
        table.stays = False
        for player in table.players:
            player.leave(now, outcome)
        if self.room.waits(table):  # nobody has ever sat there
            del self.room.waiting[table]
            self._changed(table, None)

    def stop(self) -> None:
        """Send the bots home."""
        self._unlisten()
        self.lobby.stop()

    # --- matches

    def _begin(self, table: Table, now: float) -> AnyMatch:
        before = table.match.name if table.match else None
        if before or not table.name:
            table.name, table.seed = draw_name(), self._draw_seed()
            if before:
                self.tables.pop(before, None)
        think_s = self.settings.get("think_s", math.inf) if table.think_s is None else table.think_s
        match = Match(self.game, table.options, table.seed, now=now, think_s=think_s, name=table.name)
        if self.journal:
            if before or not table.kept:
                service = next((one.kind for one in table.players if one.kind != "bot"), "bot")
                self._write_made(table, service, before)
                for player in table.players:
                    self._write_sat(table, player)
            self._attend(match)
        self.plays.begun += 1
        self._watch(match, table.players)
        self.tables[match.name] = table
        return match

    def _attend(self, match: AnyMatch) -> None:
        """Write when a match began by its own clock, which pauses move, and from now on what happens in it."""
        assert self.journal is not None
        limit = match.think_s if match.think_s < math.inf else None
        began = self._wall() - (self._clock() - match.began)
        written = self.journal.write(Began(match.name, began, limit))
        write_action = self.game.notation.write_action
        match.write_with(MatchScribe(self.journal, match.name, write_action, self._wall), written)

    def _watch(self, match: AnyMatch, players: Iterable[Player]) -> None:
        self.live[match.name] = match
        if self._ill_since is not None:
            self._born_ill[match.name] = self._clock()
        self.plays.open(match.name, tuple(player.kind for player in players))
        match.listen(lambda: self._look(match))

    def _look(self, match: AnyMatch) -> None:
        if match.outcome:
            if self.live.pop(match.name, None):
                self.plays.end(match.name, match.outcome, from_outside=match.cut)
            table = self.tables.get(match.name)
            if table and self.game.seats == 1 and not table.kept:  # nobody gets up from a table for one
                del self.tables[match.name]
            _tell_log(match)

    # --- what is written

    def _changed(self, table: Table, player: Player | None) -> None:
        self.lobby.look(table)
        if player:
            playing = table.match is not None and table.match.outcome is None
            if playing or (table.kept and not table.match):
                self._write_sat(table, player)
        elif not table.players and not (table.stays and table.match is None):
            self.tables.pop(table.name, None)
            if table.kept and not table.match and self.journal:
                self.written = self.journal.write(Dropped(table.name))

    def _write_made(self, table: Table, service: str, after: str | None) -> None:
        if self.journal:
            options = as_json(self.game.notation.write_options(table.options))
            think_s = _no_infinity(table.think_s, math.inf, NO_LIMIT)
            about = as_json({**table.about, "public": table.public, "think_s": think_s})
            made = Made(table.name, self.game.name, options, table.seed, service, self._wall(), about, after)
            self.written = self.journal.write(made)

    def _write_sat(self, table: Table, player: Player) -> None:
        if self.journal:
            about = as_json(player.about)
            sat = Sat(table.name, player.seat, player.kind, clean(player.called), player.proof, about)
            self.written = self.journal.write(sat)

    # --- what broke off

    def go_on(self, kept: Kept, players: Mapping[Seat, Player], now: float) -> Table:
        """Go on with a match of a server that is gone; no time has passed for its players."""
        assert self.journal is not None, "what is gone on with was stored"
        full = players.keys() == set(range(self.game.seats))
        if not (full or (kept.began is None and players.keys() < set(range(self.game.seats)))):
            raise RecordError(f"its players sit on the seats {sorted(players)}, and there are {self.game.seats}")
        about = msgspec.json.decode(kept.extra)
        options = self.game.notation.read_options(msgspec.json.decode(kept.options))
        stays = kept.service != "web"
        more = {
            "stays": stays,
            "public": about.pop("public"),
            "think_s": _no_infinity(about.pop("think_s"), NO_LIMIT, math.inf),
        }
        match = self._resume(kept, now)
        table = self.room.go_on(
            players, match, options, name=kept.match, seed=kept.seed, kept=True, about=about, **more
        )
        self.tables[kept.match] = table
        if match and match.outcome:
            match.written = self._write_end(kept, match.outcome, match.record.end_s)
        elif match:
            self._attend(match)
            self.plays.resumed += 1
            self._watch(match, table.players)
        for player in table.players:
            player.tell()
        return table

    def give_up(self, kept: Kept) -> None:
        """End a match whose players are gone with the server that they played on, unless its moves have decided it."""
        match = self._resume(kept, 0.0)
        if match and match.outcome:
            self._write_end(kept, match.outcome, match.record.end_s)
        else:
            self.drop(kept)

    def drop(self, kept: Kept) -> None:
        """End a match that cannot go on."""
        assert self.journal is not None, "what is given up was stored"
        if kept.began is None:
            self.journal.write(Dropped(kept.match))
        else:
            self._write_end(kept, GONE, kept.paused_at_s)

    def _resume(self, kept: Kept, now: float) -> AnyMatch | None:
        """Play again what was played of a match; None if it has not begun."""
        if kept.began is None:
            return None
        think_s = math.inf if kept.think_s is None else kept.think_s
        found = record.read(kept.lines(), self.game)
        return resume(self.game, found, at_s=kept.paused_at_s, now=now, think_s=think_s, name=kept.match)

    def _write_end(self, kept: Kept, outcome: Outcome, at_s: float) -> int:
        assert self.journal is not None
        return self.journal.write(Ended(kept.match, at_s, as_json(outcome.as_json()), self._wall()))

    def disown(self, name: str | None = None) -> None:
        """Let nothing happen here any more of a match that is not ours; without a name, of all of them."""
        for table in [one for one in (*self.tables.values(), *self.room.waiting) if name in (None, one.name)]:
            self.tables.pop(table.name, None)
            self.room.waiting.pop(table, None)
            self.lobby.look(table)
            if match := self.live.pop(table.name, None):
                self.plays.disown(match.name)
                match.disown(ELSEWHERE, self._clock())

    # --- faults of the store

    def _health_changed(self) -> None:
        """Let the time not count in which nothing could be written."""
        assert self.journal is not None
        if self.journal.health is not Health.FINE:
            self._ill_since = self._clock() if self._ill_since is None else self._ill_since
        elif self._ill_since is not None:
            now, since, self._ill_since = self._clock(), self._ill_since, None
            for match in self.live.values():
                match.pause(now - self._born_ill.get(match.name, since))
                self._attend(match)
            self._born_ill.clear()
            for call in self.on_pause:
                call(now - since)


def _no_infinity(value: float | None, found: float, instead: float) -> float | None:
    return instead if value == found else value


def _tell_log(match: AnyMatch) -> None:
    assert match.outcome is not None
    if faults := match.outcome.faults:
        more = {"more": len(faults) - MOST_FAULTS} if len(faults) > MOST_FAULTS else {}
        _log.warning("the referee found faults", game=match.game.name, faults=list(faults[:MOST_FAULTS]), **more)
    _log.debug(
        "match ended",
        game=match.game.name,
        match=match.name,
        reason=match.outcome.reason,
        winners=sorted(match.outcome.winners),
        moves=match.moves,
    )
