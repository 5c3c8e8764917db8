"""Classic minesweeper in the terminal, without a terminal: wishes, times, drawing, keys, hints, the end."""

import fcntl
import json
import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from support.sweeping import Desk, OwnMind, Paper, safe_cells

from fogfield.core.grid import Cell, Grid
from fogfield.games.classic.rules import Mark, Reveal
from fogfield.kits.mines import boards
from fogfield.kits.mines.boards import BoardError
from fogfield.kits.mines.reasons import Step
from fogfield.play.classic import best, drawing, helping, pages, wish, words
from fogfield.play.classic.advising import Adviser
from fogfield.play.classic.best import BestTimes, Time, TimesError
from fogfield.play.classic.drawing import Marks
from fogfield.play.classic.game import Game, Laid
from fogfield.play.classic.mind import DIED, Answer, Fault, Progress, think
from fogfield.play.classic.proof import Proof
from fogfield.play.keys import Button, Mouse

TODAY = (2026, 11, 5)
EASY = "9x9-10-safe-fern"


def test_a_proof_of_one_deduction_is_no_plural() -> None:
    grid, laid = Grid(1, 4), Laid(frozenset({Cell(0, 3)}), Cell(0, 1))
    step = Step("number", frozenset({Cell(0, 2)}), frozenset(), (Cell(0, 2),), "it is safe", "it is safe")
    proof = Proof(grid, laid, (step,))
    proof.press("end")
    assert proof.said() == "That was the proof: 1 deduction, and not one guess."


# --- wishes


@pytest.mark.parametrize(
    ("given", "board"),
    [
        ({}, "9x9-10-safe-"),
        ({"kind": "expert", "start": "zero"}, "30x16-99-zero-"),
        ({"kind": "40x20/150", "start": "noguess"}, "40x20-150-noguess-"),
        ({"kind": "255x255/9000"}, "255x255-9000-safe-"),
        ({"daily": True}, "16x16-40-zero-2026.11.05"),
        ({"kind": "beginner", "start": "safe", "daily": True}, "9x9-10-safe-2026.11.05"),
        ({"board": "30x16-99-unsafe-fern"}, "30x16-99-unsafe-fern"),
    ],
)
def test_a_board_is_named_by_its_kind_a_name_or_the_day(given: dict[str, Any], board: str) -> None:
    assert str(wish.read(given, TODAY).board).startswith(board)


def test_two_games_have_two_seeds_and_the_daily_board_is_the_same_for_everybody() -> None:
    assert wish.read({}, TODAY).board != wish.read({}, TODAY).board
    assert wish.read({"daily": True}, TODAY) == wish.read({"daily": True}, TODAY)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"kind": "huge"}, "there is no board 'huge'"),
        ({"kind": "256x10/5"}, "columns 256 not in 1-255"),
        ({"kind": "5x5/25"}, "25 mines do not fit"),
        ({"kind": "5x5/17", "start": "zero"}, "17 mines do not fit"),
        ({"board": "30x16"}, "'30x16' is no board"),
        ({"board": EASY, "kind": "expert"}, "--board names everything"),
        ({"board": EASY, "daily": True}, "--board names everything"),
        ({"board": EASY, "start": "zero"}, "--board names everything"),
        ({"kind": "5x5/3", "daily": True}, "there is a daily board of beginner"),
        ({"first": "10,1"}, "'10,1' is no cell; the corners of this board are 1,1 and 9,9"),
        ({"first": "x"}, "'x' is no cell"),
        ({"kind": "9x9/0", "start": "noguess"}, "without mines the first cell opens everything"),
        ({"board": "1x1-0-noguess-a"}, "1x1 is too small for a board without a guess"),
        ({"kind": "30x16/200", "start": "noguess"}, "with more than 30 % mines"),
    ],
)
def test_a_wrong_wish_is_explained(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BoardError, match=sentence):
        wish.read(given, TODAY)


def test_the_cursor_begins_in_the_middle_or_where_it_was_asked_for() -> None:
    assert wish.read({}, TODAY).first == Cell(4, 4)
    assert wish.read({"first": "1,9"}, TODAY).first == Cell(0, 8)


@pytest.mark.parametrize(("given", "pace_s"), [({}, 0.2), ({"pace": 0.0}, 0.0), ({"pace": 1.5}, 1.5)])
def test_a_bot_waits_as_long_as_it_is_told_and_a_moment_if_it_is_not(given: dict[str, Any], pace_s: float) -> None:
    assert wish.read({"bot": "odds", **given}, TODAY).pace_s == pace_s


def test_kinds_have_their_names() -> None:
    assert wish.kind_of(boards.read(EASY)) == "beginner, safe"
    assert wish.kind_of(boards.read("40x20-150-noguess-x")) == "40x20/150, noguess"


# --- best times


def test_times_are_sorted_kept_and_only_the_best_ten(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "times.json"
    places = [BestTimes(path).enter("a", Time(seconds, "2026-11-05", "x")).place for seconds in (5.0, 3.0, 4.0)]
    assert places == [1, 1, 2]
    for number in range(12):
        entered = BestTimes(path).enter("a", Time(1.0 + number / 100, "2026-11-05", "x"))
    assert entered.place == 0
    assert len(entered.times) == best.MOST_TIMES
    assert BestTimes(path).enter("b", Time(9.0, "2026-11-05", "y")).place == 1
    assert json.loads(path.read_text())["times"]["a"][0] == [1.0, "2026-11-05", "x"]


@pytest.mark.parametrize(
    "broken",
    [
        b"", b"{", b"[]", b'{"fogfield": 2, "times": {}}', b'{"fogfield": 1, "times": {"a": 3}}', b"\xff\xfe",
        b'{"fogfield": 1, "times": {"a": [["fast", "", ""]]}}', b'{"fogfield": 1, "times": {"a": [[-1, "", ""]]}}',
        b"[" * 100_000, b'{"fogfield": 1, "times": {"a": [[NaN, "", ""]]}}',
        b'{"fogfield": 1, "times": {}, "boards": 3}', b'{"fogfield": 1, "times": {}, "boards": [3]}',
    ],
)  # fmt: skip
def test_a_broken_file_is_put_aside_and_the_player_is_told(broken: bytes, tmp_path: Path) -> None:
    path = tmp_path / "times.json"
    (tmp_path / "times.json.broken-1").write_bytes(b"older")
    path.write_bytes(broken)
    entered = BestTimes(path).enter("a", Time(5.0, "2026-11-05", "x"))
    assert "could not be read; it is kept as " in entered.note
    assert "times.json.broken-2" in entered.note
    assert (tmp_path / "times.json.broken-2").read_bytes() == broken
    assert (tmp_path / "times.json.broken-1").read_bytes() == b"older"
    assert BestTimes(path).enter("a", Time(4.0, "2026-11-05", "x")) == best.Entered(
        (Time(4.0, "2026-11-05", "x"), Time(5.0, "2026-11-05", "x")), 1
    )


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "LIMIT_BYTES", 10)
    path = tmp_path / "times.json"
    path.write_text('{"fogfield": 1, "times": {}}')
    assert BestTimes(path).enter("a", Time(5.0, "", "")).note


