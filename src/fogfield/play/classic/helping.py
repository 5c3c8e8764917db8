"""The help of classic minesweeper: which key does what, and what the signs mean."""

import re
from textwrap import wrap

from fogfield.play.classic.pages import Message, plain

#: From so many columns on, what a key does stands beside it.
TWO_COLUMNS = 68
#: How wide the keys are then, and all of it at most.
KEYS_COLS, MOST_COLS = 26, 78
KEYS = (
    ("w a s d, arrows, h j k l", "move; gg G  top, bottom; 0 $  first, last column"),
    ("Enter, Space, left click", "open; on an open digit: as c"),
    ("f, right click", "flag"),
    (
        "c, middle click",
        "chord: open all around a digit that has its flags, or flag all around it, if as many are closed",
    ),
    ("? ! %", "hints: is anything safe? show one; all odds"),
    ("p", "proof of a board without a guess, step by step"),
    ("n r q", "new game, same board again, quit"),
    ("Tab", "all of a message that has no room below the board"),
)
NOTES = (
    "",
    "F flag, ? in doubt; at the end * mine, X the one that was hit, / wrong flag",
    "hints: ( ) around numbers of the argument, + safe, M mine",
    "odds: ok is safe, ** a mine, else the risk in percent; F or ? behind it is your own mark",
    "",
    "A game with hints, or on a board that you know, enters no list of times.",
)
_HELD = "\N{NO-BREAK SPACE}"


def text(columns: int) -> Message:
    """Give the help for so many columns: what a key does stands beside it, or, where that is narrow, behind it."""
    columns = min(columns, MOST_COLS)
    lines: list[str] = []
    for keys, what in KEYS:
        if columns >= TWO_COLUMNS:
            lines += _broken(what, columns, keys.ljust(KEYS_COLS), " " * KEYS_COLS)
        else:
            lines += _broken(f"{keys} - {what}", columns, "", "  ")
    for note in NOTES:
        lines += _broken(note, columns) or [""]
    return plain(*lines)


def _broken(text: str, columns: int, first: str = "", others: str = "") -> list[str]:
    """Break a text into lines, but not between a sign and what it means."""
    kept = re.sub(r"(?<!\S)(\S) ", rf"\1{_HELD}", text)
    return [line.replace(_HELD, " ") for line in wrap(kept, columns, initial_indent=first, subsequent_indent=others)]
