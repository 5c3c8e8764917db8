"""The whole game tree of a board with few solutions: the cell that wins in most of them, played to the end.

A position is the set of solutions that are still possible. A cell that is safe in all of them and tells something is
opened at once; otherwise each cell is tried, the safest first, as long as it could still be the best.
"""

from fogfield.kits.mines.engine.listing import BANG

from fogfield.kits.mines.engine.layout import (  # isort: skip
    CHOICE, Ints, MOST_SOLUTIONS, MOST_SOLUTION_CELLS, NODES, NODE_ROOM, SCELLS, SOLS, STAMP, TREE_NODES, T_CELL,
    T_FRAME, T_LIST, T_MEMO, T_MINE, T_WORD,
)  # fmt: skip


# A frame of the stack.
_FRAME, _FRAMES = 1024, 128
_BEGIN, _COUNT, _CANDS, _NEXT, _GROUP, _SUM, _LEFT, _BEST, _BEST_CELL, _TOP, _KEY = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
_GROUPS = 16  # where the solutions of each digit begin; ten of them
_CELLS = 32
_ALIVE = _CELLS + MOST_SOLUTION_CELLS  # in how many solutions a cell is safe
_LIST_ROOM = MOST_SOLUTIONS * 128
#: No answer: the stack or the nodes were used up.
GIVEN_UP = -1


def best_by_tree(m: Ints) -> int:
    """Choose among the listed solutions; gives in how many of them the game is won, or GIVEN_UP."""
    m[NODES] = 0
    m[STAMP] += 1
    for k in range(m[SOLS]):
        m[T_LIST + k] = k
    depth, value = _enter(m, 0, 0, m[SOLS], m[SOLS])
    while depth > 0:
        if m[NODES] > m[TREE_NODES] or depth >= _FRAMES - 1:
            return GIVEN_UP
        depth, value = _go_on(m, depth, value)
    if m[NODES] > m[TREE_NODES]:
        return GIVEN_UP
    m[CHOICE] = m[T_CELL + m[T_FRAME + _BEST_CELL]]
    return value


def _enter(m: Ints, depth: int, begin: int, count: int, top: int) -> tuple[int, int]:
    """Enter a position: gives a deeper stack, or the same and the value that is known at once."""
    m[NODES] += 1
    key = 0
    for k in range(begin, begin + count):
        key ^= m[T_WORD + m[T_LIST + k]]
    spot = _look_up(m, key)
    if m[spot + 1] == m[STAMP] and depth:
        return depth, m[spot + 2]
    frame = T_FRAME + _FRAME * depth
    m[frame + _BEGIN], m[frame + _COUNT], m[frame + _TOP], m[frame + _KEY] = begin, count, top, key
    m[frame + _CANDS], m[frame + _NEXT], m[frame + _GROUP], m[frame + _BEST], m[frame + _SUM] = 0, 0, 10, 0, 0
    m[frame + _BEST_CELL] = 0
    _candidates(m, frame)
    return depth + 1, -1


def _look_up(m: Ints, key: int) -> int:
    """Give the place of a position in the memo: its own, or a free one."""
    slot = (key ^ (key >> 23) ^ (key >> 41)) & (NODE_ROOM - 1)
    for _ in range(8):
        spot = T_MEMO + 4 * slot
        if m[spot + 1] != m[STAMP] or m[spot] == key:
            break
        slot = (slot + 1) & (NODE_ROOM - 1)
    spot = T_MEMO + 4 * slot
    if m[spot] != key:
        m[spot + 1] = 0
    return spot


def _candidates(m: Ints, frame: int) -> None:
    """List the cells that may be opened in a position, the safest first; one that is free and tells something alone."""
    count = m[frame + _COUNT]
    for cell in range(m[SCELLS]):
        alive, shown = _scan(m, frame, cell)
        if alive == 0 or (alive == count and shown & (shown - 1) == 0):
            continue  # a mine for sure, or open already, or it tells nothing
        if alive == count:
            m[frame + _CANDS] = 1
            m[frame + _CELLS], m[frame + _ALIVE] = cell, alive
            return
        place = m[frame + _CANDS]
        while place > 0 and m[frame + _ALIVE + place - 1] < alive:
            m[frame + _CELLS + place] = m[frame + _CELLS + place - 1]
            m[frame + _ALIVE + place] = m[frame + _ALIVE + place - 1]
            place -= 1
        m[frame + _CELLS + place], m[frame + _ALIVE + place] = cell, alive
        m[frame + _CANDS] += 1


