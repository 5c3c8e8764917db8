"""The rules, one sentence each; the numbers are those of SPEC.md."""

from random import Random

import pytest

from fogfield.core.errors import RecordError
from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.classic import GAME, rules, view
from fogfield.games.classic.bots import BOTS
from fogfield.games.classic.notation import NOTATION
from fogfield.games.classic.rules import PLAYER, Chord, Fence, Mark, Options, Reveal, State
from fogfield.kits.mines.boards import Board, read, without_guess


def drawn(text: str, *, questions: bool = False) -> State:
    """A board whose mines are drawn as `*`, with nothing open."""
    rows = text.split()
    options = Options(len(rows[0]), len(rows), text.count("*"), "unsafe", questions=questions)
    state = rules.new(options, Random(1))
    mines = sum(state.field.bit(cell) for cell in state.field.grid if rows[cell.row][cell.col] == "*")
    return state._replace(mines=mines, laid=True)


def play(state: State, *actions: rules.Action) -> State:
    for action in actions:
        assert rules.refusals(state, PLAYER, action) == ()
        state = rules.apply(state, PLAYER, action)
    return state


def seen(state: State) -> str:
    return b" ".join(view.view(state, PLAYER).faces).decode()


def codes(state: State, action: rules.Action) -> list[str]:
    return [one.code for one in rules.refusals(state, PLAYER, action)]


def test_an_empty_cell_opens_its_area_in_all_eight_directions() -> None:
    state = play(drawn("...* .... .... *..."), Reveal(Cell(0, 0)))
    assert seen(state) == "..1B ..11 11.. B1.."


def test_the_first_mine_ends_the_game_and_shows_everything() -> None:
    state = play(drawn("*.* ... ..."), Mark(Cell(0, 2)), Mark(Cell(1, 1)), Reveal(Cell(0, 0)))
    assert rules.outcome(state) == (frozenset(), "hit a mine", ())
    assert seen(state) == "*?@ ?/? ???"
    assert codes(state, Reveal(Cell(0, 1))) == ["over"]


def test_all_safe_cells_open_win_without_any_flag() -> None:
    state = play(drawn("*. .."), Reveal(Cell(0, 1)), Reveal(Cell(1, 0)), Reveal(Cell(1, 1)))
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.winners == {PLAYER}


def test_marks_go_round_with_question_marks_only_if_wanted() -> None:
    cell = Mark(Cell(0, 0))
    plain, asking = drawn("*. .."), drawn("*. ..", questions=True)
    assert seen(play(plain, cell)) == "!? ??"
    assert seen(play(plain, cell, cell)) == "?? ??"
    assert seen(play(asking, cell, cell)) == "~? ??"
    assert seen(play(asking, cell, cell, cell)) == "?? ??"


def test_a_flagged_cell_is_not_opened_not_even_with_its_area() -> None:
    state = play(drawn("...* ...."), Mark(Cell(0, 0)))
    assert codes(state, Reveal(Cell(0, 0))) == ["flagged"]
    assert seen(play(state, Reveal(Cell(1, 0)))) == "!.1? ..1?"


def test_a_question_mark_is_opened_with_its_area() -> None:
    state = play(drawn("...* ....", questions=True), Mark(Cell(0, 0)), Mark(Cell(0, 0)))
    assert seen(play(state, Reveal(Cell(1, 0)))) == "..1? ..1?"


def test_a_chord_needs_as_many_flags_as_its_digit() -> None:
    state = play(drawn("*.. ... ..*"), Reveal(Cell(1, 1)))
    assert codes(state, Chord(Cell(1, 1))) == ["no-chord"]
    done = play(state, Mark(Cell(0, 0)), Mark(Cell(2, 2)), Chord(Cell(1, 1)))
    assert rules.outcome(done) is not None


def test_a_chord_where_every_closed_cell_has_a_flag_is_refused_for_that() -> None:
    state = play(drawn("*.. ... ..*"), *(Reveal(Cell(*place)) for place in ((0, 1), (1, 0), (1, 1))), Mark(Cell(0, 0)))
    assert codes(state, Chord(Cell(1, 1))) == ["no-chord"]
    state = play(state, Chord(Cell(0, 1)))
    assert codes(state, Chord(Cell(0, 1))) == ["nothing-left"]


