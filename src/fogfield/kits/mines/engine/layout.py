"""Where everything lies in the two memories of the engine.

A board is padded with a border, so that every cell of it has eight neighbours; a cell is one index into a plane.
Planes have room for the largest board, always at the same place: an offset is then a constant for the compiler.
"""

from typing import TypeAlias

Ints: TypeAlias = list[int]
Floats: TypeAlias = list[float]

#: The longest side, and the cells of the largest board with its border.
MOST_SIDE = 255
AREA = (MOST_SIDE + 2) ** 2

# What is known of a cell.
UNKNOWN, OPEN, MINE, SAFE, EDGE = 0, 1, 2, 3, 4

# What COMP_OF says of a cell that is in no component: it touches no number, or is not unknown.
REST_CELL, NO_CELL = -1, -2

# --- m: single values ------------------------------------------------------------------------------------------------
ROWS, COLS, STRIDE, SIZE, MINES = 0, 1, 2, 3, 4  # SIZE: cells with the border
UNKNOWNS, FOUND, OPENED, BROKEN = 5, 6, 7, 8  # cells of unknown kind, known mines, open cells, a contradiction was met
QUEUES, SAFES, DIRTIES, LEARNTS = 9, 10, 11, 12  # lengths of the lists below
STAMP, HSTAMP = 13, 14  # what was visited in this search; which layer owns a place of the hash table
NUMBERS, CELLS, BOXES = 15, 16, 17  # the component that was collected last
KEY_A, KEY_B = 18, 19  # its name
STEPS, STATES, MOVES, FTOP, BTOP = 20, 21, 22, 23, 24  # its count: steps, states, transitions, tops of the vectors
SURVEY, ROOM = 25, 26  # which survey this is; the most numbers of a component
SLOTS = 27  # bit set of the slots in use
CACHED, CINT, CFLT = 28, 29, 30  # entries in the cache, tops of its pools
COMPS, FRONTIER, GBOXES = 31, 32, 33  # the whole board: components, cells beside a number, boxes
REST = 34  # cells that touch no number
LEFTOUT = 36  # components that were counted in pieces: more than 0 means that odds are not exact
TRIES = 37  # boards that may be laid to find one without a guess
LEVEL, BUDGET, TREE_MOST, TREE_NODES = 40, 41, 42, 43  # how hard to think
CHOICE, REASON = 50, 51  # the answer: a cell, and how it was found
SEED_A, SEED_B = 52, 53  # the state of the random numbers with which boards are laid
START, FIRST, LIVES = 54, 55, 56  # a game: start rule, first cell, whether a mine ends it
WON, GUESSES, HITS_MINE, WRONG = 57, 58, 59, 61  # and how it went
SOLS, SCELLS, NODES = 62, 63, 64  # the tree: solutions, their cells, nodes visited
INPUTS = 70  # cells that are told
AROUND = 72  # the eight steps to the neighbours
CUT = 81  # a component was larger than that
PREFIX = 82  # top of the vectors of the join
CANDS, BASE_SAFES, FULL, DEEP, AVERAGED, LAST_BACK = 92, 93, 94, 95, 96, 97  # FULL: the cache was, in a look ahead
LOOKS, BASES, BASE_FOUND, LOCAL = 87, 88, 90, 91  # looking ahead: positions; where it began
EAGER, CAP = 85, 86  # stop at the first safe cell; numbers in a component that is counted whole
CMIN, CMAX = 83, 84  # fewest and most mines in all components
WORK = 98  # what was counted since somebody asked, in additions
SHORTENED = 99  # something was cut off in the join
ENOUGH = 103  # additions after which pieces become smaller
OF_REST = 104  # cells that touch no number, and are looked at all the same
PAIRS = 109  # whether pairs that nothing tells apart cost anything
DIM = 111  # odds rest on weights that are too faint to be exact
SLACK, GAPS, SPAN, BUT = 105, 106, 107, 108  # what reaches every mine total; components that do not, and their sums
CLOSED, NEARBY, AHEAD = 100, 101, 102  # lengths of two lists below; what is open may be shut again, in a look ahead
_HEAD = 128

