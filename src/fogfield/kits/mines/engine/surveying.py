"""What is certain, and how likely the rest is: first what changed, then the whole board if that proves nothing."""

from fogfield.kits.mines.engine.caching import CACHE_FULL, IMPOSSIBLE, TOO_LARGE, component, empty_cache
from fogfield.kits.mines.engine.collecting import collect, next_component
from fogfield.kits.mines.engine.joining import (
    NO_COUNT,
    NO_PLACE,
    USUAL_PERCENT,
    box_risks,
    join,
    keep_in_range,
    local_weights,
    set_odds,
    weights,
)
from fogfield.kits.mines.engine.knowing import learn, settle, tidy
from fogfield.kits.mines.engine.totals import possible, rest_verdict, sum_up

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AHEAD, AROUND, AVERAGED, BEST_SAFE, BOX_RISK, BOX_ROOM, BROKEN, CAP, CELL, CELLS, CLOSED, CLOSED_LIST, COMP, COMPS,
    COMP_BOX, COMP_CELL, COVER, CUT, DIM, DIRTIES, DIRTY, DIRTY_LIST, EAGER, ENOUGH, E_BOXES, E_BOX_HEAD, E_FLOATS,
    E_HEAD, E_LEN, FOUND, FRONTIER, F_BOX, F_CELL, Floats, GBOXES, INDEX, Ints, LAMBDA, LEFTOUT, MAP, MINE, MINES,
    NEARBY, NEARBY_LIST, NUMBER, NUMBERS, PREFIX, REST, REST_RISK, RISK, SAFE, SAFES, SPARE, STATE, SURVEY, UNKNOWN,
    UNKNOWNS, WORK,
)  # fmt: skip


#: Numbers in a component that is counted whole, if there is room, and in a piece of one that is too large for that.
WHOLE_COMPONENT = 1 << 30
PIECES = (20, 10, 5)
#: Once one was too large, no component with more numbers is counted whole: the next would take as long to fail.
SMALLER = 40
#: How often the odds of a mine outside are found from the number of mines, where these are not counted jointly.
ROUNDS = 3


def entry_of(m: Ints, f: Floats, number: int) -> int:
    """Give the entry of the component of a number; if it is too large, of a piece of it (LEFTOUT counts these).

    A piece has all unknown cells of its numbers, and lacks only conditions: what it proves is true.
    """
    collect(m, number, m[CAP])
    entry = TOO_LARGE if m[CUT] else component(m, f)
    if entry != TOO_LARGE:
        return entry
    m[LEFTOUT] += 1
    m[CAP] = min(m[CAP], SMALLER) if m[WORK] < m[ENOUGH] else PIECES[-1]
    for size in range(len(PIECES)):
        if m[WORK] > (size + 1) * m[ENOUGH] and size < len(PIECES) - 1:
            continue
        for k in range(m[NUMBERS]):
            m[COVER + m[NUMBER + k]] = 0
        collect(m, number, PIECES[size])
        entry = component(m, f)
        if entry != TOO_LARGE:
            break
    return entry


def prove(m: Ints, f: Floats) -> None:
    """Learn what follows from single numbers and from the components that changed."""
    settle(m)
    m[SURVEY] += 1
    m[CAP] = WHOLE_COMPONENT
    while m[DIRTIES] > 0 and m[BROKEN] == 0 and not (m[EAGER] and m[SAFES]):
        m[DIRTIES] -= 1
        number = m[DIRTY_LIST + m[DIRTIES]]
        m[DIRTY + number] = 0
        if not next_component(m, number):
            continue
        entry = entry_of(m, f, number)
        if entry == CACHE_FULL:
            empty_cache(m)
            entry = entry_of(m, f, number)
        if entry == IMPOSSIBLE:
            m[BROKEN] = 1
        elif entry > 0 and _conclude(m, entry):
            settle(m)


