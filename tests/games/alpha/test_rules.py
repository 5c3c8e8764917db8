"""Rules and view, by the numbers of SPEC.md."""

from random import Random

import pytest
from games.alpha.contract import boards
from hypothesis import given
from hypothesis import strategies as st

from fogfield.core.game import NOT_SEATED, OVER, Watcher
from fogfield.core.grid import Cell, Grid
from fogfield.core.outcome import ABANDONED
from fogfield.games.alpha.rules import (
    LOST,
    NO_SUCH_SIZE,
    PLAYER,
    QUIT,
    WON,
    Action,
    Options,
    State,
    Verb,
    apply,
    end,
    faults,
    new,
    outcome,
    refusals,
    score,
    to_act,
)
from fogfield.games.alpha.view import choose, view

CORNER = Options(5, 5, (Cell(0, 0),))


def act(state: State, *actions: tuple[Verb, int, int] | Verb) -> State:
    for one in actions:
        action = Action(one) if isinstance(one, Verb) else Action(one[0], Cell(*one[1:]))
        assert refusals(state, PLAYER, action) == ()
        state = apply(state, PLAYER, action)
    return state


def solved(options: Options) -> list[tuple[Verb, int, int]]:
    return [(Verb.MARK if cell in options.mines else Verb.REVEAL, *cell) for cell in Grid(options.rows, options.cols)]


@pytest.mark.parametrize("size", [(4, 5), (5, 4), (11, 10), (10, 11), (0, 0), (-5, -5)])
def test_3_only_sizes_from_5_to_10_are_possible(size: tuple[int, int]) -> None:
    assert faults(Options(*size, (Cell(0, 0),))) == (NO_SUCH_SIZE,)


def test_3_every_fault_of_the_mines_is_said() -> None:
    assert faults(Options(5, 5, ())) == ("0 mines on 5x5: from 1 to 24 are possible",)
    assert faults(Options(5, 5, tuple(Grid(5, 5)))) == ("25 mines on 5x5: from 1 to 24 are possible",)
    assert faults(Options(5, 5, (Cell(0, 0), Cell(0, 0), Cell(5, 0), Cell(0, -1)))) == (
        "a mine is named twice",
        "the mine 5 0 is not on the board",
        "the mine 0 -1 is not on the board",
    )


@given(boards())
def test_7_a_digit_counts_the_mines_in_the_squares_that_touch(options: Options) -> None:
    assert faults(options) == ()
    state = new(options)
    for cell in Grid(options.rows, options.cols):
        if cell not in options.mines:
            after = act(state, (Verb.REVEAL, *cell))
            touching = sum(abs(cell.row - row) <= 1 and abs(cell.col - col) <= 1 for row, col in options.mines)
            changed = [(old, now) for old, now in zip(state.squares, after.squares, strict=True) if old != now]
            assert changed == [(" ", str(touching))]


def test_8_every_command_but_quit_uses_a_round() -> None:
    state = act(new(CORNER), (Verb.REVEAL, 1, 1), (Verb.MARK, 1, 1), (Verb.GUESS, 1, 1), Verb.HELP, Verb.NOFOG)
    assert state.rounds == 5
    assert act(state, Verb.QUIT).rounds == 5


def test_9_an_index_that_is_not_there_is_refused_and_the_row_is_named_first() -> None:
    state = new(Options(5, 8, (Cell(0, 0),)))

    def refused(row: int, col: int) -> list[str]:
        return [one.text for one in refusals(state, PLAYER, Action(Verb.REVEAL, Cell(row, col)))]

    assert refused(4, 7) == []
    assert refused(5, 7) == ["Index 5 out of bounds for length 5"]
    assert refused(4, 8) == ["Index 8 out of bounds for length 8"]
    assert refused(-1, 24) == ["Index -1 out of bounds for length 5"]


def test_a_command_has_a_square_if_it_needs_one_and_only_then() -> None:
    state = new(CORNER)
    assert [one.text for one in refusals(state, PLAYER, Action(Verb.REVEAL))] == ["reveal takes a square"]
    assert [one.text for one in refusals(state, PLAYER, Action(Verb.HELP, Cell(0, 0)))] == ["help takes no square"]


def test_nobody_else_acts_and_nobody_after_the_end() -> None:
    help_ = Action(Verb.HELP)
    assert refusals(new(CORNER), 1, help_) == (NOT_SEATED,)
    assert refusals(act(new(CORNER), Verb.QUIT), PLAYER, help_) == (OVER,)
    assert to_act(new(CORNER)) == {PLAYER}
    assert to_act(act(new(CORNER), Verb.QUIT)) == frozenset()


