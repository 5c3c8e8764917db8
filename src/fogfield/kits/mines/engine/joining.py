"""Join the components with the cells that touch no number: the mines that are left go somewhere.

All vectors are tilted by the odds of a mine, so that what matters on a board of 65,025 cells stays in the range of
a float. On small boards nothing is cut off.
"""

import math

from fogfield.kits.mines.engine.totals import is_possible

from fogfield.kits.mines.engine.layout import (  # isort: skip
    BOX_RISK, CMAX, CMIN, COMP, COMPS, COMP_BOX, E_BOXES, E_BOX_HEAD, E_FLOATS, E_HEAD, E_LEN, E_LOW, FOUND, Floats,
    Ints, JOIN, JOIN_ROOM, LAMBDA, LOG_ALL, LOG_FACT, MINES, PREFIX, P_AT, P_LEN, P_LOW, REST,
    REST_RISK, R_AT, SHORTENED, SPARE, UNKNOWNS,
)  # fmt: skip


#: What MINES is if nobody knows how many there are, and how many of a hundred cells are mines then.
NO_COUNT, USUAL_PERCENT = -1, 20
#: Shorter vectors are never cut.
WHOLE = 256
#: The odds of a mine are not taken to be lower, or higher than the inverse; how often the range is halved to find them.
LEAST_ODDS, HALVINGS = 1e-3, 30
#: The logarithm of the largest power of the odds that is computed with.
MOST_POWER = 400.0
#: There is no room for the vectors.
NO_PLACE = -1
#: What is less likely than this, compared with the likeliest, is cut off longer ones.
NOTHING = 1e-40


def set_odds(m: Ints, f: Floats) -> None:
    """Take the odds of a mine from what is left."""
    left = m[MINES] - m[FOUND]
    if m[MINES] == NO_COUNT:
        left = m[UNKNOWNS] * USUAL_PERCENT // 100
    f[LAMBDA] = min(1.0 / LEAST_ODDS, max(LEAST_ODDS, left / max(1.0, 1.0 * m[UNKNOWNS] - left)))


def join(m: Ints, f: Floats) -> bool:
    """Compute the weights of all mine totals; False if there is no solution, or no room (PREFIX is NO_PLACE then)."""
    m[PREFIX] = JOIN
    m[CMIN], m[CMAX] = 0, 0
    for comp in range(m[COMPS]):
        entry = m[COMP + comp]
        m[CMIN] += m[entry + E_LOW]
        m[CMAX] += m[entry + E_LOW] + m[entry + E_LEN] - 1
    left = m[MINES] - m[FOUND]
    if left < m[CMIN] or left > m[CMAX] + m[REST]:
        return False
    if m[CMAX] - m[CMIN] > WHOLE:
        _balance(m, f, left)
    logs = _convolve(m, f, left)
    if m[PREFIX] != NO_PLACE and not f[m[R_AT]] > 0.0:  # these odds may have left nothing of what is possible
        _balance(m, f, left)
        logs = _convolve(m, f, left)
    if m[PREFIX] == NO_PLACE:
        return False
    whole = f[m[R_AT]]
    if not whole > 0.0:
        if m[SHORTENED] or is_possible(m):
            m[PREFIX] = NO_PLACE  # perhaps what was lost was all there is
        return False
    f[LOG_ALL] = math.log(whole) + logs
    _rest_risk(m, f, left)
    return True


def _convolve(m: Ints, f: Floats, left: int) -> float:
    """Write the weights of all totals, forwards and backwards; gives the logarithm of their scales."""
    m[PREFIX], m[SHORTENED] = JOIN, 0
    keep_in_range(m, f)
    logs = _prefixes(m, f)
    if m[PREFIX] != NO_PLACE:
        logs += _rest_weights(m, f, left)
        for comp in range(m[COMPS] - 1, -1, -1):
            _suffix(m, f, comp)
    return logs


def _balance(m: Ints, f: Floats, left: int) -> None:
    """Find the odds with which the mines that are left are just what is expected, so that nothing of weight is cut off.

    A board whose numbers need few mines, or many, is far from what the average suggests.
    """
    low, high = math.log(LEAST_ODDS), -math.log(LEAST_ODDS)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        f[LAMBDA] = math.exp(middle)
        mines = m[REST] * f[LAMBDA] / (1.0 + f[LAMBDA])
        for comp in range(m[COMPS]):
            mines += m[m[COMP + comp] + E_LOW] + _mean(f, m[m[COMP + comp] + E_FLOATS] + 1, m[m[COMP + comp] + E_LEN])
        if mines < left:
            low = middle
        else:
            high = middle


