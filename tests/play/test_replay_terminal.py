"""Replays in a real terminal: what a person sees, and what the keys do."""

import re
import signal
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import pytest
from support.contract import NAMES
from support.live import FOGFIELD
from support.records import lines_of, played, written
from support.terminal import Program

from fogfield import games
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.jminesweeper.rules import Options, ToggleMark

HOME, END = "\x1b[H", "\x1b[F"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PLAYERS = ("Ann", "Bo")


def watching(
    path: Path,
    lines: Sequence[str],
    *arguments: str,
    cols: int = 80,
    rows: int = 24,
    locale: str = "C.UTF-8",
    no_color: str = "",
) -> Program:
    command = (FOGFIELD, "replay", written(path / "match.jsonl", lines), *arguments)
    return Program(*command, cols=cols, rows=rows, LC_ALL=locale, NO_COLOR=no_color)


def record_of(name: str) -> list[str]:
    return lines_of(played(name), PLAYERS[: games.game(name).seats])


def at(program: Program, move: int) -> list[str]:
    """Wait until a move is shown."""
    return program.until(lambda lines: re.search(rf"move {move} of", lines[1]), f"move {move}")


def seen_by(program: Program, fog: str) -> list[str]:
    """Wait until the position is seen with these eyes."""
    program.until(lambda lines: lines[0].endswith(fog), fog)
    return settled(program)


def settled(program: Program) -> list[str]:
    """Give a screen that is drawn to its end: a question in its last row comes after everything above it."""
    program.type("g")
    lines = program.shows("Go to move: _")
    program.type("\r")
    program.until(lambda lines: not any("Go to move" in line for line in lines))
    return lines


@pytest.mark.parametrize("name", NAMES)
def test_every_game_steps_jumps_and_changes_its_fog(name: str, tmp_path: Path) -> None:
    lines = record_of(name)
    last = len(lines) - 2
    with watching(tmp_path, lines) as program:
        at(program, 0)
        assert f" {name}  Ann" in program.lines()[0]
        program.type("l" + RIGHT)
        at(program, 2)
        program.type("h")
        at(program, 1)
        program.type(END)
        at(program, last)
        program.shows(" has won: ")
        program.type(LEFT)
        at(program, last - 1)
        assert not any(" has won: " in line for line in settled(program))
        program.type("g10\r")
        at(program, 10)
        for fog in ("what is public", "what Ann sees", *(["what Bo sees"] if games.game(name).seats > 1 else [])):
            program.type("f")
            seen_by(program, fog)
        program.type("f" + HOME)
        program.until(lambda lines: lines[0].endswith("everything"))
        at(program, 0)
        program.type("q")
        assert program.ended() == 0
        assert program.restored()


def boards(lines: list[str]) -> tuple[str, str]:
    """The two boards of a full screen, apart."""
    rows = [line for line in lines if line.count("|") > 8]
    return "".join(row[:20] for row in rows), "".join(row[20:] for row in rows)


def test_the_fog_of_a_seat_hides_the_others_boats(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("battleship")) as program:
        program.type("ll")
        at(program, 2)
        assert [board.count("O") for board in boards(settled(program))] == [3, 3]
        for fog, boats in (("what is public", [0, 0]), ("what Ann sees", [3, 0]), ("what Bo sees", [0, 3])):
            program.type("f")
            assert [board.count("O") for board in boards(seen_by(program, fog))] == boats


def test_the_fog_of_a_seat_hides_the_others_planes(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("planefight"), "--at", "2", "--fog", "1") as program:
        lines = seen_by(program, "what Ann sees")
        heads = [sum(line[side].count(head) for line in lines[3:18] for head in "▲►▼◄") for side in SIDES]
        assert heads == [3, 0]


SIDES = (slice(0, 27), slice(27, 80))


@pytest.mark.parametrize("name", NAMES)
def test_a_small_terminal_shows_the_last_move_and_the_whole_thing_after_it_grows(name: str, tmp_path: Path) -> None:
    with watching(tmp_path, record_of(name), "--at", "9", cols=40, rows=12) as program:
        at(program, 9)
        settled(program)
        lines = program.lines()
        assert all(len(line) <= 40 for line in lines)
        assert "q quit" in lines[11]
        program.resize(100, 40)
        program.until(lambda lines: "[ ] same seat" in lines[39])
        assert not any("-- lines" in line for line in settled(program))
        program.resize(20, 5)
        program.shows("30x12 needed")
        program.resize(40, 12)
        program.until(lambda lines: "q quit" in lines[11])


def test_space_plays_to_the_end_and_arrows_change_the_speed(tmp_path: Path) -> None:
    lines = record_of("alpha")
    with watching(tmp_path, lines) as program:
        program.type(UP * 8)
        program.shows("x256")
        program.type(DOWN)
        program.shows("x128")
        program.type(" ")
        at(program, len(lines) - 2)
        program.until(lambda lines: "‖" in lines[1])


