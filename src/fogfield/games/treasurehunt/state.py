"""A view as the published state of a game, and half maps for the rules: x and y there, rows and columns here."""

from collections.abc import Sequence

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import messages
from fogfield.games.treasurehunt.messages import (
    FortState,
    HalfMapNode,
    MapNode,
    MoveCommand,
    PositionState,
    TreasureState,
)
from fogfield.games.treasurehunt.view import View
from fogfield.kits.explore.halves import Field
from fogfield.kits.explore.land import Direction, Land, Terrain

TERRAINS = {
    Terrain.WATER: messages.Terrain.WATER,
    Terrain.GRASS: messages.Terrain.GRASS,
    Terrain.MOUNTAIN: messages.Terrain.MOUNTAIN,
}
LANDS = {published: ours for ours, published in TERRAINS.items()}
DIRECTIONS = {
    MoveCommand.UP: Direction.UP,
    MoveCommand.LEFT: Direction.LEFT,
    MoveCommand.RIGHT: Direction.RIGHT,
    MoveCommand.DOWN: Direction.DOWN,
}
COMMANDS = {ours: published for published, ours in DIRECTIONS.items()}


def fields(nodes: Sequence[HalfMapNode]) -> tuple[Field, ...]:
    """Read the fields of a half map."""
    return tuple(Field(Cell(node.y, node.x), LANDS[node.terrain], node.fort) for node in nodes)


def nodes(half: Sequence[Field]) -> tuple[HalfMapNode, ...]:
    """Write the fields of a half map."""
    return tuple(HalfMapNode(field.cell.col, field.cell.row, field.fort, TERRAINS[field.terrain]) for field in half)


def map_nodes(view: View) -> tuple[MapNode, ...]:
    """Write the map as a seat may know it: the halves that are there, at their final places."""
    own, other = view.own, view.other
    me = own.figure if own.half else None
    found = []
    for cell, terrain in _cells(view):
        found.append(
            MapNode(
                x=cell.col,
                y=cell.row,
                terrain=TERRAINS[terrain],
                position=_position(cell, me, other.figure),
                treasure=TreasureState.MINE if cell == own.treasure else TreasureState.UNKNOWN,
                fort=_fort(cell, own.fort, other.fort),
            )
        )
    return tuple(found)


def _cells(view: View) -> list[tuple[Cell, Terrain]]:
    if view.land:
        return _at(view.land, Cell(0, 0))
    return [one for side in view.sides if side.half for one in _at(side.half.land, side.half.corner)]


def _at(land: Land, corner: Cell) -> list[tuple[Cell, Terrain]]:
    places = (land.cell(number) for number in range(len(land.text)))
    return [(Cell(corner.row + cell.row, corner.col + cell.col), land.at(cell)) for cell in places]


def _position(cell: Cell, me: Cell | None, enemy: Cell | None) -> PositionState:
    if cell == me:
        return PositionState.BOTH if cell == enemy else PositionState.ME
    return PositionState.ENEMY if cell == enemy else PositionState.NOBODY


def _fort(cell: Cell, mine: Cell | None, enemy: Cell | None) -> FortState:
    if cell == mine:
        return FortState.MINE
    return FortState.ENEMY if cell == enemy else FortState.UNKNOWN
