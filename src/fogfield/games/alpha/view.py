"""What a viewer may know, and what may be done knowing no more than that."""

from typing import TYPE_CHECKING, NamedTuple

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.alpha import rules
from fogfield.games.alpha.rules import FLAG, PLAYER, Action, State, Verb

if TYPE_CHECKING:
    from random import Random


class View(NamedTuple):
    """The board as it is shown: a character for each square, row by row, and the mines that are no secret now.

    `seat` is the viewer's own, if he has one.
    """

    seat: Seat | None
    squares: tuple[str, ...]
    mines: frozenset[Cell]
    rounds: int
    outcome: Outcome | None

    def fogged(self) -> "View":
        """Give the same without the mines: the fog is lifted for one display only."""
        return self._replace(mines=frozenset())


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. `nofog` lifts the fog for the player, not for the public; after the end nothing is secret."""
    cols, outcome = state.cols, rules.outcome(state)
    bare = bool(outcome) or viewer is Watcher.REFEREE or (viewer == PLAYER and state.lifted)
    return View(
        seat=viewer if isinstance(viewer, int) else None,
        squares=tuple(state.squares[start : start + cols] for start in range(0, len(state.squares), cols)),
        mines=frozenset(
            Cell(*divmod(place, cols)) for place, truth in enumerate(state.solution) if bare and truth == FLAG
        ),
        rounds=state.rounds,
        outcome=outcome,
    )


def choose(view: View, rng: "Random") -> Action | None:
    """Reveal, mark or guess any square."""
    if view.outcome:
        return None
    cell = Cell(rng.randrange(len(view.squares)), rng.randrange(len(view.squares[0])))
    return Action(rng.choice((Verb.REVEAL, Verb.REVEAL, Verb.MARK, Verb.GUESS)), cell)
