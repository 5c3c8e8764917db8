"""Whole games without leaving the engine: boards are laid, played and counted here. Only this page reads TRUTH."""

from fogfield.kits.mines.engine.choosing import SIMPLE, choose
from fogfield.kits.mines.engine.knowing import clear, learn, open_cell, settle
from fogfield.kits.mines.engine.surveying import prove, survey

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AROUND, BROKEN, CAND, CHOICE, COLS, EAGER, EDGE, FIRST, Floats, GUESSES, HITS_MINE, Ints, LEVEL, LIVES, MINE, MINES,
    OPENED, ROWS, SAFE, SAFES, SAFE_LIST, SEED_A, SEED_B, SIZE, START, STATE, TRUTH, UNKNOWN, WON, WORK, WRONG,
)  # fmt: skip


#: Start rules: the first cell may be a mine, is none, or has none around it either.
UNSAFE, SAFE_START, ZERO = 0, 1, 2
_LOW = 0xFFFFFFFF


def draw(m: Ints) -> int:
    """Give the next random number below 2**32: a xorshift and a permuted linear generator, combined."""
    a = m[SEED_A]
    a ^= (a << 13) & _LOW
    a ^= a >> 17
    a ^= (a << 5) & _LOW
    m[SEED_A] = a
    b = m[SEED_B]
    m[SEED_B] = (b * 747796405 + 2891336453) & _LOW
    word = (((b >> ((b >> 28) + 4)) ^ b) * 277803737) & _LOW
    return (word >> 22) ^ word ^ a


def lay(m: Ints) -> bool:
    """Lay the mines by the start rule, every choice being equally likely; False if there is no room for them."""
    first, free = m[FIRST], 0
    for cell in range(m[SIZE]):
        m[TRUTH + cell] = 0
        if m[STATE + cell] != EDGE:
            m[CAND + free] = cell
            free += 1
    if m[START] != UNSAFE:
        kept = 0
        for k in range(free):
            cell = m[CAND + k]
            near = cell == first
            if m[START] == ZERO:
                for i in range(AROUND, AROUND + 8):
                    near = near or cell == first + m[i]
            if not near:
                m[CAND + kept] = cell
                kept += 1
        free = kept
    if free < m[MINES]:
        return False
    for k in range(m[MINES]):
        other = k + ((draw(m) << 30) ^ draw(m)) % (free - k)
        cell = m[CAND + other]
        m[CAND + other] = m[CAND + k]
        m[TRUTH + cell] = 1
    return True


def digit(m: Ints, cell: int) -> int:
    """Count the mines around a cell."""
    count = 0
    for k in range(AROUND, AROUND + 8):
        count += m[TRUTH + cell + m[k]]
    return count


def reveal(m: Ints, cell: int) -> bool:
    """Open a cell; False if it is a mine."""
    if m[TRUTH + cell]:
        m[HITS_MINE] += 1
        return False
    open_cell(m, cell, digit(m, cell))
    return True


def open_safe(m: Ints) -> None:
    """Open all that is proved safe, and what follows from single numbers then."""
    while m[SAFES]:
        while m[SAFES]:
            m[SAFES] -= 1
            cell = m[SAFE_LIST + m[SAFES]]
            if m[STATE + cell] == SAFE and not reveal(m, cell):
                m[WRONG] += 1  # a proof was wrong: never, but it is counted
        settle(m)


def deduce(m: Ints, f: Floats) -> bool:
    """Open what can be proved as far as that leads; True if the board is won by it."""
    safe = m[ROWS] * m[COLS] - m[MINES]
    m[EAGER] = 1
    while True:
        settle(m)
        open_safe(m)
        if m[OPENED] == safe or m[BROKEN]:
            return m[OPENED] == safe
        if m[LEVEL] == SIMPLE:
            return False
        prove(m, f)
        if m[SAFES] == 0:
            survey(m, f)
            if m[SAFES] == 0:
                return False


def try_to_lay(m: Ints, f: Floats) -> bool:
    """Lay a board; True if proofs alone solve it from its first cell."""
    clear(m, f)
    m[WORK] = 0
    if not lay(m) or not reveal(m, m[FIRST]):
        return False
    return deduce(m, f)


def begin(m: Ints, f: Floats) -> None:
    """Begin to play the board that was laid."""
    clear(m, f)
    m[WON], m[GUESSES], m[HITS_MINE], m[WRONG] = 0, 0, 0, 0
    m[CHOICE] = m[FIRST]


def step(m: Ints, f: Floats) -> bool:
    """Open the chosen cell and all that is proved then, and choose the next one; False if the game is over.

    With LIVES a mine that was hit is marked, and the game goes on.
    """
    cell = m[CHOICE]
    m[WORK] = 0
    if not reveal(m, cell):
        if m[LIVES] == 0:
            return False
        learn(m, cell, MINE)
    if deduce(m, f):
        m[WON] = 1
        return False
    if m[BROKEN] == 0:
        choose(m, f)
    if m[BROKEN] or m[STATE + m[CHOICE]] != UNKNOWN:
        m[WRONG] += 1  # never, but it is counted
        return False
    m[GUESSES] += 1
    return True
