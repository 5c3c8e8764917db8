"""`fogfield`, and `python -m fogfield`. It imports nothing before it can be interrupted without a traceback."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from fogfield import cli
    except KeyboardInterrupt:
        sys.exit(130)
    cli.main()


if __name__ == "__main__":
    main()
