"""Cases of a command-line game: one file each, what goes in, what must come out, to the byte.

    # What it shows.
    rules: 6 9                 the numbers in SPEC.md
    args: 'seed.txt'           the arguments, or none; this one unless others are named
    seed|5 5 1 0 0␊            the file seed.txt
    in|q␊                      standard input
    out|minesweeper-alpha: ⟫   standard output
    err|␊                      standard error; `out` and `err` stand in the order of one pipe for both
    exit|0

A line ends with ␊ (line feed), ␍␊ (CR LF) or ⟫ (nothing: it goes on in the next). ⟨ff⟩ is a byte that cannot be shown.
`free:` names what other programs may say differently.
"""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from fogfield.conform.visible import diff

CASES = Path(__file__).parent.parent / "games" / "alpha" / "cases"
KEYS = ("rules", "args", "free")
ENDS = {"␍␊": "\r\n", "␊": "\n", "⟫": ""}


@dataclass
class Case:
    name: str
    about: str = ""
    rules: frozenset[int] = frozenset()
    #: What other programs may say differently.
    free: str = ""
    arguments: list[str] = field(default_factory=lambda: ["seed.txt"])
    seed: bytes = b""
    has_seed: bool = False
    stdin: bytes = b""
    #: Pieces of "out" and "err", in order.
    said: list[tuple[str, bytes]] = field(default_factory=list)
    status: int = -1

    @property
    def stdout(self) -> bytes:
        return b"".join(data for tag, data in self.said if tag == "out")

    @property
    def stderr(self) -> bytes:
        return b"".join(data for tag, data in self.said if tag == "err")

    @property
    def merged(self) -> bytes:
        return b"".join(data for _, data in self.said)


def names() -> list[str]:
    return sorted(path.stem for path in CASES.glob("*.txt"))


def read(name: str) -> Case:
    case = Case(name)
    for line in (CASES / f"{name}.txt").read_text("utf-8").split("\n")[:-1]:
        key, colon, value = line.partition(": ")
        if line.startswith("# "):
            case.about = line[2:]
        elif colon and key in KEYS:
            if key == "rules":
                case.rules = frozenset(map(int, value.split()))
            elif key == "free":
                case.free = value
            else:
                case.arguments = [] if value == "none" else shlex.split(value)
        else:
            _add(case, *line.split("|", 1))
    assert case.about
    assert case.rules
    assert case.status >= 0
    return case


def _add(case: Case, tag: str, text: str) -> None:
    if tag == "exit":
        case.status = int(text)
        return
    data = _bytes(text)
    if tag == "seed":
        case.seed += data
        case.has_seed = True
    elif tag == "in":
        case.stdin += data
    else:
        assert tag in ("out", "err"), f"{case.name}: {tag}"
        case.said.append((tag, data))


def _bytes(text: str) -> bytes:
    end = next(mark for mark in ENDS if text.endswith(mark))
    pieces = re.split("⟨(..)⟩", text.removesuffix(end))
    data = b"".join(bytes.fromhex(one) if number % 2 else one.encode() for number, one in enumerate(pieces))
    return data + ENDS[end].encode()


def same(what: str, expected: bytes, got: bytes) -> None:
    """Fail with a difference that can be seen."""
    found = diff(expected, got)
    assert not found, f"{what}:\n{found}"
