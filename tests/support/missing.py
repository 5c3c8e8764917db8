"""What a test needs and this machine may not have: skipped with a reason, but a failure where CI=true."""

import os
import shutil

import pytest


def missing(reason: str) -> None:
    """Skip this test, or fail it where everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def need(program: str) -> None:
    """Go on only if a system program is installed."""
    if not shutil.which(program):
        missing(f"needs {program}; install it, e.g. with: sudo apt-get install {program}")
