"""`fogfield replay` without a terminal: text out, sentences for what is wrong."""

import os
import subprocess
from pathlib import Path

import pytest
from support.contract import NAMES
from support.live import FOGFIELD, clean_environment
from support.records import lines_of, played, written

from fogfield.cli import replay as verb


def run(*arguments: str, stdin: bytes = b"", **env: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [FOGFIELD, "replay", *arguments],
        input=stdin, capture_output=True, timeout=60, check=False, env=clean_environment(**env),
    )  # fmt: skip


@pytest.fixture
def record(tmp_path: Path) -> str:
    return written(tmp_path / "match.jsonl", lines_of(played("battleship"), ("Ann", "Bo")))


@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_every_game_is_printed_as_plain_text(name: str, tmp_path: Path) -> None:
    done = run(written(tmp_path / "match.jsonl", lines_of(played(name))), "--text")
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert lines[0].startswith(f"{name}  player 1")
    assert lines[0].endswith(", everything")
    assert " has won: " in lines[-1]
    assert b"\x1b" not in done.stdout


def test_without_a_terminal_it_is_text_also_if_nobody_asked_for_it(record: str) -> None:
    assert run(record).stdout == run(record, "--text").stdout


def test_a_position_and_a_fog_can_be_chosen(record: str) -> None:
    everything, public, first = (
        run(record, "--text", "--at", "2", "--fog", fog).stdout.decode() for fog in ("everything", "public", "1")
    )
    assert "move 2 of 19" in everything
    assert [shown.count("| O ") for shown in (everything, public, first)] == [6, 0, 3]


def test_all_moves_are_listed_in_words(record: str) -> None:
    lines = run(record, "--moves").stdout.decode().splitlines()
    assert lines[0] == "battleship  Ann against Bo, everything"
    assert len(lines) == 1 + 19 + 1
    assert lines[1].endswith("places the boats")
    assert lines[-1] == "Ann has won: sank every boat."


def test_a_record_comes_from_standard_input_too(record: str) -> None:
    assert run("-", "--text", stdin=Path(record).read_bytes()).stdout == run(record, "--text").stdout


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_any_line_ends_will_do_and_the_last_one_may_be_missing(ends: str, record: str) -> None:
    text = Path(record).read_text("utf-8")
    for data in (text.replace("\n", ends), text.replace("\n", ends).rstrip()):
        assert run("-", "--text", stdin=data.encode()).stdout == run(record, "--text").stdout


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("no-such.file",), b"", "the record 'no-such.file' cannot be read: No such file or directory"),
        ((".",), b"", "the record '.' cannot be read: Is a directory"),
        (("x\x1b[31my",), b"", "the record 'x\\x1b[31my' cannot be read: No such file or directory"),
        (("",), b"", "the record '' cannot be read: "),
        (("-",), b"", "line 1: a record begins with fogfield, game, options and seed"),
        (("-",), b"hello\n", "line 1: not JSON"),
        (("-",), b'{"fogfield":1}\n\xff\n', "line 2: not UTF-8"),
        (("-",), b'{"fogfield":1,"game":"\\u001b[31m"}\n', "line 1: there is no game '\\x1b[31m'"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_status_1(arguments: tuple[str, ...], stdin: bytes, words: str) -> None:
    done = run(*arguments, stdin=stdin)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert said.startswith(f"fogfield: {words}")
    assert said.count("\n") == 1
    assert done.stdout == b""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--text", "--at", "20"), "there is no move 20: the record has 19"),
        (("--text", "--fog", "3"), "battleship has no fog '3'; there are everything, public, 1, 2"),
        (("--moves", "--fog", "x\x1b"), "battleship has no fog 'x'; there are"),
    ],
)
def test_a_place_that_the_record_has_not_is_a_sentence(arguments: tuple[str, ...], words: str, record: str) -> None:
    done = run(record, *arguments)
    assert done.returncode == 1
    assert done.stderr.decode().startswith(f"fogfield: {words}")


@pytest.mark.parametrize("arguments", [("--moves", "--at", "3"), ("--moves", "--text"), ("--at", "-1"), ("--at", "x")])
def test_options_that_contradict_each_other_are_a_usage_error(arguments: tuple[str, ...], record: str) -> None:
    done = run(record, *arguments)
    assert done.returncode == 2
    assert b"Error: " in done.stderr


def test_a_record_that_is_too_long_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch, record: str) -> None:
    size = Path(record).stat().st_size
    monkeypatch.setattr(verb, "MOST_BYTES", size)
    assert len(verb.load(record, None)) == 21
    monkeypatch.setattr(verb, "MOST_BYTES", size - 1)
    with pytest.raises(verb.NoRecord, match="is longer than 0 MiB"):
        verb.load(record, None)


def test_a_record_that_breaks_off_is_shown_and_says_so(record: str) -> None:
    lines = Path(record).read_bytes().split(b"\n")
    done = run("-", stdin=b"\n".join([*lines[:6], lines[6][:7]]))
    assert done.returncode == 0
    assert "move 5 of 5" in done.stdout.decode()
    assert done.stdout.decode().endswith("The record breaks off here: its line 7 is not whole.\n")


def test_a_reader_that_leaves_early_is_no_traceback(record: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [FOGFIELD, "replay", record, "--moves"],
        stdout=writes, stderr=subprocess.PIPE, check=False, env=clean_environment(),
    )  # fmt: skip
    os.close(writes)
    assert b"Traceback" not in done.stderr
