"""Which cell to open when nothing is certain."""

from fogfield.kits.mines.engine.branching import GIVEN_UP, best_by_tree
from fogfield.kits.mines.engine.knowing import forget_lists, open_cell, shut, unlearn
from fogfield.kits.mines.engine.listing import fill_digits, list_cells, list_solutions
from fogfield.kits.mines.engine.looking import REST_CELL, keep_base, look
from fogfield.kits.mines.engine.surveying import prove, spread_risks, survey

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AROUND, BASE_SHUT, BEST_SAFE, CAND, CANDS, CAND_SCORE, CHOICE, COMP_OF, DEEP, DIRTIES, EAGER, FITTED, FOUND, FREE,
    LEARNTS, LEFTOUT, LEVEL, LOCAL, LOG_ALL, LOOKS, LOOK_P, LOOK_SAFE, LOOK_VALUE, MINES, NEED, OPEN, REASON, RISK,
    SAFE, SAFES, SAFE_LIST, SCORE, SIZE, SOLS, STATE, TOLLED, TREE_MOST, UNKNOWN, UNKNOWNS, VALUE_CAP, W_A, W_B, W_D,
    Floats, Ints,
)  # fmt: skip



ODDS, EXPERT, SIMPLE = 0, 1, 2
#: How a choice was made.
BY_ODDS, BY_LOOKING, BY_TREE = 0, 1, 2
#: Risks that differ by less are equal.
EQUAL = 1e-12
#: Cells that are looked at, and those among them that touch no number.
MOST_CANDIDATES, MOST_OF_REST = 40, 6


def choose(m: Ints, f: Floats) -> None:
    """Choose after a survey that proved nothing; the answer is CHOICE."""
    m[REASON] = BY_ODDS
    if m[LEVEL] == SIMPLE:
        naive_risks(m, f)
        safest(m, f)
        return
    spread_risks(m, f)
    safest(m, f)
    f[SCORE] = f[BEST_SAFE]
    m[LOOKS] = 0
    if m[LEVEL] == EXPERT and not by_tree(m, f):
        ahead(m, f)


def naive_risks(m: Ints, f: Floats) -> None:
    """Guess the risks from single numbers: the worst of those around a cell, or the average where there is none."""
    average = (m[MINES] - m[FOUND]) / max(1, m[UNKNOWNS])
    for cell in range(m[SIZE]):
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
    for cell in range(m[SIZE]):
        if m[STATE + cell] != UNKNOWN:
            continue
        if f[RISK + cell] < risk - EQUAL or (f[RISK + cell] < risk + EQUAL and m[FREE + cell] < free):
            best, risk, free = cell, f[RISK + cell], m[FREE + cell]
    m[CHOICE] = best


def by_tree(m: Ints, f: Floats) -> bool:
    """Choose by the whole game tree, if there are few solutions."""
    if m[LEFTOUT] or f[LOG_ALL] > LOG_OF_MOST or not list_cells(m) or not list_solutions(m, m[TREE_MOST]):
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


#: A tree is not tried with more solutions than e to this.
LOG_OF_MOST = 6.2


def ahead(m: Ints, f: Floats) -> None:
    """Choose the best chance to survive this step and the next; the best of these are looked at once more."""
    m[REASON] = BY_LOOKING
    keep_base(m, f)
    candidates(m, f)
    f[VALUE_CAP] = f[W_D] if m[FITTED] == 1 else 1.0
    best = 0.0
    for k in range(m[CANDS]):
        f[CAND_SCORE + k] = 0.0
        cell = m[CAND + k]
        if (1.0 - f[RISK + cell]) * f[VALUE_CAP] <= best - f[W_A]:
            m[CANDS] = k
            break
        f[CAND_SCORE + k] = promise(m, f, cell, best - f[W_A])
        if f[CAND_SCORE + k] > best + EQUAL:
            best = f[CAND_SCORE + k]
            m[CHOICE] = cell
    f[SCORE] = best
    if m[DEEP] and m[LOCAL] == 0:
        again(m, f, best)


def promise(m: Ints, f: Floats, cell: int, best: float) -> float:
    """Give the chance to survive a cell and the safest one after it; less than best if it cannot be as good."""
    left = 1.0 if m[STATE + cell] == SAFE else 1.0 - f[RISK + cell]
    score = 0.0
    fewest = -m[NEED + cell]
    for digit in range(fewest, fewest + m[FREE + cell] + 1):
        look(m, f, cell, digit)
        score += f[LOOK_P] * f[LOOK_VALUE]
        left -= f[LOOK_P]
        if left < EQUAL or score + left * f[VALUE_CAP] <= best:
            break
    return score


