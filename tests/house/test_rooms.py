"""The house keeps its plan: rooms, purity, locks, set-up."""

import ast
import contextlib
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "fogfield"
PURE = ("core", "wire", "kits", "games", "bots")
BIN = Path(sys.executable).parent
#: A name in a lock, with its extras.
PINNED = r"[\w.-]+(?:\[[\w.,-]+\])?"


def lint_imports(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(BIN / "lint-imports"), "--no-cache"],
        cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin", "COLUMNS": "200"},
    )  # fmt: skip


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package in which a test may plant what does not belong there."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "fogfield", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_rooms_import_only_what_they_may(copy: Path) -> None:
    done = lint_imports(copy)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("core/grid.py", "import fogfield.games.jminesweeper", "One direction"),
        ("kits/mines/field.py", "from fogfield.wire import ansi", "One direction"),
        ("games/jminesweeper/rules.py", "import fogfield.serve.tcp", "One direction"),
        ("play/keys.py", "import fogfield.serve.gate", "One direction"),
        ("games/other/__init__.py", "import fogfield.games.jminesweeper.rules", "A game never imports another game"),
        ("games/jminesweeper/rules.py", "import time", "Pure rooms"),
        ("core/clock.py", "import asyncio", "Pure rooms"),
        ("wire/codec.py", "from socket import socket", "Pure rooms"),
        ("kits/mines/field.py", "import structlog", "Pure rooms"),
        ("attic/__init__.py", "", "One direction"),
    ],
)
def test_a_planted_violation_is_caught(copy: Path, room: str, line: str, contract: str) -> None:
    path = copy / "src" / "fogfield" / room
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{path.read_text() if path.exists() else ''}\n{line}\n")
    done = lint_imports(copy)
    assert done.returncode != 0
    assert re.search(rf"^{contract}.* BROKEN", done.stdout, re.MULTILINE), done.stdout


def pure_modules() -> list[Path]:
    return [path for room in PURE for path in sorted((PACKAGE / room).rglob("*.py"))]


@pytest.mark.parametrize("path", pure_modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_pure_rooms_use_no_global_chance_and_no_output(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {name.name for name in node.names} == {"Random"}
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random"
        if isinstance(node, ast.Name):
            assert node.id not in ("print", "open", "input")


#: What a pure room may use of the standard library: data and text, nothing that reaches out of the process.
PURE_LIBRARY = {
    "codecs", "collections", "dataclasses", "decimal", "enum", "functools", "hashlib", "hmac", "importlib",
    "itertools", "json", "math", "operator", "pkgutil", "random", "re", "struct", "typing", "unicodedata", "xml",
}  # fmt: skip


#: Numeric libraries are optional, and imported by kernels alone.
NUMERIC, KERNELS = {"llvmlite", "numba", "numpy"}, {"kernels.py"}


@pytest.mark.parametrize("path", pure_modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_pure_rooms_import_only_plain_parts_of_the_standard_library(path: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add((node.module or "").partition(".")[0])
    assert imported <= PURE_LIBRARY | {"fogfield"} | (NUMERIC if path.name in KERNELS else set())


def test_modules_stay_small() -> None:
    long = {str(path): lines for path in PACKAGE.rglob("*.py") if (lines := path.read_text().count("\n")) > 400}
    assert long == {}


@pytest.mark.parametrize(("lock", "least"), [("run.txt", 10), ("dev.txt", 10), ("fast.txt", 4)])
def test_locks_have_hashes_and_no_address(lock: str, least: int) -> None:
    text = (ROOT / "requirements" / lock).read_text()
    pinned = re.findall(rf"^{PINNED}==\S+", text, re.MULTILINE)
    assert len(pinned) >= least
    for block in re.split(rf"\n(?={PINNED}==)", text)[1:]:
        assert "--hash=sha256:" in block
    assert not re.search(r"https?:|index-url|find-links|file:", text)


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(rf"^({PINNED})==(\S+)", (ROOT / "requirements" / lock).read_text(), re.MULTILINE))


def test_locks_agree_with_each_other() -> None:
    assert pins("run.txt").items() <= pins("dev.txt").items()
    assert pins("fast.txt").items() <= pins("dev.txt").items()


def test_the_lock_of_the_extra_fast_has_what_the_extra_has() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        fast = tomllib.load(file)["project"]["optional-dependencies"]["fast"]
    assert {Requirement(one).name for one in fast} <= pins("fast.txt").keys()


def test_what_is_wanted_with_an_extra_is_locked_with_it() -> None:
    """Else pip 23 meets the newest release first, for which there is no hash, and the set-up fails one day."""
    locked = {Requirement(name).name: Requirement(name).extras for name in pins("dev.txt")}
    for name in locked:
        with contextlib.suppress(metadata.PackageNotFoundError):  # what other platforms need
            for wanted in map(Requirement, metadata.requires(Requirement(name).name) or ()):
                if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                    assert wanted.extras <= locked[canonicalize_name(wanted.name)], f"{name} wants {wanted}"


def test_a_second_set_up_does_nothing() -> None:
    subprocess.run(["make", ".venv/.ready-dev"], cwd=ROOT, capture_output=True, check=True)
    again = subprocess.run(["make", "-q", ".venv/.ready-dev"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stdout


def test_nothing_is_resolved_at_set_up_as_locks_name_all_that_is_installed() -> None:
    installs = re.findall(r"install .*-r (?:requirements|\w+).*", (ROOT / "Makefile").read_text())
    assert len(installs) == 3
    for line in [*installs, *re.findall(r"install .*-r requirements.*", (ROOT / "deploy" / "README.md").read_text())]:
        assert "--no-deps --require-hashes" in line, line


def test_make_help_lists_the_targets() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("run", "fast", "test", "bench", "lint", "lock"):
        assert re.search(rf"^  {target}\s+\S", done.stdout, re.MULTILINE)


def test_fast_brings_what_is_locked_and_has_the_engine_compiled() -> None:
    call = ["make", "--no-print-directory", "-n", "-W", "requirements/fast.txt", "fast"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "install -q --no-deps --require-hashes -r requirements/fast.txt\n" in done.stdout
    assert done.stdout.endswith("python -m fogfield.warm\n")


def test_ci_runs_make_test() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text()


def test_the_licence_is_mit_everywhere() -> None:
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
    assert 'license = "MIT"' in (ROOT / "pyproject.toml").read_text()


def test_a_missing_system_program_is_one_visible_line() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "system_programs.py"), "no-such-program"],
        capture_output=True, text=True, check=True, env={"PATH": "/nowhere"},
    )  # fmt: skip
    assert done.stdout.count("\n") == 1
    assert "sudo apt-get install no-such-program" in done.stdout


@pytest.mark.parametrize(("ci", "outcome"), [("true", "1 failed"), ("", "1 skipped")])
def test_a_test_that_lacks_a_program_is_skipped_but_fails_in_ci(tmp_path: Path, ci: str, outcome: str) -> None:
    test = tmp_path / "test_it.py"
    test.write_text("from support.missing import need\ndef test_it(): need('no-such-program')\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", str(test)],
        capture_output=True, text=True, check=False, cwd=tmp_path, env={"CI": ci, "PYTHONPATH": str(ROOT / "tests")},
    )  # fmt: skip
    assert outcome in done.stdout
    assert "sudo apt-get install no-such-program" in done.stdout
