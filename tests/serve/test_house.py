"""What a house writes down of its tables and matches, and that it keeps nothing when everybody has left."""

import asyncio
import json
import math
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest
from support.journal import FakeJournal
from support.toy import TOY

from fogfield import games
from fogfield.bots import schools
from fogfield.core.errors import OptionsError
from fogfield.core.match import NOT_KEPT
from fogfield.core.outcome import ABANDONED, Outcome, nobody
from fogfield.core.table import Player, Table
from fogfield.games.jminesweeper.rules import Options as Mines
from fogfield.games.jminesweeper.rules import ToggleMark
from fogfield.serve.house import ELSEWHERE, House, clean, draw_name
from fogfield.store.entries import Began, Dropped, Ended, Made, Moved, Sat
from fogfield.store.journal import Health

PAIR = {"opponent": "pair", "opponent_after_s": 10.0}


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run a test on an event loop, which bots need."""

    @wraps(test)
    def run() -> None:
        async def bounded() -> None:
            async with asyncio.timeout(20):
                await test()

        asyncio.run(bounded())

    return run


class Times:
    """Two clocks that are turned by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    def wall(self) -> float:
        return self.now + 1_000_000.0


class Home(House):
    """A house of the toy game, with a journal and clocks of the test's."""

    def __init__(self, game: Any = TOY, *, prompt: bool = True, **settings: Any) -> None:
        self.fake = FakeJournal(prompt=prompt)
        self.times = Times()
        kinds = schools(game.name) if "bot" in settings else {}
        super().__init__(
            game, PAIR | settings, kinds, lambda: "fog",
            journal=self.fake, clock=self.times.clock, wall=self.times.wall,
        )  # fmt: skip

    def comes(self, name: str = "", **more: Any) -> Player:
        """Somebody looks for an opponent."""
        player = Player(lambda: None, name, kind="toy", **more)
        self.seek(player, 1_000, self.times.now)
        return player

    def pair(self) -> tuple[Player, Player]:
        return self.comes(), self.comes()

    @property
    def empty(self) -> bool:
        return not (self.tables or self.live or self.room.waiting)


def kinds(home: Home) -> list[str]:
    return [type(entry).__name__ for entry in home.fake.entries]


def outcome(ended: Ended) -> Outcome:
    return Outcome.from_json(json.loads(ended.outcome))


# --- what is written


@in_loop
async def test_a_game_for_one_is_written_from_its_beginning_to_its_end() -> None:
    home = Home(games.game("jminesweeper"))
    chair = home.open(Mines(4, 3, 1), 100.0, "jminesweeper")
    assert kinds(home) == ["Made", "Sat", "Began"]
    made, sat, began = home.fake.entries
    assert isinstance(made, Made)
    assert (made.game, made.service, made.seed, made.after) == ("jminesweeper", "jminesweeper", "fog", None)
    assert json.loads(made.options) == {"columns": 4, "rows": 3, "level": 1}
    assert sat == Sat(made.match, 0, "jminesweeper", "")
    assert began == Began(made.match, 1_000_100.0, None)
    assert chair.written == 3
    assert chair.act(ToggleMark(games.game("jminesweeper").notation.read_action(["mark", 0, 1]).cell), 102.5) == ()
    chair.leave(103.0)
    moved, ended = home.fake.entries[3:]
    assert isinstance(moved, Moved)
    assert (moved.number, moved.at_s, moved.seat, json.loads(moved.action)) == (0, 2.5, 0, ["mark", 0, 1])
    assert isinstance(ended, Ended)
    assert (ended.at_s, outcome(ended)) == (3.0, ABANDONED)
    assert chair.written == 5
    assert home.empty


@in_loop
async def test_nothing_is_written_of_those_who_wait_until_they_have_met() -> None:
    home = Home()
    home.comes()
    assert kinds(home) == []
    home.comes()
    assert kinds(home) == ["Made", "Sat", "Sat", "Began"]
    assert [sat.seat for sat in home.fake.of(Sat)] == [0, 1]
    assert set(home.tables) == set(home.live) == {home.fake.of(Made)[0].match}


