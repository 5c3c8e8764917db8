"""Which cell to open when nothing is certain."""

import math

from fogfield.kits.mines.engine.branching import GIVEN_UP, best_by_tree
from fogfield.kits.mines.engine.joining import NO_COUNT, USUAL_PERCENT
from fogfield.kits.mines.engine.listing import fill_digits, list_cells, list_solutions
from fogfield.kits.mines.engine.looking import keep_base
from fogfield.kits.mines.engine.luck import foresee, forget_luck
from fogfield.kits.mines.engine.surveying import spread_risks
from fogfield.kits.mines.engine.weighing import BY_ODDS, BY_PROMISE, BY_TREE, EQUAL, again, ahead

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AROUND, AVERAGED, BEST_SAFE, CHOICE, CLOSED, CLOSED_LIST, FOUND, FREE, Floats, Ints, LEFTOUT, LEVEL, LOCAL, LOG_ALL,
    LOOKS, MINES, NEED, OPEN, PAIRS, REASON, RISK, SCORE, SOLS, STATE, TREE_MOST, UNKNOWN, UNKNOWNS,
)  # fmt: skip


ODDS, EXPERT, SIMPLE = 0, 1, 2


def choose(m: Ints, f: Floats) -> None:
    """Choose after a survey that proved nothing; the answer is CHOICE."""
    m[REASON] = BY_ODDS
    forget_luck(m, f)
    if m[LEVEL] == SIMPLE:
        naive_risks(m, f)
        safest(m, f)
        return
    spread_risks(m, f)
    safest(m, f)
    f[SCORE] = f[BEST_SAFE]
    m[LOOKS] = 0
    if m[LEFTOUT]:
        return  # overlapping pieces do not tell how likely a digit is
    keep_base(m, f)
    if m[LEVEL] == ODDS:
        ahead(m, f, f[RISK + m[CHOICE]] + EQUAL)
        m[REASON] = BY_PROMISE
        return
    if m[PAIRS]:
        foresee(m, f)
    if not by_tree(m, f):
        ahead(m, f, 1.0)
        if m[LOCAL] == 0:
            again(m, f)


def naive_risks(m: Ints, f: Floats) -> None:
    """Guess the risks from single numbers: the worst of those around a cell, or the average where there is none."""
    average = (m[MINES] - m[FOUND]) / max(1, m[UNKNOWNS]) if m[MINES] != NO_COUNT else USUAL_PERCENT / 100
    for place in range(m[CLOSED]):
        cell = m[CLOSED_LIST + place]
        if m[STATE + cell] != UNKNOWN:
            continue
        risk = -1.0
        for k in range(AROUND, AROUND + 8):
            near = cell + m[k]
            if m[STATE + near] == OPEN:
                risk = max(risk, m[NEED + near] / m[FREE + near])
        f[RISK + cell] = risk if risk >= 0.0 else average


def safest(m: Ints, f: Floats) -> None:
    """Choose the lowest risk; of several the one with the fewest unknown cells around, as in corners."""
    best, risk, free = -1, 3.0, 9
    for place in range(m[CLOSED]):
        cell = m[CLOSED_LIST + place]
        if m[STATE + cell] != UNKNOWN:
            continue
        if f[RISK + cell] < risk - EQUAL or (f[RISK + cell] < risk + EQUAL and m[FREE + cell] < free):
            best, risk, free = cell, f[RISK + cell], m[FREE + cell]
    m[CHOICE] = best


def by_tree(m: Ints, f: Floats) -> bool:
    """Choose by the whole game tree, if there are few solutions."""
    if m[AVERAGED] or f[LOG_ALL] > math.log(m[TREE_MOST]) + DOUBT:
        return False
    if not list_cells(m) or not list_solutions(m, m[TREE_MOST]):
        return False
    fill_digits(m)
    kept = m[CHOICE]
    wins = best_by_tree(m)
    if wins == GIVEN_UP:
        m[CHOICE] = kept
        return False
    f[SCORE] = wins / m[SOLS]
    m[REASON] = BY_TREE
    return True


#: How exact the logarithm of the number of solutions is.
DOUBT = 0.01
