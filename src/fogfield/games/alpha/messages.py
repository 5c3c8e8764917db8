"""What is said between the process and its user: how it was started, commands in, texts and an exit status out."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from fogfield.games.alpha import texts
from fogfield.games.alpha.rules import Action


class SeedFile(NamedTuple):
    """The program was started with one argument, and this is what the file of that name holds."""

    text: str


class NoSeedFile(NamedTuple):
    """It was started with one argument, and no file could be opened: the path, and the system's reason."""

    path: str
    reason: str


class Misuse(Enum):
    """It was started with no argument, or with several."""

    ARGUMENTS = "arguments"


class Garbled(Enum):
    """The player entered a line that is no command."""

    LINE = "line"


Start: TypeAlias = SeedFile | NoSeedFile | Misuse
Command: TypeAlias = Action | Garbled


class Stream(Enum):
    """Where a text goes; the values are the numbers that the system gives them."""

    OUTPUT = 1
    ERROR = 2


class Text(NamedTuple):
    """Some characters for a stream, exactly these."""

    stream: Stream
    text: str


class Exit(NamedTuple):
    """The end of the process."""

    status: int


Reply: TypeAlias = Text | Exit

#: What a line editor is to show before it reads; elsewhere it is a text like any other.
PROMPT = Text(Stream.OUTPUT, texts.PROMPT)
