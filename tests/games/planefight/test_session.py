"""Both roles: what the recordings in golden/ do not show. Time, leaving, refusals, and the record."""

from typing import Any

import pytest
from games.planefight.scene import HEADER, Scene
from support.host import FixedHost, hosts

from fogfield.core.grid import Cell
from fogfield.core.outcome import ABANDONED, Outcome, nobody, won
from fogfield.games.planefight.fleet import Plane
from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Header, Name
from fogfield.games.planefight.packets import options_of
from fogfield.games.planefight.rules import DESTROYED, SURRENDERED, Place, Surrender
from fogfield.games.planefight.rules import Attack as AttackAction
from fogfield.games.planefight.session import (
    BROKE,
    GAVE_UP,
    LATE,
    LOST,
    NO_ANSWER,
    ClientSession,
    ServerSession,
)
from fogfield.games.planefight.stages import TABLE, Stage
from fogfield.wire.session import CLOSE, Signal

SMALL: dict[str, Any] = {"rows": 5, "columns": 5, "planes": 1}
ANN, BO = Place((Plane(Cell(0, 2), 0),)), Place((Plane(Cell(4, 2), 2),))
MAP_ANN, MAP_BO = ExchangeMap(((2, 0, 0),)), ExchangeMap(((2, 4, 2),))
VOID, HIT, DESTROY = map(AttackResult, range(3))
WON_WITHOUT_A_FIGHT = [ExchangeMap(()), Bare.SURRENDER]


def hosting() -> Scene:
    """Ann hosts and begins; Bo has joined."""
    scene = Scene(ServerSession, "Ann", **SMALL)
    scene.tell(HEADER, Bare.JOIN, Name("Bo"))
    return scene


def joining(server_first: bool = True) -> Scene:
    """Bo joins; Ann has told the game."""
    scene = Scene(ClientSession, "Bo")
    scene.tell(HEADER)
    scene.later(0.11)
    scene.tell(GameInfo(5, 5, 1, server_first=server_first), Name("Ann"))
    return scene


def fighting() -> Scene:
    scene = hosting()
    scene.act(ANN)
    scene.tell(Bare.READY)
    return scene


class Pair:
    """Two sessions at a table, and a clock."""

    def __init__(self, **settings: Any) -> None:
        self.hosts: list[FixedHost] = hosts("planefight", "fog", SMALL | settings)
        self.sessions = [ServerSession(host) for host in self.hosts]
        self.now = 100.0
        self.say(0, Signal.OPEN, HEADER, Bare.JOIN, Name("Ann"))
        self.told: list[list[Any]] = [[], []]

    def say(self, seat: int, *events: Any) -> list[Any]:
        """Let one say something; gives what the other is told. What he is told himself is in `told`."""
        told: list[list[Any]] = [[], []]
        for event in events:
            told[seat] += self.sessions[seat].on(event, self.now)
            while woken := [one for one in (0, 1) if self.hosts[one].woken()]:
                for one in woken:
                    told[one] += self.sessions[one].on(Signal.CHANGED, self.now)
        self.told = told
        return told[1 - seat]

    def both(self) -> "Pair":
        self.say(1, Signal.OPEN, HEADER, Bare.JOIN, Name("Bo"))
        return self

    def fighting(self) -> "Pair":
        self.both().say(0, Bare.READY)
        self.say(1, Bare.READY)
        return self

    @property
    def outcome(self) -> Outcome | None:
        return self.hosts[0].matches[0].outcome


# --- who joins whom


def test_nothing_is_said_between_the_header_and_join_and_then_game_and_name_come_together() -> None:
    scene = Scene(ServerSession, "Ann", **SMALL)
    assert [type(one) for one in scene.greeting] == [Header]
    assert scene.tell(HEADER) == []
    assert scene.tell(Name("early"), Bare.READY, AttackResult(1), MAP_BO) == []
    assert scene.tell(Bare.JOIN) == [GameInfo(5, 5, 1, server_first=True), Name("Ann")]
    assert scene.host.ours.others == ("early",)


def test_packets_before_the_header_are_not_possible_and_a_second_header_is_nothing() -> None:
    scene = Scene(ServerSession, "Ann", **SMALL)
    assert scene.tell(Bare.JOIN) == []
    assert scene.tell(HEADER, HEADER) == []
    assert scene.tell(Bare.JOIN) != []


