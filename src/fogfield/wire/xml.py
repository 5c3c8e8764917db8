"""XML, as little of it as messages need: elements, text and attributes. No document type, so no entities and no files.

What a peer sends is bounded before it is parsed (`limit_bytes`), and while it is: by depth and by number of elements.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from fogfield.core.errors import WireError

MOST_DEPTH = 16
MOST_ELEMENTS = 5_000
PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
#: What XML 1.0 cannot say at all.
_UNSAYABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Element(NamedTuple):
    """An element. Names are without their namespace's prefix; `text` is all text directly inside."""

    name: str
    text: str
    children: tuple["Element", ...]
    attributes: dict[str, str]

    def find(self, *names: str) -> "Element | None":
        """Give the first child with one of these names."""
        return next((child for child in self.children if child.name in names), None)

    def all(self, *names: str) -> Iterator["Element"]:
        """Give every child with one of these names."""
        return (child for child in self.children if child.name in names)


class _Building:
    """An element that is being read."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name.rpartition(":")[2]
        self.attributes = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        self.text: list[str] = []
        self.children: list[Element] = []

    def done(self) -> Element:
        return Element(self.name, "".join(self.text), tuple(self.children), self.attributes)


class _Reader:
    def __init__(self) -> None:
        self._open: list[_Building] = []
        self._count = 0
        self.root: Element | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= MOST_DEPTH or self._count > MOST_ELEMENTS:
            raise WireError(f"XML with more than {MOST_ELEMENTS} elements, or deeper than {MOST_DEPTH}")
        self._open.append(_Building(name, attributes))

    def end(self, name: str) -> None:
        element = self._open.pop().done()
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element

    def text(self, text: str) -> None:
        self._open[-1].text.append(text)

    def document_type(self, *rest: object) -> None:
        raise WireError("XML with a document type, which no message has")


def parse(data: bytes, limit_bytes: int) -> Element:
    """Read a document; raises `WireError` for anything else than one."""
    if len(data) > limit_bytes:
        raise WireError(f"{len(data)} bytes of XML, limit {limit_bytes}")
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.document_type
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise WireError(f"not XML: {error}") from None
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        raise WireError(f"not XML that can be read: {error}") from None
    assert reader.root is not None, "a document without a root is an error before"
    return reader.root


def escape(text: str) -> str:
    """Write text; what XML cannot say becomes a replacement character."""
    text = _UNSAYABLE.sub("\ufffd", text)
    return re.sub("[&<>\r]", lambda found: _ESCAPES[found[0]], text)


def tag(name: str, *inside: str) -> str:
    """Write an element with what is inside, which was escaped before."""
    text = "".join(inside)
    return f"<{name}>{text}</{name}>" if text else f"<{name}/>"


def document(root: str) -> bytes:
    """Write a document as JAXB does: all on one line, and no line end behind it."""
    return f"{PROLOGUE}{root}".encode()
