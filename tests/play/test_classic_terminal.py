"""Classic minesweeper in a real terminal, with the real process that thinks."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support.live import FOGFIELD, clean_environment
from support.sweeping import safe_cells, way
from support.terminal import Program

from fogfield.core.grid import Cell
from fogfield.kits.mines import boards

PLAY = (FOGFIELD, "play", "classic")
EASY = "9x9-10-safe-fern"
FIRST = Cell(4, 4)


def playing(
    folder: Path, *arguments: str, cols: int = 80, rows: int = 24, locale: str = "C.UTF-8", no_color: str = ""
) -> Program:
    command = (*PLAY, *arguments)
    return Program(*command, cols=cols, rows=rows, LC_ALL=locale, NO_COLOR=no_color, XDG_DATA_HOME=str(folder))


def origin(program: Program) -> tuple[int, int]:
    """Where the first cell of a framed board is on the screen."""
    lines = program.until(lambda lines: any("┌" in line for line in lines), "a frame")
    row = next(number for number, line in enumerate(lines) if "┌" in line)
    return row + 1, lines[row].index("┌") + 2


def face(program: Program, cell: Cell) -> str:
    """What stands on a cell, once its line is drawn to its end."""
    top, left = origin(program)
    lines = program.until(lambda lines: lines[top + cell.row].endswith("│"), "a whole line")
    return lines[top + cell.row][left + 2 * cell.col]


def click(program: Program, cell: Cell, button: int) -> None:
    """Press and let go a button of the mouse over a cell."""
    top, left = origin(program)
    where = f"{left + 2 * cell.col + 1};{top + cell.row + 1}"
    program.type(f"\x1b[<{button};{where}M\x1b[<{button};{where}m")


@pytest.mark.parametrize("keys", ["wasd", "khjl"])
def test_a_whole_game_by_keyboard_is_won_and_its_time_kept(keys: str, tmp_path: Path) -> None:
    mines = boards.lay(boards.read(EASY), FIRST)
    with playing(tmp_path, "--board", EASY) as program:
        program.shows("mines left 10   0:00")
        program.type("\r")
        program.shows("first 5,5")
        here = FIRST
        flagged = min(mines)
        program.type(way(here, flagged, keys) + "f")
        program.shows("mines left 9")
        here = flagged
        for cell in safe_cells(boards.read(EASY), mines):
            if not any("WON" in line for line in program.lines()) and face(program, cell) == "■":
                program.type(way(here, cell, keys) + " ")
                here = cell
                program.until(lambda lines, cell=cell: face(program, cell) != "■")  # type: ignore[misc]
        text = "\n".join(program.shows("Best times of beginner, safe: 1. "))
        assert re.search(r"WON in \d+\.\d\d s   3BV \d+ \(.*/s\)   \d+ clicks, efficiency \d+ %   hints 0", text)
        program.type("q")
        assert program.ended() == 0
        assert program.restored()
        program.shows(f"Board {EASY}  first 5,5")
    (kept,) = json.loads((tmp_path / "fogfield" / "classic-times.json").read_text())["times"]["beginner, safe"]
    assert kept[2] == EASY


def test_a_whole_game_by_mouse_with_flags_and_chords(tmp_path: Path) -> None:
    board = boards.read(EASY)
    mines = boards.lay(board, FIRST)
    with playing(tmp_path, "--board", EASY) as program:
        click(program, FIRST, 0)
        program.shows("first 5,5")
        for number, mine in enumerate(sorted(mines), 1):
            click(program, mine, 2)
            program.shows(f"mines left {10 - number} ")
        for cell in safe_cells(board, mines):
            if any("WON" in line for line in program.lines()):
                break
            if face(program, cell) == "■":
                click(program, cell, 0)
                program.until(lambda lines, cell=cell: face(program, cell) != "■")  # type: ignore[misc]
            if face(program, cell) in "12345678":
                click(program, cell, 1)
        program.shows("WON in ")
        assert all(face(program, mine) == "F" for mine in mines)
        program.type("q")
        assert program.ended() == 0
        assert program.restored()


def test_a_lost_game_again_and_a_new_one(tmp_path: Path) -> None:
    mine = min(boards.lay(boards.read(EASY), FIRST))
    with playing(tmp_path, "--board", EASY) as program:
        program.shows("mines left 10")
        program.type("\r" + way(FIRST, mine) + "\r")
        program.shows("LOST after ")
        assert face(program, mine) == "X"
        program.type("r")
        program.shows("known board")
        program.until(lambda lines: face(program, mine) == "■")
        program.type("n")
        program.until(lambda lines: "board 9x9-10-safe-" in lines[1] and EASY not in lines[1])
        program.type("q")
        assert program.ended() == 0
    assert not json.loads((tmp_path / "fogfield" / "classic-times.json").read_text())["times"]


def test_three_hints_and_the_heat_map(tmp_path: Path) -> None:
    with playing(tmp_path, "--board", "9x9-10-zero-fern") as program:
        program.shows("mines left 10")
        program.type("\r?")
        program.shows("A closed cell is certainly safe.")
        program.type("!")
        program.until(lambda lines: re.search(r"row \d, column \d", "\n".join(lines[-4:])), "a reason")
        assert "[+]" in "\n".join(program.lines())
        assert "(" in "\n".join(program.lines()[:-4])
        program.type("%")
        text = "\n".join(program.shows("The odds are exact"))
        assert " ok" in text
        assert "**" in text
        colours = [b"48;5;28", b"48;5;88"]
        assert all(colour in program.output for colour in colours)
        program.type("%")
        program.until(lambda lines: not any("ok " in line for line in lines))
        program.shows("hints 3")


def test_a_board_without_a_guess_and_its_proof(tmp_path: Path) -> None:
    with playing(tmp_path, "intermediate", "--start", "noguess", "--first", "3,3") as program:
        program.shows("Open a first cell")
        program.type("\r")
        program.shows("first 3,3")
        program.type("p")
        program.shows("gives the whole board away")
        program.type("y")
        program.shows("Deduction 1 of ")
        # One of its brackets may be that of the cursor.
        program.until(lambda lines: any(re.search("[()]", line) for line in lines[3:-5]), "a number of the argument")
        program.type("\x1b[C")
        program.shows("Deduction 2 of ")
        program.type("\x1b[F")
        program.shows("and not one guess.")
        program.type("q")
        program.shows("hints 1")
        program.type("qy")
        assert program.ended() == 0
        assert program.restored()


def test_a_search_that_takes_long_is_shown_and_cancelled(tmp_path: Path) -> None:
    with playing(tmp_path, "30x16/144", "--start", "noguess") as program:
        program.shows("Open a first cell")
        program.type("\r")
        program.shows("A board without a guess is searched for ... ")
        program.shows(" tried")
        program.type("\x1b")
        program.shows("You stopped the search")
        program.type("q")
        assert program.ended() == 0


def test_255x255_scrolls_to_its_corners_and_follows_a_terminal_that_changes(tmp_path: Path) -> None:
    with playing(tmp_path, "--board", "255x255-9000-zero-fern") as program:
        program.shows("of 255, columns ")
        program.type("gg0")
        program.shows("-- rows 1-17 of 255, columns 1-39 of 255 --")
        program.type("G$")
        program.shows("-- rows 239-255 of 255, columns 217-255 of 255 --")
        program.type("\r")
        program.shows("first 255,255")
        program.shows("[·]")
        program.resize(120, 40)
        program.shows("columns 197-255 of 255 --")
        program.resize(30, 8)
        program.shows("34x10 needed")
        program.type("f")
        program.resize(40, 12)
        program.shows("-- rows 249-255, columns 237-255 --")
        program.resize(80, 24)
        program.shows("-- rows 239-255 of 255, columns 217-255 of 255 --")
        program.shows("[·]")
        program.type("?")
        program.until(lambda lines: any("certainly safe" in line for line in lines))


def test_a_bot_plays_to_the_end_and_its_result_is_the_exit_status(tmp_path: Path) -> None:
    with playing(tmp_path, "--start", "noguess", "--bot", "odds", "--pace", "0") as program:
        program.shows("WON in ")
        program.type("q")
        assert program.ended() == 0
        assert program.restored()


def test_without_colours_and_without_boxes_everything_can_be_read(tmp_path: Path) -> None:
    with playing(tmp_path, "--board", "9x9-10-zero-fern", locale="C", no_color="1") as program:
        program.shows("[#]")
        program.type("\r%")
        program.shows("The odds are exact")
        program.type("%!")
        program.shows("[+]")
        program.type("qy")
        assert program.ended() == 0
        assert program.output.isascii()
        styles = re.findall(rb"\x1b\[([\d;]*)m", program.output)
        assert {code for style in styles for code in style.split(b";")} <= {b"", b"0", b"1", b"4", b"7"}


def test_a_broken_list_of_times_is_kept_and_told(tmp_path: Path) -> None:
    path = tmp_path / "fogfield" / "classic-times.json"
    path.parent.mkdir()
    path.write_text("not ours")
    with playing(tmp_path, "--board", "3x3-0-safe-a") as program:
        program.shows("mines left 0")
        program.type("\r")
        program.shows("could not be read")
        program.type("q")
        assert program.ended() == 0
        assert b"classic-times.json.broken-1, and a new one begins" in program.output
    assert path.with_name("classic-times.json.broken-1").read_text() == "not ours"
    assert json.loads(path.read_text())["fogfield"] == 1


def thinkers(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_whatever_ends_the_game_ends_the_process_that_thinks(number: signal.Signals, tmp_path: Path) -> None:
    with playing(tmp_path) as program:
        program.shows("mines left 10")
        program.type("\r?")
        program.shows("hints 1")
        children = thinkers(program.process.pid)
        assert children
        program.process.send_signal(number)
        program.ended()
        if number != signal.SIGKILL:
            assert program.restored()
        end = time.monotonic() + 20
        while any(alive(child) for child in children):
            assert time.monotonic() < end, "the process that thinks goes on"
            time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_thinker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    with playing(tmp_path) as program:
        program.shows("mines left 10")
        program.type("\r?")
        program.shows("hints 1")
        for child in thinkers(program.process.pid):
            os.kill(child, signal.SIGKILL)
        program.type("?")
        program.until(lambda lines: any("without an answer" in line or "hints 2" in line for line in lines))
        program.type("?")
        program.until(lambda lines: any(re.search("hints [23]", line) for line in lines))


@pytest.mark.parametrize("arguments", [[], ["--bot", "odds"], ["expert", "--start", "noguess"]])
def test_without_a_terminal_it_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [*PLAY, *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=30,
        env=clean_environment(XDG_DATA_HOME=str(tmp_path)),
    )  # fmt: skip
    assert done.returncode == 1
    assert "is not a terminal" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pace_without_a_bot_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PLAY, "expert", "--pace", "2"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        timeout=30, env=clean_environment(XDG_DATA_HOME=str(tmp_path)),
    )  # fmt: skip
    assert done.returncode == 2
    assert "--pace belongs to --bot" in done.stderr


def test_a_wrong_call_is_explained_before_the_screen_is_taken(tmp_path: Path) -> None:
    with playing(tmp_path, "expert", "--board", EASY) as program:
        assert program.ended() == 2
        assert b"--board names everything" in program.output
        assert b"\x1b[?1049h" not in program.output
