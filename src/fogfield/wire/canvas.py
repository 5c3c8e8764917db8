"""A sheet that understands terminal output: what a person would see after a screen was printed.

Clients draw foreign screens through it, so a screen may be larger than the terminal, and nothing but
characters and colours gets from a server to a person's terminal. Whatever is not understood is dropped.
"""

import re
import unicodedata
from dataclasses import dataclass, replace

#: The sheet ends here; what is drawn beyond is dropped. Larger than any board of any of our games.
LIMIT = 1024

_TOKENS = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<params>[0-9;?<=>:]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # titles, clipboards and the like, to their end
    r"|\x1b(?P<escape>[78])"
    r"|\x1b[ -/]*[0-~]?"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f])",
)
_ATTRIBUTES = {1: "bold", 2: "faint", 4: "underline", 7: "reverse"}
_CODES = {name: code for code, name in _ATTRIBUTES.items()}
#: Where the sequences lead that move by steps: lines down, columns to the right; E and F go to the first column.
_STEPS = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1), "E": (1, 0), "F": (-1, 0)}
_OFF = {22: ("bold", "faint"), 24: ("underline",), 27: ("reverse",)}


@dataclass(frozen=True, slots=True)
class Style:
    """Colours as their SGR parameters ("31", "38;5;208", empty for the default) and attributes by name."""

    ink: str = ""
    paper: str = ""
    attributes: frozenset[str] = frozenset()

    def sgr(self) -> str:
        """Give the sequence that switches a terminal to exactly this."""
        codes = [str(_CODES[name]) for name in sorted(self.attributes)] + [self.ink, self.paper]
        return f"\x1b[{';'.join(['0', *filter(None, codes)])}m"

    def changed(self, params: str) -> "Style":
        """Give the style after an SGR sequence with these parameters."""
        style = self
        codes = _numbers(params)
        while codes:
            code = codes.pop(0)
            if code in (38, 48):
                count = {5: 1, 2: 3}.get(codes[0] if codes else 0, 0)
                colour = ";".join(str(min(one, 255)) for one in [code, *codes[: count + 1]])
                del codes[: count + 1]
                style = replace(style, ink=colour) if code == 38 else replace(style, paper=colour)
            else:
                style = style._plain(code)
        return style

    def _plain(self, code: int) -> "Style":
        if code == 0:
            return PLAIN
        if code in _ATTRIBUTES:
            return replace(self, attributes=self.attributes | {_ATTRIBUTES[code]})
        if code in _OFF:
            return replace(self, attributes=self.attributes - set(_OFF[code]))
        if 30 <= code <= 37 or 90 <= code <= 97:
            return replace(self, ink=str(code))
        if 40 <= code <= 47 or 100 <= code <= 107:
            return replace(self, paper=str(code))
        if code == 39:
            return replace(self, ink="")
        return replace(self, paper="") if code == 49 else self


def _numbers(params: str) -> list[int]:
    """Read the parameters of a sequence; nothing that a terminal understands is as large as 9999."""
    return [min(int(part[:5]), 9999) if part.isdecimal() else 0 for part in params.split(";")[:32]]


def is_wide(char: str) -> bool:
    """Say whether a character takes two columns."""
    return char != BEHIND and unicodedata.east_asian_width(char) in "WF"


def _columns(char: str) -> int:
    """Say how many columns a character takes: none where it changes the one before, or which way text runs."""
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if is_wide(char) else 1


PLAIN = Style()
BLANK = (" ", PLAIN)
#: What stands in the second column of a wide character.
BEHIND = ""


def _part(line: list[tuple[str, Style]], at: int) -> None:
    """Make blanks of a wide character that lies on both sides of a place: half of one is none."""
    if at < len(line) and line[at][0] == BEHIND:
        line[at - 1] = line[at] = BLANK