@given(boards(), st.randoms(use_true_random=False))
def test_10_it_is_won_when_every_mine_is_marked_and_the_rest_revealed_and_not_before(
    options: Options, rng: Random
) -> None:
    state = new(options)
    steps = solved(options)
    rng.shuffle(steps)
    for step in steps:
        assert outcome(state) is None
        state = act(state, step)
    assert outcome(state) == WON
    assert state.rounds == options.rows * options.cols


def test_10_a_flag_too_many_or_a_hidden_digit_blocks_the_win() -> None:
    steps = solved(CORNER)
    state = act(new(CORNER), (Verb.MARK, 4, 4), *steps[:-1])
    assert outcome(state) is None
    assert outcome(act(state, steps[-1])) == WON
    assert outcome(act(state, (Verb.GUESS, 4, 4))) is None


@pytest.mark.parametrize("before", [Verb.MARK, Verb.GUESS, Verb.HELP])
def test_10_a_revealed_mine_loses_whatever_stood_on_it(before: Verb) -> None:
    state = act(new(CORNER), before if before is Verb.HELP else (before, 0, 0), (Verb.REVEAL, 0, 0))
    assert outcome(state) == LOST


def test_14_quitting_and_leaving_are_ends_without_a_winner() -> None:
    assert outcome(act(new(CORNER), Verb.QUIT)) == QUIT
    assert outcome(end(new(CORNER), ABANDONED)) == ABANDONED
    assert QUIT.winners == LOST.winners == frozenset()


def test_11_the_score_of_every_board_and_4500_rounds_is_rounded_half_up_on_the_shortest_decimal() -> None:
    """94,500 pairs, against an integer computation on the digits that `repr` gives, without quantize."""
    sizes = sorted({rows * cols for rows in range(5, 11) for cols in range(5, 11)})
    pairs = 0
    differs_from_plain_formatting = 0
    for cells in sizes:
        rows, cols = next((r, cells // r) for r in range(5, 11) if cells % r == 0 and cells // r in range(5, 11))
        for rounds in range(1, 4501):
            expected = by_digits(100.0 * rows * cols / rounds)
            assert score(rows, cols, rounds) == expected
            differs_from_plain_formatting += f"{100.0 * rows * cols / rounds:.2f}" != expected
            pairs += 1
    assert pairs == 94_500
    assert differs_from_plain_formatting == 68


def by_digits(value: float) -> str:
    """Round with integers alone: hundredths, and one more if the rest of the digits begins with 5 or more."""
    whole, _, fraction = repr(value).partition(".")
    assert whole.isdecimal()
    assert fraction.isdecimal()
    fraction = fraction.ljust(3, "0")
    hundredths = int(whole + fraction[:2]) + (fraction[2] >= "5")
    return f"{hundredths // 100}.{hundredths % 100:02}"


@pytest.mark.parametrize(
    ("cells", "rounds", "java"),
    [
        ((5, 5), 32, "78.13"),
        ((5, 5), 25, "100.00"),
        ((10, 10), 10_000, "1.00"),
        ((8, 8), 1024, "6.25"),
        ((5, 6), 31, "96.77"),
    ],
)
def test_11_what_java_prints(cells: tuple[int, int], rounds: int, java: str) -> None:
    assert score(*cells, rounds) == by_digits(100.0 * cells[0] * cells[1] / rounds) == java


def test_12_nofog_shows_the_mines_to_the_player_until_the_next_command_and_to_nobody_else() -> None:
    state = act(new(CORNER), Verb.NOFOG)
    assert view(state, PLAYER).mines == {Cell(0, 0)}
    assert view(state, PLAYER).fogged().mines == frozenset()
    assert view(state, Watcher.PUBLIC).mines == frozenset()
    assert view(act(state, Verb.HELP), PLAYER).mines == frozenset()
    assert view(act(state, Verb.NOFOG), PLAYER).mines == {Cell(0, 0)}


def test_everybody_sees_the_mines_after_the_end_and_the_referee_always() -> None:
    assert view(new(CORNER), Watcher.REFEREE).mines == {Cell(0, 0)}
    for viewer in (PLAYER, *Watcher):
        assert view(act(new(CORNER), Verb.QUIT), viewer).mines == {Cell(0, 0)}


def test_a_view_holds_the_board_row_by_row() -> None:
    seen = view(act(new(Options(5, 7, (Cell(4, 6),))), (Verb.REVEAL, 3, 5), (Verb.MARK, 0, 6)), PLAYER)
    assert seen.squares == ("      F", "       ", "       ", "     1 ", "       ")
    assert seen.rounds == 2


def test_chance_proposes_squares_of_the_board_and_nothing_after_the_end() -> None:
    rng = Random(1)
    proposed = [choose(view(new(CORNER), PLAYER), rng) for _ in range(300)]
    assert {one.cell for one in proposed if one} == set(Grid(5, 5))
    assert choose(view(act(new(CORNER), Verb.QUIT), PLAYER), rng) is None
