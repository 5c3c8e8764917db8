"""What this program is called where it runs."""

import os
import shlex
import shutil
import sys


def program() -> str:
    """Give what has to be typed to run this program again: its name, or its path if the shell would not find it."""
    if shutil.which("fogfield"):
        return "fogfield"
    path = os.path.relpath(sys.argv[0])
    return "python -m fogfield" if path.endswith("__main__.py") else shlex.quote(path)
