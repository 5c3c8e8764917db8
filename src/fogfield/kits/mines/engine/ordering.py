"""The order in which the boxes of a component are counted: close the open number that lacks the fewest boxes."""

from fogfield.kits.mines.engine.layout import (  # isort: skip
    ACTIVE, BOXES, B_DONE, B_NUM, B_NUMS, B_SIZE, Ints, NUMBERS, N_BOX, N_BOXES, N_LEFT, N_ROOM, SCRATCH,
)  # fmt: skip


#: How many numbers are open.
OPENS = SCRATCH + 32


def begin_order(m: Ints) -> None:
    """Begin with no box assigned."""
    m[OPENS] = 0
    for box in range(m[BOXES]):
        m[B_DONE + box] = 0
    for number in range(m[NUMBERS]):
        m[N_LEFT + number] = m[N_BOXES + number]
        room = 0
        for k in range(m[N_BOXES + number]):
            room += m[B_SIZE + m[N_BOX + 8 * number + k]]
        m[N_ROOM + number] = room


def next_box(m: Ints) -> int:
    """Give the next box, and note that it is assigned: N_LEFT and N_ROOM tell what comes after it."""
    box = m[BOXES] - 1  # the search reached it last, so it lies at a rim
    if m[OPENS]:
        number, fewest = 0, 9
        for k in range(m[OPENS]):
            left = m[N_LEFT + m[ACTIVE + k]]
            if left < fewest:
                number, fewest = m[ACTIVE + k], left
        box = _box_of(m, number)
    m[B_DONE + box] = 1
    for k in range(m[B_NUMS + box]):
        _use(m, m[B_NUM + 8 * box + k], m[B_SIZE + box])
    return box


def _box_of(m: Ints, number: int) -> int:
    """Give the box of a number that opens the fewest others."""
    best, fewest = -1, 9
    for k in range(m[N_BOXES + number]):
        box = m[N_BOX + 8 * number + k]
        if m[B_DONE + box]:
            continue
        opens = 0
        for i in range(m[B_NUMS + box]):
            other = m[B_NUM + 8 * box + i]
            opens += 1 if m[N_LEFT + other] == m[N_BOXES + other] else 0
        if opens < fewest:
            best, fewest = box, opens
    return best


def _use(m: Ints, number: int, size: int) -> None:
    if m[N_LEFT + number] == m[N_BOXES + number]:
        m[ACTIVE + m[OPENS]] = number
        m[OPENS] += 1
    m[N_LEFT + number] -= 1
    m[N_ROOM + number] -= size
    if m[N_LEFT + number] == 0:
        for k in range(m[OPENS]):
            if m[ACTIVE + k] == number:
                m[OPENS] -= 1
                m[ACTIVE + k] = m[ACTIVE + m[OPENS]]
                return