def test_a_chord_on_a_closed_cell_is_refused_for_that_whatever_it_shows() -> None:
    state = drawn("*.. ... ..*", questions=True)
    assert codes(state, Chord(Cell(0, 1))) == ["closed"]
    state = play(state, Mark(Cell(0, 1)))
    assert codes(state, Chord(Cell(0, 1))) == ["closed"]
    assert codes(play(state, Mark(Cell(0, 1))), Chord(Cell(0, 1))) == ["closed"]


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(0, 1)])
def test_a_chord_where_every_neighbour_is_open_is_refused_for_that(cell: Cell) -> None:
    state = play(drawn("....*."), Reveal(Cell(0, 0)))
    assert seen(state) == "...1??"
    assert codes(state, Chord(cell)) == ["all-open"]


def test_a_chord_with_a_wrong_flag_loses() -> None:
    state = play(drawn("*.. ... ..."), Reveal(Cell(1, 1)), Mark(Cell(0, 1)), Chord(Cell(1, 1)))
    assert rules.outcome(state) == (frozenset(), "hit a mine", ())


def test_a_fence_flags_all_around_a_digit_that_has_just_so_many_closed_neighbours() -> None:
    state = play(drawn("*.*** ....."), Reveal(Cell(0, 1)), Reveal(Cell(1, 0)))
    assert codes(state, Fence(Cell(1, 0))) == ["no-fence"]  # two are closed around its 1
    state = play(state, Reveal(Cell(1, 1)))
    assert seen(state) == "?2??? 12???"
    assert codes(state, Fence(Cell(0, 0))) == ["no-fence"]
    assert codes(state, Fence(Cell(0, 1))) == ["no-fence"]
    state = play(state, Fence(Cell(1, 0)))
    assert (seen(state), state.actions) == ("!2??? 12???", 4)
    assert codes(state, Fence(Cell(1, 0))) == ["no-fence"]


def test_a_fence_adds_the_flags_that_are_missing_and_leaves_no_question_mark() -> None:
    opened = (Reveal(Cell(1, col)) for col in (1, 2, 3))
    state = play(drawn("*.*** .....", questions=True), Reveal(Cell(0, 1)), *opened)
    state = play(state, Mark(Cell(0, 2)), Mark(Cell(0, 2)), Mark(Cell(0, 3)))
    assert seen(state) == "?2~!? ?223?"
    assert seen(play(state, Fence(Cell(1, 2)))) == "?2!!? ?223?"
    assert not play(state, Fence(Cell(1, 2))).doubts


@pytest.mark.parametrize("action", [Reveal(Cell(5, 0)), Chord(Cell(0, -1)), Fence(Cell(0, -1)), Mark(Cell(9, 9))])
def test_what_is_not_on_the_board_is_refused(action: rules.Action) -> None:
    assert codes(drawn("*. .."), action) == ["off-board"]


def test_what_is_open_is_neither_opened_nor_marked() -> None:
    state = play(drawn("*.. ..."), Reveal(Cell(0, 1)))
    assert codes(state, Reveal(Cell(0, 1))) == codes(state, Mark(Cell(0, 1))) == ["open-already"]


@pytest.mark.parametrize("start", ["safe", "zero"])
def test_the_first_cell_keeps_its_promise(start: str) -> None:
    for seed in range(30):
        match = Match(GAME, Options(6, 6, 20, start), str(seed))
        match.act(PLAYER, Reveal(Cell(2, 2)), 0.0)
        face = match.view(PLAYER).faces[2][2:3]
        assert face != b"*"
        assert start == "safe" or face == b"."