def _scan(m: Ints, frame: int, cell: int) -> tuple[int, int]:
    """Count the solutions of a position in which a cell is safe; gives what it shows in them as a bit set, too."""
    alive, shown = 0, 0
    begin = m[frame + _BEGIN]
    for k in range(begin, begin + m[frame + _COUNT]):
        digit = m[T_MINE + MOST_SOLUTION_CELLS * m[T_LIST + k] + cell]
        if digit != BANG:
            alive += 1
            shown |= 1 << digit
    return alive, shown


def _go_on(m: Ints, depth: int, value: int) -> tuple[int, int]:
    """Go on at the top of the stack, with the value of the position that was left, if there was one."""
    frame = T_FRAME + _FRAME * (depth - 1)
    if value >= 0:
        m[frame + _SUM] += value
    while True:
        while m[frame + _GROUP] < 9:
            digit = m[frame + _GROUP]
            begin, end = m[frame + _GROUPS + digit], m[frame + _GROUPS + digit + 1]
            if m[frame + _SUM] + m[frame + _LEFT] <= m[frame + _BEST]:
                break
            m[frame + _GROUP] += 1
            m[frame + _LEFT] -= end - begin
            if end - begin <= 2:
                m[frame + _SUM] += min(end - begin, 1) if end - begin < 2 else _pair(m, begin)
            else:
                return _enter(m, depth, begin, end - begin, m[frame + _GROUPS + 9])
        if m[frame + _GROUP] == 9 and m[frame + _SUM] > m[frame + _BEST]:
            m[frame + _BEST] = m[frame + _SUM]
            m[frame + _BEST_CELL] = m[frame + _CELLS + m[frame + _NEXT] - 1]
        if not _try_next(m, frame):
            return _leave(m, frame, depth)


def _pair(m: Ints, begin: int) -> int:
    """Give the value of two solutions: both, if a cell that is safe in both shows different digits."""
    one = T_MINE + MOST_SOLUTION_CELLS * m[T_LIST + begin]
    other = T_MINE + MOST_SOLUTION_CELLS * m[T_LIST + begin + 1]
    for cell in range(m[SCELLS]):
        if m[one + cell] != m[other + cell] and m[one + cell] != BANG and m[other + cell] != BANG:
            return 2
    return 1


def _try_next(m: Ints, frame: int) -> bool:
    """Divide the solutions by what the next cell shows; False if no other cell can be better."""
    place = m[frame + _NEXT]
    if place >= m[frame + _CANDS] or m[frame + _ALIVE + place] <= m[frame + _BEST]:
        return False
    begin, count, top = m[frame + _BEGIN], m[frame + _COUNT], m[frame + _TOP]
    if top + count > _LIST_ROOM:
        m[NODES] = m[TREE_NODES] + 1
        return False
    cell = m[frame + _CELLS + place]
    for digit in range(9):
        m[frame + _GROUPS + digit] = top
        for k in range(begin, begin + count):
            if m[T_MINE + MOST_SOLUTION_CELLS * m[T_LIST + k] + cell] == digit:
                m[T_LIST + top] = m[T_LIST + k]
                top += 1
    m[frame + _GROUPS + 9] = top
    m[frame + _NEXT] = place + 1
    m[frame + _GROUP], m[frame + _SUM], m[frame + _LEFT] = 0, 0, m[frame + _ALIVE + place]
    return True


def _leave(m: Ints, frame: int, depth: int) -> tuple[int, int]:
    """Leave a position with its value, and remember it."""
    spot = _look_up(m, m[frame + _KEY])
    m[spot], m[spot + 1], m[spot + 2] = m[frame + _KEY], m[STAMP], m[frame + _BEST]
    return depth - 1, m[frame + _BEST]