def test_a_client_joins_after_a_moment_and_once_more_if_it_was_lost() -> None:
    scene = Scene(ClientSession, "Bo")
    assert scene.later(10.0) == []
    assert scene.tell(HEADER) == []
    assert scene.later(0.05) == []
    assert scene.later(0.06) == [Bare.JOIN]
    assert scene.later(1.0) == []
    assert scene.later(1.0) == [Bare.JOIN]
    assert scene.later(20.0) == []
    assert scene.later(10.0) == [Bare.GIVE_UP, CLOSE]
    assert scene.session.failure == "The other side did not answer."


def test_before_the_battle_a_peer_is_told_give_up_whatever_the_reason_is() -> None:
    for ready in ((), (Bare.READY,)):
        scene = hosting()
        scene.tell(*ready)
        scene.host.ours.leave(scene.now, won(1, reason="the other left"))
        assert scene.tell(Signal.CHANGED) == [Bare.GIVE_UP, CLOSE]
        assert scene.view.outcome == nobody("the other left, before the battle")


def test_a_client_that_goes_before_it_was_told_the_game_gives_up_what_it_asked_for() -> None:
    scene = Scene(ClientSession, "Bo")
    scene.tell(HEADER)
    assert scene.tell(Signal.STOP) == [CLOSE]
    scene = Scene(ClientSession, "Bo")
    scene.tell(HEADER)
    scene.later(0.2)
    assert scene.tell(Signal.STOP) == [Bare.GIVE_UP, CLOSE]


def test_a_client_that_was_told_the_game_joins_no_more_and_takes_it_once() -> None:
    scene = joining()
    assert scene.later(5.0) == []
    assert scene.tell(GameInfo(9, 9, 2), Bare.JOIN) == []
    assert scene.view.options == options_of(SMALL | {"cross_border": False, "completely_destroy": False})


@pytest.mark.parametrize("server_first", [True, False])
def test_who_begins_is_what_the_server_said(server_first: bool) -> None:
    scene = joining(server_first)
    assert scene.host.ours.seat == (1 if server_first else 0)
    scene = Scene(ServerSession, "Ann", seat=0 if server_first else 1, **SMALL)
    scene.tell(HEADER)
    assert scene.tell(Bare.JOIN)[0] == GameInfo(5, 5, 1, server_first=server_first)


@pytest.mark.parametrize(
    ("info", "why"),
    [
        (GameInfo(4, 5, 1), "columns 4 not in 5-127"),
        (GameInfo(5, 200, 1), "rows 200"),
        (GameInfo(5, 5, 2), "do not fit"),
    ],
)
def test_a_client_gives_up_a_game_that_cannot_be_played_and_says_why(info: GameInfo, why: str) -> None:
    scene = Scene(ClientSession, "Bo")
    scene.tell(HEADER)
    assert scene.tell(info) == [Bare.GIVE_UP, CLOSE]
    assert why in scene.session.failure


@pytest.mark.parametrize(
    ("version", "kept"),
    [((0, 3, 0), True), ((0, 3, 9), True), ((0, 4, 0), False), ((0, 2, 9), False), ((1, 3, 0), False)],
)
@pytest.mark.parametrize("role", [ServerSession, ClientSession])
def test_only_the_same_major_and_minor_version_is_understood(role: Any, version: Any, kept: bool) -> None:
    scene = Scene(role, **SMALL)
    assert scene.tell(Header(version)) == ([] if kept else [CLOSE])
    assert scene.session.version == min((0, 3, 0), version)
    assert ("speaks version" in scene.session.failure) is not kept


def test_a_player_can_ask_for_a_bot_in_his_header() -> None:
    pair = Pair()
    pair.say(1, Signal.OPEN, Header(fields=(("Opponent", "expert"),)), Bare.JOIN)
    assert pair.hosts[1].wished == "expert"