def test_a_seed_gives_the_same_board_and_its_name_is_told_at_the_end() -> None:
    def faces(seed: str) -> tuple[bytes, ...]:
        state = play(rules.new(Options(9, 9, 10, "zero", "fern"), Random(seed)), Reveal(Cell(4, 4)))
        return view.view(state, PLAYER).faces

    assert faces("one") == faces("two")
    state = rules.new(Options(2, 2, 1, "unsafe"), Random(1))
    assert view.view(state, PLAYER).board == ""
    lost = play(state._replace(mines=1, laid=True), Reveal(Cell(0, 0)))
    assert read(view.view(lost, PLAYER).board).seed == lost.seed


def test_the_referee_sees_the_mines() -> None:
    assert view.view(drawn("*. .."), Watcher.REFEREE).faces[0] == b"B?"


def test_effort_counts_areas_and_lonely_digits() -> None:
    assert rules.effort(drawn("....* ..... .....")) == 1
    assert rules.effort(drawn("*.*.*")) == 2
    assert rules.effort(drawn("..*..")) == 2


def no_guess() -> Options:
    mines, _ = without_guess(Board(9, 9, 10, "noguess", "fern"), Cell(4, 4))
    return Options(9, 9, 10, "noguess", "fern", laid=tuple(sorted(mines)), first=Cell(4, 4))


def test_a_board_without_a_guess_begins_with_its_first_cell_open_and_the_expert_wins_it() -> None:
    options = no_guess()
    assert rules.faults(options) == ()
    assert NOTATION.read_options(NOTATION.write_options(options)) == options
    match = Match(GAME, options, "1")
    assert match.view(PLAYER).faces[4][4:5] == b"."
    bot = BOTS["expert"]().against("nobody")
    while match.outcome is None:
        action = bot.choose(match.view(PLAYER), Random(1))
        assert action is not None
        assert match.act(PLAYER, action, 0.0) == ()
    assert match.outcome.winners == {PLAYER}
    assert bot.choose(match.view(PLAYER), Random(1)) is None
    bot.over(match.view(PLAYER), Random(1))


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (Options(0, 5, 1), "columns 0 not in 1-255"),
        (Options(5, 5, 25), "25 mines do not fit"),
        (Options(5, 5, 3, "kind"), "there is no start rule 'kind'"),
        (Options(5, 5, 3, "safe", "a b"), "a seed has 1 to 40"),
        (Options(5, 5, 3, "safe", first=Cell(0, 0)), "only a board without a guess"),
        (Options(5, 5, 3, "noguess"), "brings its first cell and all its mines"),
        (Options(5, 5, 1, "noguess", laid=(Cell(0, 1),), first=Cell(0, 0)), "touches no mine"),
        (Options(5, 5, 1, "noguess", laid=(Cell(0, 0),), first=Cell(4, 4)), "there is nothing to play"),
    ],
)
def test_options_that_cannot_be_are_refused_with_a_sentence(options: Options, fault: str) -> None:
    assert fault in "; ".join(rules.faults(options))


WRITTEN = NOTATION.write_options(Options(3, 3, 1))


@pytest.mark.parametrize(
    "data",
    [None, {}, {"columns": True}, {**WRITTEN, "laid": 3, "first": 4}, {**WRITTEN, "rows": True}, {**WRITTEN, "x": 1}],
)
def test_options_that_were_never_written_are_refused(data: object) -> None:
    with pytest.raises(RecordError):
        NOTATION.read_options(data)


@pytest.mark.parametrize("data", [None, [], ["dig", 1, 2], ["reveal", 1], ["reveal", "1", 2], ["mark", True, 2]])
def test_actions_that_were_never_written_are_refused(data: object) -> None:
    with pytest.raises(RecordError):
        NOTATION.read_action(data)


@pytest.mark.parametrize("level", BOTS)
def test_bots_play_by_their_view_alone(level: str) -> None:
    wins = 0
    for seed in range(12):
        match = Match(GAME, Options(9, 9, 10, "zero"), str(seed))
        bot = BOTS[level]().against("nobody")
        while match.outcome is None:
            action = bot.choose(match.view(PLAYER), Random(1))
            assert action is not None
            assert match.act(PLAYER, action, 0.0) == ()
        wins += bool(match.outcome.winners)
    assert wins >= {"simple": 4, "odds": 9, "expert": 9}[level]
