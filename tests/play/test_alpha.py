"""Minesweeper Alpha as a process: real pipes, a real terminal, real faults."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import cases
from support.live import FOGFIELD, clean_environment
from support.terminal import Program

from fogfield.play import alpha

ALPHA = str(Path(sys.executable).with_name("minesweeper-alpha"))
PROMPT = b"minesweeper-alpha: "


@pytest.fixture
def seed(tmp_path: Path) -> str:
    path = tmp_path / "seed.txt"
    path.write_text("5 5 1 0 0\n")
    return str(path)


@pytest.fixture(params=cases.names())
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cases.Case:
    found = cases.read(request.param)
    if found.has_seed:
        (tmp_path / "seed.txt").write_bytes(found.seed)
    monkeypatch.chdir(tmp_path)
    return found


def test_a_case_on_two_pipes(case: cases.Case) -> None:
    done = subprocess.run([ALPHA, *case.arguments], input=case.stdin, capture_output=True, check=False)
    cases.same("standard output", case.stdout, done.stdout)
    cases.same("standard error", case.stderr, done.stderr)
    assert done.returncode == case.status


def test_a_case_on_one_pipe(case: cases.Case) -> None:
    done = subprocess.run(
        [ALPHA, *case.arguments], input=case.stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    cases.same("both in one pipe", case.merged, done.stdout)
    assert done.returncode == case.status


@pytest.mark.parametrize("name", ["101", "103", "104", "205", "404", "501", "604"])
def test_the_verb_of_fogfield_says_the_same(name: str, tmp_path: Path) -> None:
    (found,) = (one for one in cases.names() if one.startswith(name))
    case = cases.read(found)
    (tmp_path / "seed.txt").write_bytes(case.seed)
    done = subprocess.run(
        [FOGFIELD, "alpha", *case.arguments], input=case.stdin, capture_output=True, check=False, cwd=tmp_path
    )
    cases.same("standard output", case.stdout, done.stdout)
    cases.same("standard error", case.stderr, done.stderr)
    assert done.returncode == case.status


def test_everything_is_flushed_before_the_program_waits_and_in_order(seed: str) -> None:
    """One pipe for both streams, one command at a time, as a program would play."""
    block = " 0 |   |   |   |   |   |\n"
    ours, theirs = os.pipe()
    with subprocess.Popen([ALPHA, seed], stdin=subprocess.PIPE, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        assert process.stdin

        def answer(line: bytes) -> str:
            assert process.stdin
            process.stdin.write(line)
            process.stdin.flush()
            said = b""
            while not said.endswith(PROMPT):
                piece = os.read(ours, 65536)
                assert piece
                said += piece
            return said.decode()

        assert block in answer(b"")
        for line, begins in [
            (b"x\n", "\nInvalid Command: Command not recognized!\n\n Rounds Completed: 0\n"),
            (b"r 0 1\n", "\n Rounds Completed: 1\n\n 0 |   | 1 |"),
            (b"r 9 9\r", "\nInvalid Command: Index 9 out of bounds for length 5\n\n Rounds Completed: 1\n"),
            (b"\nhelp\n", "\nCommands Available...\n"),
            (b"\n", "\nInvalid Command: Command not recognized!\n\n Rounds Completed: 2\n"),
        ]:
            assert answer(line).startswith(begins)
        process.stdin.close()
        assert os.read(ours, 65536) == b""
        assert process.wait() == 0
        os.close(ours)


def test_a_file_that_may_not_be_read_is_not_found(tmp_path: Path, seed: str) -> None:
    Path(seed).chmod(0)
    tmp_path.chmod(0o755)
    program = (
        "import os, sys; from fogfield.play.alpha import run\n"
        "os.getuid() or os.setuid(65534)\n"  # the superuser may read everything
        "sys.exit(run(['seed.txt']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stderr == "\nSeed File Not Found Error: seed.txt (Permission denied)\n"
    assert done.stdout == ""
    assert done.returncode == 2


def test_a_path_of_any_bytes_is_repeated_as_it_is(tmp_path: Path) -> None:
    done = subprocess.run([ALPHA.encode(), b"f\xff\xfe"], capture_output=True, check=False, cwd=tmp_path)
    assert done.stderr == b"\nSeed File Not Found Error: f\xff\xfe (No such file or directory)\n"


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX", "xx_XX"])
def test_the_bytes_do_not_depend_on_the_locale(locale: str, tmp_path: Path) -> None:
    case = cases.read("510-perfect")
    (tmp_path / "seed.txt").write_bytes(case.seed)
    environment = clean_environment(LC_ALL=locale, PYTHONIOENCODING="latin-1", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    done = subprocess.run(
        [ALPHA, "seed.txt"], input=case.stdin, capture_output=True, check=False, cwd=tmp_path, env=environment
    )
    cases.same("standard output", case.stdout, done.stdout)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5 5 1 0 0" + " " * 20, "5 5 1 0 0"),
        (" " * 30, ""),
        ("5 5 1 0 0 1234567890", "5 5 1 0 0"),
        ("5 5 1 0 0 12345678 0", "5 5 1 0 0 12345678"),
        ("5 5 1 0 0 1234567890"[:19], "5 5 1 0 0 123456789"),
        ("x" * 40, "x" * 19),
        ("", ""),
        ("5 5 1 0 0" + " " * 9 + "\x1c77", "5 5 1 0 0"),
        ("5 5 1 0 0 12345678\u300077", "5 5 1 0 0 12345678"),
        ("5 5 1 0 0 123456\x1c777", "5 5 1 0 0 123456"),
        ("5 5 1 0 0 1234567\xe9\xe9", "5 5 1 0 0"),
        ("5 5 1 0 0\x1c1234567 \xe9", "5 5 1 0 0\x1c1234567"),
    ],
)
def test_only_whole_words_of_a_long_seed_file_are_read(
    text: str, read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alpha, "LIMIT_BYTES", 19)
    (tmp_path / "long.txt").write_text(text, encoding="utf-8")
    assert alpha.read_seed(str(tmp_path / "long.txt")).strip() == read


def test_a_seed_behind_and_before_two_megabytes_of_blanks(tmp_path: Path) -> None:
    (tmp_path / "seed.txt").write_text(" " * 2_000_000 + "5 5 1 0 0" + "\n" * 2_000_000)
    done = subprocess.run([ALPHA, "seed.txt"], input=b"q\n", capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode == 0


def test_a_seed_file_may_be_a_pipe_and_only_its_beginning_is_read(tmp_path: Path) -> None:
    done = subprocess.run(
        f"yes ignored | sed '1i 5 5 1 0 0' | '{ALPHA}' /dev/fd/3 3<&0 </dev/null",
        shell=True, capture_output=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.endswith(PROMPT)


def test_an_endless_file_of_rubbish_is_malformed() -> None:
    done = subprocess.run([ALPHA, "/dev/zero"], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 2
    assert len(done.stderr) < 200


def test_a_megabyte_of_rubbish_is_answered_and_forgotten(seed: str) -> None:
    rubbish = bytes(range(256)).replace(b"\n", b"").replace(b"\r", b"") * 5_000
    done = subprocess.run([ALPHA, seed], input=rubbish + b"\nq\n", capture_output=True, check=False)
    assert done.stderr == b"\nInvalid Command: Command not recognized!\n"
    assert done.stdout.endswith(b"Bye!\n")
    assert done.returncode == 0


@pytest.mark.parametrize("closed", ["<&-", "0> /dev/null", "< /dev/null"])
def test_an_input_that_is_closed_or_cannot_be_read_has_ended(closed: str, seed: str) -> None:
    done = subprocess.run(f"'{ALPHA}' '{seed}' {closed}", shell=True, capture_output=True, check=False)
    assert done.stdout.endswith(PROMPT)
    assert done.stderr == b""
    assert done.returncode == 0


def test_a_full_disk_is_said_and_not_hidden(seed: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([ALPHA, seed], input=b"q\n", stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.stderr == b"minesweeper-alpha: the output cannot be written (No space left on device)\n"
    assert done.returncode == 74


def test_errors_that_nobody_hears_do_not_stop_the_game(seed: str) -> None:
    done = subprocess.run(f"printf 'x\\nq\\n' | '{ALPHA}' '{seed}' 2>&-", shell=True, capture_output=True, check=False)
    assert done.stdout.endswith(b"Bye!\n")
    assert done.returncode == 0


@pytest.mark.parametrize("program", [f"'{ALPHA}'", f"'{FOGFIELD}' alpha"])
def test_an_output_that_is_closed_is_not_missed(program: str, seed: str) -> None:
    done = subprocess.run(f"echo q | {program} '{seed}' >&-", shell=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_much_output_is_not_kept_until_the_end(seed: str) -> None:
    """A script of 64 KB is one piece of input; its output is let go bit by bit."""
    with subprocess.Popen([ALPHA, seed], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"h\n" * 30_000)
        process.stdin.flush()
        for _ in range(20):
            os.read(process.stdout.fileno(), 65536)
        resident_kb = int(Path(f"/proc/{process.pid}/status").read_text().split("VmRSS:")[1].split()[0])
        process.kill()
        process.stdin.close()
    assert resident_kb < 22_000


def test_a_reader_that_goes_away_ends_the_program_quietly(seed: str) -> None:
    with subprocess.Popen(
        [ALPHA, seed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"h\n" * 10)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == -signal.SIGPIPE


def test_an_interrupt_ends_the_program_as_a_signal_does(seed: str) -> None:
    with subprocess.Popen(
        [ALPHA, seed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        said = b""
        while not said.endswith(PROMPT):
            said += os.read(process.stdout.fileno(), 65536)
        process.send_signal(signal.SIGINT)
        assert process.wait() == -signal.SIGINT
        assert process.stderr.read() == b""


def test_a_pipe_that_does_not_block_loses_nothing(seed: str) -> None:
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    with subprocess.Popen([ALPHA, seed], stdin=subprocess.PIPE, stdout=theirs) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(b"h\n" * 2_000 + b"q\n")
        process.stdin.close()
        said = b"".join(iter(lambda: os.read(ours, 65536), b""))
        assert process.wait() == 0
    os.close(ours)
    assert said.count(b"Commands Available...") == 2_000
    assert said.endswith(b"Bye!\n")


def test_on_a_terminal_lines_are_edited_and_remembered(seed: str) -> None:
    with Program(ALPHA, seed, rows=40) as program:
        program.shows("minesweeper-alpha:")
        program.type("x 4 4\x01\x1b[3~g\r")  # to the beginning of the line, delete, another letter
        program.shows("Rounds Completed: 1")
        program.shows("4 |   |   |   |   | ? |")
        program.type("\x1b[A\x01\x1b[3~m\r")  # the line before, changed
        program.shows("Rounds Completed: 2")
        program.shows("4 |   |   |   |   | F |")
        program.type("q\r")
        program.shows("Bye!")
        assert program.ended() == 0


def test_on_a_terminal_bytes_that_are_no_text_are_a_bad_command(seed: str) -> None:
    with Program(ALPHA, seed, rows=40, LC_ALL="C.UTF-8") as program:
        program.shows("minesweeper-alpha:")
        program.type(b"\xff\xfe\r")
        program.shows("Invalid Command: Command not recognized!")
        program.type("q\r")
        assert program.ended() == 0


def test_on_a_terminal_without_standard_error_the_game_goes_on(seed: str) -> None:
    with Program("sh", "-c", f"'{ALPHA}' '{seed}' 2>&-", rows=40) as program:
        program.shows("minesweeper-alpha:")
        program.type("x\rr 0 1\rq\r")
        program.shows("Rounds Completed: 1")
        assert program.ended() == 0


def test_several_lines_in_one_have_their_prompts(seed: str) -> None:
    with Program(ALPHA, seed, rows=60) as program:
        program.shows("minesweeper-alpha:")
        program.type("h\x16\nh\r")  # Ctrl-V takes the line feed as it is
        program.shows("Rounds Completed: 2")
        program.type("q\r")
        assert program.ended() == 0
        assert sum("minesweeper-alpha:" in line for line in program.lines()) == 3


def test_a_terminal_is_given_back_when_the_program_is_ended_from_outside(seed: str) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        with Program(ALPHA, seed, rows=30) as program:
            program.shows("minesweeper-alpha:")
            program.process.send_signal(number)
            assert program.ended() == -number
            assert program.restored()


def test_a_signal_while_nobody_reads_the_output_ends_it_as_signals_do(seed: str) -> None:
    with Program(ALPHA, seed, rows=30) as program:
        program.shows("minesweeper-alpha:")
        program.type("m 0 0\n" * 60)  # more output than a terminal holds, and nobody reads it
        time.sleep(0.5)
        program.process.send_signal(signal.SIGTERM)
        assert program.ended() == -signal.SIGTERM
        assert b"Traceback" not in program.output


@pytest.mark.parametrize(
    ("typed", "shown", "then", "line", "row"),
    [
        ("r 0", "r 0", " 1", "r 0 1", "0 |   | 1 |"),
        ("m  4\x1b[D\x1b[D", "m  4", "2", "m 2 4", "2 |   |   |   |   | F |"),
    ],
    ids=["at the end", "in the middle"],
)
def test_after_a_stop_the_line_goes_on_where_it_was(
    seed: str, typed: str, shown: str, then: str, line: str, row: str
) -> None:
    with Program("bash", "--norc", "-i", rows=40, PS1="$ ") as shell:
        shell.type(f"'{ALPHA}' '{seed}'\r")
        shell.shows("minesweeper-alpha:")
        shell.type(typed)
        shell.shows(f"minesweeper-alpha: {shown}")
        shell.type("\x1a")
        shell.shows("Stopped")
        shell.type("fg\r")
        shell.until(lambda lines: [one for one in lines if one][-1] == f"minesweeper-alpha: {shown}")
        shell.type(then)
        assert shell.shows(f"minesweeper-alpha: {line}")
        shell.type("\r")
        assert shell.shows(row)
        shell.type("q\r")
        assert shell.shows("Bye!")


def test_what_is_redirected_is_the_same_with_a_terminal_on_the_other_side(tmp_path: Path) -> None:
    """Somebody types, and the output goes to a file: not a byte of the line editor is in it."""
    case = cases.read("404-nofog-then-a-bad-command")
    (tmp_path / "seed.txt").write_bytes(case.seed)
    ours, theirs = pty.openpty()
    out, err = tmp_path / "out", tmp_path / "err"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            [ALPHA, "seed.txt"], stdin=theirs, stdout=stdout, stderr=stderr, cwd=tmp_path, start_new_session=True
        )
        os.write(ours, case.stdin)
        assert process.wait(30) == 0
    os.close(ours)
    os.close(theirs)
    cases.same("standard output", case.stdout, out.read_bytes())
    cases.same("standard error", case.stderr, err.read_bytes())


def test_control_d_and_control_c_end_it_without_a_word(seed: str) -> None:
    for key, status in (("\x04", 0), ("\x03", -signal.SIGINT)):
        with Program(ALPHA, seed, rows=30) as program:
            program.shows("minesweeper-alpha:")
            program.type(key)
            assert program.ended() == status
            assert b"Traceback" not in program.output
            assert program.restored()


HEAVY = {
    "click",
    "rich",
    "asyncio",
    "dataclasses",
    "inspect",
    "pathlib",
    "json",
    "hashlib",
    "random",
    "decimal",
    "readline",
}


def test_nothing_heavy_is_imported_on_the_way_to_the_prompt(seed: str) -> None:
    program = (
        "import sys; from fogfield.play.alpha import run\n"
        "run([sys.argv[1]])\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, seed], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "fogfield.games.alpha.session" in loaded
    assert loaded & HEAVY == set()


def test_digits_of_another_script_are_no_reason_to_drop_zeros_behind_them(tmp_path: Path) -> None:
    (tmp_path / "seed.txt").write_text("5 5 1 0 0")
    typed = ("r" + " " * 70_000 + "\N{ARABIC-INDIC DIGIT THREE}00 1\nq\n").encode()
    done = subprocess.run([ALPHA, "seed.txt"], input=typed, capture_output=True, check=False, cwd=tmp_path)
    assert b"Index 300 out of bounds for length 5" in done.stdout + done.stderr
