"""Hints in three strengths, as plain JSON, from what is open alone: is a cell safe, which one and why, all risks."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from fogfield.core.counting import count
from fogfield.core.grid import Cell, steps_between
from fogfield.kits.mines.boards import best_first
from fogfield.kits.mines.position import Position
from fogfield.kits.mines.reasons import Knowledge, Step, by_count
from fogfield.kits.mines.solver import MINE, Solver
from fogfield.kits.mines.telling import named, percent

#: An argument is looked for among the numbers so near, then farther away: most need few, and a vast board has many.
REACHES = (2, 4, 8, 16)
#: So many safe cells are explained, and the shortest argument is given.
MOST_CANDIDATES = 6
#: Risks are told to so many digits.
DIGITS = 4
#: What stands in the text of a hint before the cell that is no more than a guess.
BEST_GUESS = "; the best guess is "

_CELL = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
    "description": "[row, column], counted from 0",
}
_CELLS = {"type": "array", "items": _CELL}
_RISK = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
STEP = {
    "type": "object",
    "properties": {
        "rule": {"enum": ["number", "pair", "group", "count"], "description": "what kind of deduction it is"},
        "numbers": {**_CELLS, "description": "the open cells that prove it"},
        "safe": {**_CELLS, "description": "the cells that it proves to be safe"},
        "mines": {**_CELLS, "description": "the cells that it proves to be mines"},
        "text": {"type": "string", "description": "the reason in words"},
    },
    "required": ["rule", "numbers", "safe", "mines", "text"],
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "strength": {"enum": ["any", "cell", "odds"]},
        "safe": {"type": "boolean", "description": "whether some closed cell is certainly safe"},
        "text": {"type": "string", "description": "the hint in words"},
        "cell": {
            "oneOf": [{"type": "null"}, _CELL],
            "description": "with `cell`: one that is certainly safe, or else the best guess",
        },
        "risk": {**_RISK, "description": "with `cell`: how likely that one is a mine"},
        "steps": {
            "type": "array",
            "items": STEP,
            "description": "with `cell`: the argument, step by step; the last one proves the cell",
        },
        "risks": {
            "type": "array",
            "items": {"type": "array", "items": _RISK},
            "description": "with `odds`: for each row and column how likely a mine is; null for open cells",
        },
        "exact": {"type": "boolean", "description": "whether the risks are exact; if not, `text` says why"},
    },
    "required": ["strength", "safe", "text", "cell", "risk", "steps", "risks", "exact"],
    "additionalProperties": False,
    "description": "A hint, worked out from what the player sees and nothing else.",
}


def hint(
    position: Position,
    strength: str,
    flags: Collection[Cell] = (),
    near: Cell | None = None,
    *,
    free_marks: bool = False,
) -> dict[str, Any]:
    """Give a hint. Flags are not believed; but a cell without one is shown rather than one with a flag.

    Of many safe cells one that is `near` is shown. With `free_marks` a wrong mark costs nothing, and right ones win.
    """
    solver = Solver(position.grid.rows, position.grid.cols, position.mines, free_marks=free_marks)
    solver.tell(position.shown.items())
    if strength == "any":
        return _any(bool(solver.safe()))
    if strength == "odds":
        return _odds(position, solver)
    safe = solver.proved().safe
    return _safe_cell(position, safe, frozenset(flags), near) if safe else _guess(solver)


def free(position: Position, strength: str, start: str) -> dict[str, Any]:
    """Give a hint before the first cell of a board on which that one is never a mine."""
    grid, text = position.grid, "the first cell is never a mine here: open any"
    if strength == "any":
        return _told("any", True, text)
    if strength == "cell":
        return _told("cell", True, text, cell=list(best_first(grid, start)), risk=0.0)
    return _told("odds", True, text, risks=[[0.0] * grid.cols for _ in range(grid.rows)])


def write_step(step: Step) -> dict[str, Any]:
    """Write a deduction as plain JSON."""
    return {
        "rule": step.rule,
        "numbers": _cells(step.numbers),
        "safe": _cells(step.safe),
        "mines": _cells(step.mines),
        "text": step.text,
    }


def _told(strength: str, safe: bool, text: str, **more: Any) -> dict[str, Any]:
    found = {"strength": strength, "safe": safe, "text": text, "cell": None, "risk": None, "steps": [], "risks": []}
    return {**found, "exact": True, **more}


#: What is said where neither safe cells nor mines can be proved.
NOTHING_CERTAIN = "no cell is certainly safe, and none is certainly a mine"


def _any(safe: bool) -> dict[str, Any]:
    return _told("any", safe, "a closed cell is certainly safe" if safe else "no cell is certainly safe: it is a guess")


def _odds(position: Position, solver: Solver) -> dict[str, Any]:
    odds = solver.odds()
    (risks, doubt), proved, grid = odds, odds.certain(), position.grid
    told = {cell: _rounded(risk) for cell, risk in risks.items()}
    rows = [[told.get(Cell(row, col)) for col in range(grid.cols)] for row in range(grid.rows)]
    sure = count(len(proved.mines), "is a mine", "are mines")
    text = f"{count(len(proved.safe), 'cell is', 'cells are')} certainly safe, {sure}"
    if not any(proved):
        text = NOTHING_CERTAIN
    if not proved.safe and risks:
        text = f"{text}; the lowest risk is {percent(min(risks.values()))}"
    return _told("odds", bool(proved.safe), f"{text}. {doubt}".rstrip(". "), risks=rows, exact=not doubt)


def _guess(solver: Solver) -> dict[str, Any]:
    choice = solver.choose("expert")
    if choice is None:
        return _told("cell", False, "there is nothing left to open")
    text = f"no cell is certainly safe{BEST_GUESS}{named(choice.cell)}: {percent(choice.risk)} risk"
    cell, risk = list(choice.cell), _rounded(choice.risk)
    return _told("cell", False, f"{text}, {choice.how}", cell=cell, risk=risk, exact=not choice.doubt)


def _rounded(risk: float) -> float:
    """Round a risk; only what is certain is 0 or 1."""
    if risk in (0.0, 1.0):
        return risk
    least = 10.0**-DIGITS
    return round(min(max(risk, least), 1 - least), DIGITS)


def _safe_cell(position: Position, safe: Sequence[Cell], flags: frozenset[Cell], near: Cell | None) -> dict[str, Any]:
    cell, steps = argue(position, [cell for cell in safe if cell not in flags] or safe, near=near)
    why = steps[-1].why if steps else "everything that is open proves it together"
    wrong = "; the flag there is wrong" if cell in flags else ""
    text = f"{named(cell)} is safe{wrong}: {why}"
    return _told("cell", True, text, cell=list(cell), risk=0.0, steps=[*map(write_step, steps)])


def argue(
    position: Position, safe: Sequence[Cell], *, alone: bool = False, near: Cell | None = None
) -> tuple[Cell, list[Step]]:
    """Choose one of the cells that are safe, the one with the shortest argument that is found, and give both.

    The argument may be one of single numbers alone. Those are looked at that are nearest, or some from everywhere.
    """
    found = sorted(safe)
    some = found[:: -(-len(found) // MOST_CANDIDATES)]
    if near is not None:
        some = sorted(found, key=lambda one: (steps_between(one, near), one))[:MOST_CANDIDATES]
    best: tuple[Cell, list[Step]] = some[0], []
    for cell in some:
        steps = explain(position, cell, alone=alone)
        if steps and (not best[1] or len(steps) < len(best[1])):
            best = cell, steps
        if len(best[1]) == 1:
            break
    return best if best[1] or alone else (best[0], _by_count(position, best[0]))


def explain(position: Position, cell: Cell, *, alone: bool = False) -> list[Step]:
    """Give the deductions that prove a cell to be safe, in their order; none if they take more than what is near."""
    for reach in REACHES:
        near, edge = _near(position, cell, reach), _near(position, cell, reach + 1)
        numbers = {one: digit for one, digit in near.items() if digit != MINE}
        hit = {one for one, digit in edge.items() if digit == MINE}
        beyond = edge.keys() - near.keys() - hit  # they are open, and what they say does not matter here
        known = Knowledge(position.grid, position.mines, numbers, safe=beyond, hit=hit)
        found: list[Step] = []
        for step in known.steps(alone=alone):
            if step.rule == "count" and len(near) < len(position.shown):
                break  # it counts the mines of the whole board
            found.append(step)
            if cell in step.safe:
                return _needed(position, found)
        if len(near) == len(position.shown):
            break
    return []


def _by_count(position: Position, cell: Cell) -> list[Step]:
    """Give the deduction from the number of mines that are left, if that is what proves a cell to be safe."""
    (grid, mines, shown), found = position, []
    for total in (mines, None):
        solver = Solver(grid.rows, grid.cols, total)
        solver.tell(shown.items())
        found.append(solver.odds().certain())
    safe, mined = (set(one) - set(other) for one, other in zip(*found, strict=True))
    if cell not in safe:
        return []
    left = mines - len(found[1].mines) - sum(digit == MINE for digit in shown.values())
    numbers = {near for one in safe | mined for near in grid.near(one) if shown.get(near, MINE) != MINE}
    return [by_count(left, safe, mined, sorted(numbers))]


def _near(position: Position, cell: Cell, reach: int) -> dict[Cell, int]:
    """Give what is open near a cell."""
    grid, shown = position.grid, position.shown
    found = {}
    for row in range(max(0, cell.row - reach), min(grid.rows, cell.row + reach + 1)):
        for col in range(max(0, cell.col - reach), min(grid.cols, cell.col + reach + 1)):
            here = Cell(row, col)
            if here in shown:
                found[here] = shown[here]
    return found


def _needed(position: Position, steps: list[Step]) -> list[Step]:
    """Leave out the deductions on which the last one does not rest."""
    kept = [steps[-1]]
    wanted = _rests_on(position, steps[-1])
    for step in reversed(steps[:-1]):
        if step.mines & wanted or step.safe & wanted:
            kept.append(step)
            wanted |= _rests_on(position, step)
    return kept[::-1]


def _rests_on(position: Position, step: Step) -> set[Cell]:
    """Give the cells of which a deduction may use what was deduced before."""
    return {near for number in step.numbers for near in position.grid.near(number)} - step.safe - step.mines


def _cells(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
