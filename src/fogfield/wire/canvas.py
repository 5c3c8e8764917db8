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
    r"|\x1b[ -/]*[0-~]?"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f])",
)
_ATTRIBUTES = {1: "bold", 2: "faint", 4: "underline", 7: "reverse"}
_CODES = {name: code for code, name in _ATTRIBUTES.items()}
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


def _narrow(char: str) -> bool:
    """Say whether a character takes exactly one column: others would shift what stands behind them."""
    return unicodedata.east_asian_width(char) not in "WF" and unicodedata.category(char) not in ("Mn", "Me", "Cf")


PLAIN = Style()
BLANK = (" ", PLAIN)


class Canvas:
    """The sheet: lines of (character, style), and the place where the next character would go."""

    def __init__(self) -> None:
        self.lines: list[list[tuple[str, Style]]] = []
        self.row = 0
        self.col = 0
        self._style = PLAIN

    def feed(self, text: str) -> None:
        """Print text with its escape sequences."""
        for token in _TOKENS.finditer(text):
            if run := token["text"]:
                self._put(run)
            elif final := token["final"]:
                self._sequence(final, token["params"])
            elif control := token["control"]:
                self._control(control)

    def text(self) -> list[str]:
        """Give the lines as plain text, without the blanks at their ends."""
        return ["".join(char for char, _ in line).rstrip() for line in self.lines]

    def _put(self, run: str) -> None:
        if self.row < LIMIT and self.col < LIMIT:
            run = run[: LIMIT - self.col]
            if not run.isascii():
                run = "".join(char if _narrow(char) else "\ufffd" for char in run)
            self.lines.extend([] for _ in range(self.row + 1 - len(self.lines)))
            line = self.lines[self.row]
            line.extend([BLANK] * (self.col - len(line)))
            line[self.col : self.col + len(run)] = [(char, self._style) for char in run]
        self.col = min(self.col + len(run), LIMIT)

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
            return  # modes of a terminal, which a sheet has not
        if final == "m":
            self._style = self._style.changed(params)
            return
        numbers = _numbers(params)
        first = numbers[0]
        step = max(first, 1)
        if final in "Hf":
            down, right = max(first, 1), max(numbers[1] if len(numbers) > 1 else 1, 1)
            self.row, self.col = min(down - 1, LIMIT), min(right - 1, LIMIT)
        elif final in "ABCD":
            down, right = {"A": (-step, 0), "B": (step, 0), "C": (0, step), "D": (0, -step)}[final]
            self.row = min(max(self.row + down, 0), LIMIT)
            self.col = min(max(self.col + right, 0), LIMIT)
        elif final == "J":
            self._erase_display(first)
        elif final == "K" and self.row < len(self.lines):
            self._erase_line(first)

    def _erase_display(self, part: int) -> None:
        if part in (2, 3):
            self.lines.clear()
        elif part == 0:
            del self.lines[self.row + 1 :]
            if self.row < len(self.lines):
                self._erase_line(0)

    def _erase_line(self, part: int) -> None:
        line = self.lines[self.row]
        if part == 0:
            del line[self.col :]
        elif part == 2:
            line.clear()
