"""What comes in, as JSON Schema (2020-12, which OpenAPI 3.1 speaks), and the check of a reader by the same schema.

A reader that begins with `expect` refuses exactly what its schema does not allow. Only the keywords that are written
here are understood here, and every list and text has a limit. A whole number is written without a point: 1.0 is none.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from fogfield.core.errors import RecordError

Schema: TypeAlias = dict[str, Any]

#: More of a text that is wrong is not said again.
_MOST_SAID = 40
#: Larger numbers are not said again: no range here reaches so far.
_LARGE = 10**15


# --- what may be said


def whole(least: int, most: int, about: str = "") -> Schema:
    """Describe a whole number in a range."""
    return _with({"type": "integer", "minimum": least, "maximum": most}, about)


def switch(about: str = "") -> Schema:
    """Describe a yes or no."""
    return _with({"type": "boolean"}, about)


def text(most: int, about: str = "") -> Schema:
    """Describe a text of so many characters at most."""
    return _with({"type": "string", "maxLength": most}, about)


def one_word(words: Sequence[str], about: str = "") -> Schema:
    """Describe one of some words."""
    return _with({"type": "string", "enum": list(words)}, about)


def record(about: str = "", **parts: Schema) -> Schema:
    """Describe an object that has all these parts and no others."""
    return _with({"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}, about)


def wishes(about: str = "", **parts: tuple[Schema, Any]) -> Schema:
    """Describe an object whose parts may be left out; with each part comes what it then is."""
    properties = {name: {**part, "default": default} for name, (part, default) in parts.items()}
    return _with({"type": "object", "properties": properties, "additionalProperties": False}, about)


def row(*parts: Schema, about: str = "") -> Schema:
    """Describe a list of exactly these parts."""
    count = len(parts)
    return _with({"type": "array", "prefixItems": list(parts), "minItems": count, "maxItems": count}, about)


def many(part: Schema, least: int, most: int, about: str = "") -> Schema:
    """Describe a list of parts of one kind."""
    return _with({"type": "array", "items": part, "minItems": least, "maxItems": most}, about)


def action(name: str, *parts: Schema, rest: Schema | None = None, most: int = 0, about: str = "") -> Schema:
    """Describe an action: a list of its name, its parts, and up to so many parts of one kind behind them."""
    found = row({"const": name}, *parts, about=about)
    return {**found, "items": rest, "maxItems": found["maxItems"] + most} if rest else found


def one_of(*forms: Schema, about: str = "") -> Schema:
    """Describe a value that has one of several forms; no value may have two of them."""
    return _with({"oneOf": list(forms)}, about)


def _with(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema


# --- whether it was kept


def expect(schema: Schema, data: Any, name: str) -> None:
    """Raise `RecordError` with a sentence unless a value fits; `name` is what it is called there."""
    if wrong := fault(schema, data, name):
        raise RecordError(wrong)


def filled(schema: Schema, data: Any, name: str) -> dict[str, Any]:
    """Give wishes with everything that was left out, or raise `RecordError`."""
    expect(schema, data, name)
    return {**{part: known["default"] for part, known in schema["properties"].items()}, **data}


def fault(schema: Schema, data: Any, name: str) -> str:
    """Say the first thing that is wrong with a value, as a sentence; nothing if it fits."""
    if "oneOf" in schema:
        return _wrong_form(schema["oneOf"], data, name)
    if "const" in schema:
        return "" if data == schema["const"] else f"{name} must be {schema['const']}, not {_said(data)}"
    return _CHECKS[schema["type"]](schema, data, name)


def _wrong_whole(schema: Schema, data: Any, name: str) -> str:
    least, most = schema["minimum"], schema["maximum"]
    if type(data) is int and least <= data <= most:  # True is no number here
        return ""
    return f"{name} must be a whole number from {least} to {most}, not {_said(data)}"


def _wrong_switch(schema: Schema, data: Any, name: str) -> str:
    return "" if type(data) is bool else f"{name} must be true or false, not {_said(data)}"


def _wrong_text(schema: Schema, data: Any, name: str) -> str:
    words = schema.get("enum")
    if words:
        return "" if type(data) is str and data in words else f"{name} must be {_or(words)}, not {_said(data)}"
    if type(data) is not str:
        return f"{name} must be a text, not {_said(data)}"
    most = schema["maxLength"]
    return "" if len(data) <= most else f"{name} must have {most} characters at most, not {len(data)}"


def _wrong_list(schema: Schema, data: Any, name: str) -> str:
    if type(data) is not list:
        return f"{name} must be a list, not {_said(data)}"
    least, most = schema["minItems"], schema["maxItems"]
    if not least <= len(data) <= most:
        return f"{name} must have {least if least == most else f'{least} to {most}'} parts, not {len(data)}"
    first = schema.get("prefixItems", ())
    for number, one in enumerate(data):
        part = first[number] if number < len(first) else schema["items"]
        if wrong := fault(part, one, f"{name}[{number}]"):
            return wrong
    return ""


def _wrong_object(schema: Schema, data: Any, name: str) -> str:
    if type(data) is not dict:
        return f"{name} must be an object, not {_said(data)}"
    parts = schema["properties"]
    for key in data:
        if key not in parts:
            return f"{name} has no {_said(key)}, only {', '.join(parts)}"
    if missing := [key for key in schema.get("required", ()) if key not in data]:
        return f"{name} needs {', '.join(missing)}"
    return next(filter(None, (fault(parts[key], one, f"{name}.{key}") for key, one in data.items())), "")


def _wrong_form(forms: Sequence[Schema], data: Any, name: str) -> str:
    named = {form["prefixItems"][0]["const"]: form for form in forms if "prefixItems" in form}
    if len(named) == len(forms):
        word = data[0] if type(data) is list and data and type(data[0]) is str else None
        if word in named:
            return fault(named[word], data, name)
        return f"{name} must be a list that begins with {_or(list(named))}, not {_said(data if word is None else word)}"
    faults = [fault(form, data, name) for form in forms]
    return "" if "" in faults else "; or ".join(faults)


_CHECKS = {
    "integer": _wrong_whole,
    "boolean": _wrong_switch,
    "string": _wrong_text,
    "array": _wrong_list,
    "object": _wrong_object,
}


def _or(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _said(data: Any) -> str:
    """Say a wrong value again, shortly."""
    if isinstance(data, Mapping):
        return "an object"
    if isinstance(data, list):
        return f"a list of {len(data)}"
    if isinstance(data, str):
        return json.dumps(data[:_MOST_SAID])
    if isinstance(data, int) and abs(data) > _LARGE:
        return "a very large number"
    return json.dumps(data, default=repr)[:_MOST_SAID]
