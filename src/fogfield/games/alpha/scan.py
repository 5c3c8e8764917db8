"""Words, lines and integers as the published program's language has them: Java's `Scanner` and `int`."""

import re
from itertools import islice
from typing import NamedTuple

#: Python splits at these, Java's `Character.isWhitespace` does not: the next line, and the blanks that do not break.
_NO_WHITE = dict.fromkeys(map(ord, "\x85\xa0\u2007\u202f"), "\ufffd")
_WHITE = r"\t-\r\x1c- \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000"
#: `Scanner.nextLine` ends a line at these, too.
_LINE_ENDS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), "\n")
_INTS = range(-(2**31), 2**31)


def words(text: str, most: int = -1) -> list[str]:
    """Split at white space of any kind; the first so many words, if not all."""
    return text.translate(_NO_WHITE).split(None, most)[: most if most >= 0 else None]


def whole_words(text: str, follows: str) -> str:
    """Give the beginning of a longer text without the half of a word at its end, unless that is all there is."""
    if not follows or re.match(f"[{_WHITE}]", follows):
        return text
    half = re.search(f"(?<=[{_WHITE}])[^{_WHITE}]+\\Z", text)
    return text[: half.start()] if half else text


class Place(NamedTuple):
    """A word as it stands in a text, and the line and the column, both from 1, at which it begins."""

    word: str | None
    line: int
    column: int


def places(text: str, most: int) -> list[Place]:
    """Give the places of the first words, and one without a word: where the last of them ends."""
    found = []
    line, line_begins, end = 1, 0, 0
    for match in islice(re.finditer(f"[^{_WHITE}]+", text), most):
        for line_end in re.finditer("\r\n|[\r\n]", text[end : match.start()]):
            line, line_begins = line + 1, end + line_end.end()
        end = match.end()
        found.append(Place(match[0], line, match.start() - line_begins + 1))
    return [*found, Place(None, line, end - line_begins + 1)]


def one_line_end(text: str) -> str:
    """Make a line feed of everything that ends a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS)


def squeeze(text: str) -> str:
    """Make one blank of all white space that lies together, and one zero of all zeros that lead a number."""
    return re.sub(r"(?<!\d)00+", "0", re.sub(f"[{_WHITE}]+", " ", text))


def integer(word: str) -> int | None:
    """Read an `int`: a sign if you like, any number of leading zeros, 32 bits; None if it is none.

    Digits of any script count, except beyond U+FFFF: `Integer.parseInt` sees halves of those.
    """
    digits = word[1:] if word[0] in "+-" else word
    if not digits.isdecimal() or max(digits) > "\uffff":
        return None
    significant = "".join(str(int(digit)) for digit in digits).lstrip("0")
    if len(significant) > 10:  # do not take the time to convert a million digits
        return None
    value = int(significant or "0") * (-1 if word[0] == "-" else 1)
    return value if value in _INTS else None
