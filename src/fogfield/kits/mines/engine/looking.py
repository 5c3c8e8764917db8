"""Look ahead: what if this cell were open and showed that digit? How likely is that, and how safe the next step?"""

import math

from fogfield.kits.mines.engine.caching import CACHE_FULL, component
from fogfield.kits.mines.engine.collecting import collect
from fogfield.kits.mines.engine.joining import box_risks, join, local_weights, set_odds, weights
from fogfield.kits.mines.engine.knowing import forget_lists, open_cell, settle, shut, unlearn
from fogfield.kits.mines.engine.surveying import WHOLE_COMPONENT

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AROUND, AVERAGED, BASE, BASES, BASE_FOUND, BASE_LOG, BASE_LOW, BASE_SAFES, BOX_RISK, BROKEN, CLOSED, CLOSED_LIST,
    COMP, COMPS, COMP_BOX, COMP_CELL, COMP_OF, COVER, DIRTIES, E_BOXES, E_BOX_HEAD, E_CELLS, E_HEAD, E_LEN, FOUND, FREE,
    FRONTIER, FULL, F_CELL, Floats, GBOXES, Ints, LAMBDA, LEARNTS, LOCAL, LOG_ALL, LOOKS, LOOK_P, LOOK_SAFE, LOOK_VALUE,
    MUCH, NO_CELL, OPEN, PROGRESS, REST, REST_CELL, REST_RISK, SAFES, STATE, SURVEY, TOUCHED, UNKNOWN, UNKNOWNS,
)  # fmt: skip


#: With more components or unknown cells than this a look ahead leaves the others alone: their odds hardly change.
MANY, WIDE = 40, 2_000
#: Risks below this are none.
NO_RISK = 1e-12


def keep_base(m: Ints, f: Floats) -> None:
    """Remember the survey from which looks ahead begin."""
    m[BASES] = m[COMPS]
    m[BASE_FOUND], m[BASE_SAFES], m[FULL] = m[FOUND], m[SAFES], 0
    f[BASE_LOG], f[BASE_LOW + m[COMPS]] = f[LOG_ALL], f[REST_RISK]
    m[LOCAL] = 1 if m[COMPS] > MANY or m[UNKNOWNS] > WIDE or m[AVERAGED] else 0
    if m[LOCAL] and m[REST]:
        f[LAMBDA] = f[REST_RISK] / (1.0 - f[REST_RISK])
    for k in range(m[CLOSED]):
        cell = m[CLOSED_LIST + k]
        m[COMP_OF + cell] = REST_CELL if m[STATE + cell] == UNKNOWN else NO_CELL
    m[COMP_CELL + m[COMPS]] = m[FRONTIER]
    for comp in range(m[COMPS]):
        m[BASE + comp], m[TOUCHED + comp] = m[COMP + comp], 0
        low = 2.0
        for k in range(m[m[COMP + comp] + E_BOXES]):
            low = min(low, f[BOX_RISK + m[COMP_BOX + comp] + k])
        f[BASE_LOW + comp] = low
        for k in range(m[COMP_CELL + comp], m[COMP_CELL + comp + 1]):
            m[COMP_OF + m[F_CELL + k]] = comp


def look(m: Ints, f: Floats, cell: int, digit: int) -> None:
    """Write how likely it is that a cell shows a digit (LOOK_P), and how safe the next step is then (LOOK_SAFE)."""
    m[LOOKS] += 1
    lessons, dirties, before = m[LEARNTS], m[DIRTIES], m[STATE + cell]
    f[LOOK_P], f[LOOK_SAFE], f[LOOK_VALUE] = 0.0, 0.0, 0.0
    open_cell(m, cell, digit)
    settle(m)
    if m[BROKEN] == 0:
        m[SURVEY] += 1
        consumed = _touch_components(m, cell)
        if _gather_again(m, f, cell):
            if m[LOCAL]:
                _weigh_near(m, f, consumed)
            else:
                _weigh_all(m, f)
    unlearn(m, lessons)
    shut(m, cell, digit, before)
    forget_lists(m, dirties)


def _touch_components(m: Ints, cell: int) -> int:
    """Mark the components that a cell belongs to or lies beside; gives how many cells of the rest it takes up."""
    rest = 0
    if m[COMP_OF + cell] >= 0:
        m[TOUCHED + m[COMP_OF + cell]] = m[SURVEY]
    elif m[COMP_OF + cell] == REST_CELL:
        rest = 1
    for k in range(AROUND, AROUND + 8):
        near = cell + m[k]
        if m[COMP_OF + near] >= 0:
            m[TOUCHED + m[COMP_OF + near]] = m[SURVEY]
        elif m[COMP_OF + near] == REST_CELL:
            rest += 1
    return rest