@in_loop
async def test_a_bot_is_written_with_its_kind_and_the_match_belongs_to_the_human() -> None:
    home = Home(games.game("battleship"), opponent="bot", bot="random", first="last-come")
    player = Player(lambda: None, kind="battleship")
    home.seek(player, games.game("battleship").notation.read_options({"cells": 16, "boats": 3}), 100.0)
    assert player.seat == 1
    bot, human = home.fake.of(Sat)
    assert (bot.kind, bot.name, json.loads(bot.extra)) == ("bot", "random bot", {"bot": "random"})
    assert human.kind == "battleship"
    assert home.fake.of(Made)[0].service == "battleship"
    player.leave(101.0)
    await asyncio.sleep(0)  # the bot looks around soon
    await asyncio.sleep(0)
    assert home.empty
    home.stop()


@in_loop
async def test_a_rematch_is_a_match_of_its_own_that_knows_the_one_before() -> None:
    home = Home()
    players = home.pair()
    first = home.fake.of(Made)[0].match
    home.live[first].close(nobody("enough"), 101.0)
    assert list(home.tables) == [first]
    for player in players:
        player.again(102.0)
    assert kinds(home) == ["Made", "Sat", "Sat", "Began", "Ended", "Made", "Sat", "Sat", "Began"]
    again = home.fake.of(Made)[1]
    assert again.after == first != again.match
    assert list(home.tables) == list(home.live) == [again.match]
    for player in players:
        player.leave(103.0)
    assert home.empty
    assert outcome(home.fake.of(Ended)[1]) == ABANDONED


@in_loop
async def test_a_new_name_is_written_while_there_is_a_match_and_cleaned() -> None:
    home = Home()
    first = home.comes()
    first.call("before")
    assert kinds(home) == []
    home.comes()
    assert home.fake.of(Sat)[0].name == "before"
    first.call("Zoë\x00\x1b[31m\u202e " + "x" * 100)
    renamed = home.fake.of(Sat)[-1]
    assert renamed.seat == 0
    assert renamed.name == clean(first.called) == ("Zoë[31m " + "x" * 100)[:64]
    home.live[renamed.match].close(ABANDONED, 101.0)
    first.call("too late")
    assert home.fake.of(Sat)[-1] == renamed


@in_loop
async def test_who_leaves_while_he_waits_was_never_there() -> None:
    home = Home()
    home.comes().leave(101.0)
    assert home.empty
    assert kinds(home) == []


@in_loop
async def test_a_table_that_is_kept_is_written_at_once_and_dropped_when_nobody_is_left() -> None:
    home = Home()
    table = home.table(1_000, "desk", think_s=math.inf, public=False, about={"code": "abc"})
    assert json.loads(home.fake.of(Made)[0].extra) == {"code": "abc", "public": False, "think_s": 0.0}
    assert home.find("abc") is table
    assert home.find("abd") is None
    player = Player(lambda: None, kind="desk", proof=b"\x01" * 32, about={"alias": "x"})
    table.sit(player, 101.0)
    sat = home.fake.of(Sat)[0]
    assert (sat.match, sat.proof, json.loads(sat.extra)) == (table.name, b"\x01" * 32, {"alias": "x"})
    assert home.written == 2
    stranger = home.comes()
    assert stranger.table is not table, "nobody comes to a private table by chance"
    player.leave(102.0)
    assert home.fake.of(Dropped) == [Dropped(table.name)]
    stranger.leave(102.0)
    assert home.empty


@in_loop
async def test_a_kept_table_is_taken_down_whether_somebody_sits_there_or_not() -> None:
    home = Home()
    for guests in range(3):
        table = home.table(1_000, "desk", public=False)
        for _ in range(guests):
            table.sit(Player(lambda: None, kind="desk"), 101.0)
        home.take_down(table, nobody("removed"), 102.0)
        assert home.empty
    assert len(home.fake.of(Dropped)) == 2
    assert [outcome(ended) for ended in home.fake.of(Ended)] == [nobody("removed")]