class Canvas:
    """The sheet: lines of (character, style), and the place where the next character would go."""

    def __init__(self) -> None:
        self.lines: list[list[tuple[str, Style]]] = []
        self.row = 0
        self.col = 0
        #: Whether whoever drew it wants no cursor to be seen.
        self.hides_cursor = False
        self._style = PLAIN
        self._saved = (0, 0, PLAIN)

    def feed(self, text: str) -> None:
        """Print text with its escape sequences."""
        for token in _TOKENS.finditer(text):
            if run := token["text"]:
                self._put(run)
            elif final := token["final"]:
                self._sequence(final, token["params"])
            elif control := token["control"]:
                self._control(control)
            elif escape := token["escape"]:
                self._keep() if escape == "7" else self._return()

    def text(self) -> list[str]:
        """Give the lines as plain text, without the blanks at their ends."""
        return ["".join(char for char, _ in line).rstrip() for line in self.lines]

    def _put(self, run: str) -> None:
        cells = [(char, self._style) for char in run]
        if not run.isascii():
            cells = []
            for char in run:
                cells += [(char, self._style), (BEHIND, self._style)][: _columns(char)]
        if self.row < LIMIT and self.col < LIMIT:
            cells = cells[: LIMIT - self.col]
            self.lines.extend([] for _ in range(self.row + 1 - len(self.lines)))
            line = self.lines[self.row]
            line.extend([BLANK] * (self.col - len(line)))
            end = self.col + len(cells)
            if cells:
                _part(line, self.col)
                _part(line, end)
            line[self.col : end] = cells
        self.col = min(self.col + len(cells), LIMIT)

    def _keep(self) -> None:
        self._saved = self.row, self.col, self._style

    def _return(self) -> None:
        self.row, self.col, self._style = self._saved

    def _control(self, control: str) -> None:
        if control == "\n":  # a console's output processing returns the carriage too
            self.row, self.col = min(self.row + 1, LIMIT), 0
        elif control == "\r":
            self.col = 0
        elif control == "\b":
            self.col = max(0, self.col - 1)
        elif control == "\t":
            self.col = min(self.col // 8 * 8 + 8, LIMIT)

    def _sequence(self, final: str, params: str) -> None:
        if params.startswith("?"):
            if final in "hl" and "25" in params[1:].split(";"):
                self.hides_cursor = final == "l"
            return  # the other modes of a terminal a sheet has not
        if final == "m":
            self._style = self._style.changed(params)
            return
        first, second = [*_numbers(params), 0][:2]
        if final == "J":
            self._erase_display(first)
        elif final == "K":
            self._erase_line(first)
        elif final == "s":
            self._keep()
        elif final == "u":
            self._return()
        else:
            self._move(final, max(first, 1), max(second, 1))

    def _move(self, final: str, first: int, second: int) -> None:
        """Go somewhere; places are counted from 1."""
        line, column = self.row + 1, self.col + 1
        if final in "Hf":
            line, column = first, second
        elif final in "G`":
            column = first
        elif final == "d":
            line = first
        elif final in _STEPS:
            down, right = _STEPS[final]
            line, column = line + first * down, 1 if final in "EF" else column + first * right
        self.row, self.col = min(max(line - 1, 0), LIMIT), min(max(column - 1, 0), LIMIT)

    def _erase_display(self, part: int) -> None:
        if part in (2, 3):
            self.lines.clear()
        elif part == 0:
            del self.lines[self.row + 1 :]
            self._erase_line(0)
        elif part == 1:
            for line in self.lines[: self.row]:
                line.clear()
            self._erase_line(1)

    def _erase_line(self, part: int) -> None:
        if self.row >= len(self.lines):
            return
        line = self.lines[self.row]
        if part == 0:
            _part(line, self.col)
            del line[self.col :]
        elif part == 1:
            _part(line, self.col + 1)
            line[: self.col + 1] = [BLANK] * min(self.col + 1, len(line))
        elif part == 2:
            line.clear()
