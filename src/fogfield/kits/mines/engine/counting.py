"""Count the solutions of the collected component, by mine total: box after box, merging what makes no difference.

A state is what the open numbers still lack, three bits each. Numbers open with their first box and close with their
last, so a state has as many of them as the component is wide at that place. Going forward gives the weight of each
state, going back (caching.py) what can follow; together they say for each box how many mines it holds.
"""

from fogfield.kits.mines.engine.ordering import begin_order, next_box

from fogfield.kits.mines.engine.layout import (  # isort: skip
    BOXES, B_NUM, B_NUMS, B_SIZE, CHOOSE, FORWARD, FTOP, Floats, HASH_ROOM, HSTAMP, H_OWNER, H_STATE, Ints, LAYER,
    LOG_SCALE, MOVED, MOVES, MOVE_ROOM, M_FROM, M_MINES, M_TO, NEED, NUMBER, NUMBERS, N_LEFT, N_ROOM, N_SLOT, ORDER,
    SCRATCH, SLOTS, STATES, STATE_ROOM, STEPS, S_AT, S_KEY, S_LEN, S_LOW, VECTOR_ROOM, WORK,
)  # fmt: skip


#: Slots of a key: twenty numbers of three bits.
SLOT_COUNT = 20
NOT_OPEN = -1
#: Set beside the slots when there were too few.
NO_SLOT = 1 << SLOT_COUNT
# Places in SCRATCH: the numbers of the current box.
SHIFTS, ROOMS = SCRATCH, SCRATCH + 16


#: What came of a count.
COUNTED, NO_ROOM, NO_SOLUTION = 0, 1, 2


def forward(m: Ints, f: Floats) -> int:
    """Go forward through all boxes."""
    m[STATES], m[MOVES], m[FTOP], m[STEPS] = 1, 0, 1, 0
    m[SLOTS] = 0
    m[LAYER], m[S_KEY], m[S_AT], m[S_LOW], m[S_LEN] = 0, 0, FORWARD, 0, 1
    f[FORWARD] = 1.0
    f[LOG_SCALE] = 0.0
    begin_order(m)
    for number in range(m[NUMBERS]):
        m[N_SLOT + number] = NOT_OPEN
    done = 0
    while done < m[BOXES]:
        if not _take(m, f, next_box(m)):
            return NO_ROOM
        if m[STATES] == m[LAYER + m[STEPS]]:
            return NO_SOLUTION
        done += 1
    m[LAYER + m[STEPS] + 1] = m[STATES]
    m[MOVED + m[STEPS]] = m[MOVES]
    return COUNTED


def _take(m: Ints, f: Floats, box: int) -> bool:
    """Assign the mines of a box in every state of the last layer."""
    step = m[STEPS]
    first, last = m[LAYER + step], m[STATES]
    m[ORDER + step] = box
    m[MOVED + step] = m[MOVES]
    m[HSTAMP] += 1
    size = m[B_SIZE + box]
    added, each, count = _open_numbers(m, box)
    if m[SLOTS] & NO_SLOT:
        return False
    for state in range(first, last):
        key = m[S_KEY + state] + added
        low, high = 0, size
        for k in range(count):
            lacks = (key >> m[SHIFTS + k]) & 7
            high = min(high, lacks)
            low = max(low, lacks - m[ROOMS + k])
        for mines in range(low, high + 1):
            if not _move(m, state, key - mines * each, mines):
                return False
    _close_numbers(m, box)
    m[STEPS] = step + 1
    m[LAYER + step + 1] = last
    return _weigh(m, f, step, size)


def _open_numbers(m: Ints, box: int) -> tuple[int, int, int]:
    """Give slots to the numbers that begin with a box; gives what to add to keys, what a mine takes, how many count."""
    added, each, count = 0, 0, 0
    for k in range(m[B_NUMS + box]):
        number = m[B_NUM + 8 * box + k]
        if m[N_SLOT + number] == NOT_OPEN:
            added += _slot(m, number)
        shift = m[N_SLOT + number]
        each += 1 << shift
        m[SHIFTS + count] = shift
        m[ROOMS + count] = m[N_ROOM + number]
        count += 1
    return added, each, count


