"""What one viewer may know."""

from dataclasses import dataclass
from random import Random

from fogfield.core.game import Seat, Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.games.classic import faces, rules
from fogfield.games.classic.faces import Sight
from fogfield.games.classic.rules import Action, Chord, Fence, Mark, Reveal, State


@dataclass(frozen=True, slots=True)
class View:
    """The board as characters (faces.py), and what stands beside it. `board` and `effort` are told at the end."""

    seat: Seat | None
    columns: int
    rows: int
    start: str
    questions: bool
    faces: tuple[bytes, ...]
    mines: int
    flags: int
    actions: int
    outcome: Outcome | None
    board: str
    effort: int


def view(state: State, viewer: Viewer) -> View:
    """Look at a state. Who plays and who watches sees the same; the referee sees the mines as soon as they lie."""
    outcome, options = rules.outcome(state), state.options
    seen = state.faces
    if state.ended or (outcome is None and viewer is Watcher.REFEREE):
        seen = tuple(rules.paint(state, 0, options.rows - 1, Sight.TRUTH))
    over = outcome is not None or viewer is Watcher.REFEREE
    return View(
        seat=viewer if isinstance(viewer, int) else None,
        columns=options.columns,
        rows=options.rows,
        start=options.start,
        questions=options.questions,
        faces=seen,
        mines=options.mines,
        flags=state.flags.bit_count(),
        actions=state.actions,
        outcome=outcome,
        board=rules.board_of(state) if over else "",
        effort=rules.effort(state) if over and state.laid else 0,
    )


def choose(view: View, rng: Random) -> Action | None:
    """Reveal or mark any closed cell, or open or flag all around an open one that is ready for it."""
    if view.outcome:
        return None
    board = b"".join(view.faces)
    closed = [place for place, face in enumerate(board) if face in faces.HIDDEN + faces.QUESTION + faces.FLAG]
    place = rng.choice(closed)
    cell = Cell(*divmod(place, view.columns))
    if board[place] in faces.FLAG or rng.random() < 0.3:
        return _around_a_digit(view, rng) or Mark(cell)
    return Reveal(cell)


def _around_a_digit(view: View, rng: Random) -> Chord | Fence | None:
    """Find an open cell of a random row around which all the others can be opened, or flagged."""
    row = rng.randrange(view.rows)
    for col in range(view.columns):
        digit = view.faces[row][col] - ord("0")
        if not 1 <= digit <= 8:
            continue
        around = bytes(
            view.faces[near][beside]
            for near in range(max(0, row - 1), min(view.rows, row + 2))
            for beside in range(max(0, col - 1), min(view.columns, col + 2))
        )
        flags, others = around.count(faces.FLAG), around.count(faces.HIDDEN) + around.count(faces.QUESTION)
        if others and flags == digit:
            return Chord(Cell(row, col))
        if others and flags + others == digit:
            return Fence(Cell(row, col))
    return None
