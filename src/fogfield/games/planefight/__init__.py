"""planeFight: two players look for each other's planes over TCP; we are server and client. See SPEC.md."""

from fogfield.core.game import Game
from fogfield.games.planefight import bots, notation, picture, rules, view
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.packets import options_of
from fogfield.games.planefight.session import ServerSession
from fogfield.wire.published import FIRST, OPPONENT, Choice, Published, Seconds, Switch, Whole

GAME = Game(
    name="planefight",
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
    port=51937,
    codec=Codec,
    session=ServerSession,
    client="play planefight",
    keeps_time=True,
    settings={
        **OPPONENT,
        "bot": Choice((*BOTS, "random"), "which bot that is, unless the player asks for another level"),
        "first": FIRST,
        "rows": Whole(10, rules.LEAST, rules.MOST, "height of the battlefield"),
        "columns": Whole(10, rules.LEAST, rules.MOST, "width of the battlefield"),
        "planes": Whole(3, 1, 25, "planes of each player; the published program cannot show more than 25"),
        "cross_border": Switch(False, "a plane that goes over an edge comes in at the opposite one"),
        "completely_destroy": Switch(False, "the rest of a plane whose head was hit counts as void"),
        "think_s": Seconds(1800.0, "time for placing (then nobody has won), and for an attack (then the other has)"),
        "answer_s": Seconds(60.0, "time for a program to answer an attack, and to show its map at the end"),
        "idle_s": Seconds(1800.0, "how long somebody waits for an opponent before he is sent away"),
    },
    options=options_of,
)