def again(m: Ints, f: Floats, most: float) -> None:
    """Look once more at the candidates that are close to the best, one step further."""
    close = 0
    for k in range(m[CANDS]):
        if f[CAND_SCORE + k] > most - f[W_A]:
            place = close
            while place > 0 and f[CLOSE_SCORE + place - 1] < f[CAND_SCORE + k]:
                m[CLOSE + place], f[CLOSE_SCORE + place] = m[CLOSE + place - 1], f[CLOSE_SCORE + place - 1]
                place -= 1
            m[CLOSE + place], f[CLOSE_SCORE + place] = m[CAND + k], f[CAND_SCORE + k]
            close += 1
    if close < 2:
        return
    best = 0.0
    for k in range(min(close, m[DEEP])):
        score = promise_further(m, f, m[CLOSE + k], best)
        if score > best + EQUAL:
            best = score
            m[CHOICE] = m[CLOSE + k]
    f[SCORE] = best


def promise_further(m: Ints, f: Floats, cell: int, best: float) -> float:
    """Give the chance to survive a cell and two steps after it."""
    left = 1.0 - f[RISK + cell]
    score = 0.0
    fewest = -m[NEED + cell]
    for digit in range(fewest, fewest + m[FREE + cell] + 1):
        look(m, f, cell, digit)
        chance, value = f[LOOK_P], f[LOOK_SAFE]
        left -= chance
        if chance > f[W_B]:
            value = further(m, f, cell, digit)
        score += chance * value
        if left < EQUAL or score + left <= best:
            break
    return score


def further(m: Ints, f: Floats, cell: int, digit: int) -> float:
    """Give the chance to survive two steps after a cell showed a digit."""
    lessons, dirties = m[LEARNTS], m[DIRTIES]
    m[EAGER] = 0
    open_cell(m, cell, digit)
    prove(m, f)
    value = 0.0
    if survey(m, f):
        if m[LEARNTS] > lessons:
            survey(m, f)
        value = _worth(m, f)
    unlearn(m, lessons)
    shut(m, cell, digit, UNKNOWN)
    forget_lists(m, dirties)
    survey(m, f)
    spread_risks(m, f)
    keep_base(m, f)
    m[EAGER] = 1
    return value


def _worth(m: Ints, f: Floats) -> float:
    """Give the chance to survive two steps from here. Safe cells are free, and each may lead to more of them."""
    if m[UNKNOWNS] == m[MINES] - m[FOUND] or m[SAFES] > MANY_SAFE:
        return 1.0
    spread_risks(m, f)
    keep_base(m, f)
    if m[SAFES] == 0:
        candidates(m, f)
        best = 0.0
        for k in range(min(m[CANDS], 6)):
            if 1.0 - f[RISK + m[CAND + k]] <= best:
                break
            best = max(best, promise(m, f, m[CAND + k], best))
        return best
    doubt = 1.0 - f[BEST_SAFE]
    stake = doubt
    for k in range(m[SAFES]):
        if doubt < 0.01:
            break
        doubt *= min(1.0, max(0.0, 1.0 - promise(m, f, m[SAFE_LIST + k], 0.0)) / stake)
    return 1.0 - doubt


#: More safe cells than this are as good as any number.
MANY_SAFE = 4
#: Where the candidates for another look are listed.
CLOSE = CAND + 512
CLOSE_SCORE = CAND_SCORE + 512


def candidates(m: Ints, f: Floats) -> None:
    """List the cells that are worth a look, the safest first, then those with fewest unknown cells around.

    Cells of components that nothing outside can tell about can wait, as long as there are others.
    """
    _list_candidates(m, f, m[TOLLED] == 0)
    if m[CANDS] == 0:
        _list_candidates(m, f, True)


def _list_candidates(m: Ints, f: Floats, shut_too: bool) -> None:
    count, rest = 0, 0
    for cell in range(m[SIZE]):
        if m[STATE + cell] != UNKNOWN:
            continue
        comp = m[COMP_OF + cell]
        if comp == REST_CELL:
            rest = _insert(m, f, cell, REST_CAND, rest, MOST_OF_REST)
        elif shut_too or m[BASE_SHUT + comp] == 0:
            count = _insert(m, f, cell, CAND, count, MOST_CANDIDATES)
    for k in range(rest):
        count = _insert(m, f, m[REST_CAND + k], CAND, count, MOST_CANDIDATES + MOST_OF_REST)
    m[CANDS] = count


def _insert(m: Ints, f: Floats, cell: int, at: int, count: int, most: int) -> int:
    """Put a cell in its place in a list, which loses its last one if it is full; gives the new length."""
    place = min(count, most - 1)
    if count == most and not _before(m, f, cell, m[at + place]):
        return count
    while place > 0 and _before(m, f, cell, m[at + place - 1]):
        m[at + place] = m[at + place - 1]
        place -= 1
    m[at + place] = cell
    return min(count + 1, most)


#: Where the candidates that touch no number are listed.
REST_CAND = CAND + 4 * (MOST_CANDIDATES + MOST_OF_REST)


def _before(m: Ints, f: Floats, cell: int, other: int) -> bool:
    if f[RISK + cell] < f[RISK + other] - EQUAL:
        return True
    return f[RISK + cell] < f[RISK + other] + EQUAL and m[FREE + cell] < m[FREE + other]
