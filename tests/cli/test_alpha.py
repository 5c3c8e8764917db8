"""`fogfield alpha`: seed files are made and judged; everything else is the published program's."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cli.test_cli import run
from click.testing import CliRunner
from support.live import FOGFIELD

from fogfield.cli import cli
from fogfield.cli.alpha import CannotWrite, _write
from fogfield.games.alpha import seedfile

#: Runs the command line as if nobody might read the file, which a superuser always may.
FORBIDDEN = """
import builtins, io, os, sys
def refuse(path, *more, real=io.open, **named):
    if path == sys.argv[-1]:
        raise PermissionError(13, "Permission denied")
    return real(path, *more, **named)
builtins.open = refuse
os.access = lambda path, mode, **named: path != sys.argv[-1]
from fogfield.cli import main
main()
"""


def test_a_seed_file_that_nobody_may_read_is_told_of_as_published(tmp_path: Path) -> None:
    (tmp_path / "seed.txt").write_text("5 5 1 0 0")

    def forbidden(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
        call = [sys.executable, "-c", FORBIDDEN, "alpha", *arguments]
        return subprocess.run(call, capture_output=True, check=False, cwd=tmp_path)

    done = forbidden("seed.txt")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"\nSeed File Not Found Error: seed.txt (Permission denied)\n"
    done = forbidden("--check", "seed.txt")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"fogfield: seed.txt (Permission denied)\n")
    done = forbidden("more", "seed.txt")
    assert (done.returncode, done.stderr) == (1, b"\nUsage: MinesweeperDriver SEED_FILE_PATH\n")


def test_many_faults_in_a_large_file_are_soon_told(tmp_path: Path) -> None:
    (tmp_path / "seed.txt").write_text("10 10 99 " + "x " * 198 + "\n" * 5_000_000)
    began = time.process_time()
    seedfile.read((tmp_path / "seed.txt").read_text())
    read_s = time.process_time() - began
    began = time.process_time()
    assert CliRunner().invoke(cli, ["alpha", "--check", str(tmp_path / "seed.txt")]).exit_code == 3
    assert time.process_time() - began < 20 * read_s + 5  # it was 198 times as long


@pytest.mark.parametrize("arguments", [["--check", "seed.txt"], ["--new", "8x8", "--mines", "9"], ["--help"]])
def test_a_closed_output_ends_everything_by_sigpipe(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "seed.txt").write_text("bad")
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([FOGFIELD, "alpha", *arguments], stdout=write, check=False, cwd=tmp_path)
    os.close(write)
    assert done.returncode == -signal.SIGPIPE


def test_a_new_seed_file_can_be_played_and_repeated(tmp_path: Path) -> None:
    first, second = tmp_path / "a board.txt", tmp_path / "b.txt"
    done = run("alpha", "--new", "6x9", "--mines", "7", "--seed", "fog", "-o", str(first))
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == f"{first}: 6x9, mines: 7"
    assert f"alpha '{first}'" in done.stdout
    options = seedfile.read(first.read_text()).options
    assert options
    assert (options.rows, options.cols, len(options.mines)) == (6, 9, 7)
    assert run("alpha", "--new=6X9", "--mines=7", "--seed=fog", f"--output={second}").returncode == 0
    assert first.read_text() == second.read_text()


def test_the_same_seed_gives_the_same_mines_on_every_machine() -> None:
    printed = run("alpha", "--new", "5x5", "--mines", "3", "--seed", "fog").stdout
    assert printed == "5 5\n3\n0 0\n2 3\n4 1\n"


def test_without_a_seed_boards_differ_and_the_seed_is_told(tmp_path: Path) -> None:
    boards = [tmp_path / f"{number}.txt" for number in range(4)]
    for board in boards:
        said = run("alpha", "--new", "10x10", "--mines", "50", "-o", str(board)).stdout
        seed = said.partition("--seed ")[2].partition(")")[0]
        again = run("alpha", "--new", "10x10", "--mines", "50", "--seed", seed, "-o", "-").stdout
        assert again == board.read_text()
    assert len({board.read_text() for board in boards}) == 4


@pytest.mark.parametrize("mines", ["1", "24"])
def test_the_fewest_and_the_most_mines(mines: str) -> None:
    options = seedfile.read(run("alpha", "--new", "5x5", "--mines", mines).stdout).options
    assert options
    assert len(options.mines) == int(mines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--new", "4x5", "--mines", "3"], "4x5: rows and columns are possible from 5 to 10"),
        (["--new", "5x11", "--mines", "3"], "5x11: rows and columns are possible from 5 to 10"),
        (["--new", "8", "--mines", "3"], "'8' is not ROWSxCOLS; for example 8x8"),
        (["--new", "8x8"], "--new needs the number of mines, for example --mines 10"),
        (["--new", "5x5", "--mines", "0"], "0 mines on 5x5: from 1 to 24 are possible"),
        (["--new", "5x6", "--mines", "30"], "30 mines on 5x6: from 1 to 29 are possible"),
        (["--new", "5x5", "--mines", "many"], "'many' is not a valid integer"),
        (["--mines", "3"], "--mines, --seed and -o belong to --new ROWSxCOLS"),
        (["--seed", ""], "--mines, --seed and -o belong to --new ROWSxCOLS"),
        (["--check", "a", "--new", "5x5"], "--check stands alone"),
        (["--check", "a", "b"], "'b' is one argument too many"),
        (["--check", "", "b"], "'b' is one argument too many"),
        (["--new", "5x5", "--mines", "1", "b"], "'b' is one argument too many"),
    ],
)
def test_a_wrong_call_is_explained(arguments: list[str], sentence: str) -> None:
    done = run("alpha", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "--help" in done.stderr


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    done = run("alpha", "--new", "5x5", "--mines", "3", "-o", str(kept))
    assert done.returncode == 1
    assert done.stderr == f"fogfield: {kept} is there already; choose another name, or remove it\n"
    assert kept.read_text() == "mine"


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "board.txt"
    done = run("alpha", "--new", "5x5", "--mines", "3", "-o", str(missing))
    assert done.returncode == 1
    assert done.stderr == f"fogfield: {missing} cannot be written (No such file or directory)\n"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    def opened(path: str, *arguments: Any, **options: Any) -> Full:
        Path(path).touch()
        return Full()

    monkeypatch.setattr("builtins.open", opened)
    with pytest.raises(CannotWrite, match="No space left on device"):
        _write(str(tmp_path / "board.txt"), "5 5")
    assert not (tmp_path / "board.txt").exists()


@pytest.mark.parametrize("arguments", [["--help"], ["--new", "5x5", "--mines", "3"], ["--check", "board.txt"]])
def test_a_full_disk_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("5 5 1 0 0")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [FOGFIELD, "alpha", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path
        )
    assert done.returncode == 74
    assert done.stderr.splitlines()[-1] == "fogfield: the output cannot be written (No space left on device)"
    assert "Traceback" not in done.stderr


def test_a_name_that_looks_like_an_option_is_told_in_a_way_that_works(tmp_path: Path) -> None:
    done = subprocess.run(
        [FOGFIELD, "alpha", "--new", "5x5", "--mines", "1", "-o", "-x"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.endswith(" alpha ./-x\n")


def test_a_seed_that_was_drawn_is_told_beside_the_file_too() -> None:
    done = run("alpha", "--new", "5x5", "--mines", "1")
    assert "again with --seed " in done.stderr
    assert seedfile.read(done.stdout).options


def test_a_good_file_is_called_good(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("5 6 2 0 0 4 5")
    done = run("alpha", "--check", str(board))
    assert done.returncode == 0
    assert done.stdout == f"{board}: good, 5x6, mines: 2\n"


def test_every_fault_is_shown_with_its_place(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"5 5 3\r\n 0 0 zero\t7\r\n1\r\n")
    done = run("alpha", "--check", str(board))
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        f'{board}:2:6: the row of mine 2 is "zero", which is not an integer',
        "     0 0 zero 7",
        "         ^~~~",
        f"{board}:2:11: the column of mine 2 is 7: from 0 to 4 are possible",
        "     0 0 zero 7",
        "              ^",
        f"{board}:3:2: the file ends before the column of mine 3",
        "    1",
        "     ^",
    ]
    assert "\x1b" not in done.stdout


def test_notes_do_not_make_a_file_bad(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("5 5 2 1 1 1 1 and more")
    done = run("alpha", "--check", str(board))
    assert done.returncode == 0
    assert f"{board}:1:11: note: mine 2 is at 1 1, where a mine is already; both count as one" in done.stdout
    assert f'{board}:1:15: note: "and" follows the last mine; it and the rest of the file are ignored' in done.stdout
    assert f"{board}: good, 5x5, mines: 1" in done.stdout


def test_a_fault_far_to_the_right_is_cut_to_what_fits(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("5 5" + " " * 500 + "x" * 100)
    _, line, pointer = run("alpha", "--check", str(board)).stdout.splitlines()
    assert line == "    " + " " * 30 + "x" * 30
    assert pointer == "    " + " " * 30 + "^" + "~" * 29


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run("alpha", "--check", str(tmp_path / "no"))
    assert done.returncode == 2
    assert done.stderr == f"fogfield: {tmp_path / 'no'} (No such file or directory)\n"


def test_colour_is_for_terminals(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("5 5 1 9 9")
    assert "\x1b[" in run("alpha", "--check", str(board), FORCE_COLOR="1").stdout
    assert "\x1b[" not in run("alpha", "--check", str(board), NO_COLOR="1").stdout


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--unknown", "x"], ["--", "x"]])
def test_any_other_number_of_arguments_is_answered_as_published(arguments: list[str]) -> None:
    done = run("alpha", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "\nUsage: MinesweeperDriver SEED_FILE_PATH\n"


def test_a_path_may_look_like_an_option() -> None:
    done = run("alpha", "--unknown")
    assert done.returncode == 2
    assert done.stderr == "\nSeed File Not Found Error: --unknown (No such file or directory)\n"


def piped(*arguments: str, typed: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([FOGFIELD, "alpha", *arguments], input=typed, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize(("level", "seed"), [("simple", "a"), ("odds", "b"), ("expert", "c"), ("expert", "dawn")])
def test_a_bot_prints_what_its_commands_print_when_they_are_typed(level: str, seed: str, tmp_path: Path) -> None:
    board = str(tmp_path / "board.txt")
    run("alpha", "--new", "7x9", "--mines", "6", "--seed", seed, "-o", board)
    commands = piped(board, "--bot", level, "--commands")
    assert commands.returncode == 0
    lines = commands.stdout.decode().splitlines()
    assert all(line[:2] in ("r ", "m ") for line in lines)
    assert len(set(lines)) == len(lines) <= 63
    transcript, typed = piped(board, f"--bot={level}"), piped(board, typed=commands.stdout)
    assert (transcript.stdout, transcript.stderr, transcript.returncode) == (typed.stdout, typed.stderr, 0)
    assert transcript.stdout.decode().count("minesweeper-alpha: ") == len(lines)


def test_a_bot_that_sees_only_the_output_wins_where_nothing_is_left_to_chance(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("6 6 1 5 5\n")
    assert piped(str(board), "--bot", "expert").stdout.decode().endswith("SCORE: 100.00\n\n")


@pytest.mark.parametrize(
    ("seed", "status", "error"),
    [(None, 2, b"Seed File Not Found Error"), ("3 3 1 0 0", 3, b"Seed File Malformed Error")],
)
@pytest.mark.parametrize("more", [[], ["--commands"]])
def test_a_bot_without_a_board_ends_as_the_game_does(
    seed: str | None, status: int, error: bytes, more: list[str], tmp_path: Path
) -> None:
    board = tmp_path / "board.txt"
    if seed:
        board.write_text(seed)
    done = piped(str(board), "--bot", "odds", *more)
    assert done.returncode == status
    assert error in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["b.txt", "--commands"], "--commands belongs to --bot"),
        (["b.txt", "--bot", "clever"], "'clever' is not one of"),
        (["--check", "b.txt", "--bot", "odds"], "--check stands alone"),
        (["--new", "5x5", "--mines", "1", "--bot", "odds"], "make it first"),
    ],
)
def test_a_wrong_call_for_a_bot_is_explained(arguments: list[str], sentence: str) -> None:
    done = run("alpha", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