def _slot(m: Ints, number: int) -> int:
    for slot in range(SLOT_COUNT):
        if (m[SLOTS] >> slot) & 1 == 0:
            m[SLOTS] |= 1 << slot
            m[N_SLOT + number] = 3 * slot
            return m[NEED + m[NUMBER + number]] << (3 * slot)
    m[N_SLOT + number] = 0
    m[SLOTS] |= NO_SLOT
    return 0


def _close_numbers(m: Ints, box: int) -> None:
    for k in range(m[B_NUMS + box]):
        number = m[B_NUM + 8 * box + k]
        if m[N_LEFT + number] == 0:
            m[SLOTS] &= ~(1 << (m[N_SLOT + number] // 3))


def _move(m: Ints, state: int, key: int, mines: int) -> bool:
    """Note a move from a state to the one with this key, which is made if it is new."""
    if m[MOVES] >= MOVE_ROOM:
        return False
    spot = ((key ^ (key >> 17) ^ (key >> 34)) * 40503) & (HASH_ROOM - 1)
    while True:
        if m[H_OWNER + spot] != m[HSTAMP]:
            target = m[STATES]
            if target >= STATE_ROOM:
                return False
            m[STATES] = target + 1
            m[H_OWNER + spot] = m[HSTAMP]
            m[H_STATE + spot] = target
            m[S_KEY + target] = key
            m[S_LEN + target] = 0
            break
        target = m[H_STATE + spot]
        if m[S_KEY + target] == key:
            break
        spot = (spot + 1) & (HASH_ROOM - 1)
    _widen(m, state, target, mines)
    move = m[MOVES]
    m[MOVES] = move + 1
    m[M_FROM + move] = state
    m[M_TO + move] = target
    m[M_MINES + move] = mines
    return True


def _widen(m: Ints, state: int, target: int, mines: int) -> None:
    """Let the totals of a state include those that come from another."""
    low = m[S_LOW + state] + mines
    high = low + m[S_LEN + state]
    if m[S_LEN + target]:
        high = max(high, m[S_LOW + target] + m[S_LEN + target])
        low = min(low, m[S_LOW + target])
    m[S_LOW + target] = low
    m[S_LEN + target] = high - low


def _weigh(m: Ints, f: Floats, step: int, size: int) -> bool:
    """Give the states of the new layer their vectors."""
    top = FORWARD + m[FTOP]
    for state in range(m[LAYER + step + 1], m[STATES]):
        m[S_AT + state] = top
        top += m[S_LEN + state]
        if top > FORWARD + VECTOR_ROOM:
            return False
    for place in range(FORWARD + m[FTOP], top):
        f[place] = 0.0
    for move in range(m[MOVED + step], m[MOVES]):
        state, target, mines = m[M_FROM + move], m[M_TO + move], m[M_MINES + move]
        weight = f[CHOOSE + 9 * size + mines]
        begin = m[S_AT + target] + m[S_LOW + state] + mines - m[S_LOW + target]
        source = m[S_AT + state]
        m[WORK] += m[S_LEN + state]
        for k in range(m[S_LEN + state]):
            f[begin + k] += weight * f[source + k]
    if step % 8 == 7:
        f[LOG_SCALE] += rescale(f, FORWARD + m[FTOP], top)
    m[FTOP] = top - FORWARD
    return True


#: Nothing that is possible weighs less, however much more something else weighs: then it would be taken for impossible.
FAINT = 1e-120


def rescale(f: Floats, first: int, last: int) -> float:
    """Make large numbers smaller by a common power of two; gives its exponent. What is FAINT stays so."""
    most = 0.0
    for place in range(first, last):
        most = max(most, f[place])
    exponent = 0.0
    while most > 1e60:
        most *= 2.0**-200
        exponent += 200.0
    if exponent > 0.0:
        for place in range(first, last):
            if f[place] > 0.0:
                f[place] = max(FAINT, f[place] * 2.0**-exponent)
    return exponent
