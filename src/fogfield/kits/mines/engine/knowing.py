"""What is known of each cell, and what follows from one number alone."""

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AHEAD, AROUND, BROKEN, CLOSED, CLOSED_LIST, COLS, COMP_OF, COVER, DIRTIES, DIRTY, DIRTY_LIST, EDGE, FOUND, FREE,
    Floats, Ints, LEARNT, LEARNTS, MINE, NEARBY, NEARBY_LIST, NEED, NO_CELL, OPEN, OPENED, QUEUE, QUEUED, QUEUES, ROWS,
    SAFE, SAFES, SAFE_LIST, SIZE, STATE, STRIDE, UNKNOWN, UNKNOWNS,
)  # fmt: skip


def clear(m: Ints, f: Floats) -> None:
    """Forget the board; its shape, ROWS and COLS, stays."""
    rows, cols = m[ROWS], m[COLS]
    stride = cols + 2
    m[STRIDE], m[SIZE] = stride, (rows + 2) * stride
    for place in (FOUND, OPENED, BROKEN, QUEUES, SAFES, DIRTIES, LEARNTS, CLOSED, NEARBY, AHEAD):
        m[place] = 0
    for cell in range(m[SIZE]):
        row, col = cell // stride, cell % stride
        inside = 1 <= row <= rows and 1 <= col <= cols
        m[STATE + cell] = UNKNOWN if inside else EDGE
        m[NEED + cell] = 0
        m[FREE + cell] = 0
        m[QUEUED + cell] = 0
        m[DIRTY + cell] = 0
        m[COMP_OF + cell] = NO_CELL
        if inside:
            m[CLOSED_LIST + m[CLOSED]] = cell
            m[CLOSED] += 1
            high = 3 - (row == 1) - (row == rows)
            wide = 3 - (col == 1) - (col == cols)
            m[FREE + cell] = high * wide - 1
    _steps(m, stride)
    m[UNKNOWNS] = rows * cols


def _steps(m: Ints, stride: int) -> None:
    place = AROUND
    for down in range(-1, 2):
        for right in range(-1, 2):
            if down or right:
                m[place] = down * stride + right
                place += 1


def touch(m: Ints, number: int) -> None:
    """Note that the surroundings of an open number changed."""
    need, free = m[NEED + number], m[FREE + number]
    if need < 0 or need > free:
        m[BROKEN] = 1
    elif free == 0:
        pass
    elif need == 0 or need == free:
        if m[QUEUED + number] == 0:
            m[QUEUED + number] = 1
            m[QUEUE + m[QUEUES]] = number
            m[QUEUES] += 1
    else:
        m[COVER + number] = 0  # it has to be looked at again, even in the same survey
        if m[DIRTY + number] == 0:
            m[DIRTY + number] = 1
            m[DIRTY_LIST + m[DIRTIES]] = number
            m[DIRTIES] += 1


def learn(m: Ints, cell: int, what: int) -> None:
    """Note that an unknown cell is a MINE, or SAFE."""
    m[STATE + cell] = what
    m[UNKNOWNS] -= 1
    m[LEARNT + m[LEARNTS]] = cell
    m[LEARNTS] += 1
    if what == MINE:
        m[FOUND] += 1
        for k in range(AROUND, AROUND + 8):
            near = cell + m[k]
            m[FREE + near] -= 1
            m[NEED + near] -= 1
            if m[STATE + near] == OPEN:
                touch(m, near)
        return
    m[SAFE_LIST + m[SAFES]] = cell
    m[SAFES] += 1
    for k in range(AROUND, AROUND + 8):
        near = cell + m[k]
        m[FREE + near] -= 1
        if m[STATE + near] == OPEN:
            touch(m, near)


def open_cell(m: Ints, cell: int, digit: int) -> None:
    """Note that a cell was opened and shows a digit."""
    if m[STATE + cell] == UNKNOWN:
        m[UNKNOWNS] -= 1
        for k in range(AROUND, AROUND + 8):
            near = cell + m[k]
            m[FREE + near] -= 1
            if m[STATE + near] == OPEN:
                touch(m, near)
    elif m[STATE + cell] != SAFE:
        m[BROKEN] = 1
        return
    m[STATE + cell] = OPEN
    m[OPENED] += 1
    m[NEED + cell] += digit
    m[NEARBY_LIST + m[NEARBY]] = cell
    m[NEARBY] += 1
    touch(m, cell)


def tidy(m: Ints) -> None:
    """Shorten the lists of unknown cells and of numbers beside them, so that large boards are not looked through."""
    kept = 0
    for k in range(m[CLOSED]):
        cell = m[CLOSED_LIST + k]
        if m[STATE + cell] == UNKNOWN:
            m[CLOSED_LIST + kept] = cell
            kept += 1
        else:
            m[COMP_OF + cell] = NO_CELL
    m[CLOSED] = kept
    kept = 0
    for k in range(m[NEARBY]):
        number = m[NEARBY_LIST + k]
        if m[FREE + number] > 0:
            m[NEARBY_LIST + kept] = number
            kept += 1
    m[NEARBY] = kept


def settle(m: Ints) -> None:
    """Follow single numbers as far as they lead: all that they lack must be mines, or nothing is lacking."""
    while m[QUEUES] > 0 and m[BROKEN] == 0:
        m[QUEUES] -= 1
        number = m[QUEUE + m[QUEUES]]
        m[QUEUED + number] = 0
        free = m[FREE + number]
        if free == 0 or (m[NEED + number] != 0 and m[NEED + number] != free):
            continue
        what = SAFE if m[NEED + number] == 0 else MINE
        for k in range(AROUND, AROUND + 8):
            near = number + m[k]
            if m[STATE + near] == UNKNOWN:
                learn(m, near, what)


def unlearn(m: Ints, down_to: int) -> None:
    """Forget what was learnt last, until only so many lessons are left; nothing was opened in between."""
    while m[LEARNTS] > down_to:
        m[LEARNTS] -= 1
        cell = m[LEARNT + m[LEARNTS]]
        mine = 1 if m[STATE + cell] == MINE else 0
        m[FOUND] -= mine
        m[SAFES] -= 1 - mine
        m[STATE + cell] = UNKNOWN
        m[UNKNOWNS] += 1
        for k in range(AROUND, AROUND + 8):
            m[FREE + cell + m[k]] += 1
            m[NEED + cell + m[k]] += mine


def shut(m: Ints, cell: int, digit: int, before: int) -> None:
    """Take back that a cell was opened which was UNKNOWN or SAFE before."""
    m[STATE + cell] = before
    m[NEARBY] -= 1
    m[OPENED] -= 1
    m[NEED + cell] -= digit
    if before == UNKNOWN:
        m[UNKNOWNS] += 1
        for k in range(AROUND, AROUND + 8):
            m[FREE + cell + m[k]] += 1


def forget_lists(m: Ints, dirties: int) -> None:
    """Empty the queue, and the list of changed numbers down to a length."""
    while m[QUEUES] > 0:
        m[QUEUES] -= 1
        m[QUEUED + m[QUEUE + m[QUEUES]]] = 0
    while m[DIRTIES] > dirties:
        m[DIRTIES] -= 1
        m[DIRTY + m[DIRTY_LIST + m[DIRTIES]]] = 0
    m[BROKEN] = 0
