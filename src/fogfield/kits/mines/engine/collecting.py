"""A component: numbers that share unknown cells, and these cells merged into boxes with the same numbers around."""

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AROUND, BOXES, B_KEY, B_NUM, B_NUMS, B_REP, B_SIZE, CELL, CELLS, COVER, CUT, FREE, INDEX, Ints, KEY_A, KEY_B, NEED,
    NUMBER, NUMBERS, N_BOX, N_BOXES, OPEN, ROOM, SEEN, STAMP, STATE, SURVEY, UNKNOWN, WORD_A, WORD_B, WORK,
)  # fmt: skip


#: Names are sums below this.
NAMES = (1 << 60) - 1
#: The work of collecting a number, in additions.
EACH = 20


def collect(m: Ints, start: int, most: int) -> None:
    """Collect the component of an open number with unknown cells, or so many of its numbers that are nearest."""
    m[STAMP] += 1
    m[ROOM], m[CUT] = most, 0
    m[NUMBERS], m[CELLS], m[BOXES] = 0, 0, 0
    m[KEY_A], m[KEY_B] = 0, 0
    _add_number(m, start)
    done = 0
    while done < m[NUMBERS]:
        number = m[NUMBER + done]
        done += 1
        for k in range(AROUND, AROUND + 8):
            near = number + m[k]
            if m[STATE + near] == UNKNOWN and m[SEEN + near] != m[STAMP]:
                _add_cell(m, near)
    m[WORK] += EACH * m[NUMBERS]


def _add_number(m: Ints, number: int) -> None:
    m[SEEN + number] = m[STAMP]
    m[COVER + number] = m[SURVEY]
    place = m[NUMBERS]
    m[INDEX + number] = place
    m[NUMBER + place] = number
    m[N_BOXES + place] = 0
    m[NUMBERS] = place + 1
    need = m[NEED + number] + 1
    m[KEY_A] = (m[KEY_A] + m[WORD_A + number] * need) & NAMES
    m[KEY_B] = (m[KEY_B] + m[WORD_B + number] * need) & NAMES


def _add_cell(m: Ints, cell: int) -> None:
    m[SEEN + cell] = m[STAMP]
    m[CELL + m[CELLS]] = cell
    m[CELLS] += 1
    m[KEY_A] = (m[KEY_A] + m[WORD_A + cell] * 11) & NAMES
    m[KEY_B] = (m[KEY_B] + m[WORD_B + cell] * 11) & NAMES
    key = 0
    first = -1
    for k in range(AROUND, AROUND + 8):
        near = cell + m[k]
        if m[STATE + near] == OPEN:
            if m[SEEN + near] != m[STAMP]:
                if m[NUMBERS] >= m[ROOM]:
                    m[CUT] = 1
                    continue
                _add_number(m, near)
            key ^= m[WORD_A + near]
            if first < 0:
                first = m[INDEX + near]
    for k in range(m[N_BOXES + first]):
        box = m[N_BOX + 8 * first + k]
        if m[B_KEY + box] == key:
            m[B_SIZE + box] += 1
            m[INDEX + cell] = box
            return
    m[INDEX + cell] = _add_box(m, cell, key)


def _add_box(m: Ints, cell: int, key: int) -> int:
    box = m[BOXES]
    m[BOXES] = box + 1
    m[B_KEY + box] = key
    m[B_SIZE + box] = 1
    m[B_REP + box] = cell
    count = 0
    for k in range(AROUND, AROUND + 8):
        near = cell + m[k]
        if m[STATE + near] == OPEN and m[SEEN + near] == m[STAMP]:
            number = m[INDEX + near]
            m[B_NUM + 8 * box + count] = number
            count += 1
            m[N_BOX + 8 * number + m[N_BOXES + number]] = box
            m[N_BOXES + number] += 1
    m[B_NUMS + box] = count
    return box


def next_component(m: Ints, number: int) -> bool:
    """Say whether an open number belongs to a component that this survey has not met yet."""
    return m[STATE + number] == OPEN and m[FREE + number] > 0 and m[COVER + number] != m[SURVEY]