# --- m: planes, one place for each cell ------------------------------------------------------------------------------
STATE = _HEAD
NEED = STATE + AREA  # what a number still lacks (shown - known mines around); for a closed cell only the second part
FREE = NEED + AREA  # unknown cells around
WORD_A = FREE + AREA  # random words: the names of things are sums of them
WORD_B = WORD_A + AREA
SEEN = WORD_B + AREA  # stamp of the last visit
INDEX = SEEN + AREA  # place of a number or box of a cell in the collected component
QUEUED = INDEX + AREA
DIRTY = QUEUED + AREA
COVER = DIRTY + AREA  # stamp of the last survey
TRUTH = COVER + AREA  # mines of a game that is played here; no part of the solver reads it
# --- m: lists of cells -----------------------------------------------------------------------------------------------
QUEUE = TRUTH + AREA
SAFE_LIST = QUEUE + AREA
DIRTY_LIST = SAFE_LIST + AREA
LEARNT = DIRTY_LIST + AREA
CLOSED_LIST = LEARNT + AREA  # the unknown cells, by place, and others that were that a while ago
NEARBY_LIST = CLOSED_LIST + AREA  # the numbers beside unknown cells, and others that were that a while ago
# --- m: the collected component --------------------------------------------------------------------------------------
NUMBER = NEARBY_LIST + AREA  # cell of each number
CELL = NUMBER + AREA
N_BOXES = CELL + AREA  # how many boxes touch a number
N_LEFT = N_BOXES + AREA  # boxes not yet assigned
N_ROOM = N_LEFT + AREA  # cells in them
N_SLOT = N_ROOM + AREA  # shift in a state's key; -1: not open yet
B_REP = N_SLOT + AREA  # any cell of a box
B_SIZE = B_REP + AREA
B_KEY = B_SIZE + AREA
B_NUMS = B_KEY + AREA
B_DONE = B_NUMS + AREA
ORDER = B_DONE + AREA  # step -> box
ACTIVE = ORDER + AREA
LAYER = ACTIVE + AREA  # first state of each layer
MOVED = LAYER + AREA  # first transition of each step
N_BOX = MOVED + AREA  # eight boxes of a number
B_NUM = N_BOX + 8 * AREA  # eight numbers of a box
# --- m: the whole board ----------------------------------------------------------------------------------------------
COMP = B_NUM + 8 * AREA  # entry in the cache
COMP_BOX = COMP + AREA  # its first box among all
F_CELL = COMP_BOX + AREA  # cells beside a number
F_BOX = F_CELL + AREA  # and their boxes
MAP = F_BOX + AREA  # box of the collected component -> box of its entry
P_LOW = MAP + AREA  # join: lowest total of a prefix
P_LEN = P_LOW + AREA
P_AT = P_LEN + AREA  # its place in f
R_AT = P_AT + AREA
CAND = R_AT + AREA  # cells that may be chosen, best first
# --- m: the tree -----------------------------------------------------------------------------------------------------
MOST_SOLUTIONS, MOST_SOLUTION_CELLS = 512, 256
NODE_ROOM = 1 << 16
COMP_OF = CAND + AREA  # component of an unknown cell, or REST_CELL, or NO_CELL
COMP_CELL = COMP_OF + AREA  # first cell of a component among F_CELL
BASE = COMP_CELL + AREA  # the components before a look ahead
TOUCHED = BASE + AREA  # which of them a look ahead changed
INPUT = TOUCHED + AREA  # what is told: cell * 16 + digit, or 15 for a mine
T_CELL = INPUT + AREA  # cells of the solutions
T_MINE = T_CELL + MOST_SOLUTION_CELLS  # solution x cell: 9 for a mine, else the digit
T_LIST = T_MINE + MOST_SOLUTIONS * MOST_SOLUTION_CELLS  # stack of lists of solutions
T_FRAME = T_LIST + MOST_SOLUTIONS * 128
T_MEMO = T_FRAME + 128 * 1024
T_WORD = T_MEMO + 4 * NODE_ROOM
# --- m: tables of the count ------------------------------------------------------------------------------------------
HASH_ROOM = 1 << 17
CACHE_ROOM = 1 << 15
H_OWNER = T_WORD + 2 * MOST_SOLUTIONS
H_STATE = H_OWNER + HASH_ROOM
C_ENTRY = H_STATE + HASH_ROOM  # hash table of the cache: place of an entry in its pool, 0 is free
SCRATCH = C_ENTRY + CACHE_ROOM
STATE_ROOM, MOVE_ROOM = 1 << 16, 1 << 18
S_KEY = SCRATCH + 4096  # what the open numbers lack, three bits each
S_AT = S_KEY + STATE_ROOM  # vector of weights by mine total: place in f, lowest total, length
S_LOW = S_AT + STATE_ROOM
S_LEN = S_LOW + STATE_ROOM
S_BACK = S_LEN + STATE_ROOM  # the same for what follows
S_BLOW = S_BACK + STATE_ROOM
S_BLEN = S_BLOW + STATE_ROOM
M_FROM = S_BLEN + STATE_ROOM
M_TO = M_FROM + MOVE_ROOM
M_MINES = M_TO + MOVE_ROOM
CACHE_INTS, CACHE_FLOATS = 1 << 20, 1 << 20
C_INTS = M_MINES + MOVE_ROOM
# --- m: pairs that nothing tells apart -------------------------------------------------------------------------------
BOX_OF = C_INTS + CACHE_INTS  # box of a cell beside a number
TWIN = BOX_OF + AREA  # the other cell of such a pair, if it is one for sure; else 0
# --- m: mine totals --------------------------------------------------------------------------------------------------
SUMS_ROOM = 1 << 12
SUMS = TWIN + AREA  # which totals the components that leave some out reach together
INTS = SUMS + SUMS_ROOM

