"""JMinesweeper: minesweeper by cursor over a binary protocol; the server draws the screens. See SPEC.md."""

from fogfield.core.game import Game
from fogfield.games.jminesweeper import notation, picture, rules, view
from fogfield.games.jminesweeper.advice import ADVICE
from fogfield.games.jminesweeper.bots import BOTS, believe
from fogfield.games.jminesweeper.codec import ServerCodec
from fogfield.games.jminesweeper.session import ServerSession
from fogfield.wire.published import Published

__all__ = ["ADVICE", "BELIEF", "BOTS", "GAME", "PICTURE", "PUBLISHED"]

GAME = Game(
    name="jminesweeper",
    seats=1,
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
BELIEF = believe

PUBLISHED = Published(port=9999, codec=ServerCodec, session=ServerSession, client="play jminesweeper")
