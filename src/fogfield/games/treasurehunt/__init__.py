"""AI Treasure Hunt: two programs explore a map for a treasure and each other's castle. See SPEC.md."""

from fogfield.core.game import Game
from fogfield.games.treasurehunt import belief, bots, notation, picture, presets, rules, view
from fogfield.games.treasurehunt.codec import MOST_REQUEST_BYTES
from fogfield.games.treasurehunt.desk import Desk
from fogfield.games.treasurehunt.options import options_of, settings
from fogfield.wire.web import Web

GAME = Game(
    name="treasurehunt",
    seats=rules.SEATS,
    faults=presets.faults,
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
BELIEF = belief.believe

PUBLISHED = Web(
    port=18235,
    desk=Desk,
    client="hunt --dummy",
    most_body_bytes=MOST_REQUEST_BYTES,
    settings=settings((*reversed(BOTS), "random")),
    options=options_of,
)