# An entry of the cache. Then for each box: a cell, its size, what it may hold at all, and what by each mine total.
E_KEY_A, E_KEY_B, E_CELLS, E_BOXES, E_LOW, E_LEN, E_FLOATS, E_HEAD = 0, 1, 2, 3, 4, 5, 6, 7
E_BOX_HEAD = 3

# --- f ---------------------------------------------------------------------------------------------------------------
LOG_SCALE, LOG_ALL, REST_RISK, BEST_SAFE, BASE_LOG, SCORE, LAMBDA = 0, 1, 2, 3, 4, 5, 6
LOOK_P, LOOK_SAFE, LOOK_VALUE = 8, 9, 10
MARGIN, UNLIKELY = 11, 12  # what is close to the best score; digits and doubts that are not worth another look
MOST_LUCK = 15  # the largest LUCK
PROGRESS, MUCH = 13, 14  # so many safe cells at once make it by so much likelier to win, compared with none
CHOOSE = 16  # binomials up to 8 over 8
LOG_FACT = CHOOSE + 96
RISK = LOG_FACT + AREA  # of each cell
BOX_RISK = RISK + AREA
BOX_ROOM = 8 * AREA
CAND_SCORE = BOX_RISK + BOX_ROOM
BASE_LOW = CAND_SCORE + AREA  # lowest risk of each component
VECTOR_ROOM = 1 << 19
FORWARD = BASE_LOW + AREA
BACKWARD = FORWARD + VECTOR_ROOM
TOTAL = BACKWARD + VECTOR_ROOM  # weights of one box by mine total, and their means
MEAN = TOTAL + AREA
C_FLOATS = MEAN + AREA
JOIN_ROOM = 1 << 21
JOIN = C_FLOATS + CACHE_FLOATS
SPARE = JOIN + JOIN_ROOM
LUCK = SPARE + 4096  # how many times more a cell is worth, since a pair that only luck decides is done with then
FLOATS = LUCK + AREA
