"""What one viewer may know."""

from dataclasses import dataclass
from random import Random

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.jminesweeper import faces, rules
from fogfield.games.jminesweeper.faces import Sight
from fogfield.games.jminesweeper.rules import Action, Options, Reveal, State, ToggleMark

_MARKED = faces.MARK + faces.MARKED_BOMB
_SHUT = faces.HIDDEN + faces.BOMB + _MARKED


@dataclass(frozen=True, slots=True)
class View:
    """The board as characters (faces.py), and the figures of the status line. `seat` is the viewer's, if he has one."""

    options: Options
    seat: Seat | None
    faces: tuple[bytes, ...]
    bombs: int
    marks: int
    debug: bool
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. The player in debug mode sees bombs; the public does not, before the end."""
    outcome = rules.outcome(state)
    seen = state.faces
    if state.ended:
        seen = _painted(state, Sight.TRUTH)
    elif outcome is None and viewer is Watcher.REFEREE:
        seen = _painted(state, Sight.DEBUG)
    elif outcome is None and viewer is Watcher.PUBLIC and state.debug:
        seen = _painted(state, Sight.FOG)
    return View(
        options=state.options,
        seat=viewer if isinstance(viewer, int) else None,
        faces=seen,
        bombs=state.bombs.bit_count(),
        marks=state.marks.bit_count(),
        debug=state.debug,
        outcome=outcome,
    )


def choose(view: View, rng: Random) -> Action | None:
    """Reveal or mark any cell that is shut."""
    if view.outcome:
        return None
    board = b"".join(view.faces)
    place = rng.choice([place for place, face in enumerate(board) if face in _SHUT])
    cell = Cell(*divmod(place, view.options.columns))
    marked = board[place] in _MARKED
    return ToggleMark(cell) if marked or rng.random() < 0.5 else Reveal(cell)


def _painted(state: State, sight: Sight) -> tuple[bytes, ...]:
    return tuple(rules.paint(state, 0, state.options.rows - 1, sight))
