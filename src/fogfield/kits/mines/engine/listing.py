"""List all solutions of a board that has few of them, and what every unknown cell would show in each."""

from fogfield.kits.mines.engine.knowing import forget_lists, learn, settle, unlearn

from fogfield.kits.mines.engine.layout import (  # isort: skip
    AROUND, BROKEN, CLOSED, CLOSED_LIST, DIRTIES, FOUND, FRONTIER, F_CELL, INDEX, Ints, LEARNTS, MINE, MINES,
    MOST_SOLUTIONS, MOST_SOLUTION_CELLS, NEED, SAFE, SCELLS, SOLS, STATE, T_CELL, T_FRAME, T_MINE, UNKNOWN, UNKNOWNS,
)  # fmt: skip


#: What a cell shows that is a mine.
BANG = 9
#: Branches that may be tried for each solution, dead ends included.
PATIENCE = 200


def list_cells(m: Ints) -> bool:
    """List the unknown cells, those beside numbers first; False if they are too many."""
    m[SCELLS] = 0
    if m[UNKNOWNS] > MOST_SOLUTION_CELLS:
        return False
    for k in range(m[FRONTIER]):
        if m[STATE + m[F_CELL + k]] == UNKNOWN:
            _add(m, m[F_CELL + k])
    beside = m[SCELLS]
    for k in range(beside):
        m[STATE + m[T_CELL + k]] = -1
    for k in range(m[CLOSED]):
        if m[STATE + m[CLOSED_LIST + k]] == UNKNOWN:
            _add(m, m[CLOSED_LIST + k])
    for k in range(beside):
        m[STATE + m[T_CELL + k]] = UNKNOWN
    return True


def _add(m: Ints, cell: int) -> None:
    m[T_CELL + m[SCELLS]] = cell
    m[SCELLS] += 1


def list_solutions(m: Ints, most: int) -> bool:
    """List the solutions; False if there are more than that, or if it takes too long."""
    m[SOLS] = 0
    lessons, dirties = m[LEARNTS], m[DIRTIES]
    patience = PATIENCE * (most + 1)
    depth = _branch(m, 0)
    fine = True
    while depth > 0:
        patience -= 1
        if patience == 0 or m[SOLS] > most:
            fine = False
            break
        depth = _step(m, depth, dirties)
    unlearn(m, lessons)
    forget_lists(m, dirties)
    return fine and m[SOLS] > 0


# A branch on the stack: its cell, the lessons before it, what is tried next.
_CELL, _LESSONS, _NEXT, _BRANCH = 0, 1, 2, 3


def _branch(m: Ints, depth: int) -> int:
    """Branch on the next cell that is not decided; one that decides everything is a solution."""
    for k in range(m[SCELLS]):
        cell = m[T_CELL + k]
        if m[STATE + cell] == UNKNOWN:
            frame = T_FRAME + _BRANCH * depth
            m[frame + _CELL], m[frame + _LESSONS], m[frame + _NEXT] = cell, m[LEARNTS], MINE
            return depth + 1
    if m[FOUND] == m[MINES] and m[SOLS] <= MOST_SOLUTIONS - 1:
        row = T_MINE + MOST_SOLUTION_CELLS * m[SOLS]
        for k in range(m[SCELLS]):
            m[row + k] = BANG if m[STATE + m[T_CELL + k]] == MINE else 0
    if m[FOUND] == m[MINES]:
        m[SOLS] += 1
    return depth


def _step(m: Ints, depth: int, dirties: int) -> int:
    """Try what comes next on the top of the stack; gives the new depth."""
    frame = T_FRAME + _BRANCH * (depth - 1)
    unlearn(m, m[frame + _LESSONS])
    forget_lists(m, dirties)
    what = m[frame + _NEXT]
    if what == 0:
        return depth - 1
    m[frame + _NEXT] = SAFE if what == MINE else 0
    learn(m, m[frame + _CELL], what)
    settle(m)
    if m[BROKEN] or m[FOUND] > m[MINES] or m[FOUND] + m[UNKNOWNS] < m[MINES]:
        return depth
    return _branch(m, depth)


def fill_digits(m: Ints) -> None:
    """Write what each cell shows in each solution."""
    for k in range(m[SCELLS]):
        m[INDEX + m[T_CELL + k]] = k
    for k in range(m[SCELLS]):
        cell = m[T_CELL + k]
        for solution in range(m[SOLS]):
            row = T_MINE + MOST_SOLUTION_CELLS * solution
            if m[row + k] == BANG:
                continue
            count = -m[NEED + cell]
            for i in range(AROUND, AROUND + 8):
                near = cell + m[i]
                if m[STATE + near] == UNKNOWN and m[row + m[INDEX + near]] == BANG:
                    count += 1
            m[row + k] = count
