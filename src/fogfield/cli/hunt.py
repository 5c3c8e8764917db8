"""`fogfield hunt`: the AI client of the Treasure Hunt."""

import sys

import click


@click.command(
    epilog="""\b
Examples:
  fogfield hunt http://localhost:18235                 a new game; prints its id for the other player
  fogfield hunt http://localhost:18235 --dummy         a new game against a bot of the server
  fogfield hunt TR http://localhost:18235 6aDj2        join a game, as the published clients do
  fogfield hunt http://localhost:18235 6aDj2 --level nearest --plain
\b
The exit status is 0 for a game that was played to its end, won or lost, 2 for a
usage error, and 1 for anything else. The last line says who won, and why.
"""
)
@click.argument("words", nargs=-1, required=True, metavar="[TR] URL [GAMEID]")
@click.option(
    "--level", type=click.Choice(["expert", "lookout", "nearest", "dummy"]), default="expert", show_default=True,
    help="How well to play.",
)  # fmt: skip
@click.option("--first-name", default="Fog", show_default=True, help="First name to register with.")
@click.option("--last-name", default="Field", show_default=True, help="Last name to register with.")
@click.option("--account", default="fogfield", show_default=True, help="Account to register with.")
@click.option("--debug", is_flag=True, help="With a new game: nobody loses for thinking too long.")
@click.option("--dummy", is_flag=True, help="With a new game: the server adds an opponent.")
@click.option("--plain", is_flag=True, help="Lines for a log instead of a map that is drawn again.")
@click.option("--seed", help="Play by this seed: the same half map and the same choices.")
def hunt(
    words: tuple[str, ...],
    level: str,
    first_name: str,
    last_name: str,
    account: str,
    debug: bool,
    dummy: bool,
    plain: bool,
    seed: str | None,
) -> None:
    """Let an AI play Treasure Hunt on the server at URL: in the game GAMEID, or in a new one."""
    url, game_id = _read(words)
    if game_id and (debug or dummy):
        raise click.UsageError("--debug and --dummy belong to a new game; leave out GAMEID, or these")
    for name in (first_name, last_name, account):
        if not 1 <= len(name.strip()) <= len(name) <= 50 or not name.isprintable():
            raise click.UsageError("names and account must have 1 to 50 characters that can be read")
    try:
        from fogfield.games.treasurehunt import PUBLISHED
        from fogfield.games.treasurehunt.messages import PlayerRegistration
        from fogfield.play.hunt.run import Wish, run
        from fogfield.play.web import WebFault, base

        base(url, PUBLISHED.port)
        who = PlayerRegistration(first_name, last_name, account)
        status = run(Wish(url, game_id, who, level, debug=debug, dummy=dummy, plain=plain, seed=seed))
    except WebFault as fault:
        raise click.UsageError(str(fault)) from None
    except KeyboardInterrupt:
        click.echo()
        status = 130
    sys.exit(status)


def _read(words: tuple[str, ...]) -> tuple[str, str]:
    """Read the published order of arguments, with the parts that may be left out."""
    rest = list(words)
    if rest[0].upper() == "TR":
        rest.pop(0)
    elif len(rest) > 1 and not _looks_like_an_address(rest[0]) and (len(rest) > 2 or _looks_like_an_address(rest[1])):
        raise click.UsageError(f"the mode {rest[0]!r} is not known; it is TR, and can be left out")
    if not rest:
        raise click.UsageError("the URL of a server is missing, for example http://localhost:18235")
    if len(rest) > 2:
        raise click.UsageError(f"too many arguments: {' '.join(rest[2:])}")
    if len(rest) > 1 and not rest[1]:
        raise click.UsageError("GAMEID is empty; leave it out for a new game")
    return rest[0], rest[1] if len(rest) > 1 else ""


def _looks_like_an_address(word: str) -> bool:
    return any(char in word for char in "/.:")
