"""Text with styles, cut and joined by columns: what a full screen is put together from.

A line has one entry for each column. A character that takes two columns is followed by an empty entry.
"""

import os
import sys
import unicodedata
from collections.abc import Sequence
from textwrap import wrap

from fogfield.play.viewport import Line
from fogfield.wire.canvas import BLANK, PLAIN, Style

_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "Zl", "Zp")


def clean(text: str, most: int = 24) -> str:
    """Make a stranger's text safe to show: no control characters, nothing that has no width, and not too much of it."""
    kept = "".join(char for char in text if unicodedata.category(char) not in _INVISIBLE).strip()
    return kept if len(kept) <= most else f"{kept[: most - 3]}..."


def styled(text: str, style: Style = PLAIN) -> Line:
    """Give a text as a line."""
    line: Line = []
    for char in text:
        line.append((char, style))
        if unicodedata.east_asian_width(char) in "WF":
            line.append(("", style))
    return line


def fit(line: Line, columns: int) -> Line:
    """Cut a line, or fill it up with blanks."""
    cut = line[:columns]
    if len(line) > columns > 0 and line[columns][0] == "":  # half a character is none
        cut[-1] = BLANK
    return cut + [BLANK] * (columns - len(cut))


def beside(*blocks: tuple[Sequence[Line], int], gap: int = 2) -> list[Line]:
    """Put blocks of lines side by side, each as wide as its number says."""
    height = max(len(lines) for lines, _ in blocks)
    found: list[Line] = []
    for number in range(height):
        line: Line = []
        for at, (lines, columns) in enumerate(blocks):
            line += [BLANK] * (gap if at else 0) + fit(list(lines[number]) if number < len(lines) else [], columns)
        found.append(line)
    return found


def ends(left: Line, right: Line, columns: int) -> Line:
    """Put two texts to both ends of a line; the right one is kept whole."""
    room = max(0, columns - len(right))
    return fit(fit(left, max(0, room - 1)) + [BLANK] * (room > 0) + right, columns)


def paragraph(text: str, columns: int, style: Style = PLAIN) -> list[Line]:
    """Break a text into lines."""
    return [styled(line, style) for line in wrap(text, max(8, columns))]


def flow(items: Sequence[str], columns: int) -> list[str]:
    """Put short texts into as few lines as hold them, none of them broken."""
    lines = [""]
    for item in items:
        joined = f"{lines[-1]}  {item}" if lines[-1] else item
        if len(joined) <= columns:
            lines[-1] = joined
        else:
            lines.append(item)
    return lines


def boxes() -> bool:
    """Say whether the terminal has characters for boxes. Python writes UTF-8 even where the locale has none."""
    locale = next((found for name in ("LC_ALL", "LC_CTYPE", "LANG") if (found := os.environ.get(name))), "utf")
    utf = "utf" in locale.lower() and "utf" in (sys.stdout.encoding or "").lower()
    return utf and os.environ.get("TERM") != "linux"