def test_whoever_waits_is_invited_at_once_and_is_told_the_name_when_there_is_one() -> None:
    pair = Pair()
    assert pair.say(0, Bare.READY) == []
    assert pair.say(1, Signal.OPEN, HEADER) == []
    assert pair.say(1, Bare.JOIN) == []
    assert pair.told[1] == [GameInfo(5, 5, 1, server_first=True), Name("Ann"), Bare.READY]
    assert pair.say(1, Name("Bo")) == [Name("Bo")]


# --- time


@pytest.mark.parametrize("role", [ServerSession, ClientSession])
def test_who_sends_no_header_for_30_seconds_is_closed(role: Any) -> None:
    scene = Scene(role, **SMALL)
    assert scene.later(29.0) == []
    assert scene.later(2.0) == [CLOSE]


def test_who_does_not_join_for_30_seconds_is_closed() -> None:
    scene = Scene(ServerSession, **SMALL)
    scene.later(20.0)
    scene.tell(HEADER)
    assert scene.later(29.0) == []
    assert scene.later(2.0) == [CLOSE]


def rings(pair: Pair, seat: int, after_s: float) -> list[Any]:
    pair.now += after_s
    return pair.say(seat, Signal.TICK)


def test_for_whom_nobody_comes_is_sent_away() -> None:
    pair = Pair(idle_s=60.0)
    rings(pair, 0, 59.0)
    assert pair.told[0] == []
    rings(pair, 0, 2.0)
    assert pair.told[0] == [Bare.GIVE_UP, CLOSE]


def test_who_does_not_place_in_time_is_sent_away_and_the_other_is_told_that_he_gave_up() -> None:
    pair = Pair(think_s=60.0).both()
    pair.say(1, Bare.READY)
    assert rings(pair, 0, 61.0) == [Bare.GIVE_UP, CLOSE]
    assert pair.told[0] == [Bare.GIVE_UP, CLOSE]
    assert pair.outcome == nobody(LATE)


def test_who_does_not_attack_in_time_has_lost_and_the_other_is_told_so_by_a_surrender() -> None:
    pair = Pair(think_s=60.0).fighting()
    assert rings(pair, 1, 61.0) == []
    assert rings(pair, 0, 0.0) == WON_WITHOUT_A_FIGHT
    assert pair.told[0] == [CLOSE]
    assert pair.outcome == won(1, reason=LATE)
    assert pair.say(1, MAP_BO, Attack(0, 0)) == []
    assert pair.told[1] == [VOID]
    assert rings(pair, 1, 1.1) == []
    assert pair.told[1] == [CLOSE]


def test_an_attack_that_comes_too_late_is_answered_before_the_connection_is_closed() -> None:
    pair = Pair(think_s=60.0).fighting()
    pair.now += 61.0
    assert pair.say(0, Attack(0, 0)) == WON_WITHOUT_A_FIGHT
    assert pair.told[0] == [VOID, CLOSE]
    assert pair.outcome == won(1, reason=LATE)


def test_who_wins_without_a_fight_gets_the_answer_to_his_attack_before() -> None:
    pair = Pair().fighting()
    pair.say(0, Attack(0, 0), Attack(0, 1))
    assert pair.say(1, Attack(9, 9)) == [VOID, VOID, *WON_WITHOUT_A_FIGHT]
    assert pair.told[1] == [VOID, CLOSE]
    assert pair.outcome == won(0, reason=BROKE)


def test_many_early_maps_cost_nobody_anything_and_the_last_one_counts() -> None:
    pair = Pair(think_s=60.0).fighting()
    for _ in range(500):
        assert pair.say(1, ExchangeMap(((0, 0, 0),) * 1000)) == []
    pair.say(1, MAP_BO)
    assert len(pair.hosts[0].matches[0].record.moves) == 2
    pair.say(0, Attack(0, 0))
    assert pair.say(1, VOID, Bare.SURRENDER) == [VOID, MAP_BO, Bare.SURRENDER]


def test_a_map_that_came_early_is_shown_when_the_battle_is_decided() -> None:
    pair = Pair().fighting()
    pair.say(1, MAP_BO)
    pair.say(0, Attack(2, 4))
    assert pair.say(1, DESTROY) == [DESTROY, MAP_BO]