def _conclude(m: Ints, entry: int) -> bool:
    """Learn what an entry proves of the component that was collected last."""
    box = entry + E_HEAD
    found = False
    for _ in range(m[entry + E_BOXES]):
        verdict = 0
        if m[box + 2] == 1:
            verdict = SAFE
        elif m[box + 2] == 1 << m[box + 1]:
            verdict = MINE
        found = found or verdict != 0
        m[MAP + m[INDEX + m[box]]] = verdict
        box += E_BOX_HEAD + m[entry + E_LEN]
    if found:
        for k in range(m[CELLS]):
            cell = m[CELL + k]
            verdict = m[MAP + m[INDEX + cell]]
            if verdict and m[STATE + cell] == UNKNOWN:
                learn(m, cell, verdict)
    return found


def survey(m: Ints, f: Floats) -> bool:
    """Count the whole board: risks of all cells, and what the number of mines proves. False: there is no solution.

    What was proved changes the components, so they are counted again, unless one is EAGER for any safe cell.
    """
    goes_on = True
    while goes_on:
        if not _gather(m, f, False) and m[BROKEN] == 0:
            empty_cache(m)
            _gather(m, f, True)
        if m[BROKEN]:
            return False
        f[BEST_SAFE] = 1.0 - risks(m, f)
        goes_on = m[BROKEN] == 0 and m[AVERAGED] == 0 and _count_proves(m)
        if goes_on:
            settle(m)
            goes_on = m[BROKEN] == 0 and not (m[EAGER] and m[SAFES])
    return m[BROKEN] == 0


def risks(m: Ints, f: Floats) -> float:
    """Compute the risks of all boxes and of the rest; gives the lowest."""
    set_odds(m, f)
    m[AVERAGED] = 0
    if m[LEFTOUT] == 0 and m[MINES] != NO_COUNT:
        if join(m, f):
            return weigh_boxes(m, f)
        if m[PREFIX] != NO_PLACE:
            m[BROKEN] = 1
            return 2.0
    m[AVERAGED], m[DIM] = 1, 0
    lowest = 2.0
    for _ in range(ROUNDS):
        keep_in_range(m, f)
        lowest = _estimate(m, f)
        if m[REST]:
            f[LAMBDA] = f[REST_RISK] / (1.0 - f[REST_RISK])
    return lowest


def weigh_boxes(m: Ints, f: Floats) -> float:
    """Compute the risks of all boxes after a join; gives the lowest, the rest included."""
    lowest = f[REST_RISK]
    m[DIM] = 0
    for comp in range(m[COMPS]):
        weights(m, f, comp)
        m[DIM] |= _is_dim(m, f, m[COMP + comp])
        lowest = min(lowest, box_risks(m, f, comp))
    return lowest


#: A component with a total below the first weighs totals below the second no more exactly; that matters if they are as
#: likely as this together.
DIMMED, DIMLY, DIM_SHARE = 1e-100, 1e-40, 1e-13


def _is_dim(m: Ints, f: Floats, entry: int) -> int:
    """Say whether the mine total of a component, whose totals are weighed in SPARE, is likely one of those."""
    vector, share, least = m[entry + E_FLOATS] + 1, 0.0, 1.0
    for k in range(m[entry + E_LEN]):
        if 0.0 < f[vector + k] < DIMLY:
            share += f[SPARE + k]
            least = min(least, f[vector + k])
    return 1 if share > DIM_SHARE and least < DIMMED else 0


def _estimate(m: Ints, f: Floats) -> float:
    """Compute risks without the joint count: every mine outside a component is as likely as the average."""
    lowest, mines = 2.0, 0.0
    for comp in range(m[COMPS]):
        local_weights(m, f, m[COMP + comp])
        lowest = min(lowest, box_risks(m, f, comp))
    for k in range(m[FRONTIER]):
        mines += f[BOX_RISK + m[F_BOX + k]]
    f[REST_RISK] = 2.0
    if m[MINES] == NO_COUNT:
        f[REST_RISK] = USUAL_PERCENT / 100 if m[REST] else 2.0
    elif m[REST]:
        f[REST_RISK] = min(0.99, max(0.01, (m[MINES] - m[FOUND] - mines) / m[REST]))
    return min(lowest, f[REST_RISK])


