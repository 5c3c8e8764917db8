"""The results of components, kept by name: a component that was counted once is never counted again.

A name is a sum of random words over its numbers, what they lack, and its cells. So nothing has to be declared out of
date: what changed has another name. When a pool is full everything is forgotten at once.
"""

from fogfield.kits.mines.engine.counting import COUNTED, NO_ROOM, forward, rescale

from fogfield.kits.mines.engine.layout import (  # isort: skip
    BACKWARD, BOXES, BTOP, B_REP, B_SIZE, CACHED, CACHE_FLOATS, CACHE_INTS, CACHE_ROOM, CELLS, CFLT, CHOOSE, CINT,
    C_ENTRY, C_FLOATS, C_INTS, E_BOXES, E_BOX_HEAD, E_CELLS, E_FLOATS, E_HEAD, E_KEY_A, E_KEY_B, E_LEN, E_LOW, Floats,
    Ints, KEY_A, KEY_B, LAST_BACK, LAYER, LOG_SCALE, MEAN, MOVED, M_FROM, M_MINES, M_TO, ORDER, STEPS,
    S_AT, S_BACK, S_BLEN, S_BLOW, S_LEN, S_LOW, TOTAL, VECTOR_ROOM, WORK,
)  # fmt: skip


#: Why a component has no entry.
IMPOSSIBLE, TOO_LARGE, CACHE_FULL = -1, -2, -3


def empty_cache(m: Ints) -> None:
    """Forget all components."""
    for spot in range(C_ENTRY, C_ENTRY + CACHE_ROOM):
        m[spot] = 0
    m[CACHED], m[CINT], m[CFLT] = 0, 1, 0


def component(m: Ints, f: Floats) -> int:
    """Give the entry of the collected component, which is counted if it is new, or a reason why there is none."""
    spot = (m[KEY_A] ^ (m[KEY_A] >> 20) ^ (m[KEY_A] >> 40)) & (CACHE_ROOM - 1)
    while m[C_ENTRY + spot]:
        entry = C_INTS + m[C_ENTRY + spot]
        if m[entry + E_KEY_A] == m[KEY_A] and m[entry + E_KEY_B] == m[KEY_B]:
            return entry
        spot = (spot + 1) & (CACHE_ROOM - 1)
    told = forward(m, f)
    if told != COUNTED:
        return TOO_LARGE if told == NO_ROOM else IMPOSSIBLE
    entry = _new_entry(m)
    if entry < 0:
        return entry
    if not backward(m, f, entry):
        return TOO_LARGE
    m[C_ENTRY + spot] = entry - C_INTS
    m[CACHED] += 1
    return entry


def _new_entry(m: Ints) -> int:
    """Write the head of an entry, if there is room."""
    last = m[LAYER + m[STEPS]]
    length, boxes = m[S_LEN + last], m[BOXES]
    ints = E_HEAD + boxes * (E_BOX_HEAD + length)
    floats = 1 + length * (1 + boxes)
    if 4 * ints > CACHE_INTS or 4 * floats > CACHE_FLOATS:
        return TOO_LARGE
    if m[CINT] + ints > CACHE_INTS or m[CFLT] + floats > CACHE_FLOATS or 2 * m[CACHED] > CACHE_ROOM:
        return CACHE_FULL
    entry = C_INTS + m[CINT]
    m[entry + E_KEY_A], m[entry + E_KEY_B] = m[KEY_A], m[KEY_B]
    m[entry + E_CELLS], m[entry + E_BOXES] = m[CELLS], boxes
    m[entry + E_LOW], m[entry + E_LEN] = m[S_LOW + last], length
    m[entry + E_FLOATS] = C_FLOATS + m[CFLT]
    m[CINT] += ints
    m[CFLT] += floats
    return entry


def backward(m: Ints, f: Floats, entry: int) -> bool:
    """Go back through all boxes, and write for each what it holds; False if there is no room for the vectors."""
    last = m[LAYER + m[STEPS]]
    length, at = m[S_LEN + last], m[entry + E_FLOATS]
    f[at] = f[LOG_SCALE]
    for k in range(length):
        f[at + 1 + k] = f[m[S_AT + last] + k]
    m[S_BACK + last], m[S_BLOW + last], m[S_BLEN + last] = BACKWARD, 0, 1
    f[BACKWARD] = 1.0
    m[BTOP], m[LAST_BACK] = 1, BACKWARD
    box = entry + E_HEAD
    mean = at + 1 + length
    for step in range(m[STEPS] - 1, -1, -1):
        size = m[B_SIZE + m[ORDER + step]]
        m[box] = m[B_REP + m[ORDER + step]]
        m[box + 1] = size
        _hold(m, f, step, size, box, mean)
        box += E_BOX_HEAD + length
        mean += length
        if not _back(m, f, step, size):
            return False
    return True


