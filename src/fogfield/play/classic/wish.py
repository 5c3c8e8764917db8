"""What a player asks for on the command line: which board, and who plays it."""

import re
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from fogfield.core.grid import Cell
from fogfield.kits.mines import boards
from fogfield.kits.mines.boards import DAILY, KINDS, Board, BoardError

_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})/(\d{1,5})", re.ASCII)
_PLACE = re.compile(r"(\d{1,3}),(\d{1,3})", re.ASCII)

#: How long a bot waits after a move if nobody says.
PACE_S = 0.2


class Wish(NamedTuple):
    """A board, where the cursor begins, and how it is played."""

    board: Board
    first: Cell
    questions: bool = False
    #: The level of the bot that plays, if not the player himself, and how long it waits after a move.
    bot: str = ""
    pace_s: float = 0.0


def read(given: Mapping[str, Any], today: tuple[int, int, int]) -> Wish:
    """Make a wish of what was given; raises `BoardError` with everything that is wrong with it."""
    board = _board(given, today)
    if faults := board.faults():
        raise BoardError("; ".join(faults))
    if board.start == "noguess" and (why := boards.hopeless(board)):
        raise BoardError(why)
    return Wish(
        board,
        _first(given.get("first"), board),
        bool(given.get("questions")),
        given.get("bot") or "",
        PACE_S if (pace := given.get("pace")) is None else pace,
    )


def _board(given: Mapping[str, Any], today: tuple[int, int, int]) -> Board:
    kind, start, name = given.get("kind"), given.get("start"), given.get("board")
    if name is not None:
        if kind or start or given.get("daily"):
            raise BoardError("--board names everything: size, mines, start rule and seed; leave the others out")
        return boards.read(name)
    default_kind, default_start = DAILY if given.get("daily") else ("beginner", "safe")
    kind, start = kind or default_kind, start or default_start
    if given.get("daily"):
        if kind not in KINDS:
            raise BoardError(f"there is a daily board of {', '.join(KINDS)}, and none of {kind!r}")
        return boards.daily(kind, start, *today)
    size = _SIZE.fullmatch(kind)
    if kind not in KINDS and not size:
        raise BoardError(f"there is no board {kind!r}; there are {', '.join(KINDS)}, and others like 40x20/150")
    cols, rows, mines = (int(part) for part in size.groups()) if size else KINDS[kind]
    return Board(cols, rows, mines, start, new_seed())


def _first(text: str | None, board: Board) -> Cell:
    """Read where the cursor begins; in the middle, if nobody says."""
    if text is None:
        return Cell(board.rows // 2, board.cols // 2)
    match = _PLACE.fullmatch(text)
    cell = Cell(int(match[1]) - 1, int(match[2]) - 1) if match else Cell(-1, -1)
    if cell not in board.grid:
        raise BoardError(f"{text!r} is no cell; the corners of this board are 1,1 and {board.rows},{board.cols}")
    return cell


def new_seed() -> str:
    """Draw a seed that is short enough to be told somebody."""
    return secrets.token_hex(4)


def kind_of(board: Board) -> str:
    """Name the kind of a board: what it is called if it has a name, else its size; and its start rule."""
    sizes = {size: name for name, size in KINDS.items()}
    size = (board.cols, board.rows, board.mines)
    return f"{sizes.get(size, f'{board.cols}x{board.rows}/{board.mines}')}, {board.start}"