def _count_proves(m: Ints) -> bool:
    """Learn what follows from the number of mines that are left."""
    found = False
    sum_up(m)
    rest = rest_verdict(m)
    for comp in range(m[COMPS]):
        entry = m[COMP + comp]
        box = entry + E_HEAD
        for k in range(m[entry + E_BOXES]):
            held = possible(m, comp, box)
            verdict = SAFE if held == 1 else MINE if held == 1 << m[box + 1] else 0
            m[MAP + m[COMP_BOX + comp] + k] = verdict
            found = found or verdict != 0
            box += E_BOX_HEAD + m[entry + E_LEN]
    if found:
        for k in range(m[FRONTIER]):
            cell, verdict = m[F_CELL + k], m[MAP + m[F_BOX + k]]
            if verdict and m[STATE + cell] == UNKNOWN:
                learn(m, cell, verdict)
    if rest:
        found = True
        for k in range(m[CLOSED]):
            cell = m[CLOSED_LIST + k]
            if m[STATE + cell] == UNKNOWN and m[COVER + cell] != m[SURVEY]:
                learn(m, cell, rest)
    return found


def spread_risks(m: Ints, f: Floats) -> None:
    """Write the risk of every unknown cell."""
    for k in range(m[CLOSED]):
        f[RISK + m[CLOSED_LIST + k]] = f[REST_RISK]
    for k in range(m[FRONTIER]):
        f[RISK + m[F_CELL + k]] = f[BOX_RISK + m[F_BOX + k]]


def _gather(m: Ints, f: Floats, all_the_same: bool) -> bool:
    """Collect all components of the board; False if there is no solution, or not enough room for all.

    All the same, those for which there is room can be collected; LEFTOUT counts the others, too.
    """
    m[SURVEY] += 1
    m[COMPS], m[FRONTIER], m[GBOXES], m[LEFTOUT] = 0, 0, 0, 0
    m[CAP] = WHOLE_COMPONENT
    set_odds(m, f)
    if m[AHEAD] == 0:
        tidy(m)
    for k in range(m[NEARBY]):
        number = m[NEARBY_LIST + k]
        if not next_component(m, number) or (m[LEFTOUT] and _is_covered(m, number)):
            continue
        entry = entry_of(m, f, number)
        if entry == IMPOSSIBLE:
            m[BROKEN] = 1
            return False
        if entry > 0:
            _note(m, entry)
        elif all_the_same:
            m[LEFTOUT] += 1
        else:
            return False
    m[REST] = m[UNKNOWNS] - m[FRONTIER]
    return True


def _is_covered(m: Ints, number: int) -> bool:
    """Say whether all unknown cells of a number were met in pieces that were counted before."""
    for k in range(AROUND, AROUND + 8):
        if m[STATE + number + m[k]] == UNKNOWN and m[COVER + number + m[k]] != m[SURVEY]:
            return False
    return True


def _note(m: Ints, entry: int) -> None:
    """Add the collected component to the board."""
    comp, base = m[COMPS], m[GBOXES]
    if base + m[entry + E_BOXES] > BOX_ROOM:
        return  # pieces of pieces; their cells count as if no number touched them
    m[COMP_CELL + comp] = m[FRONTIER]
    m[COMP + comp], m[COMP_BOX + comp] = entry, base
    m[COMPS] = comp + 1
    box = entry + E_HEAD
    for k in range(m[entry + E_BOXES]):
        m[MAP + m[INDEX + m[box]]] = base + k
        box += E_BOX_HEAD + m[entry + E_LEN]
    m[GBOXES] = base + m[entry + E_BOXES]
    for k in range(m[CELLS]):
        cell = m[CELL + k]
        if m[COVER + cell] == m[SURVEY]:
            continue  # it was met in another piece
        m[COVER + cell] = m[SURVEY]
        m[F_CELL + m[FRONTIER]] = cell
        m[F_BOX + m[FRONTIER]] = m[MAP + m[INDEX + cell]]
        m[FRONTIER] += 1