def test_a_pause_stops_it(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("treasurehunt")) as program:
        program.type(UP * 3 + " ")
        program.until(lambda lines: "►" in lines[1] and "move 0 " not in lines[1])
        program.type(" ")
        program.until(lambda lines: "‖" in lines[1])
        shown = program.lines()[1]
        program.type("?")
        program.shows("whose fog")
        program.type("x")
        program.shows("q quit")
        assert program.lines()[1] == shown


def test_brackets_go_to_the_moves_of_the_same_seat(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("battleship"), "--at", "5") as program:
        at(program, 5)
        program.type("]")
        at(program, 7)
        program.type("[[")
        at(program, 3)
        program.type("fff]")  # the fog of the second seat
        at(program, 4)
        program.type("]")
        at(program, 6)


def test_a_number_can_be_corrected_and_given_up_and_too_large_a_one_is_the_end(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("battleship")) as program:
        program.type("g17")
        program.shows("Go to move: 17_")
        program.type("\x7f")
        program.shows("Go to move: 1_")
        program.type("2\r")
        at(program, 12)
        program.type("g3q")
        program.until(lambda lines: not any("Go to move" in line for line in lines))
        at(program, 12)
        program.type("g99999999999\r")
        at(program, 19)


def large_board() -> list[str]:
    """A board that no terminal holds, with marks in its corners."""
    match = Match(games.game("jminesweeper"), Options(255, 255, 1), "fog")
    for number, cell in enumerate((Cell(0, 0), Cell(254, 254), Cell(0, 254))):
        assert match.act(0, ToggleMark(cell), float(number)) == ()
    return lines_of(match)


def test_a_board_that_is_too_large_follows_the_last_move_and_can_be_scrolled(tmp_path: Path) -> None:
    with watching(tmp_path, large_board(), "--fog", "1") as program:
        program.shows("lines 1-")
        program.type("l")
        at(program, 1)
        assert settled(program)[3].startswith("!???")
        program.type("l")
        program.until(lambda lines: any("of 255, columns 176-255 of 255" in line for line in lines))
        assert any(line.endswith("???!") for line in settled(program))
        program.type("w" * 200 + "a" * 40)
        program.until(lambda lines: any("lines 1-18 of 255, columns 1-80" in line for line in lines))
        program.type("l")
        program.until(lambda lines: any("lines 1-17 of 255, columns 176-255" in line for line in lines))
        at(program, 3)
        program.shows("The record breaks off here: it has no end.")


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_no_color_means_no_colour(no_color: str, coloured: bool, tmp_path: Path) -> None:
    with watching(tmp_path, record_of("jminesweeper"), "--at", "9", no_color=no_color) as program:
        program.shows("q quit")
        assert bool(re.search(rb"\x1b\[[0-9;]*(3|9)[0-7]m", program.output)) == coloured


def test_a_terminal_without_boxes_gets_ascii(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("planefight"), locale="POSIX") as program:
        at(program, 0)
        program.shows("q quit")
        assert "".join(program.lines()).isascii()


def test_control_characters_of_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    with watching(tmp_path, lines_of(played("battleship"), ("A\x1b]0;title\x07nn", "\x9b2JBo"))) as program:
        program.shows("A]0;titlenn against 2JBo")
        program.type("lll")
        at(program, 3)
        assert b"\x1b]0" not in program.output
        assert "\x9b2J".encode() not in program.output


@pytest.mark.parametrize(("key", "status"), [("q", 0), ("Q", 0), ("\x04", 0), ("\x03", 130)])
def test_leaving_restores_the_terminal(key: str, status: int, tmp_path: Path) -> None:
    with watching(tmp_path, record_of("alpha")) as program:
        program.shows("q quit")
        assert program.raw()
        program.type(key)
        assert program.ended() == status
        assert program.restored()


def test_a_signal_restores_the_terminal(tmp_path: Path) -> None:
    with watching(tmp_path, record_of("alpha")) as program:
        program.shows("q quit")
        program.process.send_signal(signal.SIGTERM)
        assert program.ended() == 128 + signal.SIGTERM
        assert program.restored()


def test_a_terminal_that_is_closed_ends_it(tmp_path: Path) -> None:
    program = watching(tmp_path, record_of("alpha"))
    program.shows("q quit")
    program.hang_up()
    assert program.process.wait(60) in (0, 129)


def test_a_record_that_comes_through_a_pipe_is_watched_with_keys_all_the_same(tmp_path: Path) -> None:
    record = written(tmp_path / "match.jsonl", record_of("battleship"))
    with Program("sh", "-c", f"cat {quote(str(record))} | {quote(FOGFIELD)} replay -", LC_ALL="C.UTF-8") as program:
        at(program, 0)
        program.type("ll")
        at(program, 2)
        program.type("q")
        assert program.ended() == 0
        assert program.restored()


def test_a_bad_record_is_a_sentence_and_the_terminal_is_left_alone(tmp_path: Path) -> None:
    with watching(tmp_path, [*record_of("battleship")[:3], '{"at":9,"seat":0,"do":["attack",99]}']) as program:
        assert program.ended() == 1
        assert program.lines()[0] == "fogfield: line 4: move 3 is not possible: there is no such cell"
        assert b"\x1b[?1049h" not in program.output
