"""Screens are read back: ours, and plain ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import plain
from support.host import FixedHost

from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.jminesweeper import GAME, faces
from fogfield.games.jminesweeper.messages import ClientMessage, Command, ScreenContent, Start
from fogfield.games.jminesweeper.reading import Layout, Unreadable, in_sight, learn, printed, read
from fogfield.games.jminesweeper.rules import PLAYER, Options
from fogfield.games.jminesweeper.session import ServerSession
from fogfield.games.jminesweeper.view import View
from fogfield.wire.canvas import Canvas


def canvas_of(content: bytes) -> Canvas:
    return printed(Canvas(), content)


def ours(options: Options, *commands: Command) -> tuple[list[Canvas], View]:
    """The screens of our server, and the view behind the last one."""
    host = FixedHost("jminesweeper", "fog")
    session = ServerSession(host)
    canvases = []
    messages: list[ClientMessage] = [Start(options.columns, options.rows, options.level), *commands]
    for message in messages:
        (reply,) = session.on(message, 0.0)
        assert isinstance(reply, ScreenContent)
        canvases.append(canvas_of(reply.content))
    return canvases, host.matches[0].view(PLAYER)


def digits(view: View) -> dict[Cell, int]:
    return {
        Cell(row, col): 0 if face == faces.EMPTY[0] else face - ord("0")
        for row, line in enumerate(view.faces)
        for col, face in enumerate(line)
        if face in b".12345678"
    }


SIZE = st.builds(Options, st.integers(1, 60), st.integers(1, 30), st.integers(1, 3))


@given(SIZE, st.lists(st.sampled_from([c for c in Command if c not in (Command.QUIT, Command.TOGGLE_DEBUG_MODE)])))
def test_our_screens_say_what_the_view_says(options: Options, commands: list[Command]) -> None:
    canvases, view = ours(options, *commands)
    layout = learn(canvases[0], options.rows, options.columns)
    look = read(canvases[-1], layout)
    assert look.shown == digits(view)
    assert look.bombs == view.bombs
    assert look.ending == ("" if not view.outcome else "won" if view.outcome.winners else "lost")
    if not view.outcome:
        assert len(look.marked) == view.marks
        assert look.cursor is not None


@given(st.integers(1, 85), st.integers(1, 30))
def test_plain_screens_are_read_too(columns: int, rows: int) -> None:
    view = Match(GAME, Options(columns, rows, 2), "fog").view(PLAYER)
    cursor = Cell(rows - 1, columns - 1)
    canvas = canvas_of(plain.screen(view, cursor))
    layout = learn(canvas, rows, columns)
    assert layout == Layout(0, 1, 1, 3 if columns > 1 else 1, rows, columns)
    look = read(canvas, layout)
    assert (look.shown, look.marked, look.cursor, look.ending, look.bombs) == ({}, frozenset(), cursor, "", None)


def test_a_mark_that_looks_like_a_bomb_is_a_mark_while_the_game_goes_on() -> None:
    look = read(canvas_of(b"\x1b[2J\x1b[1;1H[B][?]\x1b[2;1H[1][.]\x1b[1;2H"), Layout(0, 1, 1, 3, 2, 2))
    assert look.marked == {Cell(0, 0)}
    assert look.shown == {Cell(1, 0): 1, Cell(1, 1): 0}


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("[B]\n\nGAME WON", "won"),
        ("[B]\n\nGAME LOST", "lost"),
        ("[B] You have won!", "won"),
        ("[B] you lose", "lost"),
        ("[?] game over", "lost"),
        ("[?] games won so far: 3", ""),
        ("[1] You have won 3 and lost 1 times", ""),
        ("[1] Game won: 4", ""),
        ("GAME OVER\n1 2 ?", "lost"),
        ("[B] YOU WIN! 35 moves", "won"),
        ("[B] GAME LOST (12 s)", "lost"),
        ("[B] you have won 7 games and you have lost", "lost"),
    ],
)
def test_the_words_of_the_end_are_known(text: str, ending: str) -> None:
    assert read(canvas_of(text.encode()), Layout(0, 1, 1, 3, 1, 1)).ending == ending


def test_lines_of_a_frame_between_the_rows_do_no_harm() -> None:
    canvas = canvas_of(b"\x1b[2J\x1b[H+-+-+-+\n|?|?|?|\n+-+-+-+\n|?|?|?|\n+-+-+-+\n\x1b[4;6H")
    layout = learn(canvas, 2, 3)
    assert layout == Layout(1, 1, 2, 2, 2, 3)
    canvas.feed("\x1b[2;2H1\x1b[4;4HF\x1b[4;6H")
    look = read(canvas, layout)
    assert (look.shown, look.marked, look.cursor) == ({Cell(0, 0): 1}, frozenset({Cell(1, 1)}), Cell(1, 2))
    assert [layout.cell(line, 1) for line in (0, 1, 2, 3, 5)] == [None, Cell(0, 0), None, Cell(1, 0), None]


def test_a_screen_that_says_where_it_draws_changes_what_was_there() -> None:
    canvas = printed(Canvas(), b"\x1b[2J\x1b[H???\n???\x1b[1;1H")
    canvas = printed(canvas, b"\x1b[2d\x1b[2G1\x1b[D")
    assert (canvas.text(), canvas.row, canvas.col) == (["???", "?1?"], 1, 1)
    assert printed(canvas, b"B1.\n\nGAME LOST").text() == ["B1.", "", "GAME LOST"]


def test_of_screens_that_came_together_only_what_is_still_seen_is_printed() -> None:
    clear, change, end = b"\x1b[2J\x1b[H??", b"\x1b[1;2H1", b"B1\n\nGAME LOST"
    for screens, left in (
        ([clear, change, clear], [clear]),
        ([change, clear, change, change], [clear, change, change]),
        ([clear, change, end], [end]),
        ([clear, end, change], [end, change]),
        ([change], [change]),
    ):
        assert [one.content for one in in_sight(ScreenContent((one,)) for one in screens)] == left


def test_a_title_above_the_board_does_no_harm() -> None:
    canvas = canvas_of(b"\x1b[2J\x1b[1;1HReady? Go?\x1b[3;5H? ? ?\x1b[4;5H? ? ?")
    assert learn(canvas, 2, 3) == Layout(2, 4, 1, 2, 2, 3)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"*** Server not implemented yet. ***", "it says: *** Server not implemented yet."),
        (b"", "shows no board of 2 rows with 3 closed cells"),
        (b"\x1b[2J\x1b[H???\n??", "shows no board"),
        (b"\x1b[2J\x1b[H? ??\n? ??", "shows no board"),
        (b"\x1b[2J\x1b[H??\n??\n??", "draws 3 rows of 2 cells, where 2 rows of 3 were asked for"),
    ],
)
def test_a_screen_without_a_board_is_refused_in_a_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence.replace("*", r"\*")):
        learn(canvas_of(content), 2, 3)


@pytest.mark.parametrize("second", [b"[?]", b"[?][ ]", b"", b"      "])
def test_a_board_of_which_a_part_is_missing_is_refused(second: bytes) -> None:
    with pytest.raises(Unreadable, match="row 2 of the board is missing"):
        read(canvas_of(b"\x1b[2J\x1b[H[?][?]\n" + second), Layout(0, 1, 1, 3, 2, 2))


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_but_a_sentence(content: bytes) -> None:
    try:
        layout = learn(canvas_of(content), 1, 2)
        read(canvas_of(content), layout)
    except Unreadable as error:
        assert str(error)
