"""`make run` on a fresh copy of the project, as a new user has it: nothing set up, a blank in the path."""

import os
import re
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
from support.live import announced, clean_environment
from support.missing import missing
from support.peer import Peer, start

SERVED = ("battleship", "jminesweeper", "planefight", "treasurehunt", "web")
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files that the project consists of, and no others."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout: which files belong to it is not known")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    folder = tmp_path / "a fresh copy"
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _see_the_page(printed: str) -> None:
    """The page is there, with every file that it names."""
    if "the page in the browser will not be served" in printed:
        missing("needs an npm registry to set the page up from")
    found = re.search(r"(http://127\.0\.0\.1:\d+)/", printed)
    assert found, printed
    page = urllib.request.urlopen(found[1]).read().decode()
    names = re.findall(r'"(/page/[^"]+)"', page)
    assert len(names) > 20
    assert all(urllib.request.urlopen(found[1] + name).status == 200 for name in names)


@pytest.mark.timeout(400)
def test_make_run_sets_up_serves_and_stops(copy: Path) -> None:
    process = subprocess.Popen(
        ["make", "run", f"ARGS={' '.join(f'--port {name}=0' for name in SERVED)}"],
        cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=clean_environment(), start_new_session=True,
    )  # fmt: skip
    try:
        printed, port = announced(process, "jminesweeper")
        if "No matching distribution" in printed or "Failed to establish a new connection" in printed:
            missing("needs a package index to set up from")
        found = re.search(r"(\S+fogfield) play jminesweeper --port", printed)
        assert found, printed
        assert (copy / found[1]).exists()
        with Peer(port) as peer:
            assert peer.send(start(1, 1, 1)).sees()[0] == "[?]"
        _see_the_page(printed)
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    again = subprocess.run(["make", "-q", ".venv/.ready-run"], cwd=copy, capture_output=True, check=False)
    assert again.returncode == 0, "a second run would set up again"