def test_no_more_kinds_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "MOST_KINDS", 2)
    times = BestTimes(tmp_path / "times.json")
    notes = [times.enter(kind, Time(5.0, "", "")).note for kind in "aabc"]
    assert [bool(note) for note in notes] == [False, False, False, True]
    assert list(json.loads(times.path.read_text())["times"]) == ["a", "b"]


@pytest.mark.parametrize("name", ["times.json", "times.lock"])
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_neither_read_nor_waited_for(
    name: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / name)
    with pytest.raises(TimesError, match=f"{name} is no regular file"):
        BestTimes(tmp_path / "times.json").enter("a", Time(5.0, "", ""))
    assert f"{name} is no regular file." in "".join(Desk(EASY, tmp_path, columns=200).solve())


def test_a_folder_that_cannot_be_written_is_a_sentence_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TimesError, match="the time cannot be kept"):
        BestTimes(tmp_path / "file" / "times.json").enter("a", Time(5.0, "", ""))
    desk = Desk(EASY, tmp_path / "file")
    assert any("The time cannot be kept" in line for line in desk.solve())


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    BestTimes(tmp_path / "times.json").enter("a", Time(5.0, "", ""))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["times.json", "times.lock"]


def test_a_disk_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = BestTimes(tmp_path / "times.json")
    times.enter("a", Time(5.0, "", ""))
    before = times.path.read_bytes()

    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(TimesError, match="No space left on device"):
        times.enter("a", Time(4.0, "", ""))
    assert times.path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["times.json", "times.lock"]


def test_games_that_end_at_once_all_get_their_entry(tmp_path: Path) -> None:
    def enter(kind: str) -> None:
        for seconds in range(5):
            BestTimes(tmp_path / "times.json").enter(kind, Time(float(seconds), "", ""))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter, "abcd"))
    kept = json.loads((tmp_path / "times.json").read_text())["times"]
    assert {kind: len(times) for kind, times in kept.items()} == dict.fromkeys("abcd", 5)


def test_a_game_that_never_stops_writing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "LOCK_S", 0.05)
    with (tmp_path / "times.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(TimesError, match="another game writes its own for too long"):
            BestTimes(tmp_path / "times.json").enter("a", Time(5.0, "", ""))
    assert BestTimes(tmp_path / "times.json").enter("a", Time(5.0, "", "")).place == 1


def kept_times(folder: Path) -> Any:
    return json.loads((folder / "times.json").read_text())["times"]


@pytest.mark.parametrize("board", [EASY, "9x9-10-noguess-fern"])
def test_a_board_that_was_won_in_another_start_is_known(board: str, tmp_path: Path) -> None:
    assert "Best times of beginner" in "\n".join(Desk(board, tmp_path).solve())
    text = "\n".join(Desk(board, tmp_path).solve())
    assert "No entry in the list of best times: it was a board that you knew." in text
    assert "known board" in text
    assert [len(times) for times in kept_times(tmp_path).values()] == [1]


def test_a_board_that_was_lost_left_or_only_watched_is_known_in_the_next_start(tmp_path: Path) -> None:
    lost, left, watched, flagged = (f"9x9-10-safe-{seed}" for seed in ("lost", "left", "watched", "flagged"))
    desk = Desk(lost, tmp_path)
    desk.press("enter")
    desk.goto(min(boards.lay(desk.board, Cell(4, 4))))
    desk.press("enter")
    assert desk.face.game.over
    Desk(left, tmp_path).press("enter", "q", "y")
    Desk(watched, tmp_path, bot="simple").face._bot_chose(Cell(4, 4))
    Desk(flagged, tmp_path).press("f", "q")  # nothing was seen of it
    for board, known in ((lost, True), (left, True), (watched, True), (flagged, False)):
        assert ("it was a board that you knew" in "\n".join(Desk(board, tmp_path).solve())) is known


def test_a_list_of_before_knows_the_boards_of_its_times(tmp_path: Path) -> None:
    times = {"beginner, safe": [[5.0, "2026-11-05", EASY]]}
    (tmp_path / "times.json").write_text(json.dumps({"fogfield": 1, "times": times}))
    assert BestTimes(tmp_path / "times.json").meet(EASY)
    assert kept_times(tmp_path) == times


def test_only_so_many_boards_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "MOST_BOARDS", 2)
    times = BestTimes(tmp_path / "times.json")
    assert [times.meet(board) for board in "aabcca"] == [False, True, False, False, True, False]
    assert json.loads(times.path.read_text())["boards"] == ["c", "a"]


def test_a_broken_list_is_told_of_at_the_end_of_the_game_that_met_it(tmp_path: Path) -> None:
    (tmp_path / "times.json").write_text("not ours")
    desk = Desk(EASY, tmp_path)
    desk.press("enter")
    desk.goto(min(boards.lay(desk.board, Cell(4, 4))))
    assert "The old list could not be read" in "\n".join(desk.press("enter"))


# --- a game


def test_the_clock_begins_with_the_first_open_cell_and_ends_with_the_game() -> None:
    board = boards.read(EASY)
    game = Game(board, 10.0)
    game.act(Mark(Cell(0, 0)), 11.0)
    game.act(Mark(Cell(0, 0)), 12.0)
    assert not game.runs
    game.act(Reveal(Cell(4, 4)), 13.0)
    assert (game.runs, game.seconds(15.5)) == (True, 2.5)
    game.act(Reveal(min(boards.lay(board, Cell(4, 4)))), 20.0)
    assert (game.over, game.won, game.runs, game.seconds(99.0)) == (True, False, False, 7.0)
    assert game.clicks == 4
    assert 0 < game.open_share() < 100


# --- drawing

GRID = Grid(3, 4)
FACES = (b"?.12", b"!~3B", b"@/*8")


NOTHING = Marks()


def drawn(board: drawing.Board, cursor: Cell, marks: Marks = NOTHING, cols: int = 40, rows: int = 10) -> list[str]:
    return ["".join(char for char, _ in line) for line in board.draw(FACES, cursor, marks, cols, rows).lines]


def test_every_face_has_a_sign_with_and_without_boxes() -> None:
    assert drawn(drawing.Board(GRID), Cell(0, 0)) == [
        "┌─────────┐",
        "│[■]· 1 2 │",
        "│ F ? 3 * │",
        "│ F / X 8 │",
        "└─────────┘",
    ]
    plain = drawn(drawing.Board(GRID, boxes=False), Cell(0, 0))
    assert plain == ["+---------+", "|[#]. 1 2 |", "| F ? 3 * |", "| F / X 8 |", "+---------+"]


def test_an_argument_is_pointed_at_with_signs_not_with_colours_alone() -> None:
    marks = Marks(
        numbers=frozenset({Cell(0, 2), Cell(0, 3)}), safe=frozenset({Cell(0, 0)}), mines=frozenset({Cell(1, 1)})
    )
    assert drawn(drawing.Board(GRID), Cell(2, 3), marks)[1:4] == ["│ + ·(1 2)│", "│ F M 3 * │", "│ F / X[8]│"]


