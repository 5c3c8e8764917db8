"""Where this user's data is kept."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Give the folder of ours in the user's data folder; whoever writes there makes it."""
    if sys.platform == "darwin":
        folder = Path("~/Library/Application Support")
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    return folder.expanduser() / "fogfield"