def keep_in_range(m: Ints, f: Floats) -> None:
    """Keep the odds of a mine so moderate that their powers fit into a float with the longest vector."""
    longest = 1
    for comp in range(m[COMPS]):
        longest = max(longest, m[m[COMP + comp] + E_LEN])
    f[LAMBDA] = min(f[LAMBDA], math.exp(MOST_POWER / longest))


def _mean(f: Floats, vector: int, length: int) -> float:
    """Give how many mines more than its fewest a component holds on average."""
    whole, sums, tilt = 0.0, 0.0, 1.0
    for k in range(length):
        part = f[vector + k] * tilt
        whole += part
        sums += part * k
        tilt *= f[LAMBDA]
    return sums / whole


def _prefixes(m: Ints, f: Floats) -> float:
    """Convolve the components one after the other; gives the logarithm of their scales."""
    logs = 0.0
    m[P_AT], m[P_LOW], m[P_LEN] = JOIN, 0, 1
    f[JOIN] = 1.0
    m[PREFIX] = JOIN + 1
    for comp in range(m[COMPS]):
        entry = m[COMP + comp]
        vector, length = m[entry + E_FLOATS] + 1, m[entry + E_LEN]
        before, at = m[P_AT + comp], m[PREFIX]
        span = m[P_LEN + comp] + length - 1
        if at + span > JOIN + JOIN_ROOM // 2:  # the other half is for the suffixes
            m[PREFIX] = NO_PLACE
            return 0.0
        for k in range(span):
            f[at + k] = 0.0
        whole = _tilted(f, vector, length)
        tilt = 1.0 / whole
        for k in range(length):
            weight = f[vector + k] * tilt
            tilt *= f[LAMBDA]
            for i in range(m[P_LEN + comp]):
                f[at + k + i] += weight * f[before + i]
        logs += f[vector - 1] * math.log(2.0) + math.log(whole)
        m[P_AT + comp + 1], m[P_LOW + comp + 1], m[P_LEN + comp + 1] = at, m[P_LOW + comp], span
        m[PREFIX] = at + span
        if span > WHOLE:
            _cut(m, f, comp + 1)
    return logs


def _tilted(f: Floats, vector: int, length: int) -> float:
    """Sum a vector with the odds of each total; divided by it, thousands of vectors can be convolved."""
    whole, tilt = 0.0, 1.0
    for k in range(length):
        whole += f[vector + k] * tilt
        tilt *= f[LAMBDA]
    return whole


def _cut(m: Ints, f: Floats, place: int) -> None:
    """Cut off what is next to nothing, at both ends."""
    at, length = m[P_AT + place], m[P_LEN + place]
    m[SHORTENED] = 1
    most = 0.0
    for k in range(length):
        most = max(most, f[at + k])
    while f[at] < most * NOTHING:
        at += 1
        length -= 1
        m[P_LOW + place] += 1
    while f[at + length - 1] < most * NOTHING:
        length -= 1
    m[P_AT + place], m[P_LEN + place] = at, length


def _rest_weights(m: Ints, f: Floats, left: int) -> float:
    """Give each total of all components its weight: the ways to lay the other mines on the rest."""
    comps, rest = m[COMPS], m[REST]
    at, low, length = m[PREFIX], m[P_LOW + comps], m[P_LEN + comps]
    m[R_AT + comps] = at
    m[PREFIX] = at + length
    spare = left - m[CMIN]  # mines on the rest if all components hold as few as they can
    middle = int(rest * f[LAMBDA] / (1.0 + f[LAMBDA]))
    begin = min(max(spare - middle, low), low + length - 1)
    begin = min(max(begin, spare - rest), spare)
    for k in range(length):
        f[at + k] = 0.0
    weight = 1.0
    for total in range(begin, low + length):
        mines = spare - total
        if mines < 0:
            break
        if total >= low:
            f[at + total - low] = weight
        weight *= mines / (f[LAMBDA] * (rest - mines + 1))
    weight = 1.0
    for total in range(begin, low - 1, -1):
        mines = spare - total
        if mines > rest:
            break
        if total < low + length:
            f[at + total - low] = weight
        weight *= f[LAMBDA] * (rest - mines) / (mines + 1)
    mines = spare - begin
    ways = f[LOG_FACT + rest] - f[LOG_FACT + mines] - f[LOG_FACT + rest - mines]
    return ways - begin * math.log(f[LAMBDA])