def _gather_again(m: Ints, f: Floats, cell: int) -> bool:
    """Collect the components as they are now; False if one has no solution, or there is no room for it."""
    m[COMPS], m[GBOXES] = 0, 0
    if m[FREE + cell] and not _append(m, f, cell):
        return False
    for comp in range(m[BASES]):
        if m[TOUCHED + comp] != m[SURVEY]:
            continue
        for place in range(m[COMP_CELL + comp], m[COMP_CELL + comp + 1]):
            inner = m[F_CELL + place]
            if m[STATE + inner] != UNKNOWN or m[COVER + inner] == m[SURVEY]:
                continue
            for k in range(AROUND, AROUND + 8):
                if m[STATE + inner + m[k]] == OPEN:
                    if m[COVER + inner + m[k]] != m[SURVEY] and not _append(m, f, inner + m[k]):
                        return False
                    break
    return True


def _append(m: Ints, f: Floats, number: int) -> bool:
    collect(m, number, WHOLE_COMPONENT)
    entry = component(m, f)
    if entry < 0:
        m[FULL] = 1 if entry == CACHE_FULL else m[FULL]
        return False
    add_entry(m, entry)
    return True


def add_entry(m: Ints, entry: int) -> None:
    """Add a component to those that are joined."""
    m[COMP + m[COMPS]], m[COMP_BOX + m[COMPS]] = entry, m[GBOXES]
    m[COMPS] += 1
    m[GBOXES] += m[entry + E_BOXES]


def _weigh_all(m: Ints, f: Floats) -> None:
    """Join all components, those that did not change included."""
    for comp in range(m[BASES]):
        if m[TOUCHED + comp] != m[SURVEY]:
            add_entry(m, m[BASE + comp])
    m[REST] = m[UNKNOWNS]
    for comp in range(m[COMPS]):
        m[REST] -= m[m[COMP + comp] + E_CELLS]
    set_odds(m, f)
    if not join(m, f):
        return
    f[LOOK_P] = math.exp(f[LOG_ALL] - f[BASE_LOG])
    _assess(m, f)


def _assess(m: Ints, f: Floats) -> None:
    """Say how safe the next step is, and how much is safe at once: that will tell more."""
    lowest, safe = f[REST_RISK], m[SAFES] - m[BASE_SAFES]
    for comp in range(m[COMPS]):
        weights(m, f, comp)
        low = box_risks(m, f, comp)
        lowest = min(lowest, low)
        if low <= NO_RISK:
            safe += _safe_cells(m, f, comp)
    f[LOOK_SAFE] = 1.0 if safe > 0 else 1.0 - lowest
    f[LOOK_VALUE] = f[LOOK_SAFE] * (1.0 + f[PROGRESS] * min(1.0, safe / f[MUCH]))


def _safe_cells(m: Ints, f: Floats, comp: int) -> int:
    """Count the cells of a component that are safe."""
    entry = m[COMP + comp]
    box, safe = entry + E_HEAD, 0
    for k in range(m[entry + E_BOXES]):
        if f[BOX_RISK + m[COMP_BOX + comp] + k] <= NO_RISK:
            safe += m[box + 1]
        box += E_BOX_HEAD + m[entry + E_LEN]
    return safe


def _weigh_near(m: Ints, f: Floats, consumed: int) -> None:
    """Weigh the components that changed alone, with the same odds for every mine outside."""
    logs = (m[FOUND] - m[BASE_FOUND]) * math.log(f[LAMBDA]) - consumed * math.log(1.0 + f[LAMBDA])
    lowest = f[BASE_LOW + m[BASES]]
    for comp in range(m[COMPS]):
        logs += local_weights(m, f, m[COMP + comp])
        lowest = min(lowest, box_risks(m, f, comp))
    for comp in range(m[BASES]):
        if m[TOUCHED + comp] == m[SURVEY]:
            logs -= local_weights(m, f, m[BASE + comp])
        else:
            lowest = min(lowest, f[BASE_LOW + comp])
    f[LOOK_P] = math.exp(logs)
    f[LOOK_SAFE] = 1.0 if m[SAFES] > m[BASE_SAFES] or lowest <= NO_RISK else 1.0 - lowest
    f[LOOK_VALUE] = f[LOOK_SAFE]
