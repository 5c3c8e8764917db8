"""Which of several cells to open: the chance to survive it and the next step, and with the best ones a step more."""

from fogfield.kits.mines.engine.caching import empty_cache
from fogfield.kits.mines.engine.knowing import forget_lists, open_cell, shut, unlearn
from fogfield.kits.mines.engine.looking import keep_base, look
from fogfield.kits.mines.engine.surveying import prove, spread_risks, survey

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AHEAD, BEST_SAFE, BUDGET, CACHE_FLOATS, CACHE_INTS, CAND, CANDS, CAND_SCORE, CFLT, CHOICE, CINT, CLOSED,
    CLOSED_LIST, COMP_OF, DEEP, DIRTIES, EAGER, ENOUGH, FOUND, FREE, FULL, Floats, Ints, LEARNTS, LOOKS, LOOK_P,
    LOOK_VALUE, LUCK, MARGIN, MINES, MOST_LUCK, MUCH, NEED, OF_REST, PROGRESS, REASON, REST_CELL, RISK, SAFE, SAFES,
    SAFE_LIST, SCORE, STATE, UNKNOWN, UNKNOWNS, UNLIKELY, WORK,
)  # fmt: skip


#: How a choice was made; looking ahead may only have told equal risks apart, or have been broken off.
BY_ODDS, BY_LOOKING, BY_TREE, BY_PROMISE, SO_FAR = 0, 1, 2, 3, 4
#: Risks and scores that differ by less are equal.
EQUAL = 1e-12
#: Cells beside a number that are looked at.
MOST_CANDIDATES = 40
#: After so many times the additions of ENOUGH no further cell is looked at.
TIRED = 2.4
#: Where the candidates that touch no number are listed, and those that are looked at again.
REST_CAND, CLOSE, CLOSE_SCORE = CAND + 256, CAND + 512, CAND_SCORE + 512


def ahead(m: Ints, f: Floats, most_risk: float) -> None:
    """Choose the best chance to survive this step and the next, among the cells with no more risk than given.

    What is looked at begins with the survey that was kept.
    """
    if 2 * m[CINT] > CACHE_INTS or 2 * m[CFLT] > CACHE_FLOATS:
        empty_cache(m)  # rather now than in the middle
        survey(m, f)
        keep_base(m, f)
    candidates(m, f)
    m[REASON] = BY_LOOKING
    best = 0.0
    for k in range(m[CANDS]):
        cell = m[CAND + k]
        hope = (1.0 - f[RISK + cell]) * (1.0 + f[PROGRESS])
        if f[RISK + cell] > most_risk or hope * f[MOST_LUCK] <= best - f[MARGIN] or is_tired(m):
            m[REASON] = SO_FAR if is_tired(m) else BY_LOOKING
            m[CANDS] = k
            break
        f[CAND_SCORE + k] = 0.0
        if hope * f[LUCK + cell] > best - f[MARGIN]:
            f[CAND_SCORE + k] = f[LUCK + cell] * promise(m, f, cell, (best - f[MARGIN]) / f[LUCK + cell])
        if f[CAND_SCORE + k] > best + EQUAL and m[FULL] == 0:
            best = f[CAND_SCORE + k]
            m[CHOICE] = cell
    f[SCORE] = best


def is_tired(m: Ints) -> bool:
    """Say whether enough was looked at, or there is no room for more."""
    return m[LOOKS] > m[BUDGET] or m[WORK] > TIRED * m[ENOUGH] or m[FULL] != 0


def promise(m: Ints, f: Floats, cell: int, best: float) -> float:
    """Give the chance to survive a cell and the safest one after it; not more than best if it cannot be better."""
    left = 1.0 if m[STATE + cell] == SAFE else 1.0 - f[RISK + cell]
    score = 0.0
    fewest = -m[NEED + cell]
    for digit in range(fewest, fewest + m[FREE + cell] + 1):
        look(m, f, cell, digit)
        score += f[LOOK_P] * f[LOOK_VALUE]
        left -= f[LOOK_P]
        if left < EQUAL or score + left * (1.0 + f[PROGRESS]) <= best:
            break
    return score


