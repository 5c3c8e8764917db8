"""The escape sequences that our screens are made of: plain ASCII, known to every terminal since the VT100."""

CLEAR = b"\x1b[0m\x1b[2J\x1b[H"
RESET = b"\x1b[0m"
SHOW_CURSOR = b"\x1b[?25h"
#: Without wrapping, a line that is wider than the terminal is cut instead of spoiling the next one.
WRAP_OFF = b"\x1b[?7l"
WRAP_ON = b"\x1b[?7h"


def at(row: int, col: int) -> bytes:
    """Move to a place, counted from 0 (terminals count from 1)."""
    return b"\x1b[%d;%dH" % (row + 1, col + 1)


def sgr(*codes: int) -> bytes:
    """Choose colours and attributes, after dropping those that were on."""
    return b"\x1b[0;%bm" % b";".join(b"%d" % code for code in codes) if codes else RESET
