"""Rooms, tables and players, without a server."""

from support.toy import TOY

from fogfield.core.match import Match
from fogfield.core.outcome import ABANDONED, won
from fogfield.core.table import AnyMatch, Player, Room, Table


class Guest(Player):
    """A player who counts how often he is told."""

    def __init__(self, name: str = "") -> None:
        super().__init__(self.count, name)
        self.times = 0

    def count(self) -> None:
        self.times += 1


class Begun:
    """A room, and the matches that were begun in it."""

    def __init__(self) -> None:
        self.matches: list[AnyMatch] = []
        self.room = Room(2, self._begin)

    def _begin(self, table: Table, now: float) -> AnyMatch:
        self.matches.append(Match(TOY, table.options, "seed", now=now))
        return self.matches[-1]

    def pair(self, options: int = 9) -> tuple[Guest, Guest]:
        first, second = Guest(), Guest()
        self.room.enter(first, options, 0.0)
        self.room.enter(second, options, 1.0)
        return first, second


def waits(room: Room, player: Player) -> bool:
    return player.table is not None and room.waits(player.table)


def play_out(first: Player, second: Player) -> None:
    """The toy game: two each, until one has reached the goal."""
    players = [first, second]
    while not first.chair.outcome:  # type: ignore[union-attr]
        assert players[0].chair
        assert players[0].chair.act(2, 2.0) == ()
        players.reverse()


def test_the_first_waits_and_the_second_begins_the_match() -> None:
    begun = Begun()
    first, second = Guest(), Guest()
    begun.room.enter(first, 9, 0.0)
    assert waits(begun.room, first)
    assert (first.chair, first.times, begun.matches) == (None, 0, [])
    begun.room.enter(second, 9, 1.0)
    assert not waits(begun.room, first)
    assert (first.times, second.times, len(begun.matches)) == (1, 1, 1)
    assert first.chair
    assert second.chair
    assert first.chair.act(1, 2.0) == ()
    assert second.chair.act(1, 3.0) == ()
    assert (first.times, second.times) == (2, 2)  # each of what the other did


def test_the_one_who_came_first_has_the_first_seat() -> None:
    _, second = Begun().pair()
    assert second.chair
    assert [one.code for one in second.chair.act(1, 0.0)] == ["not-your-turn"]


def test_players_with_other_options_do_not_meet() -> None:
    begun = Begun()
    guests = [Guest() for _ in range(3)]
    for guest, options in zip(guests, (9, 12, 12), strict=True):
        begun.room.enter(guest, options, 0.0)
    assert waits(begun.room, guests[0])
    assert guests[1].chair
    assert guests[2].chair
    assert begun.matches[0].record.options == 12


def test_who_left_while_waiting_is_never_paired() -> None:
    begun = Begun()
    gone, first, second = Guest(), Guest(), Guest()
    begun.room.enter(gone, 9, 0.0)
    gone.leave(0.5)
    begun.room.enter(first, 9, 1.0)
    assert waits(begun.room, first)
    begun.room.enter(second, 9, 2.0)
    assert first.chair
    assert gone.chair is None
    gone.leave(3.0)
    assert len(begun.matches) == 1


def test_who_is_no_longer_there_is_not_paired_though_nobody_was_told_yet() -> None:
    begun = Begun()
    gone, first, second = Guest(), Guest(), Guest()
    begun.room.enter(gone, 9, 0.0)
    gone.present = lambda: False
    begun.room.enter(first, 9, 1.0)
    assert first.chair is None
    late = Guest()
    late.present = lambda: False
    begun.room.enter(late, 9, 1.5)
    assert first.chair is None
    gone.leave(2.0)
    begun.room.enter(second, 9, 2.0)
    assert first.chair
    assert second.chair
    assert gone.chair is late.chair is None
    late.leave(3.0)


def test_the_keeper_of_the_room_is_told_who_sat_down_and_that_somebody_left() -> None:
    told: list[tuple[int, Player | None]] = []
    room = Room(
        2,
        lambda table, now: Match(TOY, table.options, "seed", now=now),
        lambda table, player: told.append((len(table.players), player)),
    )
    first, second, gone = (Guest() for _ in range(3))
    room.enter(gone, 9, 0.0)
    gone.leave(0.5)
    assert told == [(1, gone), (0, None)]
    assert not room.waiting
    room.enter(first, 9, 1.0)
    room.enter(second, 9, 1.0)
    assert told[2:] == [(1, first), (2, second)]
    second.call("Bo")
    second.call("Bo")
    assert told[4:] == [(2, second)]


def test_leaving_in_the_middle_ends_the_match_and_the_other_is_told_that_he_is_alone() -> None:
    begun = Begun()
    first, second = begun.pair()
    told = second.times
    first.leave(2.0, won(1, reason="the other left"))
    assert begun.matches[0].outcome == won(1, reason="the other left")
    assert second.alone
    assert second.times > told
    assert not first.alone
    second.leave(3.0)
    first.leave(4.0)
    assert begun.matches[0].outcome == won(1, reason="the other left")