def test_a_map_with_far_too_many_planes_is_not_kept_whole_and_only_what_can_be_is_told() -> None:
    pair = Pair().fighting()
    pair.say(0, Attack(2, 4))
    crowd = ExchangeMap(((2, 4, 2), (2, 4, 2), (9, 9, 9)) * 4000)
    assert pair.say(1, DESTROY, crowd) == [DESTROY, ExchangeMap(((2, 4, 2),))]
    pair.say(0, MAP_ANN)
    assert pair.outcome is not None
    assert pair.outcome.faults == ("player 2: 1 planes are to be placed, not 2", "player 2: two planes overlap")


def test_a_map_that_is_missing_is_a_fault_however_late_that_is_found_out() -> None:
    pair = Pair(think_s=60.0, answer_s=60.0).fighting()
    pair.say(0, MAP_ANN, Bare.SURRENDER)
    rings(pair, 1, 500.0)
    assert pair.outcome == won(1, reason=SURRENDERED)._replace(faults=("player 2: no map was shown",))


def test_names_are_cleaned_before_they_are_told_and_nobody_stays_unknown() -> None:
    pair = Pair()
    pair.say(1, Signal.OPEN, HEADER, Bare.JOIN)
    assert pair.say(0, Name("A\x1b[31mn\u202en")) == [Name("A[31mnn")]
    assert pair.say(1, Name("")) == []
    assert pair.say(1, Bare.READY) == [Bare.READY]
    assert pair.say(0, Name("Ann")) == [Name("Ann")]
    assert pair.told[0] == [Name("(no name)")]


def test_a_program_that_does_not_answer_makes_the_game_void() -> None:
    pair = Pair(think_s=600.0, answer_s=60.0).fighting()
    pair.say(0, Attack(0, 0))
    rings(pair, 1, 59.0)
    assert pair.told[1] == []
    assert rings(pair, 1, 2.0) == [VOID, CLOSE]
    assert pair.outcome == nobody(NO_ANSWER)


def test_a_program_that_shows_no_map_is_not_waited_for_and_the_winner_has_won() -> None:
    pair = Pair(answer_s=60.0).fighting()
    pair.say(0, Attack(2, 4))
    pair.say(1, DESTROY)
    pair.say(0, MAP_ANN)
    assert rings(pair, 0, 100.0) == []
    assert pair.told[0] == []
    assert rings(pair, 1, 0.0) == [ExchangeMap(())]
    assert pair.told[1] == [CLOSE]
    assert pair.outcome == won(0, reason=DESTROYED)._replace(faults=("player 2: no map was shown",))
    assert rings(pair, 0, 2.0) == []
    assert pair.told[0] == [CLOSE]


def test_a_map_in_time_ends_the_wait() -> None:
    pair = Pair(answer_s=60.0).fighting()
    pair.say(0, Attack(2, 4))
    assert pair.say(1, DESTROY, MAP_BO) == [DESTROY, MAP_BO]
    assert pair.say(0, MAP_ANN) == [MAP_ANN]
    rings(pair, 0, 1.1)
    assert pair.told[0] == [CLOSE]
    rings(pair, 1, 0.0)
    assert pair.told[1] == [CLOSE]
    assert pair.outcome == won(0, reason=DESTROYED)


# --- leaving


def test_the_server_stops_without_blaming_anybody() -> None:
    pair = Pair().fighting()
    pair.say(0, Attack(0, 0))
    pair.say(0, Signal.STOP)
    assert pair.told[0] == [VOID, CLOSE]
    assert pair.outcome == ABANDONED


@pytest.mark.parametrize(("event", "reason"), [(Signal.EOF, LOST), (Bare.GIVE_UP, GAVE_UP)])
def test_who_leaves_in_the_battle_makes_it_void(event: Any, reason: str) -> None:
    pair = Pair().fighting()
    assert CLOSE in pair.say(0, event)
    assert pair.outcome == nobody(reason)


def test_surrender_before_the_battle_is_giving_up() -> None:
    pair = Pair().both()
    assert pair.say(0, Bare.SURRENDER) == [Bare.GIVE_UP, CLOSE]
    assert pair.outcome == nobody(GAVE_UP)


def test_who_breaks_the_protocol_has_lost() -> None:
    pair = Pair().fighting()
    pair.say(0, Attack(0, 5))
    assert pair.told[0] == [VOID, CLOSE]
    assert pair.outcome == won(1, reason=BROKE)


