"""A game as text: the whole map with everything that is known, in colour or in plain ASCII, and a legend."""

from collections.abc import Iterable
from typing import NamedTuple

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt.view import Known, View
from fogfield.kits.explore.land import Land, Terrain
from fogfield.wire import ansi

ME, ENEMY, BOTH, FORT, ENEMY_FORT, TREASURE = "@", "E", "&", "C", "X", "$"
SEEN, AHEAD = "'", "+"
#: For those who watch: the figures of both seats, and what the second one has seen, alone or with the first.
FIRST, SECOND, SEEN_BY_SECOND, SEEN_BY_BOTH = "1", "2", '"', ":"
#: The ink of each sign: terrain dim, what matters bright.
_INKS: dict[str, tuple[int, ...]] = {
    Terrain.WATER.value: (34,),
    Terrain.GRASS.value: (32,),
    Terrain.MOUNTAIN.value: (37,),
    ME: (1, 30, 42),
    ENEMY: (1, 97, 41),
    BOTH: (1, 97, 45),
    FORT: (1, 96),
    ENEMY_FORT: (1, 91),
    TREASURE: (1, 93),
    FIRST: (1, 30, 42),
    SECOND: (1, 97, 41),
}
LEGEND = (
    f"{ME} we   {ENEMY} enemy   {BOTH} both   {FORT} our castle   {ENEMY_FORT} enemy castle   {TREASURE} treasure",
    f". grass   ^ mountain   ~ water   {SEEN} seen   {AHEAD} our plan",
)


class Cast(NamedTuple):
    """Who is drawn: one side and the other, and the signs of their figures."""

    near: Known
    far: Known
    signs: tuple[str, str] = (ME, ENEMY)


def picture(view: View, ahead: Iterable[Cell] = (), *, colour: bool, cast: Cast | None = None) -> list[str]:
    """Draw the map, as much of it as is there; two characters for each field, numbers beside it.

    Without a cast it is drawn for the one whose view it is.
    """
    lands = _lands(view)
    if not lands:
        return ["(no map yet)"]
    cast = cast or Cast(view.own, view.other)
    rows = max(corner.row + land.rows for corner, land in lands)
    cols = max(corner.col + land.cols for corner, land in lands)
    plan = frozenset(ahead)
    lines = ["   " + "".join(f"{col % 10:2}" for col in range(cols))]
    for row in range(rows):
        cells = (_field(cast, lands, Cell(row, col), plan, colour=colour) for col in range(cols))
        lines.append(f"{row:2}  {''.join(cells)}".rstrip() if not colour else f"{row:2}  {''.join(cells)}")
    return lines


def place(cell: Cell) -> tuple[int, int]:
    """Give the line and the column of a picture at which the sign of a field stands."""
    return cell.row + 1, 2 * cell.col + 4


def _lands(view: View) -> list[tuple[Cell, Land]]:
    if view.land:
        return [(Cell(0, 0), view.land)]
    return [(side.half.corner, side.half.land) for side in view.sides if side.half]


def _field(cast: Cast, lands: list[tuple[Cell, Land]], cell: Cell, plan: frozenset[Cell], *, colour: bool) -> str:
    terrain = next(
        (
            land.at(Cell(cell.row - corner.row, cell.col - corner.col)).value
            for corner, land in lands
            if land.has(Cell(cell.row - corner.row, cell.col - corner.col))
        ),
        "",
    )
    if not terrain:
        return "  "
    sign = _sign(cast, cell) or terrain
    seen = (" ", SEEN, SEEN_BY_SECOND, SEEN_BY_BOTH)[(cell in cast.near.seen) + 2 * (cell in cast.far.seen)]
    beside = AHEAD if cell in plan else seen
    if not colour:
        return sign + beside
    return f"{ansi.sgr(*_INKS[sign]).decode()}{sign}{ansi.RESET.decode()}{beside}"


def _sign(cast: Cast, cell: Cell) -> str:
    """Give what stands on a field, the most important first."""
    near, far, (first, second) = cast
    me = near.figure if near.half else None
    if cell == me:
        return BOTH if cell == far.figure else first
    places = (
        (far.figure, second),
        (near.treasure, TREASURE),
        (far.treasure, TREASURE),
        (near.fort, FORT),
        (far.fort, ENEMY_FORT),
    )
    return next((sign for place, sign in places if place == cell), "")
