"""Boards without a guess (#4): searched for before the match begins, and proved after it."""

from dataclasses import replace
from typing import Any

from fogfield.core.advice import Halt, Making
from fogfield.core.grid import Grid
from fogfield.games.classic.rules import Options, board_asked, middle
from fogfield.kits.mines import boards, hinting, reasons

SCHEMA = {
    "type": "object",
    "properties": {
        "first": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
            "minItems": 2,
            "maxItems": 2,
            "description": "the cell that was open from the beginning, [row, column]",
        },
        "steps": {
            "type": "array",
            "items": hinting.STEP,
            "description": "one deduction after the other; what a cell without mines around opens is not told",
        },
    },
    "required": ["first", "steps"],
    "additionalProperties": False,
    "description": "The deductions that solve a board without a guess from its first cell.",
}


def needed(options: Options) -> bool:
    """Say whether the mines of a board without a guess are not laid yet."""
    return options.start == "noguess" and options.first is None


def make(options: Options, halt: Halt) -> Options:
    """Search for the board of this seed that proofs alone solve from its middle."""
    first = middle(options)
    mines, _ = boards.without_guess(board_asked(options, options.seed), first, halt)
    return replace(options, laid=tuple(sorted(mines)), first=first)


def promised(options: Options) -> bool:
    """Say whether a board was made without a guess."""
    return options.first is not None


def prove(options: Options) -> dict[str, Any]:
    """Give the proof of a board without a guess."""
    assert options.first is not None, "only what was promised is proved"
    grid, mines = Grid(options.rows, options.columns), frozenset(options.laid)
    steps = reasons.proof(grid, mines, options.first)
    told = [step for step in steps if not reasons.only_opens_area(step, grid, mines)]
    return {"first": list(options.first), "steps": [*map(hinting.write_step, told)]}


MAKING = Making(needed, make, promised, prove, SCHEMA)