def _suffix(m: Ints, f: Floats, comp: int) -> None:
    """Give each total of the components before one the weight of all that comes with it."""
    entry = m[COMP + comp]
    vector, length = m[entry + E_FLOATS] + 1, m[entry + E_LEN]
    at = m[PREFIX]
    m[R_AT + comp] = at
    m[PREFIX] = at + m[P_LEN + comp]
    ahead, low, span = m[R_AT + comp + 1], m[P_LOW + comp + 1], m[P_LEN + comp + 1]
    share = 1.0 / _tilted(f, vector, length)
    for i in range(m[P_LEN + comp]):
        place = m[P_LOW + comp] + i - low
        tilt = share
        whole = 0.0
        for k in range(length):
            if 0 <= place + k < span:
                whole += f[vector + k] * tilt * f[ahead + place + k]
            tilt *= f[LAMBDA]
        f[at + i] = whole


def _rest_risk(m: Ints, f: Floats, left: int) -> None:
    """Compute the risk of a cell that touches no number."""
    comps = m[COMPS]
    f[REST_RISK] = 2.0
    if m[REST] == 0:
        return
    spare = left - m[CMIN]
    whole, mines = 0.0, 0.0
    for k in range(m[P_LEN + comps]):
        part = f[m[P_AT + comps] + k] * f[m[R_AT + comps] + k]
        whole += part
        mines += part * (spare - m[P_LOW + comps] - k)
    f[REST_RISK] = mines / (whole * m[REST])


def weights(m: Ints, f: Floats, comp: int) -> None:
    """Write into SPARE how likely each mine total of a component is."""
    entry = m[COMP + comp]
    vector, length = m[entry + E_FLOATS] + 1, m[entry + E_LEN]
    before, behind = m[P_AT + comp], m[R_AT + comp + 1]
    low, span = m[P_LOW + comp + 1], m[P_LEN + comp + 1]
    tilt = 1.0
    whole = 0.0
    for k in range(length):
        part = 0.0
        for i in range(m[P_LEN + comp]):
            place = m[P_LOW + comp] + i + k - low
            if 0 <= place < span:
                part += f[before + i] * f[behind + place]
        part *= f[vector + k] * tilt
        tilt *= f[LAMBDA]
        f[SPARE + k] = part
        whole += part
    for k in range(length):
        f[SPARE + k] /= whole


def local_weights(m: Ints, f: Floats, entry: int) -> float:
    """Write into SPARE how likely each total is if every mine costs the same odds; gives the logarithm of their sum."""
    vector, length = m[entry + E_FLOATS] + 1, m[entry + E_LEN]
    tilt, whole = 1.0, 0.0
    for k in range(length):
        f[SPARE + k] = f[vector + k] * tilt
        whole += f[SPARE + k]
        tilt *= f[LAMBDA]
    for k in range(length):
        f[SPARE + k] /= whole
    return math.log(whole) + f[vector - 1] * math.log(2.0) + m[entry + E_LOW] * math.log(f[LAMBDA])


def box_risks(m: Ints, f: Floats, comp: int) -> float:
    """Write the risk of a cell in each box of a component, whose totals are weighed in SPARE; gives the lowest."""
    entry = m[COMP + comp]
    length = m[entry + E_LEN]
    mean = m[entry + E_FLOATS] + 1 + length
    box = entry + E_HEAD
    lowest = 2.0
    for k in range(m[entry + E_BOXES]):
        mines = 0.0
        for i in range(length):
            mines += f[SPARE + i] * f[mean + i]
        risk = mines / m[box + 1]
        f[BOX_RISK + m[COMP_BOX + comp] + k] = risk
        lowest = min(lowest, risk)
        mean += length
        box += E_BOX_HEAD + length
    return lowest
