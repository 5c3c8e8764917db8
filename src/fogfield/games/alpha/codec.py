"""Bytes to commands, a line each, and texts to bytes. UTF-8, in whatever cut it arrives."""

import codecs
from collections.abc import Iterator
from typing import Final

from fogfield.core.grid import Cell
from fogfield.games.alpha.messages import Command, Garbled, Reply, Text
from fogfield.games.alpha.rules import AIMED, Action, Verb
from fogfield.games.alpha.scan import integer, one_line_end, squeeze, words

#: More characters than this a line does not have, counting white space between words as one, and so leading zeros.
LINE_LIMIT: Final = 1 << 16

_VERBS = {verb.value: verb for verb in Verb} | {verb.value[0]: verb for verb in Verb if verb is not Verb.NOFOG}


class Codec:
    """The standard streams of the published program."""

    __slots__ = ("_after_return", "_at", "_decode", "_flooded", "_text")

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._text = ""
        self._at = 0
        self._after_return = False  # a line feed that comes now belongs to a line that has been given already
        self._flooded = False  # the line that is being read is too long, and what is read of it is forgotten

    def receive(self, data: bytes | memoryview) -> None:
        """Add what arrived and forget what was used."""
        self._add(self._decode(bytes(data)))

    def close(self) -> None:
        """Take the end of the input: a last line need not have an end of its own."""
        self._add(self._decode(b"", True))
        if (self.held or self._flooded) and self._text[-1:] != "\n":
            self._add("\n")

    def next(self) -> Command | None:
        """Give the next command, or None until a line is complete."""
        end = self._text.find("\n", self._at)
        if end < 0:
            self._bound()
            return None
        line = self._text[self._at : end]
        self._at = end + 1
        if len(line) > LINE_LIMIT:
            line = squeeze(line)
        flooded, self._flooded = self._flooded or len(line) > LINE_LIMIT, False
        return Garbled.LINE if flooded else command(line)

    def commands(self) -> Iterator[Command]:
        """Give all commands that are complete."""
        while (found := self.next()) is not None:
            yield found

    def encode(self, message: Reply) -> tuple[bytes, ...]:
        """Give the bytes of a text; a path keeps the bytes that it was given with."""
        return (message.text.encode("utf-8", "surrogateescape"),) if isinstance(message, Text) else ()

    @property
    def held(self) -> int:
        """How many characters wait for the end of their line, or to be taken out."""
        return len(self._text) - self._at

    def _add(self, text: str) -> None:
        if not text:
            return
        if self._after_return:
            text = text.removeprefix("\n")
        self._after_return = text.endswith("\r")
        self._text = self._text[self._at :] + one_line_end(text)
        self._at = 0

    def _bound(self) -> None:
        """Keep a line that has no end small: blanks and zeros shrink; if it is too long even so, it is forgotten."""
        if self.held > LINE_LIMIT:
            self._text, self._at = squeeze(self._text[self._at :]), 0
        if self._flooded or self.held > LINE_LIMIT:
            self._flooded, self._text, self._at = True, "", 0


def command(line: str) -> Command:
    """Read a line: a verb, and two integers if it is one that needs a square; blanks in any number around them (#6)."""
    found = words(line)
    verb = _VERBS.get(found[0]) if found else None
    if verb is None or len(found) != (3 if verb in AIMED else 1):
        return Garbled.LINE
    if verb not in AIMED:
        return Action(verb)
    row, col = integer(found[1]), integer(found[2])
    return Garbled.LINE if row is None or col is None else Action(verb, Cell(row, col))
