"""One game of an AI, from the wish to the exit status."""

import os
import secrets
import sys
from random import Random
from typing import NamedTuple

from fogfield.bots import schools
from fogfield.core.chance import stream
from fogfield.core.errors import FogfieldError
from fogfield.games.treasurehunt import PUBLISHED
from fogfield.games.treasurehunt.bots import Expert
from fogfield.games.treasurehunt.client import Client, Impossible
from fogfield.games.treasurehunt.messages import PlayerRegistration
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import SendHalf
from fogfield.play.hunt.controller import BETWEEN_S, Controller
from fogfield.play.hunt.show import Show
from fogfield.play.web import Web, base

PLAYED, FAILED = 0, 1


class Wish(NamedTuple):
    """What is to be played."""

    url: str
    game_id: str
    who: PlayerRegistration
    level: str = "expert"
    debug: bool = False
    dummy: bool = False
    plain: bool = False
    seed: str | None = None


def run(wish: Wish, between_s: float = BETWEEN_S) -> int:
    """Play a game, asking for its state no oftener than politeness allows; gives the exit status."""
    try:
        return _play(wish, between_s)
    except (FogfieldError, Impossible) as error:
        sys.stderr.write(f"fogfield: {error}\n")
        return FAILED


def _play(wish: Wish, between_s: float) -> int:
    server = base(wish.url, PUBLISHED.port)
    rng: Random = stream(wish.seed or secrets.token_hex(16), "hunt")
    bot = schools("treasurehunt")[wish.level]().against(str(server))
    client = Client(Options())
    if isinstance(bot, Expert):  # with care, and before we register: from then on the clock may run
        bot.keep(client.options, bot.prepare(client.options, rng))
    half = bot.choose(client.to_send, rng)
    assert isinstance(half, SendHalf)
    plain = wish.plain or not sys.stdout.isatty() or (os.environ.get("TERM") or "dumb") == "dumb"
    show = Show(client, lambda: getattr(bot, "ahead", ()), plain=plain, colour=not os.environ.get("NO_COLOR"))
    web = Web(server)
    try:
        controller = Controller(web, client, bot, half, rng, between_s=between_s)
        game_id = wish.game_id or controller.new_game(debug=wish.debug, dummy=wish.dummy)
        if wish.dummy:
            show.waits(f"The game is {game_id}; the server brings the other player.")
        elif not wish.game_id:
            show.waits(f"The game is {game_id}. The other player joins with:", f"  fogfield hunt TR {server} {game_id}")
        result = controller.play(game_id, wish.who)
    finally:
        web.close()
    show.say(f"{'Won' if result.won else 'Lost'}: {result.why}.")
    return PLAYED
