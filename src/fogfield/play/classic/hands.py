"""Where the cursor goes: keys that many hands know."""

from fogfield.core.grid import Cell, Grid
from fogfield.play.classic.drawing import Drawn

_STEPS = {
    "w": (-1, 0), "a": (0, -1), "s": (1, 0), "d": (0, 1), "up": (-1, 0), "left": (0, -1), "down": (1, 0),
    "right": (0, 1), "k": (-1, 0), "h": (0, -1), "j": (1, 0), "l": (0, 1),
}  # fmt: skip
#: Keys that go to an end of the board: which row and column, if not the present ones.
_FAR = 1 << 10
_ENDS = {"0": (None, 0), "home": (None, 0), "$": (None, _FAR), "end": (None, _FAR), "G": (_FAR, None)}
_PAGES = {"page up": -1, "page down": 1}


class Hand:
    """The cursor, and a `g` that waits for its second."""

    def __init__(self, cursor: Cell) -> None:
        self.cursor = cursor
        self._waits = False

    def move(self, key: str, grid: Grid, drawn: Drawn | None) -> bool:
        """Move the cursor if that is what a key says; gives whether it was."""
        waited, self._waits = self._waits, key == "g"
        row, col = self.cursor
        if key in _STEPS:
            down, right = _STEPS[key]
            row, col = row + down, col + right
        elif key in _ENDS:
            to_row, to_col = _ENDS[key]
            row, col = row if to_row is None else to_row, col if to_col is None else to_col
        elif key in _PAGES:
            row += _PAGES[key] * max(1, (drawn.rows if drawn else 2) - 1)
        elif key == "g":
            row = 0 if waited else row
            self._waits = not waited
        else:
            return False
        self.cursor = grid.clamp(row, col)
        return True
