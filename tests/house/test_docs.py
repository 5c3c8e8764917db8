"""README and docs: what they show is real, what they name exists, what they tell to type works."""

import contextlib
import io
import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import golden
import pictures
import pytest
import reference
from support import cases
from support.live import FOGFIELD, clean_environment, live
from support.liveapi import live_api
from support.missing import need

from fogfield import __version__, games
from fogfield.conform.visible import diff
from fogfield.core import record
from fogfield.core.match import replay
from fogfield.core.outcome import ABANDONED
from fogfield.games.alpha import seedfile
from fogfield.serve.settings import Limits, Settings, Storing, load, protocol_names, service_names

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("deploy/*.md"), *ROOT.glob("src/**/*.md")])


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if not target.startswith("https://"):
            assert (page.parent / target.partition("#")[0]).exists(), target


def test_pictures_are_what_the_program_draws_now() -> None:
    for name, text in pictures.pictures().items():
        assert (pictures.IMAGES / name).read_text("utf-8") == text, "run: make pictures"


def test_recording_the_golden_conversations_again_changes_nothing(tmp_path: Path) -> None:
    for path in sorted((ROOT / "tests" / "games").glob("*/golden/*.txt")):
        copy = tmp_path / path.parent.parent.name / "golden" / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
        golden.record(copy)
        assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_has_a_page(name: str) -> None:
    assert reference.path(name).exists()


@pytest.mark.parametrize("name", reference.TABLES)
def test_generated_parts_of_the_reference_are_up_to_date(name: str) -> None:
    text = reference.path(name).read_text("utf-8")
    assert text == reference.page(name), "run: .venv/bin/python tools/reference.py"
    assert any(sign in text for sign in ("stateDiagram", "| phase | a line |", "| stage | packet |"))
    assert "<!-- golden" in text


def test_the_page_on_views_is_up_to_date_and_its_programs_run() -> None:
    assert reference.VIEWS.read_text("utf-8") == reference.views(), "run: .venv/bin/python tools/reference.py"
    schemas, patches = blocks(reference.VIEWS, "python")
    assert printed(schemas).splitlines() == [
        "['options', 'seat', 'to_act', 'placed', 'boards', 'shots', 'outcome']",
        "{'const': 'attack'}",
        "{'cells': 16, 'boats': 3}",
    ]
    assert printed(patches).splitlines() == [
        "{'op': 'replace', 'path': '/board/1', 'value': '?????!??????????'}",
        "True",
    ]


def test_the_page_on_the_api_is_up_to_date() -> None:
    assert reference.API.read_text("utf-8") == reference.api(), "run: .venv/bin/python tools/reference.py"


def test_the_bots_in_the_docs_play_a_match_to_its_end() -> None:
    page = ROOT / "docs" / "how-to" / "write-a-bot.md"
    (asking, live_socket), (curl,) = blocks(page, "python"), blocks(page, "bash")
    assert len(asking.strip().splitlines()) <= 40
    need("curl")
    with live_api() as server:
        assert re.fullmatch(r"(won|lost) sank every boat\n", printed(asking.replace("8000", str(server.port))))
        assert printed(live_socket.replace("8000", str(server.port)))
        command = ["bash", "-c", curl.replace("8000", str(server.port))]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert re.fullmatch(r'"winners":\[[01]\]\n', done.stdout), done.stderr


COMMANDS = sorted(
    {
        (page.name, line.partition("#")[0].strip())
        for page in PAGES
        for block in blocks(page, "sh")
        for line in block.splitlines()
        if line.partition("#")[0].strip()
    }
)


