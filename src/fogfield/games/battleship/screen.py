"""A grid as a picture: four rows of four, as the published client shows it. Every kind of cell has its own sign."""

from collections.abc import Collection

from fogfield.games.battleship.rules import BOAT, HIT, MISS, WATER
from fogfield.wire import ansi

WIDE = 4
#: Blue water, green boats, red hits, yellow misses.
_INKS = {WATER: (34,), BOAT: (1, 32), HIT: (1, 31), MISS: (33,)}
_FRAME = "   +" + "---+" * WIDE
#: How many columns a picture takes.
WIDTH = len(_FRAME)


def picture(
    cells: str,
    *,
    colour: bool = False,
    cursor: int | None = None,
    chosen: Collection[int] = (),
    low: bool = False,
) -> list[str]:
    """Draw a grid. The cursor is in brackets; cells that are chosen look like boats. A low one has no inner lines."""
    lines = [f"   {''.join(f'  {col + 1} ' for col in range(WIDE))} ", _FRAME]
    for start in range(0, len(cells), WIDE):
        row = "".join(
            f"{_cell(BOAT if place in chosen else cells[place], colour=colour, cursor=place == cursor)}|"
            for place in range(start, min(start + WIDE, len(cells)))
        )
        lines += [f" {start // WIDE + 1} |{row}", _FRAME]
    return [*lines[:2], *lines[2:-1:2], lines[-1]] if low else lines


def place(cell: int, *, low: bool = False) -> tuple[int, int]:
    """Give the line and the column of a picture at which the sign of a cell stands."""
    row, col = divmod(cell, WIDE)
    return 2 + (row if low else 2 * row), 5 + 4 * col


def _cell(char: str, *, colour: bool, cursor: bool) -> str:
    left, right = "[]" if cursor else "  "
    if not colour or char not in _INKS:
        return f"{left}{char}{right}"
    return f"{left}{ansi.sgr(*_INKS[char]).decode()}{char}{ansi.RESET.decode()}{right}"
