"""The console script `minesweeper-alpha`. It imports nothing before it can be interrupted without a traceback."""

import sys


def alpha() -> None:
    """Run Minesweeper Alpha with this process's arguments."""
    try:
        from fogfield.play.alpha import run
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))
