"""`fogfield solve`, as it is typed."""

import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from support.boards import shown
from support.live import FOGFIELD, clean_environment
from support.terminal import Program
from support.wait import eventually

from fogfield.cli import solve as solving
from fogfield.cli.crew import Crew, CrewError
from fogfield.cli.solve import _figures, _told
from fogfield.core.grid import Cell, Grid
from fogfield.kits.mines.boards import Board
from fogfield.kits.mines.kernels import available
from fogfield.kits.mines.measuring import Played, Portions, Tallies, Tally
from fogfield.kits.mines.position import Position, write

#: A folder in which nothing was compiled, and where nothing is to be: Python alone answers.
NO_CACHE = "/dev/null/none"
NO_NUMBA = {"FOGFIELD_CACHE": NO_CACHE}
#: The program where numba is not installed, and where somebody has waited long after a moment.
IMPATIENT = """
import sys
sys.modules["numba"] = None
from fogfield.cli import solve
from fogfield.cli import main
solve.LONG_S = 0.2
main()
"""


def solve(*arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [FOGFIELD, "solve", *arguments],
        capture_output=True, text=True, input=text, timeout=100, check=False, env=clean_environment(**NO_NUMBA),
    )  # fmt: skip


def test_games_are_measured_with_an_interval() -> None:
    done = solve("--board", "beginner", "--games", "40", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["games"] == 40
    assert found["win_rate"] == found["wins"] / 40
    assert 0 < found["low"] < found["win_rate"] < found["high"] <= 1
    assert found["games_per_s"] > 0
    assert 0 < found["worst_call_s"] < 10
    assert found["refuted_proofs"] == 0
    assert (found["engine"], found["timed_games"]) == ("python", 40)


def test_several_processes_play_the_same_games_as_one() -> None:
    arguments = ["--board", "9x9/12", "--start", "zero", "--games", "250", "--level", "odds", "--json"]
    one, two = (json.loads(solve(*arguments, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    assert (one["wins"], one["guesses"]) == (two["wins"], two["guesses"])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_figures_are_told_to_people_and_nothing_else_where_nobody_watches(jobs: str) -> None:
    done = solve("--board", "5x5/3", "--games", "10", "--level", "simple", "--jobs", jobs)
    assert "of 10 games won" in done.stdout
    assert "longest choice" in done.stdout
    assert done.stderr == ""


def test_an_engine_that_gets_ready_in_the_middle_is_the_one_whose_speed_is_told() -> None:
    found = Tallies()
    found.add(Played(Tally(games=3, wins=1, guesses=9, spent_s=1.0, worst_call_s=0.2), 1.0, compiled=False))
    assert "That is the compiled engine" not in _told(found)
    found.add(Played(Tally(games=97, wins=39, guesses=191, spent_s=0.1, worst_call_s=0.01), 0.1, compiled=True))
    assert _told(found).splitlines() == [
        "40 of 100 games won: 40.00 % (95 %: 30.94 to 49.80)",
        "970 games per second of CPU time, 2.0 guesses in a game, longest choice 10.0 ms",
        "That is the compiled engine; until it was ready Python played 3 games, 3 per second, longest choice 200.0 ms.",
    ]
    figures = _figures(found)
    assert (figures["games"], figures["wins"], figures["win_rate"]) == (100, 40, 0.4)
    assert (figures["engine"], figures["timed_games"]) == ("compiled", 97)
    assert (figures["games_per_s"], figures["worst_call_s"]) == (970.0, 0.01)


def test_where_only_python_has_played_it_is_said_and_what_is_quicker() -> None:
    if available():
        said = solve("--board", "5x5/3", "--games", "3").stdout.splitlines()[-1]
        assert said.startswith("That is Python alone; the compiled engine was not ready yet: python -m fogfield.warm")
    command = [sys.executable, "-c", IMPATIENT, "solve", "--board", "5x5/3", "--games", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, env=clean_environment())
    assert done.stdout.splitlines()[-1] == (
        "That is Python alone; numba makes it many times as quick: make fast, or pip install 'fogfield[fast]'."
    )
    found = Tallies()
    found.add(Played(Tally(games=2000, wins=1500, spent_s=1.0), 1.0, compiled=True))
    assert _told(found).startswith("1,500 of 2,000 games won: 75.00 %")
    assert "Python" not in _told(found)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_whoever_watches_sees_the_first_games_soon(jobs: str) -> None:
    command = [FOGFIELD, "solve", "--games", "1000000", "--jobs", jobs]
    with Program(*command, cols=120, FOGFIELD_CACHE=NO_CACHE) as program:
        lines = program.until(lambda lines: re.search(r" [1-9]\d*/1000000", "".join(lines)), "games")
        assert int(re.findall(r" (\d+)/1000000", "".join(lines))[0]) < 1_000
        assert "% won" in "".join(lines)
        program.type("\x03")
        assert program.ended() == 130
        lines = [line.removeprefix("^C") for line in program.lines() if line.strip("^C ")]
        assert re.fullmatch(r"Broken off after [\d,]+ of 1,000,000 games\.", lines[0])
        assert re.match(r"[\d,]+ of [\d,]+ games? won: ", lines[1])


def test_a_position_is_analysed_with_reasons(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("mines 2\n?????\n11111\n.....\n")
    done = solve("--position", str(board))
    assert done.returncode == 0, done.stderr
    assert "Because: " in done.stdout
    assert "Open row 1" in done.stdout
    assert json.loads(solve("--position", "-", "--json", text=board.read_text()).stdout)["exact"] is True


def test_a_position_from_another_system_is_read(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"\xef\xbb\xbfmines 2\r\n?????\r\n11111\r\n.....\r\n\r\n")
    for path, text in ((str(board), ""), ("-", board.read_text("utf-8"))):
        done = solve("--position", path, text=text)
        assert done.returncode == 0, done.stderr


def test_whoever_watches_sees_that_it_thinks_is_told_what_is_quicker_and_can_stop_it(tmp_path: Path) -> None:
    rng = Random(3)
    grid = Grid(255, 255)
    mines = frozenset(rng.sample(list(grid), 19_507))
    numbers = shown(grid, mines, [cell for cell in grid if cell not in mines and rng.random() < 0.3])
    (tmp_path / "board.txt").write_text(write(Position(grid, len(mines), numbers)))
    command = [sys.executable, "-c", IMPATIENT, "solve", "--position", str(tmp_path / "board.txt")]
    with Program(*command, cols=120) as program:
        program.shows("thinking")
        lines = program.shows("pip install 'fogfield[fast]'")
        assert re.search(r"thinking 0:00:\d\d", "".join(lines))
        program.type("\x03")
        assert program.ended() == 130
        assert "Traceback" not in program.output.decode()
        assert "thinking" not in "".join(program.lines())


def test_an_answer_takes_the_place_of_the_sign_that_it_thinks(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("mines 1\n1?\n")
    with Program(FOGFIELD, "solve", "--position", str(board), FOGFIELD_CACHE=NO_CACHE) as program:
        assert program.ended() == 0
        assert next(line for line in program.lines() if line) == "[1]  **"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--board", "huge"], "there is no board 'huge'"),
        (["--board", "300x5/3"], "columns 300 not in 1-255"),
        (["--board", "5x5/30"], "30 mines do not fit"),
        (["--first", "77,1"], "the first cell '77,1' is not on the board"),
        (["--first", "here"], "the first cell 'here' is not on the board"),
        (["--seed", "a b"], "a seed has 1 to 40 letters, digits and dots"),
        (["--seed", ""], "a seed has 1 to 40 letters, digits and dots"),
        (["--games", "0"], "0 is not in the range"),
        (["--position", "-", "--jobs", "2", "--first", "9,9"], "it goes without --first, --jobs"),
        (["--position", "/nowhere"], "No such file"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(arguments: list[str], sentence: str) -> None:
    done = solve(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_position_that_cannot_be_is_refused_with_a_sentence() -> None:
    done = solve("--position", "-", text="mines 1\n2?\n")
    assert done.returncode == 2
    assert "impossible" in done.stderr
    assert "is no text" in solve("--position", "/bin/true").stderr


def test_a_position_that_is_cut_off_by_a_limit_is_not_taken_for_another_one() -> None:
    done = solve("--position", "-", text="mines 5\n" + f"{'?' * 10:10000}\n" * 120)
    assert done.returncode == 2
    assert "the position is too long: 1,000,000 characters are read at most" in done.stderr


def test_no_more_processes_are_started_than_games_are_played() -> None:
    with subprocess.Popen(
        [FOGFIELD, "solve", "--games", "2", "--jobs", "40", "--json"], stdout=subprocess.PIPE,
        env=clean_environment(**NO_NUMBA),
    ) as process:  # fmt: skip
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        most = 0
        while process.poll() is None:
            with contextlib.suppress(OSError):
                most = max(most, sum(map(plays, map(int, children.read_text().split()))))
            time.sleep(0.01)
        assert process.stdout
        assert json.loads(process.stdout.read())["games"] == 2
    assert 1 <= most <= 2


def test_where_not_all_processes_can_be_started_it_says_so() -> None:
    command = [FOGFIELD, "solve", "--games", "100", "--jobs", "60"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=100, check=False, env=clean_environment(**NO_NUMBA),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        r"Error: only \d+ of 60 processes that play could be started \(Too many open files\); fewer --jobs help\n",
        done.stderr,
    )


def test_what_goes_wrong_in_a_process_is_told_as_if_it_had_been_met_here() -> None:
    with (
        Crew(1, nothing, partial(failing, MemoryError())) as crew,
        pytest.raises(CrewError, match="not enough memory for one of the processes that play; fewer --jobs help"),
    ):
        list(crew.play(Portions(1, 1.0)))
    with Crew(1, nothing, partial(failing, ValueError("odd"))) as crew, pytest.raises(ValueError, match="odd") as told:
        list(crew.play(Portions(1, 1.0)))
    assert "in failing" in "".join(told.value.__notes__)


def nothing() -> None:
    """Be ready."""


def failing(fault: Exception, numbers: range) -> Played:
    """Play no game."""
    raise fault


@contextlib.contextmanager
def playing_for_long(*more: str) -> "Iterator[tuple[subprocess.Popen[str], list[int]]]":
    """Let two processes play; gives the one that they play for, and who they are."""
    with subprocess.Popen(
        [FOGFIELD, "solve", "--games", "1000000", "--jobs", "2", *more], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True, env=clean_environment(**NO_NUMBA),
    ) as process:  # fmt: skip

        def players() -> list[int]:
            """Find those who have begun: then a second thread looks after the one that they play for."""
            found = map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())
            return [one for one in found if plays(one) and len(list(Path(f"/proc/{one}/task").iterdir())) > 1]

        try:
            assert eventually(lambda: len(players()) == 2)
            yield process, players()
        finally:
            process.kill()


def test_games_that_are_gone_with_a_process_are_not_waited_for() -> None:
    with playing_for_long() as (process, players):
        os.kill(players[0], signal.SIGKILL)
        printed, errors = process.communicate(timeout=60)
        assert (process.returncode, printed) == (1, "")
        assert errors.startswith("Error: one of the processes that play was ended by signal 9, and its games with it")
        assert "Traceback" not in errors
        assert eventually(lambda: not any(map(is_there, players)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_who_play_end_quietly_with_the_one_that_they_play_for(number: signal.Signals) -> None:
    with playing_for_long() as (process, players):
        process.send_signal(number)
        printed, errors = process.communicate(timeout=60)
        assert (process.returncode, printed, errors) == (-number, "", "")
        assert eventually(lambda: not any(map(is_there, players)))


def plays(process: int) -> bool:
    """Say whether a child plays; another one compiles, or keeps track of what they share."""
    with contextlib.suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def is_there(process: int) -> bool:
    """Say whether a process runs; one that nobody has waited for yet does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_was_played_before_ctrl_c_is_told(jobs: str) -> None:
    arguments = ["--board", "beginner", "--level", "simple", "--jobs", jobs, "--json"]
    with Program(FOGFIELD, "solve", "--games", "1000000", *arguments, cols=600, FOGFIELD_CACHE=NO_CACHE) as program:
        program.until(lambda lines: re.search(r" [1-9]\d+/1000000", "".join(lines)), "games")
        program.type("\x03")
        assert program.ended() == 130
        found = json.loads(next(line[line.index("{") :] for line in program.lines() if "{" in line))
    assert found["broken_off"] is True
    assert 0 < found["wins"] < found["games"] == found["timed_games"] < 1_000_000
    whole = json.loads(solve("--games", "10", *arguments).stdout)
    assert found.keys() - whole.keys() == {"broken_off"}


def test_where_no_game_was_played_before_ctrl_c_there_is_nothing_to_tell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> Generator[Played]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(solving, "_played", stop)
    with pytest.raises(KeyboardInterrupt):
        solving._measure(Board(9, 9, 10, "safe", "1"), Cell(0, 0), "simple", 10, 1, lives=False, as_json=False)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("players", [2, 5, 9])
def test_ctrl_c_ends_all_who_play_without_a_fault_while_they_are_being_started_too(players: int) -> None:
    command = [FOGFIELD, "solve", "--games", "1000000", "--jobs", "8"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=clean_environment(**NO_NUMBA),
    ) as process:  # fmt: skip
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert eventually(lambda: len(children.read_text().split()) >= players)
        os.killpg(process.pid, signal.SIGINT)
        printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert printed.partition(" ")[0] in ("", "Broken")  # by then some games may have been played
    assert "Traceback" not in errors
