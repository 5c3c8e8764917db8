"""What a player sees, asserted with a terminal emulator that is not ours (pyte)."""

import re
from pathlib import Path
from random import Random

import pyte
import pytest
from games.jminesweeper.boards import act, board
from support.golden import read

from fogfield.core.grid import Cell
from fogfield.games.jminesweeper import rules
from fogfield.games.jminesweeper.codec import ClientCodec
from fogfield.games.jminesweeper.rules import Options, Reveal, State, ToggleDebug, ToggleMark
from fogfield.games.jminesweeper.screen import BUDGET_BYTES, Screen, no_game
from fogfield.games.jminesweeper.view import view

CORNER = Cell(0, 0)


def drawn(state: State, cursor: Cell = CORNER, note: str = "") -> bytes:
    return b"".join(Screen(state.options).draw(view(state, rules.PLAYER), cursor, note))


def seen(content: bytes, columns: int = 80, lines: int = 24) -> pyte.Screen:
    """Print a screen in a terminal on which something else stood before."""
    screen = pyte.Screen(columns, lines)
    stream = pyte.ByteStream(screen)
    stream.feed(b"\x1b[31mrubbish " * 300)
    stream.feed(content)
    return screen


def text(screen: pyte.Screen) -> list[str]:
    return [line.rstrip() for line in screen.display]


def test_a_fresh_board_with_its_cursor_and_status() -> None:
    screen = seen(drawn(rules.new(Options(4, 2, 1), Random(0))))
    assert text(screen)[:6] == [
        "[?]? ? ?",
        " ? ? ? ?",
        "",
        "level 1 easy   bombs 1   marks 0",
        "w a s d move   Return reveal   Space mark   Tab new game   # debug   x quit",
        "",
    ]
    assert (screen.cursor.y, screen.cursor.x) == (0, 1)
    assert not screen.cursor.hidden


def test_digits_have_their_characters_and_colours() -> None:
    state = board("BBB.", "B.B.", "BBB.")
    screen = seen(drawn(act(state, Reveal(Cell(1, 1)), Reveal(Cell(0, 3))), Cell(2, 0)))
    assert text(screen)[:3] == [" ? ? ? 2", " ? 8 ? ?", "[?]? ? ?"]
    assert screen.buffer[0][7].fg == "green"
    assert screen.buffer[1][3].fg == "white"
    assert screen.buffer[0][1].fg == "default"


def test_marks_differ_from_bombs_by_character_and_colour() -> None:
    screen = seen(drawn(act(board("B.."), ToggleMark(Cell(0, 1))), Cell(0, 1)))
    assert text(screen)[0] == " ?[!]?"
    assert (screen.buffer[0][3].fg, screen.buffer[0][3].bold) == ("brightbrown", True)
    assert "marks 1" in text(screen)[2]


def test_a_lost_game_shows_everything_and_every_kind_of_cell_differs_without_colour() -> None:
    state = board("B.B.", "....", "...B")
    lost = act(state, ToggleMark(Cell(0, 2)), ToggleMark(Cell(1, 0)), Reveal(CORNER))
    screen = seen(drawn(lost))
    assert text(screen)[:6] == [
        " * 2 @ 1",
        " / 2 2 2",
        " . . 1 B",
        "",
        "GAME LOST   level 1 easy   bombs 3   marks 2",
        "* hit   @ marked bomb   / wrong mark   Tab new game   x quit",
    ]
    assert screen.buffer[0][1].bg == "red"
    assert screen.buffer[0][2].bg == "default"
    assert (screen.cursor.y, screen.cursor.x) == (6, 0)


def test_a_won_game_says_so() -> None:
    screen = seen(drawn(act(board("B.."), ToggleMark(CORNER))))
    assert text(screen)[0] == " @ 1 ."
    assert text(screen)[2].startswith("GAME WON   level 1 easy   bombs 1   marks 1")


def test_debug_mode_shows_the_bombs() -> None:
    screen = seen(drawn(act(board("B.."), ToggleDebug()), Cell(0, 2)))
    assert text(screen)[0] == " B ?[?]"
    assert text(screen)[2].endswith("debug")


def test_colours_are_off_at_the_end_and_lines_wrap_again() -> None:
    lost = act(board("B.."), Reveal(CORNER))
    for content in (drawn(lost), drawn(board("B..")), no_game(), no_game("a note")):
        screen = seen(content)
        assert screen.cursor.attrs.fg == screen.cursor.attrs.bg == "default"
        assert not screen.cursor.attrs.bold
        assert pyte.modes.DECAWM in screen.mode


