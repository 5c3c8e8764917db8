"""Battleship (1D): text lines over TCP, two clients and a server between them. See SPEC.md."""

from fogfield.core.game import Game
from fogfield.games.battleship import bots, notation, picture, rules, view
from fogfield.games.battleship.codec import ServerCodec
from fogfield.games.battleship.session import ServerSession
from fogfield.wire.published import OPPONENT, Choice, Published, Seconds

GAME = Game(
    name="battleship",
    seats=rules.SEATS,
    faults=rules.faults,
    new=rules.new,
    to_act=rules.to_act,
    refusals=rules.refusals,
    apply=rules.apply,
    end=rules.end,
    outcome=rules.outcome,
    view=view.view,
    choose=view.choose,
    bound=rules.bound,
    notation=notation.NOTATION,
)

PICTURE = picture.PICTURE
BOTS = bots.BOTS
BELIEF = bots.believe

PUBLISHED = Published(
    port=6433,
    codec=ServerCodec,
    session=ServerSession,
    client="play battleship",
    keeps_time=True,
    settings={
        **OPPONENT,
        "bot": Choice((*BOTS, "random"), "which bot that is: one that learns its opponents' habits, or chance"),
        "think_s": Seconds(600.0, "time for placing, for an attack, and for the answer to a rematch; then END"),
        "idle_s": Seconds(600.0, "how long somebody waits for an opponent before he is sent away with END"),
    },
)