def test_leaving_without_a_reason_is_an_abandoned_match() -> None:
    begun = Begun()
    begun.pair()[1].leave(2.0)
    assert begun.matches[0].outcome == ABANDONED


def test_another_match_begins_when_both_want_one_and_the_seats_stay() -> None:
    begun = Begun()
    first, second = begun.pair()
    play_out(first, second)
    old = first.chair
    second.again(5.0)
    second.again(5.0)
    assert first.chair is old
    first.again(6.0)
    assert first.chair is not old
    assert len(begun.matches) == 2
    assert first.chair
    assert first.chair.act(1, 7.0) == ()
    assert len(begun.matches[1].record.moves) == 1


def test_nobody_can_wish_for_another_match_before_the_end_or_alone_or_without_a_table() -> None:
    begun = Begun()
    first, second = begun.pair()
    first.again(2.0)
    second.again(2.0)
    assert len(begun.matches) == 1
    play_out(first, second)
    first.leave(3.0)
    second.again(4.0)
    first.again(4.0)
    assert len(begun.matches) == 1
    Guest().again(5.0)


def test_a_new_match_needs_new_wishes() -> None:
    begun = Begun()
    first, second = begun.pair()
    for _ in range(3):
        play_out(first, second)
        first.again(5.0)
        second.again(5.0)
    assert len(begun.matches) == 4
    play_out(first, second)
    first.again(6.0)
    assert len(begun.matches) == 4


def test_the_first_who_waits_gets_the_seat_that_is_wished_for_and_the_next_what_is_free() -> None:
    begun = Begun()
    first, second = Guest(), Guest()
    begun.room.enter(first, 9, 0.0, seat=1)
    assert first.seat == 1
    begun.room.enter(second, 9, 0.0, seat=1)
    assert (first.seat, second.seat) == (1, 0)
    assert second.chair
    assert second.chair.to_act
    assert first.chair
    assert not first.chair.to_act


def test_somebody_may_be_seated_with_whoever_waits() -> None:
    begun = Begun()
    first, other = Guest(), Guest()
    table = begun.room.enter(first, 9, 0.0, seat=1)
    assert table.free == [0]
    table.sit(other, 1.0)
    assert (first.seat, other.seat) == (1, 0)
    assert first.chair
    assert other.chair
    assert table.free == []


def test_nobody_sits_down_at_a_private_table_or_one_with_another_time_limit_by_chance() -> None:
    begun = Begun()
    friend, hurried, stranger = Guest(), Guest(), Guest()
    private = begun.room.table(9, public=False)
    private.sit(friend, 0.0)
    begun.room.table(9, think_s=5.0).sit(hurried, 0.0)
    begun.room.enter(stranger, 9, 1.0)
    assert (friend.chair, hurried.chair, stranger.chair) == (None, None, None)
    private.sit(Guest(), 2.0)
    assert friend.chair
    assert begun.room.find(Guest(), 9, 5.0) is hurried.table


def test_who_left_a_table_of_several_makes_room_for_another() -> None:
    room = Room(3, lambda table, now: Match(TOY, table.options, "seed", now=now))
    first, second, third = Guest(), Guest(), Guest()
    table = room.enter(first, 9, 0.0)
    room.enter(second, 9, 0.0)
    assert first.times == 1
    first.leave(1.0)
    assert (second.alone, second.times) == (False, 1)
    assert table.free == [0, 2]
    room.enter(third, 9, 1.0)
    assert third.seat == 0
    assert room.waits(table)


def test_players_sit_down_again_at_a_match_that_broke_off() -> None:
    begun = Begun()
    match = Match(TOY, 9, "seed", name="m1")
    match.act(0, 1, 0.0)
    first, second = Guest(), Guest()
    table = begun.room.go_on({0: first, 1: second}, match, 9)
    assert begun.matches == []
    assert not begun.room.waits(table)
    assert second.chair
    assert second.chair.act(1, 1.0) == ()
    assert (first.times, table.name, second.chair.match) == (1, "m1", "m1")
    second.leave(2.0)
    assert first.alone


def test_who_waited_before_waits_again() -> None:
    begun = Begun()
    table = begun.room.go_on({1: Guest()}, None, 9)
    assert begun.room.waits(table)
    begun.room.enter(Guest(), 9, 0.0)
    assert len(begun.matches) == 1


def test_a_wish_for_another_match_is_told_to_the_others() -> None:
    first, second = Begun().pair()
    play_out(first, second)
    told = second.times
    first.again(5.0)
    assert second.times == told + 1
    assert first.table
    assert first.table.wants_again(first)
    assert not first.table.wants_again(second)


def test_players_at_a_table_know_what_the_others_want_to_be_called() -> None:
    begun = Begun()
    first, second = Guest(), Guest()
    first.call("Ann")
    assert not first.others
    begun.room.enter(first, 9, 0.0)
    begun.room.enter(second, 9, 0.0)
    assert [first.others, second.others] == [("",), ("Ann",)]
    times = first.times, second.times
    second.call("Bo")
    assert first.others == ("Bo",)
    assert (first.times, second.times) == (times[0] + 1, times[1])
