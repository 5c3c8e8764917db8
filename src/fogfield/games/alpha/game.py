"""The game as the house knows it."""

from fogfield.core.game import Game
from fogfield.games.alpha import notation, rules, view

GAME = Game(
    name="alpha",
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