def candidates(m: Ints, f: Floats) -> None:
    """List the cells that are worth a look, the safest first, then those with fewest unknown cells around."""
    count, rest = 0, 0
    for k in range(m[CLOSED]):
        cell = m[CLOSED_LIST + k]
        if m[STATE + cell] != UNKNOWN:
            continue
        if m[COMP_OF + cell] == REST_CELL:
            rest = _insert(m, f, cell, REST_CAND, rest, m[OF_REST])
        else:
            count = _insert(m, f, cell, CAND, count, MOST_CANDIDATES)
    for k in range(rest):
        count = _insert(m, f, m[REST_CAND + k], CAND, count, MOST_CANDIDATES + m[OF_REST])
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


def _before(m: Ints, f: Floats, cell: int, other: int) -> bool:
    if f[RISK + cell] < f[RISK + other] - EQUAL:
        return True
    return f[RISK + cell] < f[RISK + other] + EQUAL and m[FREE + cell] < m[FREE + other]


def again(m: Ints, f: Floats) -> None:
    """Look again at the candidates that are close to the best, one step further."""
    close = 0
    for k in range(m[CANDS]):
        if f[CAND_SCORE + k] > f[SCORE] - f[MARGIN]:
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
        if is_tired(m):
            m[REASON] = SO_FAR
            return
        luck = f[LUCK + m[CLOSE + k]]
        score = luck * _promise_further(m, f, m[CLOSE + k], best / luck)
        if score > best + EQUAL and m[FULL] == 0:
            best = score
            m[CHOICE] = m[CLOSE + k]


def _promise_further(m: Ints, f: Floats, cell: int, best: float) -> float:
    """Give the chance to survive a cell and two steps after it."""
    left = 1.0 - f[RISK + cell]
    score = 0.0
    fewest = -m[NEED + cell]
    for digit in range(fewest, fewest + m[FREE + cell] + 1):
        look(m, f, cell, digit)
        chance, value = f[LOOK_P], f[LOOK_VALUE]
        left -= chance
        if chance > f[UNLIKELY]:
            value = _further(m, f, cell, digit)
        score += chance * value
        if left < EQUAL or score + left * (1.0 + f[PROGRESS]) <= best:
            break
    return score


def _further(m: Ints, f: Floats, cell: int, digit: int) -> float:
    """Give the chance to survive two steps after a cell showed a digit."""
    lessons, dirties, eager = m[LEARNTS], m[DIRTIES], m[EAGER]
    m[EAGER], m[AHEAD] = 0, 1
    open_cell(m, cell, digit)
    prove(m, f)
    value = 0.0
    if survey(m, f):
        value = _worth(m, f)
    unlearn(m, lessons)
    shut(m, cell, digit, UNKNOWN)
    forget_lists(m, dirties)
    m[EAGER], m[AHEAD] = eager, 0
    survey(m, f)
    spread_risks(m, f)
    keep_base(m, f)
    return value


def _worth(m: Ints, f: Floats) -> float:
    """Give the chance to survive two steps from here. Safe cells are free, and each may lead to more of them."""
    if m[UNKNOWNS] == m[MINES] - m[FOUND] or m[SAFES] > MANY_SAFE:
        return 1.0 + f[PROGRESS]
    spread_risks(m, f)
    keep_base(m, f)
    if m[SAFES] == 0:
        candidates(m, f)
        best = 0.0
        for k in range(min(m[CANDS], FEW)):
            if (1.0 - f[RISK + m[CAND + k]]) * (1.0 + f[PROGRESS]) <= best:
                break
            best = max(best, promise(m, f, m[CAND + k], best))
        return best
    stake = max(EQUAL, 1.0 - f[BEST_SAFE])
    doubt = stake
    for k in range(m[SAFES]):
        if doubt < f[UNLIKELY]:
            break
        doubt *= min(1.0, max(0.0, 1.0 - promise(m, f, m[SAFE_LIST + k], 0.0)) / stake)
    return (1.0 - doubt) * (1.0 + f[PROGRESS] * min(1.0, m[SAFES] / f[MUCH]))


#: More safe cells than this are as good as any number.
MANY_SAFE = 4
#: Cells that are tried for the last step.
FEW = 6
