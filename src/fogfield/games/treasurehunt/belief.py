"""Where things may be, from what a view tells: the fields worth searching, and the castle by its owner's trail."""

from fogfield.core.belief import Belief, Chances, Figure, counted, in_all, spread
from fogfield.core.grid import Cell, Grid
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


def believe(view: View) -> Belief:
    """Say how likely the own treasure, and the castle of the other, is on each field."""
    if view.land is None or not view.to_act:
        return Belief()
    assert view.own.half is not None, "there is no map without both halves"
    assert view.other.half is not None, "there is no map without both halves"
    treasure = None
    if not view.own.collected:
        lies = dict.fromkeys(unseen(view, view.own.half), 1.0)
        treasure = _searched(view, "the treasure", view.own.treasure, lies, view.own.half)
    castle = _searched(view, "the other castle", view.other.fort, castle_chances(view), view.other.half)
    found = [one for one in (treasure, castle) if one]
    return Belief(tuple(one for one, _ in found), tuple(one for _, one in found))


def _searched(
    view: View, what: str, known: Cell | None, weights: dict[int, float], half: Half
) -> tuple[Chances, Figure]:
    """Say where one thing may be, and on how many fields."""
    land = view.land
    assert land is not None
    chances = {land.number(known): 1.0} if known else in_all(weights)
    possible = sum(weight > IMPOSSIBLE for weight in weights.values()) if known is None else 1
    grass = len(half.land.cells(Terrain.GRASS))
    cells = spread(Grid(land.rows, land.cols), {land.cell(number): chance for number, chance in chances.items()})
    return Chances(what, None, cells), Figure(f"Fields where {what} may be", possible / grass, counted(possible, grass))
