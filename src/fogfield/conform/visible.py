r"""Differences that nobody can see, made visible: blanks, tabs, CR, LF, other control characters, the end of a file.

    line 15, column 23: expected a blank, got a line feed
           14  ·4·|···|···|···|···|···|␊
      -    15  ·····0···1···2···3···4·␊
      +    15  ·····0···1···2···3···4␊
           16  ␊

A blank is `·`, a tab `→`, CR and LF are `␍` and `␊`, the end of the file is `␄`. A byte that is no text is `\xff`.
"""

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any, TypeAlias

#: So many lines are compared from the first difference on, and so many of them shown: enough to see what went wrong.
COMPARED_LINES = 200
SHOWN_LINES = 40
#: And so many characters of each, those around the first difference.
SHOWN_CHARACTERS = 160
_BEFORE = 3

_CONTROL = {chr(code): chr(0x2400 + code) for code in range(32)}
_MARKS = _CONTROL | {" ": "·", "\t": "→", "\x7f": "␡", "\\": "\\\\"}
_TAKEN = frozenset("·→␄") | set(_MARKS.values())

#: The bytes of a line, and whether the file ends with it: that can be seen and compared, too.
_Line: TypeAlias = tuple[bytes, bool]

_NAMES = {b" ": "a blank", b"\t": "a tab", b"\r": "a carriage return", b"\n": "a line feed", b"": "the end of the file"}


def visible(data: bytes) -> str:
    """Show bytes on one line, each in a way that can be told from every other."""
    return "".join(map(_mark, data.decode("utf-8", "surrogateescape")))


def diff(expected: bytes, got: bytes) -> str:
    """Show where two texts part, with the lines around; an empty text if they are the same."""
    if expected == got:
        return ""
    wanted, given = _lines(expected), _lines(got)
    same = _common(wanted, given)
    left, right = (lines[same][0].decode("utf-8", "surrogateescape") for lines in (wanted, given))
    column = _common(left, right)
    window = _Window(max(0, column - SHOWN_CHARACTERS // 2) if column > SHOWN_CHARACTERS * 3 // 4 else 0)
    first = max(0, same - _BEFORE)
    shown = [window.line(" ", number, wanted[number - 1]) for number in range(first + 1, same + 1)]
    shown += _changes(wanted[same : same + COMPARED_LINES], given[same : same + COMPARED_LINES], same + 1, window)
    if len(shown) > SHOWN_LINES:
        shown[SHOWN_LINES:] = [f"    ... and {len(shown) - SHOWN_LINES} more lines"]
    where = f"line {same + 1}, column {column + 1}"
    return "\n".join([f"{where}: expected {_name(left, column)}, got {_name(right, column)}", *shown]) + "\n"


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Count how much two sequences have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


class _Window:
    """The part of every line that is shown."""

    def __init__(self, start: int) -> None:
        self._start = start

    def line(self, sign: str, number: int, line: _Line) -> str:
        """Show a line, or what the window shows of it."""
        data, last = line
        text = data.decode("utf-8", "surrogateescape")
        end = self._start + SHOWN_CHARACTERS
        shown = visible(text[self._start : end].encode("utf-8", "surrogateescape"))
        if self._start:
            shown = f"...{shown}"
        return f"  {sign} {number:5}  {shown}{'...' if len(text) > end else '␄' if last else ''}"


def _changes(wanted: list[_Line], given: list[_Line], start: int, window: _Window) -> list[str]:
    """Give the lines of both from the first difference on: what only one has with its sign, what both have without."""
    shown = []
    for kind, first, last, begin, end in SequenceMatcher(None, wanted, given, autojunk=False).get_opcodes():
        sign = " " if kind == "equal" else "-"
        shown += [window.line(sign, start + number, wanted[number]) for number in range(first, last)]
        if kind != "equal":
            shown += [window.line("+", start + number, given[number]) for number in range(begin, end)]
    return shown


def _name(line: str, column: int) -> str:
    byte = line[column : column + 1].encode("utf-8", "surrogateescape")
    return _NAMES.get(byte) or visible(byte)


def _lines(data: bytes) -> list[_Line]:
    """Cut after every line feed; what follows the last one, if only the end of the file, is a line, too."""
    *lines, last = data.split(b"\n")
    return [*((line + b"\n", False) for line in lines), (last, True)]


def _mark(char: str) -> str:
    """Show a character; what cannot be seen, or could be taken for something else, by its number."""
    code = ord(char)
    if char in _MARKS:
        return _MARKS[char]
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if char.isprintable() and unicodedata.category(char)[0] not in "ZM" and char not in _TAKEN:
        return char
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
