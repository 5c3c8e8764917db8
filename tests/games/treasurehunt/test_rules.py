from random import Random

import pytest
from games.treasurehunt.scene import PICTURE, D, L, R, U, begun, fields, luck_of, play, walk
from hypothesis import given, settings
from hypothesis import strategies as st

from fogfield.core.grid import Cell
from fogfield.core.outcome import ABANDONED, won
from fogfield.games.treasurehunt.presets import PRESETS, Options, faults, half_rules
from fogfield.games.treasurehunt.rules import (
    CAPTURED,
    LUCK,
    TOO_LONG,
    Action,
    Forfeit,
    Luck,
    Move,
    SendHalf,
    State,
    apply,
    bound,
    corner,
    end,
    new,
    outcome,
    refusals,
    to_act,
    turn,
)
from fogfield.games.treasurehunt.view import choose, view
from fogfield.kits.explore.halves import Field, random_half
from fogfield.kits.explore.land import Terrain

HALF = SendHalf(fields())


def codes(state: State, seat: int, action: Action) -> list[str]:
    return [one.code for one in refusals(state, seat, action)]


# --- options


@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
def test_every_preset_can_be_played(options: Options) -> None:
    assert faults(options) == ()
    assert bound(options) == 321


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"rows": 1}, "rows 1 not in 2-50"),
        ({"cols": 51}, "columns 51 not in 2-50"),
        ({"water": -1}, "water -1 not 0 or more"),
        ({"grass": 1, "forts": 0}, "a fort and a treasure"),
        ({"forts": 0}, "forts 0 not in 1-23"),
        ({"forts": 24}, "forts 24 not in 1-23"),
        ({"most_actions": 1}, "most_actions 1 not in 2-10000"),
        ({"hidden_actions": 1}, "hidden_actions 1 not 2 or more"),
        ({"grass": 39}, "no half map was found"),
        (
            {"most_water_long": 0, "most_water_short": 0, "water": 25, "grass": 2, "mountains": 0},
            "no half map was found",
        ),
    ],
)
def test_options_that_nobody_can_play_with_are_refused(changes: dict[str, int], text: str) -> None:
    assert any(text in fault for fault in faults(Options()._replace(**changes)))


# --- chance


def test_everything_that_is_drawn_comes_out_both_ways() -> None:
    drawn = [new(Options(), Random(seed)).luck for seed in range(40)]
    assert {one.starter for one in drawn} == {0, 1}
    assert {(one.wide, one.first) for one in drawn} == {(False, 0), (False, 1), (True, 0), (True, 1)}
    assert len({number for one in drawn for number in (*one.treasures, *one.forts, one.fog)}) == 200


@pytest.mark.parametrize(
    ("luck", "size", "corners"),
    [
        (Luck(wide=False, first=0), (10, 10), (Cell(0, 0), Cell(5, 0))),
        (Luck(wide=False, first=1), (10, 10), (Cell(5, 0), Cell(0, 0))),
        (Luck(wide=True, first=0), (5, 20), (Cell(0, 0), Cell(0, 10))),
        (Luck(wide=True, first=1), (5, 20), (Cell(0, 10), Cell(0, 0))),
    ],
)
def test_halves_are_joined_as_it_was_drawn_and_not_turned(
    luck: Luck, size: tuple[int, int], corners: tuple[Cell, Cell]
) -> None:
    state = begun(luck)
    assert state.land is not None
    assert (state.land.rows, state.land.cols) == size
    assert (corner(state, 0), corner(state, 1)) == corners
    for seat, shift in enumerate(corners):
        side = state.sides[seat]
        assert side.fort == side.figure == Cell(4 + shift.row, 4 + shift.col)
        for field in fields():
            assert state.land.at(Cell(field.cell.row + shift.row, field.cell.col + shift.col)) is field.terrain


