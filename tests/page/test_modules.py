"""The modules of the page, tested by node's own runner; what they draw is tested in a browser (tests/browser)."""

import subprocess
from pathlib import Path

import page_parts
import pytest
from support.missing import missing

HERE = Path(__file__).parent
TESTS = sorted(HERE.glob("*.test.js"))


@pytest.mark.parametrize("test", TESTS, ids=[one.name for one in TESTS])
def test_the_modules_of_the_page_pass_their_own_tests(test: Path) -> None:
    node = page_parts.node()
    if node is None or not (page_parts.MODULES / "preact").exists():
        missing("needs node and the parts of the page: python tools/page_parts.py --dev")
    assert node is not None
    done = subprocess.run([node, "--test", test], cwd=page_parts.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