def test_numbers_side_by_side_have_one_pair_of_brackets_and_others_their_own() -> None:
    faces, board = (b"1234567", b"1234567"), drawing.Board(Grid(2, 7))
    numbers = frozenset({Cell(0, 0), Cell(0, 2), Cell(0, 3), Cell(0, 4), Cell(0, 6), Cell(1, 1), Cell(1, 3)})
    found = board.draw(faces, Cell(1, 2), Marks(numbers), 40, 10)
    lines = ["".join(char for char, _ in line) for line in found.lines]
    assert lines[1:3] == ["│(1)2(3 4 5)6(7)│", "│ 1(2[3]4)5 6 7 │"]
    assert all("underline" in style.attributes for _, style in found.lines[1][5:12])


def test_odds_are_numbers_with_two_digits() -> None:
    risks = {Cell(0, 0): 0.0, Cell(1, 0): 1.0, Cell(1, 1): 0.034, Cell(2, 0): 0.9999}
    lines = drawn(drawing.Board(GRID), Cell(0, 1), Marks(risks=risks))
    assert lines[1:4] == ["│ ok[ ·] 1  2 │", "│ **F03? 3  * │", "│ 99  /  X  8 │"]


def test_odds_leave_the_marks_of_the_player_in_sight_and_the_cursor_too() -> None:
    risks = {Cell(0, 0): 0.5, Cell(1, 0): 1.0, Cell(1, 1): 0.034}
    board, marks = drawing.Board(GRID), Marks(risks=risks)
    assert drawn(board, Cell(2, 3), marks)[2] == "│ **F03? 3  * │"
    assert drawn(board, Cell(1, 0), marks)[2] == "│[**]03? 3  * │"
    assert drawn(board, Cell(1, 1), marks)[2] == "│ **F03] 3  * │"
    assert drawn(board, Cell(1, 2), marks)[2] == "│ **F03? 3] * │"
    shown = board.draw(FACES, Cell(1, 0), marks, 40, 10)
    underlined = ["underline" in style.attributes for _, style in shown.lines[2]]
    assert [at for at, one in enumerate(underlined) if one] == [2, 3, 5, 6]
    assert shown.cell(2, 4) == Cell(1, 0)  # a click on the mark is one on its cell
    scrolled = drawing.Board(GRID, left=1).draw(FACES, Cell(1, 3), marks, 7, 2)
    assert "".join(char for char, _ in scrolled.lines[0]) == "  3[ *]"
    ends = drawing.Board(Grid(1, 1)).draw((b"!",), Cell(0, 0), Marks(risks={Cell(0, 0): 0.0}), 40, 10)
    assert "".join(char for char, _ in ends.lines[1]) == "│[ok]│"


def test_what_has_no_room_for_brackets_is_drawn_tight_and_what_has_no_room_is_scrolled() -> None:
    board = drawing.Board(GRID)
    assert drawn(board, Cell(0, 0), cols=6, rows=3) == ["■·12", "F?3*", "F/X8"]
    found = drawing.Board(Grid(6, 4)).draw(FACES * 2, Cell(5, 3), NOTHING, 7, 3)
    assert (found.top, found.left, found.rows, found.cols) == (4, 1, 2, 3)
    assert ["".join(char for char, _ in line) for line in found.lines] == [" ? 3 * ", " / X[8]", "-- rows"]


@pytest.mark.parametrize("cursor", [Cell(20, 20), Cell(26, 9)])
@pytest.mark.parametrize("scrolled", [(0, 0), (20, 8), (22, 20), (90, 40)])
def test_the_whole_argument_of_a_hint_comes_into_sight_if_it_has_room(cursor: Cell, scrolled: tuple[int, int]) -> None:
    grid = Grid(100, 60)
    board = drawing.Board(grid, top=scrolled[0], left=scrolled[1])
    near = Cell(cursor.row - 4, cursor.col + 5)
    above, mine = Cell(cursor.row - 1, cursor.col), Cell(near.row, near.col + 1)
    marks = Marks(frozenset({near, above}), frozenset({cursor}), frozenset({mine}))
    found = board.draw((b"?" * 60,) * 100, cursor, marks, 30, 10)
    seen = {found.cell(row, col) for row in range(10) for col in range(30)}
    assert marks.numbers | marks.safe | marks.mines <= seen
    far = marks._replace(numbers=frozenset({Cell(99, 59)}))
    found = board.draw((b"?" * 60,) * 100, cursor, far, 30, 10)
    assert found.cell(*found.cursor) == cursor


def test_an_argument_comes_into_sight_once_and_then_one_may_look_elsewhere() -> None:
    board, faces = drawing.Board(Grid(100, 60)), (b"?" * 60,) * 100
    marks = Marks(frozenset({Cell(5, 5)}), frozenset({Cell(6, 5)}))
    assert board.draw(faces, Cell(6, 5), marks, 30, 10).top == 0
    tops = [board.draw(faces, Cell(row, 5), marks, 30, 10).top for row in (50, 49, 48, 47, 46, 45)]
    assert tops == [44, 44, 44, 44, 44, 43]
    further = marks._replace(numbers=frozenset({Cell(42, 5)}))
    assert board.draw(faces, Cell(45, 5), further, 30, 10).top <= 42


@pytest.mark.parametrize(("cols", "rows"), [(40, 10), (6, 3), (7, 3), (3, 3), (9, 3)])
@pytest.mark.parametrize("risks", [None, {Cell(0, 0): 0.5}])
def test_every_cell_in_sight_is_found_again_by_the_mouse(cols: int, rows: int, risks: Any) -> None:
    board = drawing.Board(GRID)
    found = board.draw(FACES, Cell(1, 2), Marks(risks=risks), cols, rows)
    line, column = found.cursor
    assert found.cell(line, column) == Cell(1, 2)
    assert found.cell(-1, column) is None
    assert found.cell(line, 99) is None
    assert found.cell(line, -1) is None
    seen = {found.cell(row, col) for row in range(-1, 12) for col in range(-1, 44)} - {None}
    assert len(seen) == found.rows * found.cols


# --- keys


def cursor(desk: Desk) -> Cell:
    return desk.face._hand.cursor