@pytest.mark.parametrize(("page", "command"), COMMANDS, ids=lambda one: str(one))
def test_every_command_in_the_docs_is_understood(page: str, command: str, tmp_path: Path) -> None:
    words = shlex.split(command)
    program, arguments = Path(words[0]).name, words[1:]
    if program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert arguments[0] in targets
        done = subprocess.run(["make", "-n", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return
    if program == "curl":
        with live_api() as server:
            done = subprocess.run(
                [word.replace("8000", str(server.port)) for word in words], capture_output=True, text=True, check=False
            )
        assert done.returncode == 0, done.stderr
        assert "title" not in json.loads(done.stdout)  # that would be a problem
        return
    if program == "minesweeper-alpha":
        (tmp_path / arguments[0]).write_text("5 5 1 0 0")
        done = subprocess.run(
            [Path(FOGFIELD).with_name(program), *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert done.stdout.endswith("minesweeper-alpha: ")
        return
    assert program in ("fogfield", "run_client.sh", "run_server.sh"), command
    # --help as the last word has every word before it parsed, and nothing started.
    call = [FOGFIELD, *arguments] if program == "fogfield" else [str(ROOT / program), *arguments]
    done = subprocess.run([*call, "--help"], capture_output=True, text=True, check=False, env=clean_environment())
    assert done.returncode == 0, done.stderr
    assert "Usage: fogfield" in done.stdout


def test_the_programs_in_the_tutorial_run() -> None:
    over_the_wire, in_python = blocks(ROOT / "docs" / "tutorial.md", "python")
    with live("jminesweeper") as server:
        assert printed(over_the_wire.replace("9999", str(server.port))) == "True\n"
    assert printed(in_python).splitlines()[4] == "..1????2..........11"


def test_the_page_on_records_shows_a_record_that_replays_and_a_program_that_runs() -> None:
    page = ROOT / "docs" / "reference" / "records.md"
    (lines,), (program,) = blocks(page, "json"), blocks(page, "python")
    game = games.game("jminesweeper")
    assert replay(game, record.read(lines.splitlines(), game)).outcome == ABANDONED
    assert printed(program) == "True\n"


def test_the_page_on_alpha_shows_a_program_that_runs_a_case_and_a_difference() -> None:
    page = ROOT / "docs" / "reference" / "alpha.md"
    (program,) = blocks(page, "python")
    assert printed(program) == (
        "\n Rounds Completed: 1\n\n"
        " 0 |   |   |   |   |   |\n 1 |   |   | 1 |   |   |\n 2 |   |   |   |   |   |\n"
        " 3 |   |   |   |   |   |\n 4 |   |   |   |   |   |\n     0   1   2   3   4 \n\n"
    )
    seed, fault, case, difference = blocks(page, "text")
    assert seedfile.read(seed).options
    assert seedfile.read("5 5 3\n 0 0 zero 4").faults[0].text in fault
    lines = (cases.CASES / "312-empty-line.txt").read_text("utf-8").splitlines()
    assert set(case.splitlines()) - {"..."} <= set(lines)
    output = cases.read("601-no-input").stdout
    assert difference == diff(output, output.replace(b"4 \n", b"4\n"))


def printed(program: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    return out.getvalue()


def test_the_page_on_settings_names_every_setting_with_its_default(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([\w.]+)` \| `?([^`|]+?)`? \|", text, re.MULTILINE))
    limits = {f"limits.{name}": getattr(Limits(), name) for name in Limits.__dataclass_fields__}
    store = {f"store.{name}": getattr(Storing(), name) or "a file" for name in Storing.__dataclass_fields__}
    plain = Settings()
    expected: dict[str, Any] = {"host": plain.host, "only": "all", "loop": plain.loop, "log.level": plain.log_level}
    expected["solver.compile"] = plain.compile_solver
    expected |= {"log.format": plain.log_format, **{f"{name}.port": plain.port(name) for name in service_names()}}
    expected |= {f"{name}.{key}": value for name in service_names() for key, value in plain.of(name).items()}
    assert rows == {
        key: f"{value:g}" if isinstance(value, float) else str(value).lower() if value in (True, False) else str(value)
        for key, value in (expected | limits | store).items()
    }
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    config = tmp_path / "fogfield.toml"
    config.write_text(example)
    assert load(flags={}, environment={}, config=str(config)).limits.idle_s == 600


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md", "docs/solver.md", "docs/reference/classic.md"])
def test_who_wants_the_fast_engine_is_told_how_to_get_it(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert "make fast" in text
    assert "pip install 'fogfield[fast]'" in text or page == "docs/tutorial.md"
    assert "python -m fogfield.warm" in text or page == "docs/tutorial.md"


def test_the_changelog_has_this_version() -> None:

    assert re.search(
        rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )


def test_the_readme_says_the_state_of_all_five_systems() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for system in ("JMinesweeper", "Minesweeper Alpha", "Battleship (1D)", "planeFight 0.3.0", "AI Treasure Hunt"):
        assert f"| {system} |" in text
