import subprocess

import pytest
from support.live import FOGFIELD, clean_environment


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [FOGFIELD, "play", "planefight", *arguments],
        capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL, env=clean_environment(),
    )  # fmt: skip


def test_help_explains_options_keys_and_exit_statuses() -> None:
    done = run("--help")
    assert done.returncode == 0
    for text in ("--against", "--bot", "--cross-border", "--first", "Examples:", "S surrenders", "Exit status:"):
        assert text in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("friend", "--host"), "friend is where somebody else hosts, and --host is you: give one of them"),
        (("--host", "--against", "random"), "with --host your opponent is whoever joins"),
        (("--against", "random", "--port", "9"), "a game against a bot here needs no --port"),
        (("--port", "0"), "port 0 is for --host"),
        (("--rows", "6"), "--rows: whoever hosts chooses the board. Use --host"),
        (("friend", "--planes", "0", "--cross-border"), "--planes, --cross-border: whoever hosts chooses the board"),
        (("friend", "--against", "random", "--first", "me"), "--first: whoever hosts chooses the board"),
        (("--host", "--rows", "4", "--columns", "128"), "nobody can play like this: rows 4 not in 5-127; columns 128"),
        (("--against", "random", "--planes", "0"), "planes 0 not 1 or more"),
        (("--host", "--rows", "5", "--columns", "5"), "3 planes do not fit on 5x5"),
        (("--name", " "), "--name must be something that can be read"),
        (("--name", "a\tb"), "--name must be something that can be read"),
        (("--name", "ä" * 64), "--name is longer than 127 bytes"),
        (("--bot", "genius"), "is not one of"),
        (("--port", "70000"), "is not in the range"),
    ],
)
def test_options_that_make_no_sense_are_refused_with_what_to_do(arguments: tuple[str, ...], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [("--against", "random"), ("--host", "--port", "0"), ()])
def test_without_a_terminal_it_says_so_before_anything_is_opened(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert "standard input is not a terminal" in done.stderr
    assert done.stdout == ""


def test_a_bot_needs_no_terminal() -> None:
    done = run("--bot", "random", "--against", "random", "--rows", "5", "--columns", "5", "--planes", "1")
    assert done.returncode in (0, 1)
    assert "has won" in done.stdout
