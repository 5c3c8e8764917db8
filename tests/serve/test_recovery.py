"""Going on with what a dead server left: who can come back, who cannot, and what is broken."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest
from support.journal import FakeJournal
from support.live import Ear

from fogfield.core.outcome import Outcome, won
from fogfield.core.table import Player, Table
from fogfield.serve import recovery
from fogfield.serve.house import GONE, House
from fogfield.serve.recovery import recover
from fogfield.serve.service import Houses
from fogfield.serve.settings import Settings
from fogfield.store.archive import Kept, Status
from fogfield.store.entries import Began, Dropped, Ended, Moved, Sat

SINKS = [["place", 0, 1, 2], ["place", 0, 1, 2], *(["attack", cell] for cell in (0, 0, 1, 1, 2))]


class Desk:
    """A service whose players come back."""

    def __init__(self, *, breaks: bool = False) -> None:
        self.tables: list[tuple[Table, float]] = []
        self._breaks = breaks

    def returning(self, seat: Sat) -> Player:
        return Player(lambda: None, seat.name, kind=seat.kind, proof=seat.proof)

    def go_on(self, table: Table, at_s: float) -> None:
        if self._breaks:
            raise RuntimeError("the desk is broken")
        self.tables.append((table, at_s))


def kept(*kinds: str, moves: list[Any] | None = None, **more: Any) -> Kept:
    """A match of Battleship that broke off after seven seconds."""
    about: dict[str, Any] = {
        "match": "abc", "game": "battleship", "options": '{"cells":16,"boats":3}', "seed": "fog", "service": "desk",
        "made": 1.0, "extra": '{"public":false,"think_s":30.0,"code":"xyz"}', "after": None, "status": Status.PLAYING,
        "began": 2.0, "first_began": 2.0, "think_s": 30.0, "end_s": None, "outcome": None, "ended": None,
        "seats": tuple(
            Sat("abc", seat, kind, f"p{seat}", b"proof", '{"bot":"random"}') for seat, kind in enumerate(kinds)
        ),
        "moves": tuple(
            Moved("abc", number, float(number), seat_of(number), json.dumps(action))
            for number, action in enumerate(moves or [])
        ),
        "paused_at_s": 7.0,
    }  # fmt: skip
    return Kept(**about | more)


def seat_of(number: int) -> int:
    return number % 2


class Result(NamedTuple):
    found: dict[str, int]
    house: House
    journal: FakeJournal
    desk: Desk
    ear: Ear

    @property
    def empty(self) -> bool:
        house = self.house
        return not any((house.live, house.tables, house.room.waiting, self.desk.tables))

    @property
    def outcome(self) -> Outcome:
        (ended,) = self.journal.of(Ended)
        return Outcome.from_json(json.loads(ended.outcome))


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    heard = Ear()
    monkeypatch.setattr(recovery, "_log", heard)
    return heard


def recovered(ear: Ear, *found: Kept, breaks: bool = False) -> Result:
    async def all_of_them() -> AsyncIterator[Kept]:
        for one in found:
            yield one

    async def work() -> Result:
        journal, desk = FakeJournal(prompt=True), Desk(breaks=breaks)
        houses = Houses(Settings(), journal)
        services: Any = {"desk": desk, "battleship": object()}
        counts = await recover(all_of_them(), houses, services)
        house = houses["battleship"]
        result = Result(counts, house, journal, desk, ear)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        house.stop()
        return result

    return asyncio.run(work())


def counted(**more: int) -> dict[str, int]:
    return {"resumed": 0, "abandoned": 0, "broken": 0} | more


# --- who comes back


@pytest.mark.parametrize("kinds", [("desk", "desk"), ("desk", "bot"), ("bot", "desk")])
def test_those_who_can_come_back_find_their_match_where_it_stood(ear: Ear, kinds: tuple[str, ...]) -> None:
    moves = SINKS[:3]
    result = recovered(ear, kept(*kinds, moves=moves))
    assert result.found == counted(resumed=1)
    ((table, at_s),) = result.desk.tables
    assert at_s == 7.0
    assert result.house.tables == {"abc": table}
    assert table.match is result.house.live["abc"]
    assert [player.kind for player in table.players] == list(kinds)
    assert (table.about, table.public, table.think_s, table.kept) == ({"code": "xyz"}, False, 30.0, True)
    (began,) = result.journal.of(Began)
    assert (began.match, began.think_s) == ("abc", 30.0)
    bots = [player for player in table.players if player.kind == "bot"]
    assert all(player.about == {"bot": "random"} for player in bots)
    # A bot that was to act does so: the second seat is on turn.
    assert table.match.moves == len(moves) + (kinds[1] == "bot")
    assert not result.journal.of(Ended)


@pytest.mark.parametrize(
    "kinds",
    [
        ("desk", "battleship"),
        ("battleship", "desk"),
        ("battleship", "battleship"),
        ("battleship", "bot"),
        ("x", "desk"),
    ],
)
def test_a_match_of_somebody_who_cannot_come_back_is_abandoned(ear: Ear, kinds: tuple[str, ...]) -> None:
    result = recovered(ear, kept(*kinds, moves=SINKS[:3]))
    assert result.found == counted(abandoned=1)
    assert result.outcome == GONE
    assert result.journal.of(Ended)[0].at_s == 7.0
    assert result.empty


@pytest.mark.parametrize("service", ["battleship", "bot", "gone"])
def test_a_match_whose_service_does_not_go_on_is_abandoned(ear: Ear, service: str) -> None:
    result = recovered(ear, kept("desk", "desk", service=service))
    assert result.found == counted(abandoned=1)
    assert result.outcome == GONE


def test_who_waited_waits_again_or_was_never_there(ear: Ear) -> None:
    waiting: dict[str, Any] = {
        "began": None,
        "first_began": None,
        "think_s": None,
        "status": Status.WAITING,
        "paused_at_s": 0.0,
    }
    result = recovered(
        ear, kept("desk", **waiting), kept(match="def", **waiting), kept("battleship", match="ghi", **waiting)
    )
    assert result.found == counted(resumed=2, abandoned=1)
    assert [(table.name, table.match, len(table.players)) for table, _ in result.desk.tables] == [
        ("abc", None, 1),
        ("def", None, 0),
    ]
    assert len(result.house.room.waiting) == 2
    assert result.journal.of(Dropped) == [Dropped("ghi")]
    assert not result.journal.of(Began)


@pytest.mark.parametrize("kinds", [("desk", "desk"), ("battleship", "battleship")])
def test_a_match_whose_moves_have_decided_it_ends_so(ear: Ear, kinds: tuple[str, ...]) -> None:
    result = recovered(ear, kept(*kinds, moves=SINKS))
    assert result.outcome == won(0, reason="sank every boat")
    assert not result.house.live
    for table, _ in result.desk.tables:  # whoever comes back can still see it
        assert table.match
        assert table.match.outcome


# --- what is broken


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": "{"},
        {"options": '{"cells":1,"boats":3}'},
        {"options": "7"},
        {"extra": "no JSON"},
        {"extra": "{}"},
        {"extra": "[]"},
        {"moves": (Moved("abc", 0, 1.0, 0, '["sink",1]'),)},
        {"moves": (Moved("abc", 0, 1.0, 0, "{"),)},
        {"moves": (Moved("abc", 0, 1.0, 7, '["attack",1]'),)},
        {"moves": (Moved("abc", 0, 5.0, 0, '["place",0,1,2]'), Moved("abc", 1, 1.0, 1, '["place",0,1,2]'))},
        {"seats": (Sat("abc", 0, "desk", "p"),)},
        {"seats": (Sat("abc", 0, "desk", "p"), Sat("abc", 2, "desk", "q"))},
        {"seats": ()},
        {"seats": (Sat("abc", 0, "desk", "p"), Sat("abc", 1, "bot", "q", None, '{"bot":"nobody"}'))},
        {"seats": (Sat("abc", 0, "desk", "p"), Sat("abc", 1, "bot", "q", None, "[]"))},
        {"seats": (Sat("abc", 0, "desk", "p"), Sat("abc", 1, "bot", "q", None, '{"bot":[]}'))},
    ],
)
def test_a_broken_match_is_ended_and_said_in_the_log_and_the_others_go_on(ear: Ear, wrong: dict[str, Any]) -> None:
    result = recovered(ear, kept("desk", "desk", **wrong), kept("desk", "desk", match="def"))
    assert result.found == counted(resumed=1, broken=1)
    assert ear.says("a match cannot go on")
    assert result.outcome == GONE
    assert list(result.house.live) == list(result.house.tables) == ["def"]
    assert not result.house.room.waiting


def test_a_match_that_its_service_cannot_take_leaves_nothing_behind(ear: Ear) -> None:
    result = recovered(ear, kept("desk", "bot"), breaks=True)
    assert result.found == counted(broken=1)
    assert result.outcome == GONE
    assert result.empty


def test_a_match_of_a_game_that_nobody_knows_is_left_as_it_is(ear: Ear) -> None:
    result = recovered(ear, kept("desk", "desk", game="chess"))
    assert result.found == counted(broken=1)
    assert ear.says("a match of a game that nobody knows")
    assert result.journal.entries == []
