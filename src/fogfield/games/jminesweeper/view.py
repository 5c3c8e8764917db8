"""What one viewer may know."""

from collections.abc import Sequence
from dataclasses import dataclass

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.jminesweeper import faces, rules
from fogfield.games.jminesweeper.faces import Sight
from fogfield.games.jminesweeper.rules import Action, Options, Reveal, State, ToggleMark


@dataclass(frozen=True, slots=True)
class View:
    """The board as characters (faces.py), and the figures of the status line."""

    options: Options
    faces: tuple[bytes, ...]
    bombs: int
    marks: int
    debug: bool
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. The player in debug mode sees bombs; the public does not, before the end."""
    outcome = rules.outcome(state)
    seen = state.faces
    if outcome is None and viewer is Watcher.REFEREE:
        seen = _painted(state, Sight.DEBUG)
    elif outcome is None and viewer is Watcher.PUBLIC and state.debug:
        seen = _painted(state, Sight.FOG)
    return View(
        options=state.options,
        faces=seen,
        bombs=state.bombs.bit_count(),
        marks=state.marks.bit_count(),
        debug=state.debug,
        outcome=outcome,
    )


def choices(view: View) -> Sequence[Action]:
    """Give every reveal and every mark that this view allows."""
    if view.outcome:
        return ()
    hidden, marked = faces.HIDDEN + faces.BOMB, faces.MARK + faces.MARKED_BOMB
    found: list[Action] = []
    for row, line in enumerate(view.faces):
        for col, face in enumerate(line):
            if face in hidden:
                found += (Reveal(Cell(row, col)), ToggleMark(Cell(row, col)))
            elif face in marked:
                found.append(ToggleMark(Cell(row, col)))
    return found


def _painted(state: State, sight: Sight) -> tuple[bytes, ...]:
    return tuple(rules.paint(state, row, sight) for row in range(state.options.rows))
