"""Pairs of neighbours that nothing will ever tell apart: every other cell that sees just one of them is a mine.

If one of both is a mine, too, luck decides, now or later. Whoever leaves such a pair for later wins half of those games
at most. So it is worth something to have it behind oneself: by opening one of both, or a cell that is a mine whenever
the pair cannot be told apart. With a chance p for such a pair, these cells are worth 1 / (1 - p / 2) times as much.
"""

from fogfield.kits.mines.engine.layout import (  # isort: skip
    BOX_OF, CLOSED, CLOSED_LIST, COMP, COMP_BOX, COMP_OF, EDGE, E_BOX_HEAD, E_HEAD, E_LEN, FRONTIER, F_BOX, F_CELL,
    Floats, Ints, LOCAL, LUCK, MINE, MOST_LUCK, REST_CELL, RISK, STATE, STRIDE, TWIN, UNKNOWN,
)  # fmt: skip


#: Chances below this make no difference.
LEAST = 1e-3
#: What a box of two cells may hold, as a bit set: one mine for sure, at most one, at least one, both or none.
ONE, AT_MOST_ONE, AT_LEAST_ONE, NEVER_ONE = 2, 3, 6, 5


def foresee(m: Ints, f: Floats) -> None:
    """Write for each unknown cell how much it is worth to have pairs behind oneself (LUCK), and its TWIN if it has one.

    On a large board only cells beside a number are looked at; what may be far from all of them is nobody's worry now.
    """
    stride = m[STRIDE]
    for k in range(m[FRONTIER]):
        m[BOX_OF + m[F_CELL + k]] = m[F_BOX + k]
    for k in range(m[FRONTIER]):
        _look_around(m, f, m[F_CELL + k], stride)
    if m[LOCAL]:
        return
    for k in range(m[CLOSED]):
        if m[COMP_OF + m[CLOSED_LIST + k]] == REST_CELL:
            _look_around(m, f, m[CLOSED_LIST + k], stride)


def forget_luck(m: Ints, f: Floats) -> None:
    """Let no cell be worth more than another one."""
    f[MOST_LUCK] = 1.0
    for k in range(m[CLOSED]):
        f[LUCK + m[CLOSED_LIST + k]] = 1.0
        m[TWIN + m[CLOSED_LIST + k]] = 0


def _look_around(m: Ints, f: Floats, cell: int, stride: int) -> None:
    """Look at the pairs of a cell with what lies right of it, and below."""
    if m[STATE + cell] != UNKNOWN:
        return
    for k in range(2):
        step, side = (1, stride) if k == 0 else (stride, 1)
        if m[STATE + cell + step] == UNKNOWN:
            chance = _chance(m, f, cell, step, side)
            if chance > LEAST:
                _note(m, f, cell, step, side, chance)


def _beside(cell: int, step: int, side: int, k: int) -> int:
    """Give one of the six cells that see just one of a pair."""
    return cell + (k % 3 - 1) * side + (2 * step if k > 2 else -step)


def _chance(m: Ints, f: Floats, cell: int, step: int, side: int) -> float:
    """Say how likely it is that nothing will ever tell a pair apart, as if each cell around it were alone."""
    chance = 1.0
    for k in range(6):
        near = _beside(cell, step, side, k)
        if m[STATE + near] == UNKNOWN:
            chance *= f[RISK + near]
            if chance < LEAST:
                return 0.0
        elif m[STATE + near] != MINE and m[STATE + near] != EDGE:
            return 0.0
    return chance * _just_one(m, f, cell)


def _just_one(m: Ints, f: Floats, cell: int) -> float:
    """Say how likely it is that just one cell of a pair is a mine. Both touch the same numbers, so they share a box."""
    risk = f[RISK + cell]
    if m[COMP_OF + cell] < 0:
        return 2.0 * risk * (1.0 - risk)
    comp = m[COMP_OF + cell]
    entry = m[COMP + comp]
    box = entry + E_HEAD + (m[BOX_OF + cell] - m[COMP_BOX + comp]) * (E_BOX_HEAD + m[entry + E_LEN])
    size, held = m[box + 1], m[box + 2]
    if size > 2:  # as if it always held as many as it does in the mean
        return 2.0 * risk * size * (1.0 - risk) / (size - 1.0)
    if held == ONE:
        return 1.0
    if held == AT_MOST_ONE:
        return 2.0 * risk
    if held == AT_LEAST_ONE:
        return 2.0 * (1.0 - risk)
    return 0.0 if held == NEVER_ONE else 2.0 * risk * (1.0 - risk)


def _note(m: Ints, f: Floats, cell: int, step: int, side: int, chance: float) -> None:
    """Note that both cells of a pair, and those that see just one of them, are worth more."""
    if chance == 1.0:
        m[TWIN + cell], m[TWIN + cell + step] = cell + step, cell
    worth = 1.0 / (1.0 - 0.5 * chance)
    _raise(f, cell, worth)
    _raise(f, cell + step, worth)
    for k in range(6):
        near = _beside(cell, step, side, k)
        if m[STATE + near] == UNKNOWN:
            _raise(f, near, worth)


def _raise(f: Floats, cell: int, worth: float) -> None:
    f[LUCK + cell] *= worth
    f[MOST_LUCK] = max(f[MOST_LUCK], f[LUCK + cell])
