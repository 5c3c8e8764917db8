"""`fogfield serve`: the server."""

import sys
from typing import TYPE_CHECKING

import click

from fogfield.cli.painted import painted
from fogfield.play import streams

if TYPE_CHECKING:
    from fogfield.serve.service import Served

_EXAMPLES = {"port": "jminesweeper=9000", "settings": "limits.idle_s=600"}


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a protocol."""
    from fogfield.serve.settings import service_names

    suffix = "=" if param.name == "port" else ""
    return [name + suffix for name in service_names() if name.startswith(incomplete)]


def _keys(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the key of a setting."""
    from fogfield.serve.settings import keys

    return [f"{key}=" for key in keys() if key.startswith(incomplete)]


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Read NAME=VALUE, as often as it was given."""
    found = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not (name.strip() and equals):
            raise click.BadParameter(
                f"{value!r} is not {param.make_metavar(ctx)}; for example {_EXAMPLES[param.name]}", ctx, param
            )
        found[name.strip()] = text
    return found


@click.command(
    epilog="""\b
Examples:
  fogfield serve
  fogfield serve --only jminesweeper --port jminesweeper=9000
  fogfield serve --host 0.0.0.0 --set limits.connections_per_address=50
  FOGFIELD_LOG_FORMAT=json fogfield serve --config fogfield.toml
\b
Every setting can be given as --set KEY=VALUE, as an environment variable
(FOGFIELD_LIMITS_IDLE_S) or in a TOML file, in that order of strength.
docs/reference/settings.md lists them.
"""
)
@click.option("--host", metavar="ADDRESS", help="Address to listen on; 127.0.0.1 unless told otherwise.")
@click.option(
    "--only", multiple=True, metavar="NAME", shell_complete=_names, help="Serve only this protocol; may be repeated."
)
@click.option(
    "--port",
    multiple=True,
    metavar="NAME=N",
    callback=_pairs,
    shell_complete=_names,
    help="Port of a protocol, 0 for any free one; may be repeated.",
)
@click.option("--config", metavar="FILE", type=click.Path(), help="Settings in TOML.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    callback=_pairs,
    shell_complete=_keys,
    help="Any setting; may be repeated.",
)
def serve(
    host: str | None,
    only: tuple[str, ...],
    port: dict[str, str],
    config: str | None,
    settings: dict[str, str],
) -> None:
    """Start the server: every protocol in one process, until Ctrl-C."""
    from fogfield.serve import app
    from fogfield.serve.settings import Given, load

    flags = {key: Given(value, f"--set {key}") for key, value in settings.items()}
    flags |= {f"{name}.port": Given(number, f"--port {name}") for name, number in port.items()}
    if host is not None:
        flags["host"] = Given(host, "--host")
    if only:
        flags["only"] = Given(list(only), "--only")
    app.run(load(flags=flags, config=config), _print_table)


def _print_table(served: "list[Served]") -> None:
    """Print the addresses for a person. A server goes on serving if nobody reads them."""
    import structlog
    from rich import box
    from rich.table import Table

    from fogfield.cli.program import program

    lines = box.SIMPLE_HEAD if "utf" in (sys.stdout.encoding or "").lower() else box.ASCII2
    table = Table(title="Fogfield is serving", title_justify="left", title_style="bold", box=lines)
    table.add_column("protocol", style="bold")
    table.add_column("address", no_wrap=True)
    table.add_column("play it, in another terminal", overflow="fold")
    for row in served:
        command = row.client if "://" in row.client.partition(" ")[0] else f"{program()} {row.client}"
        table.add_row(row.name, row.address, command)
    try:
        sys.stdout.write(painted(table, "Ctrl-C stops the server.", width=120))
        sys.stdout.flush()
    except OSError as error:
        structlog.get_logger().warning("the table of addresses could not be printed", error=error.strerror)
        streams.give_up_output()
