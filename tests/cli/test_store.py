"""`fogfield db` and `fogfield matches`, as a person or a script calls them."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from support.live import FOGFIELD, clean_environment
from support.stored import made, opened, run, whole

from fogfield import games
from fogfield.core.match import Match
from fogfield.games.jminesweeper.rules import Options
from fogfield.store.entries import Began, Ended, Entry, Made, Moved, Sat


def call(*arguments: str, store: Path | str, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [FOGFIELD, *arguments], capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
        env=clean_environment(FOGFIELD_STORE_ADDRESS=str(store), TZ="UTC", **more),
    )  # fmt: skip


def mines(match: str, moves: list[str], end: str | None = None) -> list[Entry]:
    """A match of a real game."""
    options = '{"columns":20,"rows":10,"level":1}'
    entries: list[Entry] = [
        Made(match, "jminesweeper", options, "dawn", "jminesweeper", 1_700_000_000.0),
        Sat(match, 0, "jminesweeper", "Ann"),
        Began(match, 1_700_000_001.0, None),
        *(Moved(match, number, number * 1.5, 0, action) for number, action in enumerate(moves)),
    ]
    return [*entries, Ended(match, 60.0, end, 1_700_000_061.0)] if end else entries


def fill(path: Path, *entries: Entry) -> Path:
    async def work() -> None:
        async with opened(str(path)) as store:
            for entry in entries:
                store.journal.write(entry)

    run(work)
    return path


ABANDONED = '{"winners":[],"reason":"abandoned"}'


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A store with one match that is over and one that is being played."""
    first = mines("over00000001", ['["reveal",4,8]', '["mark",2,14]'], ABANDONED)
    return fill(tmp_path / "fogfield.db", *first, *mines("open00000001", ['["reveal",4,8]']))


def test_matches_are_listed_for_people(filled: Path) -> None:
    done = call("matches", store=filled)
    assert done.returncode == 0, done.stderr
    assert "over00000001" in done.stdout
    assert "abandoned" in done.stdout
    assert "2023-11-14 22:13" in done.stdout
    assert "\x1b" not in done.stdout
    assert call("matches", "--status", "playing", store=filled).stdout.count("jminesweeper") == 2
    assert call("matches", "--player", "Eve", store=filled).stdout == "No such matches.\n"


def test_matches_are_listed_for_programs(filled: Path) -> None:
    done = call("matches", "--json", "--game", "jminesweeper", "--limit", "1", store=filled)
    one = json.loads(done.stdout)
    assert (one["id"], one["status"], one["moves"]) == ("over00000001", "over", 2)
    assert one["outcome"] == {"winners": [], "reason": "abandoned"}
    assert one["seats"] == [{"seat": 0, "kind": "jminesweeper", "name": "Ann"}]


def test_names_of_strangers_do_nothing_to_a_terminal(tmp_path: Path) -> None:
    name = "\x1b]0;owned\x07\x1b[31m\u202e[red]" + "x" * 500
    store = fill(tmp_path / "fogfield.db", made("a"), Sat("a", 0, "web", name))
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [FOGFIELD, "matches", "--store", str(store)], stdout=child, env=clean_environment(NO_COLOR="1", COLUMNS="200")
    )
    os.close(child)
    shown = b""
    try:
        while piece := os.read(parent, 65536):
            shown += piece
    except OSError:
        pass
    os.close(parent)
    assert process.wait() == 0
    text = shown.decode()
    assert "\ufffd]0;owned\ufffd" in text
    assert "[red]" in text
    assert "\x07" not in text
    assert "\u202e" not in text
    assert "\x1b[31m" not in text
    assert "x" * 50 not in text


def test_an_export_is_imported_again_and_both_counts_are_said(filled: Path, tmp_path: Path) -> None:
    copy, file = tmp_path / "copy.db", tmp_path / "export.jsonl"
    assert call("db", "export", "--output", str(file), store=filled).stderr == f"2 matches are in {file}.\n"
    assert file.stat().st_mode & 0o077 == 0
    assert not file.with_name("export.jsonl.part").exists()
    done = call("db", "import", str(file), store=copy)
    assert done.stdout == "2 matches were imported, 0 were here already.\n"
    assert call("db", "export", store=copy).stdout == file.read_text()
    assert call("db", "import", str(file), store=copy).stdout == "0 matches were imported, 2 were here already.\n"
    file.write_text(file.read_text().replace("abandoned", "cheated"))
    done = call("db", "import", str(file), store=copy)
    assert done.returncode == 1
    assert done.stdout == "0 matches were imported, 1 was here already.\n"
    assert "1 is here already, but differs" in done.stderr
    assert "  over00000001\n" in done.stderr


