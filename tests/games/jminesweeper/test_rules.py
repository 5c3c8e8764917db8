from random import Random

import pytest
from games.jminesweeper.boards import act, board, shown
from hypothesis import given, settings
from hypothesis import strategies as st

from fogfield.core.game import NOT_SEATED, OVER, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import ABANDONED, nobody, won
from fogfield.games.jminesweeper import rules
from fogfield.games.jminesweeper.faces import Sight
from fogfield.games.jminesweeper.rules import Options, Reveal, ToggleDebug, ToggleMark
from fogfield.games.jminesweeper.view import choose, view


def mark(row: int, col: int) -> ToggleMark:
    return ToggleMark(Cell(row, col))


def reveal(row: int, col: int) -> Reveal:
    return Reveal(Cell(row, col))


@pytest.mark.parametrize(
    ("columns", "rows", "bombs"),
    [
        (1, 1, (1, 1, 1)),
        (2, 2, (1, 1, 2)),
        (3, 2, (1, 2, 3)),
        (9, 9, (5, 21, 37)),
        (10, 10, (5, 25, 45)),
        (20, 10, (10, 50, 90)),
        (255, 255, (3252, 16257, 29262)),
    ],
)
def test_share_of_bombs_is_rounded_up(columns: int, rows: int, bombs: tuple[int, int, int]) -> None:
    for level, expected in enumerate(bombs, 1):
        options = Options(columns, rows, level)
        assert rules.bombs_for(options) == expected
        assert rules.new(options, Random(level)).bombs.bit_count() == expected


def test_everything_wrong_with_a_start_is_named_at_once() -> None:
    assert rules.faults(Options(1, 255, 3)) == ()
    assert rules.faults(Options(0, 256, 4)) == ("columns 0 not in 1-255", "rows 256 not in 1-255", "level 4 not in 1-3")


def test_a_new_game_hides_everything() -> None:
    state = rules.new(Options(3, 2, 1), Random(0))
    assert shown(state) == ["???", "???"]
    assert rules.outcome(state) is None
    assert rules.to_act(state) == {rules.PLAYER}


def test_revealing_a_cell_beside_bombs_opens_that_cell_alone() -> None:
    state = act(board("B..", "..B"), reveal(0, 1))
    assert shown(state) == ["?2?", "???"]


def test_opening_goes_up_down_left_right_and_stops_at_the_digits_it_opens() -> None:
    state = board(
        "......",
        ".B....",
        "......",
        "....B.",
    )
    assert shown(act(state, reveal(0, 5))) == [
        "??1...",
        "??1...",
        "???111",
        "??????",
    ]


def test_opening_does_not_slip_through_corners() -> None:
    # The two empty areas touch only across the corner of the middle cells, which are digits.
    state = board(
        "....B.",
        "......",
        "......",
        ".B....",
    )
    assert shown(act(state, reveal(0, 0))) == [
        "...1??",
        "...1??",
        "111???",
        "??????",
    ]


def test_opening_goes_around_marks_and_leaves_them() -> None:
    state = board("...B", "....")
    state = act(state, mark(0, 0), reveal(1, 0))
    assert shown(state) == ["!.1?", "..1?"]


def test_a_marked_cell_is_not_revealed() -> None:
    state = act(board("B."), mark(0, 1))
    assert rules.refusals(state, rules.PLAYER, reveal(0, 1)) == (rules.MARKED,)
    assert shown(act(state, mark(0, 1), reveal(0, 1))) == ["?1"]


def test_an_open_cell_is_neither_revealed_nor_marked() -> None:
    state = act(board("B."), reveal(0, 1))
    assert rules.refusals(state, rules.PLAYER, reveal(0, 1)) == (rules.OPEN_ALREADY,)
    assert rules.refusals(state, rules.PLAYER, mark(0, 1)) == (rules.OPEN_ALREADY,)


def test_marks_are_not_limited_and_win_only_when_they_equal_the_bombs() -> None:
    state = act(board("B.B"), mark(0, 0), mark(0, 1), mark(0, 2))
    assert rules.outcome(state) is None
    state = act(state, mark(0, 1))
    assert rules.outcome(state) == won(rules.PLAYER, reason="marked every bomb")
    assert shown(state) == ["@2@"]
    assert rules.to_act(state) == frozenset()


def test_opening_every_safe_cell_does_not_win() -> None:
    state = act(board("B.."), reveal(0, 2))
    assert shown(state) == ["?1."]
    assert rules.outcome(state) is None
    assert rules.outcome(act(state, mark(0, 0))) is not None


