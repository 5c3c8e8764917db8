"""Values as plain JSON, for programs in any language: what is written, and its JSON Schema from the type hints.

Named tuples and dataclasses become objects, cells `[row, column]`, enums words. A type that is not known here is a
`TypeError`, in `schema` too: so a test that asks for the schema of a view finds what could not be written.
What is written may share parts with what was written before: nobody changes it.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome
from fogfield.core.schema import Schema

#: Beyond this a number is not the same in every language; nobody should be told a set of bits.
MOST = 2**53 - 1


class Also:
    """More that a schema says of a value, as in `Annotated[int, Also(minimum=0)]`. A plain text is a description."""

    __slots__ = ("said",)

    def __init__(self, **said: Any) -> None:
        self.said = said


#: A count, a number of a row, a seat.
Natural: TypeAlias = Annotated[int, Also(minimum=0)]
#: For lists with one part for each of two seats.
EACH = Also(minItems=2, maxItems=2)
#: What every view has beside its options: who looks, who is to act, how it ended.
Looking: TypeAlias = Annotated[Natural | None, "the viewer's seat; null for those who watch"]
Acting: TypeAlias = Annotated[frozenset[Natural], "the seats that are to act"]
Ending: TypeAlias = Annotated[Outcome | None, "how it ended; null while it goes on"]


def word(value: Enum) -> int | str:
    """Give what stands for a member of an enum: its value if that is a number or a word, or else its name."""
    said = value.value
    if isinstance(said, int):
        return int(said)
    return str(said) if isinstance(said, str) and said.isidentifier() else value.name.lower()


# --- what is written


def write(value: Any) -> Any:
    """Write a value as plain JSON."""
    kind = type(value)
    writer = _WRITERS.get(kind)
    if writer:
        return writer(value)
    if isinstance(value, Enum):
        return word(value)
    if names := _names(kind):
        return {name: write(getattr(value, name)) for name in names}
    raise TypeError(f"{kind.__name__} has no plain form")


def _number(value: int) -> int:
    if -MOST <= value <= MOST:
        return value
    raise TypeError(f"a number of {value.bit_length()} bits has no plain form")


def _names(kind: Any) -> tuple[str, ...]:
    """Give the fields of a named tuple or a dataclass; nothing if it is neither, or has none."""
    return tuple(getattr(kind, "_fields", ())) or tuple(getattr(kind, "__dataclass_fields__", ()))


def _list(values: Iterable[Any]) -> list[Any]:
    return [write(value) for value in values]


@lru_cache(maxsize=1 << 14)
def _cell(cell: Cell) -> list[int]:
    """Write a cell; the same list again for the same cell, so that nobody has to compare trails cell by cell."""
    return list(cell)


def _same(value: Any) -> Any:
    return value


_WRITERS: dict[type, Callable[[Any], Any]] = {
    type(None): _same,
    bool: _same,
    str: _same,
    int: _number,
    tuple: _list,
    frozenset: lambda value: sorted(_list(value)),
    Cell: _cell,
    Outcome: Outcome.as_json,
}


# --- its schema


def schema(kind: Any, **parts: Schema) -> Schema:
    """Give the JSON Schema of what `write` gives for a type; `parts` are those of fields that are known better."""
    if kind in _SCHEMAS:
        return dict(_SCHEMAS[kind])
    origin = get_origin(kind)
    if origin in _ORIGINS:
        return _ORIGINS[origin](get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = [word(one) for one in kind]
        return {"type": "string" if isinstance(words[0], str) else "integer", "enum": words}
    if names := _names(kind):
        hints = get_type_hints(kind, include_extras=True)
        properties = {name: parts.get(name) or schema(hints[name]) for name in names}
        found = {"type": "object", "properties": properties, "required": list(names), "additionalProperties": False}
        return {**found, "description": _about(kind)}
    raise TypeError(f"{kind} has no plain form")


def _about(kind: type) -> str:
    """Give the first paragraph of what a class says of itself."""
    return " ".join((kind.__doc__ or "").partition("\n\n")[0].split())


def _annotated(arguments: tuple[Any, ...]) -> Schema:
    kind, *more = arguments
    found = schema(kind)
    for one in more:
        found |= one.said if isinstance(one, Also) else {"description": one}
    return found


def _tuple(arguments: tuple[Any, ...]) -> Schema:
    if len(arguments) == 2 and arguments[1] is ...:
        return {"type": "array", "items": schema(arguments[0])}
    count = len(arguments)
    return {"type": "array", "prefixItems": [*map(schema, arguments)], "minItems": count, "maxItems": count}


def _set(arguments: tuple[Any, ...]) -> Schema:
    return {"type": "array", "items": schema(arguments[0]), "uniqueItems": True}


def _union(arguments: tuple[Any, ...]) -> Schema:
    return {"oneOf": [*map(schema, arguments)]}


_ORIGINS: dict[Any, Callable[[tuple[Any, ...]], Schema]] = {
    Annotated: _annotated,
    tuple: _tuple,
    frozenset: _set,
    Union: _union,
    type(int | None): _union,
}
_SCHEMAS: dict[Any, Schema] = {
    type(None): {"type": "null"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    int: {"type": "integer"},
}
_SCHEMAS[Cell] = {**_tuple((Natural, Natural)), "description": "[row, column], counted from 0"}
_SCHEMAS[Outcome] = {
    "type": "object",
    "properties": {
        "winners": {**_set((Natural,)), "description": "the seats that won; none if everybody lost, or nobody did"},
        "reason": {"type": "string", "description": "why, in a few words"},
        "faults": {
            **_tuple((str, ...)),
            "description": "what the referee found out when everything was shown; it changes no result",
        },
    },
    "required": ["winners", "reason"],
    "additionalProperties": False,
    "description": "how it ended",
}
