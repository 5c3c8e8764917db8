"""What a game may offer beyond its rules: hints for whoever plays, and boards that take a search. Both are optional."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from fogfield.core.grid import Cell

Options = TypeVar("Options")
View = TypeVar("View")
Seen = TypeVar("Seen", contravariant=True)

#: How much a hint tells.
STRENGTHS = {
    "any": "whether there is something safe to do at all",
    "cell": "one such thing, with the reason",
    "odds": "how likely everything is",
}

#: Asked during a search, with the number of tries so far: why it must end now; it goes on as long as this says nothing.
Halt: TypeAlias = Callable[[int], str]


class Give(Protocol[Seen]):
    """What gives a hint."""

    def __call__(self, view: Seen, strength: str, near: Cell | None = None, /) -> Any:
        """Give a hint of a strength, about something near a cell, if there is one."""


class Advice(NamedTuple, Generic[View]):
    """Hints: `ADVICE` in the folder of a game."""

    #: A hint of one of the strengths, as plain JSON, from a view alone: who sees the same is told the same. It is about
    #: something near a cell, where one is given: the player looks there.
    give: Give[View]
    #: The JSON Schema of that.
    schema: dict[str, Any]


class Making(NamedTuple, Generic[Options]):
    """Options that only a search completes, such as boards without a guess: `MAKING` in the folder of a game."""

    #: Whether options are not complete yet.
    needed: Callable[[Options], bool]
    #: Complete them; raises `FogfieldError` with a sentence if nothing was found.
    make: Callable[[Options, Halt], Options]
    #: Whether something was promised of a board that can be proved after the end.
    promised: Callable[[Options], bool]
    #: That proof, as plain JSON.
    prove: Callable[[Options], Any]
    #: The JSON Schema of that.
    schema: dict[str, Any]


AnyAdvice: TypeAlias = Advice[Any]
AnyMaking: TypeAlias = Making[Any]
