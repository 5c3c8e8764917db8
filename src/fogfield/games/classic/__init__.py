"""Classic minesweeper: the game that everyone knows, and boards that never force a guess. See SPEC.md."""

from fogfield.core.game import Game
from fogfield.games.classic import notation, picture, rules, view
from fogfield.games.classic.advice import ADVICE
from fogfield.games.classic.bots import BOTS, believe
from fogfield.games.classic.making import MAKING

__all__ = ["ADVICE", "BELIEF", "BOTS", "GAME", "MAKING", "PICTURE"]

GAME = Game(
    name="classic",
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