def test_loss_shows_everything_with_marks_and_bombs_both_discernible() -> None:
    state = board(
        "B.B.",
        "....",
        "...B",
    )
    state = act(state, mark(0, 2), mark(1, 0), reveal(0, 0))
    assert rules.outcome(state) == nobody("hit a bomb")
    assert shown(state) == [
        "*2@1",
        "/222",
        "..1B",
    ]


def test_nothing_acts_after_the_end() -> None:
    state = act(board("B.."), reveal(0, 0))
    for action in (reveal(0, 1), mark(0, 1), ToggleDebug()):
        assert OVER in rules.refusals(state, rules.PLAYER, action)


def test_all_refusals_are_given_at_once() -> None:
    state = act(board("B.."), reveal(0, 1), reveal(0, 0))
    assert rules.refusals(state, 3, reveal(0, 1)) == (NOT_SEATED, OVER, rules.OPEN_ALREADY)
    assert rules.refusals(state, 0, reveal(9, 9)) == (OVER, rules.OFF_BOARD)


def test_debug_mode_shows_hidden_bombs_and_changes_nothing() -> None:
    before = act(board("B.B", "..."), mark(0, 0), mark(1, 0))
    debug = act(before, ToggleDebug())
    assert shown(debug) == ["@?B", "!??"]
    assert shown(act(debug, ToggleDebug())) == shown(before)
    assert (debug.bombs, debug.marks, debug.opened) == (before.bombs, before.marks, before.opened)
    assert shown(act(debug, reveal(1, 1))) == ["@?B", "!2?"]


def test_public_never_sees_the_bombs_of_debug_mode_and_the_referee_always_does() -> None:
    state = act(board("B..", "..."), ToggleDebug())
    assert view(state, Watcher.PUBLIC).faces == (b"???", b"???")
    assert view(state, rules.PLAYER).faces == (b"B??", b"???")
    hidden = act(state, ToggleDebug())
    assert view(hidden, Watcher.REFEREE).faces == (b"B??", b"???")
    over = act(state, reveal(0, 0))
    assert view(over, Watcher.PUBLIC).faces == view(over, rules.PLAYER).faces == (b"*1.", b"11.")


def test_chance_proposes_what_the_view_allows_and_nothing_after_the_end() -> None:
    state = act(board("B.."), reveal(0, 1), mark(0, 2))
    seen = view(state, rules.PLAYER)
    assert {choose(seen, Random(seed)) for seed in range(50)} == {reveal(0, 0), mark(0, 0), mark(0, 2)}
    assert choose(view(act(state, reveal(0, 0)), rules.PLAYER), Random(0)) is None


def test_an_end_from_outside_shows_everything_and_stops_everything() -> None:
    state = rules.end(act(board("B.."), mark(0, 1)), ABANDONED)
    assert rules.outcome(state) == ABANDONED
    assert rules.to_act(state) == frozenset()
    assert OVER in rules.refusals(state, rules.PLAYER, reveal(0, 2))
    for viewer in (rules.PLAYER, *Watcher):
        assert view(state, viewer).faces == (b"B/.",)
        assert view(state, viewer).outcome == ABANDONED


def plain_face_row(state: rules.State, row: int, sight: Sight) -> bytes:
    """Paint a row cell by cell, as SPEC.md has it."""
    field = state.field

    def face(cell: Cell) -> str:
        bit = field.bit(cell)
        around = sum(bool(state.bombs & field.bit(near)) for near in field.grid.near(cell))
        digit = str(around or ".")
        marked, bomb = state.marks & bit, state.bombs & bit
        if state.opened & bit:
            return digit
        if sight is Sight.FOG or (sight is Sight.DEBUG and not bomb):
            return "!" if marked else "?"
        if bomb:
            return "*" if state.hit & bit else "@" if marked else "B"
        return "/" if marked else digit

    return "".join(face(Cell(row, col)) for col in range(field.cols)).encode()


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 3), st.integers(0, 2**32), st.data())
@settings(deadline=None)
def test_painting_touched_rows_equals_painting_everything(
    columns: int, rows: int, level: int, seed: int, data: st.DataObject
) -> None:
    state = rules.new(Options(columns, rows, level), Random(seed))
    actions = st.one_of(
        st.builds(Reveal, st.sampled_from(list(state.field.grid))),
        st.builds(ToggleMark, st.sampled_from(list(state.field.grid))),
        st.just(ToggleDebug()),
    )
    for action in data.draw(st.lists(actions, max_size=15)):
        if not rules.refusals(state, rules.PLAYER, action):
            state = rules.apply(state, rules.PLAYER, action)
            sight = rules.sight_of(state)
            assert state.faces == tuple(rules.paint(state, 0, rows - 1, sight))
            assert state.faces == tuple(plain_face_row(state, row, sight) for row in range(rows))
            assert (sight is Sight.TRUTH) == (rules.outcome(state) is not None)
