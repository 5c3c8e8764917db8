"""`python -m fogfield.warm`: compile the engine, politely."""

import contextlib
import os
import sys

import click

from fogfield import warm

#: How long another process that compiles is waited for.
PATIENCE_S = 600.0


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  python -m fogfield.warm
  FOGFIELD_CACHE=/var/cache/fogfield python -m fogfield.warm
\b
The exit status is 0 if the engine is ready in the end, and 1 if it is not.
""",
)
@click.option("--quiet", is_flag=True, help="Say nothing, and wait for nobody.")
def main(quiet: bool) -> None:
    """Compile the engine of the minesweeper solver, once for this machine; it takes about a minute.

    What needs the engine does the same in the background. It takes numba, and is kept in the folder that FOGFIELD_CACHE
    names, or else in ~/.cache/fogfield.
    """
    with contextlib.suppress(OSError):  # a service may be forbidden to change even that
        os.nice(10)
    try:
        kept = warm.make_ready() if quiet else warm.make_ready(click.echo, PATIENCE_S)
    except warm.NotReady as fault:
        if not quiet:
            click.echo(f"fogfield: {fault}", err=True)
        sys.exit(1)
    if not quiet:
        click.echo(f"The compiled engine is ready; it is kept in {kept}.")


if __name__ == "__main__":
    main(prog_name="python -m fogfield.warm")