@in_loop
async def test_nothing_begins_while_nothing_can_be_written() -> None:
    home = Home()
    for health in (Health.FAILING, Health.DOWN):
        home.fake.turn(health)
        with pytest.raises(OptionsError, match=NOT_KEPT.text):
            home.table(1_000, "desk")
    home.fake.turn(Health.FINE)
    with pytest.raises(OptionsError, match="the most must be 3 or more"):
        home.table(2, "desk")
    home.table(1_000, "desk")


# --- nothing is kept for ever


@in_loop
async def test_a_thousand_games_leave_nothing_behind() -> None:
    pairs, alone = Home(), Home(games.game("jminesweeper"))
    for number in range(1_000):
        first, second = pairs.pair()
        if number % 2:
            pairs.live[first.chair.match if first.chair else ""].close(ABANDONED, 101.0)
            first.again(102.0)
            second.again(102.0)
        first.leave(103.0)
        second.leave(103.0)
        pairs.take_down(pairs.table(1_000, "desk"), ABANDONED, 103.0)
        alone.open(Mines(3, 3, 1), 100.0, "jminesweeper").leave(101.0)
    assert pairs.empty
    assert alone.empty
    assert not pairs._born_ill
    assert not pairs.lobby._bots_on_their_way


def test_names_cannot_be_guessed_and_are_read_easily() -> None:
    names = {draw_name() for _ in range(1_000)}
    assert len(names) == 1_000
    assert all(len(name) == 12 and not set(name) & set("01ilo") for name in names)


# --- faults of the store


@in_loop
async def test_no_time_passes_while_nothing_can_be_written_and_that_is_written_down() -> None:
    home = Home(think_s=30.0)
    pauses: list[float] = []
    home.on_pause.append(pauses.append)
    first, _ = home.pair()
    assert first.chair
    assert first.chair.deadline == 130.0
    home.times.now = 110.0
    home.fake.turn(Health.FAILING)
    home.times.now = 113.0
    home.fake.turn(Health.DOWN)
    home.times.now = 150.0
    assert first.chair.act(1, 150.0) == (NOT_KEPT,), "he is not late: he could not act"
    home.fake.turn(Health.FINE)
    assert pauses == [40.0]
    assert first.chair.deadline == 170.0
    assert home.fake.of(Began)[-1] == Began(first.chair.match, 1_000_140.0, 30.0)
    assert first.chair.act(1, 151.0) == ()
    assert home.fake.of(Moved)[0].at_s == 11.0


@in_loop
async def test_a_match_that_begins_in_the_middle_of_a_fault_loses_only_its_own_time() -> None:
    home = Home(think_s=30.0)
    home.fake.turn(Health.DOWN)
    home.times.now = 110.0
    first, _ = home.pair()
    assert first.chair
    home.times.now = 125.0
    home.fake.turn(Health.FINE)
    assert first.chair.deadline == 155.0
    assert first.chair.act(1, 126.0) == ()
    assert home.fake.of(Moved)[0].at_s == 1.0
    assert home.fake.of(Began)[-1].began == 1_000_125.0


@in_loop
async def test_a_match_that_another_server_has_ends_here_and_nothing_is_written_of_that() -> None:
    home = Home()
    players = home.pair()
    waiting = home.table(1_000, "desk")
    before = len(home.fake.entries)
    home.disown()
    assert home.empty
    assert all(player.chair and player.chair.outcome == ELSEWHERE for player in players)
    for player in players:
        player.leave(101.0)
    waiting.sit(Player(lambda: None, kind="desk"), 101.0)
    assert not [entry for entry in home.fake.entries[before:] if isinstance(entry, Moved | Ended)]


@in_loop
async def test_one_match_can_be_disowned_and_the_others_go_on() -> None:
    home = Home()
    (first, _), (other, _) = home.pair(), home.pair()
    assert first.chair
    assert other.chair
    home.disown(first.chair.match)
    assert first.chair.outcome == ELSEWHERE
    assert list(home.live) == list(home.tables) == [other.chair.match]
    assert other.chair.act(1, 101.0) == ()
    home.disown("no such match")
    waiting: Table = home.table(1_000, "desk")
    home.disown(waiting.name)
    assert not home.room.waiting