def test_published_characters_stand_in_cells_only() -> None:
    for state in (board("B.."), act(board("B.."), Reveal(CORNER)), act(board("B.."), ToggleMark(CORNER))):
        for note in ("", "why? B. B"):
            status = "".join(text(seen(drawn(state, note=note)))[1:])
            assert "?" not in status
            if not note:
                assert not set("B.") & set(status)


def test_a_note_takes_the_place_of_the_keys() -> None:
    screen = seen(drawn(board("B.."), note="this cell is open already"))
    assert text(screen)[3] == "this cell is open already"


def test_a_board_wider_than_the_terminal_is_cut_and_spoils_no_other_row() -> None:
    screen = seen(drawn(rules.new(Options(100, 3, 1), Random(0))), columns=80)
    assert text(screen)[:4] == ["?" * 80] * 3 + [""]


def test_a_board_higher_than_the_terminal_keeps_its_status_in_sight() -> None:
    screen = seen(drawn(rules.new(Options(10, 60, 1), Random(0))), lines=24)
    assert text(screen)[-1].startswith("w a s d move")


def test_wide_boards_have_one_character_a_cell_and_the_terminals_own_cursor() -> None:
    screen = seen(drawn(rules.new(Options(40, 2, 1), Random(0)), Cell(1, 39)))
    assert text(screen)[:2] == ["?" * 40] * 2
    assert (screen.cursor.y, screen.cursor.x) == (1, 39)


@pytest.mark.long
@pytest.mark.parametrize("columns", [1, 39, 40, 100, 180, 230, 255])
@pytest.mark.parametrize("rows", [1, 100, 230, 255])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_no_screen_is_too_large_for_the_published_client(columns: int, rows: int, level: int) -> None:
    options = Options(columns, rows, level)
    screen = Screen(options)
    state = rules.new(options, Random(columns * rows))
    states = [state]
    safe = list(state.field.cells(state.field.all & ~state.bombs))[:: max(1, columns * rows // 50)]
    for cell in safe:
        if not rules.refusals(state, rules.PLAYER, Reveal(cell)):
            state = rules.apply(state, rules.PLAYER, Reveal(cell))
    states.append(state)
    bomb = next(state.field.cells(state.bombs))
    states.append(rules.apply(state, rules.PLAYER, Reveal(bomb)))
    # The smallest screen that shows such a board at all: a character for each cell, a position for each row.
    least = columns * rows + 9 * rows
    for one in states:
        size = sum(map(len, screen.draw(view(one, rules.PLAYER), CORNER)))
        assert size <= max(BUDGET_BYTES, least + 400)
        assert size < 68_000


def test_colour_is_dropped_for_good_when_it_would_not_fit() -> None:
    options = Options(150, 150, 2)
    screen = Screen(options)
    state = rules.new(options, Random(1))
    assert b"\x1b[0m?" in b"".join(screen.draw(view(state, rules.PLAYER), CORNER))
    lost = rules.apply(state, rules.PLAYER, Reveal(next(state.field.cells(state.bombs))))
    content = b"".join(screen.draw(view(lost, rules.PLAYER), CORNER))
    assert b"\x1b[0;94m" not in content
    assert len(content) < BUDGET_BYTES
    assert [line.rstrip() for line in seen(content, 160, 170).display][:150] == [row.decode() for row in lost.faces]


def test_only_changed_rows_are_drawn_again_and_the_result_is_the_same() -> None:
    state = rules.new(Options(20, 10, 1), Random(4))
    screen = Screen(state.options)
    rng = Random(5)
    for _ in range(60):
        cell = rng.choice(list(state.field.grid))
        choice: rules.Action = Reveal(cell) if rng.random() < 0.5 else ToggleMark(cell)
        if not rules.refusals(state, rules.PLAYER, choice):
            state = rules.apply(state, rules.PLAYER, choice)
        cursor = rng.choice(list(state.field.grid))
        assert b"".join(screen.draw(view(state, rules.PLAYER), cursor)) == drawn(state, cursor)


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("golden/*.txt")), ids=lambda path: path.stem)
def test_every_recorded_screen_is_ascii_and_says_its_own_clear_and_reset(path: Path) -> None:
    client = ClientCodec()
    for step in read(path).steps:
        if step.arrow == "<":
            client.receive(step.data)
    for screen in iter(client.next, None):
        assert screen.content.isascii()
        assert b"\x1b[0m\x1b[2J\x1b[H" in screen.content[:20]
        assert re.findall(rb"\x1b\[[0-9;]*m", screen.content)[-1] == b"\x1b[0m"
