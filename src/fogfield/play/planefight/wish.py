"""What is to be played, read from the options of the command line; those that contradict each other are refused."""

import getpass
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from fogfield.bots import schools
from fogfield.core.errors import FogfieldError
from fogfield.games.planefight import GAME, PUBLISHED
from fogfield.games.planefight.codec import MOST_NAME_BYTES
from fogfield.games.planefight.fleet import Options
from fogfield.wire.published import Whole

#: The options that choose a board, and who begins; those who join take what they are offered.
_BOARD = ("rows", "columns", "planes", "cross_border", "completely_destroy", "first")


class Contradiction(FogfieldError):
    """These options make no sense together; the text says what to do."""


class Wish(NamedTuple):
    """What is to be played: against a bot here, or on a server, or with whoever joins."""

    name: str
    #: The server to join; nothing to host, or to play here.
    host: str = ""
    port: int = PUBLISHED.port
    hosts: bool = False
    #: The kind of bot on the other seat.
    against: str = ""
    #: The kind of bot that plays instead of the player.
    bot: str = ""
    options: Options = Options()
    #: Whether the player begins; None leaves it to chance.
    begins: bool | None = None

    @property
    def other_seat(self) -> int:
        """The seat of the other: the first if he begins."""
        begins = Random().random() < 0.5 if self.begins is None else self.begins  # noqa: S311 (a game)
        return 1 if begins else 0


def read(given: Mapping[str, Any]) -> Wish:
    """Read options; raises `Contradiction`."""
    host, hosts, against, port = given["host"] or "", given["hosts"], given["against"] or "", given["port"]
    here = bool(against) and not host and not hosts
    if why := _contradiction(given, joins=not hosts and not here, here=here):
        raise Contradiction(why)
    for level in (given["bot"], against if here else None):
        if level and level not in schools(GAME.name):
            raise Contradiction(f"there is no bot {level!r} here; choose {' or '.join(schools(GAME.name))}")
    wish = Wish(
        name=_name(given["name"]),
        host=host or ("" if hosts or here else "127.0.0.1"),
        port=PUBLISHED.port if port is None else port,
        hosts=hosts,
        against=against,
        bot=given["bot"] or "",
        options=_options(given),
        begins={"me": True, "other": False}.get(given["first"]),
    )
    most = PUBLISHED.settings["planes"]
    if hosts and isinstance(most, Whole) and wish.options.planes > most.most:
        raise Contradiction(f"whoever joins may use a program that cannot show more than {most.most} planes")
    if faults := GAME.faults(wish.options):
        raise Contradiction(f"nobody can play like this: {'; '.join(faults)}")
    return wish


def _contradiction(given: Mapping[str, Any], *, joins: bool, here: bool) -> str:
    """Say what does not go together."""
    if given["hosts"] and given["host"]:
        return f"{given['host']} is where somebody else hosts, and --host is you: give one of them"
    if given["hosts"] and given["against"]:
        return "with --host your opponent is whoever joins; for a game against a bot leave --host away"
    if here and given["port"] is not None:
        return "a game against a bot here needs no --port; to play against a bot of a server name its HOST, too"
    if joins and given["port"] == 0:
        return "port 0 is for --host, where it means any free one"
    wrong = [f"--{name.replace('_', '-')}" for name in _BOARD if given[name] is not None and given[name] is not False]
    if joins and wrong:
        return (
            f"{', '.join(wrong)}: whoever hosts chooses the board. "
            "Use --host to host a game yourself, or --against without HOST to play against a bot here"
        )
    return ""


def _options(given: Mapping[str, Any]) -> Options:
    usual = Options()
    return Options(
        rows=usual.rows if given["rows"] is None else given["rows"],
        cols=usual.cols if given["columns"] is None else given["columns"],
        planes=usual.planes if given["planes"] is None else given["planes"],
        cross_border=given["cross_border"],
        completely_destroy=given["completely_destroy"],
    )


def _name(name: str | None) -> str:
    """Give what the player is called: a name that every program can show."""
    if name is None:
        try:
            name = getpass.getuser()
        except (OSError, KeyError):  # some containers have no names
            name = ""
        return "".join(char for char in name if char.isprintable())[:24] or "Player"
    if not name.strip() or not name.isprintable():
        raise Contradiction("--name must be something that can be read")
    if len(name.encode("utf-8", "replace")) > MOST_NAME_BYTES:
        raise Contradiction(f"--name is longer than {MOST_NAME_BYTES} bytes")
    return name.strip()