def test_the_treasure_lies_on_any_grass_of_the_own_half_but_the_castle() -> None:
    grass = [field.cell for field in fields() if field.terrain is Terrain.GRASS]
    numbers = [LUCK * part // 150 for part in range(150)]
    found = {begun(Luck(treasures=(number, 0))).sides[0].treasure for number in numbers}
    assert found == set(grass) - {Cell(4, 4)}
    assert begun(Luck(treasures=(0, LUCK - 1))).sides[1].treasure == Cell(9, 9)


def test_of_six_castles_the_server_takes_one() -> None:
    options = PRESETS["ss2025"]
    half = random_half(half_rules(options), Random(3))
    assert half is not None
    sent = SendHalf(half.fields())
    forts = {
        play(State(options, Luck(forts=(LUCK * part // 60, 0))), sent).sides[0].fort for part in range(60)
    }  # fmt: skip
    assert forts == set(half.forts)
    assert len(forts) == 6
    assert codes(State(Options()), 0, sent) == ["fort-count"]


@given(st.integers(0, LUCK - 1), st.randoms(use_true_random=False))
def test_the_order_in_which_fields_are_sent_changes_nothing(number: int, rng: Random) -> None:
    luck = Luck(treasures=(number, number))
    mixed = list(fields())
    rng.shuffle(mixed)
    assert play(State(Options(), luck), SendHalf(tuple(mixed)), HALF) == begun(luck)


# --- turns and half maps


@pytest.mark.parametrize("starter", [0, 1])
def test_who_was_drawn_starts_and_both_act_in_turn(starter: int) -> None:
    state = State(Options(), Luck(starter=starter))
    for seat, action in ((starter, HALF), (1 - starter, HALF), (starter, Move(L)), (1 - starter, Move(L))):
        assert to_act(state) == {seat}
        assert codes(state, 1 - seat, action)[0] == "not-your-turn"
        state = play(state, action)


def test_no_seat_but_two() -> None:
    assert codes(State(Options()), 2, HALF) == ["not-seated"]


def test_a_second_half_map_is_refused_in_turn_and_out_of_turn() -> None:
    assert codes(begun(), 0, HALF) == ["half-twice"]
    assert codes(begun(), 1, HALF) == ["not-your-turn", "half-twice"]
    assert codes(play(State(Options()), HALF), 0, HALF) == ["not-your-turn", "half-twice"]


def test_a_move_before_both_halves_are_there_is_refused() -> None:
    assert codes(State(Options()), 0, Move(L)) == ["no-map"]
    assert codes(play(State(Options()), HALF), 0, Move(L)) == ["not-your-turn", "no-map"]
    assert codes(play(State(Options()), HALF), 1, Move(L)) == ["no-map"]


#: One wrong half map for every rule; the last breaks several.
WRONG: dict[str, tuple[Field, ...]] = {
    "field-count field-missing": fields()[1:],
    "field-count field-twice": (*fields(), fields()[0]),
    "field-outside field-missing": (fields()[0]._replace(cell=Cell(0, 10)), *fields()[1:]),
    "too-little-mountain": fields(PICTURE.replace("^^^^^", "^^^^.")),
    "too-little-water": fields(PICTURE.replace("~~.~~.~~", "~~.~~.~.")),
    "too-little-grass": fields("^^^^^^^^^^ ^~~^~~^~~^ .^^^^^.... ..~^^..... ....F....."),
    "fort-count": fields(PICTURE.replace("F", ".")),
    "fort-place": tuple(field._replace(fort=field.cell == Cell(2, 1)) for field in fields()),
    "island": fields("~......... .~~.~~.~~. ~^^^^^.... ..~....... ....F....."),
    "border-water": fields(PICTURE.replace("....F.....", "~~~.F.~~..")),
    "too-little-water fort-count border-water": fields("~~~~~..... .......... .^^^^^.... .......... .........."),
}


@pytest.mark.parametrize(("expected", "sent"), WRONG.items(), ids=WRONG)
def test_a_wrong_half_map_is_refused_with_every_reason(expected: str, sent: tuple[Field, ...]) -> None:
    assert codes(State(Options()), 0, SendHalf(sent)) == expected.split()
    assert codes(State(Options()), 1, SendHalf(sent)) == ["not-your-turn", *expected.split()]


def test_terms_with_other_borders_want_other_half_maps() -> None:
    assert set(codes(State(PRESETS["ws2025"]), 0, HALF)) == {"border-dry"}


# --- moves


def test_a_command_towards_water_or_off_the_map_is_refused_at_once() -> None:
    below_water = walk(begun(), "LLLL")
    assert below_water.sides[0].figure == Cell(4, 2)
    assert codes(below_water, 0, Move(U)) == ["into-water"]
    assert codes(walk(begun(Luck(first=1)), ""), 0, Move(D)) == ["off-map"]
    assert codes(walk(below_water, "LLLL"), 0, Move(L)) == ["off-map"]
    assert codes(walk(below_water, "L"), 1, Move(D)) == ["not-your-turn", "off-map"]


def test_a_step_takes_as_many_commands_as_the_terrain_says() -> None:
    state = begun()
    for commands, figure in (
        ("U", (4, 4)),
        ("U", (3, 4)),
        ("UU", (3, 4)),
        ("U", (2, 4)),
        ("LLL", (2, 4)),
        ("L", (2, 3)),
        ("DDD", (3, 3)),
    ):
        state = walk(state, commands)
        assert state.sides[0].figure == figure


def test_another_direction_loses_what_was_sent_even_if_the_old_one_is_taken_up_again() -> None:
    state = walk(begun(), "UULUUU")
    assert state.sides[0].figure == Cell(2, 4)
    state = walk(walk(begun(), "UUUUU"), "LLLDL")
    assert state.sides[0].figure == Cell(2, 4)
    assert (state.sides[0].heading, state.sides[0].sent) == (L, 1)
    assert walk(state, "LLL").sides[0].figure == Cell(2, 3)


def test_grass_reveals_itself_and_a_mountain_all_around_and_it_stays_known() -> None:
    state = begun(Luck(treasures=(luck_of(Cell(3, 5)), 0)))
    assert state.sides[0].seen == frozenset()
    state = walk(state, "UU")
    assert state.sides[0].seen == {Cell(3, 4)}
    state = walk(state, "UUU")
    assert state.sides[0].seen == {Cell(row, col) for row in (1, 2, 3) for col in (3, 4, 5)}
    assert Cell(3, 5) in walk(state, "RRRRRRR").sides[0].seen


def test_entering_the_treasure_picks_it_up_but_only_its_owner_can() -> None:
    state = begun(Luck(treasures=(luck_of(Cell(4, 5)), luck_of(Cell(0, 3)))))
    state = walk(state, "RR")
    assert state.sides[0].collected
    assert not state.sides[1].collected
    assert not walk(state, "DDLLLL" + "LLLL").sides[1].collected


def test_entering_the_castle_with_the_treasure_wins_at_once_and_without_it_reveals_it() -> None:
    # From row 4 the figure goes down column 3 of the lower half to the castle at row 9, column 4.
    way = "LL" + "DD" + "DD" + "DDD" + "DDD" + "DD"
    without = walk(begun(Luck(treasures=(luck_of(Cell(0, 9)), 0))), way + "RR")
    assert outcome(without) is None
    assert without.sides[0].figure == Cell(9, 4)
    assert Cell(9, 4) in without.sides[0].seen
    with_it = walk(begun(Luck(treasures=(luck_of(Cell(4, 3)), 0))), way + "RR")
    assert outcome(with_it) == won(0, reason=CAPTURED)
    assert to_act(with_it) == frozenset()
    assert codes(with_it, 1, Move(L)) == ["over"]


@pytest.mark.parametrize("most", [10, 11])
def test_after_the_last_action_whoever_is_now_to_act_has_lost(most: int) -> None:
    state = begun(options=Options(most_actions=most))
    while not outcome(state):
        assert state.actions < most
        state = play(state, Move((L, R)[state.actions // 2 % 2]))
    assert state.actions == most
    assert outcome(state) == won(1 - turn(state), reason=TOO_LONG)


def test_the_last_action_may_still_win() -> None:
    way = "LL" + "DD" + "DD" + "DDD" + "DDD" + "DD" + "RR"
    luck = Luck(treasures=(luck_of(Cell(4, 3)), 0))
    assert outcome(walk(begun(luck, Options(most_actions=2 * len(way) + 1)), way)) == won(0, reason=CAPTURED)
    late = walk(begun(luck, Options(most_actions=2 * len(way))), way[:-1])
    assert outcome(late) == won(1, reason=TOO_LONG)


@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_may_forfeit_at_any_time_and_the_other_has_won(seat: int) -> None:
    for state in (State(Options()), begun(), walk(begun(), "UUUU")):
        assert refusals(state, seat, Forfeit("moved out of turn")) == ()
        lost = apply(state, seat, Forfeit("moved out of turn"))
        assert outcome(lost) == won(1 - seat, reason="moved out of turn")
        assert codes(lost, seat, Forfeit("again")) == ["over"]


def test_an_end_from_outside_is_the_outcome() -> None:
    assert outcome(end(begun(), ABANDONED)) == ABANDONED


@given(st.integers(0, 2**32), st.sampled_from(sorted(PRESETS)))
@settings(max_examples=30, deadline=None)
def test_whatever_happens_figures_stay_dry_and_what_is_known_stays_known(seed: int, preset: str) -> None:
    rng, state, options = Random(seed), new(PRESETS[preset], Random(seed)), PRESETS[preset]
    while not state.ended:
        seat = turn(state)
        action = choose(view(state, seat), rng)
        assert action is not None
        after = apply(state, seat, action)
        side, before = after.sides[seat], state.sides[seat]
        assert after.sides[1 - seat]._replace(trail=()) == state.sides[1 - seat]._replace(trail=())
        assert after.actions == state.actions + 1 <= options.most_actions
        if after.land:
            assert after.land.at(side.figure) is not Terrain.WATER
            assert (
                abs(side.figure.row - before.figure.row) + abs(side.figure.col - before.figure.col) <= 1
                or not state.land
            )
            assert side.seen >= before.seen
            assert side.collected >= before.collected
            assert 0 <= side.sent <= 3
        state = after