def test_a_winner_who_leaves_after_his_map_has_won_and_the_other_map_is_still_compared() -> None:
    pair = Pair().fighting()
    pair.say(1, MAP_BO, Bare.SURRENDER)
    pair.say(1, Signal.EOF)
    assert pair.outcome is None
    pair.say(0, MAP_ANN)
    assert pair.outcome == won(0, reason=SURRENDERED)


def test_leaving_while_our_player_still_places_is_told_as_giving_up() -> None:
    scene = hosting()
    scene.host.ours.leave(0.0)
    assert scene.tell() == [Bare.GIVE_UP, CLOSE]


def test_leaving_in_the_battle_closes_without_a_word() -> None:
    scene = fighting()
    scene.host.ours.leave(0.0)
    assert scene.tell() == [CLOSE]
    assert scene.session.failure == "The other player left."
    assert scene.tell(Bare.READY) == []


# --- a player of ours beside the peer


def test_our_surrender_comes_with_the_map_before_it() -> None:
    scene = fighting()
    assert scene.act(Surrender()) == [MAP_ANN, Bare.SURRENDER]
    assert scene.tell(MAP_BO) == []
    assert scene.view.outcome == won(1, reason=SURRENDERED)


def test_a_lie_of_the_peer_is_told_to_our_player() -> None:
    scene = fighting()
    scene.act(AttackAction(Cell(4, 2)))
    scene.tell(VOID, MAP_BO, Bare.SURRENDER)
    assert scene.view.outcome is not None
    assert scene.view.outcome.faults == ("player 2: attack 1 at (2,4) was answered void, but by the map it is destroy",)


def test_every_stage_says_what_each_packet_does() -> None:
    assert set(TABLE) == set(Stage) - {Stage.GREETING, Stage.CLOSED}
    kinds = {Bare.JOIN, GameInfo, Name, Bare.GIVE_UP, Bare.READY, Attack, AttackResult, Bare.SURRENDER, ExchangeMap}
    assert all(set(row) == kinds for row in TABLE.values())


# --- a store that does not work


@pytest.mark.parametrize("signal", [Signal.UNKEPT, Signal.LOST])
def test_whoever_cannot_be_stored_is_given_up_before_the_battle_and_closed_in_it(signal: Signal) -> None:
    waiting = Pair()
    waiting.say(0, signal)
    assert waiting.told[0] == [Bare.GIVE_UP, CLOSE]
    placing = Pair().both()
    placing.say(0, Bare.READY)
    placing.say(0, signal)
    assert placing.told == [[Bare.GIVE_UP, CLOSE], [Bare.GIVE_UP, CLOSE]]
    pair = Pair().fighting()
    pair.say(0, Attack(0, 0))
    pair.say(0, signal)
    assert pair.told[0] == [VOID, CLOSE], "the published program waits for an answer to every attack"
    assert pair.outcome == ABANDONED


def test_who_is_sent_away_does_not_learn_from_it_that_the_battle_is_decided() -> None:
    pair = Pair().fighting()
    pair.say(0, Attack(2, 4))
    pair.say(1, DESTROY)
    pair.say(0, Signal.LOST)
    assert pair.told[0] == [CLOSE]


class Stopped:
    """A scribe that cannot write until it is told that it can."""

    ready = False

    def moved(self, number: int, move: Any) -> int:
        return 2

    def ended(self, outcome: Any, at_s: float) -> int:
        return 3


def test_a_ready_that_could_not_be_written_is_said_again_with_the_next_news(monkeypatch: pytest.MonkeyPatch) -> None:
    pair, stopped = Pair(), Stopped()
    pair.say(0, Bare.READY)
    begin = pair.hosts[0]._match

    def begin_stopped(*args: Any) -> Any:
        match = begin(*args)
        match.write_with(stopped, 1)
        return match

    monkeypatch.setattr(pair.hosts[0], "_match", begin_stopped)
    pair.both()
    (match,) = pair.hosts[0].matches
    assert match.moves == 0
    stopped.ready = True
    assert Bare.READY in pair.say(0, Signal.CHANGED)
    assert match.moves == 1
