"""`fogfield solve`, as it is typed."""

import contextlib
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from support.live import FOGFIELD, clean_environment
from support.wait import eventually

#: A folder in which nothing was compiled, and where nothing is to be: Python alone answers.
NO_NUMBA = {"FOGFIELD_CACHE": "/dev/null/none"}


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


def test_several_processes_play_the_same_games_as_one() -> None:
    arguments = ["--board", "9x9/12", "--start", "zero", "--games", "250", "--level", "odds", "--json"]
    one, two = (json.loads(solve(*arguments, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    assert (one["wins"], one["guesses"]) == (two["wins"], two["guesses"])


def test_figures_are_told_to_people() -> None:
    done = solve("--board", "5x5/3", "--games", "10", "--level", "simple")
    assert "of 10 games won" in done.stdout
    assert "longest choice" in done.stdout


def test_a_position_is_analysed_with_reasons(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("mines 2\n?????\n11111\n.....\n")
    done = solve("--position", str(board))
    assert done.returncode == 0, done.stderr
    assert "Because: " in done.stdout
    assert "Open row 1" in done.stdout
    assert json.loads(solve("--position", "-", "--json", text=board.read_text()).stdout)["exact"] is True


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--board", "huge"], "there is no board 'huge'"),
        (["--board", "300x5/3"], "columns 300 not in 1-255"),
        (["--board", "5x5/30"], "30 mines do not fit"),
        (["--first", "77,1"], "the first cell '77,1' is not on the board"),
        (["--first", "here"], "the first cell 'here' is not on the board"),
        (["--seed", "a b"], "a seed has 1 to 40 letters, digits and dots"),
        (["--games", "0"], "0 is not in the range"),
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


def test_ctrl_c_ends_all_who_play_without_a_word() -> None:
    command = [FOGFIELD, "solve", "--games", "1000000", "--jobs", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=clean_environment(**NO_NUMBA),
    ) as process:  # fmt: skip
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert eventually(lambda: len(children.read_text().split()) >= 2)
        while process.poll() is None:  # while those who play are being started nobody listens
            os.killpg(process.pid, signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(2)
        printed, errors = process.communicate(timeout=60)
    assert (process.returncode, printed) == (130, "")
    assert "Traceback" not in errors