def test_all_hands_find_their_keys(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    for keys in (("w", "a", "s", "d"), ("k", "h", "j", "l"), ("up", "left", "down", "right"), ("W", "A", "S", "D")):
        for key, place in zip(keys, ((3, 4), (3, 3), (4, 3), (4, 4)), strict=True):
            desk.press(key)
            assert cursor(desk) == place
    for key, place in (("0", (4, 0)), ("$", (4, 8)), ("G", (8, 8)), ("home", (8, 0)), ("end", (8, 8))):
        desk.press(key)
        assert cursor(desk) == place
    desk.press("g")
    assert cursor(desk) == Cell(8, 8)
    desk.press("g")
    assert cursor(desk) == Cell(0, 8)
    desk.press("g", "s", "g")
    assert cursor(desk) == Cell(1, 8)
    desk.press("page down")
    assert cursor(desk) == Cell(8, 8)
    desk.press("page up", "w", "w", "d")
    assert cursor(desk) == Cell(0, 8)


def test_flags_are_counted_and_protect(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    assert "mines left 9" in desk.press("f")[0]
    assert "A flagged cell is not opened; take the flag away first." in "\n".join(desk.press("enter"))
    assert "mines left 10" in desk.press("f")[0]


def test_question_marks_only_if_they_are_wanted(tmp_path: Path) -> None:
    assert not any("[?]" in line for line in Desk(EASY, tmp_path).press("f", "f"))
    assert any("[?]" in line for line in Desk(EASY, tmp_path, questions=True).press("f", "f"))


def test_opening_an_open_digit_opens_all_around_it(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.press("enter")
    mines = boards.lay(desk.board, Cell(4, 4))
    game = desk.face.game
    digit = next(
        cell
        for cell in game.grid
        if game.at(cell) in "12345678"
        and any(game.at(near) == "?" and near not in mines for near in game.grid.near(cell))
    )
    desk.goto(digit)
    assert "As many flags as its digit must touch" in "\n".join(desk.press("c"))
    for near in game.grid.near(digit):
        if near in mines:
            desk.goto(near)
            desk.press("f")
    desk.goto(digit)
    desk.press("space")
    assert all(game.at(near) != "?" for near in game.grid.near(digit))


def test_a_chord_says_why_it_opens_nothing(tmp_path: Path) -> None:
    desk = Desk("9x9-10-zero-fern", tmp_path)
    assert "This cell is closed; a chord is made on an open one." in "\n".join(desk.press("c"))
    desk.press("enter")
    assert desk.face.game.at(Cell(4, 4)) == "."
    assert "Nothing around it is left to open." in "\n".join(desk.press("c"))


# --- the mouse


def place(desk: Desk, cell: Cell) -> tuple[int, int]:
    """Where a cell is on the screen."""
    desk.goto(cell)
    desk.face.show()
    found = desk.face._page.cursor
    assert found
    return found


def test_buttons_open_flag_and_chord_and_the_wheel_scrolls(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    at = place(desk, Cell(2, 3))
    desk.goto(Cell(8, 8))
    desk.press(Mouse(Button.RIGHT, *at))
    assert (desk.face.game.at(Cell(2, 3)), cursor(desk)) == ("!", Cell(2, 3))
    desk.press(Mouse(Button.MIDDLE, *at))
    assert desk.face.game.at(Cell(2, 3)) == "!"
    desk.press(Mouse(Button.RIGHT, *at), Mouse(Button.LEFT, *at))
    assert desk.face.game.at(Cell(2, 3)) in ".12345678"
    desk.press(Mouse(Button.WHEEL_DOWN, *at))
    assert cursor(desk) == Cell(5, 3)
    desk.press(Mouse(Button.LEFT, 0, 0), Mouse(Button.LEFT, 23, 79))
    assert cursor(desk) == Cell(5, 3)


@pytest.mark.parametrize("key", ["enter", "c", "left", "middle"])
def test_a_digit_with_nothing_but_its_mines_around_it_flags_them_all_at_once(tmp_path: Path, key: str) -> None:
    desk = Desk("4x2-3-unsafe-b", tmp_path)
    for cell in (Cell(0, 0), Cell(1, 0)):
        desk.goto(cell)
        desk.press("enter")
    assert desk.face.game.view.faces == (b"2???", b"2???")
    at = place(desk, Cell(0, 0))
    desk.press({"left": Mouse(Button.LEFT, *at), "middle": Mouse(Button.MIDDLE, *at)}.get(key, key))
    assert (desk.face.game.view.faces, desk.face.game.clicks) == ((b"2!??", b"2!??"), 3)
    desk.press("enter")
    assert "flagged together" not in "\n".join(desk.paper.lines())
    desk.goto(Cell(1, 0))
    desk.press("f", "c")  # that is no closed cell; and around it everything is flagged already
    assert desk.face.game.clicks == 3


# --- the end


def test_a_game_that_was_won_tells_its_figures_and_the_best_times(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.press("enter")
    desk.now += 12.5
    text = "\n".join(desk.solve())
    game = desk.face.game
    assert f"WON in 12.50 s   3BV {game.view.effort}" in text
    assert f"{game.clicks} clicks, efficiency {game.efficiency} %   hints 0" in text
    assert "Best times of beginner, safe: 1. 12.50 s (this one)" in text
    assert "n new game  H help  q quit  r same board again" in text
    assert f"board {EASY}  first 5,5" in text
    desk.now += 100
    assert "0:12" in desk.press("w")[0]


@pytest.mark.parametrize(("seconds", "rate"), [(0.0, ""), (0.09, ""), (0.5, r" \(6\.00/s\)")])
def test_a_game_that_is_over_at_once_has_no_rate(seconds: float, rate: str, tmp_path: Path) -> None:
    game = Game(boards.read("3x3-1-unsafe-a"), 0.0)
    for cell in safe_cells(game.board, boards.lay(game.board, Cell(0, 0))):
        if game.at(cell) == "?":
            game.act(Reveal(cell), 0.0 if not game.begun else seconds)
    assert game.won
    said = words.ending(game, seconds, (), bot="")[0]
    assert re.match(rf"WON in {seconds:.2f} s   3BV \d+{rate}   \d+ click", said)


def test_numbers_of_four_digits_have_a_separator_wherever_they_are_told() -> None:
    game = Game(boards.read("255x255-12000-safe-a"), 0.0)
    assert "12,000 mines" in words.title(game)
    assert words.status(game, 0.0).startswith("mines left 12,000 ")
    game.act(Mark(Cell(0, 0)), 1.0)
    assert words.status(game, 0.0).startswith("mines left 11,999 ")
    game.act(Mark(Cell(0, 0)), 1.0)
    game.act(Reveal(Cell(9, 9)), 1.0)
    game.act(Reveal(min(boards.lay(game.board, Cell(9, 9)))), 2.0)
    assert re.search(r"3BV \d+,\d{3} ", words.ending(game, 2.0, (), bot="")[0])
    step = Step("pair", frozenset({Cell(0, 0)}), frozenset(), (Cell(0, 1),), "why", "why")
    proof = Proof(Grid(9, 9), Laid(frozenset({Cell(8, 8)}), Cell(4, 4)), (step,) * 1500)
    proof.press("end")
    proof.press("left")
    assert proof.said() == "Deduction 1,500 of 1,500: why."
    assert words.proof_scene(game, proof, ()).status == "1,500 of 1,500"


def test_the_same_board_again_is_the_same_and_enters_no_list(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.solve()
    desk.press("r")
    assert not desk.face.game.over
    text = "\n".join(desk.solve())
    assert "No entry in the list of best times: it was a board that you knew." in text
    assert "known board" in text
    assert len(json.loads((tmp_path / "times.json").read_text())["times"]["beginner, safe"]) == 1


def test_again_before_anything_was_opened_is_no_second_look(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.press("f", "r")
    assert "Best times" in "\n".join(desk.solve())


def test_the_clock_of_the_same_board_again_begins_when_it_is_shown(tmp_path: Path) -> None:
    desk = Desk(NO_GUESS, tmp_path)
    desk.press("enter")
    desk.face._adviser.hear()
    desk.now += 5
    desk.press("r")
    desk.now += 30
    assert desk.face.game.seconds(desk.now) == 35
    desk.press("y")
    assert desk.face.game.laid
    assert desk.face.game.seconds(desk.now) == 0


def test_a_new_game_is_of_the_same_kind_with_another_board(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.solve()
    desk.press("n")
    board = desk.face.game.board
    assert board != desk.board
    assert board._replace(seed="fern") == desk.board


def test_a_lost_game_shows_the_mines_and_takes_no_more_moves(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.press("enter")
    desk.goto(min(boards.lay(desk.board, Cell(4, 4))))
    text = "\n".join(desk.press("enter"))
    assert "LOST after 0.00 s   3BV " in text
    assert "[X]" in text
    clicks = desk.face.game.clicks
    desk.goto(next(cell for cell in desk.face.game.grid if desk.face.game.at(cell) == "?"))
    desk.press("enter", "f", "c", "?", Mouse(Button.LEFT, *place(desk, Cell(0, 0))))
    assert desk.face.game.clicks == clicks
    assert not kept_times(tmp_path)


def test_leaving_a_game_is_asked_for_but_not_before_the_first_cell_or_after_the_end(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.press("enter")
    assert "Give up this game? y: yes" in "\n".join(desk.press("q"))
    assert "Give up" not in "\n".join(desk.press("x"))
    assert "Give up" in "\n".join(desk.press("n"))
    desk.press("y")
    assert not desk.face.game.runs
    desk.press("q")
    assert desk.face._leaves
    desk = Desk(EASY, tmp_path)
    desk.press("enter", "\x03", "\x03")
    assert (desk.face._leaves, desk.face.status) == (True, 130)


def test_help_names_the_keys_and_any_key_goes_back(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    assert "middle click" in "\n".join(desk.press("H"))
    assert not desk.face.game.clicks
    assert "Enter open" in "\n".join(desk.press("enter"))
    assert not desk.face.game.clicks
    desk.press("H", "q")
    assert not desk.face._leaves


# --- hints


def test_three_strengths_of_hint_are_counted_and_the_game_enters_no_list(tmp_path: Path) -> None:
    desk = Desk("9x9-10-zero-fern", tmp_path)
    desk.press("enter")
    mines = boards.lay(desk.board, Cell(4, 4))
    assert "A closed cell is certainly safe." in "\n".join(desk.press("?"))
    text = "\n".join(desk.press("!"))
    assert "[+]" in text
    assert "(" in text
    assert "Row " in text or "The " in text or "Beside " in text
    assert cursor(desk) not in mines
    text = "\n".join(desk.press("%"))
    assert " ok" in text
    assert " ** " in text
    assert "The odds are exact" in text
    assert "ok" not in "\n".join(desk.press("%"))
    assert desk.face.game.hints == 3
    text = "\n".join(desk.solve())
    assert "hints 3" in text
    assert "No entry in the list of best times: it was a game with hints." in text
    assert not kept_times(tmp_path)


def test_where_nothing_is_certain_the_best_guess_is_named_with_its_risk(tmp_path: Path) -> None:
    desk = Desk("30x16-99-safe-fern", tmp_path, first=Cell(0, 0))
    desk.press("enter")
    assert desk.face.game.at(Cell(0, 0)) != "."
    assert "No cell is certainly safe: it is a guess." in "\n".join(desk.press("?"))
    text = "\n".join(desk.press("!"))
    assert re.search(r"Row \d+, column \d+: [\d.]+ % risk, ", text)
    assert "It is the best guess: no cell is certainly safe." in " ".join(text.split())
    assert desk.face.game.at(cursor(desk)) == "?"


def test_odds_name_the_mark_under_the_cursor_and_the_help_says_what_it_looks_like(tmp_path: Path) -> None:
    desk = Desk("9x9-10-unsafe-fern", tmp_path, questions=True)
    text = "\n".join(desk.press("f", "a", "f", "f", "%"))
    assert "Row 5, column 4: question mark, 12.35 % risk." in text
    assert "12]12F12 " in text
    assert "Row 5, column 5: flag, 12.35 % risk." in "\n".join(desk.press("d"))
    assert "12?12]12 " in "\n".join(desk.paper.lines())
    assert "F or ? behind it is your own mark" in " ".join(" ".join(desk.press("H")).split())


def test_a_hint_is_gone_after_the_next_move(tmp_path: Path) -> None:
    desk = Desk("9x9-10-zero-fern", tmp_path)
    desk.press("enter", "!")
    assert "[+]" in "\n".join(desk.paper.lines())
    assert "+" not in "\n".join(desk.press("enter"))
    desk.press("!")
    assert "+" not in "\n".join(desk.press("escape"))


def test_a_hint_shows_a_safe_cell_that_is_near_the_cursor() -> None:
    game = Game(boards.read("60x60-200-zero-fern"), 0.0)
    game.act(Reveal(Cell(30, 30)), 0.0)
    told = {}
    for near in (Cell(0, 0), Cell(59, 59)):
        answer = think("hint", (game.view, near), lambda tries: None)
        assert isinstance(answer, Answer)
        told[near] = answer.found["cell"]
    assert sum(told[Cell(0, 0)]) < sum(told[Cell(59, 59)]) - 10


def test_hints_come_from_the_view_alone() -> None:
    """Two boards that look the same to the player give the same hints, wherever their mines are."""
    first, second = (Game(boards.read(f"16x16-40-safe-{seed}"), 0.0) for seed in ("fern", "moss"))
    assert first.view == second.view
    for task, *more in (("safe",), ("hint", Cell(8, 8)), ("odds",)):
        one, other = (think(task, (game.view, *more), lambda tries: None) for game in (first, second))
        assert one == other


# --- boards without a guess

NO_GUESS = "9x9-10-noguess-fern"


def test_a_board_without_a_guess_is_made_from_the_first_cell_and_proved_step_by_step(tmp_path: Path) -> None:
    desk = Desk(NO_GUESS, tmp_path)
    assert "Open a first cell" in "\n".join(desk.paper.lines())
    assert "First open a cell" in "\n".join(desk.press("f"))
    desk.press("enter")
    laid = desk.face.game.laid
    assert laid
    assert laid.first == Cell(4, 4)
    assert "first 5,5" in desk.paper.lines()[1]
    assert "Best times of beginner, noguess" in "\n".join(desk.solve())
    text = "\n".join(desk.press("p"))
    assert "Deduction 1 of " in text
    assert not desk.face._proof or desk.face._proof.faces()[4][4] == ord(".")
    proof = desk.face._proof
    assert proof
    opened: set[Cell] = set()
    for number in range(proof.last):
        step = proof.step()
        opened |= {cell for cell in desk.board.grid if chr(proof.faces()[cell.row][cell.col]) in ".12345678"}
        assert step
        assert proof.position == number
        assert not step.safe & laid.mines
        assert step.mines <= laid.mines
        assert all(chr(proof.faces()[row][col]) in "12345678" for row, col in step.numbers)
        opened |= step.safe
        desk.press("right")
        faces = proof.faces()
        assert all(chr(faces[row][col]) in ".12345678" for row, col in opened)
        assert all(faces[row][col] == ord("!") for row, col in step.mines)
    assert opened <= set(safe_cells(desk.board, laid.mines))
    assert not any(b"?" in row for row in proof.faces())
    assert "not one guess" in "\n".join(desk.paper.lines())
    desk.press("home")
    assert proof.position == 0
    desk.press("end", "left", "up", "down", "0", "]")
    assert proof.position == proof.last or proof.step().rule != "number"  # type: ignore[union-attr]
    desk.press("q")
    assert "WON" in "\n".join(desk.paper.lines())
    assert not desk.face._leaves


def test_the_proof_in_the_middle_of_a_game_is_asked_for_and_counts_as_a_hint(tmp_path: Path) -> None:
    desk = Desk(NO_GUESS, tmp_path)
    desk.press("enter")
    assert "gives the whole board away" in "\n".join(desk.press("p"))
    desk.press("n")
    assert (desk.face._proof, desk.face.game.hints) == (None, 0)
    desk.press("p", "y")
    assert desk.face._proof
    assert desk.face.game.hints == 1


def test_a_proof_begins_with_the_board_that_the_first_cell_opens(tmp_path: Path) -> None:
    desk = Desk("30x16-99-noguess-bad07eab", tmp_path)
    assert "made when its first cell is opened" in "\n".join(desk.press("p"))
    desk.press("enter")
    begin = desk.face.game.view.faces
    desk.press("p", "y")
    assert desk.face._proof
    assert desk.face._proof.faces() == begin
    desk.press("end")
    assert b"?" not in b"".join(desk.face._proof.faces())


def test_other_boards_have_no_proof(tmp_path: Path) -> None:
    assert "has a proof" in "\n".join(Desk(EASY, tmp_path).press("p"))


def test_a_board_that_cannot_be_made_is_a_sentence_and_never_a_board_with_a_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "MOST_WORK", 5_000)
    desk = Desk("16x16-76-noguess-fern", tmp_path)
    text = "\n".join(desk.press("enter"))
    assert "none could be" in text
    assert "fewer mines or a smaller board" in text
    assert desk.face.game.waits


def test_a_search_whose_time_is_over_says_so_with_the_share_of_mines_and_what_would_help() -> None:
    board = boards.read("30x16-144-noguess-fern")
    said = think("board", (board, Cell(8, 15), 0.0), lambda tries: None)
    assert isinstance(said, Fault)
    assert said.sentence.startswith("the search has ended, as it may take 0 seconds: of ")
    assert "boards of 30x16 with 144 mines (30 %) none could be solved without a guess; fewer mines" in said.sentence


def test_a_board_that_cannot_exist_is_not_searched_for_and_the_true_reason_given(tmp_path: Path) -> None:
    desk = Desk("5x1-1-noguess-a", tmp_path)
    assert "this first cell opens everything that is safe" in "\n".join(desk.press("enter"))


class Slow(OwnMind):
    """Searches, and never finds."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        Slow.made += 1
        self.tries = 0

    def hear(self) -> list[Any]:
        self.tries += 20
        return [Progress(self.tries)]


def test_a_search_shows_its_progress_and_can_be_cancelled_or_takes_too_long(tmp_path: Path) -> None:
    Slow.made = 0
    desk = Desk(NO_GUESS, tmp_path, make=Slow)
    desk.press("enter")
    desk.now += 3
    text = "\n".join(desk.press("w", "enter", "f"))
    assert "A board without a guess is searched for ... 3 s, 80 tried" in text
    assert "Escape cancel" in text
    assert cursor(desk) == Cell(4, 4)
    assert "You stopped the search after 80 boards." in "\n".join(desk.press("escape"))
    assert Slow.made == 2
    desk.face.press("enter", "escape")
    desk.face.show()
    assert "You stopped the search. Open a cell" in "\n".join(desk.paper.lines())
    assert Slow.made == 3
    desk.press("enter")
    desk.now += 66
    desk.face._adviser.tick()
    desk.face.show()
    text = " ".join(" ".join(desk.paper.lines()).split())
    assert "There was no answer within 65 s, after 20 boards, so it was given up" in text
    assert Slow.made == 4
    assert desk.face.game.waits


def test_a_hint_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path, make=Slow)
    desk.press("enter", "!")
    desk.now += 1
    assert "A safe cell is looked for ... 1 s" in "\n".join(desk.press("w"))
    desk.now += 20
    desk.face._adviser.tick()
    desk.face.show()
    assert "There was no answer within 15 s" in "\n".join(desk.paper.lines())
    assert desk.face.game.hints == 0


class Dying(OwnMind):
    """Dies of every question."""

    alive = False
    made = 0

    def __init__(self) -> None:
        super().__init__()
        Dying.made += 1

    def hear(self) -> list[Any]:
        return [Fault("the process that thinks has ended without an answer")] if self._asked else []


def test_a_process_that_died_is_started_again_and_the_player_told(tmp_path: Path) -> None:
    Dying.made = 0
    desk = Desk(EASY, tmp_path, make=Dying)
    desk.press("enter")
    assert "has ended without an answer" in "\n".join(desk.press("?"))
    assert Dying.made == 2


def test_an_answer_that_nobody_waits_for_any_more_is_not_shown(tmp_path: Path) -> None:
    desk = Desk("9x9-10-zero-fern", tmp_path)
    desk.press("enter")
    desk.goto(next(cell for cell in desk.face.game.grid if desk.face.game.at(cell) == "?"))
    desk.face.press("?", "f")
    desk.face._adviser.hear()
    desk.face.show()
    assert "certainly safe" not in "\n".join(desk.paper.lines())
    assert desk.face.game.hints == 0


def test_a_hint_that_was_abandoned_does_not_keep_the_next_one_waiting(tmp_path: Path) -> None:
    Slow.made = 0
    desk = Desk(EASY, tmp_path, make=Slow)
    desk.press("enter", "!")
    asked = desk.face._adviser.question
    desk.now += 10
    desk.press("!")
    assert Slow.made == 1  # the same again: its answer is on its way
    assert desk.face._adviser.question
    assert asked
    assert desk.face._adviser.question.since == asked.since
    for number, key in enumerate(("%", "escape", "?"), 2):
        desk.press(key)
        assert Slow.made == min(number, 3)  # after Escape there is nobody to be ended
        assert desk.face._adviser._mind.busy is (key != "escape")
    desk.now += 14
    desk.press("w")
    assert "there was no answer" not in "\n".join(desk.paper.lines()).lower()
    assert len(desk.paper.watched) == 1


def test_a_hint_is_ended_with_its_position_and_the_next_is_answered_in_time() -> None:
    paper, now = Paper(), [0.0]
    adviser = Adviser(cast("Any", paper), lambda: now[0])
    found: list[Any] = []
    try:
        board = boards.read("30x16-144-noguess-fern")
        adviser.ask("long", 60.0, found.append, found.append, "board", board, Cell(8, 15), 60.0)
        assert adviser._mind.pipe.poll(60)  # it thinks: it has told how far it is
        mind = adviser._mind
        adviser.drop()
        assert not mind._process.is_alive()
        view = Game(boards.read(EASY), 0.0).view
        adviser.ask("short", 15.0, found.append, found.append, "odds", view)
        while not found:
            assert adviser._mind.pipe.poll(60)
            adviser.hear()
        assert len(found[0].risks) == 81
    finally:
        adviser.close()


class Stillborn(OwnMind):
    """Dies before it can be asked."""

    made = 0
    alive = False

    def __init__(self) -> None:
        super().__init__()
        Stillborn.made += 1

    def hear(self) -> list[Any]:
        self._asked = []
        return [DIED]


def test_a_mind_that_dies_at_once_is_made_anew_only_when_something_is_asked() -> None:
    paper = Paper()
    Stillborn.made = 0
    adviser = Adviser(cast("Any", paper), lambda: 0.0, cast("Any", Stillborn))
    told: list[Any] = []
    for asked in (1, 2):
        adviser.ask("odds", 15.0, told.append, told.append, "odds")
        assert Stillborn.made == 1 + asked
        adviser.hear()
        assert told == [DIED.sentence] * asked
        assert paper.watched == []  # what is gone has nothing to say, for ever
    adviser.close()


# --- bots


def test_a_bot_plays_while_the_player_watches(tmp_path: Path) -> None:
    desk = Desk(NO_GUESS, tmp_path, bot="expert", pace_s=0.5)
    moves = 0
    while not desk.face.game.over:
        desk.face._play_on()
        desk.press()
        desk.face._adviser.hear()
        desk.now += 0.5
        moves += 1
        assert moves < 200
    text = "\n".join(desk.press("enter", "f"))
    assert "WON" in text
    assert "bot expert" in text
    assert desk.face.status == 0
    assert not kept_times(tmp_path)


def test_a_bot_can_be_paused_and_leaving_it_is_no_end(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path, bot="simple", pace_s=1.0)
    desk.press("space")
    desk.now += 10
    desk.face._play_on()
    desk.face._adviser.hear()
    assert desk.face.game.clicks == 0
    desk.press("space")
    desk.face._play_on()
    desk.face._adviser.hear()
    assert desk.face.game.clicks == 1
    desk.press("q")
    assert (desk.face._leaves, desk.face.status) == (True, 3)


def test_a_bot_that_rests_is_said_to_and_nothing_rests_unseen(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path, bot="simple")
    text = "\n".join(desk.press("space"))
    assert "The bot rests; Space lets it go on." in text
    assert "Space go on" in text
    assert "rests" not in "\n".join(desk.press("space"))
    desk.press("space")
    assert "rests" not in "\n".join(desk.press("n"))  # a new game begins at once
    while not desk.face.game.over:
        desk.face._play_on()
        desk.face._adviser.hear()
    assert "Space" not in "\n".join(desk.press("space"))
    assert "rests" not in "\n".join(desk.press("n"))
    desk.face._play_on()
    desk.face._adviser.hear()
    assert desk.face.game.clicks == 1


def test_a_bot_whose_search_was_stopped_is_not_told_to_open_a_cell(tmp_path: Path) -> None:
    desk = Desk(NO_GUESS, tmp_path, bot="expert", make=Slow)
    desk.face._play_on()
    desk.press()
    text = "\n".join(desk.press("escape"))
    assert "You stopped the search." in text
    assert "Open a cell" not in text
    assert "The bot rests; Space lets it go on." in text


# --- sizes


def test_a_terminal_that_is_too_small_says_so_and_takes_no_moves(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path, columns=30, rows=9)
    assert desk.paper.lines() == ["too small:", f"{pages.LEAST_COLS}x{pages.LEAST_ROWS} needed"]
    desk.press("enter", "f", "w")
    assert desk.face.game.clicks == 0
    assert cursor(desk) == Cell(4, 4)
    desk.press("q")
    assert desk.face._leaves


def drawn_page(desk: Desk) -> list[str]:
    return ["".join(char for char, _ in line) for line in desk.face._page.lines]


@pytest.mark.parametrize(("columns", "rows"), [(20, 5), (8, 1), (44, 1), (1, 1), (33, 30)])
def test_a_question_is_seen_and_answered_on_any_terminal(columns: int, rows: int, tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    desk.press("enter")
    desk.paper.columns, desk.paper.rows = columns, rows
    desk.face.show()
    before = drawn_page(desk)
    desk.press("q")
    assert drawn_page(desk) != before
    asked = " ".join(drawn_page(desk))
    assert asked in ("Give up this game? y: yes, any other key: no", "y/n?"[:columns])
    assert (asked == "y/n?"[:columns]) is (rows == 1 and columns < 44)
    desk.press("x")
    assert drawn_page(desk) == before
    desk.press("q", "y")
    assert desk.face._leaves


def test_a_question_is_seen_over_the_help_and_over_a_proof(tmp_path: Path) -> None:
    desk = Desk(NO_GUESS, tmp_path)
    desk.press("enter", "H")
    assert "Give up this game?" in "\n".join(desk.press("\x03"))
    assert "middle click" in "\n".join(desk.press("x"))
    desk.press("x", "p", "y")
    assert "Give up this game?" in "\n".join(desk.press("\x03"))
    assert "Deduction 1 of" in "\n".join(desk.press("x"))


def read_all(desk: Desk, *keys: str) -> str:
    """Go to the end of a text that fills the screen; gives all that was seen on the way."""
    seen = desk.press(*keys)
    while seen[-1] != " any key goes back" and (now := desk.press("down")) != seen[-len(now) :]:
        seen = [*seen, *now]
    return "\n".join(seen)


@pytest.mark.parametrize(("columns", "rows"), [(34, 10), (40, 12), (80, 12)])
def test_all_of_the_help_is_in_reach_and_the_key_to_it_named(columns: int, rows: int, tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path, columns=columns, rows=rows)
    assert "H help" in "\n".join(desk.paper.lines())
    text = read_all(desk, "H")
    words = set(" ".join([*(f"{keys} {what}" for keys, what in helping.KEYS), *helping.NOTES]).split())
    assert words <= set(text.split())
    assert "arrows, Space  q back" in desk.paper.lines()[-1]
    top = desk.press("home")
    assert desk.press("space", "page up") == top
    assert desk.press("end", "up", "down") == desk.press("end")
    assert desk.press(Mouse(Button.WHEEL_UP, 0, 0)) != desk.press(Mouse(Button.WHEEL_DOWN, 0, 0))
    assert desk.press(Mouse(Button.LEFT, 0, 0)) == desk.press("end")
    assert "Enter open" in "\n".join(desk.press("q"))
    assert not desk.face._leaves


def test_on_a_narrow_terminal_the_help_has_one_column_and_no_fragments(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path, columns=40, rows=15)
    assert [line.rstrip() for line in desk.press("H")[2:9]] == [
        " w a s d, arrows, h j k l - move; gg G",
        "   top, bottom; 0 $  first, last column",
        " Enter, Space, left click - open; on an",
        "   open digit: as c",
        " f, right click - flag",
        " c, middle click - chord: open all",
        "   around a digit that has its flags,",
    ]
    text = "\n".join(desk.press("end"))
    assert "+ safe" in text
    assert "M mine" in text
    for columns, line in ((69, " Enter, Space, left click - open; "), (70, " Enter, Space, left click  open; ")):
        desk.paper.columns = columns
        assert line in "\n".join(desk.press("home"))


@pytest.mark.parametrize(
    ("text", "columns", "kept"),
    [
        ("board x  first 9,16", 19, "board x  first 9,16"),
        ("board x  first 9,16", 18, "board x"),
        ("expert   30x16, 99 mines, safe", 29, "expert   30x16, 99 mines"),
        ("expert   30x16, 99 mines, safe", 28, "expert   30x16, 99 mines"),
        ("expert   30x16, 99 mines, safe", 21, "expert   30x16"),
        ("board 16x16-40-zero-2026.11.05", 20, "board 16x16-40-ze..."),
        ("board 16x16-40-zero-2026.11.05", 11, ""),
    ],
)
def test_what_has_no_room_is_left_out_as_a_whole(text: str, columns: int, kept: str) -> None:
    assert pages.whole(text, columns) == kept


@pytest.mark.parametrize(("columns", "heads"), [
    (34, ["Minesweeper mines left 99   0:00", "board 30x16-99-safe-fern"]),
    (40, ["Minesweeper       mines left 99   0:00", "board 30x16-99-safe-fern  first 9,16"]),
    (44, ["Minesweeper   expert  mines left 99   0:00", "board 30x16-99-safe-fern  first 9,16"]),
])  # fmt: skip
def test_the_head_of_a_narrow_screen_says_nothing_that_is_not_so(
    columns: int, heads: list[str], tmp_path: Path
) -> None:
    desk = Desk("30x16-99-safe-fern", tmp_path, columns=columns, rows=15)
    assert [line.strip() for line in desk.press("enter")[:2]] == heads
    desk.face.game.hints, desk.face.game.again = 12, True
    line = desk.press("w")[1]
    assert line.endswith(" known board   hints 12")
    assert line.split("known")[0].strip() in ("", "board 30x16-...", "board 30x16-99-s...")


@pytest.mark.parametrize(("columns", "rows"), [(34, 10), (40, 12)])
def test_on_a_small_terminal_a_guess_begins_with_its_cell_and_risk(columns: int, rows: int, tmp_path: Path) -> None:
    desk = Desk("30x16-99-safe-fern", tmp_path, first=Cell(0, 0), columns=columns, rows=rows)
    *_, said, more = desk.press("enter", "!")
    assert re.match(r" Row \d+, column \d+: [\d.]+ %", said)
    assert more == " ... Tab shows all of it"
    assert "It is the best guess: no cell is certainly safe." in " ".join(read_all(desk, "tab").split())


def test_on_a_small_terminal_the_reason_of_a_hint_and_a_step_of_a_proof_can_be_read(tmp_path: Path) -> None:
    desk = Desk("30x16-99-zero-leaf", tmp_path, columns=34, rows=10)
    assert "Minesweeper" in desk.press("enter", "tab")[0]  # nothing is said, so there is nothing to read
    desk.press("!")
    said = desk.face._hints._said
    assert said.split()[-1] not in " ".join(desk.press()[-2:])
    assert set(said.split()) <= set(read_all(desk, "tab").split())
    desk.press("q")
    assert desk.face._hints.marks.safe
    desk = Desk(NO_GUESS, tmp_path, columns=34, rows=10)
    assert "away. y: show it" in "\n".join(desk.press("enter", "p"))
    desk.press("y")
    assert desk.face._proof
    assert desk.face._proof.said().split()[-1] in read_all(desk, "tab")
    assert "Deduction 1 of" in "\n".join(desk.press("q"))


def test_what_has_room_below_the_board_is_shown_there_as_ever(tmp_path: Path) -> None:
    desk = Desk(EASY, tmp_path)
    assert "Tab" not in "\n".join(desk.press("enter", "?"))
    assert desk.press("tab")[-1] == " any key goes back"
    assert "A closed cell" in "\n".join(desk.paper.lines()) or "No cell" in "\n".join(desk.paper.lines())
    assert "Enter open" in "\n".join(desk.press("x"))


@pytest.mark.parametrize(("columns", "rows"), [(34, 10), (80, 24), (200, 60)])
@pytest.mark.parametrize(
    "board", ["9x9-10-safe-a", "30x16-99-zero-a", "255x255-9000-zero-a", "1x1-0-safe-a", "255x1-9-zero-a"]
)
def test_every_page_fits_every_terminal(columns: int, rows: int, board: str, tmp_path: Path) -> None:
    desk = Desk(board, tmp_path, columns=columns, rows=rows)
    for keys in (["w"], ["enter"], ["$"], ["G"], ["H", "x"], ["f"]):
        desk.press(*keys)
        page = desk.face._page
        assert len(page.lines) <= rows
        assert all(len(line) <= columns for line in page.lines)
        if page.drawn:
            assert page.cursor
            assert page.cell(*page.cursor) == cursor(desk)


def test_before_the_first_cell_everything_is_safe_unless_it_is_not(tmp_path: Path) -> None:
    text = "\n".join(Desk(EASY, tmp_path).press("%"))
    assert "ok ok ok" in text
    assert "The first cell is never a mine here: open any." in text
    text = "\n".join(Desk("9x9-10-unsafe-fern", tmp_path).press("%"))
    assert "12 12 12" in text


@pytest.mark.parametrize(("board", "best"), [(EASY, "row 1, column 1"), ("9x9-10-zero-fern", "row 4, column 4")])
def test_before_the_first_cell_a_hint_says_that_any_may_be_opened_and_is_none(
    board: str, best: str, tmp_path: Path
) -> None:
    desk = Desk(board, tmp_path)
    for key in ("!", "?"):
        text = " ".join(" ".join(desk.press("%", key)).split())
        assert f"Any cell may be opened, as the first one is never a mine here; most games are won from {best}." in text
        assert "ok" not in text
    assert (cursor(desk), desk.face.game.hints) == (Cell(4, 4), 0)
    desk.press("enter", "?")
    assert desk.face.game.hints == 1


def test_where_the_first_cell_may_be_a_mine_a_hint_for_it_counts(tmp_path: Path) -> None:
    desk = Desk("9x9-10-unsafe-fern", tmp_path)
    desk.press("!")
    assert desk.face.game.hints == 1


def test_a_long_argument_is_told_step_by_step_with_all_its_cells(tmp_path: Path) -> None:
    desk = Desk("30x16-99-zero-leaf", tmp_path, columns=120, rows=50)
    desk.press("enter")
    longest = ""
    for _ in range(60):
        desk.press("!")
        longest = max(longest, desk.face._hints._said, key=len)
        marks = desk.face._hints.marks
        if not marks.safe:
            break
        assert cursor(desk) in marks.safe
        assert marks.numbers
        desk.press("enter")
        assert not desk.face.game.over
    assert " is safe: " in longest
    assert " Before that: " in longest


def test_thinking_answers_or_says_why_not() -> None:
    view = Game(boards.read("9x9-10-unsafe-fern"), 0.0).view
    answer = think("safe", (view,), lambda tries: None)
    assert isinstance(answer, Answer)
    assert answer.found["safe"] is False
    impossible = replace(view, faces=(b"8" * 9,) * 9)
    assert isinstance(think("odds", (impossible,), lambda tries: None), Fault)