def test_an_export_that_cannot_be_written_leaves_nothing_behind(filled: Path, tmp_path: Path) -> None:
    done = call("db", "export", "--output", str(tmp_path / "none" / "file"), store=filled)
    assert done.returncode == 1
    assert done.stderr.startswith(f"fogfield: {tmp_path}/none/file cannot be written: No such file")
    done = call("db", "import", str(filled), store=tmp_path / "copy.db")
    assert done.returncode == 1
    assert "fogfield: line 1: not JSON" in done.stderr


def test_a_good_store_is_found_good(filled: Path) -> None:
    done = call("db", "check", store=filled)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2 matches, nothing is wrong.\n", "")


def test_what_is_wrong_is_said_with_its_match(tmp_path: Path) -> None:
    path = fill(
        tmp_path / "fogfield.db",
        *mines("outside00001", ['["reveal",99,8]']),
        *mines("nonsense0001", ['["dance"]']),
        *mines("other0000001", ['["reveal",4,8]'], '{"winners":[3],"reason":"won"}'),
        *whole("toy000000001"),
        *mines("gap000000001", [])[:3], Moved("gap000000001", 1, 1.0, 0, '["reveal",4,8]'),
    )  # fmt: skip
    done = call("db", "check", store=path)
    assert done.returncode == 1
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines()[:-1])
    assert "move 1 is not possible" in said["outside00001 (jminesweeper)"]
    assert "must be a list that begins with" in said["nonsense0001 (jminesweeper)"]
    assert "had no seats" in said["other0000001 (jminesweeper)"]
    assert said["toy000000001 (toy)"] == "there is no such game here"
    assert said["gap000000001 (jminesweeper)"] == "moves are missing"
    assert done.stdout.endswith("5 matches, 5 faults.\n")


def test_a_match_whose_end_was_not_written_is_found(tmp_path: Path) -> None:
    game = games.game("jminesweeper")
    match = Match(game, Options(columns=20, rows=10, level=1), seed="dawn")
    moves = []
    for cell in range(200):
        action = game.notation.read_action(["reveal", cell // 20, cell % 20])
        if not match.act(0, action, 0.0):
            moves.append(json.dumps(game.notation.write_action(action)))
        if match.outcome:
            break
    path = fill(tmp_path / "fogfield.db", *mines("ended0000001", moves))
    told = call("db", "check", store=path).stdout
    assert "its moves end it, but the end was not written" in told
    assert told.endswith("\n1 match, 1 fault.\n")


def test_a_damaged_file_is_found(filled: Path) -> None:
    data = bytearray(filled.read_bytes())
    for page in range(1, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = bytes(64)
    filled.write_bytes(data)
    done = call("db", "check", store=filled)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "the file: " in done.stdout or "damaged" in done.stderr


def test_upgrading_what_is_up_to_date_says_so(filled: Path) -> None:
    assert call("db", "upgrade", store=filled).stdout == "The tables are up to date.\n"


@pytest.mark.parametrize("verb", [["matches"], ["db", "check"], ["db", "export"], ["db", "upgrade"]], ids=" ".join)
def test_a_store_that_is_not_there_is_one_sentence(verb: list[str], tmp_path: Path) -> None:
    done = call(*verb, store=tmp_path / "none.db")
    assert done.returncode == 1
    assert done.stderr == f"fogfield: there is no database {tmp_path}/none.db; `fogfield serve` makes one\n"


def test_a_file_of_a_running_server_can_be_read_but_not_upgraded(filled: Path) -> None:
    async def work() -> None:
        async with opened(str(filled)):
            assert call("db", "check", store=filled).returncode == 0
            assert "is in use by another server" in call("db", "upgrade", store=filled).stderr

    run(work)


def test_a_match_of_the_store_is_replayed_by_its_name(filled: Path) -> None:
    done = call("replay", "over00000001", "--moves", store=filled)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("reveals") == 1
    assert "Ann" in call("replay", "open00000001", store=filled).stdout


def test_a_match_that_is_not_there_or_has_not_begun_is_a_sentence(filled: Path) -> None:
    done = call("replay", "none00000001", store=filled)
    assert done.returncode == 1
    assert done.stderr.startswith("fogfield: there is no match 'none00000001' in ")
    assert "`fogfield matches` lists them" in done.stderr
    fill(filled, mines("wait00000001", [])[0])
    assert call("replay", "wait00000001", store=filled).stderr == "fogfield: the match 'wait00000001' has not begun\n"
