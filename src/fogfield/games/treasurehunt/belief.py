"""Where things may be, from what a view tells: the fields worth searching, and the castle by its owner's trail."""

from fogfield.games.treasurehunt.rules import SEATS
from fogfield.games.treasurehunt.view import Half, View
from fogfield.kits.explore.land import Terrain, ways

#: The castle is where the other's first true position allows it to be; but other servers may count otherwise.
IMPOSSIBLE = 1e-4
#: How likely a castle is by the commands that its owner had left over on the way to his first true position. Players
#: spend theirs on steps, and few come back: the mean of what our four bots do, in games on random maps.
SPARE = (1.0, 1.6, 1.1, 0.3, 0.2, 0.5, 0.2, 0.8)
MORE_SPARE = 0.2
#: A field that the other entered while it was looking for its treasure: seldom the one where it started.
ENTERED = 0.15


def unseen(view: View, half: Half) -> list[int]:
    """Give the grass fields of a half that were not seen, by their numbers on the whole map."""
    land, corner, seen = view.land, half.corner, view.own.seen
    assert land is not None, "nobody searches without a map"
    cells = (
        cell._replace(row=cell.row + corner.row, col=cell.col + corner.col) for cell in half.land.cells(Terrain.GRASS)
    )
    return [land.number(cell) for cell in cells if cell not in seen and cell != view.own.fort]


def castle_chances(view: View) -> dict[int, float]:
    """Say how likely the other's castle is on each field, in no particular unit."""
    assert view.land is not None, "nobody searches without a map"
    assert view.other.half is not None, "there is no map without both halves"
    chances = dict.fromkeys(unseen(view, view.other.half), 1.0)
    trail = view.other.trail
    if not trail:
        return chances
    costs, made = ways(view.land).distances(view.land.number(trail[0])), moves_of_other(view)
    for number in chances:
        spare = made - costs[number]
        chances[number] = IMPOSSIBLE if spare < 0 else SPARE[spare] if spare < len(SPARE) else MORE_SPARE
    for cell in trail[1 : view.other.searched if view.other.collected else None]:
        number = view.land.number(cell)
        if number in chances:
            chances[number] *= ENTERED
    return chances


def moves_of_other(view: View) -> int:
    """Give the commands that the other had sent when its first true position was told."""
    (turn,), hidden = view.to_act, view.options.hidden_actions
    starter = (turn - view.actions) % SEATS
    return (hidden + 1 if view.seat != starter else hidden) // 2 - 1