def _hold(m: Ints, f: Floats, step: int, size: int, box: int, mean: int) -> None:
    """Write what a box holds: which counts at all, which by mine total, and the mean by mine total."""
    last = m[LAYER + m[STEPS]]
    length, lowest = m[S_LEN + last], m[S_LOW + last]
    for k in range(length):
        f[TOTAL + k] = 0.0
        f[MEAN + k] = 0.0
        m[box + E_BOX_HEAD + k] = 0
    possible = 0
    for move in range(m[MOVED + step], m[MOVED + step + 1]):
        target = m[M_TO + move]
        if m[S_BLEN + target] == 0:
            continue
        possible |= 1 << m[M_MINES + move]
        _meet(m, f, move, size, box, lowest)
    m[box + 2] = possible
    for k in range(length):
        f[mean + k] = f[MEAN + k] / f[TOTAL + k] if f[TOTAL + k] > 0.0 else 0.0


def _meet(m: Ints, f: Floats, move: int, size: int, box: int, lowest: int) -> None:
    """Join what leads to a move with what follows it."""
    state, target, mines = m[M_FROM + move], m[M_TO + move], m[M_MINES + move]
    weight = f[CHOOSE + 9 * size + mines]
    bit = 1 << mines
    base = m[S_LOW + state] + mines + m[S_BLOW + target] - lowest
    ahead, behind = m[S_BACK + target], m[S_AT + state]
    m[WORK] += m[S_LEN + state] * m[S_BLEN + target]
    for i in range(m[S_LEN + state]):
        here = weight * f[behind + i]
        if here == 0.0:
            continue
        for k in range(m[S_BLEN + target]):
            part = here * f[ahead + k]
            if part > 0.0:
                f[TOTAL + base + i + k] += part
                f[MEAN + base + i + k] += part * mines
                m[box + E_BOX_HEAD + base + i + k] |= bit


def _back(m: Ints, f: Floats, step: int, size: int) -> bool:
    """Give the states of a layer the vectors of what can follow them; False if there is no room."""
    first, last = m[LAYER + step], m[LAYER + step + 1]
    for state in range(first, last):
        m[S_BLEN + state] = 0
    for move in range(m[MOVED + step], m[MOVED + step + 1]):
        target = m[M_TO + move]
        if m[S_BLEN + target]:
            _widen_back(m, m[M_FROM + move], target, m[M_MINES + move])
    if not _allot(m, f, first, last):
        return False
    for move in range(m[MOVED + step], m[MOVED + step + 1]):
        if m[S_BLEN + m[M_TO + move]]:
            _carry(m, f, move, size)
    if step % 8 == 7:
        rescale(f, m[LAST_BACK], BACKWARD + m[BTOP])
    return True


def _allot(m: Ints, f: Floats, first: int, last: int) -> bool:
    """Find room for the vectors of a layer; those of earlier layers are not needed any more, but for the last one."""
    room = 0
    for state in range(first, last):
        room += m[S_BLEN + state]
    top = BACKWARD + m[BTOP]
    if top + room > BACKWARD + VECTOR_ROOM:
        top = BACKWARD
        if top + room > m[LAST_BACK]:
            return False
    m[LAST_BACK], m[BTOP] = top, top + room - BACKWARD
    for place in range(top, top + room):
        f[place] = 0.0
    for state in range(first, last):
        m[S_BACK + state] = top
        top += m[S_BLEN + state]
    return True


def _widen_back(m: Ints, state: int, target: int, mines: int) -> None:
    low = m[S_BLOW + target] + mines
    high = low + m[S_BLEN + target]
    if m[S_BLEN + state]:
        high = max(high, m[S_BLOW + state] + m[S_BLEN + state])
        low = min(low, m[S_BLOW + state])
    m[S_BLOW + state] = low
    m[S_BLEN + state] = high - low


def _carry(m: Ints, f: Floats, move: int, size: int) -> None:
    state, target, mines = m[M_FROM + move], m[M_TO + move], m[M_MINES + move]
    weight = f[CHOOSE + 9 * size + mines]
    begin = m[S_BACK + state] + m[S_BLOW + target] + mines - m[S_BLOW + state]
    source = m[S_BACK + target]
    for k in range(m[S_BLEN + target]):
        f[begin + k] += weight * f[source + k]
