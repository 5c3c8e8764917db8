"""Which mine totals are possible at all: what the number of mines proves follows from these, never from a float.

A component holds some mines more than its fewest. Most reach every total between their extremes; together with the
cells that touch no number, which do so, too, they take any number of mines up to their SLACK. Others leave totals out,
and what these reach together is found by trying all.
"""

from fogfield.kits.mines.engine.layout import (  # isort: skip
    BUT, CMIN, COMP, COMPS, E_BOX_HEAD, E_HEAD, E_LEN, FOUND, GAPS, Ints, MINE, MINES, REST, SAFE, SLACK, SPAN, SUMS,
    SUMS_ROOM,
)  # fmt: skip


#: A component leaves totals out: it takes no part in the slack.
GAPPED = -1
#: No component is left out.
NONE = -1
#: The sums need more room than there is: all are taken to be reached, which may prove less, and nothing wrong.
NO_ROOM = 0


def sum_up(m: Ints) -> None:
    """Find how many mines all that reaches every total can take, and what the other components reach."""
    m[SLACK], m[GAPS] = m[REST], 0
    for comp in range(m[COMPS]):
        slack = _slack(m, m[COMP + comp])
        if slack == GAPPED:
            m[GAPS] += 1
        else:
            m[SLACK] += slack
    _sum_gaps(m, NONE)


def is_possible(m: Ints) -> bool:
    """Say whether the mines that are left can be laid at all."""
    sum_up(m)
    extra = m[MINES] - m[FOUND] - m[CMIN]
    return _reached(m, extra - m[SLACK], extra)


def rest_verdict(m: Ints) -> int:
    """Say what is proved of the cells that touch no number: SAFE, MINE, or 0."""
    if m[REST] == 0:
        return 0
    extra = m[MINES] - m[FOUND] - m[CMIN]
    _leave_out(m, NONE)
    if not _reached(m, extra - m[SLACK], extra - 1):
        return SAFE
    if not _reached(m, extra - m[SLACK] + 1, extra):
        return MINE
    return 0


def possible(m: Ints, comp: int, box: int) -> int:
    """Give as a bit set how many mines a box may hold, all that is known of the mine count included."""
    entry = m[COMP + comp]
    extra = m[MINES] - m[FOUND] - m[CMIN]
    own = _slack(m, entry)
    _leave_out(m, comp if own == GAPPED else NONE)
    slack = m[SLACK] if own == GAPPED else m[SLACK] - own
    found = 0
    for k in range(m[entry + E_LEN]):
        held = m[box + E_BOX_HEAD + k]
        if held & ~found and _reached(m, extra - k - slack, extra - k):
            found |= held
    return found


def _slack(m: Ints, entry: int) -> int:
    """Give how many mines more than its fewest a component can hold, GAPPED if it does not reach each total to there.

    A component has a box at least, and what that may hold by each total says whether there is such a total.
    """
    for k in range(m[entry + E_LEN]):
        if m[entry + E_HEAD + E_BOX_HEAD + k] == 0:
            return GAPPED
    return m[entry + E_LEN] - 1


def _leave_out(m: Ints, comp: int) -> None:
    if m[BUT] != comp:
        _sum_gaps(m, comp)


def _sum_gaps(m: Ints, but: int) -> None:
    """Find what the components that leave totals out reach together, more than their fewest, one of them left out."""
    m[BUT], m[SPAN], m[SUMS] = but, 1, 1
    if m[GAPS] == 0:
        return
    for comp in range(m[COMPS]):
        entry = m[COMP + comp]
        if comp == but or _slack(m, entry) != GAPPED:
            continue
        if m[SPAN] + m[entry + E_LEN] > SUMS_ROOM:
            m[SPAN] = NO_ROOM
            return
        _add(m, entry + E_HEAD + E_BOX_HEAD, m[entry + E_LEN])


def _add(m: Ints, totals: int, length: int) -> None:
    """Add the totals of a component to all sums, the largest first."""
    for total in range(m[SPAN] + length - 2, -1, -1):
        reached = 0
        for k in range(max(0, total - m[SPAN] + 1), min(length, total + 1)):
            if m[totals + k] and m[SUMS + total - k]:
                reached = 1
                break
        m[SUMS + total] = reached
    m[SPAN] += length - 1


def _reached(m: Ints, low: int, high: int) -> bool:
    """Say whether some sum lies between two totals, these included."""
    if m[SPAN] == NO_ROOM:
        return high >= 0
    for total in range(max(0, low), min(m[SPAN], high + 1)):  # noqa: SIM110 (numba compiles no generators)
        if m[SUMS + total]:
            return True
    return False
