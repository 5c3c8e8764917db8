"""The one door of the engine: a command and two memories. One door is one function to compile, and to keep."""

from fogfield.kits.mines.engine.choosing import SIMPLE, choose
from fogfield.kits.mines.engine.knowing import clear, learn, open_cell, settle
from fogfield.kits.mines.engine.playing import begin, lay, step, try_to_lay
from fogfield.kits.mines.engine.surveying import prove, spread_risks, survey

from fogfield.kits.mines.engine.layout import (  # isort: skip
    BROKEN, EAGER, ENOUGH, Floats, INPUT, INPUTS, Ints, LEVEL, MINE, OPEN, SAFE, SAFES, SAFE_LIST, STATE, TRIES,
    UNKNOWN, WORK,
)  # fmt: skip


CLEAR, TELL, PROVE, RISKS, CHOOSE_CELL, LAY, BEGIN, STEP, NO_GUESS = 0, 1, 2, 3, 4, 5, 6, 7, 8
#: What is told of a cell that is a mine.
IS_MINE = 15
#: Additions after which the proof of a board is counted in smaller pieces: everywhere the same, as a name is a board.
ENOUGH_FOR_A_BOARD = 25_000_000


def serve(m: Ints, f: Floats, command: int) -> int:
    """Carry out a command."""
    if command < LAY:
        _answer(m, f, command)
    elif command == LAY:
        clear(m, f)
        return 1 if lay(m) else 0
    elif command == BEGIN:
        begin(m, f)
    elif command == STEP:
        return 1 if step(m, f) else 0
    elif command == NO_GUESS:
        return _no_guess(m, f)
    return 0


def _answer(m: Ints, f: Floats, command: int) -> None:
    """Carry out a command of somebody who plays elsewhere."""
    m[EAGER], m[WORK] = 0, 0
    if command == CLEAR:
        clear(m, f)
    elif command == TELL:
        _tell(m)
    elif command == PROVE:
        settle(m)
        if m[LEVEL] != SIMPLE:
            prove(m, f)
            if m[SAFES] == 0 and m[BROKEN] == 0:
                survey(m, f)
    elif command == RISKS:
        prove(m, f)
        if m[BROKEN] == 0:
            survey(m, f)
            spread_risks(m, f)
    else:
        choose(m, f)


def _tell(m: Ints) -> None:
    """Take in what was opened elsewhere."""
    for k in range(INPUT, INPUT + m[INPUTS]):
        cell, shown = m[k] >> 4, m[k] & 15
        state = m[STATE + cell]
        if shown == IS_MINE:
            if state == UNKNOWN:
                learn(m, cell, MINE)
            elif state != MINE:
                m[BROKEN] = 1
        elif state != OPEN:
            open_cell(m, cell, shown)
    kept = 0
    for k in range(m[SAFES]):
        if m[STATE + m[SAFE_LIST + k]] == SAFE:
            m[SAFE_LIST + kept] = m[SAFE_LIST + k]
            kept += 1
    m[SAFES] = kept


def _no_guess(m: Ints, f: Floats) -> int:
    """Lay boards until one needs no guess, TRIES of them at most; gives how many it took, 0 if none was found."""
    enough, m[ENOUGH] = m[ENOUGH], ENOUGH_FOR_A_BOARD
    took = 0
    for tries in range(m[TRIES]):
        if try_to_lay(m, f):
            took = tries + 1
            break
    m[ENOUGH] = enough
    return took
